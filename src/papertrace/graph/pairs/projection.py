"""From what each paper holds (concepts, references) to the pairs of papers that hold something in common.

Papers and items form a bipartite graph; projecting it on the papers costs one step for every pair of papers that
shares an item, Σ df(df - 1)/2 in all. An item that a tenth of the papers hold would cost most of that and say
least, so items above a document frequency that a budget of pairs decides are left out.

Weights are sums of squares of fixed-point logarithms. Whole numbers below 2^53 add up exactly in any order, so
that the same corpus gives the same weights on every machine and in every engine. scipy multiplies the sparse matrices;
nobody needs all pairs at once, so they come in blocks.
"""

import math
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

if TYPE_CHECKING:
    from scipy.sparse import csr_array

FIXED_POINT = 65_536
"""Steps per nat of an inverse document frequency."""

# Steps of a block: some 50 MB, whatever the number of papers.
_BLOCK = 2_000_000

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
    """Hold pairs of papers `first[p] < second[p]`, each once.

    `total` is the sum, over the items that both hold, of the values of the items: all at least 1 where every value is.
    """

    first: Ints
    second: Ints
    total: Floats


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


def informations(holdings: Holdings) -> Floats:
    """Return ln²(n/df) of each item in nats squared, a multiple of 2^-32."""
    by_frequency = {
        frequency: inverse_document_frequency(holdings.n_papers, frequency) ** 2
        for frequency in np.unique(holdings.frequencies).tolist()
    }
    return np.array([by_frequency[frequency] for frequency in holdings.frequencies.tolist()], dtype=np.float64)


def generate_pairs(holdings: Holdings, values: Floats) -> Iterator[Pairs]:
    """Yield the pairs of papers that share items, in blocks whose memory does not grow with the papers.

    Time grows with the steps, Σ df². A block holds all pairs of its first papers, in no order.

    Parameters
    ----------
    holdings
        What each paper holds; an item with one holder makes no pair.
    values
        What each item adds to a pair, above 0. Multiples of one power of two give the same total in any order of
        addition, as long as it stays below 2^53 of them.

    Yields
    ------
    Pairs
        Every pair that shares at least one item is in one block.
    """
    plain, weighted = _matrices(holdings, values)
    columns = plain.T.tocsr()
    for low, high in _row_blocks(plain, holdings.frequencies):
        product = (weighted[low:high] @ columns).tocoo()
        upper = product.col > product.row + low
        first, second = product.row[upper].astype(np.int64) + low, product.col[upper].astype(np.int64)
        yield Pairs(first=first, second=second, total=product.data[upper])


def total_of(holdings: Holdings, values: Floats, first: Ints, second: Ints) -> Floats:
    """Return the totals of given pairs, 0 where two papers share nothing."""
    if not first.size:
        return np.zeros(0)
    plain, weighted = _matrices(holdings, values)
    return np.asarray((weighted[first] * plain[second]).sum(axis=1), dtype=np.float64).ravel()


def _matrices(holdings: Holdings, values: Floats) -> "tuple[csr_array[Any, Any], csr_array[Any, Any]]":
    """Return papers by items, with 1 for what is held, and with its value."""
    from scipy.sparse import csc_array

    shape = (holdings.n_papers, len(holdings.items))
    frequencies = holdings.frequencies
    plain = csc_array((np.ones(holdings.holders.size), holdings.holders, holdings.starts), shape=shape)
    weighted = csc_array((np.repeat(values, frequencies), holdings.holders, holdings.starts), shape=shape)
    return plain.tocsr(), weighted.tocsr()


def _row_blocks(plain: "csr_array[Any, Any]", frequencies: Ints) -> Iterator[tuple[int, int]]:
    """Cut the papers into runs of at most `_BLOCK` steps of the product, one paper at the least."""
    steps = np.concatenate(([0], np.cumsum(frequencies[plain.indices])))[plain.indptr]
    low, n_papers = 0, plain.shape[0]
    while low < n_papers:
        high = max(low + 1, int(np.searchsorted(steps, steps[low] + _BLOCK, side="right")) - 1)
        yield low, high
        low = high
