import sys
from collections.abc import Iterable, Iterator
from itertools import combinations
from typing import Any

import networkx as nx
import numpy as np
import pytest

from papertrace.engine.protocol import ChunkFunction, InlineEngine
from papertrace.graph.communities import (
    MAX_COMMUNITY_SHARE,
    UNLINKED,
    Communities,
    find_communities,
    modularity,
)

# Two triangles joined by one edge, and two papers without edges.
TRIANGLES = [(0, 1), (0, 2), (1, 2), (2, 3), (3, 4), (3, 5), (4, 5)]


def _find(edges: list[tuple[int, int]], n_papers: int) -> Communities:
    first, second = np.array(edges, dtype=np.int64).reshape(-1, 2).T
    return find_communities(first, second, np.ones(len(edges)), n_papers=n_papers, seed=11, n_seeds=3)


def test_no_edges_make_no_communities() -> None:
    found = _find([], 3)
    assert found.of_paper.tolist() == [UNLINKED] * 3
    assert (found.n_communities, found.modularity, found.n_seeds) == (0, 0.0, 0)


def test_triangles_are_communities_and_papers_without_edges_are_not() -> None:
    found = _find(TRIANGLES, 8)
    assert found.of_paper.tolist() == [0, 0, 0, 1, 1, 1, UNLINKED, UNLINKED]
    assert found.library == "Leiden by graspologic-native"
    assert found.stability == pytest.approx(1)


def test_larger_community_has_the_smaller_number() -> None:
    edges = [(0, 1), *combinations(range(2, 6), 2)]
    assert _find(edges, 6).of_paper.tolist() == [1, 1, 0, 0, 0, 0]


def test_networkx_is_the_fallback_without_the_library(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "graspologic_native", None)
    found = _find(TRIANGLES, 8)
    assert found.of_paper.tolist() == [0, 0, 0, 1, 1, 1, UNLINKED, UNLINKED]
    assert found.library == "Louvain by networkx"


def test_resolution_rises_until_no_community_holds_too_many() -> None:
    # Two random halves of 30 papers each: at resolution 1 each half is one community.
    half = list(nx.gnp_random_graph(30, 0.5, seed=3).edges())
    found = _find([*half, *((first + 30, second + 30) for first, second in half), (0, 30)], 60)
    assert np.bincount(found.of_paper).max() <= MAX_COMMUNITY_SHARE * 60
    assert found.resolution > 1


def test_papers_that_are_all_linked_alike_are_one_community() -> None:
    found = _find(list(combinations(range(25), 2)), 25)
    assert (found.n_communities, found.resolution) == (1, 1.0)


def test_two_groups_without_parts_stay_whole_though_each_is_half_of_the_papers() -> None:
    found = _find([*combinations(range(12), 2), *combinations(range(12, 24), 2), (0, 12)], 24)
    assert found.of_paper.tolist() == [0] * 12 + [1] * 12
    assert found.resolution == 1.0


def test_modularity_has_its_value_by_hand() -> None:
    first, second = np.array(TRIANGLES).T
    # 7 edges, 3 inside each triangle; strengths 7 and 7: 6/7 - 2 (7/14)².
    value = modularity(np.array([0, 0, 0, 1, 1, 1]), first, second, np.ones(7))
    assert value == pytest.approx(6 / 7 - 1 / 2)


def test_louvain_can_be_requested() -> None:
    first, second = np.array(TRIANGLES).T
    found = find_communities(first, second, np.ones(7), n_papers=8, seed=11, n_seeds=3, algorithm="louvain")
    assert found.of_paper.tolist() == [0, 0, 0, 1, 1, 1, UNLINKED, UNLINKED]
    assert (found.library, found.n_seeds) == ("Louvain by networkx", 3)


class Noting(InlineEngine):
    """An engine that notes what is shared with the functions that it calls."""

    def __init__(self) -> None:
        super().__init__()
        self.shared: list[Any] = []

    def map(self, function: ChunkFunction, chunks: Iterable[bytes], shared: Any = None) -> Iterator[bytes]:  # noqa: ANN401 - as in an engine
        self.shared.append(shared)
        return super().map(function, chunks, shared)


def test_stored_partitions_are_of_the_algorithm_that_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    first, second = np.array(TRIANGLES, dtype=np.int64).T
    with Noting() as engine:
        for is_installed in (True, False):
            if not is_installed:
                monkeypatch.setitem(sys.modules, "graspologic_native", None)
            find_communities(first, second, np.ones(7), n_papers=8, seed=11, n_seeds=3, engine=engine)

    # What is shared is part of the key under which an engine stores a result.
    assert [shared[-1].__name__ for shared in engine.shared if shared] == ["_leiden", "_louvain"]


@pytest.mark.parametrize(
    ("n_light", "n_heavy"), [(9, 6), (21, 15)], ids=["finer ones split the pairs", "none splits anything"]
)
def test_a_community_that_no_resolution_splits_stays_though_it_is_large(n_light: int, n_heavy: int) -> None:
    # Papers that are all linked, lightly, beside pairs with heavy links.
    n_papers = n_light + 2 * n_heavy
    light, heavy = list(combinations(range(n_light), 2)), [(one, one + 1) for one in range(n_light, n_papers, 2)]
    first, second = np.array([*light, *heavy], dtype=np.int64).T
    weights = np.array([1.0] * len(light) + [1000.0] * len(heavy))

    found = find_communities(first, second, weights, n_papers=n_papers, seed=11, n_seeds=2)

    assert n_light / n_papers > MAX_COMMUNITY_SHARE
    assert [*np.bincount(found.of_paper)] == [n_light, *[2] * n_heavy]
    assert found.resolution == 1.0
