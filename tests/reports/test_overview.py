"""The report on one screen: what is newly dead first, then what moved, what to do, and the rest by count."""

from collections.abc import Callable
from dataclasses import replace
from os import terminal_size

import pytest
from tests.reports.conftest import MakeFinding

from papertrace.model import AuditResult, Change, ChangeKind, Comparison, Finding, Outcome
from papertrace.reports.text import generate_overview, generate_text


@pytest.fixture
def four_hundred(make_finding: MakeFinding) -> AuditResult:
    """Return the result of an audit of 400 links, as a list of papers after some years has them."""
    counts = {Outcome.DEAD: 47, Outcome.MOVED: 61, Outcome.SUSPECT: 12, Outcome.RATE_LIMITED: 9, Outcome.ALIVE: 271}
    return AuditResult(
        findings=tuple(
            make_finding(
                f"https://host{number % 7}.example.org/{outcome}/{number}",
                outcome,
                new_url=f"https://new.example.org/{number}" if outcome is Outcome.MOVED else None,
                title=f"Paper {number}",
            )
            for outcome, count in counts.items()
            for number in range(count)
        )
    )


def rows(text: str, width: int = 80) -> int:
    return sum(max(1, -(-len(line) // width)) for line in text.splitlines())


@pytest.mark.parametrize(("n_lines", "width"), [(24, 80), (40, 80), (60, 200)])
def test_400_links_fit_one_screen_and_every_link_is_counted(
    four_hundred: AuditResult, n_lines: int, width: int
) -> None:
    text = "".join(generate_overview(four_hundred, screen=terminal_size((width, n_lines)), listings=["README.md"]))

    assert n_lines - 6 <= rows(text, width) < n_lines
    assert text.startswith("DEAD (47)\n")
    assert "\nMOVED (61)\n" in text
    assert "129 links are not simply alive; --all lists them\n" in text
    assert text.endswith("400 links: 47 dead, 61 moved, 12 suspect, 9 rate limited, 271 alive\n")


def test_what_to_do_is_a_command(four_hundred: AuditResult) -> None:
    text = "".join(generate_overview(four_hundred, listings=["my list.md", "b.bib"]))

    assert "61 moved links into the files: papertrace audit --fix 'my list.md' b.bib\n" in text
    assert "47 dead links: add --rescue\n" in text
    assert "9 refused or unstable links again: run the same command later\n" in text
    assert "--fix" not in "".join(generate_overview(four_hundred, listings=["b.bib"], fixes=True))


def test_a_report_that_fits_a_screen_is_the_whole_one(every_outcome: AuditResult) -> None:
    few = replace(every_outcome, findings=every_outcome.findings[-3:])

    assert "".join(generate_overview(few)) == "".join(generate_text(few))
    assert "".join(generate_overview(AuditResult(findings=()))) == "".join(generate_text(AuditResult(findings=())))


def _dead(result: AuditResult) -> list[Finding]:
    return [one for one in result.findings if one.verdict.outcome is Outcome.DEAD]


def _with_baseline(result: AuditResult) -> AuditResult:
    known = {one.verdict.link.url: frozenset({"dead"}) for one in _dead(result)[:-4]}
    return replace(result, baseline=known)


def _with_comparison(result: AuditResult) -> AuditResult:
    died = tuple(Change(kind=ChangeKind.DIED, before=Outcome.ALIVE, finding=one) for one in _dead(result)[-4:])
    return replace(result, comparison=Comparison(run=1, started_at="2026-01-01T00:00:00Z", changes=died))


def _with_store(result: AuditResult) -> AuditResult:
    new = _dead(result)[-4:]
    return replace(
        result,
        findings=tuple(
            one if one in new else replace(one, verdict=replace(one.verdict, n_failing=3)) for one in result.findings
        ),
    )


@pytest.mark.parametrize("make", [_with_baseline, _with_comparison, _with_store])
def test_what_is_newly_dead_comes_first_whatever_it_is_compared_with(
    make: Callable[[AuditResult], AuditResult], four_hundred: AuditResult
) -> None:
    text = "".join(generate_overview(make(four_hundred)))

    first = text.partition("\n\n")[0].splitlines()
    assert first[0] == "NEWLY DEAD (4)"
    assert [line.rpartition("/")[2] for line in first[1::2]] == ["43", "44", "45", "46"]
    assert text.index("MOVED (61)") < text.index("STILL DEAD (43)") < text.index("TO DO")


def test_long_addresses_leave_the_report_on_its_screen(make_finding: MakeFinding) -> None:
    result = AuditResult(
        findings=tuple(make_finding(f"https://example.org/{number}/{'x' * 900}") for number in range(50))
    )
    text = "".join(generate_overview(result, screen=terminal_size((80, 30))))

    assert rows(text) < 30
    assert text.startswith("DEAD (50)\n")


def test_no_line_of_a_listing_is_a_command_or_controls_the_terminal(hostile: AuditResult) -> None:
    many = replace(hostile, findings=hostile.findings * 9)
    text = "".join(generate_overview(many, listings=["\x1b[2J::error::x"]))

    assert text.replace("\n", "").isprintable()
    assert not any(line.lstrip().startswith("::") for line in text.splitlines())
