from collections.abc import Iterator
from typing import get_args

import numpy as np
import pytest
from tests.backbones import Blocks, compute_totals, prune

from papertrace.graph.backbone.pruning import Backbone
from papertrace.graph.pairs.edge_list import EdgeList
from papertrace.graph.settings import GraphSettings, Pruning

# A star: 0 - 1 with 8, 0 - 2 with 1, 0 - 3 with 1; and 2 - 3 with 1.
STAR = EdgeList(first=np.array([0, 0, 0, 2]), second=np.array([1, 2, 3, 3]), weights=np.array([8, 1, 1, 1]))


def in_blocks(edges: EdgeList, n_blocks: int) -> Blocks:
    def generate() -> Iterator[EdgeList]:
        for places in np.array_split(np.arange(len(edges)), n_blocks):
            yield edges.take(places)

    return generate


def random_edges(n: int, share: float = 0.3, *, levels: int = 0) -> EdgeList:
    """Return random edges between `n` papers, with as many different weights as said, or all different."""
    random = np.random.default_rng(7)
    pairs = np.argwhere(np.triu(random.random((n, n)) < share, 1))
    weights = np.ceil(random.random(len(pairs)) ** 3 * (levels or 2**32))
    return EdgeList(first=pairs[:, 0], second=pairs[:, 1], weights=weights.astype(np.int64))


def _prune(
    edges: EdgeList,
    n_papers: int,
    pruning: Pruning,
    *,
    n_blocks: int = 1,
    alpha: float | None = None,
    n_nearest: int = 4,
) -> Backbone:
    blocks = in_blocks(edges, n_blocks)
    settings = GraphSettings(pruning=pruning, alpha=alpha, n_nearest=n_nearest)
    return prune(blocks, compute_totals(blocks, n_papers), settings)


def _ends(edges: EdgeList) -> list[tuple[int, int]]:
    return list(zip(edges.first.tolist(), edges.second.tolist(), strict=True))


@pytest.mark.parametrize(
    ("alpha", "kept"),
    [
        pytest.param(0.05, [(0, 1), (0, 2), (0, 3)], id="significant or of the forest"),
        pytest.param(1.0, [(0, 1), (0, 2), (0, 3), (2, 3)], id="every edge is significant at some level"),
    ],
)
def test_backbone_keeps_what_matters_to_one_end(alpha: float, kept: list[tuple[int, int]]) -> None:
    backbone = _prune(STAR, 4, "disparity", alpha=alpha)
    assert _ends(backbone.edges) == kept
    assert backbone.alpha == alpha


def test_no_pruning_keeps_every_edge_in_order() -> None:
    backbone = _prune(STAR.take(np.array([3, 1, 0, 2])), 4, "none", n_blocks=2)
    assert _ends(backbone.edges) == _ends(STAR)
    assert backbone.alpha == 1


@pytest.mark.parametrize("pruning", get_args(Pruning))
def test_no_edges_leave_none(pruning: Pruning) -> None:
    assert len(_prune(STAR.take(np.zeros(4, dtype=np.bool_)), 4, pruning).edges) == 0


@pytest.mark.parametrize("pruning", get_args(Pruning))
@pytest.mark.parametrize("levels", [0, 3], ids=["weights that differ", "three weights"])
def test_blocks_make_no_difference(pruning: Pruning, levels: int) -> None:
    edges = random_edges(80, levels=levels)
    whole, cut = (_prune(edges, 80, pruning, n_blocks=n_blocks) for n_blocks in (1, 23))
    assert _ends(cut.edges) == _ends(whole.edges)
    assert cut.alpha == whole.alpha


def test_nearest_are_the_heaviest_of_each_paper_and_the_forest() -> None:
    edges = random_edges(60)
    kept = set(_ends(_prune(edges, 60, "nearest", n_blocks=9, n_nearest=2).edges))
    heaviest: set[tuple[int, int]] = set()
    for paper in range(60):
        own = edges.take((edges.first == paper) | (edges.second == paper))
        heaviest |= {_ends(own)[place] for place in np.argsort(-own.weights)[:2].tolist()}
    assert heaviest <= kept
    assert len(kept) < len(edges)
    # A forest of one component has 59 edges, most of them somebody's heaviest.
    assert len(kept - heaviest) < 59


def test_among_equally_near_papers_the_first_ones_count() -> None:
    first, second = np.triu_indices(6, 1)
    edges = EdgeList(first=first, second=second, weights=np.ones(first.size, dtype=np.int64))
    kept = _ends(_prune(edges, 6, "nearest", n_blocks=4, n_nearest=2).edges)
    assert kept == [(0, 1), (0, 2), (0, 3), (0, 4), (0, 5), (1, 2), (1, 3), (1, 4), (1, 5)]
