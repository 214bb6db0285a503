"""The engine of worker processes on this machine: the process pool of the standard library, and what it lacks.

It lacks three things. A worker that dies breaks the pool: the chunks that were handed out are then done again, one by
one, so that the one that kills its worker a second time is known. Workers outlive a program that is killed: each of
them watches it, and deletes its files. And they run the program's script again, which may have no guard: it is hidden
while they are started.

Workers are new interpreters. A fork of this process would copy its threads and locks in an unknown state, and the
server of the standard library that forks workers leaves a folder behind where the program is killed.
"""

import contextlib
import mmap
import multiprocessing
import os
import pickle
import shutil
import signal
import struct
import sys
import tempfile
import time
import weakref
from collections import deque
from collections.abc import Iterable, Iterator
from concurrent.futures import Future, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from multiprocessing import connection, context, resource_tracker
from pathlib import Path
from threading import Thread
from types import ModuleType
from typing import Any, NamedTuple

from papertrace.engine.protocol import (
    ChunkFunction,
    Engine,
    Failure,
    apply_in_worker,
    check_importable,
    name_of,
    no_room,
    take_result,
    unpicklable,
)
from papertrace.errors import EngineError
from papertrace.memory import return_freed_memory

_STATUS_OUT_OF_MEMORY = 77
_MAX_STARTS = 3
_MAX_WAIT_S = 1.0
_HEAD = struct.Struct("<QQ")
_ALIGNMENT = 64


class _Task(NamedTuple):
    """A chunk that was handed out."""

    number: int
    chunk: bytes
    future: "Future[bytes | Failure]"


class _Context(context.SpawnContext):
    """The context of processes that remembers them: the pool does not say how a worker died."""

    def __init__(self) -> None:
        super().__init__()
        self.started: list[context.SpawnProcess] = []

    def Process(self, *given: Any, **named: Any) -> context.SpawnProcess:  # type: ignore[override] # noqa: ANN401, N802
        process = context.SpawnProcess(*given, **named)
        self.started.append(process)
        return process


class ProcessEngine(Engine):
    """The engine of `n_workers` processes, which are started as there is work for them.

    Two chunks more than there are workers are handed out ahead of the caller.
    """

    def __init__(self, n_workers: int) -> None:
        self._n_workers = n_workers
        self._max_ahead = n_workers + 2
        try:
            self._folder = Path(tempfile.mkdtemp(prefix="papertrace-"))
        except OSError as error:
            raise no_room(tempfile.gettempdir(), error) from error
        self._n_calls = 0
        self._pool: ProcessPoolExecutor | None = None
        self._context = _Context()
        self._delete = weakref.finalize(self, _delete, self._folder, os.getpid())

    def _map(self, function: ChunkFunction, chunks: Iterable[bytes], shared: Any) -> Iterator[bytes]:  # noqa: ANN401
        self._check_open()
        path = self._share(function, shared)
        del shared  # It may be large, and workers have it in a file.
        source = enumerate(chunks)
        tasks: deque[_Task] = deque()
        try:
            while True:
                # What was handed out beside a worker that died is done again alone, before anything new.
                is_full = bool(tasks) and _is_broken(tasks[0].future)
                while not is_full and len(tasks) < self._max_ahead and (one := next(source, None)) is not None:
                    number, chunk = one
                    tasks.append(_Task(number, chunk, self._submit(path, chunk)))
                    del one, chunk
                if not tasks:
                    return
                yield self._finish(function, path, tasks.popleft())
                self._check_open()
        finally:
            # What is still handed out is not cancelled: the pool fails if its workers die with a task that was.
            path.unlink(missing_ok=True)

    def _finish(self, function: ChunkFunction, path: Path, task: _Task) -> bytes:
        """Return the result of a task; if a worker has died, do it once more, with no other beside it."""
        try:
            result = task.future.result()
        except BrokenProcessPool:
            try:
                result = self._submit(path, task.chunk).result()
            except BrokenProcessPool as error:
                message = (
                    f"chunk {task.number + 1} of {name_of(function)}: two workers died of it, the second "
                    f"{self._describe_death()}; if memory was short, use fewer --workers, else try --engine inline, "
                    "which shows the error itself"
                )
                raise EngineError(message, chunk=task.number) from error
        return take_result(function, task.number, result)

    def _share(self, function: ChunkFunction, shared: Any) -> Path:  # noqa: ANN401
        check_importable(function)
        path = self._folder / f"{self._n_calls}.shared"
        self._n_calls += 1
        try:
            write_shared(path, function, shared)
        except OSError as error:
            raise no_room(path.parent, error) from error
        except Exception as error:
            raise unpicklable(function, error) from error
        return path

    def _submit(self, path: Path, chunk: bytes) -> "Future[bytes | Failure]":
        for _ in range(_MAX_STARTS):
            if self._pool is None:
                self._pool = ProcessPoolExecutor(self._n_workers, self._context, _begin_worker, (self._folder,))
            try:
                with _start_cleanly():
                    return self._pool.submit(_work, path, chunk)
            except BrokenProcessPool:  # Of a worker that died before.
                self._stop()
            except OSError as error:
                message = f"worker processes cannot be started ({error}); use --engine inline"
                raise EngineError(message) from error
        message = "worker processes die as soon as they are started; use --engine inline"
        raise EngineError(message)

    def _stop(self) -> None:
        """End all workers, whatever they do; the next task starts others."""
        pool, self._pool = self._pool, None
        for process in self._context.started:
            if process.pid is not None:
                process.kill()
        if pool is not None:
            pool.shutdown(cancel_futures=True)
        self._context.started.clear()

    def _describe_death(self) -> str:
        """Return how a worker of the broken pool died, in words that follow "the worker"."""
        codes = []
        for process in self._context.started:
            # The pool's own thread waits for them, too: the status is known a moment after it has been collected.
            until_s = time.monotonic() + _MAX_WAIT_S
            while process.exitcode is None and time.monotonic() < until_s:
                time.sleep(0.01)
            codes.append(process.exitcode)
        # The pool ends those that have not died by themselves.
        code = next((code for code in codes if code not in {0, None, -signal.SIGTERM}), None)
        if code is None:
            return "was lost"
        if code == _STATUS_OUT_OF_MEMORY:
            return "ran out of memory"
        if code < 0:
            why = ", probably for want of memory" if -code == signal.SIGKILL else ""
            return f"was killed by {signal.Signals(-code).name}{why}"
        return f"ended with status {code}"

    def _end(self) -> None:
        self._stop()
        self._delete()


def _is_broken(future: "Future[bytes | Failure]") -> bool:
    return future.done() and isinstance(future.exception(), BrokenProcessPool)


@contextlib.contextmanager
def _start_cleanly() -> Iterator[None]:
    """Hide the program's script from workers that are started, and Ctrl-C, until they ignore it."""
    resource_tracker.ensure_running()  # which would let Ctrl-C through again
    main, sys.modules["__main__"] = sys.modules["__main__"], ModuleType("__main__")
    mask = signal.pthread_sigmask(signal.SIG_BLOCK, [signal.SIGINT])
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, mask)
        sys.modules["__main__"] = main


def _delete(folder: Path, process: int) -> None:
    if os.getpid() == process:  # Not in a fork of the process that owns it.
        shutil.rmtree(folder, ignore_errors=True)


_loaded: dict[Path, tuple[ChunkFunction, Any]] = {}
"""In a worker, the functions of the calls in progress and what they share."""


def _begin_worker(folder: Path) -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # A Ctrl-C reaches the whole group; the caller decides what ends.
    os.dup2(2, 1)  # What a library prints must not end up in the output of a command.
    Thread(target=_end_with_program, args=(folder,), daemon=True).start()


def _end_with_program(folder: Path) -> None:
    program = multiprocessing.parent_process()
    assert program is not None  # noqa: S101 - this is a worker
    connection.wait([program.sentinel])
    shutil.rmtree(folder, ignore_errors=True)
    os._exit(1)


def _work(path: Path, chunk: bytes) -> bytes | Failure:
    """Return the result of a chunk, given the file of the function and what it shares."""
    if path not in _loaded:
        for other in list(_loaded):
            if not other.exists():
                del _loaded[other]
        return_freed_memory()
        _loaded[path] = read_shared(path)
    function, shared = _loaded[path]
    try:
        return apply_in_worker(function, chunk, shared)
    except MemoryError:
        os._exit(_STATUS_OUT_OF_MEMORY)


def write_shared(path: Path, function: ChunkFunction, shared: Any) -> None:  # noqa: ANN401
    """Write a function, by name, and its shared value, pickled once for all workers.

    Large buffers, such as those of numpy arrays, are not part of the pickled bytes but follow them in the file, where
    workers map them into memory: all workers then use the same pages, until one of them writes to its own copy. Raises
    OSError if the file cannot be written, and what pickling raises for a value that cannot be pickled.
    """
    buffers: list[pickle.PickleBuffer] = []
    with path.open("wb") as file:
        file.write(bytes(_HEAD.size))
        pickle.Pickler(file, pickle.HIGHEST_PROTOCOL, buffer_callback=buffers.append).dump((function, shared))
        pickled_end = file.tell()
        spans: list[tuple[int, int]] = []
        for buffer in buffers:
            file.write(bytes(-file.tell() % _ALIGNMENT))
            with buffer.raw() as raw:
                spans.append((file.tell(), raw.nbytes))
                file.write(raw)
        spans_start = file.tell()
        pickle.dump(spans, file)
        file.seek(0)
        file.write(_HEAD.pack(pickled_end, spans_start))


def read_shared(path: Path) -> tuple[ChunkFunction, Any]:
    """Return the function and the shared value; its large buffers stay in the mapped file, once for all workers."""
    with path.open("rb") as file:
        mapped = memoryview(mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_COPY))
    pickled_end, spans_start = _HEAD.unpack(mapped[: _HEAD.size])
    spans: list[tuple[int, int]] = pickle.loads(mapped[spans_start:])  # noqa: S301 - written by `write_shared`
    buffers = [mapped[start : start + length] for start, length in spans]
    function, shared = pickle.loads(mapped[_HEAD.size : pickled_end], buffers=buffers)  # noqa: S301
    return function, shared
