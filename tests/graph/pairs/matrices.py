"""Sparse matrices for tests, of dense ones."""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from papertrace.graph.pairs.products import SparseRows


def to_rows(dense: NDArray[Any]) -> SparseRows:
    """Return the elements of a matrix that are not zero."""
    rows, columns = np.nonzero(dense)
    starts = np.searchsorted(rows, np.arange(len(dense) + 1)).astype(np.int32)
    return SparseRows(starts, columns.astype(np.int32), dense[rows, columns], dense.shape[1])
