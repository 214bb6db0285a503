"""What must hold of a written report whatever the texts in it say: each form is read by a reader that is not ours.

Titles, addresses, reasons and file names come from listings and from servers, so each may be written by an attacker.
"""

import csv
import io
import json
import re
import unicodedata
from collections.abc import Callable

import jsonschema
from lxml import etree, html
from markdown_it import MarkdownIt
from tests.folders import CASES

from papertrace.model import AuditResult, Outcome
from papertrace.reports import REPORTS

FORMULA = ("=", "+", "-", "@", "\t", "\r", "\uff1d", "\uff0b", "\uff0d", "\uff20")
"""What a cell begins with that a spreadsheet takes for a formula."""
_STEERING = {"\u2028", "\u2029", "\u202e", "\u2066", "\x85"}
_UNSAFE = "//script | //img | //iframe | //object | //form | //base | //embed | //svg//*[not(self::rect)]"
# The part of the standard's schema that the reports use, made stricter: no other properties are allowed.
_SARIF = json.loads((CASES / "reports" / "sarif.json").read_text(encoding="utf-8"))
_JUNIT = etree.XMLSchema(etree.fromstring((CASES / "reports" / "junit.xsd").read_bytes()))
_MARKDOWN = {"div", "h1", "h2", "p", "table", "thead", "tbody", "tr", "th", "td", "br", "a", "ul", "li", "span"}
_COMMAND = re.compile(r"::(?:error|warning|notice) (?:file=[^,:]*,line=\d+,col=\d+,)?title=[a-z ]+::[^\r\n]*")


def check_report(form: str, result: AuditResult) -> str:
    """Write a report of a form, check that no text has broken out of its place, and return what is written."""
    (report,) = (report for report in REPORTS if report.name == form)
    written = "".join(report.generate(result))
    written.encode()
    assert [sign for sign in written if unicodedata.category(sign) in {"Cc", "Cs"} and sign != "\n"] == []
    assert not _STEERING & set(written)
    CHECKS[form](written, result)
    return written


def check_markup(markup: str) -> "html.HtmlElement":
    """Check that markup runs nothing, loads nothing and leads to the web alone; return the document."""
    document = html.document_fromstring(f"<div>{markup}</div>" if "<html" not in markup else markup)
    assert document.xpath(_UNSAFE) == []
    assert not document.xpath("//meta[@http-equiv='refresh']")
    attributes = {(str(name).lower(), value) for element in document.iter() for name, value in element.items()}
    assert not [name for name, _ in attributes if name.startswith("on")]
    assert {value for name, value in attributes if name == "style"} <= {"text-align:right", "text-align:left"}
    assert all(re.match(r"https?://|#|[\w.]+\.html#|data:,$", href) for href in document.xpath("//@href"))
    return document


def n_dead(result: AuditResult) -> int:
    """Return the number of places of dead links, which every form reports; a link without a place counts as one."""
    dead = [finding for finding in result.findings if finding.verdict.outcome is Outcome.DEAD]
    return sum(max(1, len(finding.occurrences)) for finding in dead)


def _check_lines(written: str, _: AuditResult) -> None:
    assert not [line for line in written.splitlines() if line.lstrip().startswith(("::", "##["))]


def _check_github(written: str, result: AuditResult) -> None:
    *lines, last, end = written.split("\n")
    assert end == ""
    assert not last.startswith("::")
    assert all(_COMMAND.fullmatch(line) for line in lines)
    assert sum(line.startswith("::error ") for line in lines) == n_dead(result)


def _check_csv(written: str, result: AuditResult) -> None:
    rows = list(csv.reader(io.StringIO(written, newline="")))
    assert len(rows) == 1 + sum(max(1, len(finding.occurrences)) for finding in result.findings)
    assert {len(row) for row in rows} == {len(rows[0])}
    assert not [cell for row in rows for cell in row if cell.startswith(FORMULA) or cell.lstrip().startswith(FORMULA)]
    _check_lines(written, result)


def _check_jsonl(written: str, result: AuditResult) -> None:
    *lines, end = written.split("\n")
    assert end == ""
    records = [json.loads(line) for line in lines]
    printed = [one for one in records if not any("named_by" in paper for paper in one["papers"])]
    assert [one["outcome"] for one in printed] == [one.verdict.outcome for one in result.findings]


def _check_sarif(written: str, result: AuditResult) -> None:
    log = json.loads(written)
    jsonschema.validate(log, _SARIF)
    (run,) = log["runs"]
    assert len(run["results"]) >= n_dead(result)
    assert not any(re.search(r"\[[^]]*\]\(", found["message"]["text"]) for found in run["results"])


def _check_junit(written: str, result: AuditResult) -> None:
    root = etree.fromstring(written.encode())
    _JUNIT.assertValid(root)
    n_named = sum(len(claim.candidates) for claim in result.code_claims)
    assert len(result.findings) <= len(list(root.iter("testcase"))) <= len(result.findings) + n_named


def _check_markdown(written: str, _: AuditResult) -> None:
    page = check_markup(str(MarkdownIt("commonmark", {"html": True}).enable("table").render(written)))
    assert {element.tag for element in page.iter()} <= _MARKDOWN | {"html", "body"}


def _check_html(written: str, _: AuditResult) -> None:
    (report,) = (report for report in REPORTS if report.name == "html")
    plain = html.document_fromstring("".join(report.generate(AuditResult(findings=()))))
    page = check_markup(written)
    assert [one.tag for one in page.xpath("/html/head/*")] == [one.tag for one in plain.xpath("/html/head/*")]


CHECKS: dict[str, Callable[[str, AuditResult], None]] = {
    "text": _check_lines,
    "github": _check_github,
    "markdown": _check_markdown,
    "html": _check_html,
    "csv": _check_csv,
    "jsonl": _check_jsonl,
    "sarif": _check_sarif,
    "junit": _check_junit,
}
