import numpy as np
import pytest

from papertrace.graph.backbone import LEVELS, choose_level, disparity, largest_component, prune, strongest

# A star: 0 - 1 with 8, 0 - 2 with 1, 0 - 3 with 1; and 2 - 3 with 1.
FIRST, SECOND = np.array([0, 0, 0, 2]), np.array([1, 2, 3, 3])
WEIGHTS = np.array([8.0, 1.0, 1.0, 1.0])


def test_disparity_has_its_values_by_hand() -> None:
    # At 0: s = 10, k = 3: (1 - .8)² = .04 and (1 - .1)² = .81. At 1: k = 1: 1. At 2 and 3: (1 - 1/2)¹ = .5.
    assert disparity(FIRST, SECOND, WEIGHTS, 4) == pytest.approx([0.04, 0.5, 0.5, 0.5])


def test_only_edge_of_both_ends_is_never_significant() -> None:
    assert disparity(np.array([0]), np.array([1]), np.array([3.0]), 2).tolist() == [1.0]


def test_strongest_edge_of_each_paper_is_kept_and_ties_go_to_the_lowest_number() -> None:
    # 2 has two edges of weight 1 and keeps the one to 0; so does 3.
    assert strongest(FIRST, SECOND, WEIGHTS).tolist() == [True, True, True, False]


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


def test_the_level_is_the_strictest_that_holds_the_graph_together() -> None:
    # Two triangles, tied by one weak edge that is significant at neither end before 0.6.
    first, second = np.array([0, 0, 1, 3, 3, 4, 2]), np.array([1, 2, 2, 4, 5, 5, 3])
    weights = np.array([9.0, 9.0, 9.0, 9.0, 9.0, 9.0, 5.0])

    level = choose_level(first, second, weights, 6)
    kept = prune(first, second, weights, n_papers=6, pruning="disparity", alpha=level)
    stricter = LEVELS[LEVELS.index(level) - 1]
    cut = prune(first, second, weights, n_papers=6, pruning="disparity", alpha=stricter)

    assert largest_component(first[kept], second[kept], 6) == 6
    assert largest_component(first[cut], second[cut], 6) < 6


def test_a_graph_that_the_strictest_level_holds_together_is_cut_at_that_level() -> None:
    assert choose_level(FIRST, SECOND, WEIGHTS, 4) == LEVELS[0]


def test_a_graph_without_edges_has_a_level_and_no_large_component() -> None:
    nothing = np.zeros(0, dtype=np.int64)

    assert choose_level(nothing, nothing, np.zeros(0), 3) == LEVELS[0]
    assert [largest_component(nothing, nothing, n) for n in (0, 3)] == [0, 1]
