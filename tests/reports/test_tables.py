"""Tables in every form, whose texts stay in their cells; pictures; the table of a survey, by paper, year and venue."""

import csv
import io
import itertools
import re
import xml.etree.ElementTree as ET
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

import pytest
from lxml import html
from markdown_it import MarkdownIt
from tests.folders import CASES, ROOT

from papertrace.cli.main import main
from papertrace.errors import ExportError, SettingsError
from papertrace.model import (
    AuditResult,
    Claim,
    ClaimState,
    CodeClaim,
    Finding,
    Link,
    Occurrence,
    Outcome,
    Span,
    Verdict,
)
from papertrace.model.link import LinkKind
from papertrace.reports import tables as charts
from papertrace.reports.tables import (
    CHARTS,
    FORMS,
    Row,
    count_shares,
    find_form,
    format_table,
    generate_table,
    tabulate_papers,
    write_chart,
)

HOSTILE = 'A & B_1 | <script>alert("x")</script> $x$ \\input{/etc/passwd} `b` [a](http://x) 5% ~^#{}\nnext\x07'
ROWS: Sequence[Row] = [
    {"name": HOSTILE, "papers": 2, "share": 0.5, "url": "https://example.org/a?b=1&c=2"},
    {"name": "=HYPERLINK(0)", "papers": 1, "share": None, "url": "javascript:alert(1)"},
]


@pytest.mark.parametrize("form", FORMS)
def test_a_table_without_rows_is_a_text(form: str) -> None:
    assert isinstance(format_table([], form), str)


def test_a_spreadsheet_reads_the_cells_and_runs_none() -> None:
    first, second = csv.DictReader(io.StringIO(format_table(ROWS, "csv")))

    assert (first["papers"], first["share"], second["share"]) == ("2", "0.5", "")
    assert second["name"] == "'=HYPERLINK(0)"


def test_a_reader_of_markdown_sees_a_table_and_no_markup() -> None:
    shown = html.fromstring(MarkdownIt("commonmark").enable("table").render(format_table(ROWS, "md", "core_venues")))

    assert shown.xpath("string(//h2)") == "core venues"
    assert len(shown.xpath("//tbody/tr")) == 2
    assert shown.xpath("//script | //td//a | //code") == []
    assert "<script>" in shown.xpath("string(//tbody/tr[1]/td[1])")
    assert [cell.get("style") for cell in shown.xpath("//th")] == [None, "text-align:right", "text-align:right", None]


def test_latex_has_a_row_for_each_and_only_its_own_commands() -> None:
    text = format_table(ROWS, "tex")

    assert text.startswith("\\begin{tabular}{lrrl}\n\\toprule\n")
    assert text.count(" \\\\\n") == 3
    commands = "begin end toprule midrule bottomrule textbackslash textless textgreater textasciitilde textasciicircum"
    assert set(re.findall(r"\\([a-z]+)", text)) <= set(commands.split())
    assert re.search(r"(?<!\\)[$&%#_](?! )", text.replace(" & ", " ")) is None


def test_a_page_links_web_addresses_alone_and_runs_nothing() -> None:
    page = html.fromstring(format_table(ROWS, "html", "papers"))

    assert page.xpath("//a/@href") == ["https://example.org/a?b=1&c=2"]
    assert page.xpath("//script") == []
    assert "default-src 'none'" in page.xpath("//meta[@http-equiv]/@content")[0]


@pytest.mark.parametrize("name", CHARTS)
def test_a_chart_is_an_svg_with_its_texts(name: str, tmp_path: Path) -> None:
    pytest.importorskip("matplotlib", reason="no pictures without matplotlib (pip install 'papertrace[charts]')")
    row: Row = {
        "name": HOSTILE,
        "year": 2020,
        "papers": 2,
        "citations": 4,
        "citations_per_paper": 2.0,
        "share": 0.5,
        "rank": 1,
        "cumulative": 2,
        "zone": 1,
        "deviation": 1,
        "peak": "yes",
        "references": 3,
        "expected_share": 0.4,
    }
    rows = [row, {**row, "year": 2021, "citations_per_paper": None, "rank": 2, "zone": 2, "papers": 3}]
    for path in (tmp_path / "a.svg", tmp_path / "b.svg"):
        write_chart(name, rows, path)

    tree = ET.parse(tmp_path / "a.svg")  # noqa: S314 - our own file
    texts = "".join(tree.getroot().itertext())
    assert name.replace("_", " ") in texts
    assert (tmp_path / "a.svg").read_bytes() == (tmp_path / "b.svg").read_bytes()
    assert not list(tree.iter("{http://www.w3.org/2000/svg}script"))


def test_without_matplotlib_the_error_says_how_to_get_it(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(charts, "find_spec", lambda _: None)

    with pytest.raises(ExportError, match=r"papertrace\[charts\]"):
        write_chart("years", ROWS, tmp_path / "a.svg")


def occurrence(paper: str, line: int, year: int | None = 2020, venue: str = "") -> Occurrence:
    return Occurrence(id=paper, title=f"Title {paper}", source="a.bib", line=line, column=1, year=year, venue=venue)


def finding(url: str, outcome: Outcome, *where: Occurrence, reason: str = "seen") -> Finding:
    link = Link(raw=url, url=url, span=Span("a.bib", 1), kind=LinkKind.PAGE)
    return Finding(verdict=Verdict(link=link, outcome=outcome, reason=reason), occurrences=where)


A, B, C = occurrence("a", 1, venue="Ice"), occurrence("b", 5, venue="Ice"), occurrence("c", 9, year=None)
DEAD, ALIVE = (
    finding("https://example.org/dead", Outcome.DEAD, A),
    finding("https://example.org/alive", Outcome.ALIVE, A),
)
SUSPECT = finding("https://example.org/video", Outcome.SUSPECT, B)
RESULT = AuditResult(
    findings=(DEAD, ALIVE, SUSPECT),
    code_claims=(
        CodeClaim(occurrence=A, claim=Claim(state=ClaimState.LINKED), findings=(DEAD, ALIVE)),
        CodeClaim(occurrence=C, claim=Claim(state=ClaimState.PROMISED, sentence="Code will be released.")),
    ),
)


def test_an_audit_without_papers_has_no_rows() -> None:
    assert tabulate_papers(AuditResult(findings=())) == []


def test_each_paper_has_a_row_with_the_best_of_its_code() -> None:
    first, second, third = tabulate_papers(RESULT)

    assert (first["claim"], first["outcome"], first["links"], first["dead_links"]) == ("linked", "alive", 2, 1)
    assert first["code"] == "https://example.org/dead https://example.org/alive"
    assert (first["year"], first["venue"], first["place"]) == (2020, "Ice", "a.bib:1")
    assert (second["claim"], second["code"], second["outcome"]) == ("none", "", "suspect")
    assert (third["claim"], third["outcome"], third["links"]) == ("promised", "", 0)


def test_when_a_repository_was_last_active_is_a_column_where_its_host_says_it() -> None:
    pushed = replace(ALIVE, verdict=replace(ALIVE.verdict, last_active="2021-03-04"))
    row, *_ = tabulate_papers(AuditResult(findings=(pushed,)))

    assert row["last_active"] == "2021-03-04"
    assert tabulate_papers(RESULT)[0]["last_active"] == ""


def test_of_links_that_are_as_good_the_last_active_one_counts_whatever_their_order() -> None:
    days = ("2021-03-04", "", "2019-05-06")
    links = [
        replace(
            finding(f"https://example.org/{day}", Outcome.ALIVE, A), verdict=replace(ALIVE.verdict, last_active=day)
        )
        for day in days
    ]

    found = {tabulate_papers(AuditResult(findings=order))[0]["last_active"] for order in itertools.permutations(links)}

    assert found == {"2021-03-04"}


def test_shares_are_of_all_papers_of_a_venue() -> None:
    ice, unknown = count_shares(tabulate_papers(RESULT), "venue")

    assert ice == {
        "venue": "Ice",
        "papers": 2,
        "code_linked": 1,
        "code_works": 1,
        "code_dead": 0,
        "code_undecided": 0,
        "code_only_claimed": 0,
        "works_percent": 50.0,
    }
    assert (unknown["venue"], unknown["code_only_claimed"]) == ("unknown", 1)


def test_years_are_in_their_order() -> None:
    assert [row["year"] for row in count_shares(tabulate_papers(RESULT), "year")] == ["2020", "unknown"]


@pytest.mark.parametrize("form", ["csv", "md", "tex", "html"])
def test_every_form_has_every_paper(form: str) -> None:
    text = "".join(generate_table(RESULT, "paper", form))

    assert all(f"Title {paper}" in text for paper in "abc")


def test_the_suffix_of_the_file_decides_the_form() -> None:
    assert [find_form("text", Path(f"a.{suffix}")) for suffix in ("tex", "csv", "txt")] == ["tex", "csv", "md"]
    assert (find_form("text", None), find_form("html", Path("a.tex"))) == ("md", "html")
    with pytest.raises(SettingsError, match=r"ends in \.tex"):
        find_form("sarif", None)
    with pytest.raises(SettingsError, match=r"code\.xlsx: --by writes no \.xlsx; name a file that ends in \.md"):
        find_form("text", Path("code.xlsx"))


def test_the_command_writes_the_table(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    tour = [str(CASES / "audit" / "tour.txt"), "--cassette", str(ROOT / "cassettes/audit/run/tour.yaml")]

    assert main(["audit", *tour, "--store", "none", "-q", "--by", "paper", "--format", "csv"]) == 1
    assert main(["audit", *tour, "--store", "none", "-q", "--by", "paper", "-o", str(tmp_path / "code.tex")]) == 1
    assert main(["audit", *tour, "--store", "none", "-q", "--by", "paper", "--format", "junit"]) == 2

    captured = capsys.readouterr()
    rows = list(csv.DictReader(io.StringIO(captured.out)))
    assert [row["outcome"] for row in rows] == ["alive", "dead", "moved", "suspect", "restricted"]
    assert "\\toprule" in (tmp_path / "code.tex").read_text("utf-8")
    assert "not junit" in captured.err
