"""Products of chosen rows of a sparse matrix with a vector."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.sparse import csr_array

from papertrace.graph.pairs.row_products import RowMultiplier, generate_runs

MATRIX = np.array([[1, 0, 2, 0], [0, 0, 0, 0], [0, 3, 0, 4], [5, 6, 7, 8], [0, 0, 0, 9]])


@pytest.mark.parametrize("kind", [np.int32, np.int64, np.float64])
@given(
    rows=st.lists(st.integers(0, len(MATRIX) - 1), max_size=20),
    vector=st.lists(st.integers(0, 99), min_size=4, max_size=4),
)
def test_products_are_those_of_the_rows_in_any_order(kind: type[np.number], rows: list[int], vector: list[int]) -> None:
    chosen, factor = np.array(rows, dtype=np.int64), np.array(vector, dtype=kind)
    found = RowMultiplier(csr_array(MATRIX.astype(kind))).multiply(chosen, factor)
    assert found.dtype == kind
    assert found.tolist() == (MATRIX[chosen] @ factor).tolist()


def test_products_of_one_call_do_not_change_those_of_another() -> None:
    rows = RowMultiplier(csr_array(MATRIX))
    ones = np.ones(4, dtype=np.int64)
    before = rows.multiply(np.array([0, 2, 3]), ones)
    rows.multiply(np.array([1, 1, 4]), ones)
    assert before.tolist() == [3, 7, 26]
    assert rows.multiply(np.array([4]), ones).tolist() == [9]


def test_matrix_is_left_as_it_was() -> None:
    matrix = csr_array(MATRIX)
    RowMultiplier(matrix).multiply(np.array([3, 0]), np.ones(4, dtype=np.int64))
    assert (matrix.toarray() == MATRIX).all()


def test_runs_of_nothing_are_none() -> None:
    assert list(generate_runs(np.zeros(0, dtype=np.int64))) == []
