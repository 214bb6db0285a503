"""The heaviest spanning forest of more edges than memory holds.

The heaviest forest of two sets of edges is that of their forests together, so blocks of edges can be taken one after
the other, and never more than one block and one forest are in memory.
"""

import numpy as np

from papertrace.graph.edge_list import EdgeList, join
from papertrace.graph.projection import Ints

_FEW = 50_000  # so many edges are quicker sorted than divided


def spanning_forest(edges: EdgeList, n_papers: int) -> EdgeList:
    """Return the heaviest spanning forest, so that pruning takes no component apart.

    Borůvka's algorithm (1926): every component takes its heaviest edge to another one, until there is none. In the
    first round that is the heaviest edge of each paper. Among equals the lower first end counts, then the lower second.

    Of many edges the heaviest eighth is taken first, as in filter-Kruskal (Osipov, Sanders & Singler, 2009): what
    remains between its components is little.
    """
    labels = np.arange(n_papers)
    parts: list[EdgeList] = []
    while len(edges):
        heavy = np.ones(len(edges), dtype=np.bool_)
        if len(edges) > _FEW:
            place = len(edges) - len(edges) // 8
            heavy = edges.weights >= np.partition(edges.weights, place)[place]
        labels, chosen = _boruvka(edges.take(heavy), labels)
        parts.append(chosen)
        edges = edges.take(~heavy & (labels[edges.first] != labels[edges.second]))
    return join(parts)


def add_to_forest(forest: EdgeList, edges: EdgeList, n_papers: int) -> EdgeList:
    """Return the heaviest spanning forest of a forest and more edges."""
    return spanning_forest(join([forest, edges]), n_papers)


def _boruvka(edges: EdgeList, labels: Ints) -> tuple[Ints, EdgeList]:
    """Join components, given as labels of the papers, by their heaviest edges; return new labels and the edges."""
    n_papers = labels.size
    # The place in this order is the rank of an edge, 0 the best.
    order = np.lexsort((edges.second, edges.first, -edges.weights))
    first, second = edges.first[order], edges.second[order]
    left = np.arange(order.size)
    chosen = np.zeros(order.size, dtype=np.bool_)
    while True:
        here, there = labels[first[left]], labels[second[left]]
        between = here != there
        left, here, there = left[between], here[between], there[between]
        if not left.size:
            return labels, edges.take(order[chosen])
        best = np.full(n_papers, order.size)
        # Where an index is assigned twice the last one counts, so the best come last.
        best[here[::-1]] = left[::-1]
        other = np.full(n_papers, order.size)
        other[there[::-1]] = left[::-1]
        best = np.minimum(best, other)
        taken = np.unique(best[best < order.size])
        chosen[taken] = True
        labels = components(labels[first[taken]], labels[second[taken]], n_papers)[labels]


def components(first: Ints, second: Ints, n_papers: int) -> Ints:
    """Return for each node a label that it shares with its connected component, from 0.

    >>> components(np.array([0, 1, 3]), np.array([1, 2, 4]), 6).tolist()
    [0, 0, 0, 1, 1, 2]
    """
    from scipy.sparse import coo_array
    from scipy.sparse.csgraph import connected_components

    edges = coo_array((np.ones(first.size, dtype=np.int8), (first, second)), shape=(n_papers, n_papers))
    _, labels = connected_components(edges, directed=False)
    return labels.astype(np.int64)
