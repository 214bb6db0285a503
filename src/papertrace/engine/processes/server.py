"""The process that forks the workers; it runs no thread, so that forking is safe.

It waits for requests: to import a module, to fork a worker, to say how a worker died. When the other end is closed,
by `close` or by the death of that process, it kills the workers and deletes their files.
"""

import contextlib
import gc
import importlib
import os
import shutil
import signal
import socket
import sys
import time
from pathlib import Path
from typing import NamedTuple

from papertrace.engine.processes.messages import receive, send
from papertrace.engine.processes.worker import run_worker

_MAX_SECONDS_TO_DIE = 1.0
_PRELOADS = sys.platform == "linux"  # Frameworks of macOS do not survive a fork; there, workers import for themselves.


class Import(NamedTuple):
    """A module that tasks to come need; there is no answer."""

    module: str


class Fork(NamedTuple):
    """A new worker; its socket follows, and the answer is its process id, or an error as text."""


class Reap(NamedTuple):
    """A worker whose socket is closed; the answer is its status as of `os.waitpid`."""

    process: int


def serve(descriptor: int, folder: str) -> None:
    """Answer requests until the other end is closed."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # A Ctrl-C reaches the whole group; the caller decides what ends.
    signal.signal(signal.SIGTERM, signal.SIG_IGN)
    signal.signal(signal.SIGHUP, signal.SIG_IGN)
    signal.pthread_sigmask(signal.SIG_SETMASK, [])
    os.dup2(2, 1)  # What a library prints must not end up in the output of a command.
    control = socket.socket(fileno=descriptor)
    workers: set[int] = set()
    try:
        _answer(control, workers)
    except (EOFError, OSError):
        pass
    finally:
        for process in workers:
            with contextlib.suppress(ProcessLookupError):
                os.kill(process, signal.SIGKILL)
        for process in workers:
            os.waitpid(process, 0)
        shutil.rmtree(Path(folder), ignore_errors=True)


def _answer(control: socket.socket, workers: set[int]) -> None:
    while True:
        match receive(control):
            case Import(module):
                if _PRELOADS:
                    with contextlib.suppress(Exception):  # The worker that needs it reports what is wrong with it.
                        importlib.import_module(module)
            case Fork():
                send(control, _fork(control, workers))
            case Reap(process):
                workers.discard(process)
                send(control, _reap(process))


def _fork(control: socket.socket, workers: set[int]) -> int | str:
    """Fork a worker, and return its process id, or why that is impossible."""
    _, descriptors, _, _ = socket.recv_fds(control, 1, 1)
    end = socket.socket(fileno=descriptors[0])
    gc.collect()
    gc.freeze()  # What was imported stays shared between the processes, instead of being copied by a collection.
    try:
        process = os.fork()
    except OSError as error:
        end.close()
        return error.strerror or str(error)
    if not process:
        control.close()
        run_worker(end)
    workers.add(process)
    end.close()
    return process


def _reap(process: int) -> int:
    """Return how a worker ended, which is killed if it only closed its socket."""
    deadline_s = time.monotonic() + _MAX_SECONDS_TO_DIE
    while time.monotonic() < deadline_s:
        ended, status = os.waitpid(process, os.WNOHANG)
        if ended:
            return status
        time.sleep(0.005)
    os.kill(process, signal.SIGKILL)
    return os.waitpid(process, 0)[1]
