"""What goes to stderr while a command works: its progress, and what it could not read."""

import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field

from papertrace.model import Problem

_DELAY_S = 1.0
_MOST_SHOWN = 10


@dataclass(slots=True)
class Notices:
    """Collect problems and print them together: the first ones in full, then how many more.

    `verbose` prints all of them, and notes of what is no loss: page text skipped, names refused.
    """

    quiet: bool = False
    verbose: bool = False
    problems: list[Problem] = field(default_factory=list)

    def add(self, problem: Problem) -> None:
        """Take one problem; what is no loss is let go at once unless it will be printed."""
        if self.verbose or not problem.harmless:
            self.problems.append(problem)

    def report(self) -> None:
        """Print what could not be read, one line each; what was printed is not printed again."""
        from papertrace.reports.forms.text import printable

        if self.quiet:
            return
        losses = [problem for problem in self.problems if not problem.harmless]
        shown = losses if self.verbose else losses[:_MOST_SHOWN]
        for problem in shown:
            sys.stderr.write(f"{printable(str(problem))}\n")
        if len(losses) > len(shown):
            sys.stderr.write(f"and {len(losses) - len(shown)} more places that could not be read (--verbose)\n")
        for problem in self.problems if self.verbose else ():
            if problem.harmless:
                sys.stderr.write(f"note: {printable(str(problem))}\n")
        self.problems.clear()


class Steps:
    """Show the step that is under way, once the work has taken a second, however long the step itself takes.

    On a terminal it is one line that changes and goes away; in a file each step is a line of its own.
    """

    def __init__(self, *, quiet: bool, delay_s: float = _DELAY_S) -> None:
        self._step = ""
        self._is_late = False
        self._shown = False
        self._lock = threading.Lock()
        # A step may begin at once and last for minutes, so a clock of its own says when it is time to show it.
        self._timer = threading.Timer(delay_s, self._reveal)
        self._timer.daemon = True
        if not quiet:
            self._timer.start()

    def show(self, step: str) -> None:
        """Name the step that begins."""
        with self._lock:
            self._step = step
            if self._is_late:
                self._write()

    def close(self) -> None:
        """Take the line away."""
        self._timer.cancel()
        with self._lock:
            self._step, self._is_late = "", False
            if self._shown:
                sys.stderr.write("\r\x1b[K")
                sys.stderr.flush()

    def _reveal(self) -> None:
        with self._lock:
            self._is_late = True
            if self._step:
                self._write()

    def _write(self) -> None:
        # Whoever closed stderr wants to see nothing.
        with suppress(OSError, ValueError):
            if sys.stderr.isatty():
                sys.stderr.write(f"\r\x1b[K{self._step} …")
                self._shown = True
            else:
                sys.stderr.write(f"papertrace: {self._step}\n")
            sys.stderr.flush()


@contextmanager
def showing_steps(*, quiet: bool) -> Iterator[Steps]:
    """Show steps while the block runs."""
    steps = Steps(quiet=quiet)
    try:
        yield steps
    finally:
        steps.close()


def tell(sentence: str, *, quiet: bool) -> None:
    """Tell the user what is no problem of a listing, once no progress is shown any more."""
    from papertrace.reports.forms.text import printable

    if not quiet:
        sys.stderr.write(f"papertrace: {printable(sentence)}\n")


@contextmanager
def showing_progress(what: str, total: int, *, quiet: bool) -> Iterator[Callable[[object], None]]:
    """Show how many of a total are done, once the work has taken a second; yield what counts one more."""
    from tqdm import tqdm

    with tqdm(desc=what, total=total, delay=_DELAY_S, file=sys.stderr, disable=quiet, leave=False) as bar:

        def count(_: object) -> None:
            bar.update()

        yield count
