"""Counts of outcomes by host and by year, and of claims about code."""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from papertrace.model import AuditResult, CodeClaim, Finding, Outcome
from papertrace.model.addresses import host_of, lower_host, split_at_host
from papertrace.model.audit.code_claims import ClaimGap
from papertrace.model.text import format_count, printable
from papertrace.reports.outcomes import ORDER, name_outcome

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
