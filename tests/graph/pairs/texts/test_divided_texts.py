"""Texts divided into rare and common terms."""

import numpy as np
import pytest
from tests.graph.pairs.matrices import to_rows

from papertrace.graph.pairs.texts import divided_texts
from papertrace.graph.pairs.texts.divided_texts import DividedTexts
from papertrace.graph.pairs.texts.similarity import TextVectors

N_PAPERS = 60


def _texts(scale: int = 1) -> TextVectors:
    """Return texts of terms of which some are in nearly all and some in few; the last paper has none."""
    generator = np.random.default_rng(5)
    shares = np.linspace(0.02, 0.9, 50)
    counts = generator.integers(1, 30, (N_PAPERS, 50)) * (generator.random((N_PAPERS, 50)) < shares)
    counts[-1] = 0
    values = (counts * scale).astype(np.int32)
    lengths = np.sqrt((values.astype(np.float64) ** 2).sum(axis=1))
    return TextVectors(to_rows(values), lengths, np.zeros(3, dtype=np.int64))


@pytest.mark.parametrize("pairs_per_paper", [0, 20, 1_000], ids=["all common", "some rare", "all rare"])
@pytest.mark.parametrize("min_run", [1, 24, 100], ids=["products", "both", "pair by pair"])
@pytest.mark.parametrize("scale", [1, 1_000], ids=["short texts", "texts beyond 32 bits"])
def test_cosines_are_those_of_undivided_texts(
    pairs_per_paper: float, min_run: int, scale: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(divided_texts, "_MIN_RUN", min_run)
    texts = _texts(scale)
    first, second = np.triu_indices(N_PAPERS, 1)
    found = DividedTexts(texts, pairs_per_paper).compare(first, second)
    assert found.tolist() == texts.compare(first, second).tolist()
    assert found[first == 0].min() == 0.0
    assert found.max() > 0.5
