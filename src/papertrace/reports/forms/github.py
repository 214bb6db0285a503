"""Findings as workflow commands of GitHub Actions, which shows them beside the lines that print the links.

The form and its escapes: https://docs.github.com/actions/reference/workflow-commands-for-github-actions and the
`command.ts` of actions/toolkit.
"""

from collections.abc import Iterator

from papertrace.model import AuditResult, Finding, Occurrence
from papertrace.model.text import printable
from papertrace.reports.outcomes import Level, count_words, further_facts, is_worth_telling, level, reason_words, words

_COMMANDS = {Level.ERROR: "error", Level.WARNING: "warning", Level.NOTE: "notice"}
_NO_FILE = "<stdin>"


def generate_github(result: AuditResult) -> Iterator[str]:
    """Yield one command for each occurrence of each link that is not simply alive, then the counts as plain text."""
    for finding in result.findings:
        if is_worth_telling(result, finding):
            command = _COMMANDS[level(result, finding)]
            for occurrence in finding.occurrences or (None,):
                yield f"::{command} {_properties(finding, occurrence)}::{escape_data(_message(finding))}\n"
    yield f"{count_words(result.findings)}\n"


def _properties(finding: Finding, occurrence: Occurrence | None) -> str:
    facts: list[tuple[str, object]] = []
    if occurrence and occurrence.source != _NO_FILE:
        facts += [("file", occurrence.source), ("line", occurrence.line), ("col", occurrence.column)]
    facts.append(("title", f"{words(finding.verdict.outcome)} link"))
    return ",".join(f"{name}={escape_property(str(value))}" for name, value in facts)


def _message(finding: Finding) -> str:
    verdict = finding.verdict
    lines = (verdict.link.url, reason_words(verdict), *further_facts(verdict))
    return "\n".join(printable(line) for line in lines)


def escape_data(text: str) -> str:
    r"""Return text as it may stand after the last `::` of a command.

    >>> escape_data("100 %\nsure")
    '100 %25%0Asure'
    """
    return text.replace("%", "%25").replace("\r", "%0D").replace("\n", "%0A")


def escape_property(text: str) -> str:
    r"""Return text as the value of a property of a command.

    >>> escape_property("C:\\a,b")
    'C%3A\\a%2Cb'
    """
    return escape_data(printable(text)).replace(":", "%3A").replace(",", "%2C")
