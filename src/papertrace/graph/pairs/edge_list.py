"""Weighted edges as three arrays, passed from linking to pruning and from there to all later stages."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from papertrace.graph.pairs.projection import Ints


@dataclass(frozen=True, slots=True, kw_only=True)
class EdgeList:
    """Edges between numbered papers: `first < second`, each pair once, positive weights.

    Weights are whole numbers of steps, of which the linking says how many are one unit.
    """

    first: Ints
    second: Ints
    weights: Ints

    def __len__(self) -> int:
        """Return the number of edges."""
        return self.first.size

    def take(self, chosen: NDArray[np.bool_] | Ints) -> "EdgeList":
        """Return the selected edges, in the order of the selection."""
        return EdgeList(first=self.first[chosen], second=self.second[chosen], weights=self.weights[chosen])

    def rows(self, steps_per_unit: int = 1) -> Iterator[tuple[int, int, float]]:
        """Yield each edge as plain Python values, its weight in units."""
        yield from zip(self.first.tolist(), self.second.tolist(), (self.weights / steps_per_unit).tolist(), strict=True)

    def sorted_unique(self, n_papers: int) -> "EdgeList":
        """Return the edges sorted by both ends, each pair once."""
        _, indices = np.unique(self.first * n_papers + self.second, return_index=True)
        return self.take(indices)


def join(parts: Sequence[EdgeList]) -> EdgeList:
    """Concatenate edge lists in the given order."""
    return EdgeList(
        first=np.concatenate([np.zeros(0, dtype=np.int64), *(part.first for part in parts)]),
        second=np.concatenate([np.zeros(0, dtype=np.int64), *(part.second for part in parts)]),
        weights=np.concatenate([np.zeros(0, dtype=np.int64), *(part.weights for part in parts)]),
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class Totals:
    """Statistics of a graph, computed in one pass over its edges.

    `strengths` and `degrees` are per paper; `largest` is the largest weight, 0 without edges. Everything is a whole
    number, so that totals of parts of the edges merge to the same in any order.
    """

    n_edges: int
    largest: int
    strengths: Ints
    degrees: Ints

    @property
    def n_linked(self) -> int:
        """The number of papers that have an edge."""
        return int(np.count_nonzero(self.degrees))

    def add(self, edges: EdgeList) -> "Totals":
        """Return the totals of these and further edges; the arrays are changed in place."""
        for end in (edges.first, edges.second):
            np.add.at(self.strengths, end, edges.weights)
            np.add.at(self.degrees, end, 1)
        return Totals(
            n_edges=self.n_edges + len(edges),
            largest=max(self.largest, int(edges.weights.max(initial=0))),
            strengths=self.strengths,
            degrees=self.degrees,
        )

    def merge(self, other: "Totals") -> "Totals":
        """Return the totals of the edges of both, which have none in common."""
        return Totals(
            n_edges=self.n_edges + other.n_edges,
            largest=max(self.largest, other.largest),
            strengths=self.strengths + other.strengths,
            degrees=self.degrees + other.degrees,
        )


def no_totals(n_papers: int) -> Totals:
    """Return the totals of a graph without edges."""
    zeros = np.zeros(n_papers, dtype=np.int64)
    return Totals(n_edges=0, largest=0, strengths=zeros, degrees=zeros.copy())
