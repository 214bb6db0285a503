"""Pairs of rows that share columns: products of sparse rows, and projections of what papers share.

Papers and items form a bipartite graph; projecting it onto the papers costs one step for every pair of papers that
shares an item, Σ df(df - 1)/2 in total. An item held by a tenth of the papers would account for most of that cost and
carry the least information, so items above a document frequency derived from a budget of pairs are left out.

Weights are sums of squared fixed-point logarithms. Integers below 2^53 add up exactly in any order, so the same
corpus gives the same weights on every machine and in every engine.

Importing scipy takes longer than linking two hundred papers, so that small matrices are handled with numpy alone.
Elements are whole numbers, whose sums are the same either way.

No caller needs all pairs at once, so they are generated in blocks. scipy multiplies sparse matrices where pairs are
many; few are found with numpy alone, in less time than scipy takes to be imported.
"""

import math
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

if TYPE_CHECKING:
    from scipy.sparse import csr_array

FIXED_POINT = 65_536
"""Steps per nat of an inverse document frequency."""

Ints = NDArray[np.int64]
Floats = NDArray[np.float64]


@dataclass(frozen=True, slots=True, kw_only=True)
class Holdings:
    """The incidence of items and papers, by number, in compressed sparse column form.

    `items` are the sorted keys; the papers that hold item `t` are `holders[starts[t]:starts[t + 1]]`, in ascending
    order. Papers are numbered 0 to `n_papers` - 1 in the order given.
    """

    n_papers: int
    items: tuple[str, ...]
    starts: Ints
    holders: Ints

    @property
    def frequencies(self) -> Ints:
        """The document frequency of each item: the number of papers that hold it."""
        return np.diff(self.starts)

    def without(self, dropped: NDArray[np.bool_]) -> "Holdings":
        """Return the holdings without the items marked in `dropped`, a boolean mask over `items`."""
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
    """Pairs of papers, `first[p] < second[p]`, each once.

    `total` is the sum of the values of the items that both papers hold.
    """

    first: Ints
    second: Ints
    total: Floats


def collect_holdings(sets: Sequence[Collection[str]]) -> Holdings:
    """Return the items that the papers hold, numbered in sorted order; keys that one paper repeats count once."""
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

    An item that all n papers hold would get 0, so that a corpus of two papers could never be linked; it gets
    ln((n + 1)/n) instead, which is less than any item gets that some paper lacks.

    >>> round(inverse_document_frequency(226, 2), 3)
    4.727
    >>> inverse_document_frequency(3, 3) < inverse_document_frequency(3, 2)
    True
    """
    ratio = n_papers / frequency if frequency < n_papers else (n_papers + 1) / n_papers
    return max(1, round(math.log(ratio) * FIXED_POINT)) / FIXED_POINT


def divide_by_steps(steps: Ints | Floats, max_steps: int) -> Iterator[tuple[int, int]]:
    """Yield ranges of papers with at most so many steps of work each, but at least one paper.

    `steps` are those before each paper, and at the end all of them.

    >>> list(divide_by_steps(np.array([0, 2, 4, 9, 10]), 4))
    [(0, 2), (2, 3), (3, 4)]
    """
    low, n = 0, steps.size - 1
    while low < n:
        high = max(low + 1, int(np.searchsorted(steps, steps[low] + max_steps, side="right")) - 1)
        yield low, high
        low = high


def largest_affordable_frequency(frequencies: Ints, budget: int) -> int:
    """Return the largest document frequency up to which all pairs, Σ df(df - 1)/2, stay within the budget.

    It is a frequency that occurs (the largest if every item fits), at least 2 if the items with two holders fit, and 1
    if nothing fits or no item is shared.
    """
    values, counts = np.unique(frequencies, return_counts=True)
    spent = np.cumsum(counts * (values * (values - 1) // 2))
    affordable = values[spent <= budget]
    return int(affordable[-1]) if affordable.size else 1


def item_information(holdings: Holdings) -> Floats:
    """Return ln²(n/df) of each item in nats², a multiple of 2^-32."""
    by_frequency = {
        frequency: inverse_document_frequency(holdings.n_papers, frequency) ** 2
        for frequency in np.unique(holdings.frequencies).tolist()
    }
    return np.array([by_frequency[frequency] for frequency in holdings.frequencies.tolist()], dtype=np.float64)


def item_fractions(holdings: Holdings) -> Floats:
    """Return 1/(df - 1) of each item, rounded to 2^-32; an item with one holder, which links none, gets 1."""
    others = np.maximum(holdings.frequencies - 1, 1).astype(np.float64)
    return np.round(FIXED_POINT**2 / others) / FIXED_POINT**2


@dataclass(frozen=True, slots=True, kw_only=True)
class EdgeList:
    """Edges between numbered papers: `first < second`, each pair once, positive weights.

    Weights are whole numbers of steps, of which the linking says how many are one unit.
    """

    first: Ints
    second: Ints
    weights: Ints

    def __len__(self) -> int:
        """Return the number of edges."""
        return self.first.size

    def take(self, chosen: NDArray[np.bool_] | Ints) -> "EdgeList":
        """Return the selected edges, in the order of the selection."""
        return EdgeList(first=self.first[chosen], second=self.second[chosen], weights=self.weights[chosen])

    def rows(self, steps_per_unit: int = 1) -> Iterator[tuple[int, int, float]]:
        """Yield each edge as plain Python values, its weight in units."""
        yield from zip(self.first.tolist(), self.second.tolist(), (self.weights / steps_per_unit).tolist(), strict=True)

    def sorted_unique(self, n_papers: int) -> "EdgeList":
        """Return the edges sorted by both ends, each pair once."""
        _, indices = np.unique(self.first * n_papers + self.second, return_index=True)
        return self.take(indices)


def join(parts: Sequence[EdgeList]) -> EdgeList:
    """Concatenate edge lists in the given order."""
    return EdgeList(
        first=np.concatenate([np.zeros(0, dtype=np.int64), *(part.first for part in parts)]),
        second=np.concatenate([np.zeros(0, dtype=np.int64), *(part.second for part in parts)]),
        weights=np.concatenate([np.zeros(0, dtype=np.int64), *(part.weights for part in parts)]),
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class Totals:
    """Statistics of a graph, computed in one pass over its edges.

    `strengths` and `degrees` are per paper; `largest` is the largest weight, 0 without edges. Everything is a whole
    number, so that totals of parts of the edges merge to the same in any order.
    """

    n_edges: int
    largest: int
    strengths: Ints
    degrees: Ints

    @property
    def n_linked(self) -> int:
        """The number of papers that have an edge."""
        return int(np.count_nonzero(self.degrees))

    def add(self, edges: EdgeList) -> "Totals":
        """Return the totals of these and further edges; the arrays are changed in place."""
        for end in (edges.first, edges.second):
            np.add.at(self.strengths, end, edges.weights)
            np.add.at(self.degrees, end, 1)
        return Totals(
            n_edges=self.n_edges + len(edges),
            largest=max(self.largest, int(edges.weights.max(initial=0))),
            strengths=self.strengths,
            degrees=self.degrees,
        )

    def merge(self, other: "Totals") -> "Totals":
        """Return the totals of the edges of both, which have none in common."""
        return Totals(
            n_edges=self.n_edges + other.n_edges,
            largest=max(self.largest, other.largest),
            strengths=self.strengths + other.strengths,
            degrees=self.degrees + other.degrees,
        )


def no_totals(n_papers: int) -> Totals:
    """Return the totals of a graph without edges."""
    zeros = np.zeros(n_papers, dtype=np.int64)
    return Totals(n_edges=0, largest=0, strengths=zeros, degrees=zeros.copy())


MIN_ELEMENTS_FOR_SCIPY = 250_000
"""The elements of a matrix from which scipy is worth importing; those of the texts of about a thousand papers."""

_MAX_PAIRS = 20_000
_MAX_ELEMENTS = 4_000_000  # of pairs of rows that are looked at together

Numbers = NDArray[Any]


class SharedElements(NamedTuple):
    """What pairs of rows share: where those of each pair start, their columns, and the products of the elements."""

    starts: Ints
    columns: Ints
    products: Floats

    def add_up(self) -> Floats:
        """Return the sum of the products of each pair."""
        n_pairs = self.starts.size - 1
        of_pairs = np.repeat(np.arange(n_pairs), np.diff(self.starts))
        sums: Floats = np.bincount(of_pairs, weights=self.products, minlength=n_pairs).astype(np.float64)  # if empty
        return sums


@dataclass(frozen=True, slots=True)
class SparseRows:
    """A sparse matrix in compressed sparse row form, of which each row has sorted columns, each once.

    The elements of row `r` are `data[starts[r]:starts[r + 1]]`, their columns `columns[starts[r]:starts[r + 1]]`.
    """

    starts: Numbers
    columns: Numbers
    data: Numbers
    n_columns: int

    @property
    def n_rows(self) -> int:
        """The number of rows."""
        return int(self.starts.size) - 1

    def sort(self) -> "SparseRows":
        """Return the matrix with sorted columns in each row; only before it may they be in any order."""
        if self.data.size >= MIN_ELEMENTS_FOR_SCIPY:
            matrix = self.to_scipy()
            matrix.sort_indices()
            return SparseRows(matrix.indptr, matrix.indices, matrix.data, self.n_columns)
        order = np.argsort(self._rows() * self.n_columns + self.columns, kind="stable")
        return SparseRows(self.starts, self.columns[order], self.data[order], self.n_columns)

    def take(self, rows: Ints) -> "SparseRows":
        """Return the given rows, in the order given."""
        starts, places = self._find(rows)
        return SparseRows(
            starts.astype(self.starts.dtype, copy=False), self.columns[places], self.data[places], self.n_columns
        )

    def choose(self, chosen: "NDArray[np.bool_]") -> "SparseRows":
        """Return the chosen elements, given in the order of the rows."""
        starts = np.concatenate(([0], np.cumsum(chosen)))[self.starts].astype(self.starts.dtype)
        return SparseRows(starts, self.columns[chosen], self.data[chosen], self.n_columns)

    def without_empty_columns(self) -> "SparseRows":
        """Return the matrix without the columns that have no element; one remains if there is none at all."""
        is_used = np.zeros(self.n_columns, dtype=np.bool_)
        is_used[self.columns] = True
        numbers = (np.cumsum(is_used) - 1).astype(self.columns.dtype)
        return SparseRows(self.starts, numbers[self.columns], self.data, max(1, int(np.count_nonzero(is_used))))

    def share(self, first: Ints, second: Ints) -> SharedElements:
        """Return what the rows of each pair share, in the order of the pairs."""
        large = self.data.size >= MIN_ELEMENTS_FOR_SCIPY
        share = self._share_by_scipy if large else self._share_by_numpy
        found = [share(first[part], second[part]) for part in self._divide(first, second)]
        sizes = [np.diff(one.starts) for one in found]
        return SharedElements(
            np.cumsum(np.concatenate([np.zeros(1, dtype=np.int64), *sizes])),
            np.concatenate([np.zeros(0, dtype=np.int64), *(one.columns for one in found)]),
            np.concatenate([np.zeros(0), *(one.products for one in found)]),
        )

    def find(self, rows: Ints, columns: Ints) -> Numbers:
        """Return the given elements, which the matrix has."""
        codes = self._rows() * self.n_columns + self.columns
        found: Numbers = self.data[np.searchsorted(codes, rows * self.n_columns + columns)]
        return found

    def to_scipy(self) -> "csr_array[Any, Any]":
        """Return the matrix as scipy has it, of the same arrays."""
        return share_elements(self.data, self.columns, self.starts, (self.n_rows, self.n_columns))

    def _rows(self) -> Ints:
        """Return the row of each element."""
        return np.repeat(np.arange(self.n_rows, dtype=np.int64), np.diff(self.starts))

    def _find(self, rows: Ints) -> tuple[Ints, Ints]:
        """Return where the elements of some rows would start one after the other, and where they are."""
        low = self.starts[rows].astype(np.int64)
        sizes = self.starts[rows + 1] - low
        starts = np.concatenate(([0], np.cumsum(sizes)))
        return starts, np.repeat(low - starts[:-1], sizes) + np.arange(int(starts[-1]))

    def _divide(self, first: Ints, second: Ints) -> Iterator[slice]:
        """Yield parts of pairs that take limited memory."""
        steps = np.cumsum(sum(self.starts[rows + 1] - self.starts[rows] for rows in (first, second)), dtype=np.int64)
        low = 0
        while low < first.size:
            before = int(steps[low - 1]) if low else 0
            high = int(np.searchsorted(steps, before + _MAX_ELEMENTS, side="right"))
            high = min(max(high, low + 1), low + _MAX_PAIRS)
            yield slice(low, high)
            low = high

    def _share_by_scipy(self, first: Ints, second: Ints) -> SharedElements:
        matrix = self.to_scipy()
        shared = matrix[first].astype(np.float64).multiply(matrix[second]).tocsr()
        return SharedElements(shared.indptr.astype(np.int64), shared.indices.astype(np.int64), shared.data)

    def _share_by_numpy(self, first: Ints, second: Ints) -> SharedElements:
        (starts, of_first), (starts_of_second, of_second) = self._find(first), self._find(second)
        n = self.n_columns
        pairs = np.arange(first.size, dtype=np.int64) * n
        left = np.repeat(pairs, np.diff(starts)) + self.columns[of_first]
        right = np.repeat(pairs, np.diff(starts_of_second)) + self.columns[of_second]
        # Both are sorted, as pairs are in order and so are the columns of each row.
        places = np.minimum(np.searchsorted(right, left), max(0, right.size - 1))
        is_shared = right[places] == left if right.size else np.zeros(left.size, dtype=np.bool_)
        one, other = of_first[is_shared], of_second[places[is_shared]]
        return SharedElements(
            np.concatenate(([0], np.cumsum(is_shared)))[starts],
            self.columns[one].astype(np.int64),
            self.data[one].astype(np.float64) * self.data[other],
        )


def narrow_indices(size: int) -> type[np.signedinteger[Any]]:
    """Return the type of the indices of a matrix with so many elements: 32 bits where they suffice."""
    return np.int32 if size <= np.iinfo(np.int32).max else np.int64


def share_elements(
    data: NDArray[Any], indices: NDArray[Any], starts: NDArray[Any], shape: tuple[int, int]
) -> "csr_array[Any, Any]":
    """Return the matrix that has these very arrays, of which others may have some, also when they are pickled together.

    The constructor of a matrix takes views of them, which are pickled apart.
    """
    from scipy.sparse import csr_array

    shared = csr_array(shape, dtype=data.dtype)
    shared.data, shared.indices, shared.indptr = data, indices, starts
    return shared


# About 50 MB per block, whatever the number of papers.
_MAX_BLOCK_STEPS = 2_000_000

MIN_INCREMENTS_FOR_SCIPY = 500_000
"""The number of pairs of holders of all items from which scipy is worth importing."""


class PairProduct:
    """The product of the matrix of papers by items with its transpose, a range of rows at a time.

    Time is proportional to the number of steps, Σ df². Every pair that shares at least one item is in the block of its
    first paper, in no particular order.
    """

    def __init__(self, holdings: Holdings, values: Floats) -> None:
        """Start with the items of each paper, and what each item adds to a pair, above 0.

        If all values are multiples of one power of two, the total is exact in any order of addition as long as it stays
        below 2^53 of these units.
        """
        self._holdings = holdings
        self._values = values
        frequencies = holdings.frequencies
        self._is_large = int((frequencies * (frequencies - 1) // 2).sum()) >= MIN_INCREMENTS_FOR_SCIPY

    def blocks(self) -> Iterator[tuple[int, int]]:
        """Yield ranges of papers with at most `_MAX_BLOCK_STEPS` steps of the product, but at least one paper."""
        holdings, frequencies = self._holdings, self._holdings.frequencies
        of_papers = np.bincount(
            holdings.holders, weights=np.repeat(frequencies, frequencies), minlength=holdings.n_papers
        )
        yield from divide_by_steps(np.concatenate(([0.0], np.cumsum(of_papers))), _MAX_BLOCK_STEPS)

    def prepare(self) -> None:
        """Make the matrices, so that they are shared with other processes instead of made in each."""
        if self._is_large:
            _ = self._matrices

    def pairs(self, low: int, high: int) -> Pairs:
        """Return the pairs that share items, the first paper of which is in a range."""
        return self._multiply(low, high) if self._is_large else self._enumerate(low, high)

    def _multiply(self, low: int, high: int) -> Pairs:
        weighted, columns = self._matrices
        # Earlier papers are left out, so that a pair is made once, but for those within the block.
        product = (weighted[low:high] @ columns[:, low:]).tocoo()
        upper = product.col > product.row
        first, second = product.row[upper].astype(np.int64) + low, product.col[upper].astype(np.int64) + low
        return Pairs(first=first, second=second, total=product.data[upper])

    @cached_property
    def _matrices(self) -> "tuple[csr_array[Any, Any], csr_array[Any, Any]]":
        """The values of the items of each paper, and the papers of each item."""
        from scipy.sparse import csr_array

        holdings = self._holdings
        rows = hold(holdings)
        weighted = SparseRows(rows.starts, rows.columns, self._values[rows.columns], rows.n_columns).to_scipy()
        shape = (len(holdings.items), holdings.n_papers)
        return weighted, csr_array((np.ones(holdings.holders.size), holdings.holders, holdings.starts), shape=shape)

    def _enumerate(self, low: int, high: int) -> Pairs:
        holdings, n = self._holdings, self._holdings.n_papers
        papers = holdings.holders
        items = np.repeat(np.arange(len(holdings.items)), holdings.frequencies)
        elements = np.flatnonzero((papers >= low) & (papers < high))
        # The holders of an item ascend, so that those after an element are the second papers of its pairs.
        n_later = holdings.starts[items[elements] + 1] - elements - 1
        left = np.repeat(elements, n_later)
        right = left + 1 + np.arange(left.size) - np.repeat(np.cumsum(n_later) - n_later, n_later)
        codes, numbers = np.unique(papers[left] * n + papers[right], return_inverse=True)
        total: Floats = np.bincount(numbers, weights=self._values[items[left]], minlength=codes.size).astype(np.float64)
        return Pairs(first=codes // n, second=codes % n, total=total)


def hold(holdings: Holdings) -> SparseRows:
    """Return the matrix of papers by items, with 1 for each item that a paper holds."""
    order = np.argsort(holdings.holders, kind="stable")
    items = np.repeat(np.arange(len(holdings.items)), holdings.frequencies)[order]
    sizes = np.bincount(holdings.holders, minlength=holdings.n_papers)
    starts = np.concatenate(([0], np.cumsum(sizes)))
    return SparseRows(starts, items, np.ones(items.size, dtype=np.int64), max(1, len(holdings.items)))
