import networkx as nx
import numpy as np
import pytest

from papertrace.graph.backbone import add_to_forest, spanning_forest
from papertrace.graph.pairs.products import EdgeList, join


def _edges(*edges: tuple[int, int, float]) -> EdgeList:
    first, second, weights = (np.array(column) for column in zip(*edges, strict=True))
    return EdgeList(first=first, second=second, weights=weights)


def _random(n: int, share: float, *, levels: int = 1000) -> EdgeList:
    random = np.random.default_rng(7)
    pairs = np.argwhere(np.triu(random.random((n, n)) < share, 1))
    return EdgeList(first=pairs[:, 0], second=pairs[:, 1], weights=random.integers(1, levels + 1, len(pairs)))


def _ends(edges: EdgeList) -> list[tuple[int, int]]:
    return sorted(zip(edges.first.tolist(), edges.second.tolist(), strict=True))


def test_no_edges_make_no_forest() -> None:
    assert len(spanning_forest(join([]), 3)) == 0


def test_forest_takes_the_heaviest_edges_and_ties_go_to_the_lower_ends() -> None:
    # 2 and 3 have two edges of weight 1 each, and keep those to 0.
    star = _edges((2, 3, 1.0), (0, 3, 1.0), (0, 2, 1.0), (0, 1, 8.0))
    assert _ends(spanning_forest(star, 4)) == [(0, 1), (0, 2), (0, 3)]


def test_forest_ties_what_the_heaviest_edge_of_each_paper_leaves_apart() -> None:
    # Two pairs, each other's strongest, and one weak edge between them.
    assert len(spanning_forest(_edges((0, 1, 9.0), (1, 2, 1.0), (2, 3, 9.0)), 5)) == 3


@pytest.mark.parametrize("few", [50_000, 10], ids=["sorted at once", "the heaviest eighth first"])
def test_forest_is_the_one_of_networkx(few: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("papertrace.graph.backbone._MAX_SORTED_EDGES", few)
    edges = _random(60, 0.05, levels=10**9)
    graph: nx.Graph[int] = nx.Graph()
    graph.add_weighted_edges_from(zip(edges.first.tolist(), edges.second.tolist(), edges.weights.tolist(), strict=True))
    theirs = sorted((min(edge), max(edge)) for edge in nx.maximum_spanning_edges(graph, data=False))
    assert _ends(spanning_forest(edges, 60)) == theirs


@pytest.mark.parametrize("few", [50_000, 10], ids=["sorted at once", "the heaviest eighth first"])
def test_order_and_blocks_make_no_difference_where_weights_are_equal(few: int, monkeypatch: pytest.MonkeyPatch) -> None:
    edges = _random(70, 0.3, levels=3)
    whole = _ends(spanning_forest(edges, 70))
    monkeypatch.setattr("papertrace.graph.backbone._MAX_SORTED_EDGES", few)
    forest = join([])
    for places in np.array_split(np.random.default_rng(1).permutation(len(edges)), 11):
        forest = add_to_forest(forest, edges.take(places), 70)
    assert _ends(forest) == whole
