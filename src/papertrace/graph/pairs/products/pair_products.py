"""The pairs of papers that share items, with the sum of the values of these.

No caller needs all pairs at once, so they are generated in blocks. scipy multiplies sparse matrices where pairs are
many; few are found with numpy alone, in less time than scipy takes to be imported.
"""

from collections.abc import Iterator
from functools import cached_property
from typing import TYPE_CHECKING, Any

import numpy as np

from papertrace.graph.pairs.products.sparse_rows import SparseRows
from papertrace.graph.pairs.projection import Floats, Holdings, Pairs, divide_by_steps

if TYPE_CHECKING:
    from scipy.sparse import csr_array

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
