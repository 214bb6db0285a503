"""The work of linking as functions of blocks of papers, which an engine calls here or in other processes.

A block is a range of papers; its edges are those whose first paper is in it. What a block gives is merged exactly:
numbers of edges and strengths are whole numbers, the heaviest edges of all are among the heaviest of each block, and
the forest of all is that of the forests.
"""

import struct
from collections.abc import Iterator
from typing import NamedTuple, Protocol

import numpy as np

from papertrace.graph.backbone.pruning import ReducedEdges, reduce_edges
from papertrace.graph.pairs.edge_list import EdgeList, Totals
from papertrace.graph.settings import GraphSettings

_RANGE = struct.Struct("<QQ")
_REDUCED = struct.Struct("<QQQ")


class BlockLinking(Protocol):
    """What makes the edges of a block."""

    def blocks(self) -> Iterator[tuple[int, int]]:
        """Yield ranges of papers, each with about as much work."""

    def link(self, low: int, high: int) -> EdgeList:
        """Return the edges whose first paper is in a range."""


class Pruned(NamedTuple):
    """The edges that pruning may keep of one block, with what else is known of all its edges."""

    n_edges: int
    largest: int
    reduced: ReducedEdges


def pack_blocks(linking: BlockLinking) -> Iterator[bytes]:
    """Yield the ranges of papers of a linking as chunks."""
    for low, high in linking.blocks():
        yield _RANGE.pack(low, high)


def unpack_block(chunk: bytes) -> tuple[int, int]:
    """Return a range of papers that `pack_blocks` has packed."""
    low, high = _RANGE.unpack(chunk)
    return low, high


def link_block(chunk: bytes, linking: BlockLinking) -> bytes:
    """Return the edges of a block."""
    return pack_edges(linking.link(*unpack_block(chunk)))


def link_and_reduce_block(chunk: bytes, shared: tuple[BlockLinking, Totals, GraphSettings]) -> bytes:
    """Return the edges of a block that pruning may keep, for prunings that need no totals."""
    linking, totals, settings = shared
    return _pack_reduced(linking.link(*unpack_block(chunk)), totals, settings)


def reduce_block(chunk: bytes, shared: tuple[Totals, GraphSettings]) -> bytes:
    """Return the edges that pruning may keep, given edges of `link_block`."""
    return _pack_reduced(unpack_edges(chunk), *shared)


def unpack_reduced(result: bytes) -> Pruned:
    """Return what `reduce_block` and `link_and_reduce_block` have packed."""
    n_edges, largest, n_levels = _REDUCED.unpack_from(result)
    return Pruned(n_edges, largest, ReducedEdges(unpack_edges(result[_REDUCED.size :]), n_levels))


def pack_edges(edges: EdgeList) -> bytes:
    """Return edges as bytes: all first papers, all second papers, all weights."""
    return b"".join(np.ascontiguousarray(part).tobytes() for part in (edges.first, edges.second, edges.weights))


def unpack_edges(chunk: bytes) -> EdgeList:
    """Return what `pack_edges` has packed."""
    first, second, weights = np.frombuffer(chunk, dtype=np.int64).reshape(3, -1)
    return EdgeList(first=first, second=second, weights=weights)


def _pack_reduced(edges: EdgeList, totals: Totals, settings: GraphSettings) -> bytes:
    reduced = reduce_edges(edges, totals, settings)
    head = _REDUCED.pack(len(edges), int(edges.weights.max(initial=0)), reduced.n_levels)
    return head + pack_edges(reduced.edges)
