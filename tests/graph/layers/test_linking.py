from collections.abc import Callable

import numpy as np
import pytest

from papertrace.graph.layers.linking import count_linked, link_by, prepare_linking
from papertrace.graph.settings import GraphSettings, ReferenceWeight
from papertrace.model import Paper

SETS = [["x", "y", "z"], ["x", "v", "w"], ["x"], []]


def test_pairs_that_were_linked_before_pruning_are_counted() -> None:
    first, second = np.array([0, 0, 0, 1]), np.array([1, 2, 3, 2])
    assert prepare_linking(SETS, weight="idf2", pairs_per_paper=4000).count_linked(first, second) == 3
    # The first two share no more than chance gives.
    assert prepare_linking(SETS, weight="npmi", pairs_per_paper=4000).count_linked(first, second) == 2


@pytest.mark.parametrize("weight", ["idf2", "cosine", "npmi"])
def test_links_made_twice_are_those_that_are_cached(
    weight: ReferenceWeight, make_papers: Callable[..., list[Paper]], monkeypatch: pytest.MonkeyPatch
) -> None:
    sets = [[concept.key for concept in paper.concepts] for paper in make_papers(150)]
    remembered = link_by(sets, GraphSettings(), weight=weight)
    monkeypatch.setattr("papertrace.graph.layers.linking._MAX_CACHED_EDGES", 0)
    monkeypatch.setattr("papertrace.graph.pairs.projection._MAX_BLOCK_STEPS", 500)
    again = link_by(sets, GraphSettings(), weight=weight)
    assert list(again.edges.rows()) == list(remembered.edges.rows())
    assert (again.alpha, again.totals.n_edges) == (remembered.alpha, remembered.totals.n_edges)


def test_pairs_of_several_layers_are_counted_once() -> None:
    other = [["r"], ["r"], ["s"], ["s"]]
    layers = [link_by(sets, GraphSettings(), weight="idf2") for sets in (SETS, other)]
    nobody, pair = np.zeros(0, dtype=np.int64), (np.array([0, 0]), np.array([1, 3]))
    # By the first layer 0-1, 0-2 and 1-2, by the second 0-1 and 2-3.
    assert count_linked(layers[:1], nobody, nobody) == 3
    assert count_linked(layers, nobody, nobody) == 4
    # 0-1 is linked by both anyway, 0-3 by neither.
    assert count_linked(layers[:1], *pair) == 4
    assert count_linked(layers, *pair) == 5
