"""Products of chosen rows of a sparse matrix with a vector."""

from itertools import pairwise

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.graph.pairs.matrices import to_rows

from papertrace.graph.pairs.products.row_products import RowMultiplier, generate_runs

MATRIX = np.array([[1, 0, 2, 0], [0, 0, 0, 0], [0, 3, 0, 4], [5, 6, 7, 8], [0, 0, 0, 9]])


@pytest.mark.parametrize("kind", [np.int32, np.int64, np.float64])
@given(
    rows=st.lists(st.integers(0, len(MATRIX) - 1), max_size=20),
    vector=st.lists(st.integers(0, 99), min_size=4, max_size=4),
)
def test_products_are_those_of_the_rows_in_any_order(kind: type[np.number], rows: list[int], vector: list[int]) -> None:
    chosen, factor = np.array(rows, dtype=np.int64), np.array(vector, dtype=kind)
    found = RowMultiplier(to_rows(MATRIX.astype(kind))).multiply(chosen, factor)
    assert found.dtype == kind
    assert found.tolist() == (MATRIX[chosen] @ factor).tolist()


def test_products_of_one_call_do_not_change_those_of_another() -> None:
    rows = RowMultiplier(to_rows(MATRIX))
    ones = np.ones(4, dtype=np.int64)
    before = rows.multiply(np.array([0, 2, 3]), ones)
    rows.multiply(np.array([1, 1, 4]), ones)
    assert before.tolist() == [3, 7, 26]
    assert rows.multiply(np.array([4]), ones).tolist() == [9]


def test_matrix_is_left_as_it_was() -> None:
    matrix = to_rows(MATRIX)
    RowMultiplier(matrix).multiply(np.array([3, 0]), np.ones(4, dtype=np.int64))
    assert (matrix.to_scipy().toarray() == MATRIX).all()


def test_runs_of_nothing_are_none() -> None:
    assert list(generate_runs(np.zeros(0, dtype=np.int64))) == []


@given(st.lists(st.integers(0, 3), max_size=12))
def test_runs_are_the_longest_ones_of_equal_values_in_order(values: list[int]) -> None:
    runs = list(generate_runs(np.array(values, dtype=np.int64)))

    assert [value for value, start, end in runs for _ in range(start, end)] == values
    assert [start for _, start, _ in runs] == [0, *(end for _, _, end in runs)][: len(runs)]
    assert all(one[0] != other[0] for one, other in pairwise(runs))


def test_elements_of_a_row_are_where_the_matrix_has_them() -> None:
    matrix = to_rows(MATRIX)
    rows = RowMultiplier(matrix)

    assert [matrix.data[rows.own(row)].tolist() for row in range(5)] == [[1, 2], [], [3, 4], [5, 6, 7, 8], [9]]


def test_rows_in_order_are_multiplied_without_sorting_them(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(np, "argsort", None)
    rows = RowMultiplier(to_rows(MATRIX))

    assert rows.multiply(np.array([0, 0, 3, 4, 4]), np.ones(4, dtype=np.int64)).tolist() == [3, 3, 26, 9, 9]


def test_products_of_as_many_rows_are_made_in_one_matrix() -> None:
    rows = RowMultiplier(to_rows(MATRIX))
    made = {n: rows._of_size(n) for n in (4, 8)}  # noqa: SLF001 - that it is made once is what it is for

    assert [made[n].shape for n in (4, 8)] == [(8, 4), (16, 4)]
    assert all(rows._of_size(n) is matrix for n, matrix in made.items())  # noqa: SLF001 - as above
