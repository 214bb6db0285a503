"""Concepts within longer ones."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from papertrace.graph.pairs import nested_concepts
from papertrace.graph.pairs.nested_concepts import find_longer, find_parts, is_whole

ITEMS = ("gaussian", "gaussian splatting", "fast gaussian splatting", "splatting", "tree")


def test_parts_of_a_concept_are_its_words_and_phrases() -> None:
    shorter, longer = find_longer(ITEMS)
    found = {(ITEMS[one], ITEMS[other]) for one, other in zip(shorter.tolist(), longer.tolist(), strict=True)}
    assert found == {
        ("gaussian", "gaussian splatting"),
        ("gaussian", "fast gaussian splatting"),
        ("splatting", "gaussian splatting"),
        ("splatting", "fast gaussian splatting"),
        ("gaussian splatting", "fast gaussian splatting"),
    }


def test_concept_is_part_only_of_a_longer_one_in_the_same_run() -> None:
    starts, items = np.array([0, 2, 4]), np.array([0, 1, 0, 4])
    assert is_whole(starts, items, find_longer(ITEMS), len(ITEMS)).tolist() == [False, True, True, True]


@pytest.mark.parametrize("n_at_once", [1, 2, 100])
def test_parts_do_not_depend_on_how_many_papers_are_looked_at_at_once(
    n_at_once: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(nested_concepts, "_MAX_RUNS", n_at_once)
    starts, items = np.array([0, 2, 2, 5, 6]), np.array([0, 1, 0, 3, 2, 3])
    found = find_parts(starts, items, find_longer(ITEMS), len(ITEMS))
    assert found.tolist() == [True, False, True, True, False, False]


def test_relations_are_sorted_by_the_shorter_concept_and_none_is_with_itself() -> None:
    shorter, longer = find_longer(ITEMS)

    codes = [*zip(shorter.tolist(), longer.tolist(), strict=True)]
    assert codes == sorted(codes)
    assert all(one != other for one, other in codes)
    assert shorter.dtype == longer.dtype == np.int64


def test_a_part_of_a_word_is_no_part_of_a_concept() -> None:
    assert [found.tolist() for found in find_longer(("tree", "trees of life", "of life"))] == [[2], [1]]


def test_without_relations_every_concept_is_whole() -> None:
    nothing = np.zeros(0, dtype=np.int64), np.zeros(0, dtype=np.int64)

    assert is_whole(np.array([0, 2]), np.array([0, 1]), nothing, 2).tolist() == [True, True]
    assert is_whole(np.array([0]), np.array([], dtype=np.int64), find_longer(ITEMS), len(ITEMS)).tolist() == []


RUNS = st.lists(st.lists(st.integers(0, len(ITEMS) - 1), max_size=5, unique=True), max_size=6)


@given(RUNS)
def test_parts_are_those_found_pair_by_pair(runs: list[list[int]]) -> None:
    starts = np.concatenate(([0], np.cumsum([len(run) for run in runs]))).astype(np.int64)
    items = np.array([item for run in runs for item in run], dtype=np.int64)
    expected = [
        any(one != other and f" {ITEMS[one]} " in f" {ITEMS[other]} " for other in run) for run in runs for one in run
    ]

    assert find_parts(starts, items, find_longer(ITEMS), len(ITEMS)).tolist() == expected
    assert is_whole(starts, items, find_longer(ITEMS), len(ITEMS)).tolist() == [not one for one in expected]
