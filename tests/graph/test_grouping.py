"""The graph that decides communities: links, and similar texts."""

import numpy as np

from papertrace.graph.bipartite import add_resemblance
from papertrace.graph.map import WeightedGraph
from papertrace.graph.pairs.products import EdgeList


def _graph(n: int, *edges: tuple[int, int, float]) -> WeightedGraph:
    first, second, weights = zip(*edges, strict=True) if edges else ((), (), ())
    return WeightedGraph(
        n=n, first=np.array(first, int), second=np.array(second, int), weights=np.array(weights, float)
    )


def _alike(*edges: tuple[int, int, int]) -> EdgeList:
    first, second, weights = zip(*edges, strict=True) if edges else ((), (), ())
    return EdgeList(first=np.array(first, int), second=np.array(second, int), weights=np.array(weights, int))


def _rows(graph: WeightedGraph) -> list[tuple[int, int, float]]:
    return list(zip(graph.first.tolist(), graph.second.tolist(), graph.weights.tolist(), strict=True))


def test_a_usual_resemblance_counts_as_much_as_a_usual_link() -> None:
    links = _graph(4, (0, 1, 2.0), (1, 2, 3.0), (2, 3, 8.0))
    alike = _alike((0, 2, 100), (1, 2, 50), (1, 3, 200))
    assert _rows(add_resemblance(links, alike)) == [
        (0, 1, 2.0),
        (0, 2, 3.0),
        (1, 2, 3.0 + 1.5),
        (1, 3, 6.0),
        (2, 3, 8.0),
    ]


def test_papers_without_a_link_are_not_grouped() -> None:
    links = _graph(4, (0, 1, 2.0))
    assert add_resemblance(links, _alike((0, 2, 100), (2, 3, 100))) is links
    assert _rows(add_resemblance(links, _alike((0, 1, 7), (0, 2, 9)))) == [(0, 1, 4.0)]


def test_without_links_nothing_is_grouped() -> None:
    links = _graph(2)
    assert add_resemblance(links, _alike((0, 1, 100))) is links
