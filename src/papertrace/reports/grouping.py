"""Findings grouped by paper, the worst first."""

from collections.abc import Sequence
from dataclasses import dataclass

from papertrace.model import Finding, Occurrence
from papertrace.reports.outcomes import ORDER

Row = tuple[Finding, tuple[Occurrence, ...]]
"""A finding with the occurrences of its link in one paper."""


@dataclass(frozen=True, slots=True, kw_only=True)
class PaperGroup:
    """The findings of one paper; `id` is empty for the links outside of papers, which the title says."""

    id: str
    title: str
    source: str
    rows: tuple[Row, ...]


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


def _rank(row: Row) -> int:
    return ORDER.index(row[0].verdict.outcome)
