"""Counts of texts by their hashes, which are merged in any order.

The hash of a text is a polynomial in its characters modulo 2^64; it is mixed only at the end, since sums are joined.
"""

import heapq
import pickle
import re
import weakref
from array import array
from collections import Counter
from collections.abc import Container, Iterable, Iterator, Mapping, Sequence
from itertools import groupby, islice
from operator import itemgetter
from typing import TYPE_CHECKING, Any, BinaryIO, ClassVar, Generic, NamedTuple, TypeVar

import numpy as np
from numpy.typing import NDArray
from xxhash import xxh3_64_intdigest

from papertrace.spool import close_temporary_file, name_temporary_folder, open_temporary_file


def hash_text(text: str) -> int:
    """Return a number of 64 bits for a text (XXH3 of its UTF-8).

    >>> hash_text("walrus")
    3799439595916934652
    """
    try:
        return xxh3_64_intdigest(text.encode())
    except UnicodeEncodeError:  # a lone surrogate, which JSON can spell
        return xxh3_64_intdigest(text.encode("utf-8", "surrogatepass"))


_NUMBER = re.compile(r"\d+")
_DIGIT = re.compile(r"\d").search


def hash_sentences(text: str, spans: Sequence[tuple[int, int]]) -> list[int]:
    """Return a number for each sentence of a text, whatever its white space, its case and the numbers in it.

    >>> hash_sentences("Part 1 of 20", [(0, 12)]) == hash_sentences("part  3 of 4", [(0, 12)])
    True
    """
    if text.isascii() and text.isprintable() and "  " not in text:  # as most are: there is no white space to fold
        low = text.lower()
        sentences = [low[start:end] for start, end in spans]
    else:
        sentences = [" ".join(text[start:end].split()).casefold() for start, end in spans]
    return hash_texts([_NUMBER.sub("0", one) if _DIGIT(one) else one for one in sentences])


def hash_texts(texts: Iterable[str]) -> list[int]:
    """Return `hash_text` of each text, in less time than that many calls."""
    texts = list(texts)
    try:
        return list(map(xxh3_64_intdigest, map(str.encode, texts)))
    except UnicodeEncodeError:
        return list(map(hash_text, texts))


Hashes = NDArray[np.uint64]

FACTOR = np.uint64(0xD6E8FEB86659FD93)
"""A factor for the hashes of sequences."""
_BASE = np.uint64(0x9E3779B97F4A7C15)
_FACTORS = (np.uint64(0xBF58476D1CE4E5B9), np.uint64(0x94D049BB133111EB))  # of SplitMix64 (Steele, Lea, Flood 2014)
_SHIFTS = (np.uint64(30), np.uint64(27), np.uint64(31))


def power_of(exponents: NDArray[np.int64]) -> Hashes:
    """Return what the hash of a text is multiplied by if texts with so many characters follow."""
    table = np.ones(int(exponents.max(initial=0)) + 1, dtype=np.uint64)
    np.multiply.accumulate(np.full(table.size - 1, _BASE), out=table[1:])
    return table[exponents]


def hash_parts(texts: Sequence[str]) -> Hashes:
    """Return the hashes of texts that may be joined.

    >>> found = hash_parts(["tusk", "tag", "tusktag"])
    >>> (found[:1] * power_of(np.array([3])) + found[1:2] == found[2:]).tolist()
    [True]
    """
    sizes = np.fromiter(map(len, texts), np.int64, len(texts))
    codes = np.frombuffer("".join(texts).encode("utf-32-le", "surrogatepass"), dtype=np.uint32)
    ends = np.cumsum(sizes)
    left = np.repeat(ends, sizes) - np.arange(codes.size) - 1
    terms = np.append((codes + np.uint64(1)) * power_of(left), np.uint64(0))
    return np.where(sizes > 0, np.add.reduceat(terms, ends - sizes), np.uint64(0)) if texts else terms[:0]


def mix(hashes: Hashes) -> Hashes:
    """Return hashes all of whose bits depend on all characters."""
    hashes = (hashes ^ (hashes >> _SHIFTS[0])) * _FACTORS[0]
    hashes = (hashes ^ (hashes >> _SHIFTS[1])) * _FACTORS[1]
    return hashes ^ (hashes >> _SHIFTS[2])


def hash_whole(texts: Sequence[str]) -> Hashes:
    """Return mixed hashes of texts, which are the same in every process."""
    return mix(hash_parts(texts))


def find_places(hashes: Hashes, known: Hashes) -> NDArray[np.int64]:
    """Return the place of each hash among the known ones, which are all different, or -1.

    >>> find_places(hash_whole(["tusk", "ice"]), hash_whole(["tag", "ice"])).tolist()
    [-1, 1]
    """
    if not known.size:
        return np.full(hashes.size, -1)
    order = np.argsort(known)
    at = order[np.minimum(np.searchsorted(known, hashes, sorter=order), known.size - 1)]
    return np.where(known[at] == hashes, at, -1)


if TYPE_CHECKING:
    Ints = NDArray[np.int64]


class Numbers(dict[str, int]):
    """The numbers of texts in the order in which they are first looked up.

    >>> numbers = Numbers()
    >>> [numbers[text] for text in ("tusk", "ice", "tusk")], list(numbers)
    ([0, 1, 0], ['tusk', 'ice'])
    """

    def __missing__(self, text: str) -> int:
        """Give a new text the next number."""
        number = self[text] = len(self)
        return number


def group_by_first(codes: "NDArray[np.integer[Any]]") -> "tuple[Ints, Ints, Ints]":
    """Return the places at which each code occurs first, the rank of each code among these, and how often it occurs.

    >>> import numpy as np
    >>> [column.tolist() for column in group_by_first(np.array([7, 3, 7]))]
    [[0, 1], [0, 1, 0], [2, 1]]
    """
    import numpy as np

    _, first, inverse, n = np.unique(codes, return_index=True, return_inverse=True, return_counts=True)
    order = np.argsort(first, kind="stable")
    ranks = np.empty(order.size, dtype=np.int64)
    ranks[order] = np.arange(order.size)
    return first[order], ranks[inverse], n[order]


def number_by_first(ids: "NDArray[np.int32]", n: int) -> "tuple[NDArray[np.int64], NDArray[np.int32]]":
    """Return which of `n` numbers occur, in order of first occurrence, and the rank of each occurrence among these.

    >>> import numpy as np
    >>> [column.tolist() for column in number_by_first(np.array([7, 3, 7], dtype=np.int32), 9)]
    [[7, 3], [0, 1, 0]]
    """
    import numpy as np

    first = np.full(n, ids.size)
    first[ids[::-1]] = np.arange(ids.size)[::-1]
    used = np.flatnonzero(first < ids.size)
    used = used[np.argsort(first[used])]
    ranks = np.empty(n, dtype=np.int32)
    ranks[used] = np.arange(used.size, dtype=np.int32)
    return used, ranks[ids]


def steps_of(begins: "Ints", sizes: "Ints") -> "Iterator[tuple[Ints, Ints]]":
    """Yield which ranges have a first place, a second one, and so on, and these places."""
    import numpy as np

    at = np.arange(sizes.size)
    for step in range(int(sizes.max(initial=0))):
        at = at[sizes[at] > step]
        yield at, begins[at] + step


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
