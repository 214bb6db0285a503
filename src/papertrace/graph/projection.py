"""From what each paper holds (concepts, references) to the pairs of papers that hold something in common.

Papers and items form a bipartite graph; projecting it on the papers costs one step for every pair of papers that
shares an item, Σ df(df - 1)/2 in all. An item that a tenth of the papers hold would cost most of that and say
least, so items above a document frequency that a budget of pairs decides are left out.

Weights are sums of squares of fixed-point logarithms. Whole numbers below 2^53 add up exactly in any order, so
that the same corpus gives the same weights on every machine and in every engine.
"""

import math
from collections.abc import Collection, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

FIXED_POINT = 65_536
"""Steps per nat of an inverse document frequency."""

# A block of the dense accumulator: 32 MB of float64, and as many pairs at a time.
_BLOCK = 4_000_000

Ints = NDArray[np.int64]
Floats = NDArray[np.float64]


@dataclass(frozen=True, slots=True, kw_only=True)
class Holdings:
    """Say which papers hold which items, by number.

    `items` are the keys in sorted order; the papers that hold item `t` are `holders[starts[t]:starts[t + 1]]`,
    rising. Papers are numbered 0 to `n_papers` - 1 in the order they were given.
    """

    n_papers: int
    items: tuple[str, ...]
    starts: Ints
    holders: Ints

    @property
    def frequencies(self) -> Ints:
        """Return the document frequency of each item: the number of papers that hold it."""
        return np.diff(self.starts)

    def without(self, dropped: NDArray[np.bool_]) -> "Holdings":
        """Return the holdings without the items whose place in `dropped` is true."""
        kept = ~dropped
        frequencies = self.frequencies
        return Holdings(
            n_papers=self.n_papers,
            items=tuple(item for item, keep in zip(self.items, kept.tolist(), strict=True) if keep),
            starts=np.concatenate(([0], np.cumsum(frequencies[kept]))).astype(np.int64),
            holders=self.holders[np.repeat(kept, frequencies)],
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class Pairs:
    """Hold pairs of papers `first[p] < second[p]`, in rising order of both, each pair once.

    `information` is the sum over the shared items of ln²(n/df) in nats squared, `shared` the number of items.
    """

    first: Ints
    second: Ints
    information: Floats
    shared: Ints


def collect_holdings(sets: Sequence[Collection[str]]) -> Holdings:
    """Give numbers to the items that the papers hold.

    Parameters
    ----------
    sets
        One collection of item keys for each paper; repeated keys count once.

    Returns
    -------
    Holdings
        Items in sorted order, so that the numbering does not depend on the order of the papers.
    """
    holders: dict[str, list[int]] = {}
    for paper, items in enumerate(sets):
        for item in set(items):
            holders.setdefault(item, []).append(paper)
    ordered = sorted(holders)
    lengths = [len(holders[item]) for item in ordered]
    return Holdings(
        n_papers=len(sets),
        items=tuple(ordered),
        starts=np.concatenate(([0], np.cumsum(lengths))).astype(np.int64),
        holders=np.array([paper for item in ordered for paper in holders[item]], dtype=np.int64),
    )


def inverse_document_frequency(n_papers: int, frequency: int) -> float:
    """Return ln(n/df) in nats, rounded to 1/65,536 (Spärck Jones, 1972).

    What all n papers hold would get 0, and two papers alone could never be linked by anything; it gets
    ln((n + 1)/n), which is less than for anything that one paper lacks.

    >>> round(inverse_document_frequency(226, 2), 3)
    4.727
    >>> inverse_document_frequency(3, 3) < inverse_document_frequency(3, 2)
    True
    """
    ratio = n_papers / frequency if frequency < n_papers else (n_papers + 1) / n_papers
    return max(1, round(math.log(ratio) * FIXED_POINT)) / FIXED_POINT


def largest_affordable_frequency(frequencies: Ints, budget: int) -> int:
    """Return the largest document frequency up to which all pairs together fit the budget.

    Parameters
    ----------
    frequencies
        Document frequencies of the items, in any order.
    budget
        The number of pairs, Σ df(df - 1)/2, that may be spent.

    Returns
    -------
    int
        A frequency that occurs (the largest where nothing has to go), at least 2 where the items with two
        holders fit, 1 where nothing fits or no item is shared.
    """
    values, counts = np.unique(frequencies, return_counts=True)
    spent = np.cumsum(counts * (values * (values - 1) // 2))
    affordable = values[spent <= budget]
    return int(affordable[-1]) if affordable.size else 1


def project(holdings: Holdings) -> Pairs:
    """Return the pairs of papers that share items.

    Time grows with the pairs, memory stays at two blocks of 32 MB however many papers there are.

    Parameters
    ----------
    holdings
        What each paper holds; an item with one holder makes no pair.

    Returns
    -------
    Pairs
        Every pair that shares at least one item, with Σ ln²(n/df) of the shared ones.
    """
    n_papers = holdings.n_papers
    frequencies = holdings.frequencies
    squares = np.zeros(int(frequencies.max(initial=0)) + 1)
    for frequency in np.unique(frequencies).tolist():
        squares[frequency] = (inverse_document_frequency(n_papers, frequency) * FIXED_POINT) ** 2
    # Each holding is paired with the later holders of the same item.
    later = np.repeat(holdings.starts[1:], frequencies) - np.arange(holdings.holders.size) - 1
    order = np.argsort(holdings.holders, kind="stable")
    papers, later, places = holdings.holders[order], later[order], order + 1
    weights = np.repeat(squares[frequencies], frequencies)[order]

    found: list[tuple[Ints, Floats, Ints]] = []
    for low, high in _row_blocks(papers, later, n_papers):
        take = slice(*np.searchsorted(papers, [low, high]).tolist())
        steps = later[take]
        within = np.arange(int(steps.sum())) - np.repeat(np.cumsum(steps) - steps, steps)
        partners = holdings.holders[np.repeat(places[take], steps) + within]
        cells = np.repeat((papers[take] - low) * n_papers, steps) + partners
        size = (high - low) * n_papers
        total = np.bincount(cells, weights=np.repeat(weights[take], steps), minlength=size)
        used = np.flatnonzero(total).astype(np.int64)
        shared = np.bincount(cells, minlength=size)[used].astype(np.int64)
        found.append((used + low * n_papers, total[used].astype(np.float64), shared))

    codes = np.concatenate([codes for codes, _, _ in found]) if found else np.zeros(0, dtype=np.int64)
    return Pairs(
        first=codes // max(n_papers, 1),
        second=codes % max(n_papers, 1),
        information=np.concatenate([total for _, total, _ in found]) / FIXED_POINT**2 if found else np.zeros(0),
        shared=np.concatenate([shared for _, _, shared in found]) if found else np.zeros(0, dtype=np.int64),
    )


def _row_blocks(papers: Ints, later: Ints, n_papers: int) -> list[tuple[int, int]]:
    """Cut the papers into runs whose accumulator and whose pairs each fit a block; one paper at the least."""
    if not int(later.sum()):
        return []
    costs = np.cumsum(np.bincount(papers, weights=later, minlength=n_papers))
    blocks = []
    low = 0
    while low < n_papers:
        spent = costs[low - 1] if low else 0
        by_pairs = int(np.searchsorted(costs, spent + _BLOCK, side="right"))
        high = max(low + 1, min(by_pairs, low + max(1, _BLOCK // n_papers), n_papers))
        blocks.append((low, high))
        low = high
    return blocks
