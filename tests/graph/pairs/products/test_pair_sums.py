"""Sums over what pairs of rows share."""

import pickle
from itertools import pairwise
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray
from scipy.sparse import csr_array

from papertrace.graph.pairs.products import pair_sums, sparse_rows
from papertrace.graph.pairs.products.pair_sums import PairSums

N_ROWS = 40


def _matrix(seed: int) -> "csr_array[Any, Any]":
    generator = np.random.default_rng(seed)
    return csr_array(generator.integers(0, 9, (N_ROWS, 25)) * (generator.random((N_ROWS, 25)) < 0.2))


@pytest.mark.parametrize("max_steps", [1, 60, 2_000_000], ids=["a row at a time", "some rows", "all rows"])
def test_sums_are_those_of_dense_rows(max_steps: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pair_sums, "_MAX_STEPS", max_steps)
    monkeypatch.setattr(pair_sums, "_STEPS_PER_ROW", 0)
    monkeypatch.setattr(sparse_rows, "_N_AT_ONCE", 7)
    left, right = _matrix(1), _matrix(2)
    first, second = np.triu_indices(N_ROWS, 1)
    of_left: NDArray[np.int64] = left.toarray()
    of_right: NDArray[np.int64] = right.toarray()
    expected = (of_left[first] * of_right[second]).sum(axis=1)
    assert (expected == 0).any()
    assert PairSums(left, right.T.tocsr()).add_up(first, second).tolist() == expected.tolist()


def test_some_pairs_have_the_sums_that_they_have_among_all() -> None:
    sums = PairSums(_matrix(1), _matrix(2).T.tocsr())
    first, second = np.triu_indices(N_ROWS, 1)
    some = np.flatnonzero(np.random.default_rng(3).random(first.size) < 0.1)
    assert sums.add_up(first[some], second[some]).tolist() == sums.add_up(first, second)[some].tolist()


def test_earlier_pairs_may_be_added_up_after_later_ones() -> None:
    sums = PairSums(_matrix(1), _matrix(2).T.tocsr())
    first, second = np.triu_indices(N_ROWS, 1)
    later = first >= N_ROWS // 2
    after = sums.add_up(first[later], second[later])
    before = sums.add_up(first[~later], second[~later])
    assert [*before.tolist(), *after.tolist()] == sums.add_up(first, second).tolist()


def test_what_was_added_up_does_not_travel() -> None:
    sums = PairSums(_matrix(1), _matrix(2).T.tocsr())
    first, second = np.triu_indices(N_ROWS, 1)
    before = pickle.dumps(sums)
    expected = sums.add_up(first, second)
    assert pickle.dumps(sums) == before
    read: PairSums = pickle.loads(before)  # noqa: S301 - our own bytes
    assert read.add_up(first, second).tolist() == expected.tolist()


def test_columns_share_their_elements_whichever_rows_are_left_out() -> None:
    sums = PairSums(_matrix(1), _matrix(2).T.tocsr())
    _, whole = sums.__getstate__()
    dense = whole.toarray()
    for row in range(N_ROWS):
        later = sums._columns_from(row)  # noqa: SLF001 - what it shares cannot be seen from outside
        assert later.data is whole.data
        assert later.indices is whole.indices
        rows = [dict(zip(later.indices[a:b], later.data[a:b], strict=True)) for a, b in pairwise(later.indptr)][1::2]
        first = min(min(found, default=N_ROWS) for found in rows)
        assert row - N_ROWS // 8 <= first
        expected = [{at: value for at, value in enumerate(column) if value and at >= first} for column in dense]
        assert rows == expected


def test_no_pairs_have_no_sums() -> None:
    none = np.zeros(0, dtype=np.int64)
    assert PairSums(_matrix(1), _matrix(2).T.tocsr()).add_up(none, none).size == 0


@pytest.mark.parametrize("max_steps", [1, 60, 2_000_000])
def test_rows_are_added_up_together_as_long_as_they_take_few_steps(
    max_steps: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(pair_sums, "_MAX_STEPS", max_steps)
    monkeypatch.setattr(pair_sums, "_STEPS_PER_ROW", 0)
    left, right = _matrix(1), _matrix(2).T.tocsr()
    of_rows = left.astype(bool).astype(int) @ np.diff(right.indptr)
    groups: list[list[int]] = []
    monkeypatch.setattr(PairSums, "_add_group", lambda _, runs, *_others: groups.append([row for row, _, _ in runs]))

    PairSums(left, right).add_up(*np.triu_indices(N_ROWS, 1))

    assert [row for group in groups for row in group] == list(range(N_ROWS - 1))
    assert all(of_rows[group].sum() <= max_steps + of_rows.max() for group in groups)
    assert len(groups) <= of_rows.sum() // max_steps + 1
