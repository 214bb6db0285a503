"""Tables in every form: what a text may contain does not leave its cell; pictures where matplotlib is installed."""

import csv
import io
import re
import xml.etree.ElementTree as ET
from collections.abc import Sequence
from pathlib import Path

import pytest
from lxml import html
from markdown_it import MarkdownIt

from papertrace.errors import ExportError
from papertrace.reports import tables as charts
from papertrace.reports.tables import CHARTS, FORMS, Row, format_table, write_chart

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
