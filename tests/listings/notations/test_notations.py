"""Reading lists of Org mode, reStructuredText and AsciiDoc are read as Markdown, with the positions that they print."""

import re
from itertools import chain
from pathlib import Path

import pytest
from tests.folders import CASES
from tests.titles import title, venue, year

from papertrace.listings import read_listing
from papertrace.listings.formats import find_reader
from papertrace.listings.learned.blocks import read_org
from papertrace.listings.notations import asciidoc, conversion, restructuredtext
from papertrace.listings.notations.conversion import Convert
from papertrace.listings.notations.simple_tables import convert_tables
from papertrace.model import Entry

FOLDER = CASES / "listings"

EXPECTED = {
    "reading_list.org": [
        (5, "Tides of Frost in Narrow Harbours", []),
        (7, "A Study of Paper That Folds Itself", [(7, 11)]),
        (9, "How Creases of Wet Paper Are Measured from Photographs", [(9, 6)]),
        (15, "A Survey of Folds in Wet Paper", [(15, 5)]),
        (16, "Maps That Cannot Be Folded Back", [(16, 5)]),
    ],
    "reading_list.rst": [
        (9, "Tides of Frost in Narrow Harbours", [(9, 39)]),
        (10, "A Study of Paper That Folds Itself", [(11, 17)]),
        (16, "The Measure of a Crease", [(16, 1)]),
        (17, "Maps That Cannot Be Folded Back", [(17, 38), (17, 1)]),
        (21, "A survey of folds in wet paper", []),
    ],
    "reading_list.adoc": [
        (6, "Tides of Frost in Narrow Harbours", [(6, 1), (7, 4)]),
        (8, "A Study of Paper That Folds Itself", [(8, 8)]),
        (13, "The Measure of a Crease", [(13, 3)]),
        (14, "Maps That Cannot Be Folded Back", [(14, 37)]),
    ],
}
FORMATS = {"org": "org-list", "rst": "rst-list", "adoc": "asciidoc-list"}


def read(name: str) -> list[Entry]:
    lines = (FOLDER / name).read_text(encoding="utf-8").split("\n")
    reader = find_reader(FORMATS[name.rpartition(".")[2]])
    return [item for item in reader.parse(iter(lines), name) if isinstance(item, Entry)]


@pytest.mark.parametrize(("name", "expected"), EXPECTED.items(), ids=EXPECTED)
def test_a_reading_list_has_its_papers_at_their_printed_positions(
    name: str, expected: list[tuple[int, str, list[tuple[int, int]]]]
) -> None:
    found = [
        (entry.span.line, entry.title, [(target.span.line, target.span.column) for target in entry.targets])
        for entry in read(name)
    ]

    assert found == [(line, title, links) for line, title, links in expected]


def test_the_authors_of_an_item_are_among_its_properties() -> None:
    assert read("reading_list.org")[2].authors == ("Ann Doe", "Rob Roe")


@pytest.mark.parametrize("convert", [restructuredtext.convert, asciidoc.convert], ids=["rst", "adoc"])
def test_a_conversion_has_one_line_for_each_line(convert: Convert) -> None:
    for name in EXPECTED:
        lines = (FOLDER / name).read_text(encoding="utf-8").split("\n")

        assert len(convert(lines)) == len(lines)


def test_an_address_over_two_lines_leaves_the_number_of_lines() -> None:
    assert len(restructuredtext.convert(["`Fold <https://example.org/", "a>`_"])) == 2


def test_a_declared_state_makes_a_headline_an_item() -> None:
    declared, undeclared = read_org(["#+TODO: SKIMMED | CITED", "* CITED Tides of Frost"]), read_org(["* CITED Tides"])

    assert [(block.tag, block.text) for block in declared] == [("li", "Tides of Frost")]
    assert [(block.tag, block.text) for block in undeclared] == [("h2", "CITED Tides")]


def test_the_rows_of_a_simple_table_are_papers_with_their_positions() -> None:
    lines = [
        *(
            "Ice",
            "---",
            "",
            "=================================================  ====  ============",
            "Paper Title                                        Year  Materials",
        ),
        "=================================================  ====  ============",
        "Tides of Frost in Narrow Harbours of the North     2015  `[PDF] <https://arxiv.org/abs/2401.00001>`_",
        "How Fishing Boats Spend the Winter under Snow      2016  `[PDF] <https://arxiv.org/abs/2401.00002>`_, `[Code] <https://github.com/a/b>`_",
        *("=================================================  ====  ============", "", "Prose below the table."),
    ]
    entries = [item for item in restructuredtext.parse(lines, "a.rst") if isinstance(item, Entry)]

    assert [(entry.title, entry.span.line, entry.span.column) for entry in entries] == [
        ("Tides of Frost in Narrow Harbours of the North", 7, 1),
        ("How Fishing Boats Spend the Winter under Snow", 8, 1),
    ]
    assert [len(entry.targets) for entry in entries] == [1, 2]
    assert lines[7][entries[1].targets[1].span.column - 1 :].startswith("https://github.com/a/b")


def test_rules_without_a_table_are_left_alone() -> None:
    lines = ["====  ====", "Name  Year", "", "====  ===="]

    assert convert_tables(lines * 3)[:2] == lines[:2]
    assert len(convert_tables(["== =="] * 1000)) == 1000


def test_of_a_list_that_is_too_long_the_beginning_is_read(monkeypatch: pytest.MonkeyPatch) -> None:
    lines = ["== Papers", "* https://arxiv.org/abs/2401.00001[Tides of Frost in Harbours]", "* more"]
    monkeypatch.setattr(conversion, "_MAX_LENGTH", sum(map(len, lines[:2])) + 2)

    *items, problem = asciidoc.parse(lines, "a.adoc")

    assert [item.title for item in items if isinstance(item, Entry)] == ["Tides of Frost in Harbours"]
    assert str(problem) == "a.adoc:3:1: only the 0 MiB before this line are read; split the file"


@pytest.mark.parametrize(
    ("convert", "lines", "converted"),
    [
        pytest.param(asciidoc.convert, ["* a", "+", "b"], ["- a", "", "b"], id="a continuation in AsciiDoc"),
        pytest.param(
            asciidoc.convert, ["|===", "|a | *b*", "|"], ["<!-- -->", "- a, **b**", ""], id="a table in AsciiDoc"
        ),
        pytest.param(asciidoc.convert, [".Papers", "* a"], ["Papers", "- a"], id="the title of a block in AsciiDoc"),
        pytest.param(
            asciidoc.convert,
            ["- [[[A1]]] link:$$https://example.org/a(1)<2>$$[A Fold]. Doe, A."],
            ["- [A Fold](https://example.org/a%281%29<2>). Doe, A."],
            id="a link in pass-through marks in AsciiDoc",
        ),
        pytest.param(
            restructuredtext.convert,
            ["`a paper`__ and `b`__", "", "__ https://example.org/a"],
            ["[a paper](https://example.org/a) and b", "", "<!-- -->"],
            id="links without names",
        ),
        pytest.param(
            restructuredtext.convert,
            [".. note::", "   :class: x", "", "   - read", "   more", "back"],
            ["<!-- -->", "<!-- -->", "", "- read", "more", "back"],
            id="the body of a directive",
        ),
        pytest.param(
            restructuredtext.convert,
            ["----", ".. _here: https://example.org/a", ".. [1] A paper"],
            ["", "[here]: https://example.org/a", "- A paper"],
            id="rules, targets and citations",
        ),
        pytest.param(
            restructuredtext.convert,
            ["#. Frost", "  (2) Tides, as in (3) of it", "Salt, see (4) there"],
            ["1. Frost", "  1. Tides, as in (3) of it", "Salt, see (4) there"],
            id="numbers of items, and others",
        ),
    ],
)
def test_lines_become_those_of_markdown(convert: Convert, lines: list[str], converted: list[str]) -> None:
    assert [re.sub("<!--.*-->", "<!-- -->", line) for line in convert(lines)] == converted


def test_blocks_and_citations_of_org_are_left_out_and_tables_and_lone_links_kept() -> None:
    lines = [
        "- a",
        "#+begin_src",
        "x = 1",
        "* H",
        "[cite:@x]",
        "#+end_src",
        "| a | b |",
        "|---+---|",
        "[[https://a.org][b]]",
    ]

    assert [(block.tag, block.path, block.text, block.line) for block in read_org(lines)] == [
        ("li", "li", "a", 1),
        ("li", "li", "H", 4),
        ("li", "li>li", "b", 9),
    ]


def test_the_rows_of_a_list_table_are_papers() -> None:
    rows = ((f"   * - `{title(n)} <https://example.org/{n}>`_", f"     - {venue(n)} {year(n)}") for n in range(4))
    lines = [".. list-table::", "", *chain.from_iterable(rows), ""]
    entries = [item for item in restructuredtext.parse(lines, "a.rst") if isinstance(item, Entry)]

    assert [(entry.title, entry.span.line) for entry in entries] == [
        (title(number), 3 + 2 * number) for number in range(4)
    ]


def test_of_a_header_of_several_lines_the_last_one_stays() -> None:
    lines = ["====  ====", "Name  Year", "(of)  (AD)", "====  ====", "Fold  2015", "====  ===="]

    assert convert_tables(lines) == ["", "", "| (of) | (AD) |", "| --- | --- |", "| Fold | 2015 |", ""]


def test_papers_above_their_bibtex_are_recognised_by_both(tmp_path: Path) -> None:
    text = "\n".join(
        f'"{title}".\nAnn Doe and Rob Roe.\nHarbour {year}.\nhttps://arxiv.org/abs/{year}.0123{number}\n\n'
        f".. code:: BibTeX\n\n    @article{{a{number},\n      title = {{{title}}},\n"
        "      author = {Doe, Ann and Roe, Rob},\n"
        f"      year = {year},\n      journal = {{Harbour}} }}\n\n"
        for number, (title, year) in enumerate((("Sparse Tides of Frost", 2012), ("Salt in Ropes of Hemp", 2013)))
    )
    path = tmp_path / "papers.rst"
    path.write_text(f"Papers\n======\n\n{text}", encoding="utf-8")

    entries = list(read_listing(path))

    assert [(entry.title, entry.authors, entry.venue) for entry in entries] == [
        ("Sparse Tides of Frost", ("Ann Doe", "Rob Roe"), None),
        ("Sparse Tides of Frost", ("Ann Doe", "Rob Roe"), "Harbour"),
        ("Salt in Ropes of Hemp", ("Ann Doe", "Rob Roe"), None),
        ("Salt in Ropes of Hemp", ("Ann Doe", "Rob Roe"), "Harbour"),
    ]
