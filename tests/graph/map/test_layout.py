import math
from itertools import combinations

import numpy as np
import pytest
from tests.case_tables import cases

from papertrace.graph.communities import UNLINKED
from papertrace.graph.map import SPACING, WeightedGraph, arrange_papers


def _graph(edges: list[tuple[int, int]], n: int) -> WeightedGraph:
    first, second = np.array(edges, dtype=np.int64).reshape(-1, 2).T
    return WeightedGraph(n=n, first=first, second=second, weights=np.ones(len(edges)))


def _random_graph(n: int, n_communities: int) -> tuple[WeightedGraph, "np.typing.NDArray[np.int64]"]:
    random = np.random.default_rng(4)
    of_paper = np.sort(random.integers(0, n_communities, size=n))
    ends = np.sort(random.integers(0, n, size=(8 * n, 2)), axis=1)
    near = (of_paper[ends[:, 0]] == of_paper[ends[:, 1]]) | (random.random(8 * n) < 0.05)
    ends = np.unique(ends[near & (ends[:, 0] < ends[:, 1])], axis=0)
    return WeightedGraph(n=n, first=ends[:, 0], second=ends[:, 1], weights=random.random(len(ends)) + 0.5), of_paper


def test_no_papers_need_no_positions() -> None:
    x, y = arrange_papers(_graph([], 0), np.zeros(0, dtype=np.int64), seed=1)
    assert x.size == y.size == 0


def test_single_paper_is_in_the_middle() -> None:
    x, y = arrange_papers(_graph([], 1), np.array([0]), seed=1)
    assert (x.tolist(), y.tolist()) == ([0.0], [0.0])


def test_papers_without_edges_stand_in_rows_below_the_map() -> None:
    x, y = arrange_papers(_graph([(0, 1)], 7), np.array([0, 0, *[UNLINKED] * 5]), seed=1)
    assert y[2:].max() <= y[:2].min() - SPACING
    places = np.stack((x[2:], y[2:]), axis=1)
    distances = np.sqrt(((places[:, None] - places[None, :]) ** 2).sum(axis=2))[np.triu_indices(5, 1)]
    assert distances.min() >= 42  # as far apart as papers of a community


@pytest.mark.parametrize(("n_linked", "n_alone"), [(24, 60), (400, 90), (1500, 120)])
def test_papers_without_edges_take_little_of_the_height_of_the_map(n_linked: int, n_alone: int) -> None:
    graph, of_paper = _random_graph(n_linked, 8)
    more = WeightedGraph(n=n_linked + n_alone, first=graph.first, second=graph.second, weights=graph.weights)

    _, y = arrange_papers(more, np.append(of_paper, [UNLINKED] * n_alone), seed=1)

    alone = y[n_linked:]
    assert np.ptp(alone) <= 0.2 * np.ptp(y)
    assert np.unique(alone).size < np.sqrt(2 * n_alone) / 2  # fewer rows than a block has


def test_papers_without_edges_form_a_block_where_communities_are_discs() -> None:
    n = 2100
    x, y = arrange_papers(_graph([(0, 1)], n), np.array([0, 0, *[UNLINKED] * (n - 2)]), seed=1)
    assert np.ptp(x[2:]) <= 2.2 * np.ptp(y[2:])
    assert np.unique(np.diff(np.unique(x[2:]))).tolist() == [SPACING]


@pytest.mark.parametrize(
    ("n", "rows"), [(1, [1]), (5, [5]), (12, [12]), (13, [7, 6]), (40, [10, 10, 10, 10]), (200, [20] * 10)]
)
def test_papers_without_edges_stand_in_one_row_or_in_even_ones(n: int, rows: list[int]) -> None:
    x, y = arrange_papers(_graph([(0, 1)], n + 2), np.array([0, 0, *[UNLINKED] * n]), seed=1)
    assert np.unique(-y[2:], return_counts=True)[1].tolist() == rows
    assert x[2:].min() == -x[2:].max()


@pytest.mark.parametrize(("n", "n_communities"), [(200, 9), (1200, 2)], ids=["every pair pushes", "a sample pushes"])
def test_positions_are_finite_rounded_and_in_scale(n: int, n_communities: int) -> None:
    x, y = arrange_papers(*_random_graph(n, n_communities), seed=1)
    for axis in (x, y):
        assert np.isfinite(axis).all()
        assert (np.round(axis, 2) == axis).all()
        assert 0.5 * SPACING * n**0.5 <= np.ptp(axis) <= 4 * SPACING * n**0.5


def test_same_seed_gives_the_same_map_and_another_seed_another() -> None:
    graph, of_paper = _random_graph(120, 5)
    assert (arrange_papers(graph, of_paper, seed=1)[0] == arrange_papers(graph, of_paper, seed=1)[0]).all()
    assert (arrange_papers(graph, of_paper, seed=1)[0] != arrange_papers(graph, of_paper, seed=2)[0]).any()


def test_communities_do_not_overlap() -> None:
    graph, of_paper = _random_graph(300, 7)
    x, y = arrange_papers(graph, of_paper, seed=1)
    # Every paper is nearer to the middle of its own disc, in radii of the disc, than to that of any other.
    sizes = np.bincount(of_paper)
    middle_x = np.array([(x[of_paper == c].min() + x[of_paper == c].max()) / 2 for c in range(7)])
    middle_y = np.array([(y[of_paper == c].min() + y[of_paper == c].max()) / 2 for c in range(7)])
    distances = np.sqrt((x[:, None] - middle_x) ** 2 + (y[:, None] - middle_y) ** 2) / np.sqrt(sizes)
    assert (distances.argmin(axis=1) == of_paper).mean() > 0.97


def test_neighbours_are_nearer_than_strangers_of_the_same_community() -> None:
    n = 60
    graph = _graph([(node, (node + 1) % n) for node in range(n)] + [(node, (node + 2) % n) for node in range(n)], n)
    x, y = arrange_papers(graph, np.zeros(n, dtype=np.int64), seed=1)
    distances = np.sqrt((x[:, None] - x) ** 2 + (y[:, None] - y) ** 2)
    assert distances[graph.first, graph.second].mean() < 0.4 * distances[np.triu_indices(n, 1)].mean()


def test_no_paper_is_drawn_over_another() -> None:
    graph, of_paper = _random_graph(300, 7)
    x, y = arrange_papers(graph, of_paper, seed=1)
    distances = np.sqrt((x[:, None] - x) ** 2 + (y[:, None] - y) ** 2)[np.triu_indices(300, 1)]
    assert distances.min() > 32  # the largest diameter that papers are drawn with


def test_many_communities_do_not_overlap(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("papertrace.graph.map.MAX_DISCS", 5)
    of_paper = np.sort(np.arange(90) % 30)
    pairs = np.flatnonzero(of_paper[1:] == of_paper[:-1])
    graph = WeightedGraph(n=90, first=pairs, second=pairs + 1, weights=np.ones(pairs.size))
    x, y = arrange_papers(graph, of_paper, seed=3)
    again = arrange_papers(graph, of_paper, seed=3)
    middle = [(x[of_paper == one].mean(), y[of_paper == one].mean()) for one in range(30)]
    radius = SPACING * math.sqrt(3 / math.pi)
    assert (again[0].tolist(), again[1].tolist()) == (x.tolist(), y.tolist())
    assert min(math.dist(one, other) for one, other in combinations(middle, 2)) > radius
    assert len(set(zip(x.tolist(), y.tolist(), strict=True))) == 90


def test_communities_arranged_in_several_chunks_stand_where_those_of_one_do(monkeypatch: pytest.MonkeyPatch) -> None:
    graph, of_paper = _random_graph(120, 6)
    whole = arrange_papers(graph, of_paper, seed=1)
    monkeypatch.setattr("papertrace.graph.map._CHUNK_STEPS", 1)

    parts = arrange_papers(graph, of_paper, seed=1)

    assert all((one == other).all() for one, other in zip(whole, parts, strict=True))


@cases("max_discs, expected_x, expected_y", named=True)
def test_a_map_is_drawn_as_it_was(
    max_discs: int, expected_x: list[float], expected_y: list[float], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("papertrace.graph.map.MAX_DISCS", max_discs)
    edges = [(0, 1), (0, 2), (1, 2), (2, 3), (3, 4), (3, 5), (4, 5), (5, 6), (6, 7), (7, 8), (8, 9), (2, 9), (5, 7)]
    first, second = np.array([*edges, (10, 11), (12, 13), (1, 12), (4, 10), (9, 13)]).T
    graph = WeightedGraph(n=16, first=first, second=second, weights=np.linspace(0.5, 2.2, 18))
    of_paper = np.array([0, 0, 0, 1, 1, 1, 2, 2, 2, 2, 3, 3, 4, 4, UNLINKED, UNLINKED])

    x, y = arrange_papers(graph, of_paper, seed=7)

    assert (x.tolist(), y.tolist()) == (expected_x, expected_y)
