from collections.abc import Iterator
from typing import get_args

import numpy as np
import pytest
from tests.backbones import Blocks, compute_totals, prune
from tests.case_tables import cases

from papertrace.graph.backbone import MAX_CHOSEN, STRONGEST_PER_PAPER, Backbone, reduce_edges
from papertrace.graph.pairs.products import EdgeList
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


@cases("alpha, kept", named=True)
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


@pytest.mark.parametrize("levels", [0, 3], ids=["weights that differ", "three weights"])
def test_the_nearest_are_the_same_where_weights_do_not_fit_into_a_number(
    levels: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    edges = random_edges(60, 0.9, levels=levels)
    expected = _ends(_prune(edges, 60, "nearest", n_nearest=2).edges)
    monkeypatch.setattr("papertrace.graph.backbone._MAX_BITS", 8)
    assert _ends(_prune(edges, 60, "nearest", n_nearest=2).edges) == expected


def test_among_equally_near_papers_the_first_ones_count() -> None:
    first, second = np.triu_indices(6, 1)
    edges = EdgeList(first=first, second=second, weights=np.ones(first.size, dtype=np.int64))
    kept = _ends(_prune(edges, 6, "nearest", n_blocks=4, n_nearest=2).edges)
    assert kept == [(0, 1), (0, 2), (0, 3), (0, 4), (0, 5), (1, 2), (1, 3), (1, 4), (1, 5)]


@pytest.mark.parametrize("n_blocks", [1, 5])
def test_no_pruning_keeps_every_edge_of_a_dense_graph(n_blocks: int) -> None:
    edges = random_edges(30, 0.9)

    assert _ends(_prune(edges, 30, "none", n_blocks=n_blocks, n_nearest=1).edges) == _ends(edges)


@pytest.mark.parametrize("levels", [0, 3], ids=["weights that differ", "three weights"])
@pytest.mark.parametrize("share", [0.05, 0.3, 0.9])
def test_the_strongest_are_the_heaviest_of_each_paper_and_then_the_heaviest_of_all(share: float, levels: int) -> None:
    n_papers = 60
    edges = random_edges(n_papers, share, levels=levels)
    heaviest, chosen = set(), set()
    for paper in range(n_papers):
        own = [
            (-weight, first + second - paper, (first, second))
            for first, second, weight in edges.rows()
            if paper in (first, second)
        ]
        chosen |= {ends for *_, ends in sorted(own)[:MAX_CHOSEN]}
        # Of edges of the same weight, the first one of the list counts.
        heaviest |= {ends for _, ends in sorted((weight, ends) for weight, _, ends in own)[:1]}
    weights = {(first, second): weight for first, second, weight in edges.rows()}
    others = sorted(chosen - heaviest, key=lambda ends: (-weights[ends], ends))
    n_more = max(0, int(STRONGEST_PER_PAPER * n_papers) - len(heaviest))

    kept = _prune(edges, n_papers, "strongest", n_blocks=4, n_nearest=1)

    assert set(_ends(kept.edges)) == heaviest & chosen | set(others[:n_more])
    assert kept.alpha == 1


def test_what_a_star_needs_is_kept_even_if_it_is_more_than_the_usual_number_of_edges() -> None:
    """Every paper of ten pairs has its own heaviest edge, and the edges between the pairs are lighter."""
    first = np.array([*range(0, 20, 2), *range(0, 18, 2)])
    second = np.array([*range(1, 21, 2), *range(2, 20, 2)])
    weights = np.array([9] * 10 + [1] * 9)
    edges = EdgeList(first=first, second=second, weights=weights)

    kept = _ends(_prune(edges, 20, "strongest").edges)

    assert len(kept) == len(edges) == 19 < int(STRONGEST_PER_PAPER * 20)
    assert _ends(_prune(edges.take(np.arange(10)), 20, "strongest").edges) == [(n, n + 1) for n in range(0, 20, 2)]


@pytest.mark.parametrize("pruning", ["none", "strongest", "nearest"])
def test_only_the_disparity_has_levels_to_choose_from(pruning: Pruning) -> None:
    edges = random_edges(40)
    totals = compute_totals(in_blocks(edges, 1), 40)

    reduced = reduce_edges(edges, totals, GraphSettings(pruning=pruning))

    assert reduced.n_levels == 0
    assert reduce_edges(edges, totals, GraphSettings(pruning="disparity")).n_levels > 1
    assert reduce_edges(edges, totals, GraphSettings(pruning="disparity", alpha=0.1)).n_levels == 1


def test_the_strongest_of_a_block_are_at_most_four_of_each_paper_without_a_forest() -> None:
    edges = random_edges(40, 0.9)
    totals = compute_totals(in_blocks(edges, 1), 40)

    reduced = reduce_edges(edges, totals, GraphSettings(pruning="strongest", n_nearest=1)).edges

    own = {paper: edges.take((edges.first == paper) | (edges.second == paper)) for paper in range(40)}
    heaviest = {
        _ends(some)[place] for some in own.values() for place in np.argsort(-some.weights)[:MAX_CHOSEN].tolist()
    }
    assert set(_ends(reduced)) == heaviest
