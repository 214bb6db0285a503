"""Values that recur in a corpus, counted by their hashes."""

import weakref
from array import array
from collections.abc import Iterable, Iterator, Mapping
from typing import BinaryIO, ClassVar, NamedTuple

import numpy as np
from numpy.typing import NDArray

from papertrace.spool import close_temporary_file, name_temporary_folder, open_temporary_file

MAX_HELD = 1_000_000
"""The number of different hashes in memory, those of about 25,000 papers (12 MB); more of them are moved to a file."""

_BUFFER = 1 << 18
"""The number of hashes that are sorted at once: numpy sorts a quarter of a million in 20 ms, and 2 MB is little."""

_N_PARTS = 256
"""The parts of runs by the first byte of the hash, united one at a time: 150 million hashes give 7 MB each."""


class Recurrence:
    """A counter that finds the values that several papers have, by their hashes of 64 bits (`hash_text`).

    Counts are exact for a corpus of any size, and those of several parts of a corpus can be merged in any order. Up to
    `max_held` different hashes are in memory, and more in sorted runs in a temporary file, 12 bytes each.

    >>> recurrence = Recurrence()
    >>> for values in ([1, 2], [2, 3], [3, 2]):
    ...     recurrence.add(values)
    >>> sorted(recurrence.find_recurring()), sorted(recurrence.find_present([1, 4]))
    ([2, 3], [1])
    """

    __slots__ = (
        "__weakref__",
        "_buffer",
        "_buffer_size",
        "_file",
        "_held",
        "_max_held",
        "_n_pending",
        "_pending",
        "_runs",
    )

    def __init__(self, *, max_held: int = MAX_HELD, buffer: int = _BUFFER) -> None:
        """Start without values; `buffer` is the number of values that are sorted at once."""
        self._max_held = max_held
        self._buffer_size = buffer
        self._buffer = array("Q")
        self._held: _Run | None = None
        self._pending: list[_Run] = []
        self._n_pending = 0
        self._runs: list[_Run] = []
        self._file: BinaryIO | None = None

    def add(self, hashes: Iterable[int]) -> None:
        """Add the values of one more paper, each once."""
        self._buffer.extend(hashes)
        self._compact_if_full()

    def merge(self, other: "Recurrence") -> None:
        """Add the values of other papers that were counted apart."""
        self._buffer.extend(other._buffer)  # noqa: SLF001 - of this class
        for run in other._sorted_runs():  # noqa: SLF001
            self._pending.append(run)
            self._n_pending += len(run.numbers)
            self._compact_if_full()

    def find_recurring(self, least: int = 2, max_size: int | None = None) -> frozenset[int]:
        """Return the hashes of values that at least `least` papers have.

        At most `max_size` are returned, those of the most papers; values of equally many papers are returned together
        or not at all.
        """
        kept = _Run(np.empty(0, np.uint64), np.empty(0, np.uint32))
        for part in self._parts():
            kept = kept.join(part.at_least(least))
            if max_size is not None and len(kept.numbers) > max_size:
                # What is too rare among some parts is too rare among all.
                sizes, n_sizes = np.unique(kept.counts, return_counts=True)
                least = find_least(dict(zip(sizes.tolist(), n_sizes.tolist(), strict=True)), least, max_size)
                kept = kept.at_least(least)
        return frozenset(kept.numbers.tolist())

    def find_present(self, hashes: Iterable[int]) -> frozenset[int]:
        """Return those of some hashes that at least one paper has."""
        ordered = np.array(sorted(frozenset(hashes)), dtype=np.uint64)
        found: list[int] = []
        for numbers, _ in self._parts():
            if len(numbers):
                start, end = np.searchsorted(ordered, numbers[0]), np.searchsorted(ordered, numbers[-1], "right")
                asked = ordered[start:end]
                at = np.searchsorted(numbers, asked)
                found += asked[numbers[at] == asked].tolist()
        return frozenset(found)

    def __eq__(self, other: object) -> bool:
        """Return whether two counters have the same values in equally many papers."""
        return isinstance(other, Recurrence) and dict(self._counts()) == dict(other._counts())

    __hash__: ClassVar[None] = None  # type: ignore[assignment]

    def __getstate__(self) -> tuple[int, int, bytes, bytes]:
        """Return the sizes, and the sorted hashes and their counts as bytes."""
        parts = list(self._parts())
        numbers = b"".join(part.numbers.tobytes() for part in parts)
        counts = b"".join(part.counts.tobytes() for part in parts)
        return self._max_held, self._buffer_size, numbers, counts

    def __setstate__(self, state: tuple[int, int, bytes, bytes]) -> None:
        """Restore the counts."""
        max_held, buffer, numbers, counts = state
        Recurrence.__init__(self, max_held=max_held, buffer=buffer)
        if numbers:
            self._pending.append(_Run(np.frombuffer(numbers, np.uint64), np.frombuffer(counts, np.uint32)))
            self._n_pending = len(self._pending[0].numbers)

    def _counts(self) -> Iterator[tuple[int, int]]:
        for numbers, counts in self._parts():
            yield from zip(numbers.tolist(), counts.tolist(), strict=True)

    def _parts(self) -> Iterator["_Run"]:
        """Yield the counts of all papers in ascending parts that have no hash in common."""
        if self._buffer or self._pending:
            self._compact()
        if not self._runs:
            if self._held is not None:
                yield self._held
            return
        for number in range(_N_PARTS):
            runs = self._runs if self._held is None else [*self._runs, self._held]
            yield _unite([run.part(number) for run in runs])

    def _sorted_runs(self) -> Iterator["_Run"]:
        """Yield all that is not in the buffer."""
        yield from self._pending
        if self._held is not None:
            yield self._held
        yield from self._runs

    def _compact_if_full(self) -> None:
        if len(self._buffer) + self._n_pending >= self._buffer_size:
            self._compact()

    def _compact(self) -> None:
        """Unite the buffer and the pending runs with what is in memory; if that is too much, move it to the file."""
        numbers, counts = np.unique(np.frombuffer(self._buffer, np.uint64), return_counts=True)
        runs = [_Run(numbers, counts.astype(np.uint32)), *self._pending]
        self._buffer, self._pending, self._n_pending = array("Q"), [], 0
        self._held = _unite(runs if self._held is None else [self._held, *runs])
        if len(self._held.numbers) > self._max_held:
            if self._file is None:
                self._file = open_temporary_file()
                weakref.finalize(self, close_temporary_file, self._file)
            self._runs.append(self._held.store(self._file))
            self._held = None


class _Run(NamedTuple):
    """Ascending hashes, each once, and their counts."""

    numbers: NDArray[np.uint64]
    counts: NDArray[np.uint32]

    def join(self, other: "_Run") -> "_Run":
        """Return this run followed by one of higher hashes."""
        return _Run(np.concatenate((self.numbers, other.numbers)), np.concatenate((self.counts, other.counts)))

    def at_least(self, least: int) -> "_Run":
        """Return the hashes with at least this count."""
        kept = self.counts >= least
        return _Run(self.numbers[kept], self.counts[kept])

    def part(self, number: int) -> "_Run":
        """Return the hashes that begin with the byte `number`."""
        first = number << 56
        start = np.searchsorted(self.numbers, np.uint64(first))
        end = np.searchsorted(self.numbers, np.uint64(first + (1 << 56) - 1), "right")
        return _Run(self.numbers[start:end], self.counts[start:end])

    def store(self, file: BinaryIO) -> "_Run":
        """Write the run at the end of a file, and return it as it is mapped from there into memory."""
        n = len(self.numbers)
        with name_temporary_folder():
            offset = file.seek(0, 2)
            file.write(self.numbers.tobytes())
            file.write(self.counts.tobytes())
            file.flush()
            numbers = np.memmap(file, np.uint64, "r", offset, n)
            counts = np.memmap(file, np.uint32, "r", offset + numbers.nbytes, n)
        return _Run(np.asarray(numbers), np.asarray(counts))


def _unite(runs: list[_Run]) -> _Run:
    """Return one run with the sums of all counts."""
    numbers = np.concatenate([run.numbers for run in runs])
    counts = np.concatenate([run.counts for run in runs])
    if not len(numbers):
        return _Run(numbers, counts)
    order = np.argsort(numbers, kind="stable")
    numbers, counts = numbers[order], counts[order]
    starts = np.flatnonzero(np.concatenate(([True], numbers[1:] != numbers[:-1])))
    return _Run(numbers[starts], np.add.reduceat(counts, starts, dtype=np.uint32))


def find_least(sizes: Mapping[int, int], least: int, max_size: int | None) -> int:
    """Return the lowest count, from `least` on, that at most `max_size` values reach.

    `sizes` gives the number of values by their count.

    >>> find_least({1: 9, 2: 4, 3: 2}, 2, 5)
    3
    """
    n = sum(size for count, size in sizes.items() if count >= least)
    while max_size is not None and n > max_size:
        n -= sizes.get(least, 0)
        least += 1
    return least
