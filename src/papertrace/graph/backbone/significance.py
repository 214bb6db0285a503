"""The disparity filter, and the choice of a significance level that leaves a readable graph."""

import math

import numpy as np

from papertrace.graph.pairs.edge_list import EdgeList, Totals, join
from papertrace.graph.pairs.projection import Floats, Ints

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

    Parameters
    ----------
    edges
        Some edges of a graph.
    totals
        Strengths and degrees of the whole graph.

    Returns
    -------
    ndarray
        -(k - 1) ln(1 - w/s), the larger of the values at both ends, in whole steps of 2^-20 nats: the more, the more
        significant. s is the sum of the weights at an end and k its number of edges. An edge that is the only one at
        both ends gets 0. Compared with a power, a whole number is the same on every processor.
    """
    values = []
    for end in (edges.first, edges.second):
        degrees = totals.degrees[end]
        shares = np.where(degrees > 1, edges.weights / totals.strengths[end], 0.0)
        values.append(np.rint(-(degrees - 1) * np.log1p(-shares) * _STEPS_PER_NAT).astype(np.int64))
    larger: Ints = np.maximum(*values)
    return larger


def choose_level(counts: Ints, n_linked: int) -> float:
    """Return the significance level that leaves a readable graph.

    If `USUAL_LEVEL` keeps more than `MAX_EDGES_PER_PAPER` on average, that is the loosest stricter level that does not,
    or the strictest of all. Otherwise it is the strictest level from `USUAL_LEVEL` on that keeps `EDGES_PER_PAPER`, or
    the one before it if that one keeps too many.

    Parameters
    ----------
    counts
        The number of edges that each of `LEVELS` keeps. The loosest levels may be missing; the last one given is then
        the loosest to choose.
    n_linked
        The number of papers that have an edge.
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
