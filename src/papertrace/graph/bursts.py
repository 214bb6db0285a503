"""Bursts of citations: years in which a work was cited more often than its share of all citations.

Kleinberg's automaton with two states for batched events (2003, "Bursty and hierarchical structure in streams",
section 4): in the burst state the share of a work is `SCALE` times its share over all years, and entering that state
costs `GAMMA` times the logarithm of the number of years.
"""

import math
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass

SCALE = 2.0
GAMMA = 1.0
MIN_CITATIONS = 3
_MIN_YEARS = 3


@dataclass(frozen=True, slots=True, kw_only=True, order=True)
class Burst:
    """The years, both included, in which a work was cited unusually often; `weight` is by how much that is likelier."""

    work: str
    first: int
    last: int
    weight: float


def find_bursts(citations: Iterable[tuple[str, int]]) -> list[Burst]:
    """Return the bursts of works, given one pair of the cited work and the year of the citing one for each citation.

    Bursts are in order of works and years. Works that are cited less than three times, and citations of less than three
    years, have none.

    >>> even = [(work, year) for year in range(2010, 2020) for work in "acdefghij"]
    >>> [(one.work, one.first, one.last) for one in find_bursts(even + [("b", 2012)] * 6 + [("b", 2013)] * 6)]
    [('b', 2012, 2013)]
    """
    listed = list(citations)
    if not listed:
        return []
    years = range(min(year for _, year in listed), max(year for _, year in listed) + 1)
    if len(years) < _MIN_YEARS:
        return []
    totals = Counter(year for _, year in listed)
    by_work: dict[str, Counter[int]] = {}
    for work, year in listed:
        by_work.setdefault(work, Counter())[year] += 1
    return [
        burst
        for work in sorted(by_work)
        if by_work[work].total() >= MIN_CITATIONS
        for burst in _bursts_of(work, by_work[work], totals, years)
    ]


def _bursts_of(work: str, counts: Counter[int], totals: Counter[int], years: range) -> list[Burst]:
    share = counts.total() / totals.total()
    raised = min(share * SCALE, 0.9999)
    if raised <= share:
        return []  # nearly all citations are of this work
    entering = GAMMA * math.log(len(years))
    costs = [(_cost(counts[year], totals[year], share), _cost(counts[year], totals[year], raised)) for year in years]
    states = _cheapest_states(costs, entering)
    bursts, start = [], None
    for position, state in enumerate([*states, 0]):
        if state and start is None:
            start = position
        elif not state and start is not None:
            weight = sum(low - high for low, high in costs[start:position])
            bursts.append(Burst(work=work, first=years[start], last=years[position - 1], weight=round(weight, 2)))
            start = None
    return bursts


def _cost(n: int, total: int, share: float) -> float:
    """Return the negative log likelihood of `n` citations of a work among all of a year, without the constant."""
    return -(n * math.log(share) + (total - n) * math.log(1 - share))


def _cheapest_states(costs: list[tuple[float, float]], entering: float) -> list[int]:
    """Return the cheapest sequence of states (Viterbi); leaving the burst state costs nothing."""
    low, high = 0.0, math.inf
    choices: list[tuple[int, int]] = []
    for cost_low, cost_high in costs:
        from_low = (0, low) if low <= high else (1, high)
        from_high = (0, low + entering) if low + entering < high else (1, high)
        choices.append((from_low[0], from_high[0]))
        low, high = from_low[1] + cost_low, from_high[1] + cost_high
    state = int(high < low)
    states = []
    for to_low, to_high in reversed(choices):
        states.append(state)
        state = to_high if state else to_low
    return states[::-1]
