"""Findings for programs that show results beside the lines of the links, or as tests: SARIF, GitHub, JUnit.

SARIF 2.1.0 (OASIS, 2020) is what code hosts and editors show. The rules are the outcomes. Links that are alive or
skipped are not results.

Workflow commands are what GitHub Actions shows. Syntax and escapes:
https://docs.github.com/actions/reference/workflow-commands-for-github-actions and the `command.ts` of actions/toolkit.

JUnit has one test case per link, for programs that show test results. Elements and attributes are those that the
schemas of Jenkins (junit-10.xsd) and Ant have in common. A link that fails the run is a failure; one that could not be
decided is skipped, with the reason; the others have passed.
"""

import hashlib
import json
import re
from collections import Counter
from collections.abc import Iterator, Sequence
from importlib import metadata
from pathlib import PurePath
from typing import Any
from urllib.parse import quote
from xml.sax.saxutils import escape, quoteattr

from papertrace.model import AuditResult, Finding, Occurrence, Outcome
from papertrace.model.text import escape_surrogates, fit_for_xml, printable
from papertrace.reports.forms.rows import describe_row
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
_CONTROL = re.compile("[\x85\u2028-\u202e\u2066-\u2069]")

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
    return escape(_without_control(text))


def _quoted(text: str) -> str:
    return quoteattr(_without_control(text))


def _without_control(text: str) -> str:
    return _CONTROL.sub("", fit_for_xml(text))


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
    record: Json = {
        "ruleId": rule.value,
        "ruleIndex": _RULES.index(rule),
        "level": rate_finding(result, finding).value,
        "message": {"text": _message(finding)},
        "partialFingerprints": {FINGERPRINT: _digest(f"{identity}\n{counts[identity]}")},
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


def _digest(text: str) -> str:
    return hashlib.sha256(escape_surrogates(text).encode()).hexdigest()[:32]


def file_uri(source: str) -> str:
    r"""Return the name of a file as a URI: `file:` for an absolute name, else relative.

    >>> file_uri("my papers/a:b.txt"), file_uri("/srv/papers.bib")
    ('my%20papers/a%3Ab.txt', 'file:///srv/papers.bib')
    """
    path = PurePath(source)
    text = quote(path.as_posix().encode("utf-8", "backslashreplace"), safe="/")
    return f"file://{text}" if path.is_absolute() else text
