"""Forty hostile texts in every report form: none breaks out of its place.

Titles, addresses, reasons and file names come from listings and from servers, so each may be written by an attacker.
"""

import csv
import io
import json
import unicodedata
from collections.abc import Callable

import pytest
from lxml import etree, html
from markdown_it import MarkdownIt
from tests.reports.conftest import MakeFinding

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
SAFE_SCHEMES = ("http://", "https://", "#", "data:,", "mailto:")
JUNIT = {"testsuites", "testsuite", "testcase", "failure", "skipped", "system-out"}
ELEMENTS = "//script | //img | //iframe | //object | //form | //base | //embed | //svg//*[@onload]"


def assert_safe_markup(text: str) -> None:
    document = html.document_fromstring(text)
    assert document.xpath(ELEMENTS) == []
    assert [name for name in document.xpath("//@*/parent::*/@*") if str(name).lower().startswith("javascript:")] == []
    attributes = {str(name).lower() for element in document.iter() for name in element.attrib}
    assert not [name for name in attributes if name.startswith("on")]
    assert all(str(href).startswith(SAFE_SCHEMES) for href in document.xpath("//@href"))
    assert not document.xpath("//meta[@http-equiv='refresh']")


def check_text(text: str, n_findings: int) -> None:
    assert text.count("404 Not Found") == n_findings
    assert not [line for line in text.splitlines() if line.lstrip().startswith(("::", "##["))]


def check_github(text: str, n_findings: int) -> None:
    lines = text.splitlines()
    assert len(lines) == n_findings + 1
    assert all(line.startswith("::error ") and line.count("::") >= 2 for line in lines[:-1])
    assert not lines[-1].startswith("::")


def check_markdown(text: str, _: int) -> None:
    assert_safe_markup(MarkdownIt("commonmark", {"html": True}).enable("table").render(text))


def check_html(text: str, _: int) -> None:
    assert_safe_markup(text)


def check_csv(text: str, n_findings: int) -> None:
    rows = list(csv.reader(io.StringIO(text, newline="")))
    assert len(rows) == n_findings + 1
    assert {len(row) for row in rows} == {len(rows[0])}
    assert not [line for line in text.split("\n") if line.lstrip().startswith(("::", "##["))]
    assert not [cell for row in rows for cell in row if cell.startswith(("=", "+", "-", "@", "\t", "\r", "\uff1d"))]


def check_jsonl(text: str, n_findings: int) -> None:
    records = [json.loads(line) for line in text.split("\n")[:-1]]
    printed = [one for one in records if not any("named_by" in paper for paper in one["papers"])]
    assert sum("outcome" in record for record in printed) == n_findings


def check_sarif(text: str, n_findings: int) -> None:
    (run,) = json.loads(text)["runs"]
    assert len(run["results"]) >= n_findings


def check_junit(text: str, n_findings: int) -> None:
    suites = etree.fromstring(text.encode())
    assert len(suites.findall(".//testcase")) >= n_findings
    assert {element.tag for element in suites.iter()} <= JUNIT


CHECKS: dict[str, Callable[[str, int], None]] = {
    "text": check_text,
    "github": check_github,
    "markdown": check_markdown,
    "html": check_html,
    "csv": check_csv,
    "jsonl": check_jsonl,
    "sarif": check_sarif,
    "junit": check_junit,
}


def test_there_are_forty_texts_and_every_form_is_checked() -> None:
    assert len(set(TEXTS)) == len(TEXTS) == 40
    assert set(CHECKS) == {report.name for report in REPORTS}


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
    report = next(report for report in REPORTS if report.name == form)

    written = "".join(report.generate(AuditResult(findings=(finding, bare), code_claims=(claim,))))

    assert [sign for sign in written if unicodedata.category(sign) in {"Cc", "Cs"} and sign != "\n"] == []
    assert not {"\u2028", "\u2029", "\u202e", "\u2066", "\x85"} & set(written)
    written.encode()
    CHECKS[form](written, 2)
