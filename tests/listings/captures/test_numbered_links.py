"""Captures of paper pages with numbered references."""

from pathlib import Path

import pytest
from tests.folders import CASES

from papertrace.listings import read_listing
from papertrace.listings.captures import pages
from papertrace.listings.captures.pages import parse_references as parse
from papertrace.listings.captures.pages import recognise_references as recognise
from papertrace.model import Entry, Problem

FOLDER = CASES / "listings"


def read(*lines: str) -> tuple[list[Entry], list[Problem]]:
    items = list(parse(lines, "page.txt"))
    return [i for i in items if isinstance(i, Entry)], [i for i in items if isinstance(i, Problem)]


def test_an_empty_listing_has_no_entries_and_no_problems() -> None:
    assert read() == ([], [])


def test_entries_are_read_with_their_facts() -> None:
    entries = list(read_listing(FOLDER / "references.txt"))

    assert [(e.title.split(":")[0], e.n_authors, e.organisation, e.date, e.n_comments) for e in entries] == [
        ("GridWeave", 8, None, "2024-01-02", 3),
        ("Orchard", None, "Acme Labs", "--02-05", None),
        ("Ledger", 1, None, None, None),
    ]


def test_a_wrapped_title_is_joined_and_a_wrapped_abstract_keeps_its_lines() -> None:
    first, second, _ = read_listing(FOLDER / "references.txt")

    assert second.title.endswith("So Long That Titles Wrap")
    assert [line.split()[-1] for line in first.abstract.split("\n")] == ["are", "by", "[here][70]."]
    assert (first.span.line, first.end_line) == (10, 23)


def test_the_list_at_the_end_resolves_titles_and_links_inside_abstracts() -> None:
    entries = list(read_listing(FOLDER / "references.txt"))

    assert [[(t.raw, t.words, str(t.span).rpartition("txt:")[2]) for t in e.targets] for e in entries] == [
        [
            ("https://huggingface.co/papers/2401.00001", "GridWeave: Packing Sparse Tiles for Tensor Cores", "52:7"),
            ("https://github.com/acme/gridweave", "here", "59:7"),
        ],
        [("https://huggingface.co/papers/2402.00002", entries[1].title, "56:7")],
        [],
    ]
    assert [e.identifiers.arxiv for e in entries] == ["2401.00001", "2402.00002", None]


def test_references_without_an_address_are_reported_once() -> None:
    problems: list[Problem] = []
    list(read_listing(FOLDER / "references.txt", on_problem=problems.append))

    assert [(p.span.line, p.harmless) for p in problems] == [(1, True), (42, False), (6, True)]
    assert "no address for 2 references, [39] to [40]" in problems[1].message


def test_a_bracket_that_never_closes_is_an_abstract_up_to_the_next_title() -> None:
    entries, _ = read(
        "### [A Title][1]", "[", "Some words of a summary.", "### [B Title][2]", "[", "More words.", "][3]"
    )

    assert [(e.title, e.abstract) for e in entries] == [
        ("A Title", "Some words of a summary."),
        ("B Title", "More words."),
    ]


def test_a_title_may_contain_brackets() -> None:
    entries, _ = read("### [[Re] A Title][1]", "[8 authors][2]")

    assert [(e.title, e.n_authors) for e in entries] == [("[Re] A Title", 8)]


def test_the_votes_before_a_title_are_not_fact_of_the_paper_above() -> None:
    entries, _ = read(
        "### [A Title][1]", "[", "A summary.", "][2]", "[", "23", "][3]", "### [B Title][4]", "[2 authors][5]"
    )

    assert [(e.title, e.abstract, e.n_authors) for e in entries] == [
        ("A Title", "A summary.", None),
        ("B Title", "", 2),
    ]


def test_a_heading_with_no_number_is_not_a_title() -> None:
    assert recognise(["# A", "## B", "[", "text", "]"]) == 0.0


def test_the_real_capture_has_eight_papers(shared: Path) -> None:
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
    entries, problems = read(*papers, "## References", *(f"[{n}]: https://example.org/{n}" for n in range(5)))

    assert [(entry.title, [target.raw for target in entry.targets]) for entry in entries] == [
        *((f"Tides of Sand {n}", []) for n in range(3)),
        *((f"Tides of Sand {n}", [f"https://example.org/{n}"]) for n in (3, 4)),
    ]
    assert any("no address for 3 references" in problem.message for problem in problems)


def test_a_heading_of_a_picture_without_words_is_page_text() -> None:
    (entry,), problems = read(
        "### [][1]", "### [Tides of Sand][2]", "[", ABSTRACT, "][2]", "[2]: https://example.org/2"
    )

    assert entry.title == "Tides of Sand"
    assert problems[0].span.line == 1


def test_references_without_papers_are_reported_once_with_their_number() -> None:
    entries, problems = read("Nothing here is a paper.", "[1]: https://example.org/a", "[2]: https://example.org/b")

    assert entries == []
    assert [(one.span.line, one.n_lines, one.message) for one in problems if "references" in one.message] == [
        (2, 2, "references without papers; left out")
    ]
