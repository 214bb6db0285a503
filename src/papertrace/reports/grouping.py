"""Findings by the papers that print their links, in the order in which a curator goes through them."""

from collections.abc import Sequence
from dataclasses import dataclass

from papertrace.model import Finding, Occurrence
from papertrace.reports.outcomes import ORDER

Row = tuple[Finding, tuple[Occurrence, ...]]
"""A finding, and the occurrences in one paper at which its link is printed."""


@dataclass(frozen=True, slots=True, kw_only=True)
class PaperGroup:
    """The findings of one paper; `id` and `title` are empty for a plain list of URLs."""

    id: str
    title: str
    source: str
    rows: tuple[Row, ...]


def group_by_paper(findings: Sequence[Finding]) -> list[PaperGroup]:
    """Return a group for each paper that prints a link, and one for each list of URLs.

    The groups with the worst outcome come first, else they stand in the order of their first findings; so do the
    findings of each. A finding without any occurrence is in a group without a name.
    """
    occurrences: dict[tuple[str, str], dict[int, list[Occurrence]]] = {}
    titles: dict[tuple[str, str], str] = {}
    for number, finding in enumerate(findings):
        for occurrence in finding.occurrences:
            # A paper is one in whatever files it stands; a list of URLs is its file.
            key = (occurrence.id, "" if occurrence.id else occurrence.source)
            titles.setdefault(key, occurrence.title)
            occurrences.setdefault(key, {}).setdefault(number, []).append(occurrence)
        if not finding.occurrences:
            occurrences.setdefault(("", ""), {}).setdefault(number, [])
    groups = []
    for key, own in occurrences.items():
        rows = [(findings[number], tuple(found)) for number, found in own.items()]
        rows.sort(key=_turn)
        groups.append(PaperGroup(id=key[0], title=titles.get(key, ""), source=key[1], rows=tuple(rows)))
    return sorted(groups, key=lambda group: _turn(group.rows[0]))


def _turn(row: Row) -> int:
    return ORDER.index(row[0].verdict.outcome)
