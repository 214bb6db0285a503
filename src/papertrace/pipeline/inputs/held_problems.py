"""Problems with the first lines of a file of records, which only matter if the file turns out to have records.

A file of another kind has a problem on every line. Its reader refuses it in one sentence, and thousands of others would
only hide that one.
"""

from collections.abc import Callable
from dataclasses import replace

from papertrace.model import Problem
from papertrace.model.text import format_count

_MAX_HELD = 1000


class HeldProblems:
    """Problems that are reported once the file has a record, and never if it has none.

    The first thousand are kept; of those that follow before the first record, only the number of lines.
    """

    def __init__(self, report: Callable[[Problem], None]) -> None:
        """Hold back what is to be reported to a function."""
        self._report = report
        self._held: list[Problem] = []
        self._last: Problem | None = None
        self._n_uncounted = 0
        self._is_open = False

    def add(self, problem: Problem) -> None:
        """Report a problem, or hold it back if there was no record yet."""
        if self._is_open:
            self._report(problem)
        elif len(self._held) < _MAX_HELD:
            self._held.append(problem)
        else:
            self._last = problem
            self._n_uncounted += problem.n_lines

    def release(self) -> None:
        """Report what was held back, since the file has a record."""
        if self._is_open:
            return
        self._is_open = True
        for problem in self._held:
            self._report(problem)
        if self._last is not None:
            what = format_count(self._n_uncounted, "more line that is no record", "more lines that are no records")
            message = f"the last of {what}; left out"
            self._report(replace(self._last, message=message, n_lines=self._n_uncounted))
        self._held.clear()
