"""Where something stands in a listing, and what could not be read there."""

import logging
from dataclasses import dataclass

_LOG = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True, order=True)
class Span:
    """Name a place in a source: its name as given, line and column counted from 1, column in characters."""

    source: str
    line: int
    column: int = 1

    def __str__(self) -> str:
        """Write the place as compilers do: `source:line:column`."""
        return f"{self.source}:{self.line}:{self.column}"


def advance(start: Span, text: str, offset: int) -> Span:
    r"""Return the place of `text[offset]`, where `text[0]` stands at `start`.

    >>> str(advance(Span("a.txt", 3, 5), "one\ntwo", 5))
    'a.txt:4:2'
    """
    newlines = text.count("\n", 0, offset)
    if not newlines:
        return Span(start.source, start.line, start.column + offset)
    return Span(start.source, start.line + newlines, offset - text.rfind("\n", 0, offset))


@dataclass(frozen=True, slots=True, order=True)
class Problem:
    """Say what could not be read or placed, where, and what became of it.

    `n_lines` counts the lines concerned. `harmless` marks what is no loss: the menus and buttons of a page.
    """

    span: Span
    message: str
    n_lines: int = 1
    harmless: bool = False

    def __str__(self) -> str:
        """Write the problem as one line."""
        return f"{self.span}: {self.message}"


def log_problem(problem: Problem) -> None:
    """Log a problem, and what is no loss at level INFO: for callers who do not collect problems."""
    _LOG.log(logging.INFO if problem.harmless else logging.WARNING, "%s", problem)
