"""The counts of terms of many parts of a corpus, of which one is in memory at a time."""

from collections.abc import Iterable, Sequence
from typing import overload

from papertrace.engine import Engine
from papertrace.graph.pairs.texts.term_counts import TermCounts
from papertrace.model import Paper
from papertrace.spool import Spool, pack, unpack

_MAX_PARTS = 20  # whose counts are kept in memory, about 2 MB each


class StoredCounts(Sequence[TermCounts]):
    """The counts of parts of a corpus, in a temporary file if they are many, since they are more than texts become."""

    def __init__(self) -> None:
        """Start without counts."""
        self._packed: Spool[bytes] = Spool(bytes, in_memory=_MAX_PARTS)

    @property
    def is_in_memory(self) -> bool:
        """Whether all counts are in memory."""
        return self._packed.is_in_memory

    def append(self, counts: TermCounts) -> None:
        """Add the counts of the next part."""
        self.append_packed(pack(counts))

    def append_packed(self, counts: bytes) -> None:
        """Add the packed counts of the next part."""
        self._packed.append(counts)

    def count_terms(self, papers: Iterable[Paper], _: Engine | None) -> "StoredCounts":
        """Read the papers of these counts, and return the counts, as a `CountTerms` function that counts anew does."""
        for _paper in papers:
            pass
        return self

    def __len__(self) -> int:
        """Return the number of parts."""
        return len(self._packed)

    @overload
    def __getitem__(self, index: int) -> TermCounts: ...
    @overload
    def __getitem__(self, index: slice) -> list[TermCounts]: ...
    def __getitem__(self, index: int | slice) -> TermCounts | list[TermCounts]:
        """Return the counts of a part, or of several."""
        if isinstance(index, slice):
            return list(map(unpack, self._packed[index]))
        counts: TermCounts = unpack(self._packed[index])
        return counts
