"""Sparse matrices as their rows, with numpy alone and with scipy."""

import pickle
from random import Random

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays
from numpy.typing import NDArray
from tests.graph.integers import make_narrow_numpy
from tests.graph.pairs.matrices import to_rows

from papertrace.graph.pairs import products
from papertrace.graph.pairs.products import SparseRows, narrow_indices

N_ROWS, N_COLUMNS = 7, 5
MATRICES = arrays(np.int32, (N_ROWS, N_COLUMNS), elements=st.integers(0, 3))
PAIRS = st.lists(st.tuples(st.integers(0, N_ROWS - 1), st.integers(0, N_ROWS - 1)), max_size=12)


@pytest.fixture(params=["numpy", "scipy"])
def way(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> str:
    """Have all matrices handled in one way."""
    chosen: str = request.param
    monkeypatch.setattr(products, "MIN_ELEMENTS_FOR_SCIPY", 0 if chosen == "scipy" else 10**9)
    return chosen


def _dense(rows: SparseRows) -> list[list[int]]:
    dense: list[list[int]] = rows.to_scipy().toarray().tolist()
    return dense


@pytest.mark.usefixtures("way")
@pytest.mark.parametrize("max_pairs", [1, 3, 100])
@pytest.mark.parametrize("max_elements", [1, 9, 1_000])
@given(matrix=MATRICES, pairs=PAIRS)
def test_pairs_share_what_dense_rows_share(
    matrix: "NDArray[np.int32]",
    pairs: list[tuple[int, int]],
    max_pairs: int,
    max_elements: int,
) -> None:
    first, second = np.array(pairs, dtype=np.int64).reshape(-1, 2).T
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(products, "_MAX_PAIRS", max_pairs)
        patch.setattr(products, "_MAX_ELEMENTS", max_elements)
        found = to_rows(matrix).share(first, second)

    shared = matrix[first] * matrix[second]
    assert found.add_up().tolist() == shared.sum(axis=1).tolist()
    assert found.columns.tolist() == np.nonzero(shared)[1].tolist()
    assert found.products.tolist() == shared[np.nonzero(shared)].tolist()
    assert np.diff(found.starts).tolist() == np.count_nonzero(shared, axis=1).tolist()
    assert {str(array.dtype) for array in found[:2]} == {"int64"}


def test_integers_may_have_32_bits_by_default(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(products, "np", make_narrow_numpy())
    n_pairs, n_columns = 20_000, 200_000
    columns = np.array([0, n_columns - 1, n_columns - 1], dtype=np.int32)
    rows = SparseRows(np.array([0, 2, 3], dtype=np.int32), columns, np.ones(3, dtype=np.int32), n_columns)

    found = rows.share(np.zeros(n_pairs, dtype=np.int64), np.ones(n_pairs, dtype=np.int64))

    assert found.add_up().tolist() == [1.0] * n_pairs


@pytest.mark.usefixtures("way")
@given(matrix=MATRICES, order=st.randoms(use_true_random=False))
def test_sorting_changes_nothing_but_the_order(matrix: "NDArray[np.int32]", order: Random) -> None:
    rows = to_rows(matrix)
    places: list[int] = []
    for start, end in zip(rows.starts[:-1].tolist(), rows.starts[1:].tolist(), strict=True):
        own = list(range(start, end))
        order.shuffle(own)
        places += own

    mixed = SparseRows(rows.starts, rows.columns[places], rows.data[places], N_COLUMNS).sort()

    assert mixed.columns.tolist() == rows.columns.tolist()
    assert mixed.data.tolist() == rows.data.tolist()
    assert mixed.starts.tolist() == rows.starts.tolist()
    assert mixed.columns.dtype == rows.columns.dtype
    assert mixed.n_columns == N_COLUMNS


@given(matrix=MATRICES, chosen=st.lists(st.integers(0, N_ROWS - 1), max_size=9))
def test_rows_are_taken_in_the_order_given(matrix: "NDArray[np.int32]", chosen: list[int]) -> None:
    places = np.array(chosen, dtype=np.int64)
    taken = to_rows(matrix).take(places)

    assert taken.n_rows == len(chosen)
    assert _dense(taken) == matrix[places].tolist()
    assert taken.starts.dtype == np.int32


@given(matrix=MATRICES, least=st.integers(0, 4))
def test_chosen_elements_stay_where_they_are(matrix: "NDArray[np.int32]", least: int) -> None:
    rows = to_rows(matrix)
    kept = rows.choose(rows.data >= least)
    dense = np.where(matrix >= least, matrix, 0)

    assert _dense(kept) == dense.tolist()
    is_used = dense.any(axis=0)
    left = kept.without_empty_columns()
    assert left.n_columns == max(1, np.count_nonzero(is_used))
    assert _dense(left) == (dense[:, is_used].tolist() if is_used.any() else [[0]] * N_ROWS)
    assert left.columns.dtype == rows.columns.dtype


def test_a_matrix_travels_to_other_processes() -> None:
    rows = to_rows(np.eye(3, dtype=np.int64))
    read: SparseRows = pickle.loads(pickle.dumps(rows))  # noqa: S301 - our own bytes
    assert _dense(read) == _dense(rows)


@pytest.mark.parametrize(("size", "kind"), [(0, np.int32), (2**31 - 1, np.int32), (2**31, np.int64)])
def test_indices_take_no_more_bytes_than_they_need(size: int, kind: type[np.signedinteger]) -> None:
    assert narrow_indices(size) is kind


@pytest.mark.parametrize(
    ("max_pairs", "max_elements", "n_parts"),
    [(100, 1_000, 1), (4, 1_000, 3), (100, 4, 5), (100, 20, 1), (100, 19, 2), (100, 1, 10)],
)
def test_pairs_are_looked_at_together_as_long_as_they_have_few_elements(
    max_pairs: int, max_elements: int, n_parts: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(products, "_MAX_PAIRS", max_pairs)
    monkeypatch.setattr(products, "_MAX_ELEMENTS", max_elements)
    rows = to_rows(np.eye(11, dtype=np.int64))

    parts = list(rows._divide(np.zeros(10, dtype=np.int64), np.arange(1, 11)))  # noqa: SLF001 - how much memory it takes

    assert len(parts) == n_parts
    assert [place for part in parts for place in range(part.start, part.stop)] == list(range(10))
