"""Findings by the papers that print their links."""

from dataclasses import replace

from tests.reports.conftest import MakeFinding

from papertrace.model import Outcome
from papertrace.reports.grouping import group_by_paper


def test_no_finding_is_no_group() -> None:
    assert group_by_paper([]) == []


def test_each_paper_has_its_findings_with_its_own_places(make_finding: MakeFinding) -> None:
    finding = make_finding(n_places=2)

    groups = group_by_paper([finding])

    assert [(group.id, [places for _, places in group.rows]) for group in groups] == [
        ("p 0&", [finding.papers[:1]]),
        ("p 1&", [finding.papers[1:]]),
    ]


def test_the_worst_comes_first_among_papers_and_in_each(make_finding: MakeFinding) -> None:
    place = make_finding().papers[0]
    moved, slow, dead = (
        make_finding(f"https://example.org/{outcome}", outcome)
        for outcome in (Outcome.MOVED, Outcome.UNSTABLE, Outcome.DEAD)
    )
    other = replace(place, id="other")

    groups = group_by_paper([moved, replace(slow, papers=(other,)), replace(dead, papers=(other,))])

    assert [(group.id, [finding.verdict.outcome for finding, _ in group.rows]) for group in groups] == [
        ("other", [Outcome.DEAD, Outcome.UNSTABLE]),
        (place.id, [Outcome.MOVED]),
    ]


def test_a_paper_in_two_files_is_one_group_and_two_lists_are_two(make_finding: MakeFinding) -> None:
    finding = make_finding(n_places=2)
    places = [replace(place, source=f"{n}.txt") for n, place in enumerate(finding.papers)]
    same = replace(finding, papers=tuple(replace(place, id="p") for place in places))
    lists = replace(finding, papers=tuple(replace(place, id="", title="") for place in places))

    assert [(group.id, group.source, len(group.rows[0][1])) for group in group_by_paper([same])] == [("p", "", 2)]
    assert [group.source for group in group_by_paper([lists])] == ["0.txt", "1.txt"]


def test_a_finding_without_a_place_is_in_a_group_without_a_name(make_finding: MakeFinding) -> None:
    (group,) = group_by_paper([make_finding(n_places=0)])

    assert (group.id, group.title, group.source) == ("", "", "")
