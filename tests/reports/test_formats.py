"""The table of reports: every form works on no, all and hostile findings, and is reproducible."""

from dataclasses import replace

import pytest
from tests.folders import ROOT
from tests.reports.conftest import MakeFinding
from tests.reports.read_back import CHECKS, check_report

from papertrace.model import AuditResult, Claim, ClaimState, CodeClaim, Outcome
from papertrace.reports import REPORTS, Report

EACH = pytest.mark.parametrize("report", REPORTS, ids=lambda report: report.name)


def test_every_report_has_a_module_and_a_test_of_its_own() -> None:
    tests = "".join(path.read_text("utf-8") for path in sorted((ROOT / "tests" / "reports" / "forms").glob("*.py")))
    for report in REPORTS:
        assert report.load().__module__ == f"papertrace.reports.{report.module}"
        assert f"generate_{report.name}" in tests or f'"{report.name}"' in tests


@EACH
def test_no_finding_at_all_makes_a_report(report: Report) -> None:
    text = "".join(report.generate(AuditResult(findings=())))

    assert "://" not in text.replace("https://json.schemastore.org/", "")


@EACH
def test_the_same_result_makes_the_same_report(report: Report, every_outcome: AuditResult) -> None:
    first = "".join(report.generate(every_outcome))

    assert first == "".join(report.generate(every_outcome))
    assert "dead.example.org" in first
    assert first.endswith("\n")


@EACH
def test_further_facts_on_a_link_are_reported(report: Report, make_finding: MakeFinding) -> None:
    finding = make_finding(new_url="https://example.org/new", failing=("2026-01-01T00:00:00Z", 3))
    rescued = replace(finding, verdict=replace(finding.verdict, rescue="https://archive.example/snapshot"))
    text = "".join(report.generate(AuditResult(findings=(rescued,))))

    for fact in ("https://example.org/new", "2026-01-01T00", "https://archive.example/snapshot", "404 Not Found"):
        assert fact in text


@EACH
def test_a_link_that_fails_for_the_first_time_has_no_empty_line(report: Report, make_finding: MakeFinding) -> None:
    before, first = (make_finding(failing=failing) for failing in (None, ("2026-01-05T12:00:00Z", 1)))
    texts = ["".join(report.generate(AuditResult(findings=(one,)))) for one in (before, first)]

    # Breaks, as each form writes them; those that a form only lays its data out with are not counted.
    breaks = ("<br>", "%0A", "\\n", '<p class="why">', *(["\n"] if report.name in {"text", "junit"} else []))
    assert [texts[0].count(mark) for mark in breaks] == [texts[1].count(mark) for mark in breaks]


@EACH
def test_an_alive_link_that_is_archived_nowhere_is_reported(report: Report, make_finding: MakeFinding) -> None:
    alive = make_finding(url="https://example.org/alone", outcome=Outcome.ALIVE, reason="200 OK")
    alone, kept, unknown = (
        replace(alive, verdict=replace(alive.verdict, has_snapshot=has_snapshot))
        for has_snapshot in (False, True, None)
    )
    words = {"jsonl": '"has_snapshot":false', "csv": ",no,", "sarif": '"archivedNowhere": true'}.get(
        report.name, "archived nowhere"
    )

    listed, *others = ("".join(report.generate(AuditResult(findings=(one,)))) for one in (alone, kept, unknown))

    assert words in listed
    assert "https://example.org/alone" in listed
    assert not any(words in other for other in others)


@EACH
def test_a_link_that_is_archived_nowhere_can_fail_a_run(report: Report, make_finding: MakeFinding) -> None:
    alive = make_finding(outcome=Outcome.ALIVE, reason="200 OK")
    alone = replace(alive, verdict=replace(alive.verdict, has_snapshot=False))
    usual = AuditResult(findings=(alone,))
    strict = replace(usual, fail_on=frozenset({"unarchived"}))

    assert not usual.fails(alone)
    assert strict.fails(alone)
    assert not strict.fails(alive)
    assert "".join(report.generate(strict))


TEXTS = (
    *("=1+1", "=cmd|' /C calc'!A0", "+1+1", "-2+3", "@SUM(A1:A9)", "\t=1+1", "\r=1+1", '"=1+1', "\uff1d1+1"),
    *("::error::x", "  ::error file=a::x", "a\n::set-output name=x::y", "a\r::stop-commands::t", "##[error]x"),
    *("##vso[task.complete]x", "a\u2028::error::x", "a\x85::error::x", "a\x0b::error::x", "%0A::error::x"),
    *("<script>alert(1)</script>", "<img src=x onerror=alert(1)>", "</style></title><svg onload=alert(1)>"),
    *('"onmouseover="alert(1)', "'><a href=javascript:alert(1)>x</a>", "<!--", "--><script>1</script>", "]]><x/>"),
    *("&lt;script&gt;", "&#x3c;script&#x3e;", "<meta http-equiv=refresh content=0;url=//x>", "<base href=//x>"),
    *("[a](javascript:alert(1))", "![a](https://x.example/p.png)", "a | b | c\n| - | - |", "`</code>`", "\\", "\\|"),
    *("\x00\x1b[2J\x1b]0;x\x07", "\u202egnp.exe\u2066", "\ud800"),
)


def test_there_are_forty_texts_and_every_form_is_checked() -> None:
    assert len(set(TEXTS)) == len(TEXTS) == 40
    assert set(CHECKS) == {report.name for report in REPORTS}


@pytest.mark.parametrize("form", CHECKS)
def test_no_text_of_any_part_of_a_result_breaks_out_or_is_lost(form: str, hostile: AuditResult) -> None:
    for graph_page in ("", "papers.html"):
        written = check_report(form, replace(hostile, graph_page=graph_page))
        assert "alert(1)" in written
        assert "javascript:alert(1)" in written


@pytest.mark.parametrize("form", CHECKS)
@pytest.mark.parametrize("text", TEXTS, ids=ascii)
def test_no_text_breaks_out_of_a_report(form: str, text: str, make_finding: MakeFinding) -> None:
    finding = make_finding(
        f"https://example.org/{text}",
        Outcome.DEAD,
        reason=f"404 Not Found {text}",
        title=text,
        source=text,
        new_url=f"https://example.org/{text}",
    )
    bare = make_finding(f"{text}", Outcome.DEAD, reason="404 Not Found", title=f"{text} and more", source=f"x{text}")
    claim = CodeClaim(
        occurrence=finding.occurrences[0],
        claim=Claim(state=ClaimState.LINKED, sentence=text),
        findings=(finding,),
        candidates=((text, finding),),
    )

    written = check_report(form, AuditResult(findings=(finding, bare), code_claims=(claim,)))

    assert form != "text" or written.count("404 Not Found") == 2
