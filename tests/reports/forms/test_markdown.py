"""Findings as Markdown: rendered by an independent reader, text of a listing never becomes markup."""

import re

import pytest
from markdown_it import MarkdownIt
from tests.case_tables import cases
from tests.reports.conftest import HOSTILE, MakeFinding

from papertrace.model import (
    AuditResult,
    Change,
    ChangeKind,
    Claim,
    ClaimState,
    CodeClaim,
    Comparison,
    Outcome,
    RepositoryState,
)
from papertrace.reports.markup import address, escape, generate_markdown


def report(result: AuditResult) -> str:
    return "".join(generate_markdown(result))


def rendered(result: AuditResult) -> str:
    return str(MarkdownIt("commonmark", {"html": True}).enable("table").render(report(result)))


def test_no_finding_is_a_heading_and_a_count() -> None:
    assert report(AuditResult(findings=())) == "# Link audit\n\n0 links: nothing to check\n"


def test_a_dead_link_is_a_row_with_reason_and_occurrence(make_finding: MakeFinding) -> None:
    finding = make_finding(failing=("2026-01-01T00:00:00Z", 3), state=RepositoryState.MISSING)

    assert (
        "| <https://example.org/a> | 404 Not Found (missing)<br>failing since 2026-01-01T00:00:00Z (3 runs) "
        "| A Paper (lists/a.txt:3:7) |\n"
    ) in report(AuditResult(findings=(finding,)))


def test_every_section_is_a_table_that_renders(every_outcome: AuditResult) -> None:
    html = rendered(every_outcome)

    # Alive and skipped links are counts; then there are the tables by host and by year.
    assert html.count("<table>") == len(Outcome) - 2 + 2
    assert html.count("<h2>") == len(Outcome) - 2 + 2


def test_claims_that_do_not_hold_are_reported(make_finding: MakeFinding) -> None:
    finding = make_finding()
    claim = Claim(state=ClaimState.LINKED, sentence="Code is here.")
    code = CodeClaim(occurrence=finding.occurrences[0], claim=claim, findings=(finding,))
    text = report(AuditResult(findings=(finding,), code_claims=(code,)))

    assert "1 paper with claims about code; claims that do not hold: 1" in text
    assert "says its code is open; the link is dead<br>“Code is here.”" in text


def test_changes_are_reported(make_finding: MakeFinding) -> None:
    change = Change(kind=ChangeKind.DIED, before=Outcome.ALIVE, finding=make_finding())
    comparison = Comparison(run=4, started_at="2026-01-01T00:00:00Z", changes=(change,), n_new=2)
    text = report(AuditResult(findings=(), comparison=comparison))

    assert "## Since run 4 (2026-01-01T00:00:00Z)\n\n1 newly dead, 2 new\n" in text
    assert "- newly dead: <https://example.org/a> was alive, now dead: 404 Not Found\n" in text


@pytest.mark.parametrize("text", ["a|b", "*a*", "_a_", "`a`", "[a](b)", "<b>", "a\\|b", "~a~", "&amp;", "$a$", HOSTILE])
def test_escaped_text_renders_as_it_was(text: str) -> None:
    (inline,) = [token for token in MarkdownIt("commonmark").parse(escape(text)) if token.type == "inline"]

    assert {child.type for child in inline.children or ()} <= {"text", "text_special"}


@cases("text")
def test_a_title_notifies_nobody_and_refers_to_no_issue(text: str) -> None:
    shown = escape(text)

    assert not re.search(r"[@#]\w|!\d|gh-\d", shown, re.IGNORECASE)
    assert re.sub(r"</?span>", "", shown) == text


@pytest.mark.parametrize("text", ["Pass@k", "C# and F#", "a # b", "Tides! 12 of them"])
def test_characters_that_notify_nobody_are_unchanged(text: str) -> None:
    assert escape(text) == text


def test_only_an_address_of_the_web_becomes_a_link() -> None:
    assert address("https://example.org/a|b") == "<https://example.org/a%7Cb>"
    assert address("javascript:alert(1)") == "javascript:alert(1)"
    assert address("https://example.org/ a") == "https://example.org/ a"


@pytest.mark.parametrize(("n", "more"), [(3, []), (4, ["and 1 more occurrences"]), (9, ["and 6 more occurrences"])])
def test_of_many_occurrences_the_first_are_shown(n: int, more: list[str], make_finding: MakeFinding) -> None:
    text = report(AuditResult(findings=(make_finding(n_occurrences=n),)))

    assert re.findall(r"and \d+ more occurrences", text) == more
    assert len(re.findall(r"lists/a", text)) == min(n, 3)


def test_of_many_hosts_the_first_are_counted(make_finding: MakeFinding) -> None:
    findings = tuple(make_finding(f"https://host{n}.example.org/") for n in range(21))

    assert "more | | |" not in report(AuditResult(findings=findings[:20]))
    assert "| and 1 more | | |" in report(AuditResult(findings=findings))
