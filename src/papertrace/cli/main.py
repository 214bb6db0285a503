"""The program: its parser, and its errors, which end in one line and an exit status, never in a traceback."""

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
from papertrace.cli import build, enrich, explain, extract, formats, graph, sample, suggest
from papertrace.cli.audit import command as audit
from papertrace.cli.help import HelpFormatter
from papertrace.cli.status import ExitStatus, Terminated, describe_statuses, status_of_interrupt
from papertrace.errors import NetworkDownError, PapertraceError

COMMANDS = (build, extract, enrich, suggest, graph, explain, audit, sample, formats)

_DESCRIPTION = """\
Map a research field from listings of papers, and check their links.

Reads bibliographies, awesome-lists, saved web pages and exports of paper services. Only papertrace audit, enrich,
suggest and build --enrich use the network.
"""
_EPILOG = f"""\
examples:
  # Map the bundled sample, then open graphs/papers.html
  papertrace build
  # Map a bibliography, and check its links
  papertrace build papers.bib
  papertrace audit papers.bib

Run papertrace COMMAND --help for the options of a command.

{describe_statuses()}"""


def make_parser() -> argparse.ArgumentParser:
    """Return the parser of all commands."""
    parser = argparse.ArgumentParser(
        prog="papertrace",
        usage="papertrace [OPTIONS] COMMAND ...",
        description=_DESCRIPTION,
        epilog=_EPILOG,
        formatter_class=HelpFormatter,
        add_help=False,
    )
    subparsers = parser.add_subparsers(title="commands", metavar="COMMAND", required=True, prog="papertrace")
    for command in COMMANDS:
        command.add_parser(subparsers)
    general = parser.add_argument_group("general")
    general.add_argument("-h", "--help", action="help", help="Show this help and exit")
    version = f"papertrace {__version__}"
    general.add_argument("--version", action="version", version=version, help="Show the version and exit")
    return parser


def main(argv: Sequence[str] | None = None) -> int:
    """Run the command in `argv` (by default the arguments of the process) and return its exit status."""
    arguments = make_parser().parse_args(argv)
    try:
        with _termination_as_interrupt():
            status: int = arguments.run(arguments)
            sys.stdout.flush()
    except BrokenPipeError:
        # The reader of the output closed it (`| head`). Without this, Python would report it again when it exits.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return ExitStatus.CLEAN
    except (PapertraceError, KeyboardInterrupt, OSError, MemoryError) as error:
        return _fail(error)
    return status


def _fail(error: BaseException) -> ExitStatus:
    """Print an error as one line and return the exit status."""
    from papertrace.model.text import printable

    status = _status_of(error)
    with contextlib.suppress(OSError):
        sys.stderr.write(f"papertrace: {printable(' '.join(_explain(error).split()))}\n")
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


def entry_point() -> NoReturn:
    """Run the command line of the process and exit with its status."""
    _open_closed_streams()
    try:
        raise SystemExit(main())
    finally:
        _drop_unwritable_output()


def _open_closed_streams() -> None:
    """Replace standard streams that were closed (`>&-`), which Python sets to None.

    Input is empty, and messages to stderr are lost. Writing results fails, as in other programs, so that they are not
    lost silently.
    """
    if sys.stdin is None:
        sys.stdin = open(os.devnull, encoding="utf-8")  # noqa: SIM115, PTH123 (stays open)
    if sys.stdout is None:
        sys.stdout = open(os.open(os.devnull, os.O_RDONLY), "w", encoding="utf-8")  # noqa: SIM115, PTH123
    if sys.stderr is None:
        sys.stderr = open(os.devnull, "w", encoding="utf-8")  # noqa: SIM115, PTH123


def _drop_unwritable_output() -> None:
    """Discard output that failed once: Python would write it again when it exits, and report the error itself."""
    try:
        sys.stdout.flush()
    except OSError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
