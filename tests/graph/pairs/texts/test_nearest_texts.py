"""The papers whose texts are most like that of each."""

from itertools import combinations

import numpy as np
import pytest
from tests.graph.pairs.matrices import to_rows

from papertrace.engine.protocol import InlineEngine
from papertrace.graph.pairs import texts
from papertrace.graph.pairs.texts import MIN_COSINE, N_NEAREST, STEPS_PER_UNIT, TextVectors, find_nearest_texts

N_PAPERS = 60


def _vectorise(values: "np.ndarray[tuple[int, int], np.dtype[np.int32]]") -> TextVectors:
    lengths = np.sqrt((values.astype(np.float64) ** 2).sum(axis=1))
    return TextVectors(to_rows(values), lengths, np.zeros(3, dtype=np.int64))


def _texts(scale: int = 1) -> TextVectors:
    """Return texts of terms of which some are in nearly all and some in few; the last paper has none."""
    generator = np.random.default_rng(7)
    counts = generator.integers(1, 30, (N_PAPERS, 50)) * (generator.random((N_PAPERS, 50)) < np.linspace(0.02, 0.9, 50))
    counts[-1] = 0
    return _vectorise((counts * scale).astype(np.int32))


def _pairs(texts: TextVectors) -> dict[tuple[int, int], int]:
    found = find_nearest_texts(texts)
    return {(one, other): round(steps) for one, other, steps in found.rows()}


def test_pairs_are_those_of_which_one_is_among_the_nearest_of_the_other() -> None:
    texts, n = _texts(), N_PAPERS
    first, second = (np.array(ends) for ends in zip(*combinations(range(n), 2), strict=True))
    cosines = np.zeros((n, n))
    cosines[first, second] = cosines[second, first] = texts.compare(first, second)
    expected = set()
    for paper in range(n):
        ranked = np.lexsort((np.arange(n), -cosines[paper])).tolist()
        expected |= {
            (min(paper, other), max(paper, other))
            for other in ranked[:N_NEAREST]
            if cosines[paper, other] >= MIN_COSINE and other != paper
        }
    found = _pairs(texts)
    assert set(found) == expected
    assert list(found) == sorted(found)
    assert all(abs(steps / STEPS_PER_UNIT - cosines[pair]) < 1 / STEPS_PER_UNIT for pair, steps in found.items())
    assert not any(n - 1 in pair for pair in found)  # the paper without a text


@pytest.mark.parametrize("scale", [1, 100_000], ids=["short texts", "texts beyond 32 bits"])
def test_blocks_and_sparse_products_give_the_same(scale: int, monkeypatch: pytest.MonkeyPatch) -> None:
    expected = _pairs(_texts())
    monkeypatch.setattr(texts, "_MAX_DENSE", 0)
    assert _pairs(_texts(scale)) == expected
    monkeypatch.setattr(texts, "_MAX_BLOCK_STEPS", 200)
    with InlineEngine() as engine:
        found = find_nearest_texts(_texts(scale), engine)
    assert {(one, other): round(steps) for one, other, steps in found.rows()} == expected


def test_terms_of_very_many_papers_cost_nothing_but_count_for_lengths(monkeypatch: pytest.MonkeyPatch) -> None:
    # All have the first term, and each two neighbours have one of their own.
    values = np.zeros((12, 7), dtype=np.int32)
    values[:, 0] = 10
    values[np.arange(12), 1 + np.arange(12) // 2] = 10
    monkeypatch.setattr(texts, "_PAIRS_PER_PAPER", 1)
    found = _pairs(_vectorise(values))
    assert found == {(n, n + 1): STEPS_PER_UNIT // 2 for n in range(0, 12, 2)}


def test_of_equally_near_papers_the_first_are_taken() -> None:
    found = _pairs(_vectorise(np.ones((9, 1), dtype=np.int32)))  # three nearest, as the root of nine
    assert set(found) == {(first, other) for first in range(3) for other in range(first + 1, 9)} | {(0, 3)}


@pytest.mark.parametrize("n", [0, 1])
def test_less_than_two_papers_have_no_pair(n: int) -> None:
    assert not len(find_nearest_texts(_vectorise(np.ones((n, 1), dtype=np.int32))))
