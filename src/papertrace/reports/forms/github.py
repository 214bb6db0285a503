"""Findings as workflow commands of GitHub Actions, which shows them beside the lines of the links.

Syntax and escapes: https://docs.github.com/actions/reference/workflow-commands-for-github-actions and the
`command.ts` of actions/toolkit.
"""

from collections.abc import Iterator

from papertrace.model import AuditResult, Finding, Occurrence
from papertrace.model.text import printable
from papertrace.reports.outcomes import (
    Level,
    describe_counts,
    describe_reason,
    is_reported,
    list_details,
    name_outcome,
    rate_finding,
)

_COMMANDS = {Level.ERROR: "error", Level.WARNING: "warning", Level.NOTE: "notice"}
_NO_FILE = "<stdin>"


def generate_github(result: AuditResult) -> Iterator[str]:
    """Yield one command per occurrence of each link that is not simply alive, then the counts as plain text."""
    for finding in result.findings:
        if is_reported(result, finding):
            command = _COMMANDS[rate_finding(result, finding)]
            for occurrence in finding.occurrences or (None,):
                yield f"::{command} {_properties(finding, occurrence)}::{escape_data(_message(finding))}\n"
    yield f"{describe_counts(result.findings, result.n_unreached)}\n"


def _properties(finding: Finding, occurrence: Occurrence | None) -> str:
    facts: list[tuple[str, object]] = []
    if occurrence and occurrence.source != _NO_FILE:
        facts += [("file", occurrence.source), ("line", occurrence.line), ("col", occurrence.column)]
    facts.append(("title", f"{name_outcome(finding.verdict.outcome)} link"))
    return ",".join(f"{name}={escape_property(str(value))}" for name, value in facts)


def _message(finding: Finding) -> str:
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
