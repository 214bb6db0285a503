import networkx as nx
import numpy as np
import pytest
from tests.graph.integers import make_narrow_numpy

from papertrace.graph.map import N_PIVOTS, betweenness


def test_graph_without_edges_has_nothing_between() -> None:
    none = np.zeros(0, dtype=np.int64)
    assert betweenness(none, none, n_papers=3, seed=0).tolist() == [0, 0, 0]


def test_middle_of_a_path_lies_on_every_path() -> None:
    assert betweenness(np.array([0, 1]), np.array([1, 2]), n_papers=3, seed=0).tolist() == [0, 1, 0]


def test_integers_may_have_32_bits_by_default(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("papertrace.graph.map.np", make_narrow_numpy())
    assert betweenness(np.array([0, 1]), np.array([1, 2]), n_papers=3, seed=0).tolist() == [0, 1, 0]


@pytest.mark.parametrize("density", [0.02, 0.1, 0.6], ids=["in pieces", "sparse", "dense"])
def test_exact_betweenness_equals_that_of_networkx(density: float) -> None:
    graph = nx.gnp_random_graph(60, density, seed=5)
    first, second = np.array(sorted(graph.edges())).T
    expected = nx.betweenness_centrality(graph)
    found = betweenness(first, second, n_papers=60, seed=0)
    assert found == pytest.approx([expected[node] for node in range(60)], abs=1e-6)


def test_estimate_finds_the_paper_that_bridges_two_groups() -> None:
    size = 600
    ring = [(node, (node + step) % size) for node in range(size) for step in (1, 2, 7)]
    edges = ring + [(first + size, second + size) for first, second in ring] + [(0, 2 * size), (size, 2 * size)]
    first, second = np.sort(np.array(edges), axis=1).T
    found = betweenness(first, second, n_papers=2 * size + 1, seed=1)
    assert found.argmax() in {0, size, 2 * size}
    assert found[2 * size] == pytest.approx(0.5, abs=0.1)


def test_estimate_is_the_sum_over_the_sources_that_are_drawn() -> None:
    graph = nx.gnp_random_graph(1_100, 0.002, seed=3)
    first, second = np.array(sorted(graph.edges())).T
    sources = np.random.default_rng(7).choice(1_100, size=N_PIVOTS, replace=False)
    # Each end of a path counts here, and only one of them in the sums of networkx for undirected graphs.
    exact = nx.betweenness_centrality_subset(graph, sources.tolist(), list(graph))
    scale = 2 * 1_100 / N_PIVOTS / (1_099 * 1_098)
    found = betweenness(first, second, n_papers=1_100, seed=7)
    assert found == pytest.approx([exact[node] * scale for node in range(1_100)], abs=1e-6)
