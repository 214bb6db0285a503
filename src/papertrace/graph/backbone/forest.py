"""The maximum spanning forest of edges that need not fit into memory.

The maximum spanning forest of two sets of edges is that of the union of their forests, so blocks of edges can be
processed in turn, with only one block and one forest in memory.
"""

import numpy as np

from papertrace.graph.pairs.edge_list import EdgeList, join
from papertrace.graph.pairs.projection import Ints

_MAX_SORTED_EDGES = 50_000  # up to this many edges, sorting is faster than filtering


def spanning_forest(edges: EdgeList, n_papers: int) -> EdgeList:
    """Return the maximum spanning forest, which keeps every component connected after pruning.

    Borůvka's algorithm (1926): every component selects its heaviest edge to another component, until none is left. In
    the first round that is the heaviest edge of each paper. Ties are broken by the
    lower first end, then by the lower second.

    Of many edges the heaviest eighth is processed first, as in filter-Kruskal (Osipov, Sanders & Singler, 2009): few
    edges remain between the components this gives.
    """
    labels = np.arange(n_papers)
    parts: list[EdgeList] = []
    while len(edges):
        heavy = np.ones(len(edges), dtype=np.bool_)
        if len(edges) > _MAX_SORTED_EDGES:
            cut = len(edges) - len(edges) // 8
            heavy = edges.weights >= np.partition(edges.weights, cut)[cut]
        labels, chosen = _boruvka(edges.take(heavy), labels)
        parts.append(chosen)
        edges = edges.take(~heavy & (labels[edges.first] != labels[edges.second]))
    return join(parts)


def add_to_forest(forest: EdgeList, edges: EdgeList, n_papers: int) -> EdgeList:
    """Return the maximum spanning forest of a forest and further edges."""
    return spanning_forest(join([forest, edges]), n_papers)


def _boruvka(edges: EdgeList, labels: Ints) -> tuple[Ints, EdgeList]:
    """Merge components, given as labels of the papers, along their heaviest edges; return the labels and the edges."""
    n_papers = labels.size
    # The index in this order is the rank of an edge, 0 the best.
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
        # If an index is assigned twice the last assignment wins, so the best edges come last.
        best[here[::-1]] = left[::-1]
        other = np.full(n_papers, order.size)
        other[there[::-1]] = left[::-1]
        best = np.minimum(best, other)
        leaving = np.flatnonzero(best < order.size)
        taken = best[leaving]
        chosen[taken] = True
        # Each component joins the one at the other end of its edge.
        ends = labels[first[taken]], labels[second[taken]]
        joins = np.arange(n_papers)
        joins[leaving] = np.where(ends[0] == leaving, ends[1], ends[0])
        labels = _roots(joins)[labels]


def _roots(joins: Ints) -> Ints:
    """Return the root of each node, reached by following `joins` from node to node.

    The heaviest edges of all components form no cycle except between two that selected the same edge; the lower of the
    two is the root. Following two steps at a time doubles the distance covered in each round.

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
