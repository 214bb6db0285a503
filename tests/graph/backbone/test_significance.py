import numpy as np
import pytest
from tests.backbones import compute_totals

from papertrace.graph.backbone import (
    EDGES_PER_PAPER,
    LEVELS,
    MAX_EDGES_PER_PAPER,
    USUAL_LEVEL,
    SignificanceFilter,
    choose_level,
    disparity,
    significance_steps,
    spanning_forest,
)
from papertrace.graph.pairs.products import EdgeList, Floats, Ints, Totals, join

STAR = EdgeList(first=np.array([0, 0, 0, 2]), second=np.array([1, 2, 3, 3]), weights=np.array([8, 1, 1, 1]))
USUAL = LEVELS.index(USUAL_LEVEL)


def _totals(edges: EdgeList, n_papers: int) -> Totals:
    return compute_totals(lambda: iter([edges]), n_papers)


def _sift(edges: EdgeList, n_papers: int, alpha: float | None = None) -> tuple[EdgeList, float]:
    edge_filter = SignificanceFilter(_totals(edges, n_papers), alpha)
    edge_filter.add(edges)
    kept, level = edge_filter.finish(spanning_forest(edges, n_papers))
    return kept.sorted_unique(n_papers), level


def _in_steps(weights: Floats) -> Ints:
    return np.ceil(weights * 2**32).astype(np.int64)


def _random(n: int, share: float, power: float = 1) -> EdgeList:
    random = np.random.default_rng(7)
    pairs = np.argwhere(np.triu(random.random((n, n)) < share, 1))
    return EdgeList(first=pairs[:, 0], second=pairs[:, 1], weights=_in_steps(random.random(len(pairs)) ** power))


def test_disparity_has_its_values_by_hand() -> None:
    # At 0: s = 10, k = 3: (1 - .8)² = .04 and (1 - .1)² = .81. At 1: k = 1: 1. At 2 and 3: (1 - 1/2)¹ = .5.
    expected = [significance_steps(level) for level in (0.04, 0.5, 0.5, 0.5)]
    assert disparity(STAR, _totals(STAR, 4)).tolist() == expected


def test_only_edge_of_both_ends_is_never_significant() -> None:
    pair = EdgeList(first=np.array([0]), second=np.array([1]), weights=np.array([3]))
    assert disparity(pair, _totals(pair, 2)).tolist() == [significance_steps(1.0)]
    assert len(_sift(pair, 2, alpha=1.0)[0]) == 1, "the forest has it"


def test_levels_rise() -> None:
    assert list(LEVELS) == sorted(set(LEVELS))


@pytest.mark.parametrize("alpha", [0.05, 0.3])
def test_edges_below_a_given_level_stay_and_no_others(alpha: float) -> None:
    edges = _random(50, 0.5, power=4)
    significance = disparity(edges, _totals(edges, 50))
    forest = spanning_forest(edges, 50)
    expected = join([edges.take(significance > significance_steps(alpha)), forest]).sorted_unique(50)
    kept, level = _sift(edges, 50, alpha)
    assert level == alpha
    assert (kept.first.tolist(), kept.second.tolist()) == (expected.first.tolist(), expected.second.tolist())


def test_the_level_is_the_strictest_from_the_usual_one_on_that_leaves_two_edges_a_paper() -> None:
    edges = _random(40, 0.5)
    kept, level = _sift(edges, 40)
    cut, _ = _sift(edges, 40, LEVELS[LEVELS.index(level) - 1])
    assert USUAL_LEVEL < level < LEVELS[-1]
    assert len(cut) < EDGES_PER_PAPER * 40 <= len(kept)


def test_a_level_stricter_than_the_usual_one_is_taken_where_that_keeps_too_many() -> None:
    edges = _random(400, 0.9, power=8)
    kept, level = _sift(edges, 400)
    usual, _ = _sift(edges, 400, USUAL_LEVEL)
    looser, _ = _sift(edges, 400, LEVELS[LEVELS.index(level) + 1])
    assert level < USUAL_LEVEL
    assert len(kept) <= MAX_EDGES_PER_PAPER * 400 < len(looser) <= len(usual)


def test_edges_that_all_weigh_the_same_are_cut_to_a_tree_rather_than_kept_by_the_million() -> None:
    n = 120
    first, second = np.triu_indices(n, 1)
    kept, _ = _sift(EdgeList(first=first, second=second, weights=np.ones(first.size, dtype=np.int64)), n)
    assert len(kept) == n - 1


def test_a_graph_with_too_few_edges_keeps_them_all() -> None:
    assert _sift(STAR, 4)[1] == LEVELS[-1]


def test_a_graph_without_edges_has_a_level() -> None:
    assert choose_level(np.zeros(len(LEVELS), dtype=np.int64), 0) == USUAL_LEVEL


@pytest.mark.parametrize(
    ("counts", "level"),
    [
        pytest.param([0] * USUAL + [30, 50], USUAL_LEVEL, id="the usual level is enough"),
        pytest.param([0] * USUAL + [19, 25], 0.1, id="the next one is"),
        pytest.param([0] * USUAL + [19, 101], USUAL_LEVEL, id="the next one is too much"),
        pytest.param([0] * (USUAL - 1) + [90, 101], 0.04, id="the usual one is too much"),
        pytest.param([0] * 3 + [90, 101], 0.0002, id="loose levels are dropped"),
        pytest.param([101] * (USUAL + 1), LEVELS[0], id="all are too much"),
    ],
)
def test_level_of_ten_papers(counts: list[int], level: float) -> None:
    assert choose_level(np.array(counts), 10) == level


def test_what_can_no_longer_be_chosen_is_dropped() -> None:
    edges = _random(300, 0.9, power=8)
    edge_filter = SignificanceFilter(_totals(edges, 300), None)
    for places in np.array_split(np.arange(len(edges)), 20):
        edge_filter.add(edges.take(places))
        assert len(edge_filter._kept) <= 2 * MAX_EDGES_PER_PAPER * 300  # noqa: SLF001 - the test is about what is kept
