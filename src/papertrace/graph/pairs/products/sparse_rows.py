"""Sparse matrices as their rows: what holds a matrix between steps, and is pickled for other processes.

Importing scipy takes longer than linking two hundred papers, so that small matrices are handled with numpy alone.
Elements are whole numbers, whose sums are the same either way.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from papertrace.graph.pairs.projection import Floats, Ints

if TYPE_CHECKING:
    from scipy.sparse import csr_array

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
