"""Texts with labelled lines."""

from tests.folders import CASES

from papertrace.listings import read_listing
from papertrace.listings.captures.labelled import parse, recognise
from papertrace.model import Entry, Problem

FOLDER = CASES / "listings"


def read(*lines: str) -> tuple[list[Entry], list[Problem]]:
    items = list(parse(lines, "page.txt"))
    return [i for i in items if isinstance(i, Entry)], [i for i in items if isinstance(i, Problem)]


def test_an_empty_listing_has_no_entries_and_no_problems() -> None:
    assert read() == ([], [])


def test_lists_and_mails_of_an_archive_are_read() -> None:
    problems: list[Problem] = []
    entries = list(read_listing(FOLDER / "labelled.txt", on_problem=problems.append))

    assert [(e.title, e.authors, e.date, e.identifiers.arxiv) for e in entries] == [
        ("Saltpan: Drying Models in the Sun", ("Jane Doe", "Rob Roe"), None, "2501.00011"),
        ("Windrow: Raking Gradients", ("Ada Quill",), None, "2501.00012"),
        (
            "Lighthouse: Keeping a Long Watch over Small Clusters",
            ("Jane Doe", "Rob Roe", "Al Poe"),
            "2025-01-02",
            "2501.00013",
        ),
    ]
    assert [(e.span.line, e.end_line) for e in entries] == [(5, 10), (12, 14), (20, 29)]
    assert all(problem.harmless for problem in problems)


def test_the_abstract_of_a_mail_keeps_its_lines() -> None:
    *_, last = read_listing(FOLDER / "labelled.txt")

    assert last.abstract.startswith("A lighthouse watches")
    assert last.abstract.count("\n") == 1
    assert last.abstract_span is not None
    assert (last.abstract_span.line, last.abstract_span.column) == (27, 3)


def test_a_licence_is_not_an_address_of_the_paper() -> None:
    *_, last = read_listing(FOLDER / "labelled.txt")

    assert [target.raw for target in last.targets] == ["https://arxiv.org/abs/2501.00013"]


def test_an_address_in_quotes_ends_before_them() -> None:
    (entry,), _ = read("title: 'Saltpan: Drying Models'", "url: 'https://example.org/saltpan'")

    assert [target.raw for target in entry.targets] == ["https://example.org/saltpan"]


def test_headings_with_labels_below_them_are_titles() -> None:
    entries = list(read_listing(FOLDER / "digest.md"))

    assert [(e.title, e.authors, e.date, e.identifiers.arxiv) for e in entries] == [
        ("Breakwater: Stopping Long Prompts", ("Al Poe",), None, "2501.00014"),
        ("Seawall: A Simulator", ("Jane Doe", "Rob Roe"), "2024-05-06", "2405.00021"),
    ]
    assert [e.abstract[:10] for e in entries] == ["Long promp", "Walls that"]


def test_an_abstract_replaces_a_summary_of_one_line() -> None:
    (entry,), _ = read("Title: Quay", "TL;DR: Short.", "Abstract: Long and wide.")

    assert entry.abstract == "Long and wide."


def test_facts_without_a_title_are_reported() -> None:
    entries, problems = read("Title: Quay", "Authors: Jane Doe", "## Heading", "no label", "Date: 2024")

    assert len(entries) == 1
    assert [(p.span.line, p.n_lines, p.harmless) for p in problems] == [(3, 3, False)]


def test_words_before_a_chance_colon_are_not_labels() -> None:
    assert recognise(["A story.", "Date: a fruit", "It is sweet.", "Notes: of a song", "All of them."]) == 0


def test_the_page_of_a_paper_as_text_is_one_entry() -> None:
    (entry,), _ = read(
        *(
            "arXiv:2501.00001 (cs)",
            "[Submitted on 2 Jan 2025]",
            "Title:Quay: Landing Models",
            "Authors:Jane Doe, Rob Roe",
        ),
        *("View PDF", "Abstract:Models land where there is room for them.", "Cite as:\tarXiv:2501.00001 [cs.LG]"),
    )

    assert (entry.title, entry.authors, entry.identifiers.arxiv) == (
        *("Quay: Landing Models", ("Jane Doe", "Rob Roe"), "2501.00001"),
    )
    assert entry.abstract == "Models land where there is room for them."


def test_a_heading_below_an_abstract_ends_it() -> None:
    (entry,), problems = read(
        "Title: Quay", "> Abstract: Models land.", "Submission history", "------", "From: Jane Doe"
    )

    assert (entry.abstract, entry.end_line) == ("Models land.", 2)
    assert [(p.span.line, p.n_lines, p.harmless) for p in problems] == [(3, 2, False), (4, 1, True)]


def test_unrecognised_lines_below_a_title_are_reported() -> None:
    head = ["Title: A list", "Link: https://example.org", "* one thing", "* another", "* more", "* and more"]

    assert recognise(head) <= 0.5


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
    entries = [item for item in parse(lines, "day.md") if isinstance(item, Entry)]

    assert [(entry.title, entry.authors, entry.abstract) for entry in entries] == [
        ("Weaving Sparse Grids", ("Ada Doe", "Bob Roe"), "Grids are woven of wool.")
    ]


def test_indented_names_below_a_title_are_no_part_of_it() -> None:
    (entry,), _ = read("Title: Tides of Frost", "  Jane Doe, Rob Roe", "Link: https://example.org/a")

    assert (entry.title, entry.authors) == ("Tides of Frost", ("Jane Doe", "Rob Roe"))


def test_links_below_a_title_are_those_of_its_paper() -> None:
    entries, problems = read(
        "Title: Tides of Frost",
        "Authors: Jane Doe",
        "[Code](https://github.com/acme/frost) [Page](https://example.org/frost)",
        "",
        "Title: Lanterns at Sea",
        "Authors: Ann Lee",
    )

    assert not problems
    assert [[target.raw for target in entry.targets] for entry in entries] == [
        ["https://github.com/acme/frost", "https://example.org/frost"],
        [],
    ]


def test_a_comment_may_go_on_and_a_rule_ends_an_abstract_of_one_line() -> None:
    paper = [
        "Title: Saltpan: Drying Models",
        "Authors: Jane Doe",
        "Comments: 9 pages,",
        "  2 figures",
        "Abstract: We dry.",
    ]
    (first, second), problems = read(*paper, "----------", *paper)

    assert (first.title, first.abstract, first.end_line) == ("Saltpan: Drying Models", "We dry.", 5)
    assert (second.title, second.abstract) == (first.title, "We dry.")
    assert all(problem.harmless for problem in problems)
