"""Prune a weighted graph to the edges that matter to at least one of their ends.

Two short texts nearly always share some word: unpruned, a paper of a listing is linked with nine in ten of the others.
A filter keeps the edges that matter by its criterion; the maximum spanning forest is kept as well, so that no paper
becomes isolated and no component falls apart. Edges are processed in blocks and need not fit into memory.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import NamedTuple, Protocol

import numpy as np

from papertrace.graph.backbone.forest import add_to_forest, spanning_forest
from papertrace.graph.backbone.nearest import NearestFilter
from papertrace.graph.backbone.significance import SignificanceFilter
from papertrace.graph.pairs.edge_list import EdgeList, Totals, join
from papertrace.graph.settings import GraphSettings

MAX_CHOSEN = 4
"""The number of its edges that a paper may choose with the pruning `strongest`."""

STRONGEST_PER_PAPER = 1.3
"""The number of edges per paper with the pruning `strongest`, more only where every paper's heaviest edge is more."""

_BATCH_PER_PAPER = 8


@dataclass(frozen=True, slots=True, kw_only=True)
class Backbone:
    """The edges kept, sorted by both ends, and the significance level applied (1 if none)."""

    edges: EdgeList
    alpha: float = 1.0


class EdgeFilter(Protocol):
    """A filter that processes the edges of a graph in blocks and finally returns those to keep, forest included."""

    @property
    def kept(self) -> EdgeList:
        """The edges that may be kept, of those processed so far."""

    def add(self, edges: EdgeList) -> None:
        """Process the next block of edges."""

    def finish(self, forest: EdgeList) -> tuple[EdgeList, float]:
        """Return the edges to keep, in any order and possibly with repeats, and the significance level applied."""


class ReducedEdges(NamedTuple):
    """The edges of a block that pruning may keep, and the number of significance levels that may still be chosen."""

    edges: EdgeList
    n_levels: int


def reduce_edges(edges: EdgeList, totals: Totals, settings: GraphSettings) -> ReducedEdges:
    """Return the edges of a block that pruning may keep, whatever the other blocks contain.

    `totals` are those of all blocks; only the number of papers matters, except for the pruning `disparity`.
    """
    if settings.pruning == "none":
        return ReducedEdges(edges, 0)
    n_papers = totals.degrees.size
    edge_filter = _make_filter(totals, settings)
    edge_filter.add(edges)
    if settings.pruning == "strongest":
        return ReducedEdges(edge_filter.kept, 0)
    forest = spanning_forest(edges, n_papers)
    n_levels = edge_filter.n_levels if isinstance(edge_filter, SignificanceFilter) else 0
    return ReducedEdges(join([edge_filter.kept, forest]).sorted_unique(n_papers), n_levels)


def prune_reduced(parts: Iterable[ReducedEdges], totals: Totals, settings: GraphSettings) -> Backbone:
    """Return the edges that the settings keep, given those of all blocks that they may keep."""
    n_papers = totals.degrees.size
    if settings.pruning == "none":
        return Backbone(edges=join([part.edges for part in parts]).sorted_unique(n_papers))
    edge_filter = _make_filter(totals, settings)
    forest = join([])
    if not isinstance(edge_filter, SignificanceFilter):
        parts = _in_batches(parts, _BATCH_PER_PAPER * n_papers)
    for edges, n_levels in parts:
        if isinstance(edge_filter, SignificanceFilter):
            edge_filter.keep_levels(n_levels)
        edge_filter.add(edges)
        if settings.pruning != "strongest":
            forest = add_to_forest(forest, edges, n_papers)
    kept, level = edge_filter.finish(forest)
    if settings.pruning == "strongest":
        kept = _take_strongest(kept, n_papers)
    return Backbone(edges=kept.sorted_unique(n_papers), alpha=level)


def _in_batches(parts: Iterable[ReducedEdges], n_edges: int) -> Iterator[ReducedEdges]:
    """Join parts into some of at least `n_edges` edges: with each, a filter sorts all that it has kept so far."""
    batch, n = [], 0
    for part in parts:
        batch.append(part.edges)
        n += len(part.edges)
        if n >= n_edges:
            yield ReducedEdges(join(batch), 0)
            batch, n = [], 0
    if batch:
        yield ReducedEdges(join(batch), 0)


def _make_filter(totals: Totals, settings: GraphSettings) -> EdgeFilter:
    if settings.pruning == "disparity":
        return SignificanceFilter(totals, settings.alpha)
    return NearestFilter(totals.degrees.size, MAX_CHOSEN if settings.pruning == "strongest" else settings.n_nearest)


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
