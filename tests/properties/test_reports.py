"""Properties of the reports: for any text, a report is well-formed and has one record per finding."""

import csv
import io
import json
import re
import unicodedata
from dataclasses import replace

from hypothesis import given
from hypothesis import strategies as st
from lxml import etree, html
from markdown_it import MarkdownIt

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
from papertrace.reports import REPORTS

PIECES = st.sampled_from(
    (
        *(
            "\r\n",
            "\t",
            "\x00",
            "\x1b[31m",
            "\x9b31m",
            "\u202e",
            "\u2028",
            "\ud800",
            "\ufffe",
            "\\",
            "'",
            '"',
            "&",
            ",",
            "|",
        ),
        *(
            "::error::",
            "%0A",
            "]]>",
            "-->",
            "</script>",
            "<b>",
            "`",
            "](javascript:x)",
            "[a](b)",
            "=1+1",
            "{{ 7 * 7 }}",
            "@ada",
        ),
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

MARKDOWN = frozenset(
    ("div", "h1", "h2", "p", "table", "thead", "tbody", "tr", "th", "td", "br", "a", "ul", "li", "span")
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


def written(form: str, result: AuditResult) -> str:
    """Return a report as it is written to a file."""
    (report,) = (report for report in REPORTS if report.name == form)
    return "".join(report.generate(result)).encode("utf-8", "backslashreplace").decode()


def n_occurrences(result: AuditResult) -> int:
    return sum(max(1, len(finding.occurrences)) for finding in result.findings)


@given(results())
def test_every_report_is_text_that_steers_no_terminal(result: AuditResult) -> None:
    for report in REPORTS:
        text = written(report.name, result)
        assert [sign for sign in text if unicodedata.category(sign) == "Cc" and sign != "\n"] == []


@given(results())
def test_json_lines_are_one_for_each_finding(result: AuditResult) -> None:
    lines = written("jsonl", result).split("\n")

    assert lines.pop() == ""
    assert [json.loads(line)["outcome"] for line in lines] == [one.verdict.outcome for one in result.findings]


@given(results())
def test_csv_has_a_row_for_each_occurrence_and_no_formula(result: AuditResult) -> None:
    rows = list(csv.reader(io.StringIO(written("csv", result), newline="")))

    assert len(rows) == 1 + n_occurrences(result)
    assert len({len(row) for row in rows}) == 1
    assert not any(cell.lstrip().startswith(("=", "+", "-", "@")) for row in rows for cell in row)


@given(results())
def test_sarif_is_json_and_makes_no_link_of_words(result: AuditResult) -> None:
    log = json.loads(written("sarif", result))

    texts = [found["message"]["text"] for found in log["runs"][0]["results"]]
    assert not any(re.search(r"\[[^]]*\]\(", text) for text in texts)


@given(results())
def test_junit_is_xml_with_a_case_for_each_finding(result: AuditResult) -> None:
    root = etree.fromstring(written("junit", result).encode())

    assert len(list(root.iter("testcase"))) == len(result.findings)
    assert {element.tag for element in root.iter()} <= {
        "testsuites",
        "testsuite",
        "testcase",
        "failure",
        "skipped",
        "system-out",
    }


@given(results())
def test_github_gets_no_command_but_ours(result: AuditResult) -> None:
    lines = written("github", result).split("\n")

    assert lines.pop() == ""
    pattern = re.compile(r"::(?:error|warning|notice) (?:file=[^,:]*,line=\d+,col=\d+,)?title=[a-z ]+::[^\r\n]*")
    assert all(pattern.fullmatch(line) for line in lines[:-1])
    assert not lines[-1].startswith("::")


@given(results())
def test_html_has_no_script_and_leads_to_the_web_alone(result: AuditResult) -> None:
    page = html.document_fromstring(written("html", result))
    plain = html.document_fromstring(written("html", AuditResult(findings=())))

    assert page.xpath("//script | //iframe | //object | //form") == []
    assert [one.tag for one in page.xpath("/html/head/*")] == [one.tag for one in plain.xpath("/html/head/*")]
    assert all(re.match(r"(?:https?://|#|p\.html#|data:,$)", address) for address in page.xpath("//@href"))
    assert not any(name.startswith("on") or name == "style" for element in page.iter() for name in element.attrib)


@given(results())
def test_markdown_renders_without_a_script_or_a_call(result: AuditResult) -> None:
    page = html.fragment_fromstring(
        str(MarkdownIt("commonmark", {"html": True}).enable("table").render(written("markdown", result))),
        create_parent="div",
    )

    assert {element.tag for element in page.iter()} <= MARKDOWN
    assert all(re.match(r"https?://", address) for address in page.xpath("//@href"))


@given(results(), TEXTS)
def test_the_text_has_no_line_of_its_own_from_a_listing(result: AuditResult, text: str) -> None:
    """For any title, a report has as many lines as with a title of plain letters."""

    def with_title(title: str) -> AuditResult:
        named = [
            replace(finding, occurrences=tuple(replace(occurrence, title=title) for occurrence in finding.occurrences))
            for finding in result.findings
        ]
        return replace(result, findings=tuple(named))

    assert written("text", with_title(f"x{text}")).count("\n") == written("text", with_title("x")).count("\n")
