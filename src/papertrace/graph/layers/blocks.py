"""The work of linking as functions of blocks of papers, which an engine calls here or in other processes.

A block is a range of papers; its edges are those whose first paper is in it. What a block gives is merged exactly:
numbers of edges and strengths are whole numbers, the heaviest edges of all are among the heaviest of each block, and
the forest of all is that of the forests.
"""

import struct
from collections.abc import Iterator
from typing import NamedTuple, Protocol

from papertrace.graph.backbone.pruning import ReducedEdges, reduce_edges
from papertrace.graph.pairs.edge_list import EdgeList, Totals
from papertrace.graph.settings import GraphSettings
from papertrace.spool import pack, unpack

_RANGE = struct.Struct("<QQ")


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
    return pack(linking.link(*unpack_block(chunk)))


def link_and_reduce_block(chunk: bytes, shared: tuple[BlockLinking, Totals, GraphSettings]) -> bytes:
    """Return the `Pruned` edges of a block, for prunings that need no totals."""
    linking, totals, settings = shared
    return _reduce(linking.link(*unpack_block(chunk)), totals, settings)


def reduce_block(chunk: bytes, shared: tuple[Totals, GraphSettings]) -> bytes:
    """Return the `Pruned` edges of those of `link_block`."""
    return _reduce(unpack(chunk), *shared)


def _reduce(edges: EdgeList, totals: Totals, settings: GraphSettings) -> bytes:
    return pack(Pruned(len(edges), int(edges.weights.max(initial=0)), reduce_edges(edges, totals, settings)))
