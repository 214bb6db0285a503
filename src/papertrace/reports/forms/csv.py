"""Findings as CSV, for spreadsheets and data frames: one row per occurrence of a link."""

import csv
import io
import re
from collections.abc import Iterator, Sequence

from papertrace.model import AuditResult, Finding, Occurrence
from papertrace.model.text import is_command, replace_unprintable

COLUMNS = (
    "url",
    "outcome",
    "reason",
    "status",
    "new_url",
    "repository_state",
    "failing_since",
    "n_failing",
    "rescue",
    "has_snapshot",
    "checked_at",
    "paper",
    "title",
    "year",
    "source",
    "line",
    "column",
)

# Spreadsheets treat cells that begin with these as formulas (OWASP, CSV injection), some also if they are full-width.
_FORMULA_STARTS = ("=", "+", "-", "@", "\t", "\r", "\n", "\uff1d", "\uff0b", "\uff0d", "\uff20")


# Where the comma separates decimals, spreadsheets also split such files at semicolons.
_AFTER_SEMICOLON = re.compile(r"(;[\s\"']*+)(?=[-=+@\uff1d\uff0b\uff0d\uff20])")


def generate_csv(result: AuditResult) -> Iterator[str]:
    """Yield a header, then a row per occurrence of each finding, in order; lines end in line feeds.

    A cell without a value is empty. A row that would begin like a command to a system of continuous integration
    (`::error::`) is quoted. Text that a spreadsheet would treat as a formula gets a leading apostrophe; control
    characters become spaces.
    """
    yield _line(COLUMNS)
    for finding in result.findings:
        for occurrence in finding.occurrences or (None,):
            yield _line(_row(finding, occurrence))


def _row(finding: Finding, occurrence: Occurrence | None) -> Sequence[str | int | None]:
    verdict = finding.verdict
    last = verdict.last_observation
    return (
        verdict.link.url,
        verdict.outcome.value,
        verdict.reason,
        last.status if last else None,
        verdict.new_url,
        verdict.repository_state.value if verdict.repository_state else None,
        verdict.failing_since,
        verdict.n_failing or None,
        verdict.rescue,
        {None: None, True: "yes", False: "no"}[verdict.has_snapshot],
        verdict.checked_at,
        *_where(occurrence),
    )


def _where(occurrence: Occurrence | None) -> Sequence[str | int | None]:
    if occurrence is None:
        return (None,) * 6
    return occurrence.id, occurrence.title, occurrence.year, occurrence.source, occurrence.line, occurrence.column


def _line(cells: Sequence[str | int | None]) -> str:
    buffer = io.StringIO()
    safe = [defuse(cell) if isinstance(cell, str) else cell for cell in cells]
    if is_command(str(safe[0])):
        csv.writer(buffer, lineterminator="\n", quoting=csv.QUOTE_ALL).writerow(safe)
    else:
        csv.writer(buffer, lineterminator="\n").writerow(safe)
    return buffer.getvalue()


def defuse(cell: str) -> str:
    """Return a text that no spreadsheet treats as a formula, without control characters.

    >>> defuse("=HYPERLINK(0)"), defuse("plain")
    ("'=HYPERLINK(0)", 'plain')
    >>> defuse("tides; =1+1")
    "tides; '=1+1"
    """
    # Unprintable characters are replaced first: otherwise one of them could hide the start of a formula.
    safe = _AFTER_SEMICOLON.sub(r"\1'", replace_unprintable(cell, " "))
    return f"'{safe}" if safe.lstrip().startswith(_FORMULA_STARTS) or cell.startswith(_FORMULA_STARTS) else safe
