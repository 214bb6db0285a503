"""Captures of paper pages and texts with labelled lines: recognition, places and the real captures.

The cases of `tests/cases/captures` have what is read of a capture.
"""

import json
from pathlib import Path

import pytest
from tests.folders import CASES

from papertrace.listings import read_listing
from papertrace.listings.captures import pages
from papertrace.listings.captures.pages import recognise_blocks, recognise_lines
from papertrace.listings.formats import find_reader
from papertrace.listings.learned.entries import parse_markdown
from papertrace.model import Entry, Problem, advance

FOLDER = CASES / "listings"
PROSE = "This sentence stands in for a summary of some length, which a reader can tell from a title. " * 3


def read(format_name: str, *lines: str) -> tuple[list[Entry], list[Problem]]:
    items = list(find_reader(format_name).parse(lines, "page.txt"))
    return [i for i in items if isinstance(i, Entry)], [i for i in items if isinstance(i, Problem)]


def test_an_indented_line_of_an_abstract_keeps_its_columns() -> None:
    first = next(iter(read_listing(FOLDER / "headings.txt")))

    assert first.abstract_span is not None
    place = advance(first.abstract_span, first.abstract, first.abstract.index("https://"))
    assert (place.line, place.column) == (10, 18)


def test_a_readme_is_not_recognised() -> None:
    assert (
        find_reader("paper-headings").recognise(
            ["# A Tool", PROSE, "## Install", "- [docs](https://example.org)", PROSE]
        )
        == 0.0
    )


def test_the_real_capture_has_twelve_entries_of_eight_papers(shared: Path) -> None:
    path = shared / "data" / "listings" / "trending_page_markdown_headings.txt"
    problems: list[Problem] = []
    entries = list(read_listing(path, on_problem=problems.append))

    assert (len(entries), len({e.title for e in entries})) == (12, 8)
    assert all(e.n_authors and len(e.abstract) > 500 for e in entries)
    assert all(p.harmless for p in problems)


TITLES = (
    "Tides of Frost in the Harbours of the North",
    "Salt and Ropes: A Study of Winter",
    "How Boats Spend a Winter",
)


def test_a_report_with_abstracts_in_block_quotes_is_read() -> None:
    sections = [
        text
        for title in TITLES
        for text in (f"### {title}", "", f"> {PROSE}", ">", f"> {PROSE}", "", "__Note:__ Good.")
    ]
    lines = ["# Ice 2018", "#### By Ann of the Frozen Harbour", PROSE, "", "## Day 1", *sections]
    entries = [item for item in parse_markdown(lines, "page.md") if isinstance(item, Entry)]

    assert [entry.title for entry in entries] == list(TITLES)
    first = entries[0]
    assert first.abstract.startswith(PROSE.strip())
    assert (first.span.line, first.end_line) == (6, 12)
    assert first.abstract_span is not None
    assert (first.abstract_span.line, first.abstract_span.column) == (8, 3)
    assert find_reader("paper-headings").recognise(lines) == 0.0


def test_a_report_with_one_paragraph_below_each_title_is_read() -> None:
    titles = (*TITLES[:2], "How the Boats Spend a Winter in Ice", "Measuring Frost with Shadows of Masts")
    lines = ["# Ice 2018", *(text for title in titles for text in (f"## {title}", "", PROSE, ""))]

    assert [entry.title for entry in read("paper-headings", *lines)[0]] == list(titles)
    assert find_reader("paper-headings").recognise(lines) > 0.5


def test_an_essay_is_no_report_on_papers() -> None:
    headings = (
        "What We Saw in the Harbours of the North",
        "Why the Ice Is Here All Winter",
        "Ropes",
        "The End",
        "Salt",
    )
    lines = ["# Ice", *(text for title in headings for text in (f"## {title}", "", PROSE, "", PROSE, ""))]

    assert find_reader("paper-headings").recognise(lines) == 0.0


def test_an_item_below_an_abstract_is_the_organisation() -> None:
    prose = (
        "We study how frost moves through harbours in cold winters, and we find that it moves slowly, in ways "
        "that no model of ropes explains so far."
    )
    lines = ["# Tides of Frost", prose, "- Harbour Institute", "# Lanterns at Sea", prose, "3 authors"]

    found = [item for item in find_reader("paper-headings").parse(lines, "a.txt") if isinstance(item, Entry)]

    assert [(entry.title, entry.organisation, entry.n_authors) for entry in found] == [
        ("Tides of Frost", "Harbour Institute", None),
        ("Lanterns at Sea", None, 3),
    ]


def test_one_count_of_authors_below_a_heading_is_no_page_of_papers() -> None:
    assert find_reader("paper-headings").recognise(["### A Title", "- 3 authors"]) == 0.0


def test_words_before_a_chance_colon_are_not_labels() -> None:
    assert (
        find_reader("labelled-text").recognise(
            ["A story.", "Date: a fruit", "It is sweet.", "Notes: of a song", "All of them."]
        )
        == 0
    )


def test_unrecognised_lines_below_a_title_are_reported() -> None:
    head = ["Title: A list", "Link: https://example.org", "* one thing", "* another", "* more", "* and more"]

    assert find_reader("labelled-text").recognise(head) <= 0.5


def test_a_translated_title_is_no_other_paper() -> None:
    lines = [
        "# Weaving Sparse Grids",
        "",
        "**Title (ZH)**: 稀疏网格",
        "**Authors**: Ada Doe, Bob Roe",
        "**Link**: [PDF](https://arxiv.org/pdf/2401.00001)",
        "**Abstract**: Grids are woven of wool.",
        "**Abstract (ZH)**: 网格。",
    ]
    entries = [item for item in find_reader("labelled-text").parse(lines, "day.md") if isinstance(item, Entry)]

    assert [(entry.title, entry.authors, entry.abstract) for entry in entries] == [
        ("Weaving Sparse Grids", ("Ada Doe", "Bob Roe"), "Grids are woven of wool.")
    ]


def test_a_page_without_such_addresses_is_not_recognised() -> None:
    assert find_reader("paper-links").recognise(["A Title", PROSE, "https://example.org/a", "B Title", PROSE]) == 0.0


def test_the_real_capture_of_links_on_lines_has_eight_papers(shared: Path) -> None:
    path = shared / "data" / "listings" / "papers_page_links_on_own_lines.txt"
    problems: list[Problem] = []
    entries = list(read_listing(path, on_problem=problems.append))

    assert [e.n_authors for e in entries] == [8, 11, 4, 5, 4, 1, 7, 5]
    assert all(e.date and e.identifiers.arxiv and len(e.abstract) > 500 for e in entries)
    assert all(p.harmless for p in problems)


def test_a_heading_with_no_number_is_not_a_title() -> None:
    assert find_reader("paper-references").recognise(["# A", "## B", "[", "text", "]"]) == 0.0


def test_the_real_capture_of_references_has_eight_papers(shared: Path) -> None:
    path = shared / "data" / "listings" / "papers_page_numbered_references.txt"
    problems: list[Problem] = []
    entries = list(read_listing(path, on_problem=problems.append))

    assert [e.n_authors for e in entries] == [8, 11, 4, 5, 4, 1, 7, 5]
    assert all(e.date and len(e.abstract) > 500 and "[" not in e.title for e in entries)
    assert [p.message.partition(":")[0] for p in problems if not p.harmless] == [
        "no address for 24 references, [32] to [62]"
    ]


ABSTRACT = "Sparse tiles waste tensor cores unless neighbouring rows are packed together, which is done by matching."


def test_papers_of_a_very_long_page_do_not_wait_for_its_end(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pages, "_MAX_WAITING", 2)
    papers = [line for n in range(5) for line in (f"### [Tides of Sand {n}][{n}]", "[", ABSTRACT, f"][{n}]")]
    entries, problems = read(
        "paper-references", *papers, "## References", *(f"[{n}]: https://example.org/{n}" for n in range(5))
    )

    assert [(entry.title, [target.raw for target in entry.targets]) for entry in entries] == [
        *((f"Tides of Sand {n}", []) for n in range(3)),
        *((f"Tides of Sand {n}", [f"https://example.org/{n}"]) for n in (3, 4)),
    ]
    assert any("no address for 3 references" in problem.message for problem in problems)


def test_offsets_in_an_abstract_of_two_paragraphs_point_to_the_printed_positions() -> None:
    second = "A second paragraph of the same abstract goes on here, short but a sentence; it ends in a word."
    (entry,), _ = read("paper-lines", "A Title", "", f"  {PROSE}", "", "", f"   {second}", "", "• 3 authors")

    assert entry.abstract_span is not None
    place = advance(entry.abstract_span, entry.abstract, entry.abstract.index("word"))
    assert (place.line, place.column) == (6, 4 + second.index("word"))


@pytest.mark.parametrize(
    "text",
    [
        pytest.param("# Heading\n\n- [A](https://example.org/a)\n- [B](https://example.org/b)\n", id="markdown"),
        pytest.param('{"title": "A", "abstract": "' + PROSE + '"}\n', id="json"),
        pytest.param("<html>\n<body>\n<p>" + PROSE + "</p>\n", id="html"),
        pytest.param("@article{a,\n  title = {A},\n  abstract = {" + PROSE + "}\n}\n", id="bibtex"),
        pytest.param("import os\n\n\ndef main():\n    print(os.name)\n", id="a program"),
        pytest.param("title\tabstract\nA\t" + PROSE + "\n", id="a table"),
        pytest.param(
            f"How to add a paper\n{PROSE}\n- Sort the list.\n- Look for the paper in the list before.\n"
            "- Link its page.\n- Write the title of the paper as it is printed.\n"
            "- Mind your words.\n- Check the words of the list for their letters.\n",
            id="rules in items",
        ),
        pytest.param("id,label,kind\na1,A Title," + PROSE + "\nb2,B Title," + PROSE + "\n", id="nodes of a graph"),
    ],
)
def test_other_formats_are_not_recognised_as_a_page(text: str) -> None:
    head = text.splitlines()

    assert max(recognise_lines(head), recognise_blocks(head)) <= 0.5


def test_the_real_listings_are_read_as_labelled_by_hand(shared: Path) -> None:
    gold = [json.loads(line) for line in (shared / "gold" / "entries.jsonl").read_text("utf-8").splitlines()]
    wrong = []
    n_read = 0
    for seed in sorted({row["seed"] for row in gold}):
        entries = list(read_listing(shared / "seeds" / seed))
        n_read += len(entries)
        for entry, row in zip(entries, (row for row in gold if row["seed"] == seed), strict=True):
            seen = (
                entry.title,
                entry.abstract.startswith(row["abstract_start"]) and entry.abstract.endswith(row["abstract_end"]),
                len(entry.abstract),
                entry.span.line,
                entry.n_authors,
                entry.date,
                entry.n_comments,
                entry.organisation,
            )
            keys = ("abstract_chars", "line", "authors", "date_iso", "upvotes", "organisation")
            if seen != (row["title"], True, *(row[key] for key in keys)):
                wrong.append((seed, row["n"], seen))

    assert (n_read, wrong) == (226, [])


def test_numbered_references_are_not_titles() -> None:
    reference = '[1] J. Doe, "A Title of Some Length That Goes On and On," in Proc. of Nothing, 2025, pp. 1-12.'

    assert recognise_lines([reference, reference.replace("[1]", "[2]")]) == 0


def test_the_sign_of_an_item_is_no_part_of_a_title() -> None:
    lines = ["- Sparse Tides of Frost", PROSE, "• Frozen Ropes in Cold Water", PROSE]

    found = [item for item in find_reader("paper-lines").parse(lines, "page.txt") if isinstance(item, Entry)]

    assert [(entry.title, entry.span.column) for entry in found] == [
        ("Sparse Tides of Frost", 3),
        ("Frozen Ropes in Cold Water", 3),
    ]
