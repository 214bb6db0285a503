"""How many links have which outcome, by host and by year."""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from papertrace.model import AuditResult, CodeClaim, Finding, Outcome
from papertrace.model.addresses import host_of, lower_host, split_at_host
from papertrace.model.code_claims import ClaimGap
from papertrace.model.text import printable
from papertrace.reports.outcomes import ORDER, words

MAX_HOSTS = 20
NO_HOST = "no host"
NO_YEAR = "no year"


@dataclass(frozen=True, slots=True, kw_only=True)
class Row:
    """Hold how many of the links of one host or year have which outcome."""

    name: str
    n_links: int
    outcomes: tuple[tuple[Outcome, int], ...]

    @property
    def shown(self) -> str:
        """Return the counts in words."""
        return ", ".join(f"{count} {words(outcome)}" for outcome, count in self.outcomes)


def count_outcomes(findings: Iterable[Finding]) -> tuple[tuple[Outcome, int], ...]:
    """Return how many findings have which outcome, in the order of reports, those that none has left out."""
    counts = Counter(finding.verdict.outcome for finding in findings)
    return tuple((outcome, counts[outcome]) for outcome in ORDER if counts[outcome])


def count_by_host(findings: Sequence[Finding]) -> list[Row]:
    """Return a row for each host, those with the most dead links first, then those with the most links.

    A host that is spelled in several ways goes by the spelling that is met first.
    """
    groups: dict[str, list[Finding]] = {}
    for finding in findings:
        groups.setdefault(host_of(finding.verdict.link.url), []).append(finding)
    rows = [_row(_spelled_host(group[0]) if host else NO_HOST, group) for host, group in groups.items()]
    return sorted(rows, key=lambda row: (-dict(row.outcomes).get(Outcome.DEAD, 0), -row.n_links, row.name))


def count_by_year(findings: Sequence[Finding]) -> list[Row]:
    """Return a row for each year of the papers, latest first; a link of papers of two years counts in both.

    Links of papers whose year is not known, and of no paper, come last.
    """
    groups: dict[str, list[Finding]] = {}
    for finding in findings:
        years = {str(one.year) if one.year else NO_YEAR for one in finding.occurrences} or {NO_YEAR}
        for year in years:
            groups.setdefault(year, []).append(finding)
    known = sorted((name for name in groups if name != NO_YEAR), reverse=True)
    return [_row(name, groups[name]) for name in (*known, NO_YEAR) if name in groups]


def describe_code_claims(code_claims: Sequence[CodeClaim], gaps: Sequence[ClaimGap]) -> str:
    """Return in one line how many papers tell of code, and how many of them not as it is.

    >>> describe_code_claims((), ())
    '0 papers tell of their code, 0 of them otherwise than it is'
    """
    papers = "paper tells of its" if len(code_claims) == 1 else "papers tell of their"
    return f"{len(code_claims)} {papers} code, {len(gaps)} of them otherwise than it is"


def generate_counts(result: AuditResult) -> Iterator[str]:
    """Yield the counts by host and by year as text, the first hosts in full."""
    for title, rows in (("BY HOST", count_by_host(result.findings)), ("BY YEAR", count_by_year(result.findings))):
        yield f"\n{title}\n"
        width = max((len(printable(row.name)) for row in rows[:MAX_HOSTS]), default=0)
        for row in rows[:MAX_HOSTS]:
            yield f"  {printable(row.name):<{width}}  {row.n_links:>5}  {row.shown}\n"
        if len(rows) > MAX_HOSTS:
            yield f"  and {len(rows) - MAX_HOSTS} more\n"


def _spelled_host(finding: Finding) -> str:
    """Return the host of a link as it is spelled there, in lower case."""
    return lower_host(split_at_host(finding.verdict.link.url)[1].strip("[]")).rstrip(".")


def _row(name: str, findings: Sequence[Finding]) -> Row:
    return Row(name=name, n_links=len(findings), outcomes=count_outcomes(findings))
