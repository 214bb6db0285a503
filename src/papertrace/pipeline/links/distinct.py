"""Counting distinct texts, however many there are."""

from array import array
from collections.abc import Iterable

from papertrace.counting.hashing import hash_text

_MANY = 100_000


class DistinctCount:
    """The number of distinct texts, from hashes of 64 bits: eight bytes for each text that is added.

    Two of ten million texts have the same hash, and count as one, with a probability of 3 in a million.

    >>> DistinctCount(["a", "b", "a"]).total()
    2
    """

    __slots__ = ("_hashes",)

    def __init__(self, texts: Iterable[str] = ()) -> None:
        self._hashes = array("Q")
        for text in texts:
            self.add(text)

    def add(self, text: str) -> None:
        """Add a text."""
        self._hashes.append(hash_text(text))

    def total(self) -> int:
        """Return the number of distinct texts so far."""
        if len(self._hashes) <= _MANY:
            return len(set(self._hashes))
        import numpy as np

        return int(np.unique(np.frombuffer(self._hashes, np.uint64)).size)
