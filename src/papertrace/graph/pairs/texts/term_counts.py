"""The terms of a part of a corpus, counted: which papers have which, and how much weight each has in its text."""

import struct
from dataclasses import dataclass
from typing import TYPE_CHECKING, TypeVar

import numpy as np

from papertrace.graph.pairs.projection import Ints

if TYPE_CHECKING:
    from numpy.typing import NDArray

_HEAD = struct.Struct("<QQQQ")
_Number = TypeVar("_Number", bound=np.generic)


@dataclass(frozen=True, slots=True, kw_only=True)
class TermCounts:
    """The terms of some papers.

    `distinct` are the terms of all of them, sorted, and `frequencies` the numbers of papers that have each. `sizes` are
    the numbers of terms of the papers; `terms` and `weights` are those of one paper after the other: places in
    `distinct`, and weights within the text in steps. `fields` and `printed_fields` count the papers of each field of
    the background table, by their terms and by their texts as printed.
    """

    distinct: "NDArray[np.uint64]"
    frequencies: "NDArray[np.int32]"
    sizes: "NDArray[np.int32]"
    terms: "NDArray[np.int32]"
    weights: "NDArray[np.uint16]"
    fields: Ints
    printed_fields: Ints

    def pack(self) -> bytes:
        """Return the counts as bytes."""
        head = _HEAD.pack(self.distinct.size, self.sizes.size, self.terms.size, self.fields.size)
        parts = (
            self.distinct,
            self.fields,
            self.printed_fields,
            self.frequencies,
            self.sizes,
            self.terms,
            self.weights,
        )
        return b"".join((head, *(part.tobytes() for part in parts)))

    @classmethod
    def unpack(cls, packed: bytes) -> "TermCounts":
        """Return what `pack` has packed."""
        n_distinct, n_papers, n_terms, n_fields = _HEAD.unpack_from(packed)
        reader = _Reader(packed, _HEAD.size)
        return cls(
            distinct=reader.take(np.uint64, n_distinct),
            fields=reader.take(np.int64, n_fields),
            printed_fields=reader.take(np.int64, n_fields),
            frequencies=reader.take(np.int32, n_distinct),
            sizes=reader.take(np.int32, n_papers),
            terms=reader.take(np.int32, n_terms),
            weights=reader.take(np.uint16, n_terms),
        )


class _Reader:
    """A reader of arrays that follow one another in bytes."""

    def __init__(self, packed: bytes, place: int) -> None:
        self._packed, self._place = packed, place

    def take(self, kind: type[_Number], n: int) -> "NDArray[_Number]":
        found = np.frombuffer(self._packed, dtype=kind, count=n, offset=self._place)
        self._place += found.nbytes
        return found
