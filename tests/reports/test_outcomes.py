"""Findings grouped by paper, counted by host and by year, and numbers in the lines for people."""

import re
from dataclasses import replace
from typing import Any

import pytest
from tests.reports.conftest import MakeFinding

from papertrace.model import AuditResult, Outcome
from papertrace.model.audit import IN_LOST_LINES, Account, FileAccount
from papertrace.reports.outcomes import (
    Level,
    count_by_host,
    count_by_year,
    describe_result,
    generate_counts,
    group_by_paper,
    rate_finding,
)
from papertrace.reports.summary import describe_account, describe_doubt


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


def test_no_finding_is_no_row() -> None:
    assert count_by_host(()) == count_by_year(()) == []


def test_hosts_with_dead_links_come_first(make_finding: MakeFinding) -> None:
    findings = [
        make_finding("https://a.example.org/1", Outcome.ALIVE),
        make_finding("https://a.example.org/2", Outcome.MOVED),
        make_finding("https://b.example.org/"),
        make_finding("mailto:a@example.org", Outcome.SKIPPED),
    ]

    assert [(row.name, row.n_links, row.description) for row in count_by_host(findings)] == [
        ("b.example.org", 1, "1 dead"),
        ("a.example.org", 2, "1 moved, 1 alive"),
        ("no host", 1, "1 skipped"),
    ]


def test_two_spellings_of_a_host_are_one_row_under_the_first(make_finding: MakeFinding) -> None:
    findings = [
        make_finding("https://münchen.example/1"),
        make_finding("https://xn--mnchen-3ya.example/2", Outcome.ALIVE),
        make_finding("https://münchen.example/3", Outcome.ALIVE),
    ]

    assert [(row.name, row.description) for row in count_by_host(findings)] == [("münchen.example", "1 dead, 2 alive")]


def test_years_count_back_and_unknown_ones_come_last(make_finding: MakeFinding) -> None:
    findings = [
        make_finding(year=None),
        make_finding(year=2023),
        make_finding(year=2025),
        make_finding(n_occurrences=0),
    ]

    assert [(row.name, row.n_links) for row in count_by_year(findings)] == [("2025", 1), ("2023", 1), ("no year", 2)]


def test_the_text_shows_the_first_hosts_and_counts_the_others(make_finding: MakeFinding) -> None:
    findings = tuple(make_finding(f"https://h{number:02}.example.org/") for number in range(23))
    text = "".join(generate_counts(AuditResult(findings=findings)))

    assert text.splitlines()[1:3] == ["BY HOST", "  h00.example.org      1  1 dead"]
    assert "  and 3 more\n" in text
    assert text.endswith("\nBY YEAR\n  2024     23  23 dead\n")


def test_numbers_of_thousands_are_grouped_in_every_line(make_finding: MakeFinding) -> None:
    findings = tuple(make_finding(f"https://example.org/{n}", Outcome.ALIVE) for n in range(1200))
    account = FileAccount(
        source="a.md",
        reader="awesome-list",
        n_entries=1000,
        n_in_papers=2000,
        n_elsewhere=3000,
        left_out=((IN_LOST_LINES, 4000),),
        n_lines=10_000,
        n_lost_lines=9000,
    )

    lines = (
        describe_result(AuditResult(findings=findings, n_unreached=1500)),
        describe_account(Account(files=(account,), n_papers=1000)),
        describe_doubt(account),
    )

    assert not re.search(r"\d{4}", " ".join(lines))
    assert [line.count(",000") for line in lines] == [0, 5, 5]


@pytest.mark.parametrize(
    ("facts", "doubt"),
    [
        ({"n_in_papers": 7, "left_out": ((IN_LOST_LINES, 3),)}, "3 of 10 links are in lines that fit no paper"),
        (
            {"n_in_papers": 7, "n_elsewhere": 10, "left_out": ((IN_LOST_LINES, 3),)},
            "only 5 papers for 20 links, of which 13 are outside papers",
        ),
        ({"n_in_papers": 7, "n_lines": 8, "n_lost_lines": 4}, "4 of 8 lines fit no paper, the first of them here"),
        (
            {"n_in_papers": 7, "rival": "paper-lines", "n_entries_of_rival": 1},
            "5 papers, but paper-lines with 1 paper fits the text about as well",
        ),
    ],
    ids=["links", "papers", "lines", "formats"],
)
def test_a_doubt_says_what_was_lost(facts: dict[str, Any], doubt: str) -> None:
    account = FileAccount(source="a.md", reader="awesome-list", n_entries=5, first_loss=9, **facts)

    assert account.is_doubtful
    assert describe_doubt(account) == (
        f"a.md:9:1: warning: read as awesome-list: {doubt}; check the papers, or name another format with --from"
    )


def test_what_the_baseline_has_is_a_warning(make_finding: MakeFinding) -> None:
    dead = make_finding()
    result = AuditResult(findings=(dead,), fail_on=frozenset({"dead"}))

    assert rate_finding(result, dead) is Level.ERROR
    known = replace(result, baseline={dead.verdict.link.url: frozenset({"dead"})})
    assert rate_finding(known, dead) is Level.WARNING
