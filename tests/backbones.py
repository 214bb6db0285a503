"""Totals and pruning of edges in blocks of this process, without an engine."""

from collections.abc import Callable, Iterator

from papertrace.graph.backbone import Backbone, prune_reduced, reduce_edges
from papertrace.graph.pairs.products import EdgeList, Totals, no_totals
from papertrace.graph.settings import GraphSettings

Blocks = Callable[[], Iterator[EdgeList]]
"""A function that yields all edges in blocks, from the start on each call."""


def compute_totals(blocks: Blocks, n_papers: int) -> Totals:
    """Return the totals of a graph."""
    totals = no_totals(n_papers)
    for edges in blocks():
        totals = totals.add(edges)
    return totals


def prune(blocks: Blocks, totals: Totals, settings: GraphSettings) -> Backbone:
    """Return the edges that the settings keep, given all edges and the result of `compute_totals` for them."""
    return prune_reduced((reduce_edges(edges, totals, settings) for edges in blocks()), totals, settings)
