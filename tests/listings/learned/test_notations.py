"""Reading lists of Org mode, reStructuredText, AsciiDoc and LaTeX, with the positions that they print."""

from itertools import chain
from pathlib import Path

import pytest
from tests.folders import CASES
from tests.titles import title, venue, year

from papertrace.listings import read_listing
from papertrace.listings.formats import find_reader
from papertrace.listings.learned.blocks import Block, read_asciidoc, read_latex, read_org, read_rst
from papertrace.listings.learned.entries import parse_rst
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
    "references.tex": [
        (6, "Tides of Frost in Narrow Harbours", [(6, 140)]),
        (9, "A study of paper that folds itself", [(11, 16)]),
        (13, "The Measure of a Crease", []),
    ],
}
FORMATS = {"org": "org-list", "rst": "rst-list", "adoc": "asciidoc-list", "tex": "latex-list"}


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


def test_a_declared_state_makes_a_headline_an_item() -> None:
    declared, undeclared = read_org(["#+TODO: SKIMMED | CITED", "* CITED Tides of Frost"]), read_org(["* CITED Tides"])

    assert [(block.tag, block.text) for block in declared] == [("li", "Tides of Frost")]
    assert [(block.tag, block.text) for block in undeclared] == [("h2", "CITED Tides")]


def test_snippets_of_org_are_read_where_they_are_html() -> None:
    (block,) = read_org(
        [
            "- *Tides* @@html:<em>@@Ann Doe@@html:</em>@@@@latex:\\newpage@@, @@html:<a href='https://a.org'>@@PDF@@html:</a>@@"
        ]
    )

    assert [(atom.text, atom.kind) for atom in block.atoms] == [("Tides", "b"), ("Ann Doe", "i"), ("PDF", "a")]
    assert [link.url for link in block.links] == ["https://a.org"]


def test_a_class_of_titles_that_holds_names_and_a_year_is_no_title_as_a_whole(tmp_path: Path) -> None:
    titles = [
        "Sediments that settle slowly in the estuary",
        "Currents in the channels of a marsh",
        "Why nets freeze first",
    ]
    rows = (
        f'<li><div class="entry-title">Ann Doe, Rob Roe. <b>{one}.</b> Annals of Tides 20{n}</div></li>'
        for n, one in enumerate(titles, start=15)
    )
    page = tmp_path / "page.html"
    page.write_text(f"<html><body><h1>Publications</h1><ul>{''.join(rows)}</ul></body></html>", encoding="utf-8")

    assert [entry.title for entry in read_listing(page) if isinstance(entry, Entry)] == titles


def test_a_name_in_italics_amid_a_phrase_does_not_divide_it() -> None:
    (one,) = read_org(["- Growth of /Salicornia nivalis/ in cold marshes, /Annals of Ice/ 2019"])

    assert [(atom.text, atom.kind) for atom in one.atoms] == [
        ("Growth of Salicornia nivalis in cold marshes", "text"),
        ("Annals of Ice", "i"),
        ("2019", "text"),
    ]


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
    entries = [item for item in parse_rst(lines, "a.rst") if isinstance(item, Entry)]

    assert [(entry.title, entry.span.line, entry.span.column) for entry in entries] == [
        ("Tides of Frost in Narrow Harbours of the North", 7, 1),
        ("How Fishing Boats Spend the Winter under Snow", 8, 1),
    ]
    assert [len(entry.targets) for entry in entries] == [1, 2]
    assert lines[7][entries[1].targets[1].span.column - 1 :].startswith("https://github.com/a/b")


def shown(blocks: list[Block]) -> list[tuple[str, str, int]]:
    """Return the path, the text and the line of blocks."""
    return [(block.path, " ".join(block.text.split()), block.line) for block in blocks]


ASCIIDOC = {
    "a continuation": (["* a one", "+", "b two"], [("li", "a one", 1), ("li>p", "b two", 3)]),
    "a paragraph after a list": (["* a one", "", "b two"], [("li", "a one", 1), ("p", "b two", 3)]),
    "lists in lists": (
        ["* a", "** b", "- c", "* d"],
        [("li", "a", 1), ("li>li", "b", 2), ("li>li>li", "c", 3), ("li", "d", 4)],
    ),
    "a table": (
        ["|===", "|Name |Year", "", "|Fold *it* |2015", "|Ice", "|2016", "|==="],
        [("tr", "Fold it 2015", 4), ("tr", "Ice 2016", 5)],
    ),
    "the title of a block": ([".Papers", "* a"], [("p", "Papers", 1), ("li", "a", 2)]),
    "a title with marks below": (["Papers", "------", "* a"], [("h2", "Papers", 1), ("li", "a", 3)]),
    "attributes": ([":x: the sea", "* by {x}"], [("li", "by the sea", 2)]),
    "comments and listings": (["// a", "----", "b", "----", "c"], [("p", "c", 5)]),
    "words in quotes and their window": (
        ['* link:a.pdf["A, b",window=_blank] https://example.org[C^]'],
        [("li", "A, b C", 1)],
    ),
}


@pytest.mark.parametrize("case", ASCIIDOC.values(), ids=ASCIIDOC)
def test_asciidoc_has_blocks(case: tuple[list[str], list[tuple[str, str, int]]]) -> None:
    lines, expected = case

    assert shown(read_asciidoc(lines)) == expected


def test_a_link_of_asciidoc_may_be_in_marks_and_after_an_anchor() -> None:
    (block,) = read_asciidoc(["- [[[A1]]] link:$$https://example.org/a(1)$$[A Fold]. Doe, A."])

    assert (block.text.strip(), [link.url for link in block.links]) == ("A Fold. Doe, A.", ["https://example.org/a(1)"])


LATEX = {
    "a list in a list": (
        [r"\begin{itemize}", r"\item a", r"\begin{enumerate}", r"\item b", r"\end{enumerate}", r"\end{itemize}", "c"],
        [("li", "a", 2), ("li>li", "b", 4), ("p", "c", 7)],
    ),
    "references and their comments": (
        [r"\bibitem[Doe]{doe}", "% a remark", r"Frost \emph{on", "ropes}. 50\\% % checked", "", r"\bibitem{roe} Tides"],
        [("li", "Frost on ropes. 50%", 3), ("li", "Tides", 6)],
    ),
    "a table": (
        [r"\begin{tabular}{l|p{3cm}}", r"2015 & Salt \& \textbf{tar} \\", r"2016 & {A & B} \\[2pt]", r"\end{tabular}"],
        [("tr", "2015 Salt & tar", 2), ("tr", "2016 A & B", 3)],
    ),
    "a macro of several groups, and others": (
        [
            r"\cventry{2015}{Frost}{Salt}{}{}{}",
            r"\newcommand{\a}[1]{\b}{c}{d}",
            r"\section*{Ice \& snow}",
            r"\unknown{Tar}",
        ],
        [("li", "2015 Frost Salt", 1), ("h2", "Ice & snow", 3), ("p", "Tar", 4)],
    ),
    "marks that are indented": (
        [
            r"  \begin{thebibliography}{9}",
            r"  \bibitem{doe} Frost",
            r"  \bibitem{roe} {\em Tides}",
            r"  \end{thebibliography}",
        ],
        [("li", "Frost", 2), ("li", "Tides", 3)],
    ),
    "marks of the document in comments": (
        ["% as in \\begin{document}", r"\author{A \and B}", r"\begin{document}", r"%\end{document}", "Frost"],
        [("p", "Frost", 5)],
    ),
    "a comment behind the end of a row": (
        [r"\begin{tabular}{ll}", r"Salt & 2020 \\% the first", r"Tar & 50\% \\", r"\end{tabular}"],
        [("tr", "Salt 2020", 2), ("tr", "Tar 50%", 3)],
    ),
    "macros of two groups that fill a line": (
        [r"\cvitem{2022}{\textbf{Frost}, Doe}", r"\cvitem{2023}{Tides}", r"Ice \unknown{a}{b} snow $\alpha$"],
        [("li", "2022 Frost, Doe", 1), ("li", "2023 Tides", 2), ("p", "Ice a b snow $\\alpha$", 3)],
    ),
    "what is around the document": (
        [r"\documentclass{a}", r"\begin{document}", r"Fr\"ost \\ {\em salt} \verb", r"\end{document}", "after"],
        [("p", "Fröst salt", 3)],
    ),
    "groups that are not closed": (
        [r"\item {\bf Frost", r"\item \href{https://a", r"\section{"],
        [("li", "Frost", 1), ("li", "https://a", 2)],
    ),
}


@pytest.mark.parametrize("case", LATEX.values(), ids=LATEX)
def test_latex_has_blocks(case: tuple[list[str], list[tuple[str, str, int]]]) -> None:
    lines, expected = case

    assert shown(read_latex(lines)) == expected


def test_links_of_latex_keep_their_addresses() -> None:
    (block,) = read_latex(
        [r"\item \href{https://example.org/a\%20b\_c}{A \textit{Fold}}, \doi{10.1234/a\_b}, \url{a.org/~b}"]
    )

    assert [(link.url, link.words) for link in block.links] == [
        ("https://example.org/a%20b_c", "A Fold"),
        ("https://doi.org/10.1234/a_b", "https://doi.org/10.1234/a_b"),
        ("a.org/~b", "a.org/~b"),
    ]


RST = {
    "the body of a directive": (
        [".. note::", "   :class: x", "", "   - read", "     more", "", "back"],
        [("li", "read more", 4), ("p", "back", 7)],
    ),
    "rules, targets and citations": (
        ["----", ".. _here: https://example.org/a", ".. [1] A paper", "   of two lines"],
        [("li", "A paper of two lines", 3)],
    ),
    "numbers of items, and others": (
        ["#. Frost", "", "   (2) Tides, as in (3) of it", "", "Salt, see (4) there"],
        [("li", "Frost", 1), ("li>li", "Tides, as in (3) of it", 3), ("p", "Salt, see (4) there", 5)],
    ),
    "headings": (
        ["====", "Main", "====", "Next", "----", "a"],
        [("h1", "Main", 2), ("h2", "Next", 4), ("p", "a", 6)],
    ),
    "lines of a block": (["| a *b*", "| c"], [("p", "a b c", 1)]),
    "code and comments": (
        ["Words::", "", "   code", "", ".. a remark", "   of two", "", "b"],
        [("p", "Words::", 1), ("p", "b", 8)],
    ),
    "a simple table": (
        ["====  ====", "Name  Year", "(of)  (AD)", "====  ====", "Fold  2015", "      c.", "Ice   2016", "====  ===="],
        [("tr", "(of) (AD)", 3), ("tr", "Fold 2015 c.", 5), ("tr", "Ice 2016", 7)],
    ),
    "a table with lines": (
        [
            "+------+------+",
            "| Name | Year |",
            "+======+======+",
            "| Fold | 2015 |",
            "| it   |      |",
            "+------+------+",
        ],
        [("tr", "Fold it 2015", 4)],
    ),
    "rules without a table": (["====  ====", "Name  Year"], [("p", "Name Year", 2)]),
}


@pytest.mark.parametrize("case", RST.values(), ids=RST)
def test_rst_has_blocks(case: tuple[list[str], list[tuple[str, str, int]]]) -> None:
    lines, expected = case

    assert shown(read_rst(lines)) == expected


LINKS = {
    "in the text": ("`A fold <https://example.org/a>`_", [("https://example.org/a", "A fold")]),
    "over two lines": ("`A\nfold <https://example.org/\na>`_", [("https://example.org/a", "A fold")]),
    "without names": ("`a paper`__ and `b`__\n\n__ https://example.org/a", [("https://example.org/a", "a paper")]),
    "by a name": ("`A Fold`_\n\n.. _a fold: https://example.org/a", [("https://example.org/a", "A Fold")]),
    "by a word": ("See Fold_.\n\n.. _Fold: https://example.org/a", [("https://example.org/a", "Fold")]),
    "by the name of another": (
        "`See it <Fold_>`_\n\n.. _Fold: https://example.org/a",
        [("https://example.org/a", "See it")],
    ),
    "of a role": (":doi:`A fold <10.1234/a>`", [("https://doi.org/10.1234/a", "A fold")]),
    "nowhere": ("`A Fold`_ and Fold_", []),
}


@pytest.mark.parametrize("case", LINKS.values(), ids=LINKS)
def test_rst_has_links(case: tuple[str, list[tuple[str, str]]]) -> None:
    text, expected = case
    links = [(link.url, " ".join(link.words.split())) for block in read_rst(text.split("\n")) for link in block.links]

    assert links == expected


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
    entries = [item for item in parse_rst(lines, "a.rst") if isinstance(item, Entry)]

    assert [(entry.title, entry.span.line) for entry in entries] == [
        (title(number), 3 + 2 * number) for number in range(4)
    ]


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
