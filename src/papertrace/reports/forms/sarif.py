"""Findings as SARIF 2.1.0 (OASIS, 2020), which code hosts and editors show beside the lines that print the links.

The rules are the outcomes. Links that are well, and those that were not asked, are no results.
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
    further_facts,
    is_worth_telling,
    level,
    reason_words,
    usual_level,
    words,
)

SCHEMA = "https://json.schemastore.org/sarif-2.1.0.json"
FINGERPRINT = "papertraceLink/v1"

_RULES = tuple(outcome for outcome in ORDER if outcome is not Outcome.SKIPPED)

Json = dict[str, Any]


def generate_sarif(result: AuditResult) -> Iterator[str]:
    """Yield one SARIF log with one run: a result for each occurrence of each link that is not simply alive."""
    told = [finding for finding in result.findings if is_worth_telling(result, finding)]
    times: Counter[str] = Counter()
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
                    _result(result, finding, occurrence, times)
                    for finding in told
                    for occurrence in finding.occurrences or (None,)
                ],
            }
        ],
    }
    yield json.dumps(log, ensure_ascii=True, indent=2) + "\n"


def _rule(outcome: Outcome) -> Json:
    return {
        "id": outcome.value,
        "name": "".join(word.capitalize() for word in (*words(outcome).split(), "link")),
        "shortDescription": {"text": f"Link is {words(outcome)}."},
        "fullDescription": {"text": MEANING[outcome]},
        "defaultConfiguration": {"level": usual_level(outcome).value},
    }


def _result(result: AuditResult, finding: Finding, occurrence: Occurrence | None, times: Counter[str]) -> Json:
    verdict = finding.verdict
    rule = verdict.outcome if verdict.outcome in _RULES else Outcome.UNKNOWN
    source = occurrence.source if occurrence else ""
    # The fingerprint leaves out the line, so that a result stays the same one when lines above it come or go; the
    # same link twice in a file is told apart by its turn.
    same = f"{rule}\n{verdict.link.url}\n{source}"
    times[same] += 1
    record: Json = {
        "ruleId": rule.value,
        "ruleIndex": _RULES.index(rule),
        "level": level(result, finding).value,
        "message": {"text": _message(finding)},
        "partialFingerprints": {FINGERPRINT: _digest(f"{same}\n{times[same]}")},
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
    parts = [f"{verdict.link.url}: {reason_words(verdict)}", *further_facts(verdict)]
    # `[words](address)` is a link in a SARIF message (section 3.11.6), and a listing may not make one.
    return printable("; ".join(parts)).replace("](", "] (")


def _properties(finding: Finding, occurrence: Occurrence | None) -> Json:
    verdict = finding.verdict
    look = verdict.last_look
    facts = {
        "url": verdict.link.url,
        "status": look.status if look else None,
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
    r"""Return the name of a file as a URI: relative where the name is, `file:` where it is absolute.

    >>> file_uri("my papers/a:b.txt"), file_uri("/srv/papers.bib")
    ('my%20papers/a%3Ab.txt', 'file:///srv/papers.bib')
    """
    path = PurePath(source)
    text = quote(path.as_posix().encode("utf-8", "backslashreplace"), safe="/")
    return f"file://{text}" if path.is_absolute() else text
