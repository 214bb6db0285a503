"""Captures of paper pages with every link on a line of its own."""

from pathlib import Path

from tests.folders import CASES

from papertrace.listings import read_listing
from papertrace.listings.captures.pages import parse_links as parse
from papertrace.listings.captures.pages import recognise_links as recognise
from papertrace.model import Entry, Problem

FOLDER = CASES / "listings"
PROSE = "This sentence stands in for a summary of some length, which a reader can tell from a title. " * 3


def read(*lines: str) -> tuple[list[Entry], list[Problem]]:
    items = list(parse(lines, "page.txt"))
    return [i for i in items if isinstance(i, Entry)], [i for i in items if isinstance(i, Problem)]


def test_an_empty_listing_has_no_entries_and_no_problems() -> None:
    assert read() == ([], [])


def test_entries_are_read_with_their_facts() -> None:
    entries = list(read_listing(FOLDER / "links.txt"))

    assert [(e.title.split(":")[0], e.n_authors, e.organisation, e.date, e.n_comments) for e in entries] == [
        ("GridWeave", 8, None, "2024-01-02", 3),
        ("Orchard", None, "acme-labs Acme Labs", "--02-05", None),
        ("Ledger", None, None, None, None),
        ("Quill", None, None, None, None),
    ]


def test_the_address_below_a_title_is_a_target_and_gives_the_arxiv_id() -> None:
    entries = list(read_listing(FOLDER / "links.txt"))

    assert [e.identifiers.arxiv for e in entries] == ["2401.00001", "2402.00002", "2403.00003", "2404.00004"]
    assert [[(t.raw, t.span.line) for t in e.targets] for e in entries][:2] == [
        [("https://huggingface.co/papers/2401.00001", 11)],
        [("https://huggingface.co/papers/2402.00002", 35), ("https://github.com/acme/orchard", 51)],
    ]


def test_an_address_on_its_own_line_inside_an_abstract_stays_in_it_at_its_position() -> None:
    first = next(iter(read_listing(FOLDER / "links.txt")))

    assert first.abstract_span is not None
    lines = first.abstract.split("\n")
    offset = next(number for number, line in enumerate(lines) if line == "https://github.com/acme/gridweave")
    assert first.abstract_span.line + offset == 17


def test_an_abstract_that_lost_its_closing_address_ends_above_the_next_title() -> None:
    entries = list(read_listing(FOLDER / "links.txt"))

    assert (entries[2].abstract[-16:], entries[2].end_line, entries[3].title) == (
        "once, or nearly.",
        57,
        "Quill: The Entry after It",
    )


def test_lines_outside_entries_are_reported_and_buttons_are_harmless() -> None:
    problems: list[Problem] = []
    list(read_listing(FOLDER / "links.txt", on_problem=problems.append))

    assert [(p.span.line, p.n_lines, p.harmless) for p in problems] == [(1, 2, True), (65, 1, False), (5, 6, True)]


def test_the_login_address_before_a_title_is_not_a_target() -> None:
    address = "https://huggingface.co/papers/2401.00001"
    entries, _ = read("https://huggingface.co/login?next=%2Fpapers%2F2401.00001", "A Title", address, PROSE, address)

    assert [[t.raw for t in e.targets] for e in entries] == [[address]]


def test_a_line_that_looks_like_a_date_above_the_first_paper_is_not_a_date() -> None:
    address = "https://huggingface.co/papers/2401.00001"
    entries, _ = read("May 19", "A Title", address, PROSE, address)

    assert [(e.title, e.date) for e in entries] == [("A Title", None)]


def test_a_page_without_such_addresses_is_not_recognised() -> None:
    assert recognise(["A Title", PROSE, "https://example.org/a", "B Title", PROSE]) == 0.0


def test_the_real_capture_has_eight_papers(shared: Path) -> None:
    path = shared / "data" / "listings" / "papers_page_links_on_own_lines.txt"
    problems: list[Problem] = []
    entries = list(read_listing(path, on_problem=problems.append))

    assert [e.n_authors for e in entries] == [8, 11, 4, 5, 4, 1, 7, 5]
    assert all(e.date and e.identifiers.arxiv and len(e.abstract) > 500 for e in entries)
    assert all(p.harmless for p in problems)


def test_an_organisation_may_be_printed_without_a_link_and_addresses_below_facts_are_targets() -> None:
    address = "https://huggingface.co/papers/2401.00001"
    (entry,), problems = read(
        *("GridWeave: Packing Sparse Tiles", address, PROSE, address, "acme-labs", "Acme Labs", "·", "Jan 2, 2024"),
        *("Code", "https://example.org/code", "https://example.org/data"),
    )

    assert (entry.organisation, entry.date) == ("acme-labs Acme Labs", "2024-01-02")
    assert [(target.raw, target.words) for target in entry.targets][1:] == [
        ("https://example.org/code", "Code"),
        ("https://example.org/data", ""),
    ]
    assert problems == []


def test_a_line_that_ends_in_a_colon_introduces_an_address_and_is_no_title() -> None:
    entries, _ = read("Grains of Salt in Ropes (salt). DOI:", "https://doi.org/10.1234/salt", PROSE)

    assert entries == []
