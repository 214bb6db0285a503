"""Positions in listings, and the problems found there."""

import logging
from dataclasses import dataclass

from papertrace.model.values import quick_init

_LOG = logging.getLogger(__name__)


@quick_init
@dataclass(frozen=True, slots=True, order=True)
class Span:
    """A position in a source: the name of the source as given, line and column from 1, columns in characters."""

    source: str
    line: int
    column: int = 1

    def __str__(self) -> str:
        """Return the position in the format of compilers: `source:line:column`."""
        return f"{self.source}:{self.line}:{self.column}"


def advance(start: Span, text: str, offset: int) -> Span:
    r"""Return the span of `text[offset]`, given the span of `text[0]`.

    >>> str(advance(Span("a.txt", 3, 5), "one\ntwo", 5))
    'a.txt:4:2'
    """
    newlines = text.count("\n", 0, offset)
    if not newlines:
        return Span(start.source, start.line, start.column + offset)
    return Span(start.source, start.line + newlines, offset - text.rfind("\n", 0, offset))


@dataclass(frozen=True, slots=True, order=True)
class Problem:
    """Text that could not be read or assigned to an entry: where it is, and what was done about it.

    `n_lines` is the number of lines concerned. `harmless` marks text that is not a loss: the menus and buttons of a
    page. `doubts` marks what makes everything that was read of a file doubtful. `outside` marks text that is in no
    record of a notation. `refused` marks a file that could not be read, or not to its end.
    """

    span: Span
    message: str
    n_lines: int = 1
    harmless: bool = False
    outside: bool = False
    doubts: bool = False
    refused: bool = False

    def __str__(self) -> str:
        """Return the problem as one line."""
        return f"{self.span}: {self.message}"


def log_problem(problem: Problem) -> None:
    """Log a problem as a warning, a harmless one at level INFO: for callers that do not collect problems."""
    _LOG.log(logging.INFO if problem.harmless else logging.WARNING, "%s", problem)
