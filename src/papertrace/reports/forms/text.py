"""Findings as text for people: paper by paper, the worst first, each link with its lines and columns."""

from collections import Counter
from collections.abc import Iterator, Sequence

from papertrace.model import AuditResult, CodeClaim, Comparison, Finding, Occurrence, Outcome
from papertrace.model.audit.code_claims import find_gaps
from papertrace.model.text import printable, without_commands
from papertrace.reports import changes
from papertrace.reports.grouping import group_by_paper
from papertrace.reports.outcomes import (
    describe_baseline,
    describe_reason,
    describe_result,
    is_reported,
    list_details,
    name_outcome,
)

_MAX_OCCURRENCES = 3
_MAX_SAME_REASON = 3
_NO_SOURCE = "links"


def generate_text(result: AuditResult) -> Iterator[str]:
    """Yield the report: paper by paper every link that is not simply alive, then the number of links per outcome.

    The papers with the worst outcomes come first, otherwise they are in reading order; a link in several papers is
    listed with each. Links of plain lists are listed under the name of the list. After the papers come skipped links,
    changes since an earlier run and claims about code that do not hold, if there are any.

    A line that a system of continuous integration would obey (`::error::` in a title) is escaped.
    """
    for line in _generate_lines(result):
        yield without_commands(line)


def _generate_lines(result: AuditResult) -> Iterator[str]:
    reported = [one for one in result.findings if is_reported(result, one)]
    for group in group_by_paper(reported):
        yield f"{printable(group.title or group.source or _NO_SOURCE)}\n"
        for finding, occurrences in group.rows:
            yield from _generate_finding(finding, occurrences, describe_baseline(result, finding))
        yield "\n"
    skipped = [one for one in result.findings if one.verdict.outcome is Outcome.SKIPPED and not result.fails(one)]
    if skipped:
        yield f"SKIPPED ({len(skipped)})\n"
        yield from _generate_skipped(skipped)
        yield "\n"
    if result.comparison:
        yield from _generate_comparison(result.comparison)
    yield from _generate_gaps(result.code_claims)
    yield f"{describe_result(result)}\n"


def _generate_finding(finding: Finding, occurrences: Sequence[Occurrence], known: str) -> Iterator[str]:
    verdict = finding.verdict
    mark = f" ({known})" if known else ""
    yield f"  {name_outcome(verdict.outcome)}  {printable(verdict.link.url)}{mark}\n"
    for fact in (describe_reason(verdict), *list_details(verdict)):
        yield f"    {printable(fact)}\n"
    for occurrence in occurrences[:_MAX_OCCURRENCES]:
        yield f"    {printable(occurrence.location)}\n"
    if len(occurrences) > _MAX_OCCURRENCES:
        yield f"    and {len(occurrences) - _MAX_OCCURRENCES} more occurrences\n"


def _generate_skipped(findings: Sequence[Finding]) -> Iterator[str]:
    """Yield the skipped links; many links with the same reason are only counted."""
    reasons = Counter(finding.verdict.reason for finding in findings)
    for reason, count in reasons.items():
        if count > _MAX_SAME_REASON:
            yield f"  {count} links: {printable(reason)}\n"
    for finding in findings:
        if reasons[finding.verdict.reason] <= _MAX_SAME_REASON:
            yield f"  {printable(finding.verdict.link.url)}\n"
            yield f"    {printable(finding.verdict.reason)}\n"
            for occurrence in finding.occurrences[:_MAX_OCCURRENCES]:
                yield f"    {_format_occurrence(occurrence)}\n"


def _generate_comparison(comparison: Comparison) -> Iterator[str]:
    yield f"{changes.make_heading(comparison).upper()}\n"
    for title, change in changes.generate_by_kind(comparison):
        yield f"  {title}: {printable(change.finding.verdict.link.url)}\n"
        yield f"    {printable(changes.describe_change(change))}\n"
    yield f"  {changes.describe_changes(comparison)}\n\n"


def _generate_gaps(code_claims: Sequence[CodeClaim]) -> Iterator[str]:
    gaps = find_gaps(code_claims)
    if not gaps:
        return
    yield f"CODE CLAIMS THAT DO NOT HOLD ({len(gaps)})\n"
    for gap in gaps:
        yield f"  {_format_occurrence(gap.code_claim.occurrence)}\n"
        yield f"    {gap.description}\n"
        if gap.code_claim.claim.sentence:
            yield f"    “{printable(' '.join(gap.code_claim.claim.sentence.split()))}”\n"
        for service, finding in gap.code_claim.candidates:
            outcome = name_outcome(finding.verdict.outcome)
            yield f"    {printable(f'{service} names {finding.verdict.link.url} ({outcome})')}\n"
    yield "\n"


def _format_occurrence(occurrence: Occurrence) -> str:
    return printable(f"{occurrence.location}  {occurrence.title}".rstrip())
