"""Findings as a table for people: paper by paper, what fails first, each link with its lines and columns."""

from collections import Counter
from collections.abc import Iterator, Sequence

from papertrace.model import AuditResult, CodeClaim, Comparison, Finding, Occurrence, Outcome
from papertrace.model.code_claims import find_gaps
from papertrace.model.text import printable
from papertrace.reports import changes
from papertrace.reports.grouping import group_by_paper
from papertrace.reports.outcomes import count_words, further_facts, is_worth_telling, reason_words, words

_MAX_OCCURRENCES = 3
_MAX_ALIKE = 3
_NO_SOURCE = "links"


def generate_text(result: AuditResult) -> Iterator[str]:
    """Yield the table: paper by paper every link that is not simply alive, then how many links have which outcome.

    The papers with the worst outcomes come first, else they stand in reading order; a link of several papers stands
    with each. Links of plain lists stand under the name of their list. After the papers come what was not asked, what
    changed since an earlier run and what papers claim otherwise than it is, if anything.
    """
    told = [one for one in result.findings if is_worth_telling(result, one)]
    for group in group_by_paper(told):
        yield f"{printable(group.title or group.source or _NO_SOURCE)}\n"
        for finding, occurrences in group.rows:
            yield from _generate_finding(finding, occurrences)
        yield "\n"
    skipped = [one for one in result.findings if one.verdict.outcome is Outcome.SKIPPED and not result.fails(one)]
    if skipped:
        yield f"SKIPPED ({len(skipped)})\n"
        yield from _generate_skipped(skipped)
        yield "\n"
    if result.comparison:
        yield from _generate_comparison(result.comparison)
    yield from _generate_gaps(result.code_claims)
    yield f"{count_words(result.findings)}\n"


def _generate_finding(finding: Finding, occurrences: Sequence[Occurrence]) -> Iterator[str]:
    verdict = finding.verdict
    yield f"  {words(verdict.outcome)}  {printable(verdict.link.url)}\n"
    for fact in (reason_words(verdict), *further_facts(verdict)):
        yield f"    {printable(fact)}\n"
    for occurrence in occurrences[:_MAX_OCCURRENCES]:
        yield f"    {printable(occurrence.location)}\n"
    if len(occurrences) > _MAX_OCCURRENCES:
        yield f"    and {len(occurrences) - _MAX_OCCURRENCES} more occurrences\n"


def _generate_skipped(findings: Sequence[Finding]) -> Iterator[str]:
    """Yield what was not asked; many links with one reason are a count."""
    reasons = Counter(finding.verdict.reason for finding in findings)
    for reason, count in reasons.items():
        if count > _MAX_ALIKE:
            yield f"  {count} links: {printable(reason)}\n"
    for finding in findings:
        if reasons[finding.verdict.reason] <= _MAX_ALIKE:
            yield f"  {printable(finding.verdict.link.url)}\n"
            yield f"    {printable(finding.verdict.reason)}\n"
            for occurrence in finding.occurrences[:_MAX_OCCURRENCES]:
                yield f"    {_format_occurrence(occurrence)}\n"


def _generate_comparison(comparison: Comparison) -> Iterator[str]:
    yield f"{changes.heading(comparison).upper()}\n"
    for title, change in changes.by_kind(comparison):
        yield f"  {title}: {printable(change.finding.verdict.link.url)}\n"
        yield f"    {printable(changes.change_words(change))}\n"
    yield f"  {changes.count_words(comparison)}\n\n"


def _generate_gaps(code_claims: Sequence[CodeClaim]) -> Iterator[str]:
    gaps = find_gaps(code_claims)
    if not gaps:
        return
    yield f"CLAIMED AND NOT SO ({len(gaps)})\n"
    for gap in gaps:
        yield f"  {_format_occurrence(gap.code_claim.occurrence)}\n"
        yield f"    {gap.description}\n"
        if gap.code_claim.claim.sentence:
            yield f"    “{printable(' '.join(gap.code_claim.claim.sentence.split()))}”\n"
    yield "\n"


def _format_occurrence(occurrence: Occurrence) -> str:
    return printable(f"{occurrence.location}  {occurrence.title}".rstrip())
