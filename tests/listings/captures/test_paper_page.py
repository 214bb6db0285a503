"""Captures of paper pages: the two layouts and the irregularities that real captures have."""

import json
from pathlib import Path

import pytest
from tests.folders import CASES

from papertrace.listings import read_listing
from papertrace.listings.captures.pages import parse_plain as parse
from papertrace.listings.captures.pages import recognise_blocks, recognise_lines
from papertrace.model import Entry, Problem, advance

FOLDER = CASES / "listings"

PROSE = "This sentence stands in for a summary of some length, which a reader can tell from a title. " * 3


def read(*lines: str) -> tuple[list[Entry], list[Problem]]:
    items = list(parse(lines, "page.txt"))
    return [i for i in items if isinstance(i, Entry)], [i for i in items if isinstance(i, Problem)]


def test_blocks_are_read_with_their_facts() -> None:
    entries = list(read_listing(FOLDER / "blocks.txt"))

    assert [(e.title.split(":")[0], e.n_authors, e.organisation, e.date, e.n_comments) for e in entries] == [
        ("GridWeave", 11, None, "2025-12-09", None),
        ("An Entry without Facts below Its Summary", None, None, None, None),
        ("Ledger", 1, None, "--04-04", 2),
        ("Orchard", None, "acme-labs AcmeLabs", "2025-10-06", 12),
    ]


def test_an_entry_has_its_lines() -> None:
    first, second, *_ = read_listing(FOLDER / "blocks.txt")

    assert (first.span.line, first.end_line, second.span.line, second.end_line) == (9, 15, 17, 19)
    assert first.abstract_span is not None
    assert first.abstract_span.line == 11


def test_alternating_titles_and_abstracts_are_read() -> None:
    entries = list(read_listing(FOLDER / "lines.txt"))

    assert [e.title.partition(":")[0][:11] for e in entries] == ["How Long Ma", "BLaST", "BLAST"]
    assert all(e.abstract.endswith(".") for e in entries)


def test_a_button_glued_to_the_first_title_is_removed_and_the_column_adjusted() -> None:
    first = next(iter(read_listing(FOLDER / "lines.txt")))

    assert first.title.startswith("How Long May")
    assert first.span.column == len("Subscribe") + 1


def test_a_button_word_that_belongs_to_a_later_title_stays() -> None:
    entries, _ = read("First Title", PROSE, "SubscribeNet: Learning from Feeds", PROSE)

    assert entries[1].title == "SubscribeNet: Learning from Feeds"


def test_page_text_above_the_first_paper_is_reported_as_harmless() -> None:
    problems: list[Problem] = []
    list(read_listing(FOLDER / "blocks.txt", on_problem=problems.append))

    assert [(p.span.line, p.n_lines, p.harmless) for p in problems] == [(1, 4, True)]


def test_a_line_that_looks_like_a_date_above_the_first_paper_is_not_a_date() -> None:
    entries, _ = read("Daily Papers", "May 19", "A Title", PROSE)

    assert [(e.title, e.date) for e in entries] == [("A Title", None)]


def test_lines_between_entries_are_reported_with_their_span() -> None:
    entries, problems = read("A Title", PROSE, "loose line", "another one", "B Title", PROSE)

    assert [e.title for e in entries] == ["A Title", "B Title"]
    assert [(p.span.line, p.n_lines, p.harmless) for p in problems] == [(3, 2, False)]
    assert "(to line 4)" in problems[0].message


def test_an_abstract_of_two_paragraphs_stays_one_entry() -> None:
    second = "A second paragraph of the same abstract goes on here, short but a sentence; it is no title at all."
    entries, problems = read("A Title", PROSE, second, "B Title", PROSE)

    assert [e.abstract.count("\n") for e in entries] == [1, 0]
    assert problems == []


def test_offsets_in_an_abstract_of_two_paragraphs_point_to_the_printed_positions() -> None:
    second = "A second paragraph of the same abstract goes on here, short but a sentence; it ends in a word."
    (entry,), _ = read("A Title", "", f"  {PROSE}", "", "", f"   {second}", "", "• 3 authors")

    assert entry.abstract_span is not None
    place = advance(entry.abstract_span, entry.abstract, entry.abstract.index("word"))
    assert (place.line, place.column) == (6, 4 + second.index("word"))


def test_an_abstract_without_a_title_is_reported_and_reading_continues() -> None:
    entries, problems = read("A Title", PROSE, "  • 2 authors", "·", "Jan 2, 2024", PROSE, "B Title", PROSE)

    assert [e.title for e in entries] == ["A Title", "B Title"]
    assert [(p.span.line, "without a title" in p.message) for p in problems] == [(6, True)]


def test_a_title_with_facts_but_no_abstract_is_kept_and_reported() -> None:
    entries, problems = read("A Title", PROSE, "B Title", "  • 3 authors", "·", "Jan 2, 2024")

    assert [(e.title, e.abstract, e.n_authors, e.date) for e in entries][1] == ("B Title", "", 3, "2024-01-02")
    assert ["no abstract" in p.message for p in problems] == [True]


def test_every_line_belongs_to_an_entry_or_a_problem() -> None:
    lines = ["menu", "A Title", PROSE, "stray", "B Title", PROSE, "·", "foot", "foot"]
    entries, problems = read(*lines)

    in_entries = sum(e.end_line - e.span.line + 1 for e in entries)
    assert in_entries + sum(p.n_lines for p in problems) == len(lines)


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


def test_a_page_without_abstracts_is_read_by_its_counts_of_authors() -> None:
    problems: list[Problem] = []
    entries = list(read_listing(FOLDER / "daily_copy.txt", on_problem=problems.append))

    assert [(e.title, e.organisation, e.n_authors) for e in entries] == [
        ("Jetty: Where Models Land", "Globex Research", 12),
        ("Groyne: Holding Sand with Sparse Walls", None, 5),
        ("Estuary: Mixing Two Kinds of Data", None, 3),
    ]
    assert [(e.span.line, e.end_line) for e in entries] == [(18, 21), (28, 30), (37, 39)]
    assert all(problem.harmless for problem in problems)


def test_facts_between_a_title_and_its_abstract_are_not_titles() -> None:
    entries, problems = read(
        *("pdf bib abs", "A Title: Of Something", "Jane Doe | Rob Roe", PROSE),
        *("pdf bib abs", "B Title: Of Another Thing", "Ada Quill", PROSE),
    )

    assert [(e.title, e.authors, e.span.line) for e in entries] == [
        ("A Title: Of Something", ("Jane Doe", "Rob Roe"), 2),
        ("B Title: Of Another Thing", ("Ada Quill",), 6),
    ]
    assert all(problem.harmless for problem in problems)


def test_labels_of_titles_and_abstracts_are_removed() -> None:
    entries, _ = read("[PDF] A Title", "J Doe, R Roe - Nothing, 2025 - example.org", f"Abstract: {PROSE}")

    assert [(e.title, e.abstract[:13]) for e in entries] == [("A Title", "This sentence")]
    assert entries[0].abstract_span is not None
    assert (entries[0].span.column, entries[0].abstract_span.column) == (7, 11)


def test_buttons_below_a_paper_are_harmless() -> None:
    entries, problems = read(
        *(
            "A Title",
            PROSE,
            "12 authors",
            "·",
            "Published on Jan 2, 2025",
            "Upvote",
            "68",
            "GitHub",
            "1.2k",
            "arXiv Page",
        ),
        *("B Title", PROSE, "5 authors", "·", "Published on Jan 3, 2025", "Upvote", "41"),
    )

    assert [(e.title, e.n_authors, e.date) for e in entries] == [
        ("A Title", 12, "2025-01-02"),
        ("B Title", 5, "2025-01-03"),
    ]
    assert [(p.n_lines, p.harmless) for p in problems] == [(7, True)]


def test_a_title_of_words_that_buttons_use_is_a_title() -> None:
    entries, _ = read("A Title", PROSE, "Code Models", PROSE, "Trending Papers of Code: A Study", PROSE)

    assert [e.title for e in entries] == ["A Title", "Code Models", "Trending Papers of Code: A Study"]


def test_numbered_references_are_not_titles() -> None:
    reference = '[1] J. Doe, "A Title of Some Length That Goes On and On," in Proc. of Nothing, 2025, pp. 1-12.'

    assert recognise_lines([reference, reference.replace("[1]", "[2]")]) == 0


def test_two_long_paragraphs_are_one_abstract() -> None:
    (entry,), _ = read("A Title of Sand and Salt", PROSE, PROSE + "And more.", "3 authors")

    assert entry.abstract == f"{PROSE.strip()}\n{PROSE}And more."


def test_lines_between_a_title_and_its_abstract_are_facts() -> None:
    lines = ("Authors: Ada Doe, Bob Roe", "Jan 2, 2024", PROSE)
    (first, second), _ = read("A Title of Sand and Salt", *lines, "B Title of Tides and Frost", *lines)

    assert (first.title, first.authors, first.date) == (
        "A Title of Sand and Salt",
        ("Ada Doe", "Bob Roe"),
        "2024-01-02",
    )
    assert (second.title, second.authors, second.date) == (
        "B Title of Tides and Frost",
        ("Ada Doe", "Bob Roe"),
        "2024-01-02",
    )


def test_the_sign_of_an_item_is_no_part_of_a_title() -> None:
    lines = ["- Sparse Tides of Frost", PROSE, "• Frozen Ropes in Cold Water", PROSE]

    found = [item for item in parse(lines, "page.txt") if isinstance(item, Entry)]

    assert [(entry.title, entry.span.column) for entry in found] == [
        ("Sparse Tides of Frost", 3),
        ("Frozen Ropes in Cold Water", 3),
    ]
