"""Findings as text for people: paper by paper, the worst first, or what matters first, on one screen.

The overview of a long report fits one screen: what is newly dead, what moved, what to do, the rest by count.
"""

import shlex
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from itertools import islice
from os import terminal_size
from sys import maxsize

from papertrace.model import AuditResult, ChangeKind, CodeClaim, Comparison, Finding, Occurrence, Outcome
from papertrace.model.addresses import hide_userinfo
from papertrace.model.audit import find_gaps
from papertrace.model.text import format_count, printable
from papertrace.reports.outcomes import (
    describe_baseline,
    describe_change,
    describe_changes,
    describe_reason,
    describe_result,
    escapes_commands,
    generate_by_kind,
    group_by_paper,
    is_reported,
    list_details,
    make_heading,
    name_outcome,
)

_MAX_OCCURRENCES = 3
_MAX_SAME_REASON = 3
_NO_SOURCE = "links"


@escapes_commands
def generate_text(result: AuditResult) -> Iterator[str]:
    """Yield the report: paper by paper every link that is not simply alive, then the number of links per outcome.

    The papers with the worst outcomes come first, otherwise they are in reading order; a link in several papers is
    listed with each. Links of plain lists are listed under the name of the list. After the papers come skipped links,
    changes since an earlier run and claims about code that do not hold, if there are any.
    """
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
    yield f"{make_heading(comparison).upper()}\n"
    for title, change in generate_by_kind(comparison):
        yield f"  {title}: {printable(change.finding.verdict.link.url)}\n"
        yield f"    {printable(describe_change(change))}\n"
    yield f"  {describe_changes(comparison)}\n\n"


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


SCREEN_LINES = 40
"""Lines of a screen where the output is none."""
MIN_LINES = 20
_MAX_COMMAND = 70


@escapes_commands
def generate_overview(
    result: AuditResult,
    *,
    screen: terminal_size | None = None,
    listings: Iterable[str] = (),
    fixes: bool = False,
) -> Iterator[str]:
    """Yield the whole report if it fits a screen, else what matters first, on one screen.

    `screen` is the size of the terminal, which breaks long lines; without one, `SCREEN_LINES` lines fit, however long.
    `listings` are what was audited, as named on the command line, for the command that fixes them; `fixes` says that
    it was given already.
    """
    n_lines = max(screen.lines if screen else SCREEN_LINES, MIN_LINES) - 2  # the prompt, and a line above
    width = screen.columns if screen else maxsize
    whole = list(islice(generate_text(result), n_lines + 1))
    if sum(_count_lines(line, width) for line in whole) <= n_lines:
        yield from whole
        return
    n_reported = sum(is_reported(result, one) for one in result.findings)
    ending = [
        "TO DO\n",
        *(f"  {line}\n" for line in _list_steps(result, listings, fixes=fixes)),
        f"  {format_count(n_reported, 'link is', 'links are')} not simply alive; --all lists them\n",
        "\n",
        *_list_counts(result),
        f"{describe_result(result)}\n",
    ]
    free = n_lines - sum(_count_lines(line, width) for line in ending)
    sections = _list_sections(result)
    for number, (title, findings) in enumerate(sections, start=1):
        # Each section leaves a third of the screen to those after it.
        lines = list(_fit(title, findings, free if number == len(sections) else free * 2 // 3, width))
        free -= sum(_count_lines(line, width) for line in lines)
        yield from lines
    yield from ending


def _list_sections(result: AuditResult) -> list[tuple[str, list[Finding]]]:
    """Return what is listed, each with its title: what fails and is new, what moved, what failed before."""
    bad = [one for one in result.findings if result.fails(one) or one.verdict.outcome is Outcome.DEAD]
    died = {
        change.finding.verdict.link.url
        for change in (result.comparison.changes if result.comparison else ())
        if change.kind is ChangeKind.DIED
    }

    def is_new(finding: Finding) -> bool:
        if result.comparison:
            return finding.verdict.link.url in died
        return not result.is_known(finding) and finding.verdict.n_failing <= 1

    new = [one for one in bad if is_new(one)]
    old = [one for one in bad if not is_new(one)]
    name = "DEAD" if all(one.verdict.outcome is Outcome.DEAD for one in bad) else "FAILING"
    moved = [one for one in result.findings if one.verdict.outcome is Outcome.MOVED and one not in bad]
    has_past = bool(old or result.baseline or result.comparison)
    sections = [(f"NEWLY {name}" if has_past else name, new), ("MOVED", moved), (f"STILL {name}", old)]
    return [(f"{title} ({len(findings)})", findings) for title, findings in sections if findings]


def _fit(title: str, findings: Sequence[Finding], n_lines: int, width: int) -> Iterator[str]:
    """Yield a title and as many findings as fit the lines, with the number of the others, and an empty line."""
    entries = [list(_describe(one)) for one in findings]
    costs = [sum(_count_lines(line, width) for line in entry) for entry in entries]
    n_shown, free = 0, n_lines - 3  # the title, the number of the others, and the empty line
    while n_shown < len(entries) and costs[n_shown] <= free:
        free -= costs[n_shown]
        n_shown += 1
    yield f"{title}\n"
    for entry in entries[:n_shown]:
        yield from entry
    if 0 < n_shown < len(entries):
        yield f"  and {len(entries) - n_shown:,} more\n"
    yield "\n"


def _describe(finding: Finding) -> Iterator[str]:
    """Yield a link, and the reason or the new address, with its first place."""
    verdict = finding.verdict
    facts = list_details(verdict) if verdict.new_url else [describe_reason(verdict), *list_details(verdict)]
    places = [one.location for one in finding.occurrences[:1]]
    if len(finding.occurrences) > 1:
        places.append(f"and {format_count(len(finding.occurrences) - 1, 'more place')}")
    yield f"  {name_outcome(verdict.outcome)}  {printable(verdict.link.url)}\n"
    yield f"    {printable('; '.join(filter(None, (' '.join(places), *facts))))}\n"


def _list_steps(result: AuditResult, listings: Iterable[str], *, fixes: bool) -> Iterator[str]:
    """Yield what can be done about dead, moved and refused links, each with its command or option."""
    counts = result.counts
    names = " ".join(shlex.quote(hide_userinfo(printable(name))) for name in listings)
    command = f"papertrace audit --fix {names}" if 0 < len(names) <= _MAX_COMMAND else "add --fix to the command"
    n_moved = sum(one.outcome is Outcome.MOVED and one.new_url is not None for one in result.verdicts)
    if n_moved and not fixes:
        yield f"write the new addresses of {format_count(n_moved, 'moved link')} into the files: {command}"
    if counts[Outcome.DEAD] and not any(one.has_snapshot is not None for one in result.verdicts):
        yield f"look for snapshots of {format_count(counts[Outcome.DEAD], 'dead link')}: add --rescue"
    if n_failing := sum(map(result.fails, result.findings)):
        yield f"fail only for what is new after these {n_failing:,}: keep --also jsonl=FILE, then give --baseline FILE"
    if n_refused := counts[Outcome.RATE_LIMITED] + counts[Outcome.UNSTABLE]:
        yield f"ask {format_count(n_refused, 'refused or unstable link')} again: run the same command later"


def _list_counts(result: AuditResult) -> Iterator[str]:
    """Yield the lines on claims about code and on what has changed since an earlier run."""
    if gaps := find_gaps(result.code_claims):
        yield f"{format_count(len(gaps), 'claim')} about code {'does' if len(gaps) == 1 else 'do'} not hold\n"
    if result.comparison:
        yield f"{make_heading(result.comparison)}: {describe_changes(result.comparison)}\n"


def _count_lines(line: str, width: int) -> int:
    return max(1, -(-len(line.rstrip("\n")) // width))
