"""Findings as a table for people: what fails first, grouped by outcome, each link with its places."""

import unicodedata
from collections import Counter
from collections.abc import Iterator, Sequence

from papertrace.model import AuditResult, Comparison, Finding, Outcome, PaperCode, PaperPlace
from papertrace.reports import changes, codes
from papertrace.reports.outcomes import ORDER, count_words, failing_words, words

_MOST_PLACES = 3
_MOST_ALIKE = 3


def generate_text(result: AuditResult) -> Iterator[str]:
    """Yield the table: every link that is not simply alive, then how many links have which outcome.

    Between them stand what changed since an earlier run and what papers claim otherwise than it is, if anything.
    """
    by_outcome = {outcome: [f for f in result.findings if f.verdict.outcome is outcome] for outcome in ORDER}
    for outcome, group in by_outcome.items():
        if not group:
            continue
        if outcome is Outcome.ALIVE:
            group = [finding for finding in group if result.fails(finding)]  # noqa: PLW2901 - archived, for instance
            if not group:
                continue
        yield f"{words(outcome).upper()} ({len(group)})\n"
        yield from _generate_skipped(group) if outcome is Outcome.SKIPPED else _generate_group(group)
        yield "\n"
    if result.comparison:
        yield from _generate_comparison(result.comparison)
    yield from _generate_gaps(result.codes)
    yield f"{count_words(result.findings)}\n"


def _generate_group(findings: Sequence[Finding]) -> Iterator[str]:
    for finding in findings:
        yield from _generate_finding(finding)


def _generate_finding(finding: Finding) -> Iterator[str]:
    verdict = finding.verdict
    yield f"  {printable(verdict.link.url)}\n"
    state = f" [{verdict.repository_state.value}]" if verdict.repository_state else ""
    yield f"    {printable(verdict.reason)}{state}\n"
    if verdict.new_url:
        yield f"    now {printable(verdict.new_url)}\n"
    if verdict.rescue:
        yield f"    a snapshot {printable(verdict.rescue)}\n"
    if verdict.failing_since:
        yield f"    {printable(failing_words(verdict))}\n"
    for place in finding.papers[:_MOST_PLACES]:
        yield f"    {_format_place(place)}\n"
    if len(finding.papers) > _MOST_PLACES:
        yield f"    and {len(finding.papers) - _MOST_PLACES} more places\n"


def _generate_skipped(findings: Sequence[Finding]) -> Iterator[str]:
    """Yield what was not asked; many links with one reason are a count."""
    reasons = Counter(finding.verdict.reason for finding in findings)
    for reason, count in reasons.items():
        if count > _MOST_ALIKE:
            yield f"  {count} links: {printable(reason)}\n"
    yield from _generate_group([one for one in findings if reasons[one.verdict.reason] <= _MOST_ALIKE])


def _generate_comparison(comparison: Comparison) -> Iterator[str]:
    yield f"{changes.heading(comparison).upper()}\n"
    for kind, title in changes.TITLES.items():
        for change in comparison.changes:
            if change.kind is kind:
                yield f"  {title}: {printable(change.finding.verdict.link.url)}\n"
                yield f"    {printable(changes.change_words(change))}\n"
    yield f"  {changes.count_words(comparison)}\n\n"


def _generate_gaps(papers: Sequence[PaperCode]) -> Iterator[str]:
    gaps = codes.find_gaps(papers)
    if not gaps:
        return
    yield f"CLAIMED AND NOT SO ({len(gaps)})\n"
    for gap in gaps:
        yield f"  {_format_place(gap.code.place)}\n"
        yield f"    {gap.shown}\n"
        if gap.code.claim.sentence:
            yield f"    “{printable(' '.join(gap.code.claim.sentence.split()))}”\n"
    yield "\n"


def _format_place(place: PaperPlace) -> str:
    where = f"{place.source}:{place.line}:{place.column}"
    return printable(f"{where}  {place.title}" if place.title else where)


def printable(text: str) -> str:
    r"""Return text that a terminal shows and does not obey: control and bidirectional signs are written out.

    >>> printable("a\x1b[31mb")
    'a\\x1b[31mb'
    """
    if text.isascii() and text.isprintable():
        return text
    return "".join(_write_out(character) for character in text)


def _write_out(character: str) -> str:
    if unicodedata.category(character) in {"Cc", "Cf", "Cs", "Zl", "Zp"}:
        return character.encode("unicode_escape").decode()
    return character
