"""The loop of a worker: it gets one chunk at a time, and answers each with one message.

Messages to a worker are a `Task`, or the number of a call that is over. Its answers are `Stored`, the result itself as
bytes, or `Failed`.
"""

import os
import signal
import socket
from pathlib import Path
from typing import TYPE_CHECKING, Any, BinaryIO, NamedTuple, NoReturn

from papertrace.engine.failures import describe_error, pack_error
from papertrace.engine.processes.messages import receive, send
from papertrace.engine.processes.shared import read_shared
from papertrace.memory import return_freed_memory

if TYPE_CHECKING:
    from papertrace.engine.protocol import ChunkFunction

STATUS_OUT_OF_MEMORY = 77
"""The exit status of a worker in which memory could not be allocated."""


class Stored(NamedTuple):
    """The location of a result in a file that a worker wrote."""

    path: Path
    start: int
    length: int


class Task(NamedTuple):
    """A chunk to handle: the bytes, or where an earlier result is stored."""

    call: int
    number: int
    """The index of the chunk in its call."""
    shared: Path
    """The file of the function and its shared value."""
    chunk: bytes | Stored
    results: Path | None
    """The folder in which the worker keeps results in a file of its own, or None to send them back."""


class Failed(NamedTuple):
    """A chunk whose function raised, or whose result the disk has no room for."""

    fact: str
    """The last line of the traceback."""
    error: bytes | None
    """The exception, pickled, if the caller is to get it as it is."""
    is_disk_full: bool


def run_worker(end: socket.socket) -> NoReturn:
    """Handle tasks until the other end is closed, then end the process without any clean-up of the forked one."""
    signal.signal(signal.SIGTERM, signal.SIG_DFL)
    status = 1
    try:
        _Worker(end).run()
        status = 0
    except (EOFError, OSError):  # The process that wants the results is gone.
        status = 0
    except MemoryError:
        status = STATUS_OUT_OF_MEMORY
    finally:
        os._exit(status)


class _Worker:
    def __init__(self, end: socket.socket) -> None:
        self._end = end
        self._loaded: dict[int, tuple[ChunkFunction, Any]] = {}
        self._files: dict[int, BinaryIO] = {}

    def run(self) -> None:
        while True:
            message: Task | int = receive(self._end)
            if isinstance(message, int):
                self._loaded.pop(message, None)
                if file := self._files.pop(message, None):
                    file.close()
                return_freed_memory()
            else:
                send(self._end, self._handle(message))

    def _handle(self, task: Task) -> bytes | Stored | Failed:
        try:
            if task.call not in self._loaded:
                self._loaded[task.call] = read_shared(task.shared)
            function, shared = self._loaded[task.call]
            chunk = task.chunk if isinstance(task.chunk, bytes) else read_stored(task.chunk)
            result = function(chunk, shared)
        except MemoryError:
            raise
        except BaseException as error:  # noqa: BLE001 - the caller raises it
            return Failed(describe_error(error), pack_error(error), is_disk_full=False)
        if task.results is None:
            return bytes(result)
        try:
            return self._store(task.call, task.results, result)
        except OSError as error:
            return Failed(error.strerror or str(error), None, is_disk_full=True)

    def _store(self, call: int, folder: Path, result: bytes) -> Stored:
        path = folder / str(os.getpid())
        if call not in self._files:
            self._files[call] = path.open("ab", buffering=0)
        file = self._files[call]
        start, view = file.tell(), memoryview(result)
        while view:
            view = view[file.write(view) :]
        return Stored(path, start, len(result))


def read_stored(stored: Stored) -> bytes:
    """Return a result from its file."""
    with stored.path.open("rb", buffering=0) as file:
        file.seek(stored.start)
        parts, missing = [], stored.length
        while missing and (part := file.read(missing)):
            parts.append(part)
            missing -= len(part)
    if missing:
        raise EOFError(stored.path)
    return b"".join(parts)
