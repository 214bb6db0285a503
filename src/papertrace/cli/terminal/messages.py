"""Messages for programs: lines of JSON on stderr, each with the name of its event (`--json`).

`docs/reference/messages.schema.json` is the schema of a line.
"""

import json
import time
from collections.abc import Callable
from contextlib import suppress
from typing import TYPE_CHECKING, TextIO

if TYPE_CHECKING:
    from papertrace.model import Problem
    from papertrace.pipeline.progress import Progress

_INTERVAL_S = 1.0
_PREFIX = "papertrace: "


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


def write_message(stream: TextIO, event: str, text: str) -> None:
    """Write a message for people as an event, without the name of the program."""
    write_event(stream, event, message=text.removeprefix(_PREFIX))


def write_problem(stream: TextIO, problem: "Problem") -> None:
    """Write a problem with a listing, with its place."""
    write_event(
        stream,
        "problem",
        message=problem.message,
        source=problem.span.source,
        line=problem.span.line,
        column=problem.span.column,
        n_lines=problem.n_lines,
        harmless=problem.harmless,
        refused=problem.refused,
    )


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
