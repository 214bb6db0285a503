"""The output of a command to stderr: progress, log messages, and problems with listings.

On a terminal, progress is one line that is updated in place and disappears; elsewhere, as in the log of a CI job, it is
a line every `_LOG_INTERVAL_S`. `-q` leaves only errors, `-v` adds each link and listing, `-vv` each request and wait.
With `--json`, all of it is lines of JSON.
"""

import argparse
import json
import logging
import sys
import threading
import time
from collections.abc import Callable
from contextlib import suppress
from types import TracebackType
from typing import TYPE_CHECKING, Self, TextIO

from papertrace.cli.terminal.status import ExitStatus

if TYPE_CHECKING:
    from papertrace.model import Problem
    from papertrace.model.audit import Account, FileAccount
    from papertrace.pipeline.steps import Progress

_INTERVAL_S = 1.0


def fit_message(text: str) -> str:
    """Return a message without the passwords in what it quotes, and without characters that control a terminal."""
    from papertrace.model.addresses import hide_userinfo
    from papertrace.model.text import printable

    return printable(hide_userinfo(text, without_scheme=True))


def write_event(stream: TextIO, event: str, **facts: object) -> None:
    """Write one event as a line of ASCII, in which no character can end the line or control a terminal."""
    from papertrace.model.addresses import hide_userinfo

    # A closed stderr means that no messages are wanted.
    with suppress(OSError, ValueError):
        shown = {
            name: hide_userinfo(fact, without_scheme=True) if isinstance(fact, str) else fact
            for name, fact in facts.items()
        }
        stream.write(f"{json.dumps({'event': event, **shown})}\n")
        stream.flush()


class ProgressEvents:
    """Progress as events: at once where a step begins, then once a second, and where the last one ended.

    It has the methods of the progress line of a terminal.
    """

    def __init__(self, stream: TextIO, clock: Callable[[], float] = time.monotonic) -> None:
        self._stream = stream
        self._clock = clock
        self._progress: Progress | None = None
        self._written: Progress | None = None
        self._written_at = 0.0

    def start(self) -> None:
        """Do nothing: events are written when there is progress."""

    def update(self, progress: "Progress") -> None:
        """Write the progress, unless that of the same step was written within a second."""
        now = self._clock()
        is_new = self._progress is None or self._progress.step != progress.step
        if is_new:
            self.close()
        self._progress = progress
        if is_new or now - self._written_at >= _INTERVAL_S:
            self._written_at = now
            self._write(progress)

    def clear(self) -> None:
        """Do nothing: a line of JSON stays."""

    def close(self) -> None:
        """Write the progress that was reached, if it was not written yet."""
        if self._progress is not None and self._progress != self._written:
            self._write(self._progress)

    def _write(self, progress: "Progress") -> None:
        self._written = progress
        write_event(self._stream, "progress", step=progress.step, done=progress.done, total=progress.total)


LEVELS = (logging.WARNING, logging.INFO, logging.DEBUG)
"""The lowest level of log messages to show, by the number of `-v`."""

MAX_PROBLEMS = 10
_MAX_NOTE = 36
_TERMINAL_INTERVAL_S = 1.0
_LOG_INTERVAL_S = 10.0


class Console:
    """Stderr during one command: a context manager that shows progress, and reports problems on exit.

    `verbosity` is the number of `-v`. Problems are collected and reported together: the first `MAX_PROBLEMS` and the
    number of the others, or all of them with `-v`. `is_json` writes events for programs instead of text.
    """

    def __init__(
        self,
        *,
        quiet: bool = False,
        verbosity: int = 0,
        strict: bool = False,
        is_json: bool = False,
        stream: TextIO | None = None,
    ) -> None:
        self.quiet = quiet
        self.verbosity = verbosity
        self.strict = strict
        self._is_json = is_json
        self._stream = stream or sys.stderr
        self._display: ProgressDisplay | ProgressEvents | None = None
        if not quiet and is_json:
            self._display = ProgressEvents(self._stream)
        elif not quiet and verbosity == 0:
            self._display = ProgressDisplay(self._stream)
        self._handler = _ConsoleHandler(self)
        self._problems: list[Problem] = []
        self._notes: list[str] = []
        self._n_failures = 0
        self._is_doubtful = False

    def __enter__(self) -> Self:
        """Start to show the log messages of papertrace."""
        logger = logging.getLogger("papertrace")
        self._level_before = logger.level
        self._handler.setLevel(logging.ERROR if self.quiet else LEVELS[min(self.verbosity, len(LEVELS) - 1)])
        logger.setLevel(self._handler.level)
        logger.addHandler(self._handler)
        if self._display is not None:
            self._display.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        """Report the remaining problems, unless an error ends the command."""
        self.close_progress()
        logger = logging.getLogger("papertrace")
        logger.removeHandler(self._handler)
        logger.setLevel(self._level_before)
        if kind is None:
            self.report_problems()

    def add_problem(self, problem: "Problem") -> None:
        """Keep a problem for the report, a harmless one only if it will be shown."""
        self._n_failures += problem.refused
        if self.verbosity or not problem.harmless:
            self._problems.append(problem)

    def add_failure(self, message: str) -> None:
        """Write that a part of the job could not be done, which makes the exit status that of a failure."""
        self._n_failures += 1
        self.write_line(f"papertrace: {message}")

    def add_account(self, account: "Account") -> None:
        """Write what became of the links of the inputs, and which files were probably read wrongly.

        A quiet command only writes the latter, and only if it is strict or a file loses more than a tenth of its links.
        """
        from papertrace.reports.summary import describe_account

        for file in account.files:
            self.add_doubt(file)
        if not self.quiet:
            self._notes.append(describe_account(account))

    def add_doubt(self, account: "FileAccount") -> None:
        """Write that a file was probably read wrongly, if it was."""
        from papertrace.reports.summary import describe_doubt

        self._is_doubtful |= account.is_questioned
        if account.is_doubtful:
            self._is_doubtful = True
            if not self.quiet or self.strict or account.loses_a_tenth:
                self._notes.append(describe_doubt(account))

    def judge(self, status: ExitStatus) -> ExitStatus:
        """Return the exit status: what could not be read or done is a failure, and doubt in a strict command."""
        return ExitStatus.FAILED if self._n_failures or (self.strict and self._is_doubtful) else status

    def report_problems(self) -> None:
        """Write the collected problems, one line each, and clear them."""
        from papertrace.model.text import format_count

        if self.quiet:
            self._problems = [problem for problem in self._problems if problem.refused]
        if self._is_json:
            for problem in self._problems:
                span = problem.span
                place = {"source": span.source, "line": span.line, "column": span.column, "n_lines": problem.n_lines}
                kind = {"harmless": problem.harmless, "refused": problem.refused}
                write_event(self._stream, "problem", message=problem.message, **place, **kind)
            self._problems.clear()
        losses = [problem for problem in self._problems if not problem.harmless]
        shown = losses if self.verbosity else losses[:MAX_PROBLEMS]
        shown += [problem for problem in losses[len(shown) :] if problem.refused]
        for problem in shown:
            # What makes all of a file doubtful, and fails with --strict, is told from what was left out of it.
            level = "warning: " if problem.doubts else ""
            self.write_line(f"{problem.span}: {level}{problem.message}")
        if len(losses) > len(shown):
            more = format_count(len(losses) - len(shown), "more problem")
            self.write_line(f"and {more} of this kind (-v shows all)")
        for problem in self._problems:
            if problem.harmless:
                self.write_line(f"note: {problem}")
        for note in self._notes:
            self._write("note", f"papertrace: {note}")
        self._problems.clear()
        self._notes.clear()

    def show_progress(self, progress: "Progress") -> None:
        """Show the progress of the command."""
        if self._display is not None:
            self._display.update(progress)

    def close_progress(self) -> None:
        """Remove the progress line."""
        if self._display is not None:
            self._display.close()

    def finish(self) -> None:
        """Remove the progress line, and write the collected problems."""
        self.close_progress()
        self.report_problems()

    def write_note(self, line: str) -> None:
        """Write a line for the user, unless the command is quiet."""
        if not self.quiet:
            self._write("note", line)

    def write_line(self, line: str) -> None:
        """Write a warning as a line, with characters escaped that would control a terminal."""
        self._write("warning", line)

    def write_record(self, record: logging.LogRecord) -> None:
        """Write a log message; an error makes the exit status that of a failure, though the command goes on."""
        self._n_failures += record.levelno >= logging.ERROR
        if self._is_json:
            write_event(self._stream, "log", level=record.levelname.lower(), message=record.getMessage())
        else:
            self.write_line(f"papertrace: {record.getMessage()}")

    def _write(self, event: str, line: str) -> None:
        if self._is_json:
            write_event(self._stream, event, message=line.removeprefix("papertrace: "))
            return
        if self._display is not None:
            self._display.clear()
        # A closed stderr means that no messages are wanted.
        with suppress(OSError, ValueError):
            self._stream.write(f"{fit_message(line)}\n")


def open_console(arguments: argparse.Namespace) -> Console:
    """Return the console for the options of a command."""
    return Console(
        quiet=arguments.quiet,
        verbosity=arguments.verbose,
        strict=getattr(arguments, "strict", False),
        is_json=arguments.writes_json,
    )


class _ConsoleHandler(logging.Handler):
    def __init__(self, console: Console) -> None:
        super().__init__()
        self._console = console

    def emit(self, record: logging.LogRecord) -> None:
        self._console.write_record(record)


class ProgressDisplay:
    """A line with the progress of a command; `tick` writes it, called by a thread at intervals."""

    def __init__(self, stream: TextIO) -> None:
        self._stream = stream
        self._is_terminal = stream.isatty()
        self._progress: Progress | None = None
        self._lock = threading.RLock()
        self._ended = threading.Event()
        self._is_drawn = False

    def start(self) -> None:
        """Start to write at intervals; nothing is written at once, since a quick command needs no progress."""
        threading.Thread(target=self._run, name="papertrace-progress", daemon=True).start()

    def update(self, progress: "Progress") -> None:
        """Set the progress that the next tick writes."""
        with self._lock:
            self._progress = progress

    def tick(self) -> None:
        """Write the current progress."""
        with self._lock, suppress(OSError, ValueError):
            if self._progress is None or self._ended.is_set():
                return
            if self._is_terminal:
                self._stream.write(f"\r\x1b[K{_bar(self._progress)}")
                self._is_drawn = True
            else:
                self._stream.write(f"papertrace: {self._progress}\n")
            self._stream.flush()

    def clear(self) -> None:
        """Remove the line from a terminal."""
        with self._lock, suppress(OSError, ValueError):
            if self._is_drawn:
                self._stream.write("\r\x1b[K")
                self._stream.flush()
                self._is_drawn = False

    def close(self) -> None:
        """Stop writing, and remove the line from a terminal."""
        with self._lock:
            self._ended.set()
            self.clear()

    def _run(self) -> None:
        interval_s = _TERMINAL_INTERVAL_S if self._is_terminal else _LOG_INTERVAL_S
        while not self._ended.wait(interval_s):
            self.tick()


def _bar(progress: "Progress") -> str:
    """Return the line for a terminal, with a bar if the total is known."""
    from papertrace.model.text import printable

    if progress.total is None:
        return f"{printable(str(progress))} …"
    from tqdm import tqdm

    note = printable(progress.note)
    if len(note) > _MAX_NOTE:  # The host that answered last is cut, so that the line stays one.
        note = f"{note[: _MAX_NOTE - 1]}…"
    note = f" ({note})" if note else ""
    form = f"{{desc}}: {{bar}} {{n_fmt}} of {{total_fmt}}{note.replace('{', '').replace('}', '')}"
    prefix = printable(progress.step)
    return str(tqdm.format_meter(progress.done, progress.total, 0, ncols=79, prefix=prefix, bar_format=form))
