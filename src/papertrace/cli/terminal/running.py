"""The run of a command, whose errors end in one line and an exit status, never in a traceback."""

import argparse
import contextlib
import gc
import signal
import sys
import threading
from collections.abc import Iterator, Mapping
from types import FrameType, MappingProxyType
from typing import NoReturn

from papertrace.cli.terminal.output import paint_error, wants_colours
from papertrace.cli.terminal.status import ExitStatus, Terminated, ending_with_its_reader, status_of_interrupt
from papertrace.errors import NetworkDownError, PapertraceError

_GC_THRESHOLDS = (20_000, 20, 20)
"""Objects made between two collections of cycles, of which papers and graphs have few; by default every 700."""

_LOST_ERRORS = ("error return without exception set", "without setting an exception")
"""How a message of Python ends that had no memory left for a `MemoryError`."""


def run(arguments: argparse.Namespace) -> int:
    """Run the command of the arguments and return its exit status."""
    gc.set_threshold(*_GC_THRESHOLDS)
    writes_json = getattr(arguments, "writes_json", False)
    status: int = ExitStatus.CLEAN
    try:
        with _termination_as_interrupt(), ending_with_its_reader():
            status = arguments.run(arguments)
            sys.stdout.flush()
    except (PapertraceError, KeyboardInterrupt, OSError, MemoryError) as error:
        return fail(error, getattr(arguments, "configured", {}), color=arguments.color, writes_json=writes_json)
    except SystemError as error:
        if not str(error).endswith(_LOST_ERRORS):
            raise
        return fail(MemoryError(), color=arguments.color, writes_json=writes_json)
    if writes_json:
        write_end(status)
    return status


def write_end(status: int) -> None:
    """Write the event that ends the messages for programs."""
    from papertrace.cli.terminal.console import write_event

    write_event(sys.stderr, "end", status=int(status))


def fail(
    error: BaseException,
    configured: Mapping[str, str] = MappingProxyType({}),
    *,
    color: str = "auto",
    writes_json: bool = False,
) -> ExitStatus:
    """Print an error as one line, of JSON for programs, and return the exit status.

    `configured` has the file that set an option, by its name, such as `--timeout`: a message about an option that was
    not typed says where it comes from.
    """
    from papertrace.cli.terminal.console import fit_message

    status = _status_of(error)
    text = " ".join(_explain(error).split())
    option = text.split(" ")[0].rstrip(":")
    if option in configured:
        text += f" (it is set in {configured[option]})"
    if writes_json:
        from papertrace.cli.terminal.console import write_event

        write_event(sys.stderr, "error", message=text)
        write_end(status)
        return status
    with contextlib.suppress(OSError):
        name = paint_error("papertrace:") if wants_colours(color, sys.stderr) else "papertrace:"
        sys.stderr.write(f"{name} {fit_message(text)}\n")
    return status


def _status_of(error: BaseException) -> ExitStatus:
    match error:
        case NetworkDownError():
            return ExitStatus.NO_NETWORK
        case KeyboardInterrupt():
            return status_of_interrupt(error)
    return ExitStatus.FAILED


def _explain(error: BaseException) -> str:
    match error:
        case KeyboardInterrupt():
            return "interrupted: no partial file is left; run the same command again"
        case MemoryError():
            return "out of memory: give fewer listings at once"
        case OSError(strerror=str() as fact):
            return f"{error.filename or 'standard output'}: {fact}; check the path and its permissions"
    return str(error)


@contextlib.contextmanager
def _termination_as_interrupt() -> Iterator[None]:
    """Handle SIGTERM like Ctrl-C, so that temporary files are removed and one line is printed."""
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    before = signal.signal(signal.SIGTERM, _raise_interrupt)
    try:
        yield
    finally:
        signal.signal(signal.SIGTERM, before)


def _raise_interrupt(_signal: int, _frame: FrameType | None) -> NoReturn:
    raise Terminated
