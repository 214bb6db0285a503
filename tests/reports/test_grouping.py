"""Findings grouped by paper."""

from dataclasses import replace

from tests.reports.conftest import MakeFinding

from papertrace.model import Outcome
from papertrace.reports.outcomes import group_by_paper


def test_no_finding_is_no_group() -> None:
    assert group_by_paper([]) == []


def test_each_paper_has_its_findings_with_its_own_occurrences(make_finding: MakeFinding) -> None:
    finding = make_finding(n_occurrences=2)

    groups = group_by_paper([finding])

    assert [(group.id, [occurrences for _, occurrences in group.rows]) for group in groups] == [
        ("p 0&", [finding.occurrences[:1]]),
        ("p 1&", [finding.occurrences[1:]]),
    ]


def test_the_worst_comes_first_among_papers_and_in_each(make_finding: MakeFinding) -> None:
    occurrence = make_finding().occurrences[0]
    moved, slow, dead = (
        make_finding(f"https://example.org/{outcome}", outcome)
        for outcome in (Outcome.MOVED, Outcome.UNSTABLE, Outcome.DEAD)
    )
    other = replace(occurrence, id="other")

    groups = group_by_paper([moved, replace(slow, occurrences=(other,)), replace(dead, occurrences=(other,))])

    assert [(group.id, [finding.verdict.outcome for finding, _ in group.rows]) for group in groups] == [
        ("other", [Outcome.DEAD, Outcome.UNSTABLE]),
        (occurrence.id, [Outcome.MOVED]),
    ]


def test_a_paper_in_two_files_is_one_group_and_two_lists_are_two(make_finding: MakeFinding) -> None:
    finding = make_finding(n_occurrences=2)
    occurrences = [replace(occurrence, source=f"{n}.txt") for n, occurrence in enumerate(finding.occurrences)]
    same = replace(finding, occurrences=tuple(replace(occurrence, id="p") for occurrence in occurrences))
    lists = replace(finding, occurrences=tuple(replace(occurrence, id="", title="") for occurrence in occurrences))

    assert [(group.id, group.source, len(group.rows[0][1])) for group in group_by_paper([same])] == [("p", "", 2)]
    assert [group.source for group in group_by_paper([lists])] == ["0.txt", "1.txt"]


def test_a_finding_without_an_occurrence_is_in_a_group_without_a_name(make_finding: MakeFinding) -> None:
    (group,) = group_by_paper([make_finding(n_occurrences=0)])

    assert (group.id, group.title, group.source) == ("", "", "")
