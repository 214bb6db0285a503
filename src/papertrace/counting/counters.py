"""Counts of very many keys, exact whatever their number."""

import heapq
import pickle
import weakref
from collections import Counter
from collections.abc import Container, Iterable, Iterator, Mapping
from itertools import groupby, islice
from operator import itemgetter
from typing import Any, BinaryIO, ClassVar, Generic, TypeVar

from papertrace.counting.recurrence import find_least
from papertrace.spool import close_temporary_file, name_temporary_folder, open_temporary_file

_BATCH = 4_096
"""The counts that are read from a file at once: some 300 kB as objects, and hundreds of files may be open."""


K = TypeVar("K", bound=str | tuple[str, ...])


class LargeCounter(Generic[K]):
    """Counts of keys, in memory while they are at most `max_held`, and else in sorted runs in temporary files.

    Those of several parts of a corpus can be merged in any order. `counts` are the counts in memory.

    >>> counter = LargeCounter({"a": 2, "b": 1}, max_held=2)
    >>> counter.update("bcd")
    >>> sorted(counter.items()), counter.settle(2)
    ([('a', 2), ('b', 2), ('c', 1), ('d', 1)], Counter({'a': 2, 'b': 2}))
    """

    __slots__ = ("__weakref__", "_runs", "counts", "max_held")

    def __init__(self, counts: Mapping[K, int] | None = None, *, max_held: int) -> None:
        self.counts: Counter[K] = Counter(counts)
        self.max_held: int = max_held
        self._runs: list[BinaryIO] = []

    def update(self, keys: Iterable[K]) -> None:
        """Count more keys, each once for every time that it is given."""
        self.counts.update(keys)
        if len(self.counts) > self.max_held:
            self._spill()

    def add_counts(self, counts: Mapping[K, int]) -> None:
        """Add the counts of keys."""
        self.counts.update(counts)
        if len(self.counts) > self.max_held:
            self._spill()

    def merge(self, other: "LargeCounter[K]") -> None:
        """Add counts that were made apart."""
        rest = other.items()
        while batch := dict(islice(rest, _BATCH)):
            self.add_counts(batch)

    def items(self) -> Iterator[tuple[K, int]]:
        """Yield each key once with its count; sorted if some are in files."""
        if not self._runs:
            yield from self.counts.items()
            return
        runs = [*map(_read, self._runs), iter(sorted(self.counts.items()))]
        for key, group in groupby(heapq.merge(*runs), key=itemgetter(0)):
            yield key, sum(n for _, n in group)

    def settle(self, max_size: int) -> Counter[K]:
        """Return the counts of at most `max_size` keys, the highest ones; equal counts are returned together or not."""
        if not self._runs and len(self.counts) <= max_size:
            return self.counts
        kept: Counter[K] = Counter()
        least = 1
        for key, n in self.items():
            if n >= least:
                kept[key] = n
                if len(kept) > 2 * max_size:  # What is too rare among some keys is too rare among all.
                    least, kept = _drop_rare(kept, least, max_size)
        return _drop_rare(kept, least, max_size)[1]

    def select(self, keys: Container[K]) -> Counter[K]:
        """Return the counts of some keys, as far as they were counted."""
        return Counter({key: n for key, n in self.items() if key in keys})

    def __eq__(self, other: object) -> bool:
        """Return whether two counters have the same counts."""
        return isinstance(other, LargeCounter) and dict(self.items()) == dict(other.items())

    __hash__: ClassVar[None] = None  # type: ignore[assignment]

    def __reduce__(self) -> tuple[object, ...]:
        """Return all counts, sorted, as what travels must depend neither on files nor on the order of sets."""
        return _restore, (dict(sorted(self.items(), key=itemgetter(0))), self.max_held)

    def _spill(self) -> None:
        """Move all counts to a file of their own."""
        file = open_temporary_file()
        items = iter(sorted(self.counts.items()))
        with name_temporary_folder():
            while batch := list(islice(items, _BATCH)):
                pickle.dump(batch, file)
            file.flush()
        weakref.finalize(self, close_temporary_file, file)
        self._runs.append(file)
        self.counts = Counter()


def _restore(counts: dict[K, int], max_held: int) -> LargeCounter[K]:
    return LargeCounter(counts, max_held=max_held)


def _read(file: BinaryIO) -> Iterator[tuple[Any, int]]:
    offset = 0
    while True:
        with name_temporary_folder():
            file.seek(offset)  # Another iteration may be reading the same file.
            try:
                batch: list[tuple[Any, int]] = pickle.load(file)  # noqa: S301 - written by this very module
            except EOFError:
                return
            offset = file.tell()
        yield from batch


def _drop_rare(counts: Counter[K], least: int, max_size: int) -> tuple[int, Counter[K]]:
    least = find_least(Counter(counts.values()), least, max_size)
    return least, Counter({key: n for key, n in counts.items() if n >= least})
