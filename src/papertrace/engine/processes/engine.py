"""The engine of worker processes: chunks are handed out as workers become free, and results come back in order."""

import pickle
import shutil
import sys
import weakref
from array import array
from collections import Counter, deque
from collections.abc import Callable, Iterable, Iterator, Sequence
from pathlib import Path
from typing import Any, Self

from papertrace.engine.failures import (
    check_importable,
    closed,
    describe_death,
    describe_failure,
    foreign,
    name_of,
    no_room,
    unpicklable,
)
from papertrace.engine.processes.pool import Died, Pool
from papertrace.engine.processes.shared import write_shared
from papertrace.engine.processes.worker import Failed, Stored, Task
from papertrace.engine.protocol import ChunkFunction, Chunks, ignore_count
from papertrace.errors import PapertraceError

_MAX_AHEAD = 3
"""How many chunks a map may be ahead of its caller, for each worker."""
_MAX_ATTEMPTS = 2


class ProcessKept:
    """Results in files of the workers, one file per worker and call."""

    def __init__(self, engine: "ProcessEngine", folder: Path) -> None:
        self.engine = engine
        self._paths: list[Path] = []
        self._numbers: dict[Path, int] = {}
        self._files, self._starts, self._lengths = array("I"), array("Q"), array("Q")
        weakref.finalize(self, shutil.rmtree, folder, ignore_errors=True)

    def append(self, stored: Stored) -> None:
        """Add the location of a result at the end."""
        if stored.path not in self._numbers:
            self._numbers[stored.path] = len(self._paths)
            self._paths.append(stored.path)
        self._files.append(self._numbers[stored.path])
        self._starts.append(stored.start)
        self._lengths.append(stored.length)

    def __len__(self) -> int:
        """Return the number of results."""
        return len(self._files)

    def locate(self) -> Iterator[Stored]:
        """Yield the locations of the results, in order."""
        for file, start, length in zip(self._files, self._starts, self._lengths, strict=True):
            yield Stored(self._paths[file], start, length)


class _Call:
    """A call of `keep` or `map` in progress."""

    def __init__(
        self, number: int, function: ChunkFunction, chunks: Iterable[bytes | Stored], shared: Path, results: Path | None
    ) -> None:
        self.number = number
        self.function = name_of(function)
        self.shared = shared
        self.results = results
        self.n_taken = 0
        """The number of chunks taken from the caller."""
        self.is_exhausted = False
        self.ready: dict[int, bytes | Stored | PapertraceError] = {}
        """Results that are not yet due, by chunk."""
        self._source = iter(chunks)
        self._waiting: deque[Task] = deque()
        self._deaths: Counter[int] = Counter()

    def peek(self, limit: int) -> Task | None:
        """Return the next task to hand out, if any chunk before `limit` is left; it stays the next one."""
        if not self._waiting and not self.is_exhausted and self.n_taken < limit:
            try:
                chunk = next(self._source)
            except StopIteration:
                self.is_exhausted = True
            else:
                self._waiting.append(Task(self.number, self.n_taken, self.shared, chunk, self.results))
                self.n_taken += 1
        return self._waiting[0] if self._waiting else None

    def pop(self) -> None:
        """Remove the task that was handed out."""
        self._waiting.popleft()

    def add(self, task: Task, result: bytes | Stored | Failed | Died, folder: Path) -> None:
        """Take what became of a task: its result, its failure, or that it has to be handed out once more."""
        match result:
            case Failed(is_disk_full=True):
                self.ready[task.number] = no_room(folder, result.fact)
            case Failed(fact, packed):
                failure = pickle.loads(packed) if packed else None  # noqa: S301 - from a worker of ours
                self.ready[task.number] = failure or describe_failure(self.function, task.number, fact)
            case Died():
                self._deaths[task.number] += 1
                if self._deaths[task.number] < _MAX_ATTEMPTS:
                    self._waiting.appendleft(task)
                else:
                    self.ready[task.number] = describe_death(self.function, task.number, result)
            case bytes() | Stored():
                self.ready[task.number] = result


class ProcessEngine:
    """The engine of `n_workers` processes, which are started as there is work for them.

    Chunks from the caller are taken one ahead of the workers. Results are kept in a temporary folder. `modules` are
    those of the functions that will be called, if known: they are imported for the workers from now on.
    """

    def __init__(self, n_workers: int, modules: Sequence[str] = ()) -> None:
        self._n_workers = n_workers
        self._pool = Pool(n_workers)
        if modules:
            self._pool.start(modules)
        self._calls: dict[int, _Call] = {}
        self._n_calls = 0
        self._is_closed = False

    def keep(
        self,
        function: ChunkFunction,
        chunks: Chunks,
        shared: Any = None,  # noqa: ANN401
        on_result: Callable[[int], None] = ignore_count,
    ) -> ProcessKept:
        """Apply a function to each chunk in the workers, and keep the results in their files."""
        self._check_open()
        folder = self._pool.folder / f"{self._n_calls}"
        try:
            folder.mkdir()
        except OSError as error:
            raise no_room(folder.parent, error) from error
        kept = ProcessKept(self, folder)
        for stored in self._run(self._begin(function, chunks, shared, folder), max_ahead=None):
            assert isinstance(stored, Stored)  # noqa: S101 - as the call asks for it
            kept.append(stored)
            on_result(len(kept))
        return kept

    def map(self, function: ChunkFunction, chunks: Chunks, shared: Any = None) -> Iterator[bytes]:  # noqa: ANN401
        """Yield the result of a function for each chunk, computed in the workers."""
        self._check_open()
        source = self._locate(chunks)  # Refuses what another engine keeps before the first result is asked for.
        return self._map(function, source, shared)

    def close(self) -> None:
        """End the workers and delete all results."""
        self._is_closed = True
        self._calls.clear()
        self._pool.close()

    def __enter__(self) -> Self:
        """Return the engine."""
        return self

    def __exit__(self, *_: object) -> None:
        """Close the engine."""
        self.close()

    def _map(self, function: ChunkFunction, chunks: Iterable[bytes | Stored], shared: Any) -> Iterator[bytes]:  # noqa: ANN401
        call = self._begin(function, chunks, shared, None)
        del shared  # It may be large, and workers have it in a file.
        for result in self._run(call, max_ahead=_MAX_AHEAD * self._n_workers):
            assert isinstance(result, bytes)  # noqa: S101 - as the call asks for it
            yield result

    def _begin(
        self,
        function: ChunkFunction,
        chunks: Chunks | Iterable[bytes | Stored],
        shared: Any,  # noqa: ANN401
        results: Path | None,
    ) -> _Call:
        check_importable(function)
        self._check_open()
        path = self._pool.folder / f"{self._n_calls}.shared"
        try:
            write_shared(path, function, shared)
        except OSError as error:
            raise no_room(path.parent, error) from error
        except Exception as error:
            raise unpicklable(function, error) from error
        self._pool.prepare(function.__module__)
        call = _Call(self._n_calls, function, self._locate(chunks), path, results)
        self._calls[call.number] = call
        self._n_calls += 1
        return call

    def _run(self, call: _Call, max_ahead: int | None) -> Iterator[bytes | Stored]:
        """Yield the results of a call in order, and let results of other calls arrive meanwhile."""
        number = 0
        try:
            while True:
                self._check_open()
                self._feed(call, sys.maxsize if max_ahead is None else number + max_ahead)
                if number in call.ready:
                    result = call.ready.pop(number)
                    if isinstance(result, PapertraceError):
                        raise result
                    yield result
                    number += 1
                elif call.is_exhausted and number == call.n_taken:
                    return
                else:
                    self._wait()
        finally:
            self._end(call)

    def _feed(self, call: _Call, limit: int) -> None:
        """Hand out chunks while workers are free; one more is read meanwhile."""
        while (task := call.peek(limit)) is not None and self._pool.hand_out(task):
            call.pop()

    def _wait(self) -> None:
        for task, result in self._pool.wait():
            if call := self._calls.get(task.call):  # Otherwise its caller has lost interest.
                call.add(task, result, self._pool.folder)

    def _end(self, call: _Call) -> None:
        if self._calls.pop(call.number, None):
            call.shared.unlink(missing_ok=True)
            self._pool.forget(call.number)

    def _locate(self, chunks: "Chunks | Iterable[bytes | Stored]") -> Iterable[bytes | Stored]:
        if isinstance(chunks, ProcessKept):
            if chunks.engine is not self:
                raise foreign()
            return chunks.locate()
        if isinstance(chunks, Iterable):
            return chunks
        raise foreign()

    def _check_open(self) -> None:
        if self._is_closed:
            raise closed()
