"""Prune a weighted graph to the edges that matter to at least one of their ends.

Two short texts nearly always share some word: unpruned, a paper of a listing is linked with nine in ten of the others.
A filter keeps the edges that matter by its criterion; the maximum spanning forest is kept as well, so that no paper
becomes isolated and no component falls apart. Edges are processed in blocks and need not fit into memory.
"""

from dataclasses import dataclass
from typing import Protocol

import numpy as np

from papertrace.graph.backbone.forest import add_to_forest
from papertrace.graph.backbone.nearest import NearestFilter
from papertrace.graph.backbone.significance import SignificanceFilter
from papertrace.graph.pairs.edge_list import Blocks, EdgeList, Totals, join
from papertrace.graph.settings import GraphSettings

MAX_CHOSEN = 4
"""The number of its edges that a paper may choose with the pruning `strongest`."""

STRONGEST_PER_PAPER = 1.3
"""The number of edges per paper with the pruning `strongest`, more only where every paper's heaviest edge is more."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Backbone:
    """The edges kept, sorted by both ends, and the significance level applied (1 if none)."""

    edges: EdgeList
    alpha: float = 1.0


class EdgeFilter(Protocol):
    """A filter that processes the edges of a graph in blocks and finally returns those to keep, forest included."""

    def add(self, edges: EdgeList) -> None:
        """Process the next block of edges."""

    def finish(self, forest: EdgeList) -> tuple[EdgeList, float]:
        """Return the edges to keep, in any order and possibly with repeats, and the significance level applied."""


def prune(blocks: Blocks, totals: Totals, settings: GraphSettings) -> Backbone:
    """Return the edges that the settings keep.

    `blocks` yields all edges; `totals` is the result of `compute_totals` for them.
    """
    n_papers = totals.degrees.size
    if settings.pruning == "none":
        return Backbone(edges=join(list(blocks())).sorted_unique(n_papers))
    if settings.pruning == "strongest":
        strongest = NearestFilter(n_papers, MAX_CHOSEN)
        for edges in blocks():
            strongest.add(edges)
        near, _ = strongest.finish(join([]))
        return Backbone(edges=_take_strongest(near, n_papers).sorted_unique(n_papers))
    is_disparity = settings.pruning == "disparity"
    edge_filter: EdgeFilter = (
        SignificanceFilter(totals, settings.alpha) if is_disparity else NearestFilter(n_papers, settings.n_nearest)
    )
    forest = join([])
    for edges in blocks():
        edge_filter.add(edges)
        forest = add_to_forest(forest, edges, n_papers)
    kept, level = edge_filter.finish(forest)
    return Backbone(edges=kept.sorted_unique(n_papers), alpha=level)


def _take_strongest(near: EdgeList, n_papers: int) -> EdgeList:
    """Return the heaviest edge of each paper, and the heaviest others up to `STRONGEST_PER_PAPER`."""
    order = np.lexsort((near.second, near.first, -near.weights))
    near = near.take(order)
    is_first = np.zeros(len(near), dtype=np.bool_)
    both = np.stack((near.first, near.second), axis=1).ravel()
    _, first = np.unique(both, return_index=True)
    is_first[first // 2] = True
    n_more = max(0, int(STRONGEST_PER_PAPER * n_papers) - int(is_first.sum()))
    others = np.flatnonzero(~is_first)[:n_more]
    is_first[others] = True
    return near.take(is_first)
