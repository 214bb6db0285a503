"""The engine of Spark: each call maps partitions of chunks to partitions of results, which Spark persists.

Chunks of the caller go to a file on a local master, which its workers read; else they are sent with the tasks, so that
the driver needs memory for them. Results are persisted in memory and on disk; if an executor is lost with them, Spark
computes them again, for which the shared values and chunks that they were made of are kept as long as they are.
"""

import contextlib
import itertools
import pickle
import re
import weakref
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any, Self

from pyspark import StorageLevel

from papertrace.engine.failures import (
    check_importable,
    closed,
    describe_failure,
    foreign,
    name_of,
    no_room,
    unpicklable,
)
from papertrace.engine.protocol import ChunkFunction, Chunks, ignore_count
from papertrace.engine.spark.context import OwnContext
from papertrace.engine.spark.partitions import ApplyToPartition, Failure, Failures, Location
from papertrace.errors import EngineError, PapertraceError

if TYPE_CHECKING:
    from pyspark import RDD, Accumulator, Broadcast, SparkContext

_PARTITIONS_PER_CORE = 4
_MAX_BYTES_PER_PARTITION = 64 << 20  # so that its results, some times larger, fit into a block, which has 2 GB at most
_FAILED_TASK = re.compile(r"Task (\d+) in stage [\d.]+ failed (\d+) times")
_CAUSE = re.compile(r"(?:most recent failure: [^\n]*?\): |Caused by: )([^\n]+)")


class _Origin:
    """What Spark needs to compute results again: the shared value, the file of the chunks, and what these came from."""

    def __init__(self, before: "_Origin | None", path: Path | None) -> None:
        self.before = before
        self.path = path
        self.shared: Broadcast[Any] | None = None


class SparkKept:
    """Results in a persisted data set of Spark; `starts` are the numbers of the first chunks of its partitions."""

    def __init__(
        self, engine: "SparkEngine", results: "RDD[tuple[int, bytes]] | None", starts: list[int], n_chunks: int
    ) -> None:
        self.engine = engine
        self.results = results
        self.starts = starts
        self.failure: tuple[int, PapertraceError] | None = None
        """The first chunk that failed, and its error."""
        self._n_chunks = n_chunks

    def __len__(self) -> int:
        """Return the number of results."""
        return self._n_chunks


class SparkEngine:
    """The engine that maps partitions on the cluster of a master, such as `local[2]`: two threads of this machine."""

    def __init__(self, master: str) -> None:
        self._own = OwnContext(master)
        self._context: SparkContext = self._own.context
        self._origins: weakref.WeakKeyDictionary[SparkKept, _Origin] = weakref.WeakKeyDictionary()
        self._to_free: list[Any] = []
        self._n_files = 0
        self._is_closed = False

    def keep(
        self,
        function: ChunkFunction,
        chunks: Chunks,
        shared: Any = None,  # noqa: ANN401
        on_result: Callable[[int], None] = ignore_count,
    ) -> SparkKept:
        """Apply a function to each chunk on the cluster, and keep the results there."""
        kept = self._apply(function, chunks, shared)
        if kept.failure:
            raise kept.failure[1]
        on_result(len(kept))
        return kept

    def map(self, function: ChunkFunction, chunks: Chunks, shared: Any = None) -> Iterator[bytes]:  # noqa: ANN401
        """Yield the result of a function for each chunk, after all of them were computed on the cluster."""
        self._check_open()
        if isinstance(chunks, SparkKept):
            self._check_own(chunks)
        elif not isinstance(chunks, Iterable):
            raise foreign()
        return self._map(function, chunks, shared)

    def close(self) -> None:
        """Free all results, and end Spark if the engine has started it."""
        if not self._is_closed:
            self._is_closed = True
            for kept, origin in self._origins.items():  # Spark may be the program's own, and stay.
                self._to_free += [(kept.results, None), (origin.shared, origin.path)]
            self._free()
            self._own.close()

    def __enter__(self) -> Self:
        """Return the engine."""
        return self

    def __exit__(self, *_: object) -> None:
        """Close the engine."""
        self.close()

    def _map(self, function: ChunkFunction, chunks: Chunks, shared: Any) -> Iterator[bytes]:  # noqa: ANN401
        kept = self._apply(function, chunks, shared)
        n_valid, error = kept.failure or (len(kept), None)
        if kept.results is not None and n_valid:
            for number, result in itertools.islice(kept.results.toLocalIterator(), n_valid):
                yield result
                if number + 1 < n_valid:
                    self._check_open()
        if error is not None:
            raise error

    def _apply(self, function: ChunkFunction, chunks: Chunks, shared: Any) -> SparkKept:  # noqa: ANN401
        """Return the results of a function, which are persisted when this returns."""
        self._check_open()
        self._free()
        check_importable(function)
        if isinstance(chunks, SparkKept):
            self._check_own(chunks)
            given: RDD[Any] | None = chunks.results
            starts, n_chunks = chunks.starts, len(chunks)
            origin = _Origin(self._origins.get(chunks), None)
        elif isinstance(chunks, Iterable):
            located, path = self._locate(chunks)
            origin = _Origin(None, path)
            given, starts, n_chunks = self._divide(located)
        else:
            raise foreign()
        if given is None:
            return SparkKept(self, None, [], 0)
        try:
            origin.shared = self._context.broadcast(shared)
        except Exception as error:
            raise unpicklable(function, error) from error
        failures: Accumulator[list[Failure]] = self._context.accumulator([], Failures())
        results = given.mapPartitions(ApplyToPartition(function, origin.shared, failures), preservesPartitioning=True)
        results.persist(StorageLevel.MEMORY_AND_DISK)
        kept = SparkKept(self, results, starts, n_chunks)
        self._origins[kept] = origin
        weakref.finalize(origin, self._to_free.append, (origin.shared, origin.path))
        weakref.finalize(kept, self._to_free.append, (results, None))
        try:
            # Counted by Java, where the results are; `results.count()` would send all of them to Python for it.
            results._jrdd.count()  # noqa: SLF001
        except Exception as error:
            raise _describe_lost(name_of(function), starts, n_chunks, error) from error
        if failures.value:
            number, fact, packed = min(failures.value)
            meant = pickle.loads(packed) if packed else None  # noqa: S301 - from a worker of ours
            kept.failure = (number, meant or describe_failure(name_of(function), number, fact))
        return kept

    def _divide(
        self, chunks: list[bytes | Location]
    ) -> "tuple[RDD[tuple[int, bytes | Location]] | None, list[int], int]":
        """Return chunks as partitions of neighbours, the numbers of their first chunks, and the number of chunks."""
        if not chunks:
            return None, [], 0
        n_usual = self._context.defaultParallelism * _PARTITIONS_PER_CORE
        n_bytes = sum(chunk.length if isinstance(chunk, Location) else len(chunk) for chunk in chunks)
        n_partitions = min(len(chunks), max(n_usual, -(-n_bytes // _MAX_BYTES_PER_PARTITION)))
        starts = [len(chunks) * number // n_partitions for number in range(n_partitions)]
        numbered = list(enumerate(chunks))
        parts = [numbered[start:end] for start, end in itertools.pairwise([*starts, len(chunks)])]
        return self._context.parallelize(parts, n_partitions).flatMap(_each), starts, len(chunks)

    def _locate(self, chunks: Iterable[bytes]) -> tuple[list[bytes | Location], Path | None]:
        """Return chunks as they are sent to the workers, and the file in which they are, if there is one."""
        if not self._own.is_local:
            return list(chunks), None
        path = self._own.folder / f"chunks-{self._n_files}"
        self._n_files += 1
        located: list[bytes | Location] = []
        start = 0
        file = path.open("wb")
        with file:
            for chunk in chunks:
                try:
                    file.write(chunk)
                except OSError as error:
                    raise no_room(path.parent, error) from error
                located.append(Location(str(path), start, len(chunk)))
                start += len(chunk)
        return located, path

    def _free(self) -> None:
        """Free results and shared values that are no longer referenced, which must not happen during another request.

        The garbage collector finds them at any time, also while this thread waits for Java.
        """
        while self._to_free:
            held, path = self._to_free.pop()
            with contextlib.suppress(Exception):  # Spark may be gone.
                held.unpersist()
            if path is not None:
                path.unlink(missing_ok=True)

    def _check_own(self, kept: SparkKept) -> None:
        if kept.engine is not self:
            raise foreign()

    def _check_open(self) -> None:
        if self._is_closed:
            raise closed()


def _each(values: list[Any]) -> list[Any]:
    return values


def _describe_lost(function: str, starts: list[int], n_chunks: int, error: Exception) -> EngineError:
    """Return the error of a task that Spark has repeated in vain."""
    text = str(error)
    cause = next((line.strip() for line in _CAUSE.findall(text)), text.partition("\n")[0])
    if "No module named" in text:
        cause = next((line.strip() for line in text.splitlines() if "No module named" in line), cause)
        way_out = "install papertrace where the executors run, or ship an environment (spark.archives)"
    else:
        way_out = "if memory was short, give executors more (spark.executor.memory), else try --engine inline"
    task = _FAILED_TASK.search(text)
    if task is None:
        return EngineError(f"{function}: Spark stopped: {cause}; {way_out}")
    first, last = starts[int(task[1])], [*starts[1:], n_chunks][int(task[1])]
    chunks = f"chunk {last}" if last == first + 1 else f"chunks {first + 1} to {last}"
    message = f"{chunks} of {function}: {task[2]} workers died or failed: {cause}; {way_out}"
    return EngineError(message, chunk=first, n_chunks=last - first)
