"""The outcomes in every report: their order, meaning and severity, how findings are worded, counted and grouped."""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from enum import StrEnum
from functools import wraps
from typing import ParamSpec

from papertrace.model import (
    AuditResult,
    Change,
    ChangeKind,
    CodeClaim,
    Comparison,
    Finding,
    Occurrence,
    Outcome,
    Verdict,
)
from papertrace.model.addresses import host_of, lower_host, split_at_host
from papertrace.model.audit import ClaimGap
from papertrace.model.text import format_count, printable, without_commands

P = ParamSpec("P")


class Level(StrEnum):
    """The severity of a finding in a report."""

    ERROR = "error"
    WARNING = "warning"
    NOTE = "note"


# In the order of reports: first what needs the reader's attention.
MEANING = {
    Outcome.DEAD: "The address is gone: 404, 410, a host name that does not exist, or a registry without it.",
    Outcome.MOVED: "The address has moved permanently; the old one may stop working.",
    Outcome.SUSPECT: "The address answers, but possibly not with the intended page.",
    Outcome.INSECURE: "No trusted connection to the address is possible.",
    Outcome.UNSTABLE: "Every request to the address failed, for reasons that may be temporary.",
    Outcome.RATE_LIMITED: "The host refused all requests as too frequent.",
    Outcome.RESTRICTED: "The address answers some readers, but not a link checker.",
    Outcome.UNKNOWN: "Nothing could be determined about the address.",
    Outcome.SKIPPED: "The address was not requested.",
    Outcome.ALIVE: "The address works.",
}
ORDER = tuple(MEANING)
ARCHIVED_NOWHERE = "archived nowhere"
_WARNINGS = frozenset({Outcome.MOVED, Outcome.SUSPECT, Outcome.INSECURE, Outcome.UNSTABLE})


def name_outcome(outcome: Outcome) -> str:
    """Return the name of an outcome in prose.

    >>> name_outcome(Outcome.RATE_LIMITED)
    'rate limited'
    """
    return outcome.value.replace("_", " ")


def escapes_commands(generate: Callable[P, Iterator[str]]) -> Callable[P, Iterator[str]]:
    """Escape the lines of a report that a system of continuous integration would obey (`::error::` in a title)."""

    @wraps(generate)
    def escaped(*args: P.args, **options: P.kwargs) -> Iterator[str]:
        return map(without_commands, generate(*args, **options))

    return escaped


def rate_finding(result: AuditResult, finding: Finding) -> Level:
    """Return the severity of a finding: an error if it is dead or fails the run, unless the baseline has it."""
    if result.is_known(finding):
        return Level.WARNING
    level = Level.ERROR if result.fails(finding) else rate_outcome(finding.verdict.outcome)
    return Level.WARNING if level is Level.NOTE and finding.verdict.is_unarchived else level


def rate_outcome(outcome: Outcome) -> Level:
    """Return the severity of an outcome with the default settings."""
    if outcome is Outcome.DEAD:
        return Level.ERROR
    return Level.WARNING if outcome in _WARNINGS else Level.NOTE


def is_reported(result: AuditResult, finding: Finding) -> bool:
    """Return whether a finding is listed, not only counted: all but links that are alive or skipped.

    An alive link is listed too if archives were asked and none has it, or if it fails the run.
    """
    verdict = finding.verdict
    is_quiet = verdict.outcome in {Outcome.ALIVE, Outcome.SKIPPED} and not verdict.is_unarchived
    return not is_quiet or result.fails(finding)


def describe_baseline(result: AuditResult, finding: Finding) -> str:
    """Return whether what fails is new or was there before, or an empty string without a baseline or a failure."""
    if not result.baseline:
        return ""
    return "new" if result.fails(finding) else "in the baseline" if result.is_known(finding) else ""


def describe_failing(verdict: Verdict) -> str:
    """Return since when and in how many runs a link has failed, or an empty string if it fails for the first time."""
    if not verdict.failing_since or verdict.n_failing <= 1:
        return ""
    return f"failing since {verdict.failing_since} ({verdict.n_failing} runs)"


def describe_reason(verdict: Verdict) -> str:
    """Return the reason of a verdict, with the state of the repository if it is known."""
    return f"{verdict.reason} [{verdict.repository_state.value}]" if verdict.repository_state else verdict.reason


def list_details(
    verdict: Verdict, address: Callable[[str], str] = str, escape: Callable[[str], str] = str
) -> list[str]:
    """Return further facts on a link as phrases: a new address, since when it has failed, snapshots.

    `address` and `escape` write addresses and other text in the notation of a report.
    """
    facts = [
        f"now {address(verdict.new_url)}" if verdict.new_url else "",
        escape(describe_failing(verdict)),
        f"snapshot: {address(verdict.rescue)}" if verdict.rescue else "",
        ARCHIVED_NOWHERE if verdict.has_snapshot is False else "",
    ]
    return [fact for fact in facts if fact]


def describe_result(result: AuditResult) -> str:
    """Return in one line the number of links with each outcome, of known failures, and of links not reached.

    >>> describe_result(AuditResult(findings=(), n_unreached=3))
    '0 links: nothing to check; incomplete: 3 not reached'
    """
    text = describe_counts(result.findings)
    if n_known := sum(map(result.is_known, result.findings)):
        n_new = sum(map(result.fails, result.findings))
        text += f"; {n_known:,} in the baseline" + (f", {n_new:,} new" if n_new else "")
    if result.n_unreached:
        text += f"; incomplete: {result.n_unreached:,} not reached"
    return text


def describe_counts(findings: tuple[Finding, ...]) -> str:
    """Return in one line the number of links with each outcome.

    >>> describe_counts(())
    '0 links: nothing to check'
    """
    counts = dict.fromkeys(ORDER, 0)
    for finding in findings:
        counts[finding.verdict.outcome] += 1
    shown = ", ".join(f"{count:,} {name_outcome(outcome)}" for outcome, count in counts.items() if count)
    n_unarchived = sum(finding.verdict.is_unarchived for finding in findings)
    more = f"; {n_unarchived:,} alive, but {ARCHIVED_NOWHERE}" if n_unarchived else ""
    return f"{format_count(len(findings), 'link')}: {shown or 'nothing to check'}{more}"


TITLES = {
    ChangeKind.DIED: "newly dead",
    ChangeKind.RECOVERED: "recovered",
    ChangeKind.MOVED: "newly moved",
    ChangeKind.ARCHIVED: "newly archived",
}


def make_heading(comparison: Comparison) -> str:
    """Return the heading of the changes: the run that they are counted from."""
    return f"Since run {comparison.run} ({comparison.started_at})"


def generate_by_kind(comparison: Comparison) -> Iterator[tuple[str, Change]]:
    """Yield the changes with the title of their kind, kind by kind."""
    for kind, title in TITLES.items():
        yield from ((title, change) for change in comparison.changes if change.kind is kind)


def describe_change(change: Change) -> str:
    """Return both outcomes of a link and the reason: `was alive, now dead: 404 Not Found`."""
    return f"{describe_outcomes(change)}: {change.finding.verdict.reason}"


def describe_outcomes(change: Change) -> str:
    """Return both outcomes of a link: `was alive, now dead`."""
    return f"was {name_outcome(change.before)}, now {name_outcome(change.finding.verdict.outcome)}"


def describe_changes(comparison: Comparison) -> str:
    """Return in one line how many links changed."""
    counts = {kind: sum(change.kind is kind for change in comparison.changes) for kind in TITLES}
    parts = [f"{count} {TITLES[kind]}" for kind, count in counts.items() if count]
    if comparison.n_new:
        parts.append(f"{comparison.n_new} new")
    return ", ".join(parts) or "no changes"


MAX_ROWS = 20
NO_HOST = "no host"
NO_YEAR = "no year"


@dataclass(frozen=True, slots=True, kw_only=True)
class Row:
    """The number of links of one host or year, and of each of their outcomes."""

    name: str
    n_links: int
    outcomes: tuple[tuple[Outcome, int], ...]

    @property
    def description(self) -> str:
        """The counts in words: `2 dead, 1 alive`."""
        return ", ".join(f"{count:,} {name_outcome(outcome)}" for outcome, count in self.outcomes)


def count_outcomes(findings: Iterable[Finding]) -> tuple[tuple[Outcome, int], ...]:
    """Return the number of findings with each outcome that occurs, in the order of reports."""
    counts = Counter(finding.verdict.outcome for finding in findings)
    return tuple((outcome, counts[outcome]) for outcome in ORDER if counts[outcome])


def count_by_host(findings: Sequence[Finding]) -> list[Row]:
    """Return a row per host, those with the most dead links first, then those with the most links.

    Different spellings of a host are one row, named by the first of them.
    """
    groups: dict[str, list[Finding]] = {}
    for finding in findings:
        groups.setdefault(host_of(finding.verdict.link.url), []).append(finding)
    rows = [_row(_spelled_host(group[0]) if host else NO_HOST, group) for host, group in groups.items()]
    return sorted(rows, key=lambda row: (-dict(row.outcomes).get(Outcome.DEAD, 0), -row.n_links, row.name))


def count_by_year(findings: Sequence[Finding]) -> list[Row]:
    """Return a row per year of the papers, latest first; a link in papers of two years counts in both.

    Links in papers of unknown year, and in no paper, come last.
    """
    groups: dict[str, list[Finding]] = {}
    for finding in findings:
        years = {str(one.year) if one.year else NO_YEAR for one in finding.occurrences} or {NO_YEAR}
        for year in years:
            groups.setdefault(year, []).append(finding)
    known = sorted((name for name in groups if name != NO_YEAR), reverse=True)
    return [_row(name, groups[name]) for name in (*known, NO_YEAR) if name in groups]


def describe_code_claims(code_claims: Sequence[CodeClaim], gaps: Sequence[ClaimGap]) -> str:
    """Return in one line how many papers claim something about their code, and how many claims do not hold.

    >>> describe_code_claims((), ())
    '0 papers with claims about code; claims that do not hold: 0'
    """
    return f"{format_count(len(code_claims), 'paper')} with claims about code; claims that do not hold: {len(gaps)}"


def generate_counts(result: AuditResult) -> Iterator[str]:
    """Yield the counts by host and by year as text, with the first rows of each."""
    for title, rows in (("BY HOST", count_by_host(result.findings)), ("BY YEAR", count_by_year(result.findings))):
        yield f"\n{title}\n"
        width = max((len(printable(row.name)) for row in rows[:MAX_ROWS]), default=0)
        for row in rows[:MAX_ROWS]:
            yield f"  {printable(row.name):<{width}}  {row.n_links:>5}  {row.description}\n"
        if len(rows) > MAX_ROWS:
            yield f"  and {len(rows) - MAX_ROWS} more\n"


def _spelled_host(finding: Finding) -> str:
    """Return the host of a link as the link spells it, in lower case."""
    return lower_host(split_at_host(finding.verdict.link.url)[1].strip("[]")).rstrip(".")


def _row(name: str, findings: Sequence[Finding]) -> Row:
    return Row(name=name, n_links=len(findings), outcomes=count_outcomes(findings))


FindingRow = tuple[Finding, tuple[Occurrence, ...]]
"""A finding with the occurrences of its link in one paper."""


@dataclass(frozen=True, slots=True, kw_only=True)
class PaperGroup:
    """The findings of one paper; `id` is empty for the links outside of papers, which the title says."""

    id: str
    title: str
    source: str
    rows: tuple[FindingRow, ...]


def group_by_paper(findings: Sequence[Finding]) -> list[PaperGroup]:
    """Return a group per paper that prints a link, and one per list of URLs.

    Groups are sorted by their worst outcome, then by their first finding; so are the findings of each group. Findings
    without occurrences are in a group without a name.
    """
    occurrences: dict[tuple[str, str], dict[int, list[Occurrence]]] = {}
    titles: dict[tuple[str, str], str] = {}
    for number, finding in enumerate(findings):
        for occurrence in finding.occurrences:
            # A paper is one group even across files; a list of URLs is a group per file.
            key = (occurrence.id, "" if occurrence.id else occurrence.source)
            titles.setdefault(key, f"elsewhere in {occurrence.source}" if occurrence.is_elsewhere else occurrence.title)
            occurrences.setdefault(key, {}).setdefault(number, []).append(occurrence)
        if not finding.occurrences:
            occurrences.setdefault(("", ""), {}).setdefault(number, [])
    groups = []
    for key, own in occurrences.items():
        rows = [(findings[number], tuple(found)) for number, found in own.items()]
        rows.sort(key=_rank)
        groups.append(PaperGroup(id=key[0], title=titles.get(key, ""), source=key[1], rows=tuple(rows)))
    return sorted(groups, key=lambda group: _rank(group.rows[0]))


def _rank(row: FindingRow) -> int:
    return ORDER.index(row[0].verdict.outcome)
