"""The heaviest edges of each paper, found in one pass over blocks of edges."""

import numpy as np

from papertrace.graph.pairs.edge_list import EdgeList, join
from papertrace.graph.pairs.projection import Ints


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
        papers = np.concatenate((both.first, both.second))
        others = np.concatenate((both.second, both.first))
        weights = np.concatenate((both.weights, both.weights))
        order = np.lexsort((others, -weights, papers))
        rank = _rank_within(papers[order])
        near = order[rank < self._n_nearest]
        last = order[rank == self._n_nearest - 1]
        self._least[papers[last]] = weights[last]
        self._kept = both.take(np.unique(near % max(len(both), 1)))

    def finish(self, forest: EdgeList) -> tuple[EdgeList, float]:
        """Return the edges kept, with the forest; the level is always 1, as none is applied."""
        return join([self._kept, forest]), 1.0


def _rank_within(groups: Ints) -> Ints:
    """Return the rank of each item within its group, from 0; `groups` is sorted."""
    starts = np.flatnonzero(np.concatenate(([True], groups[1:] != groups[:-1])))
    lengths = np.diff(np.concatenate((starts, [groups.size])))
    return np.arange(groups.size) - np.repeat(starts, lengths)
