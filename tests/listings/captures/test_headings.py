"""Captures of paper pages as Markdown headings."""

from pathlib import Path

from tests.folders import CASES

from papertrace.listings import read_listing
from papertrace.listings.captures.pages import parse_headings as parse
from papertrace.listings.captures.pages import recognise_headings as recognise
from papertrace.listings.learned.entries import parse_markdown
from papertrace.model import Entry, Problem, advance

FOLDER = CASES / "listings"
PROSE = "This sentence stands in for a summary of some length, which a reader can tell from a title. " * 3


def read(*lines: str) -> tuple[list[Entry], list[Problem]]:
    items = list(parse(lines, "page.txt"))
    return [i for i in items if isinstance(i, Entry)], [i for i in items if isinstance(i, Problem)]


def test_an_empty_listing_has_no_entries_and_no_problems() -> None:
    assert read() == ([], [])


def test_entries_are_read_with_their_facts_and_repeated_ones_stay() -> None:
    entries = list(read_listing(FOLDER / "headings.txt"))

    assert [(e.title.split(":")[0], e.n_authors, e.organisation, e.date) for e in entries] == [
        ("GridWeave", 8, None, None),
        ("GridWeave", 8, None, None),
        ("Orchard", 2, None, "2024-02-05"),
        ("Ledger", None, "Acme Labs", None),
    ]
    assert [(e.span.line, e.end_line) for e in entries] == [(7, 11), (13, 17), (19, 25), (32, 35)]


def test_an_indented_line_of_an_abstract_keeps_its_columns() -> None:
    first = next(iter(read_listing(FOLDER / "headings.txt")))

    assert first.abstract_span is not None
    place = advance(first.abstract_span, first.abstract, first.abstract.index("https://"))
    assert (place.line, place.column) == (10, 18)


def test_a_linked_title_has_its_address_as_target() -> None:
    orchard = list(read_listing(FOLDER / "headings.txt"))[2]

    assert orchard.title == "Orchard: A Linked Title"
    assert [t.raw for t in orchard.targets] == [
        "https://huggingface.co/papers/2402.00002",
        "https://github.com/acme/orchard",
    ]


def test_headings_of_another_level_are_not_titles_once_the_level_is_known() -> None:
    problems: list[Problem] = []
    list(read_listing(FOLDER / "headings.txt", on_problem=problems.append))

    assert [(p.span.line, p.n_lines, p.harmless) for p in problems] == [(1, 3, True), (28, 2, False), (26, 1, True)]


def test_a_heading_with_nothing_below_it_is_page_text() -> None:
    entries, problems = read("## Trending", "### A Title", PROSE, "- 3 authors")

    assert [e.title for e in entries] == ["A Title"]
    assert [(p.span.line, p.harmless) for p in problems] == [(1, True)]


def test_a_readme_is_not_recognised() -> None:
    assert recognise(["# A Tool", PROSE, "## Install", "- [docs](https://example.org)", PROSE]) == 0.0


def test_the_real_capture_has_twelve_entries_of_eight_papers(shared: Path) -> None:
    path = shared / "data" / "listings" / "trending_page_markdown_headings.txt"
    problems: list[Problem] = []
    entries = list(read_listing(path, on_problem=problems.append))

    assert (len(entries), len({e.title for e in entries})) == (12, 8)
    assert all(e.n_authors and len(e.abstract) > 500 for e in entries)
    assert all(p.harmless for p in problems)


def test_pictures_buttons_and_menus_are_not_facts_or_addresses() -> None:
    problems: list[Problem] = []
    entries = list(read_listing(FOLDER / "trending.md", on_problem=problems.append))

    assert [(e.title, e.n_authors, e.date, e.identifiers.arxiv) for e in entries] == [
        ("Jetty: Where Models Land", 12, "2025-01-02", "2501.00001"),
        ("Groyne: Holding Sand with Sparse Walls", 5, "2025-01-03", "2501.00002"),
    ]
    assert [[t.raw for t in e.targets] for e in entries] == [
        [f"https://huggingface.co/papers/{n}", f"https://github.com/acme/{name}", f"https://arxiv.org/abs/{n}"]
        for n, name in (("2501.00001", "jetty"), ("2501.00002", "groyne"))
    ]
    assert all(problem.harmless for problem in problems)


def test_a_paper_without_an_abstract_is_known_by_its_authors() -> None:
    entries, _ = read(
        "### [A Title](/papers/2401.00001)", "  * ![](/a.png)", "  * · 3 authors", "[ 2](/papers/2401.00001#community)"
    )

    assert [(e.title, e.abstract, e.n_authors, e.identifiers.arxiv) for e in entries] == [
        ("A Title", "", 3, "2401.00001")
    ]


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
    assert recognise(lines) == 0.0


def test_a_report_with_one_paragraph_below_each_title_is_read() -> None:
    titles = (*TITLES[:2], "How the Boats Spend a Winter in Ice", "Measuring Frost with Shadows of Masts")
    lines = ["# Ice 2018", *(text for title in titles for text in (f"## {title}", "", PROSE, ""))]

    assert [entry.title for entry in read(*lines)[0]] == list(titles)
    assert recognise(lines) > 0.5


def test_an_essay_is_no_report_on_papers() -> None:
    headings = (
        "What We Saw in the Harbours of the North",
        "Why the Ice Is Here All Winter",
        "Ropes",
        "The End",
        "Salt",
    )
    lines = ["# Ice", *(text for title in headings for text in (f"## {title}", "", PROSE, "", PROSE, ""))]

    assert recognise(lines) == 0.0


def test_an_item_below_an_abstract_is_the_organisation() -> None:
    prose = (
        "We study how frost moves through harbours in cold winters, and we find that it moves slowly, in ways "
        "that no model of ropes explains so far."
    )
    lines = ["# Tides of Frost", prose, "- Harbour Institute", "# Lanterns at Sea", prose, "3 authors"]

    found = [item for item in parse(lines, "a.txt") if isinstance(item, Entry)]

    assert [(entry.title, entry.organisation, entry.n_authors) for entry in found] == [
        ("Tides of Frost", "Harbour Institute", None),
        ("Lanterns at Sea", None, 3),
    ]


def test_a_date_without_a_count_of_authors_is_a_fact() -> None:
    (entry,), _ = read("### A Title", PROSE, "- Published on Jan 2, 2024")

    assert (entry.date, entry.n_authors) == ("2024-01-02", None)


def test_a_linked_heading_with_links_only_is_page_text() -> None:
    entries, problems = read(
        "## [A Section](/all)", "[a page](https://example.org/a)", "### A Title", PROSE, "- 3 authors"
    )

    assert [entry.title for entry in entries] == ["A Title"]
    assert [(problem.span.line, problem.n_lines) for problem in problems] == [(1, 2)]


def test_one_count_of_authors_below_a_heading_is_no_page_of_papers() -> None:
    assert recognise(["### A Title", "- 3 authors"]) == 0.0
