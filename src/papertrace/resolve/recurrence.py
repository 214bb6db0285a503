"""Values that recur in a corpus, found in bounded memory."""

from array import array
from bisect import bisect_left
from collections import Counter
from collections.abc import Container, Hashable, Iterable, Mapping
from itertools import compress
from typing import NamedTuple, TypeVar

MAX_HELD = 1_000_000
MAX_RECURRING = 100_000
_BUFFER = 1 << 18

H = TypeVar("H", bound=Hashable)


class Recurring(NamedTuple):
    """The hashes of the values that several papers have, and of all values still counted."""

    often: frozenset[int]
    anywhere: Container[int]


class Recurrence:
    """A counter that finds the values that several papers have, by their hashes.

    As long as the papers have at most `max_held` different values altogether (those of about 25,000 papers), the result
    is exact. Beyond that it counts approximately as in Manku and Motwani (2002, "Approximate frequency counts over data
    streams"): the rarest values are dropped when there are too many, so that a value is missed if its papers are few
    and far apart. At most `max_recurring` values are returned, those of the most papers; values with the same number of
    papers are returned together or not at all. Memory is bounded for a corpus of any size: about 32 bytes for each
    value held, temporarily four times that, and a tally for each value that recurs.

    >>> recurrence = Recurrence()
    >>> for values in (["a", "b"], ["b", "c"], ["c", "b"]):
    ...     recurrence.add(values)
    >>> found = recurrence.finish()
    >>> [hash(value) in found.often for value in "abc"], hash("a") in found.anywhere
    ([False, True, True], True)
    """

    def __init__(self, *, max_held: int = MAX_HELD, max_recurring: int = MAX_RECURRING, buffer: int = _BUFFER) -> None:
        self._max_held = max_held
        self._max_recurring = max_recurring
        self._buffer_size = buffer
        self._buffer = array("q")
        self._numbers = array("q")  # sorted, each once, parallel to `_counts`
        self._counts = array("q")

    def add(self, values: Iterable[Hashable]) -> None:
        """Add the values of one more paper, each once."""
        self._buffer.extend(map(hash, values))
        if len(self._buffer) >= self._buffer_size:
            self._compact()

    def finish(self) -> Recurring:
        """Return the values that recur."""
        if not self._numbers:
            counts = Counter(self._buffer)
            least = self._find_least(Counter(counts.values()))
            return Recurring(frozenset(number for number, n in counts.items() if n >= least), counts.keys())
        self._compact()
        least = self._find_least(Counter(self._counts))
        often = compress(self._numbers, (n >= least for n in self._counts))
        return Recurring(frozenset(often), _Sorted(self._numbers))

    def _find_least(self, sizes: Mapping[int, int]) -> int:
        """Return how many papers a value needs to be returned; `sizes` counts the values by their number of papers."""
        least = 2
        n = sum(size for count, size in sizes.items() if count >= least)
        while n > self._max_recurring:
            n -= sizes.get(least, 0)
            least += 1
        return least

    def _compact(self) -> None:
        """Merge the buffered values into the counts; drop the rarest if there are too many."""
        import numpy as np

        values, n_values = np.unique(np.frombuffer(self._buffer, dtype=np.int64), return_counts=True)
        numbers = np.concatenate((np.frombuffer(self._numbers, dtype=np.int64), values))
        counts = np.concatenate((np.frombuffer(self._counts, dtype=np.int64), n_values))
        order = np.argsort(numbers, kind="stable")
        numbers, counts = numbers[order], counts[order]
        starts = np.flatnonzero(np.concatenate(([True], numbers[1:] != numbers[:-1])))
        numbers, counts = numbers[starts], np.add.reduceat(counts, starts)
        least = 1
        while len(numbers) > self._max_held:
            least += 1
            kept = counts >= least
            numbers, counts = numbers[kept], counts[kept]
        self._buffer, self._numbers, self._counts = array("q"), array("q"), array("q")
        self._numbers.frombytes(numbers.tobytes())
        self._counts.frombytes(counts.astype(np.int64).tobytes())


class _Sorted:
    """A container of sorted numbers with membership tests in logarithmic time."""

    def __init__(self, numbers: "array[int]") -> None:
        self._numbers = numbers

    def __contains__(self, number: object) -> bool:
        if not isinstance(number, int):
            return False
        index = bisect_left(self._numbers, number)
        return index < len(self._numbers) and self._numbers[index] == number


def drop_rare(counts: Counter[H], max_size: int) -> None:
    """Remove the rarest counts until at most `max_size` are left.

    >>> counts = Counter("aaabbc")
    >>> drop_rare(counts, 2)
    >>> sorted(counts)
    ['a', 'b']
    """
    least = 1
    while len(counts) > max_size:
        least += 1
        for value in [value for value, n in counts.items() if n < least]:
            del counts[value]
