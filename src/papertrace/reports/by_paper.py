"""An audit as the table of a survey: one row for each paper, or shares by year or venue.

A paper is in it if it links something, or says something of its code; of papers without either an audit knows nothing.
"""

from collections.abc import Iterator, Sequence
from pathlib import Path

from papertrace.errors import SettingsError
from papertrace.model import AuditResult, ClaimState, Finding, Occurrence, Outcome
from papertrace.reports.tables import FORMS, Row, format_table

GROUPS = ("paper", "year", "venue")
_WORKS = (Outcome.ALIVE, Outcome.MOVED)
_SUFFIXES = {"markdown": "md", "csv": "csv", "html": "html", "text": "md"}


def find_form(form: str, output: Path | None) -> str:
    """Return the form of the table: that of the suffix of its file, else that of `--format`, Markdown for text.

    Raises
    ------
    SettingsError
        If the table has no such form.
    """
    suffix = output.suffix[1:].lower() if output else ""
    if form == "text" and suffix in FORMS:
        return suffix
    if form not in _SUFFIXES:
        message = f"--by writes markdown, csv, html, and LaTeX to a file that ends in .tex, but not {form}"
        raise SettingsError(message)
    return _SUFFIXES[form]


def generate_table(result: AuditResult, by: str, form: str) -> Iterator[str]:
    """Yield the table of an audit by paper, year or venue in a form of `FORMS`."""
    rows = tabulate_papers(result)
    yield format_table(rows if by == "paper" else count_shares(rows, by), form, f"code of papers by {by}")


def tabulate_papers(result: AuditResult) -> list[Row]:
    """Return a row for each paper in reading order: what it claims, its links to code, what these lead to.

    `outcome` is the best one of the links to code, else to anything; `state` and `last_active` are those of the
    repository, the latter where its host says it, `reason` what was seen.
    """
    found: dict[str, list[Finding]] = {}
    where: dict[str, Occurrence] = {}
    claims = {one.occurrence.id: one for one in result.code_claims}
    for one in result.code_claims:
        where[one.occurrence.id] = one.occurrence
    for finding in result.findings:
        for occurrence in finding.occurrences:
            if occurrence.id:
                where.setdefault(occurrence.id, occurrence)
                found.setdefault(occurrence.id, []).append(finding)
    rows: list[Row] = []
    for key, occurrence in sorted(where.items(), key=lambda item: (item[1].source, item[1].line, item[0])):
        claimed = claims.get(key)
        code = claimed.findings if claimed else ()
        links = found.get(key, [])
        best = min(code or links, key=_rank, default=None)
        state = best.verdict.repository_state if best else None
        rows.append(
            {
                "title": occurrence.title,
                "year": occurrence.year,
                "venue": occurrence.venue,
                "claim": str(claimed.claim.state if claimed else ClaimState.NONE),
                "code": " ".join(dict.fromkeys(one.verdict.link.url for one in code)),
                "outcome": str(best.verdict.outcome) if best else "",
                "state": str(state) if state else "",
                "last_active": (best.verdict.last_active or "") if best else "",
                "reason": best.verdict.reason if best else "",
                "links": len(links),
                "dead_links": sum(one.verdict.outcome is Outcome.DEAD for one in links),
                "paper": key,
                "place": f"{occurrence.source}:{occurrence.line}",
            }
        )
    return rows


def count_shares(rows: Sequence[Row], by: str) -> list[Row]:
    """Return how many papers of each year or venue link code that works, is dead or undecided, or only claim it."""
    groups: dict[str, list[Row]] = {}
    for row in rows:
        groups.setdefault(str(row[by] or "unknown"), []).append(row)
    counted: list[Row] = []
    order = sorted(groups.items(), key=lambda one: (0 if by == "year" else -len(one[1]), one[0]))
    for name, some in order:
        linked = [row for row in some if row["code"]]
        works = sum(row["outcome"] in _WORKS for row in linked)
        dead = sum(row["outcome"] == Outcome.DEAD for row in linked)
        counted.append(
            {
                by: name,
                "papers": len(some),
                "code_linked": len(linked),
                "code_works": works,
                "code_dead": dead,
                "code_undecided": len(linked) - works - dead,
                "code_only_claimed": sum(row["claim"] in {"promised", "claimed"} and not row["code"] for row in some),
                "works_percent": round(100 * works / len(some), 1),
            }
        )
    return counted


def _rank(finding: Finding) -> int:
    """Return the rank of an outcome, the best first: one link that leads to the code is enough."""
    outcome = finding.verdict.outcome
    return _WORKS.index(outcome) if outcome in _WORKS else 9 if outcome is Outcome.DEAD else 5
