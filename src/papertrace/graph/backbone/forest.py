"""The heaviest spanning forest of more edges than memory holds.

The heaviest forest of two sets of edges is that of their forests together, so blocks of edges can be taken one after
the other, and never more than one block and one forest are in memory.
"""

import numpy as np

from papertrace.graph.pairs.edge_list import EdgeList, join
from papertrace.graph.pairs.projection import Ints

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
    order = np.lexsort((edges.first * n_papers + edges.second, -edges.weights))
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
        leaving = np.flatnonzero(best < order.size)
        taken = best[leaving]
        chosen[taken] = True
        # Each component joins the one that its edge leads to.
        ends = labels[first[taken]], labels[second[taken]]
        joins = np.arange(n_papers)
        joins[leaving] = np.where(ends[0] == leaving, ends[1], ends[0])
        labels = _roots(joins)[labels]


def _roots(joins: Ints) -> Ints:
    """Return where each node ends that follows `joins` from node to node.

    The heaviest edges of all components make no circle but between two that chose the same edge; the lower of them is
    the root. Following two steps at a time doubles the reach in each round.

    >>> _roots(np.array([1, 0, 1, 2, 4])).tolist()
    [0, 0, 0, 0, 4]
    """
    nodes = np.arange(joins.size)
    roots = np.where((joins[joins] == nodes) & (nodes < joins), nodes, joins)
    while True:
        further = roots[roots]
        if np.array_equal(further, roots):
            return roots
        roots = further
