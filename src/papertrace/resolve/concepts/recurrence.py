"""What recurs in a corpus, found in memory that has a bound."""

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
    """Hold the hashes of the values that several papers have, and of all that are known to be anywhere."""

    often: frozenset[int]
    anywhere: Container[int]


class Recurrence:
    """Find the values that several papers have, by their hashes.

    As long as papers have at most `most_held` different values altogether (those of some twenty-five thousand papers),
    nothing is missed. Beyond that it counts as Manku and Motwani do (2002, "Approximate frequency counts over data
    streams"): when there are too many, those met most seldom are forgotten, so that a value is missed if its papers are
    few and lie far apart. Of the values that recur, at most `most_recurring` are told: those that the most papers have,
    where values that equally many papers have are told together or not at all. So the memory has a bound for a corpus
    of any size: some 32 bytes for each value held, four times that for a moment, and a tally for each that recurs.

    >>> recurrence = Recurrence()
    >>> for values in (["a", "b"], ["b", "c"], ["c", "b"]):
    ...     recurrence.add(values)
    >>> found = recurrence.settle()
    >>> [hash(value) in found.often for value in "abc"], hash("a") in found.anywhere
    ([False, True, True], True)
    """

    def __init__(
        self, *, most_held: int = MAX_HELD, most_recurring: int = MAX_RECURRING, buffer: int = _BUFFER
    ) -> None:
        self._most_held = most_held
        self._most_recurring = most_recurring
        self._buffer_size = buffer
        self._buffer = array("q")
        self._numbers = array("q")  # sorted, each once, with `_counts` beside them
        self._counts = array("q")

    def add(self, values: Iterable[Hashable]) -> None:
        """Take the values of one more paper, each once."""
        self._buffer.extend(map(hash, values))
        if len(self._buffer) >= self._buffer_size:
            self._compact()

    def settle(self) -> Recurring:
        """Return what recurs."""
        if not self._numbers:
            counts = Counter(self._buffer)
            least = self._find_least(Counter(counts.values()))
            return Recurring(frozenset(number for number, n in counts.items() if n >= least), counts.keys())
        self._compact()
        least = self._find_least(Counter(self._counts))
        often = compress(self._numbers, (n >= least for n in self._counts))
        return Recurring(frozenset(often), _Sorted(self._numbers))

    def _find_least(self, sizes: Mapping[int, int]) -> int:
        """Return how many papers a value must have to be told; `sizes` counts the values by their papers."""
        least = 2
        n = sum(size for count, size in sizes.items() if count >= least)
        while n > self._most_recurring:
            n -= sizes.get(least, 0)
            least += 1
        return least

    def _compact(self) -> None:
        """Sort what was met since the last time into what was met before; forget the rarest of too many."""
        import numpy as np

        met, n_met = np.unique(np.frombuffer(self._buffer, dtype=np.int64), return_counts=True)
        numbers = np.concatenate((np.frombuffer(self._numbers, dtype=np.int64), met))
        counts = np.concatenate((np.frombuffer(self._counts, dtype=np.int64), n_met))
        order = np.argsort(numbers, kind="stable")
        numbers, counts = numbers[order], counts[order]
        starts = np.flatnonzero(np.concatenate(([True], numbers[1:] != numbers[:-1])))
        numbers, counts = numbers[starts], np.add.reduceat(counts, starts)
        least = 1
        while len(numbers) > self._most_held:
            least += 1
            kept = counts >= least
            numbers, counts = numbers[kept], counts[kept]
        self._buffer, self._numbers, self._counts = array("q"), array("q"), array("q")
        self._numbers.frombytes(numbers.tobytes())
        self._counts.frombytes(counts.astype(np.int64).tobytes())


class _Sorted:
    """Say whether a number is among sorted ones."""

    def __init__(self, numbers: "array[int]") -> None:
        self._numbers = numbers

    def __contains__(self, number: object) -> bool:
        if not isinstance(number, int):
            return False
        place = bisect_left(self._numbers, number)
        return place < len(self._numbers) and self._numbers[place] == number


def drop_rare(counts: Counter[H], most: int) -> None:
    """Remove the rarest of too many counts, until at most `most` are left.

    >>> counts = Counter("aaabbc")
    >>> drop_rare(counts, 2)
    >>> sorted(counts)
    ['a', 'b']
    """
    least = 1
    while len(counts) > most:
        least += 1
        for value in [value for value, n in counts.items() if n < least]:
            del counts[value]
