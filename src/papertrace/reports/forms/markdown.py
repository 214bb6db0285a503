"""Findings as Markdown, for an issue, a pull request or a job summary."""

import re
from collections.abc import Iterator, Sequence

from papertrace.model import AuditResult, CodeClaim, Comparison, Finding, Occurrence, Outcome
from papertrace.model.addresses import web_address
from papertrace.model.audit import find_gaps
from papertrace.model.text import printable
from papertrace.reports.outcomes import (
    ARCHIVED_NOWHERE,
    MAX_ROWS,
    MEANING,
    ORDER,
    Row,
    count_by_host,
    count_by_year,
    describe_baseline,
    describe_change,
    describe_changes,
    describe_code_claims,
    describe_failing,
    describe_result,
    generate_by_kind,
    is_reported,
    make_heading,
    name_outcome,
)

# Characters with a meaning inside a line in CommonMark, its tables and the mathematics of code hosts. Those with a
# meaning only at the beginning of a line never occur there.
_SPECIAL = re.compile(r"([\\`*_\[\]|~$])")
# Code hosts turn these into notifications of people and references to issues, wherever a report is posted, and show
# the latter beside the issue too: `@ada`, `#1`, `acme/tool#1`, `GH-1`, and `!1` on GitLab.
_REFERENCE = re.compile(r"(?<!\w)@(?=\w)|#(?=\w)|(?<!\w)!(?=\d)|\bGH(?=-\d)", re.IGNORECASE)
_MAX_OCCURRENCES = 3


def generate_markdown(result: AuditResult) -> Iterator[str]:
    """Yield the report: the counts, what changed, every link that is not simply alive, and claims about code."""
    yield "# Link audit\n\n"
    yield f"{escape(describe_result(result))}\n"
    if result.comparison:
        yield from _generate_comparison(result.comparison)
    for outcome in ORDER:
        group = [one for one in result.findings if one.verdict.outcome is outcome and is_reported(result, one)]
        if group:
            yield from _generate_group(result, outcome, group)
    yield from _generate_gaps(result.code_claims)
    if result.findings:
        yield from _generate_counts("By host", "host", count_by_host(result.findings))
        yield from _generate_counts("By year", "year", count_by_year(result.findings))


def _generate_group(result: AuditResult, outcome: Outcome, findings: Sequence[Finding]) -> Iterator[str]:
    yield f"\n## {name_outcome(outcome).capitalize()} ({len(findings)})\n\n"
    yield f"{MEANING[outcome]}\n\n"
    yield "| link | reason | occurrences |\n| --- | --- | --- |\n"
    for finding in findings:
        verdict = finding.verdict
        reason = [escape(verdict.reason)]
        if known := describe_baseline(result, finding):
            reason[0] = f"**{known}**: {reason[0]}"
        if verdict.repository_state:
            reason[0] += f" ({escape(verdict.repository_state.value)})"
        if verdict.new_url:
            reason.append(f"now {address(verdict.new_url)}")
        if failing := describe_failing(verdict):
            reason.append(escape(failing))
        if verdict.rescue:
            reason.append(f"snapshot: {address(verdict.rescue)}")
        if verdict.has_snapshot is False:
            reason.append(ARCHIVED_NOWHERE)
        occurrences = [_format_occurrence(one) for one in finding.occurrences[:_MAX_OCCURRENCES]]
        if len(finding.occurrences) > _MAX_OCCURRENCES:
            occurrences.append(f"and {len(finding.occurrences) - _MAX_OCCURRENCES} more occurrences")
        yield f"| {address(verdict.link.url)} | {'<br>'.join(reason)} | {'<br>'.join(occurrences)} |\n"


def _generate_comparison(comparison: Comparison) -> Iterator[str]:
    yield f"\n## {escape(make_heading(comparison))}\n\n{escape(describe_changes(comparison))}\n"
    if comparison.changes:
        yield "\n"
    for title, change in generate_by_kind(comparison):
        yield f"- {title}: {address(change.finding.verdict.link.url)} {escape(describe_change(change))}\n"


def _generate_gaps(code_claims: Sequence[CodeClaim]) -> Iterator[str]:
    gaps = find_gaps(code_claims)
    if not code_claims:
        return
    yield f"\n## Claims about code\n\n{escape(describe_code_claims(code_claims, gaps))}\n"
    if gaps:
        yield "\n| paper | claim | link |\n| --- | --- | --- |\n"
    for gap in gaps:
        links = "<br>".join(address(finding.verdict.link.url) for finding in gap.code_claim.findings)
        sentence = f"<br>“{escape(gap.code_claim.claim.sentence)}”" if gap.code_claim.claim.sentence else ""
        named = "".join(
            f"<br>{escape(service)} names {address(finding.verdict.link.url)} ({name_outcome(finding.verdict.outcome)})"
            for service, finding in gap.code_claim.candidates
        )
        claim = f"{escape(gap.description)}{sentence}{named}"
        yield f"| {_format_occurrence(gap.code_claim.occurrence)} | {claim} | {links} |\n"


def _generate_counts(title: str, name: str, rows: Sequence[Row]) -> Iterator[str]:
    yield f"\n## {title}\n\n| {name} | links | outcomes |\n| --- | ---: | --- |\n"
    for row in rows[:MAX_ROWS]:
        yield f"| {escape(row.name)} | {row.n_links} | {escape(row.description)} |\n"
    if len(rows) > MAX_ROWS:
        yield f"| and {len(rows) - MAX_ROWS} more | | |\n"


def _format_occurrence(occurrence: Occurrence) -> str:
    where = escape(occurrence.location)
    return f"{escape(occurrence.title)} ({where})" if occurrence.title else where


def address(url: str) -> str:
    """Return an address as a link if it is safe to follow, else as text.

    >>> address("https://example.org/a|b"), address("javascript:alert(1)")
    ('<https://example.org/a%7Cb>', 'javascript:alert(1)')
    """
    safe = web_address(url)
    # `|` ends a cell of a table, even inside a link.
    return f"<{safe.replace('|', '%7C')}>" if safe else escape(url)


def escape(text: str) -> str:
    r"""Return text that Markdown shows unchanged, on one line, without notifying people or referring to issues.

    >>> escape("<b>*a*</b>"), escape("thanks to @ada")
    ('&lt;b&gt;\\*a\\*&lt;/b&gt;', 'thanks to <span>@</span>ada')
    """
    shown = _SPECIAL.sub(r"\\\1", printable(" ".join(text.split())))
    shown = shown.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")
    return _REFERENCE.sub(r"<span>\g<0></span>", shown)
