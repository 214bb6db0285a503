"""Hostile texts through every report, read back by readers that are not ours."""

import csv
import io
import json
from collections.abc import Callable, Iterable, Sequence
from functools import partial
from random import Random

from lxml import etree, html
from tests.torture.hostile import BATCH, FORMULA, hostile_text, try_with
from tests.torture.tally import Tally

from papertrace.model import (
    Ask,
    AuditResult,
    Change,
    ChangeKind,
    Claim,
    ClaimState,
    CodeClaim,
    Comparison,
    Entry,
    Finding,
    Link,
    LinkKind,
    Method,
    Observation,
    Occurrence,
    Outcome,
    Paper,
    Span,
    Verdict,
)
from papertrace.model.papers.paper import Added
from papertrace.model.papers.work import (
    Candidate,
    CodeCandidate,
    Conflict,
    EnrichmentReport,
    MissingWork,
    ServiceAccount,
)
from papertrace.reports import REPORTS, Report
from papertrace.reports.enrichment import generate_enrichment_report, generate_missing_bibtex, generate_missing_table
from papertrace.reports.forms.rows import generate_extracted

Generate = Callable[[Sequence[str]], Iterable[str]]
Read = Callable[[str, Sequence[str], Tally], None]
OFTEN = 0.5
_UNSAFE = "//script | //img | //iframe | //object | //form | //base | //embed | //svg//*[not(self::rect)]"


def torture_reports(n_texts: int, seed: int) -> Tally:
    """Write reports of hostile texts in every form, and read them back."""
    rng = Random(seed)  # noqa: S311 - not for security
    tally = Tally(name="reports")
    for number in range(0, n_texts, BATCH):
        texts = [hostile_text(rng) for _ in range(min(BATCH, n_texts - number))]
        tally.n_trials += len(texts)
        result = _result(rng, texts)
        for report in REPORTS:
            try_with(tally, report.name, partial(_check_report, report, result, texts, tally), texts)
        for name, (generate, read) in OTHER_REPORTS.items():
            try_with(tally, name, partial(_check_other, name, generate, read, texts, tally), texts)
    return tally


def _check_report(report: Report, result: AuditResult, texts: Sequence[str], tally: Tally) -> None:
    READ_REPORT[report.name](_as_printed(report.name, report.generate(result), tally), texts, tally)


def _check_other(name: str, generate: Generate, read: Read, texts: Sequence[str], tally: Tally) -> None:
    read(_as_printed(name, generate(texts), tally), texts, tally)


def _as_printed(name: str, lines: Iterable[str], tally: Tally) -> str:
    """Return a report as one text, which can be encoded and does not steer a terminal."""
    written = "".join(lines)
    written.encode()
    if "\x1b" in written or "\x00" in written:
        tally.lose(f"{name}: a control character reaches the terminal", written.encode())
    return written


def _result(rng: Random, texts: Sequence[str]) -> AuditResult:
    """Return the result of an audit with texts in all that a report may contain."""
    found = tuple(_finding(rng, text) for text in texts)
    claims = tuple(
        CodeClaim(
            occurrence=finding.occurrences[0],
            claim=Claim(state=rng.choice(list(ClaimState)), sentence=text),
            findings=(finding,),
            candidates=((text, finding),),
        )
        for finding, text in zip(found[:3], texts, strict=False)
    )
    changes = tuple(Change(kind=rng.choice(list(ChangeKind)), before=Outcome.ALIVE, finding=one) for one in found[:3])
    comparison = Comparison(run=1, started_at="2026-01-01T00:00:00Z", changes=changes) if rng.random() < OFTEN else None
    return AuditResult(findings=found, code_claims=claims if rng.random() < OFTEN else (), comparison=comparison)


def _finding(rng: Random, text: str) -> Finding:
    url = rng.choice((f"https://example.org/{text}", text, "https://example.org/a"))
    link = Link(raw=url, url=url, span=Span(text, 3, 7), kind=LinkKind.PAGE)
    return Finding(
        verdict=Verdict(
            link=link,
            outcome=Outcome.DEAD,
            reason=f"404 Not Found {text}",
            seen=(Observation(ask=Ask(method=Method.HEAD, url=url), final_url=url, status=404),),
            new_url=url,
            checked_at="2026-01-05T12:00:00Z",
        ),
        occurrences=(Occurrence(id=text, title=text, source=text, line=3, column=7, raw=url, year=2024),),
    )


def _read_report_csv(written: str, texts: Sequence[str], tally: Tally) -> None:
    rows = list(csv.reader(io.StringIO(written, newline="")))
    if len(rows) != len(texts) + 1 or len({len(row) for row in rows}) != 1:
        tally.lose(f"csv: {len(rows)} rows of {len(texts) + 1}", written.encode())
    if [cell for row in rows for cell in row if cell.startswith(FORMULA)]:
        tally.lose("csv: a cell is a formula", written.encode())


def _read_report_jsonl(written: str, texts: Sequence[str], tally: Tally) -> None:
    records = [json.loads(line) for line in written.split("\n")[:-1]]
    if sum("outcome" in record for record in records) < len(texts):
        tally.lose("jsonl: a finding is missing", written.encode())


def _read_report_sarif(written: str, texts: Sequence[str], tally: Tally) -> None:
    (run,) = json.loads(written)["runs"]
    if len(run["results"]) < len(texts):
        tally.lose("sarif: a result is missing", written.encode())


def _read_report_junit(written: str, texts: Sequence[str], tally: Tally) -> None:
    suites = etree.fromstring(written.encode())
    allowed = {"testsuites", "testsuite", "testcase", "failure", "skipped", "system-out"}
    if len(suites.findall(".//testcase")) < len(texts) or {element.tag for element in suites.iter()} - allowed:
        tally.lose("junit: a case is missing, or a text is an element", written.encode())


def _read_report_markdown(written: str, _: Sequence[str], tally: Tally) -> None:
    from markdown_it import MarkdownIt

    _check_markup("markdown", MarkdownIt("commonmark", {"html": True}).enable("table").render(written), tally)


def _read_report_html(written: str, _: Sequence[str], tally: Tally) -> None:
    _check_markup("html", written, tally)


def _check_markup(name: str, markup: str, tally: Tally) -> None:
    document = html.document_fromstring(markup)
    attributes = {str(attribute).lower() for element in document.iter() for attribute in element.attrib}
    targets = [str(href).lower() for href in document.xpath("//@href | //@src")]
    if document.xpath(_UNSAFE) or any(one.startswith("on") for one in attributes):
        tally.lose(f"{name}: a text becomes an element", markup.encode())
    if any(target.startswith(("javascript:", "vbscript:")) for target in targets):
        tally.lose(f"{name}: a text becomes a script", markup.encode())


def _read_report_lines(written: str, texts: Sequence[str], tally: Tally) -> None:
    commands = [line for line in written.splitlines() if line.lstrip().startswith(("::", "##"))]
    if len(commands) != len(texts) or len(written.splitlines()) != len(texts) + 1:
        tally.lose("github: a text becomes a command", written.encode())


def _read_report_text(written: str, _: Sequence[str], tally: Tally) -> None:
    if [line for line in written.splitlines() if line.lstrip().startswith(("::", "##["))]:
        tally.lose("text: a text becomes a command", written.encode())


READ_REPORT: dict[str, Callable[[str, Sequence[str], Tally], None]] = {
    "csv": _read_report_csv,
    "jsonl": _read_report_jsonl,
    "sarif": _read_report_sarif,
    "junit": _read_report_junit,
    "markdown": _read_report_markdown,
    "html": _read_report_html,
    "github": _read_report_lines,
    "text": _read_report_text,
}


def _paper(text: str) -> Paper:
    """Return a paper that services have added facts to, among them a repository."""
    span, added = Span(text, 3), Added(code=(CodeCandidate(url=f"https://example.org/{text}", source=text),))
    claim = Claim(state=ClaimState.CLAIMED, sentence=text)
    entry = Entry(title=text, abstract=text, span=span, end_line=3, venue=text)
    return Paper(id=text, title=text, abstract=text, entries=(entry,), venue=text, claim=claim, added=added)


def _generate_enrichment(texts: Sequence[str]) -> Iterable[str]:
    shown = ("title", "fact", "printed", "found", "source")
    report = EnrichmentReport(
        n_papers=len(texts),
        accounts=(ServiceAccount(service="openalex", n_requests=1),),
        conflicts=tuple(Conflict(paper=text, **dict.fromkeys(shown, text)) for text in texts),
        candidates=tuple(
            Candidate(paper=text, title=text, service="dblp", work=text, work_title=text, reason=text) for text in texts
        ),
    )
    return generate_enrichment_report(report, [_paper(text) for text in texts])


def _works(texts: Sequence[str]) -> list[MissingWork]:
    prefixes = ("doi:", "arxiv:", "openalex:", "")
    return [
        MissingWork(name=f"{prefixes[number % 4]}{text}", title=f"{text} (2020)", n_citing=2, n_papers=9)
        for number, text in enumerate(texts)
    ]


def _read_extracted(written: str, texts: Sequence[str], tally: Tally) -> None:
    records = [json.loads(line) for line in written.split("\n")[:-1]]
    expected = [text.encode("utf-8", "replace").decode() for text in texts]
    if [record["title"].encode("utf-8", "replace").decode() for record in records] != expected:
        tally.lose("extracted: a title comes back as another one", written.encode())


def _read_missing_table(written: str, texts: Sequence[str], tally: Tally) -> None:
    rows = [line.split("\t") for line in written.splitlines()]
    if len(rows) != len(texts) or {len(row) for row in rows} != {3}:
        tally.lose(f"missing works: {len(rows)} rows of {len(texts)}", written.encode())
    if any(row[0].startswith(FORMULA) for row in rows):
        tally.lose("missing works: a title is a formula", written.encode())


def _read_missing_bibtex(written: str, texts: Sequence[str], tally: Tally) -> None:
    """Check that braces are balanced, entries as many as works, and every field on a line of its own."""
    depth = deepest = 0
    for sign in written:
        depth += (sign == "{") - (sign == "}")
        deepest = max(deepest, depth)
    entries = [line for line in written.splitlines() if not line.startswith("  ") and line != "}"]
    if depth or deepest != 2 or len(entries) != len(texts) or "\\" in written:
        tally.lose("missing works: a text becomes an entry of BibTeX", written.encode())


OTHER_REPORTS: dict[str, tuple[Generate, Read]] = {
    "extracted": (lambda texts: generate_extracted(map(_paper, texts)), _read_extracted),
    "enrichment": (_generate_enrichment, _read_report_markdown),
    "missing works": (lambda texts: generate_missing_table(_works(texts)), _read_missing_table),
    "missing works in BibTeX": (lambda texts: generate_missing_bibtex(_works(texts)), _read_missing_bibtex),
}
"""Reports on papers and on works, from texts."""
