"""The exit statuses of the program, their descriptions for its help, and the signal that is one of them."""

import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from enum import IntEnum


class ExitStatus(IntEnum):
    """An exit status of a command; those above 128 are 128 and the number of a signal, as in shells."""

    CLEAN = 0
    DEAD_LINKS = 1
    FAILED = 2
    NO_NETWORK = 3
    INTERRUPTED = 130
    TERMINATED = 143


class Terminated(KeyboardInterrupt):
    """SIGTERM, which ends a command like Ctrl-C."""


_MEANINGS = {
    ExitStatus.CLEAN: "success; an audit found no link that fails it",
    ExitStatus.DEAD_LINKS: "an audit found dead links, or others named by --fail-on",
    ExitStatus.FAILED: "an error or invalid arguments; some of the work was not done (with --strict: or is doubtful)",
    ExitStatus.NO_NETWORK: "there was no network",
    ExitStatus.INTERRUPTED: "interrupted (Ctrl-C); an audit reports what is known",
    ExitStatus.TERMINATED: "terminated (kill)",
}


def describe_status(status: ExitStatus) -> str:
    """Return what an exit status means."""
    return _MEANINGS[status]


def describe_statuses() -> str:
    """Return the section of a help text that lists the exit statuses."""
    return "\n".join(("exit status:", *(f"  {status:<3}  {_MEANINGS[status]}" for status in ExitStatus)))


def find_interrupt(error: BaseException) -> KeyboardInterrupt | None:
    """Return the interrupt that an error is or that led to it, or None for any other error.

    Code between a signal and the end of a command may turn the interrupt into an error of its own: an import does, if
    the signal arrives while a class is being made (before Python 3.12), and so do extension modules that import others.
    """
    seen: set[int] = set()
    cause: BaseException | None = error
    while cause is not None and id(cause) not in seen:
        if isinstance(cause, KeyboardInterrupt):
            return cause
        seen.add(id(cause))
        cause = cause.__cause__ or cause.__context__
    return None


def status_of_interrupt(interruption: KeyboardInterrupt) -> ExitStatus:
    """Return the exit status of a command that a signal ended."""
    return ExitStatus.TERMINATED if isinstance(interruption, Terminated) else ExitStatus.INTERRUPTED


@contextmanager
def ending_with_its_reader() -> Iterator[None]:
    """Stop writing where the reader of standard output closes it (`| head`), which changes no result of a command."""
    try:
        yield
    except BrokenPipeError:
        # Otherwise Python would report it again when it exits.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
