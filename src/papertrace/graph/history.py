"""How a field went: bursts of things, and the main path of citations.

Kleinberg's automaton with two states for batched events (2003, "Bursty and hierarchical structure in streams",
section 4): in the burst state the share of a work is `SCALE` times its share over all years, and entering that state
costs `GAMMA` times the logarithm of the number of years.

Citations lead from the cited work to the citing one. The search path count of a citation (SPC) is the number of paths
from any source to any sink that use it; the main path is the path with the greatest sum of counts (Batagelj 2003,
"Efficient algorithms for citation network analysis", section 4). Citations within circles are left out and counted.
"""

import math
from collections import Counter
from collections.abc import Iterable, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass
from itertools import pairwise

from papertrace.graph.attributes import Scalar
from papertrace.graph.things import collect_things
from papertrace.model import Edge, EdgeKind, Paper

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


@dataclass(frozen=True, slots=True, kw_only=True)
class MainPath:
    """The works of the main path from the earliest, and the search path count of each citation between them.

    `n_cyclic` counts the citations within circles, which are left out.
    """

    works: tuple[str, ...] = ()
    counts: tuple[int, ...] = ()
    n_cyclic: int = 0


def find_main_path(citations: Iterable[tuple[str, str]]) -> MainPath:
    """Return the main path of citations, given as pairs of the citing and the cited work.

    Of several paths with the same sum, the one whose works come first in order is returned; without citations the path
    is empty.

    >>> find_main_path([("b", "a"), ("c", "b"), ("d", "c"), ("d", "a")]).works
    ('a', 'b', 'c', 'd')
    """
    pairs = sorted((cited, citing) for citing, cited in set(citations) if citing != cited)
    # Works are numbers in their order: objects of a library for graphs take ten times the memory of the citations.
    works = sorted({work for pair in pairs for work in pair})
    numbers = {work: number for number, work in enumerate(works)}
    before: list[list[int]] = [[] for _ in works]
    after: list[list[int]] = [[] for _ in works]
    for cited, citing in pairs:
        before[numbers[citing]].append(numbers[cited])
        after[numbers[cited]].append(numbers[citing])
    order, n_cyclic = _sort(before, after), 0
    if len(order) < len(works):
        n_cyclic = _remove_circles(before, after, set(range(len(works))).difference(order))
        order = _sort(before, after)
    # The numbers of paths from sources to a work, and from it to sinks; they can be very large.
    to_work, from_work = [1] * len(works), [1] * len(works)
    for work in order:
        to_work[work] = sum(to_work[other] for other in before[work]) or 1
    for work in reversed(order):
        from_work[work] = sum(from_work[other] for other in after[work]) or 1
    best, come_from = [0] * len(works), [-1] * len(works)
    for work in order:
        for other in before[work]:
            total = best[other] + to_work[other] * from_work[work]
            if total > best[work]:
                best[work], come_from[work] = total, other
    path = [max(range(len(works)), key=best.__getitem__)] if any(best) else []
    while path and come_from[path[-1]] >= 0:
        path.append(come_from[path[-1]])
    path.reverse()
    counts = tuple(to_work[tail] * from_work[head] for tail, head in pairwise(path))
    return MainPath(works=tuple(works[number] for number in path), counts=counts, n_cyclic=n_cyclic)


def _sort(before: Sequence[Sequence[int]], after: Sequence[Sequence[int]]) -> list[int]:
    """Return the works each after all that it cites, without those that cite, by any number of steps, a circle."""
    n_missing = [len(others) for others in before]
    order = [work for work, n in enumerate(n_missing) if not n]
    for work in order:
        for other in after[work]:
            n_missing[other] -= 1
            if not n_missing[other]:
                order.append(other)
    return order


def _remove_circles(before: Sequence[list[int]], after: Sequence[list[int]], among: AbstractSet[int]) -> int:
    """Remove the citations within circles of some works, and return how many there were."""
    import networkx as nx  # imported only here, because few lists have circles, and it takes a tenth of a second

    flow: nx.DiGraph[int] = nx.DiGraph((tail, head) for tail in among for head in after[tail])
    n_removed = 0
    for component in nx.strongly_connected_components(flow):
        for tail, head in list(flow.subgraph(component).edges):
            after[tail].remove(head)
            before[head].remove(tail)
            n_removed += 1
    return n_removed


def describe_history(papers: Sequence[Paper], edges: Sequence[Edge]) -> dict[str, dict[str, Scalar]]:
    """Return the attributes of papers that are on the main path or have bursts of citations, by id.

    Those of the graph itself are under the empty id; without citations nothing is returned.
    """
    citations = [(edge.source, edge.target) for edge in edges if edge.kind is EdgeKind.CITATION]
    if not citations:
        return {}
    years = {paper.id: paper.year for paper in papers}
    path = find_main_path(citations)
    of_graph: dict[str, Scalar] = {
        "n_cyclic_citations": path.n_cyclic,
        "n_self_citations": _count_self_citations(papers, citations),
    }
    found = {"": of_graph}
    for position, work in enumerate(path.works, start=1):
        found.setdefault(work, {})["main_path"] = position
    for burst in find_bursts((cited, year) for citing, cited in citations if (year := years[citing]) is not None):
        of_work = found.setdefault(burst.work, {})
        spans = [*filter(None, [str(of_work.get("bursts", ""))]), f"{burst.first}-{burst.last}"]
        of_work["bursts"] = "|".join(spans)
    return found


def _count_self_citations(papers: Sequence[Paper], citations: Iterable[tuple[str, str]]) -> int:
    """Return how many citations are between papers with a common author, told apart by ORCID iD, else by full name."""
    authors: dict[str, set[str]] = {paper.id: set() for paper in papers}
    for author in collect_things(papers, "authors"):
        for number in author.holders:
            authors[papers[number].id].add(author.key)
    return sum(not authors[citing].isdisjoint(authors[cited]) for citing, cited in citations)
