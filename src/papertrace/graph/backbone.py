"""The backbone: which of the lines are significant, which every paper keeps, and what is pruned.

The maximum spanning forest of two sets of edges is that of the union of their forests, so blocks of edges can be
processed in turn, with only one block and one forest in memory.

Two short texts nearly always share some word: unpruned, a paper of a listing is linked with nine in ten of the others.
A filter keeps the edges that matter by its criterion; the maximum spanning forest is kept as well, so that no paper
becomes isolated and no component falls apart. Edges are processed in blocks and need not fit into memory.
"""

import math
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import NamedTuple, Protocol

import numpy as np

from papertrace.graph.pairs.products import EdgeList, Floats, Ints, Totals, join
from papertrace.graph.settings import GraphSettings

USUAL_LEVEL = 0.05
"""The customary significance level, which is tried first."""

LEVELS = (
    *(0.000001, 0.00001, 0.0001, 0.0002, 0.0005, 0.001, 0.002, 0.003, 0.005, 0.007, 0.01, 0.015, 0.02, 0.03, 0.04),
    *(USUAL_LEVEL, 0.1, 0.15, 0.2, 0.25, 0.3, 0.35, 0.4, 0.45, 0.5, 0.6, 0.7, 0.8, 0.9, 1.0),
)
"""The significance levels to choose from, strictest first."""

EDGES_PER_PAPER = 2
"""The minimum average number of edges per paper: with fewer, a backbone is hardly more than a tree, and its communities
are arbitrary. At 0.05, graphs of hundreds of shared words keep this many; those of a dozen shared concepts do not."""

MAX_EDGES_PER_PAPER = 10
"""The maximum average number of edges per paper for a readable graph. Ten thousand papers share so many concepts that
0.05 keeps sixty edges per paper; if all papers share the same few concepts, every edge has the same weight, and a level
that keeps one keeps all."""

_USUAL = LEVELS.index(USUAL_LEVEL)
_STEPS_PER_NAT = 1 << 20
# Edges slightly below the threshold of both ends are tested as well, because the threshold is rounded.
_SLACK = 1 - 1e-6


def significance_steps(level: float) -> int:
    """Return a significance level as `disparity` returns it.

    >>> significance_steps(1.0)
    0
    """
    return round(-math.log(level) * _STEPS_PER_NAT)


def disparity(edges: EdgeList, totals: Totals) -> Ints:
    """Return the significance of each edge by the disparity filter (Serrano, Boguñá & Vespignani, 2009).

    -(k - 1) ln(1 - w/s), the larger of the values at both ends, in whole steps of 2^-20 nats: the more, the more
    significant. s is the sum of the weights at an end and k its number of edges, both of the whole graph (`totals`). An
    edge that is the only one at both ends gets 0. Compared with a power, a whole number is the same on every processor.
    """
    values = []
    for end in (edges.first, edges.second):
        degrees = totals.degrees[end]
        shares = np.where(degrees > 1, edges.weights / totals.strengths[end], 0.0)
        values.append(np.rint(-(degrees - 1) * np.log1p(-shares) * _STEPS_PER_NAT).astype(np.int64))
    larger: Ints = np.maximum(*values)
    return larger


def choose_level(counts: Ints, n_linked: int) -> float:
    """Return the significance level that leaves a readable graph, given how many edges each of `LEVELS` keeps.

    If `USUAL_LEVEL` keeps more than `MAX_EDGES_PER_PAPER` on average, that is the loosest stricter level that does not,
    or the strictest of all. Otherwise it is the strictest level from `USUAL_LEVEL` on that keeps `EDGES_PER_PAPER`, or
    the one before it if that one keeps too many. The counts of the loosest levels may be missing, which are then not
    chosen; `n_linked` is the number of papers that have an edge.
    """
    fewest, most = EDGES_PER_PAPER * n_linked, MAX_EDGES_PER_PAPER * n_linked
    if counts.size <= _USUAL or counts[_USUAL] > most:
        fitting = np.flatnonzero(counts[:_USUAL] <= most)
        return LEVELS[int(fitting[-1])] if fitting.size else LEVELS[0]
    chosen = USUAL_LEVEL
    for level, n_kept in zip(LEVELS[_USUAL:], counts[_USUAL:].tolist(), strict=False):
        if n_kept > most:
            break
        chosen = level
        if n_kept >= fewest:
            break
    return chosen


class SignificanceFilter:
    """A filter for the edges that are significant at one end, at a given level or that of `choose_level`.

    The chosen level is known only at the end, but the more edges have been processed, the fewer levels remain possible
    and the fewer edges have to be kept: about `MAX_EDGES_PER_PAPER` per paper at most.
    """

    def __init__(self, totals: Totals, alpha: float | None) -> None:
        """Start without edges."""
        self._totals = totals
        self._levels: tuple[float, ...] = LEVELS if alpha is None else (alpha,)
        self._is_given = alpha is not None
        self._kept = join([])
        self._significance: Ints = np.zeros(0, dtype=np.int64)
        self._least = self._thresholds()

    @property
    def kept(self) -> EdgeList:
        """The edges that may be kept, of those processed so far."""
        return self._kept

    @property
    def n_levels(self) -> int:
        """The number of levels that may still be chosen, strictest first."""
        return len(self._levels)

    def keep_levels(self, n_levels: int) -> None:
        """Drop the levels beyond the strictest `n_levels`, which other edges have shown to be too loose."""
        if n_levels >= len(self._levels):
            return
        self._levels = self._levels[:n_levels]
        below = self._significance > significance_steps(self._levels[-1])
        self._kept, self._significance = self._kept.take(below), self._significance[below]
        self._least = self._thresholds()

    def add(self, edges: EdgeList) -> None:
        """Process the next block of edges."""
        light = self._least * _SLACK
        edges = edges.take((edges.weights > light[edges.first]) | (edges.weights > light[edges.second]))
        significance = disparity(edges, self._totals)
        below = significance > significance_steps(self._levels[-1])
        self._kept = join([self._kept, edges.take(below)])
        self._significance = np.concatenate((self._significance, significance[below]))
        if not self._is_given:
            self._drop_loose_levels()

    def finish(self, forest: EdgeList) -> tuple[EdgeList, float]:
        """Return the edges kept, with the forest, and the significance level applied."""
        level = self._levels[-1]
        if not self._is_given:
            of_forest = disparity(forest, self._totals)
            # The edges of the forest that are not significant.
            extra = np.array(
                [np.count_nonzero(of_forest <= significance_steps(each)) for each in self._levels], dtype=np.int64
            )
            level = choose_level(self._counts() + extra, self._totals.n_linked)
        return join([self._kept.take(self._significance > significance_steps(level)), forest]), level

    def _counts(self) -> Ints:
        """Return how many of the kept edges each level would keep."""
        limits = [significance_steps(level) for level in self._levels]
        return self._significance.size - np.searchsorted(np.sort(self._significance), limits, side="right")

    def _drop_loose_levels(self) -> None:
        """Drop the levels that can no longer be chosen, and the edges that only they would keep."""
        counts, n_linked = self._counts(), self._totals.n_linked
        # The number of edges only grows: too many now is too many at the end, and enough stays enough.
        fitting = np.flatnonzero(counts <= MAX_EDGES_PER_PAPER * n_linked)
        enough = np.flatnonzero(counts[_USUAL:] >= EDGES_PER_PAPER * n_linked) + _USUAL
        last = min(int(fitting[-1]) if fitting.size else 0, int(enough[0]) if enough.size else counts.size)
        self.keep_levels(last + 1)

    def _thresholds(self) -> Floats:
        """Return the weight above which an edge is significant for each paper at the loosest level."""
        exponents = np.maximum(self._totals.degrees - 1, 1)
        least = self._totals.strengths * (1.0 - self._levels[-1] ** (1.0 / exponents))
        return np.where(self._totals.degrees > 1, least, np.inf)


_MAX_BITS = 63  # of a number that is not negative


class NearestFilter:
    """A filter for the edges that are among the `n_nearest` heaviest of one of their ends.

    Ties are broken in favour of the paper with the lower number.
    """

    def __init__(self, n_papers: int, n_nearest: int) -> None:
        """Start without edges."""
        self._n_nearest = n_nearest
        self._kept = join([])
        # The smallest weight with which an edge is still among the nearest of a paper.
        self._least: Ints = np.zeros(n_papers, dtype=np.int64)

    @property
    def kept(self) -> EdgeList:
        """The edges that may be kept, of those processed so far."""
        return self._kept

    def add(self, edges: EdgeList) -> None:
        """Process the next block of edges."""
        is_candidate = (edges.weights >= self._least[edges.first]) | (edges.weights >= self._least[edges.second])
        both = join([self._kept, edges.take(is_candidate)])
        if not len(both):
            return
        codes = both.first * self._least.size + both.second
        if (codes[1:] <= codes[:-1]).any():
            both = both.take(np.argsort(codes, kind="stable"))
        # The pairs of a paper are in the order of the other one: first those in which it is the second.
        papers = np.concatenate((both.second, both.first))
        weights = np.concatenate((both.weights, both.weights))
        order = _sort_by_weight(papers, weights)
        rank = _rank_within(papers[order])
        near = order[rank < self._n_nearest]
        last = order[rank == self._n_nearest - 1]
        self._least[papers[last]] = weights[last]
        is_near = np.zeros(len(both), dtype=np.bool_)
        is_near[near % len(both)] = True
        self._kept = both.take(is_near)

    def finish(self, forest: EdgeList) -> tuple[EdgeList, float]:
        """Return the edges kept, with the forest; the level is always 1, as none is applied."""
        return join([self._kept, forest]), 1.0


def _sort_by_weight(papers: Ints, weights: Ints) -> Ints:
    """Return the order by paper, then by falling weight, then as given; there is at least one element.

    One number that says all of it is sorted in a fifth of the time of three keys.
    """
    lighter = int(weights.max()) - weights
    n_bits = (papers.size - 1).bit_length()
    n_bits_of_weight = int(lighter.max()).bit_length()
    if int(papers.max()).bit_length() + n_bits_of_weight + n_bits > _MAX_BITS:
        return np.lexsort((lighter, papers))
    codes = (((papers << n_bits_of_weight) | lighter) << n_bits) | np.arange(papers.size)
    codes.sort(kind="stable")  # half of them are in the order of the papers: sorted in half the time
    order: Ints = codes & ((1 << n_bits) - 1)
    return order


def _rank_within(groups: Ints) -> Ints:
    """Return the rank of each item within its group, from 0; `groups` is sorted."""
    starts = np.flatnonzero(np.concatenate(([True], groups[1:] != groups[:-1])))
    lengths = np.diff(np.concatenate((starts, [groups.size])))
    return np.arange(groups.size) - np.repeat(starts, lengths)


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
