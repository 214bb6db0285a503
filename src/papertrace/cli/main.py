"""The parser of all commands, and what becomes of an error: one line and an exit status, never a traceback."""

import argparse
import contextlib
import os
import signal
import sys
import threading
from collections.abc import Iterator, Sequence
from types import FrameType
from typing import NoReturn

from papertrace import __version__
from papertrace.cli import build, extract, graph, sample
from papertrace.cli.audit import command as audit
from papertrace.cli.status import ExitStatus
from papertrace.errors import NetworkDownError, PapertraceError

COMMANDS = (build, extract, graph, audit, sample)

_DESCRIPTION = "Map a field from listings of papers: links, shared concepts, repositories, and whether they still live."
_EPILOG = (
    "exit status: 0 clean, 1 the audit found dead links, 2 the job could not be done, 3 no network to audit with, "
    "130 interrupted, 143 terminated"
)


def make_parser() -> argparse.ArgumentParser:
    """Return the parser of all commands."""
    parser = argparse.ArgumentParser(prog="papertrace", description=_DESCRIPTION, epilog=_EPILOG)
    parser.add_argument("--version", action="version", version=f"papertrace {__version__}")
    subparsers = parser.add_subparsers(title="commands", metavar="COMMAND", required=True)
    for command in COMMANDS:
        command.add_parser(subparsers)
    return parser


def main(argv: Sequence[str] | None = None) -> int:
    """Run the command of `argv` (those of the process by default) and return its exit status."""
    arguments = make_parser().parse_args(argv)
    try:
        with _termination_as_interrupt():
            status: int = arguments.run(arguments)
            sys.stdout.flush()
    except BrokenPipeError:
        # Whoever read our output has seen enough (`| head`). Python would complain once more when it flushes at exit.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return ExitStatus.CLEAN
    except (PapertraceError, KeyboardInterrupt, OSError, MemoryError) as error:
        return _fail(error)
    return status


def _fail(error: BaseException) -> ExitStatus:
    """Print the one line that an error deserves and return the exit status."""
    from papertrace.model.text import printable

    status = _status_of(error)
    with contextlib.suppress(OSError):
        sys.stderr.write(f"papertrace: {printable(' '.join(_explain(error).split()))}\n")
    return status


def _status_of(error: BaseException) -> ExitStatus:
    match error:
        case NetworkDownError():
            return ExitStatus.NO_NETWORK
        case _Terminated():
            return ExitStatus.TERMINATED
        case KeyboardInterrupt():
            return ExitStatus.INTERRUPTED
    return ExitStatus.FAILED


def _explain(error: BaseException) -> str:
    match error:
        case KeyboardInterrupt():
            return "interrupted: no half-written file is left; run the same command again"
        case MemoryError():
            return "out of memory: give fewer listings at once"
        case OSError(strerror=str() as fact):
            return f"{error.filename or 'standard output'}: {fact}; check the place and its permissions"
    return str(error)


@contextlib.contextmanager
def _termination_as_interrupt() -> Iterator[None]:
    """Let a polite kill end like Ctrl-C, so that temporary files are removed and the one line is printed."""
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    before = signal.signal(signal.SIGTERM, _raise_interrupt)
    try:
        yield
    finally:
        signal.signal(signal.SIGTERM, before)


def _raise_interrupt(_signal: int, _frame: FrameType | None) -> NoReturn:
    raise _Terminated


class _Terminated(KeyboardInterrupt):
    """SIGTERM, which ends a command as Ctrl-C does."""


def entry_point() -> NoReturn:
    """Run the command line of the process and exit with its status."""
    _open_closed_streams()
    try:
        raise SystemExit(main())
    finally:
        _drop_what_cannot_be_written()


def _open_closed_streams() -> None:
    """Put something in the place of standard streams that were closed (`>&-`), for which Python leaves None.

    Input is empty and what goes to stderr is lost. Writing results fails, as it does in other programs, so that nobody
    takes them for written.
    """
    if sys.stdin is None:
        sys.stdin = open(os.devnull, encoding="utf-8")  # noqa: SIM115, PTH123 (stays open)
    if sys.stdout is None:
        sys.stdout = open(os.open(os.devnull, os.O_RDONLY), "w", encoding="utf-8")  # noqa: SIM115, PTH123
    if sys.stderr is None:
        sys.stderr = open(os.devnull, "w", encoding="utf-8")  # noqa: SIM115, PTH123


def _drop_what_cannot_be_written() -> None:
    """Forget output that failed once: Python would try it again at its exit, and complain on lines of its own."""
    try:
        sys.stdout.flush()
    except OSError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
