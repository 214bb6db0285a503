"""Weighted edges as three arrays: what linking hands to pruning, and pruning to all that comes after."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from papertrace.graph.pairs.projection import Floats, Ints


@dataclass(frozen=True, slots=True, kw_only=True)
class EdgeList:
    """Hold edges between papers by number, `first < second`, each pair once, with positive weights."""

    first: Ints
    second: Ints
    weights: Floats

    def __len__(self) -> int:
        """Return the number of edges."""
        return self.first.size

    def take(self, chosen: NDArray[np.bool_] | Ints) -> "EdgeList":
        """Return some of the edges, in the order in which they are chosen."""
        return EdgeList(first=self.first[chosen], second=self.second[chosen], weights=self.weights[chosen])

    def rows(self) -> Iterator[tuple[int, int, float]]:
        """Yield the edges as plain values."""
        yield from zip(self.first.tolist(), self.second.tolist(), self.weights.tolist(), strict=True)

    def in_order(self, n_papers: int) -> "EdgeList":
        """Return the edges in rising order of both ends, each pair once."""
        _, places = np.unique(self.first * n_papers + self.second, return_index=True)
        return self.take(places)


Blocks = Callable[[], Iterator[EdgeList]]
"""Edges in blocks, from the beginning at every call: they may be more than memory holds."""


def join(parts: Sequence[EdgeList]) -> EdgeList:
    """Return several lists as one, in their order."""
    return EdgeList(
        first=np.concatenate([np.zeros(0, dtype=np.int64), *(part.first for part in parts)]),
        second=np.concatenate([np.zeros(0, dtype=np.int64), *(part.second for part in parts)]),
        weights=np.concatenate([np.zeros(0), *(part.weights for part in parts)]),
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class Totals:
    """Hold what is known of a graph when all of its edges have passed by once.

    `strengths` and `degrees` are those of the papers, `largest` is the largest weight, 0 without edges.
    """

    n_edges: int
    largest: float
    strengths: Floats
    degrees: Ints

    @property
    def n_linked(self) -> int:
        """Return the number of papers that have an edge."""
        return int(np.count_nonzero(self.degrees))


def add_up(blocks: Blocks, n_papers: int) -> Totals:
    """Let all edges pass by once."""
    strengths, degrees = np.zeros(n_papers), np.zeros(n_papers, dtype=np.int64)
    n_edges, largest = 0, 0.0
    for edges in blocks():
        for end in (edges.first, edges.second):
            strengths += np.bincount(end, weights=edges.weights, minlength=n_papers)
            degrees += np.bincount(end, minlength=n_papers)
        n_edges += len(edges)
        largest = max(largest, float(edges.weights.max(initial=0.0)))
    return Totals(n_edges=n_edges, largest=largest, strengths=strengths, degrees=degrees)
