"""Findings and papers as rows for programs.

Findings as CSV, for spreadsheets and data frames, have one row per occurrence of a link; as JSON lines, one link each,
they are read back. Papers as JSON lines are the extracted form that `graph` and `audit` read back.
"""

import csv
import io
import json
import re
from collections.abc import Iterable, Iterator, Sequence
from typing import Any

import msgspec

from papertrace.model import AuditResult, Finding, Occurrence, Paper, Problem, Span
from papertrace.model.audit import FindingRecord, generate_records
from papertrace.model.papers.recording import PaperRecord, to_record
from papertrace.model.text import escape_surrogates, is_command, replace_unprintable

COLUMNS = tuple(
    "url outcome reason status new_url repository_state failing_since n_failing rescue has_snapshot last_active "  # noqa: SIM905 - words read best so
    "checked_at paper title year source line column".split()
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
            row = describe_row(finding, occurrence)
            yield _line([row[name] for name in COLUMNS])


def describe_row(finding: Finding, occurrence: Occurrence | None) -> dict[str, str | int | None]:
    """Return what is known of a link, and of where it occurs, by the names of columns."""
    verdict = finding.verdict
    last = verdict.last_observation
    return {
        "url": verdict.link.url,
        "outcome": verdict.outcome.value,
        "reason": verdict.reason,
        "status": last.status if last else None,
        "new_url": verdict.new_url,
        "repository_state": verdict.repository_state.value if verdict.repository_state else None,
        "failing_since": verdict.failing_since,
        "n_failing": verdict.n_failing or None,
        "rescue": verdict.rescue,
        "has_snapshot": {None: None, True: "yes", False: "no"}[verdict.has_snapshot],
        "last_active": verdict.last_active,
        "checked_at": verdict.checked_at,
        "paper": occurrence.id if occurrence else None,
    } | {name: getattr(occurrence, name, None) for name in ("title", "year", "source", "line", "column")}


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


# Control characters beyond ASCII, and those of bidirectional text (Unicode 15, categories Cc, Cf, Zl, Zp).
_CONTROL = re.compile("[\x7f-\x9f\xad\u061c\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb]")


def generate_jsonl(result: AuditResult) -> Iterator[str]:
    """Yield one line of JSON per finding, in order; characters that do not print are escaped."""
    encoder = msgspec.json.Encoder()
    for record in generate_records(result):
        try:
            line = encoder.encode(record).decode()
        except UnicodeEncodeError:
            line = encoder.encode(_whole(msgspec.to_builtins(record))).decode()
        # These characters occur only in strings, where JSON can escape them.
        yield _CONTROL.sub(lambda found: f"\\u{ord(found[0]):04x}", line) + "\n"


def _whole(value: Any) -> Any:  # noqa: ANN401 - any JSON
    """Return a JSON value with the lone surrogates of its strings escaped."""
    match value:
        case str():
            return escape_surrogates(value)
        case list() | tuple():
            return [_whole(item) for item in value]
        case dict():
            return {key: _whole(item) for key, item in value.items()}
    return value


def parse_jsonl(lines: Iterable[str], source: str) -> Iterator[FindingRecord | Problem]:
    """Yield the findings of an earlier audit, and a problem for every line without one."""
    decoder = msgspec.json.Decoder(FindingRecord)
    for number, line in enumerate(lines, start=1):
        if not line.strip():
            continue
        try:
            yield decoder.decode(line)
        except (msgspec.MsgspecError, UnicodeEncodeError, RecursionError) as error:
            yield Problem(Span(source, number), f"not a finding of an audit ({error}); skipped")


def generate_extracted(papers: Iterable[Paper]) -> Iterator[str]:
    """Yield one line of JSON for each paper, ending in a newline, its keys in the order of `PaperRecord`."""
    encoder = msgspec.json.Encoder()
    for paper in papers:
        yield _encode(to_record(paper), encoder) + "\n"


def _encode(record: PaperRecord, encoder: msgspec.json.Encoder) -> str:
    """Return a record as JSON; a lone surrogate, which UTF-8 cannot encode, becomes a question mark."""
    try:
        return encoder.encode(record).decode()
    except UnicodeEncodeError:
        plain = json.dumps(msgspec.to_builtins(record), ensure_ascii=False, separators=(",", ":"))
        return plain.encode("utf-8", "replace").decode()
