"""Properties of the reports: for any text, a report is well-formed and has one record per finding."""

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.reports.read_back import CHECKS, check_report

from papertrace.model import (
    AuditResult,
    Change,
    ChangeKind,
    Claim,
    ClaimState,
    CodeClaim,
    Comparison,
    Finding,
    Link,
    LinkKind,
    Occurrence,
    Outcome,
    RepositoryState,
    Span,
    Verdict,
)

PIECES = st.sampled_from(
    (
        *("\r\n", "\t", "\x00", "\x1b[31m", "\x9b31m", "\u202e", "\u2028", "\ud800", "\ufffe", *"\\'\"&,|`"),
        *("::error::", "%0A", "]]>", "-->", "</script>", "<b>", "](javascript:x)", "[a](b)", "=1+1", "{{ 7 * 7 }}"),
        "@ada",
    )
)
TEXTS = st.lists(PIECES | st.text(max_size=8) | st.characters(), max_size=4).map("".join)
URLS = TEXTS.map("https://example.org/".__add__) | TEXTS
OCCURRENCES = st.builds(
    Occurrence,
    id=TEXTS,
    title=TEXTS,
    source=TEXTS,
    line=st.integers(1, 9999),
    column=st.integers(1, 9999),
    raw=TEXTS,
    year=st.none() | st.integers(1900, 2100),
)


@st.composite
def findings(draw: st.DrawFn) -> Finding:
    url = draw(URLS)
    verdict = Verdict(
        link=Link(raw=url, url=url, span=Span("a.txt", 1), kind=LinkKind.PAGE),
        outcome=draw(st.sampled_from(Outcome)),
        reason=draw(TEXTS),
        new_url=draw(st.none() | URLS),
        repository_state=draw(st.none() | st.sampled_from(RepositoryState)),
        failing_since=draw(st.none() | TEXTS),
        rescue=draw(st.none() | URLS),
    )
    return Finding(verdict=verdict, occurrences=tuple(draw(st.lists(OCCURRENCES, max_size=2))))


@st.composite
def results(draw: st.DrawFn) -> AuditResult:
    found = tuple(draw(st.lists(findings(), max_size=4)))
    code_claims: tuple[CodeClaim, ...] = ()
    changes: tuple[Change, ...] = ()
    if found:
        claim = Claim(state=draw(st.sampled_from(ClaimState)), sentence=draw(TEXTS))
        code_claims = (CodeClaim(occurrence=draw(OCCURRENCES), claim=claim, findings=found[:1]),)
        changes = (Change(kind=draw(st.sampled_from(ChangeKind)), before=Outcome.ALIVE, finding=found[0]),)
    comparison = draw(st.none() | st.just(Comparison(run=1, started_at="2026-01-01T00:00:00Z", changes=changes)))
    return AuditResult(
        findings=found, code_claims=code_claims, comparison=comparison, graph_page=draw(st.sampled_from(["", "p.html"]))
    )


@pytest.mark.parametrize("form", CHECKS)
@given(result=results())
def test_every_report_is_well_formed_and_no_text_breaks_out_of_its_place(form: str, result: AuditResult) -> None:
    check_report(form, result)


@given(results(), TEXTS)
def test_the_text_has_no_line_of_its_own_from_a_listing(result: AuditResult, text: str) -> None:
    """For any title, a report has as many lines as with a title of plain letters."""

    def with_title(title: str) -> AuditResult:
        named = [
            replace(finding, occurrences=tuple(replace(occurrence, title=title) for occurrence in finding.occurrences))
            for finding in result.findings
        ]
        return replace(result, findings=tuple(named))

    hostile, plain = (check_report("text", with_title(title)) for title in (f"x{text}", "x"))
    assert hostile.count("\n") == plain.count("\n")
