"""Concepts within longer ones."""

import numpy as np
import pytest

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
