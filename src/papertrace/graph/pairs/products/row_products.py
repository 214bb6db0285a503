"""Products of many pairs of rows of a sparse matrix, one row at a time with all others that it is paired with.

The row becomes a dense vector, and reading from it takes a tenth of the time of merging two sparse rows. The others are
read where they are: to copy them takes longer than to multiply them.
"""

from collections.abc import Iterator
from typing import Any

import numpy as np
from numpy.typing import NDArray
from scipy.sparse import (
    csr_array,  # Worker processes share the cost of what is imported here: they are forked after it.
)

from papertrace.graph.pairs.products.sparse_rows import SparseRows
from papertrace.graph.pairs.projection import Ints


def generate_runs(first: Ints) -> Iterator[tuple[int, int, int]]:
    """Yield each run of equal values: the value, where the run starts, and where it ends.

    >>> list(generate_runs(np.array([3, 3, 5])))
    [(3, 0, 2), (5, 2, 3)]
    """
    starts = np.flatnonzero(np.concatenate((first[:1] == first[:1], first[1:] != first[:-1])))
    ends = np.append(starts[1:], first.size)[: starts.size]
    yield from zip(first[starts].tolist(), starts.tolist(), ends.tolist(), strict=True)


class RowMultiplier:
    """The products of rows of a matrix with a vector, without copying the rows.

    They are those of a matrix that shares the elements of the first one. Its rows are the wanted ones in descending
    order, each followed by an empty one, since that one would end before it starts; empty ones fill it up.
    """

    def __init__(self, rows: SparseRows) -> None:
        """Start with the rows."""
        self._matrix = rows.to_scipy()
        self._shared: dict[int, csr_array[Any, Any]] = {}

    def own(self, row: int) -> slice:
        """Return where the elements of a row are."""
        return slice(int(self._matrix.indptr[row]), int(self._matrix.indptr[row + 1]))

    def multiply(self, rows: Ints, vector: NDArray[Any]) -> NDArray[Any]:
        """Return the product of each of the given rows with a vector of the type of the matrix."""
        if not rows.size:
            return np.zeros(0, dtype=self._matrix.dtype)
        if (rows[1:] < rows[:-1]).any():
            order = np.argsort(rows, kind="stable")
            products = np.empty(rows.size, dtype=self._matrix.dtype)
            products[order] = self.multiply(rows[order], vector)
            return products
        starts, backwards = self._matrix.indptr, rows[::-1]
        shared = self._of_size(1 << rows.size.bit_length())
        bounds = np.zeros(shared.shape[0] + 1, dtype=starts.dtype)
        bounds[0 : 2 * rows.size : 2], bounds[1 : 2 * rows.size : 2] = starts[backwards], starts[backwards + 1]
        shared.indptr = bounds
        products = np.asarray(shared @ vector)
        return products[: 2 * rows.size : 2][::-1]

    def _of_size(self, n: int) -> "csr_array[Any, Any]":
        """Return a matrix of 2n rows that shares the elements, made once, since that takes as long as a product."""
        if n not in self._shared:
            matrix = self._matrix
            shared = self._shared[n] = csr_array((2 * n, matrix.shape[1]))
            shared.data, shared.indices = matrix.data, matrix.indices
        return self._shared[n]
