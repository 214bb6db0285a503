"""Findings as SARIF 2.1.0 (OASIS, 2020), which code hosts and editors show beside the lines of the links.

The rules are the outcomes. Links that are alive or skipped are not results.
"""

import hashlib
import json
from collections import Counter
from collections.abc import Iterator
from importlib import metadata
from pathlib import PurePath
from typing import Any
from urllib.parse import quote

from papertrace.model import AuditResult, Finding, Occurrence, Outcome
from papertrace.model.text import escape_surrogates, printable
from papertrace.reports.outcomes import (
    MEANING,
    ORDER,
    describe_reason,
    is_reported,
    list_details,
    name_outcome,
    rate_finding,
    rate_outcome,
)

SCHEMA = "https://json.schemastore.org/sarif-2.1.0.json"
FINGERPRINT = "papertraceLink/v1"

_RULES = tuple(outcome for outcome in ORDER if outcome is not Outcome.SKIPPED)

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
    verdict = finding.verdict
    last = verdict.last_observation
    facts = {
        "url": verdict.link.url,
        "status": last.status if last else None,
        "newUrl": verdict.new_url,
        "repositoryState": verdict.repository_state.value if verdict.repository_state else None,
        "failingSince": verdict.failing_since,
        "rescue": verdict.rescue,
        "archivedNowhere": verdict.is_unarchived,
        "checkedAt": verdict.checked_at,
        "paper": occurrence.id if occurrence else None,
        "title": occurrence.title if occurrence else None,
    }
    return {
        name: escape_surrogates(value) if isinstance(value, str) else value for name, value in facts.items() if value
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
