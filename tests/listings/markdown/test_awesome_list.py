"""Awesome-lists in Markdown: bullets, nested bullets, tables, paragraphs, and other text."""

from pathlib import Path

import pytest
from tests.folders import CASES

from papertrace.listings import read_listing
from papertrace.listings.markdown.awesome_list import parse, recognise
from papertrace.model import Entry, Markup, Problem, Span

FOLDER = CASES / "listings"


def read(*lines: str) -> tuple[list[Entry], list[Problem]]:
    items = list(parse(lines, "list.md"))
    return [i for i in items if isinstance(i, Entry)], [i for i in items if isinstance(i, Problem)]


@pytest.fixture(scope="module")
def entries() -> dict[str, Entry]:
    return {entry.title.split(":")[0]: entry for entry in read_listing(FOLDER / "awesome.md")}


def test_an_empty_listing_has_no_entries_and_no_problems() -> None:
    assert read() == ([], [])


def test_titles_are_link_texts_bold_texts_or_texts_before_a_link(entries: dict[str, Entry]) -> None:
    assert list(entries) == [
        "GridWeave",
        "Orchard",
        "Ledger",
        "Counting Holes in Tensors",
        "Anchor",
        "Tiles & Strips",
        "Weft",
        "Mill",
        "A Plain Title without a Link",
        "Spindle",
        "Bobbin",
        "Shuttle",
        "Distaff",
    ]
    assert {entry.markup for entry in entries.values()} == {Markup.MARKDOWN}


def test_links_are_targets_with_their_words_and_spans(entries: dict[str, Entry]) -> None:
    lines = (FOLDER / "awesome.md").read_text(encoding="utf-8").split("\n")
    orchard = entries["Orchard"]

    assert [(t.raw, t.words) for t in orchard.targets] == [
        ("https://example.org/orchard.pdf", "Paper"),
        ("https://github.com/acme/orchard", "Code"),
    ]
    for target in orchard.targets:
        assert lines[target.span.line - 1][target.span.column - 1 :].startswith(target.raw)


def test_identifiers_come_from_the_links_of_title_and_paper(entries: dict[str, Entry]) -> None:
    assert entries["GridWeave"].identifiers.arxiv == "2401.00001"
    assert entries["Tiles & Strips"].identifiers.doi == "10.1145/1234567.7654321"
    assert entries["Mill"].identifiers.arxiv == "2402.00002"


def test_a_byline_gives_authors_and_year(entries: dict[str, Entry]) -> None:
    assert (entries["Anchor"].authors, entries["Anchor"].date) == (("Ada Doe", "Bob Roe"), "2021")
    assert (entries["Tiles & Strips"].authors, entries["Tiles & Strips"].date) == (("Ada Doe",), "2019")


@pytest.mark.parametrize(
    ("title", "date"),
    [("GridWeave", "2024"), ("Orchard", "2023-05"), ("Counting Holes in Tensors", "2022"), ("Ledger", None)],
)
def test_dates_are_as_precise_as_printed(entries: dict[str, Entry], title: str, date: str | None) -> None:
    assert entries[title].date == date


def test_a_description_of_several_sentences_is_the_abstract_as_printed() -> None:
    lines = [
        "- [Ledger](https://example.org/ledger) - We keep the books of sparse kernels and",
        "  read them back, see also [Quill](https://example.org/quill). The books of most kernels are empty.",
    ]
    (entry,), _ = read(*lines)

    assert entry.abstract == lines[0].partition(" - ")[2] + "\n" + lines[1]
    assert entry.abstract_span == Span("list.md", 1, 42)


@pytest.mark.parametrize(
    "note",
    [
        "Keeps the books of sparse kernels and reads them back, which no other program is able to do so quickly.",
        "Pebble University. Best paper of the year.",
        "[C]//2019 10th Conference on Harbours and Ropes (HARBOUR). Pebble Press, Stone, 2019: 12-20. [[PDF](/a.pdf)]",
        "Doe, Ann Belle and Roe, Robert and van der Poe, Jan and Stone, Emily and Reed, William and Moss, Anna B.",
    ],
    ids=["one sentence", "short sentences", "publication", "names"],
)
def test_a_note_after_a_title_is_no_abstract(note: str) -> None:
    ((_, abstract),) = abstracts(f"- [Ledger: The Books of Kernels](https://example.org/ledger) - {note}\n")

    assert abstract == ""


def test_a_labelled_note_after_a_title_is_the_abstract() -> None:
    ((_, abstract),) = abstracts(
        "- [Ledger: The Books of Kernels](https://example.org/ledger)\n  TL;DR: Books of kernels are kept.\n"
    )

    assert abstract == "TL;DR: Books of kernels are kept."


def test_nested_items_are_details_or_entries(entries: dict[str, Entry]) -> None:
    mill = entries["Mill"]

    assert (mill.span.line, mill.end_line) == (24, 27)
    assert [t.raw for t in mill.targets] == ["https://arxiv.org/abs/2402.00002", "https://github.com/acme/mill"]
    assert entries["Weft"].title == "Weft: A Loom for Kernels"
    assert [t.raw for t in entries["Weft"].targets] == ["https://example.org/weft_(loom)"]


def test_table_rows_are_entries_and_badges_contribute_only_their_links(entries: dict[str, Entry]) -> None:
    assert [t.raw for t in entries["Spindle"].targets] == [
        "https://arxiv.org/abs/2003.00003",
        "https://github.com/acme/spindle",
    ]
    assert [t.raw for t in entries["Bobbin"].targets] == ["https://example.org/bobbin"]
    assert [t.raw for t in entries["Shuttle"].targets] == [
        "https://example.org/shuttle",
        "https://github.com/acme/shuttle",
    ]
    assert [entries[title].date for title in ("Spindle", "Bobbin", "Shuttle")] == ["2020", "2021", "2019"]


def test_items_without_a_title_are_reported_and_page_text_is_harmless() -> None:
    problems: list[Problem] = []
    list(read_listing(FOLDER / "awesome.md", on_problem=problems.append))

    assert [(p.span.line, p.harmless) for p in problems] == [(29, False), (37, False), (1, True)]


@pytest.mark.parametrize(
    "heading",
    ["Contents", "## Table of Contents", "Contributing", "How to Contribute", "License", "Citation", "Star History"],
)
def test_sections_about_the_list_itself_have_no_entries(heading: str) -> None:
    entries, _ = read(
        f"# {heading.lstrip('# ')}",
        "",
        "- [Some Title](https://example.org/a)",
        "# B",
        "- [Other Title](https://b.org)",
    )

    assert [entry.title for entry in entries] == ["Other Title"]


def test_a_table_gives_authors_and_abstract_by_its_header() -> None:
    entries, _ = read(
        "| Paper | Authors | Abstract |",
        "|---|---|---|",
        "| [A Title](https://example.org/a) | Ada Doe, Bob Roe | Grids are woven, see [code](https://b.example.org). |",
    )

    assert [(e.title, e.authors) for e in entries] == [("A Title", ("Ada Doe", "Bob Roe"))]
    assert entries[0].abstract == "Grids are woven, see [code](https://b.example.org)."


def test_a_link_defined_at_the_end_is_resolved() -> None:
    entries, _ = read(
        "- [A Title][a], 2020", "- [B Title][]", "", "[a]: https://example.org/a", "[b title]: https://b.org"
    )

    assert [[t.raw for t in e.targets] for e in entries] == [["https://example.org/a"], ["https://b.org"]]


@pytest.mark.parametrize(
    ("item", "title", "date"),
    [
        pytest.param("* 2023-02 Things: Open [pdf](https://b.org)", "Things: Open", "2023-02", id="date first"),
        pytest.param("1. **A Title.** *ICML 2020.* [pdf](https://b.org)", "A Title", "2020", id="bold, numbered"),
        pytest.param("- [ ] [A Title](https://b.org)", "A Title", None, id="task"),
        pytest.param("- A Title of Things, SC 2019 [[`pdf`](https://b.org)]", "A Title of Things", "2019", id="venue"),
        pytest.param("- (SC 2020) A Title [[Paper]](https://b.org)", "A Title", "2020", id="parentheses"),
        pytest.param("+ **[A Title](https://b.org)** (SC 2020)", "A Title", "2020", id="bold link"),
        pytest.param("- Things at Last. A. Doe, B. Roe. [pdf](https://b.org)", "Things at Last", None, id="sentence"),
        pytest.param('- Doe et al. "A Title of Things." [pdf](https://b.org)', "A Title of Things", None, id="quoted"),
        pytest.param("- `CUDA` [A Title](https://b.org)", "A Title", None, id="tag in code"),
        pytest.param("- Doe, A., Roe, B.: [A Title](https://b.org). (2020)", "A Title", "2020", id="authors first"),
        pytest.param("- **Thing** ([paper](https://b.org)): varies.", "Thing", None, id="short bold name"),
    ],
)
def test_items_in_many_styles_are_read(item: str, title: str, date: str | None) -> None:
    entries, problems = read(item)

    assert [(e.title, e.date, [t.raw for t in e.targets]) for e in entries] == [(title, date, ["https://b.org"])]
    assert problems == []


@pytest.mark.parametrize(
    "item",
    ["- [Paper](https://b.org), [Code](https://c.org)", "- Look at the [Big List](https://b.org) for more."],
    ids=["labels alone", "a sentence"],
)
def test_an_item_without_a_title_among_others_is_a_problem(item: str) -> None:
    entries, problems = read("- [First Title](https://example.org/a)", item)

    assert [e.title for e in entries] == ["First Title"]
    assert [(p.span.line, p.harmless) for p in problems] == [(2, False)]


def test_a_heading_may_be_the_title_of_the_links_below_it() -> None:
    entries, _ = read(
        "### [A Linked Heading](https://example.org/a)",
        "- [Code](https://github.com/acme/a)",
        "### A Plain Heading",
        "- [Paper](https://example.org/b)",
        "- [Code](https://github.com/acme/b)",
        "### A Section [awesome](https://example.org)",
        "- [Some Title](https://example.org/c)",
    )

    assert [(e.title, e.span.line, e.end_line, len(e.targets)) for e in entries] == [
        ("A Linked Heading", 1, 2, 2),
        ("A Plain Heading", 3, 5, 2),
        ("Some Title", 7, 7, 1),
    ]


def test_rows_in_html_are_read_and_banners_are_harmless() -> None:
    entries, problems = read(
        '<p align="center"><a href="https://example.org"><img src="a.png"></a></p>',
        "",
        "- [Some Title](https://example.org/c)",
        "",
        '<table><tr><td><a href="https://example.org/t">A Title</a></td></tr></table>',
    )

    assert [(e.title, e.span.line) for e in entries] == [("Some Title", 3), ("A Title", 5)]
    assert [(p.span.line, p.harmless) for p in problems] == [(1, True)]


def test_prose_with_links_is_not_an_entry() -> None:
    entries, _ = read("See [the list](https://example.org/a) for more, or the [code](https://example.org/b).")

    assert entries == []


def test_an_overlong_line_is_reported_and_the_rest_is_read() -> None:
    entries, problems = read("- [One](https://example.org/a)", "- " + "[" * 30_000, "- [Two](https://example.org/b)")

    assert [e.title for e in entries] == ["One", "Two"]
    assert [p.span.line for p in problems if not p.harmless] == [2]


def test_a_long_file_is_read_in_parts_with_the_right_lines() -> None:
    lines = [
        line for n in range(600) for line in (f"## Part {n}", "x" * 4000, f"- [Title {n}](https://example.org/{n})")
    ]
    entries, _ = read(*lines)

    assert [(e.title, e.span.line) for e in entries] == [(f"Title {n}", 3 * n + 3) for n in range(600)]


@pytest.mark.parametrize(
    "text",
    [
        pytest.param("A Title\nSome prose without any list.\n", id="text"),
        pytest.param('{"title": "- [a](https://b.org)"}', id="JSON"),
        pytest.param("<!DOCTYPE html>\n- [a](https://b.org)", id="HTML"),
        pytest.param("@article{a,\n  title = {[a](b)}\n}", id="BibTeX"),
        pytest.param("### A\n\ntext\n- 8 authors", id="paper page"),
        pytest.param("", id="nothing"),
    ],
)
def test_other_formats_are_not_recognised(text: str) -> None:
    assert recognise(text.split("\n")) == 0.0


def test_the_real_list_has_165_entries(shared: Path) -> None:
    path = shared / "data" / "listings" / "awesome_list_bullets.md"
    problems: list[Problem] = []
    entries = list(read_listing(path, on_problem=problems.append))
    printed = [
        line for line in path.read_text(encoding="utf-8").split("\n") if line.startswith("- [") and "](http" in line
    ]

    assert (len(entries), len(printed)) == (165, 165)
    assert all(len(entry.targets) == 1 for entry in entries)
    assert all(f"[{entry.title}](" in line for entry, line in zip(entries, printed, strict=True))
    assert sum(entry.authors != () for entry in entries) == sum(" by " in line.partition("](")[2] for line in printed)
    assert all(problem.harmless for problem in problems)


@pytest.mark.parametrize(
    ("item", "title", "authors", "date"),
    [
        pytest.param(
            "- **[Ebb: A Title](https://arxiv.org/abs/2404.00001)** <br> Jane Doe, Rob Roe <br> [[code](https://example.org)]",
            *("Ebb: A Title", ("Jane Doe", "Rob Roe"), None),
            id="names on a line of their own",
        ),
        pytest.param(
            "- *Spindrift: A Title* - Jane Doe et al., 2022 ([paper](https://arxiv.org/abs/2204.00001))",
            *("Spindrift: A Title", ("Jane Doe",), "2022"),
            id="names behind a dash",
        ),
        pytest.param(
            "- [Ebb: A Title](https://arxiv.org/abs/2404.00001), *Jane Doe, Rob Roe*, arXiv 2024",
            *("Ebb: A Title", ("Jane Doe", "Rob Roe"), "2024"),
            id="names before a venue",
        ),
        pytest.param(
            "- 【ICML 2022】潮汐：Tides in Rivers，[论文](https://arxiv.org/abs/2202.00002)，[代码](https://example.org)",  # noqa: RUF001 - as printed
            *("潮汐：Tides in Rivers", (), "2022"),  # noqa: RUF001 - as printed
            id="Chinese punctuation",
        ),
        pytest.param(
            "+ **Fold**: Where Paper Bends. *OSDI 2025*. [[PDF]](https://example.org/f.pdf)",
            *("Fold: Where Paper Bends", (), "2025"),
            id="a bold name and the rest of the title",
        ),
        pytest.param(
            "+ **Fold**: a library that bends paper [[code]](https://example.org/f)",
            *("Fold", (), None),
            id="a bold name and a description",
        ),
    ],
)
def test_authors_and_titles_in_more_styles_are_read(
    item: str, title: str, authors: tuple[str, ...], date: str | None
) -> None:
    (entry,), _ = read(item)

    assert (entry.title, entry.authors, entry.date) == (title, authors, date)


def test_an_id_in_the_words_of_an_item_without_links_is_its_own() -> None:
    entries, _ = read(
        "- [A Title](https://arxiv.org/abs/2404.00001)",
        '- Jane Doe, Rob Roe. "Another Title of Three Words." *arXiv preprint arXiv:2501.00002* (2025).',
    )

    assert [entry.identifiers.arxiv for entry in entries] == ["2404.00001", "2501.00002"]


def test_rows_in_html_over_several_lines_keep_their_lines() -> None:
    entries, problems = read(
        "<table>",
        "<tr><th>Paper</th><th>Code</th></tr>",
        '<tr><td><a href="https://arxiv.org/abs/2404.00001">A Title of Words</a></td>',
        '<td><a href="https://github.com/globex/a">code</a></td></tr>',
        '<tr><td><a href="https://arxiv.org/abs/2404.00002">pdf</a></td></tr>',
        "</table>",
    )

    assert [(e.title, e.span.line, e.end_line, [t.raw for t in e.targets]) for e in entries] == [
        ("A Title of Words", 3, 4, ["https://arxiv.org/abs/2404.00001", "https://github.com/globex/a"])
    ]
    assert [(p.span.line, p.n_lines) for p in problems if not p.harmless] == [(5, 2)]


def test_headings_may_be_underlined_and_links_defined_at_the_end() -> None:
    assert recognise(["Tools", "-----", "- [Fold](https://example.org/a) - A library.", "text"]) > 0.5
    assert recognise(["# Papers", "* Fold: A Title [[pdf]][1]", "", "[1]: https://example.org/a"]) > 0.5


def test_labelled_details_give_authors_and_abstract() -> None:
    lines = [
        "1. **Fold: A Study of Paper** (2025)",
        "   - Authors: Jane Doe, Rob Roe",
        "   - Link: https://arxiv.org/abs/2501.00001",
        "   - Summary: Paper is folded by plans.",
    ]
    (entry,), _ = read(*lines)

    assert recognise(lines) > 0.5
    assert (entry.authors, entry.abstract, entry.date) == (("Jane Doe", "Rob Roe"), "Paper is folded by plans.", "2025")
    assert entry.abstract_span is not None
    assert (entry.abstract_span.line, entry.abstract_span.column) == (4, 15)


def test_lists_nested_too_deep_are_read_to_a_depth_and_reported_below() -> None:
    lines = [f"{'  ' * n}- [Tides of Frost {n}](https://example.org/{n})" for n in range(1000)]

    entries, problems = read("# Papers", *lines)

    assert [entry.title for entry in entries] == [f"Tides of Frost {n}" for n in range(41)]
    deep = [problem for problem in problems if "nested too deep" in problem.message]
    assert len(deep) == 959
    assert not any(problem.harmless for problem in deep)


def test_items_that_cite_papers_by_names_and_year_are_papers_without_a_link() -> None:
    entries, _ = read(
        "# Reading",
        "",
        "- Doe J, Roe RS (2012) Tides of frost. Harbour 13:121-134.",
        "- [x] [Poe et al (2016) - Salt keeps the harbour open](notes/2016_poe.md)",
        "- buy milk",
        "- the harbour (2014) of my youth",
    )

    assert [entry.title for entry in entries] == ["Tides of frost", "Salt keeps the harbour open"]
    assert [entry.date for entry in entries] == ["2012", "2016"]
    assert entries[0].authors == ("J Doe", "RS Roe")
    assert entries[0].span.column == 24


def test_titles_above_links_in_html_are_recognised() -> None:
    """The links are badges, as many lists have them, and the titles are bold paragraphs."""
    badge = '<a href="https://arxiv.org/abs/2401.0000{n}"><img src="https://img.shields.io/badge/-Link-blue"/></a>'
    items = [
        (f"**Fold{n}: Folding Sheets**. ICML2{n}.", "", badge.format(n=n), "", "> We fold.", "") for n in range(1, 5)
    ]
    lines = ["# Folding", "", "A list.", "", *(line for item in items for line in item)]
    entries, _ = read(*lines)

    assert recognise(lines) > 0
    assert recognise(lines[1:]) == 0  # a page of HTML does not begin with a heading of Markdown
    assert [entry.title for entry in entries] == [f"Fold{n}: Folding Sheets" for n in range(1, 5)]


def test_a_block_quote_below_the_links_of_a_paper_is_its_abstract() -> None:
    entries, _ = read(
        "# Folding",
        "",
        "**Fold: Folding Sheets of Paper**. ICML21.",
        "",
        "[paper](https://arxiv.org/abs/2401.00001) [code](https://github.com/globex/fold)",
        "",
        "> We *fold* sheets of paper into networks, and show that creases are learned",
        "> by springs in many dimensions.",
        "",
        "**Bend: Bending Sheets of Paper**. ICML22.",
        "",
        "[paper](https://arxiv.org/abs/2401.00002)",
        "",
        "> See [the slides](https://example.org/bend), which say more about how the sheets are bent, and why they are.",
        "",
        "**Tear: Tearing Sheets of Paper**. ICML22.",
        "",
        "[paper](https://arxiv.org/abs/2401.00003)",
        "",
        "We tear sheets of paper into pieces, and find that they seldom come together again by themselves.",
    )

    assert [entry.title.partition(":")[0] for entry in entries] == ["Fold", "Bend", "Tear"]
    assert entries[0].abstract == (
        "We *fold* sheets of paper into networks, and show that creases are learned\n  by springs in many dimensions."
    )
    assert entries[0].abstract_span == Span("list.md", 7, 3)
    assert [entry.abstract for entry in entries[1:]] == ["", ""]


def test_signs_of_comparison_in_an_abstract_are_no_quotation() -> None:
    lines = [
        "# Folding",
        "",
        "- [Tear: A Way to Fold](https://arxiv.org/abs/2401.00001). ICML21.",
        "  - We fold sheets of paper along lines that nobody has drawn before, with",
        "    accuracy > 90 % where a -> b and p > 0.05 in <i>all</i> cases that we tried.",
    ]
    (entry,), _ = read(*lines)

    assert "accuracy > 90 % where a -> b and p > 0.05 in <i>all</i> cases" in entry.abstract


@pytest.mark.parametrize("start", ["**Abstract.** We tear", "**We** tear", "**Abstract**: We tear"])
def test_a_quotation_that_begins_with_a_bold_word_is_the_abstract(start: str) -> None:
    lines = [
        "# Folding",
        "",
        "**Tear: A Way to Fold**. ICML21.",
        "",
        "[paper](https://arxiv.org/abs/2401.00001)",
        "",
        f"> {start} sheets of paper along lines that nobody has drawn before, as it is said",
        "> in books > 100 years old.",
    ]
    (entry,), _ = read(*lines)

    assert "sheets of paper along lines" in entry.abstract
    assert "in books > 100 years old." in entry.abstract
    assert "ICML21" not in entry.abstract


def test_badges_of_a_readme_are_no_list_of_papers() -> None:
    badge = '<a href="https://example.org/{n}"><img src="https://example.org/badge/{n}"></a>'
    lines = ["# tool", "", '<p align="center">', *(badge.format(n=n) for n in range(4)), "</p>", "", "It folds sheets."]

    assert recognise([*lines, "", "**Requirements**. Python 3."]) == 0


PROSE = "This sentence stands in for a summary of some length, which a reader can tell from a title. " * 3


def abstracts(text: str) -> list[tuple[str, str]]:
    return [(entry.title, entry.abstract) for entry in read(*text.split("\n"))[0]]


def test_a_paragraph_with_emphasised_words_is_an_abstract() -> None:
    sections = [
        f"## {title}\n\n[PDF](https://arxiv.org/abs/2401.0000{n})\n\nWe *fold* the **frost**. {PROSE}\n\n### Notes\n"
        for n, title in enumerate(("Tides of Frost", "Winter of Boats", "Ropes in the Sun"))
    ]

    assert abstracts("\n".join(sections)) == [
        (title, f"We *fold* the **frost**. {PROSE}".strip())
        for title in ("Tides of Frost", "Winter of Boats", "Ropes in the Sun")
    ]


@pytest.mark.parametrize("below", ["", "## More\n"], ids=["end of file", "heading"])
def test_an_abstract_that_unfolds_without_an_end_is_not_taken(below: str) -> None:
    papers = "".join(f"[Tides of Frost {n}](https://arxiv.org/abs/2401.0000{n}) - Ann Doe\n\n" for n in range(4))

    found = abstracts(f"{papers}<details>\n<summary>Abstract</summary>\n\n{PROSE}\n\n{below}")

    assert found == [(f"Tides of Frost {n}", "") for n in range(4)]


def test_an_abstract_that_unfolds_to_nothing_is_empty() -> None:
    assert abstracts("- [Tides of Frost](https://example.org/1)\n  <details><summary>Abstract</summary>\n  <b>\n") == [
        ("Tides of Frost", "")
    ]


def test_headings_of_years_are_no_titles_of_the_single_papers_below_them() -> None:
    years = [f"## {year}\n\n[PDF](https://arxiv.org/abs/2401.0{year})\n\n" for year in range(2020, 2025)]

    assert abstracts("".join(years)) == []


def test_most_items_decide_how_a_list_marks_its_titles() -> None:
    quoted = "".join(f'- Some "Tides of Frost {n}" here [PDF](https://example.org/{n})\n' for n in range(3))
    bold = "".join(f"- **Tides of Frost {n}** [PDF](https://example.org/{n})\n" for n in range(3))
    linked = "".join(f"- [Tides of Frost {n}](https://example.org/{n})\n" for n in range(3))
    first = [f"Tides of Frost {n}" for n in range(3)]

    def titles(text: str) -> list[str]:
        return [title for title, _ in abstracts(text)]

    assert titles(f'{quoted}- **Bold** words, then "Ropes in the Sun" [PDF](https://example.org/9)\n') == [
        *first,
        "Ropes in the Sun",
    ]
    assert titles(f"{quoted}- [Ropes in the Sun](https://example.org/9) and no quotes\n") == [
        *first,
        "Ropes in the Sun",
    ]
    assert titles(f"{bold}- Plain words of a start, **Ropes in the Sun** [PDF](https://example.org/9)\n") == [
        *first,
        "Ropes in the Sun",
    ]
    assert titles(f"{linked}- **News** [Ropes in the Sun](https://example.org/9)\n") == [*first, "Ropes in the Sun"]


def test_a_cited_name_is_the_title_only_of_an_item_without_another() -> None:
    assert [
        title
        for title, _ in abstracts(
            "- [Fold (Doe et al., 2020)](https://example.org/1): [Ropes in the Sun](https://example.org/2)\n"
        )
    ] == ["Ropes in the Sun"]


def test_of_ten_tags_before_a_title_eight_are_removed() -> None:
    tags = " ".join(f"[{n}]" for n in range(1, 11))

    assert abstracts(f"- [{tags} Tides of Frost and Salt](https://example.org/1)\n") == [
        ("[9] [10] Tides of Frost and Salt", "")
    ]


def test_a_year_in_brackets_after_several_words_is_no_part_of_a_title() -> None:
    text = "- [Tides of Frost and Salt (2020)](https://example.org/1)\n- [Salt (2020)](https://example.org/2)\n"

    assert [title for title, _ in abstracts(text)] == ["Tides of Frost and Salt", "Salt (2020)"]


def test_a_description_may_be_a_linked_sentence_or_end_with_links() -> None:
    ((_, abstract),) = abstracts(
        "- [Tides of Frost](https://example.org/1) [PDF](https://example.org/2) … [code](https://example.org/3) - "
        "A description of the frost, at length and with words. It is a long one, with several sentences.\n"
    )

    assert abstract.startswith("A description of the frost, at length and with words.")


def test_a_dash_and_a_full_stop_within_a_title_do_not_end_it() -> None:
    assert abstracts("- Tides. Of the Frost - see https://example.org/1\n")[0] == ("Tides. Of the Frost - see", "")


def test_a_list_with_lists_below_a_title_is_no_list_of_details() -> None:
    text = (
        "**Tides of Frost and Salt** [PDF](https://example.org/1)\n\n- one\n  - two\n\n"
        "**Winter of the Boats** [PDF](https://example.org/2)\n\n- Paper: https://example.org/3\n  - code\n"
    )
    entries, _ = read(*text.split("\n"))

    assert [(entry.title, len(entry.targets)) for entry in entries] == [
        ("Tides of Frost and Salt", 1),
        ("Winter of the Boats", 1),
    ]


def test_lines_of_a_paragraph_of_which_one_has_no_title_are_one_paper() -> None:
    paper = "[Tides of Frost and Salt](https://example.org/1) Doe, 2020\n[Code](https://example.org/2)\n\n"
    entries, _ = read(*(paper * 3).split("\n"))

    assert [(entry.title, [target.words for target in entry.targets]) for entry in entries] == [
        ("Tides of Frost and Salt", ["Tides of Frost and Salt", "Code"])
    ] * 3


def test_a_row_without_a_link_in_a_table_whose_header_names_no_papers_is_reported() -> None:
    table = "| A | Score |\n|---|---|\n| Tides of Frost in Time | 1 |\n"
    links = "".join(f"| [Ropes in the Sun {n}](https://example.org/{n}) | {n} |\n" for n in range(2))
    entries, problems = read(*(table + links).split("\n"))

    assert [entry.title for entry in entries] == ["Ropes in the Sun 0", "Ropes in the Sun 1"]
    assert [problem.span.line for problem in problems if not problem.harmless] == [3]


def test_in_a_list_that_cites_with_commas_other_items_are_read_as_anywhere() -> None:
    cited = "".join(
        f"* Ann Doe, Rob Roe, Fold {n}: A Study of Paper, ICLR, 2015. [PDF](https://example.org/{n})\n"
        for n in range(5)
    )
    others = (
        "* **Salt** words\n* Fold [PDF](https://example.org/9)\n  * Ann Doe and nothing more of it\n"
        "* [FrostNet](https://example.org/8)\n  * Ann Doe, Rob Roe, Tides of Frost, ICLR, 2016. [PDF](https://example.org/7)\n"
    )

    assert [title for title, _ in abstracts(cited + others)] == [
        *(f"Fold {n}: A Study of Paper" for n in range(5)),
        "Salt",
        "Fold",
        "FrostNet",
        "Tides of Frost",
    ]


def test_names_and_a_year_before_bold_titles_are_recognised() -> None:
    lines = [
        f"**{n}.** Doe A, Roe R, Poe AB* (202{n}) **Tides of Frost in Small Bay {n}.** *Harb. Lett.* 1, 2. [link](https://example.org/{n})"
        for n in range(4)
    ]

    assert recognise([line for cited in lines for line in (cited, "")]) > 0
    assert [entry.title for entry in read(*lines)[0]][:1] == ["Tides of Frost in Small Bay 0"]
