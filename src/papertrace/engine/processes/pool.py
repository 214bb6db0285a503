"""The workers as the calling process sees them: started when needed, replaced when they die, ended together."""

import contextlib
import os
import selectors
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import weakref
from collections.abc import Sequence
from pathlib import Path
from typing import Final

from papertrace.engine.failures import no_room
from papertrace.engine.processes.messages import receive, send
from papertrace.engine.processes.server import Fork, Import, Reap
from papertrace.engine.processes.worker import STATUS_OUT_OF_MEMORY, Failed, Stored, Task
from papertrace.errors import EngineError

_MAX_STARTS = 3
"""How often a new worker may die before it gets its first task."""


class Worker:
    """A worker process, and the task that it has, if any."""

    def __init__(self, process: int, end: socket.socket) -> None:
        self.process: Final = process
        self.end: Final = end
        self.task: Task | None = None


class Died(str):
    """How a worker died, in words that follow "the worker"."""

    __slots__ = ()


class Pool:
    """Up to `n_workers` processes, and the folder of their files.

    It is closed by `close`, or when it is no longer referenced.
    """

    def __init__(self, n_workers: int) -> None:
        try:
            self.folder: Path = Path(tempfile.mkdtemp(prefix="papertrace-"))
        except OSError as error:
            raise no_room(tempfile.gettempdir(), error) from error
        self._n_workers = n_workers
        self._server: _Server | None = None
        self._modules: list[str] = []
        self._workers: list[Worker] = []
        self._selector = selectors.DefaultSelector()
        self._resources: list[_Server | selectors.BaseSelector | socket.socket] = [self._selector]
        self._finalizer = weakref.finalize(self, _close, self._resources, self.folder, os.getpid())

    def close(self) -> None:
        """End the workers and delete the folder."""
        self._finalizer()

    def start(self, modules: Sequence[str]) -> None:
        """Have the server start and import modules while the calling process does something else."""
        for module in modules:
            self.prepare(module)
        with contextlib.suppress(OSError):  # It is tried again where a worker is needed.
            self._serve()

    def prepare(self, module: str) -> None:
        """Have workers that are yet to be started import a module together."""
        if module not in self._modules:
            self._modules.append(module)
            if self._server is not None:
                with contextlib.suppress(OSError):
                    self._server.ask(Import(module))

    def hand_out(self, task: Task) -> bool:
        """Give a task to a free worker, which is started if there may be one more; return whether there was one.

        Raises
        ------
        EngineError
            If no worker can be started.
        """
        for _ in range(_MAX_STARTS + self._n_workers):
            worker = next((worker for worker in self._workers if worker.task is None), None) or self._start()
            if worker is None:
                return False
            try:
                send(worker.end, task)
            except OSError:  # It died while it had nothing to do, for which the task cannot be blamed.
                self._bury(worker)
            else:
                worker.task = task
                return True
        message = "worker processes die as soon as they are started; use --engine inline"
        raise EngineError(message)

    def wait(self) -> list[tuple[Task, bytes | Stored | Failed | Died]]:
        """Wait for a worker, and return the tasks that have ended, with their results."""
        ended: list[tuple[Task, bytes | Stored | Failed | Died]] = []
        for key, _ in self._selector.select():
            worker: Worker = key.data
            task, worker_result = worker.task, self._receive(worker)
            worker.task = None
            if task is not None:
                ended.append((task, worker_result))
        return ended

    def forget(self, call: int) -> None:
        """Have all workers free what they keep of a call that is over."""
        for worker in list(self._workers):
            with contextlib.suppress(OSError):  # It has died; that is noticed where it matters.
                send(worker.end, call)

    def _receive(self, worker: Worker) -> bytes | Stored | Failed | Died:
        try:
            result: bytes | Stored | Failed = receive(worker.end)
        except EOFError:
            return Died(self._bury(worker))
        return result

    def _start(self) -> Worker | None:
        """Return a new worker, or None if there are as many as there may be."""
        if len(self._workers) >= self._n_workers:
            return None
        try:
            process, end = self._fork()
        except (OSError, EOFError):  # The server was killed, which its workers need not notice.
            self._drop_server()
            try:
                process, end = self._fork()
            except (OSError, EOFError) as error:
                message = f"worker processes cannot be started ({error}); use --engine inline"
                raise EngineError(message) from error
        if isinstance(process, str):
            end.close()
            if self._workers:  # Fewer have to do.
                self._n_workers = len(self._workers)
                return None
            message = f"worker processes cannot be started ({process}); use --engine inline"
            raise EngineError(message)
        worker = Worker(process, end)
        self._workers.append(worker)
        self._selector.register(end, selectors.EVENT_READ, worker)
        self._resources.append(end)
        return worker

    def _fork(self) -> tuple[int | str, socket.socket]:
        server = self._serve()
        ours, theirs = socket.socketpair()
        try:
            return server.fork(theirs), ours
        except BaseException:
            ours.close()
            raise
        finally:
            theirs.close()

    def _serve(self) -> "_Server":
        if self._server is None:
            self._server = _Server(self.folder)
            self._resources.append(self._server)
            for module in self._modules:
                self._server.ask(Import(module))
        return self._server

    def _bury(self, worker: Worker) -> str:
        """Remove a worker that died, and return how it did."""
        self._workers.remove(worker)
        self._selector.unregister(worker.end)
        self._resources.remove(worker.end)
        worker.end.close()
        try:
            status = self._server.reap(worker.process) if self._server else None
        except (OSError, EOFError):
            self._drop_server()
            status = None
        return _describe_status(status)

    def _drop_server(self) -> None:
        if self._server is not None:
            self._resources.remove(self._server)
            self._server.close()
            self._server = None


class _Server:
    """The process that forks workers, as its parent sees it."""

    def __init__(self, folder: Path) -> None:
        self._control, theirs = socket.socketpair()
        paths = [os.path.abspath(path) for path in sys.path]  # noqa: PTH100 - entries may be archives or ""
        code = (
            f"import sys; sys.path[:] = {paths!r}; from papertrace.engine.processes.server import serve; "
            f"serve({theirs.fileno()}, {str(folder)!r})"
        )
        # Until the server ignores Ctrl-C, it is held back: a new process inherits the mask.
        mask = signal.pthread_sigmask(signal.SIG_BLOCK, [signal.SIGINT])
        try:
            self._process = subprocess.Popen(  # noqa: S603 - our own interpreter
                [sys.executable, "-c", code], stdin=subprocess.DEVNULL, pass_fds=[theirs.fileno()]
            )
        finally:
            signal.pthread_sigmask(signal.SIG_SETMASK, mask)
            theirs.close()

    def ask(self, request: Import) -> None:
        send(self._control, request)

    def fork(self, end: socket.socket) -> int | str:
        send(self._control, Fork())
        socket.send_fds(self._control, [b"\0"], [end.fileno()])
        process: int | str = receive(self._control)
        return process

    def reap(self, process: int) -> int:
        send(self._control, Reap(process))
        status: int = receive(self._control)
        return status

    def close(self) -> None:
        """End the process, which ends its workers first."""
        self._control.close()
        self._process.wait()


def _close(resources: "list[_Server | selectors.BaseSelector | socket.socket]", folder: Path, process: int) -> None:
    if os.getpid() != process:  # A fork of the process that owns them.
        return
    for resource in resources:
        resource.close()
    shutil.rmtree(folder, ignore_errors=True)


def _describe_status(status: int | None) -> str:
    if status is None:
        return "was lost"
    if os.WIFSIGNALED(status):
        number = os.WTERMSIG(status)
        why = ", probably for want of memory" if number == signal.SIGKILL else ""
        return f"was killed by {signal.Signals(number).name}{why}"
    code = os.waitstatus_to_exitcode(status)
    return "ran out of memory" if code == STATUS_OUT_OF_MEMORY else f"ended with status {code}"
