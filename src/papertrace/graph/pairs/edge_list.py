"""Weighted edges as three arrays, passed from linking to pruning and from there to all later stages."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from papertrace.graph.pairs.projection import Floats, Ints


@dataclass(frozen=True, slots=True, kw_only=True)
class EdgeList:
    """Edges between numbered papers: `first < second`, each pair once, positive weights."""

    first: Ints
    second: Ints
    weights: Floats

    def __len__(self) -> int:
        """Return the number of edges."""
        return self.first.size

    def take(self, chosen: NDArray[np.bool_] | Ints) -> "EdgeList":
        """Return the selected edges, in the order of the selection."""
        return EdgeList(first=self.first[chosen], second=self.second[chosen], weights=self.weights[chosen])

    def rows(self) -> Iterator[tuple[int, int, float]]:
        """Yield each edge as plain Python values."""
        yield from zip(self.first.tolist(), self.second.tolist(), self.weights.tolist(), strict=True)

    def sorted_unique(self, n_papers: int) -> "EdgeList":
        """Return the edges sorted by both ends, each pair once."""
        _, indices = np.unique(self.first * n_papers + self.second, return_index=True)
        return self.take(indices)


Blocks = Callable[[], Iterator[EdgeList]]
"""A function that yields all edges in blocks, from the start on each call; they need not fit into memory."""


def join(parts: Sequence[EdgeList]) -> EdgeList:
    """Concatenate edge lists in the given order."""
    return EdgeList(
        first=np.concatenate([np.zeros(0, dtype=np.int64), *(part.first for part in parts)]),
        second=np.concatenate([np.zeros(0, dtype=np.int64), *(part.second for part in parts)]),
        weights=np.concatenate([np.zeros(0), *(part.weights for part in parts)]),
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class Totals:
    """Statistics of a graph, computed in one pass over its edges.

    `strengths` and `degrees` are per paper; `largest` is the largest weight, 0 without edges.
    """

    n_edges: int
    largest: float
    strengths: Floats
    degrees: Ints

    @property
    def n_linked(self) -> int:
        """The number of papers that have an edge."""
        return int(np.count_nonzero(self.degrees))


def compute_totals(blocks: Blocks, n_papers: int) -> Totals:
    """Compute the totals of a graph in one pass over its edges."""
    strengths, degrees = np.zeros(n_papers), np.zeros(n_papers, dtype=np.int64)
    n_edges, largest = 0, 0.0
    for edges in blocks():
        for end in (edges.first, edges.second):
            strengths += np.bincount(end, weights=edges.weights, minlength=n_papers)
            degrees += np.bincount(end, minlength=n_papers)
        n_edges += len(edges)
        largest = max(largest, float(edges.weights.max(initial=0.0)))
    return Totals(n_edges=n_edges, largest=largest, strengths=strengths, degrees=degrees)
