"""Forty hostile texts in every report form: none breaks out of its place."""

from dataclasses import replace

import pytest
from tests.reports.conftest import MakeFinding
from tests.reports.read_back import CHECKS, check_report

from papertrace.model import AuditResult, Claim, ClaimState, CodeClaim, Outcome
from papertrace.reports import REPORTS

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
