"""Sums over the columns that pairs of rows share, as a product of sparse matrices, a group of rows at a time.

A column adds one step for every pair of its rows. To look up whole rows instead takes one step for every element of
the second row of every wanted pair, so that a product is faster where columns have few rows, and where most pairs that
share anything are wanted.
"""

from functools import cached_property
from itertools import pairwise
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from papertrace.graph.pairs.products.row_products import generate_runs
from papertrace.graph.pairs.products.sparse_rows import add_up_before, share_elements
from papertrace.graph.pairs.projection import Ints

if TYPE_CHECKING:
    from scipy.sparse import csr_array

_MAX_STEPS = 500_000  # of a product, about 8 MB
_STEPS_PER_ROW = 2  # Each product begins with as many zeros as there are rows, so that it should not have fewer steps.
_N_CUTS = 8  # Earlier rows are left out of the columns whenever another eighth of them is done.


class PairSums:
    """The sums of pairs of rows of two matrices of the same shape and type."""

    def __init__(self, left: "csr_array[Any, Any]", columns: "csr_array[Any, Any]") -> None:
        """Start with two matrices in compressed sparse row form, the second one transposed, its rows sorted.

        A sum is that of products of elements of both.
        """
        self._left, self._columns = left, columns
        self._later: tuple[int, csr_array[Any, Any]] | None = None

    def __getstate__(self) -> "tuple[csr_array[Any, Any], csr_array[Any, Any]]":
        """Return the matrices alone, so that the bytes of a pickle do not depend on what was added up before."""
        return self._left, self._columns

    def __setstate__(self, state: "tuple[csr_array[Any, Any], csr_array[Any, Any]]") -> None:
        """Take the matrices of another process; the second one by columns, of which all processes share one copy."""
        PairSums.__init__(self, *state)

    @cached_property
    def _steps(self) -> Ints:
        """The steps of the products of all rows before each."""
        sizes = np.diff(self._columns.indptr)
        return add_up_before(self._left.indptr, lambda part: sizes[self._left.indices[part]])

    def add_up(self, first: Ints, second: Ints) -> NDArray[Any]:
        """Return the sum of each pair, 0 where nothing is shared; `first` is sorted and less than `second`."""
        sums = np.zeros(first.size, dtype=self._left.dtype)
        runs = list(generate_runs(first))
        rows = np.array([row for row, _, _ in runs], dtype=np.int64)
        before = np.cumsum(self._steps[rows + 1] - self._steps[rows])
        max_steps = max(_MAX_STEPS, _STEPS_PER_ROW * self._columns.shape[1])
        groups = np.flatnonzero(np.diff(before // max_steps)) + 1
        bounds = [0, *groups.tolist(), len(runs)]
        for low, high in pairwise(bounds):
            if low < high:
                self._add_group(runs[low:high], rows[low:high], second, sums)
        return sums

    def _add_group(self, runs: list[tuple[int, int, int]], rows: Ints, second: Ints, sums: NDArray[Any]) -> None:
        """Fill in the sums of the pairs of some first rows."""
        columns, own = self._columns_from(int(rows[0])), self._left[rows]
        # Every second row of the columns is one.
        own = type(own)((own.data, 2 * own.indices + 1, own.indptr), shape=(rows.size, columns.shape[0]))
        product = own @ columns
        dense = np.zeros(columns.shape[1], dtype=sums.dtype)
        starts, others, values = product.indptr.tolist(), product.indices, product.data
        for number, (_, start, end) in enumerate(runs):
            found = others[starts[number] : starts[number + 1]]
            dense[found] = values[starts[number] : starts[number + 1]]
            sums[start:end] = dense[second[start:end]]
            dense[found] = 0

    def _columns_from(self, row: int) -> "csr_array[Any, Any]":
        """Return the columns without most of the earlier rows, each after a row of those that it lacks.

        They share the elements of the undivided columns, which workers have in common.
        """
        n_rows = self._columns.shape[1]
        offset = row * _N_CUTS // n_rows * n_rows // _N_CUTS
        if self._later is None or self._later[0] != offset:
            starts, indices = self._columns.indptr, self._columns.indices
            before = add_up_before(starts, lambda part: indices[part] < offset)
            bounds = np.zeros(2 * starts.size - 1, dtype=starts.dtype)
            bounds[1::2], bounds[2::2] = starts[:-1] + np.diff(before), starts[1:]
            shape = (bounds.size - 1, n_rows)
            self._later = (offset, share_elements(self._columns.data, indices, bounds, shape))
        return self._later[1]
