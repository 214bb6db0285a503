import networkx as nx
import numpy as np
import pytest

from papertrace.graph.backbone import (
    EDGES_PER_PAPER,
    LEVELS,
    choose_level,
    components,
    disparity,
    prune,
    spanning_forest,
)

# A star: 0 - 1 with 8, 0 - 2 with 1, 0 - 3 with 1; and 2 - 3 with 1.
FIRST, SECOND = np.array([0, 0, 0, 2]), np.array([1, 2, 3, 3])
WEIGHTS = np.array([8.0, 1.0, 1.0, 1.0])


def test_disparity_has_its_values_by_hand() -> None:
    # At 0: s = 10, k = 3: (1 - .8)² = .04 and (1 - .1)² = .81. At 1: k = 1: 1. At 2 and 3: (1 - 1/2)¹ = .5.
    assert disparity(FIRST, SECOND, WEIGHTS, 4) == pytest.approx([0.04, 0.5, 0.5, 0.5])


def test_only_edge_of_both_ends_is_never_significant() -> None:
    assert disparity(np.array([0]), np.array([1]), np.array([3.0]), 2).tolist() == [1.0]


def test_spanning_forest_takes_the_heaviest_edges_and_ties_go_to_the_first() -> None:
    # 2 and 3 have two edges of weight 1 each, and keep those to 0.
    assert spanning_forest(FIRST, SECOND, WEIGHTS, 4).tolist() == [True, True, True, False]


def test_spanning_forest_ties_what_the_heaviest_edge_of_each_paper_leaves_apart() -> None:
    # Two pairs, each other's strongest, and one weak edge between them.
    first, second = np.array([0, 1, 2]), np.array([1, 2, 3])

    assert spanning_forest(first, second, np.array([9.0, 1.0, 9.0]), 5).all()


def test_spanning_forest_is_the_one_of_networkx() -> None:
    random = np.random.default_rng(7)
    pairs = np.argwhere(np.triu(random.random((60, 60)) < 0.05, 1))
    first, second, weights = pairs[:, 0], pairs[:, 1], random.random(len(pairs))
    graph: nx.Graph[int] = nx.Graph()
    graph.add_weighted_edges_from(zip(first.tolist(), second.tolist(), weights.tolist(), strict=True))

    chosen = spanning_forest(first, second, weights, 60)
    theirs = {tuple(sorted(edge)) for edge in nx.maximum_spanning_edges(graph, data=False)}

    assert {tuple(pair) for pair in pairs[chosen].tolist()} == theirs


@pytest.mark.parametrize(
    ("alpha", "kept"),
    [
        pytest.param(0.05, [True, True, True, False], id="significant or strongest"),
        pytest.param(1.0, [True, True, True, True], id="every edge is significant at some level"),
    ],
)
def test_backbone_keeps_what_matters_to_one_end(alpha: float, kept: list[bool]) -> None:
    assert prune(FIRST, SECOND, WEIGHTS, n_papers=4, pruning="disparity", alpha=alpha).tolist() == kept


def test_no_pruning_keeps_every_edge() -> None:
    assert prune(FIRST, SECOND, WEIGHTS, n_papers=4, pruning="none", alpha=0.05).all()


@pytest.mark.parametrize("alpha", [0.0, -0.1, 1.5, float("nan")])
def test_level_out_of_range_is_refused(alpha: float) -> None:
    with pytest.raises(ValueError, match="level of significance"):
        prune(FIRST, SECOND, WEIGHTS, n_papers=4, pruning="disparity", alpha=alpha)


def test_unknown_pruning_is_refused_with_the_known_ones() -> None:
    with pytest.raises(ValueError, match=r"no pruning named 'top' \(known: disparity, none\)"):
        prune(FIRST, SECOND, WEIGHTS, n_papers=4, pruning="top", alpha=0.05)


def test_the_level_is_the_strictest_that_leaves_two_edges_a_paper() -> None:
    random = np.random.default_rng(7)
    pairs = np.argwhere(np.triu(random.random((40, 40)) < 0.5, 1))
    first, second, weights = pairs[:, 0], pairs[:, 1], random.random(len(pairs))

    level = choose_level(first, second, weights, 40)
    stricter = LEVELS[LEVELS.index(level) - 1]
    n_kept, n_cut = (
        np.count_nonzero(prune(first, second, weights, n_papers=40, pruning="disparity", alpha=alpha))
        for alpha in (level, stricter)
    )

    assert LEVELS[0] < level < LEVELS[-1]
    assert n_cut < EDGES_PER_PAPER * 40 <= n_kept


def test_edges_that_all_weigh_the_same_are_cut_to_a_tree_rather_than_kept_by_the_million() -> None:
    n = 120
    first, second = np.triu_indices(n, 1)

    level = choose_level(first, second, np.ones(first.size), n)

    kept = prune(first, second, np.ones(first.size), n_papers=n, pruning="disparity", alpha=level)
    assert np.count_nonzero(kept) == n - 1


def test_a_graph_with_too_few_edges_keeps_them_all() -> None:
    assert choose_level(FIRST, SECOND, WEIGHTS, 4) == LEVELS[-1]


def test_a_graph_without_edges_has_a_level() -> None:
    nothing = np.zeros(0, dtype=np.int64)

    assert choose_level(nothing, nothing, np.zeros(0), 3) == LEVELS[0]
    assert components(nothing, nothing, 3).tolist() == [0, 1, 2]
