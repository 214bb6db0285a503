"""Findings and papers for programs: as rows, and beside the lines of the links, or as tests.

Findings as CSV, for spreadsheets and data frames, have one row per occurrence of a link; as JSON lines, one link each,
they are read back. Papers as JSON lines are the extracted form that `graph` and `audit` read back.

SARIF 2.1.0 (OASIS, 2020) is what code hosts and editors show. The rules are the outcomes. Links that are alive or
skipped are not results.

Workflow commands are what GitHub Actions shows. Syntax and escapes:
https://docs.github.com/actions/reference/workflow-commands-for-github-actions and the `command.ts` of actions/toolkit.

JUnit has one test case per link, for programs that show test results. Elements and attributes are those that the
schemas of Jenkins (junit-10.xsd) and Ant have in common. A link that fails the run is a failure; one that could not be
decided is skipped, with the reason; the others have passed.
"""

import csv
import hashlib
import io
import json
import re
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from pathlib import PurePath
from typing import Any
from urllib.parse import quote

import msgspec

from papertrace.model import AuditResult, Finding, Occurrence, Outcome, Paper, Problem, Span
from papertrace.model.audit import FindingRecord, generate_records
from papertrace.model.papers.recording import PaperRecord, to_record
from papertrace.model.text import escape_surrogates, fit_for_xml, is_command, printable, replace_unprintable
from papertrace.reports.outcomes import (
    MEANING,
    ORDER,
    Level,
    describe_counts,
    describe_reason,
    describe_result,
    is_reported,
    list_details,
    name_outcome,
    rate_finding,
    rate_outcome,
)

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


_COMMANDS = {Level.ERROR: "error", Level.WARNING: "warning", Level.NOTE: "notice"}
_NO_FILE = "<stdin>"


def generate_github(result: AuditResult) -> Iterator[str]:
    """Yield one command per occurrence of each link that is not simply alive, then the counts as plain text."""
    for finding in result.findings:
        if is_reported(result, finding):
            command = _COMMANDS[rate_finding(result, finding)]
            for occurrence in finding.occurrences or (None,):
                where, text = _command_properties(finding, occurrence), escape_data(_command_message(finding))
                yield f"::{command} {where}::{text}\n"
    yield f"{describe_result(result)}\n"


def _command_properties(finding: Finding, occurrence: Occurrence | None) -> str:
    facts: list[tuple[str, object]] = []
    if occurrence and occurrence.source != _NO_FILE:
        facts += [("file", occurrence.source), ("line", occurrence.line), ("col", occurrence.column)]
    facts.append(("title", f"{name_outcome(finding.verdict.outcome)} link"))
    return ",".join(f"{name}={escape_property(str(value))}" for name, value in facts)


def _command_message(finding: Finding) -> str:
    verdict = finding.verdict
    lines = (verdict.link.url, describe_reason(verdict), *list_details(verdict))
    return "\n".join(printable(line) for line in lines)


def escape_data(text: str) -> str:
    r"""Return text escaped for the message of a command, after the last `::`.

    >>> escape_data("100 %\nsure")
    '100 %25%0Asure'
    """
    return text.replace("%", "%25").replace("\r", "%0D").replace("\n", "%0A")


def escape_property(text: str) -> str:
    r"""Return text escaped for the value of a property of a command.

    >>> escape_property("C:\\a,b")
    'C%3A\\a%2Cb'
    """
    return escape_data(printable(text)).replace(":", "%3A").replace(",", "%2C")


# Characters that XML allows but that separate lines or reverse them.
_NOT_SHOWN = re.compile("[\x85\u2028-\u202e\u2066-\u2069]")

_PASSED = frozenset({Outcome.ALIVE, Outcome.MOVED})
_NO_SOURCE = "links"


def generate_junit(result: AuditResult) -> Iterator[str]:
    """Yield the report: a suite per source, with a case per link that first occurs there."""
    suites: dict[str, list[Finding]] = {}
    for finding in result.findings:
        source = finding.occurrences[0].source if finding.occurrences else _NO_SOURCE
        suites.setdefault(source, []).append(finding)
    yield '<?xml version="1.0" encoding="UTF-8"?>\n'
    yield f'<testsuites name="papertrace audit" {_counts(result, result.findings, skipped=False)}>\n'
    for source, findings in suites.items():
        yield f"  <testsuite name={_quoted(source)} {_counts(result, findings, skipped=True)}>\n"
        for finding in findings:
            yield from _generate_case(result, finding, source)
        yield f"    <system-out>{_clean(describe_counts(tuple(findings)))}</system-out>\n"
        yield "  </testsuite>\n"
    yield "</testsuites>\n"


def _generate_case(result: AuditResult, finding: Finding, source: str) -> Iterator[str]:
    verdict = finding.verdict
    yield f"    <testcase name={_quoted(verdict.link.url)} classname={_quoted(source)}>\n"
    message = f"message={_quoted(f'{name_outcome(verdict.outcome)}: {verdict.reason}')}"
    if result.fails(finding):
        yield f'      <failure type="{verdict.outcome.value}" {message}>{_details(finding)}</failure>\n'
    elif verdict.outcome not in _PASSED:
        yield f"      <skipped {message}/>\n"
    else:
        yield f"      <system-out>{_details(finding)}</system-out>\n"
    yield "    </testcase>\n"


def _details(finding: Finding) -> str:
    verdict = finding.verdict
    lines = [f"{verdict.link.url}: {describe_reason(verdict)}", *list_details(verdict)]
    lines += [f"{one.location}  {one.title}".rstrip() for one in finding.occurrences]
    return "\n".join(_clean(" ".join(line.split())) for line in lines)


def _counts(result: AuditResult, findings: Sequence[Finding], *, skipped: bool) -> str:
    n_failures = sum(result.fails(finding) for finding in findings)
    counts = f'tests="{len(findings)}" failures="{n_failures}" errors="0"'
    if skipped:
        n_skipped = sum(not result.fails(one) and one.verdict.outcome not in _PASSED for one in findings)
        counts += f' skipped="{n_skipped}"'
    return f'{counts} time="0"'


def _clean(text: str) -> str:
    from xml.sax.saxutils import escape

    return escape(_without_control(text))


def _quoted(text: str) -> str:
    from xml.sax.saxutils import quoteattr

    return quoteattr(_without_control(text))


def _without_control(text: str) -> str:
    return _NOT_SHOWN.sub("", fit_for_xml(text))


SCHEMA = "https://json.schemastore.org/sarif-2.1.0.json"
FINGERPRINT = "papertraceLink/v1"

_RULES = tuple(outcome for outcome in ORDER if outcome is not Outcome.SKIPPED)
_PROPERTIES = (
    *("url", "status", "new_url", "repository_state", "failing_since", "rescue", "archived_nowhere", "checked_at"),
    *("paper", "title"),
)
"""The facts of a result, whose names have capitals instead of underscores."""

Json = dict[str, Any]


def generate_sarif(result: AuditResult) -> Iterator[str]:
    """Yield one SARIF log with one run: a result per occurrence of each link that is not simply alive."""
    from importlib import metadata  # with those of `xml.sax`, a tenth of the time that a command takes to start

    reported = [finding for finding in result.findings if is_reported(result, finding)]
    counts: Counter[str] = Counter()
    log = {
        "$schema": SCHEMA,
        "version": "2.1.0",
        "runs": [
            {
                "tool": {
                    "driver": {
                        "name": "papertrace",
                        "version": metadata.version("papertrace"),
                        "rules": [_rule(outcome) for outcome in _RULES],
                    }
                },
                "columnKind": "unicodeCodePoints",
                "results": [
                    _result(result, finding, occurrence, counts)
                    for finding in reported
                    for occurrence in finding.occurrences or (None,)
                ],
            }
        ],
    }
    yield json.dumps(log, ensure_ascii=True, indent=2) + "\n"


def _rule(outcome: Outcome) -> Json:
    return {
        "id": outcome.value,
        "name": "".join(word.capitalize() for word in (*name_outcome(outcome).split(), "link")),
        "shortDescription": {"text": f"Link is {name_outcome(outcome)}."},
        "fullDescription": {"text": MEANING[outcome]},
        "defaultConfiguration": {"level": rate_outcome(outcome).value},
    }


def _result(result: AuditResult, finding: Finding, occurrence: Occurrence | None, counts: Counter[str]) -> Json:
    verdict = finding.verdict
    rule = verdict.outcome if verdict.outcome in _RULES else Outcome.UNKNOWN
    source = occurrence.source if occurrence else ""
    # The fingerprint omits the line, so that a result keeps it when lines above are added or removed; several
    # occurrences of a link in one file are distinguished by their number.
    identity = f"{rule}\n{verdict.link.url}\n{source}"
    counts[identity] += 1
    place = f"{identity}\n{counts[identity]}"
    record: Json = {
        "ruleId": rule.value,
        "ruleIndex": _RULES.index(rule),
        "level": rate_finding(result, finding).value,
        "message": {"text": _message(finding)},
        "partialFingerprints": {FINGERPRINT: hashlib.sha256(escape_surrogates(place).encode()).hexdigest()[:32]},
        "properties": _properties(finding, occurrence),
    }
    if occurrence:
        region: Json = {"startLine": occurrence.line, "startColumn": occurrence.column}
        if occurrence.raw and "\n" not in occurrence.raw:
            region["endColumn"] = occurrence.column + len(occurrence.raw)
        location = {"artifactLocation": {"uri": file_uri(source)}, "region": region}
        record["locations"] = [{"physicalLocation": location}]
    return record


def _message(finding: Finding) -> str:
    verdict = finding.verdict
    parts = [f"{verdict.link.url}: {describe_reason(verdict)}", *list_details(verdict)]
    # `[text](address)` is a link in a SARIF message (section 3.11.6), which listings must not create.
    return printable("; ".join(parts)).replace("](", "] (")


def _properties(finding: Finding, occurrence: Occurrence | None) -> Json:
    facts: Json = describe_row(finding, occurrence) | {"archived_nowhere": finding.verdict.is_unarchived}
    return {
        re.sub("_(.)", lambda found: found[1].upper(), name): escape_surrogates(value)
        if isinstance(value, str)
        else value
        for name in _PROPERTIES
        if (value := facts[name])
    }


def file_uri(source: str) -> str:
    r"""Return the name of a file as a URI: `file:` for an absolute name, else relative.

    >>> file_uri("my papers/a:b.txt"), file_uri("/srv/papers.bib")
    ('my%20papers/a%3Ab.txt', 'file:///srv/papers.bib')
    """
    path = PurePath(source)
    text = quote(path.as_posix().encode("utf-8", "backslashreplace"), safe="/")
    return f"file://{text}" if path.is_absolute() else text
