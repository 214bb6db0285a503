"""What goes to stderr while a command works: its progress, and what it could not read."""

import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field

from papertrace.model import Problem

_DELAY_S = 1.0
_MOST_SHOWN = 10


@dataclass(slots=True)
class Notices:
    """Collect problems and print them once, at the end: the first ones in full, then how many more."""

    quiet: bool = False
    problems: list[Problem] = field(default_factory=list)

    def add(self, problem: Problem) -> None:
        """Take one problem."""
        self.problems.append(problem)

    def report(self) -> None:
        """Print what could not be read, one line each."""
        from papertrace.reports.text import printable

        if self.quiet:
            return
        losses = [problem for problem in self.problems if not problem.harmless]
        for problem in losses[:_MOST_SHOWN]:
            sys.stderr.write(f"{printable(str(problem))}\n")
        if len(losses) > _MOST_SHOWN:
            sys.stderr.write(f"and {len(losses) - _MOST_SHOWN} more places that could not be read\n")


class Steps:
    """Show the step that is under way, once the work has taken a second.

    On a terminal it is one line that changes and goes away; in a file each step is a line of its own.
    """

    def __init__(self, *, quiet: bool) -> None:
        self._quiet = quiet
        self._began = time.monotonic()
        self._shown = False

    def show(self, step: str) -> None:
        """Name the step that begins."""
        if self._quiet or time.monotonic() - self._began < _DELAY_S:
            return
        if sys.stderr.isatty():
            sys.stderr.write(f"\r\x1b[K{step} …")
            self._shown = True
        else:
            sys.stderr.write(f"papertrace: {step}\n")
        sys.stderr.flush()

    def close(self) -> None:
        """Take the line away."""
        if self._shown:
            sys.stderr.write("\r\x1b[K")
            sys.stderr.flush()


@contextmanager
def showing_steps(*, quiet: bool) -> Iterator[Steps]:
    """Show steps while the block runs."""
    steps = Steps(quiet=quiet)
    try:
        yield steps
    finally:
        steps.close()


@contextmanager
def showing_progress(what: str, total: int, *, quiet: bool) -> Iterator[Callable[[object], None]]:
    """Show how many of a total are done, once the work has taken a second; yield what counts one more."""
    from tqdm import tqdm

    with tqdm(desc=what, total=total, delay=_DELAY_S, file=sys.stderr, disable=quiet, leave=False) as bar:

        def count(_: object) -> None:
            bar.update()

        yield count
