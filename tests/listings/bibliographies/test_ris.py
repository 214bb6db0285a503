"""Bibliographies in RIS: continued fields, records without an end."""

import pytest
from tests.folders import CASES

from papertrace.listings import read_listing
from papertrace.listings.bibliographies.ris import parse, recognise
from papertrace.model import Entry, Problem, advance

FOLDER = CASES / "listings"


@pytest.fixture
def problems() -> list[Problem]:
    return []


@pytest.fixture
def entries(problems: list[Problem]) -> list[Entry]:
    return list(read_listing(FOLDER / "bibliography.ris", on_problem=problems.append))


def test_records_become_entries_on_their_lines(entries: list[Entry]) -> None:
    assert [(e.title, e.span.line, e.end_line) for e in entries] == [
        ("GridWeave: Sparse GEMM on Small Grids", 3, 17),
        ("A Record that Lost Its End", 19, 23),
        ("An Empty Rest & Nothing More", 27, 30),
    ]


def test_the_facts_of_a_record_are_read(entries: list[Entry]) -> None:
    first = entries[0]

    assert first.authors == ("Jane Doe", "Richard Roe, Jr.")
    assert (first.date, first.identifiers.doi) == ("2024-06-05", "10.1000/sst.2024.1")
    assert [(t.raw, t.words, t.span.line, t.span.column) for t in first.targets] == [
        ("https://example.org/papers/gridweave", "UR", 14, 7),
        ("https://example.org/papers/gridweave.pdf", "L1", 15, 7),
        ("https://example.org/slides", "N1: Slides:", 16, 15),
    ]


def test_an_abstract_continues_over_lines_with_exact_positions(entries: list[Entry]) -> None:
    first = entries[0]

    assert first.abstract_span is not None
    place = advance(first.abstract_span, first.abstract, first.abstract.index("https"))
    assert (place.line, place.column) == (12, 12)


def test_older_tags_are_read_too(entries: list[Entry]) -> None:
    assert (entries[1].abstract, entries[1].authors, entries[1].date) == ("Short.", ("Ann Poe",), "2023")
    assert entries[2].identifiers.arxiv == "2401.00002"


def test_broken_records_are_reported_with_their_lines(entries: list[Entry], problems: list[Problem]) -> None:
    assert entries
    assert [(p.span.line, p.n_lines, p.harmless) for p in problems] == [(1, 1, True), (19, 1, False), (24, 3, False)]


def test_tags_with_less_white_space_are_read() -> None:
    items = list(parse(["TY - JOUR", "TI - Narrow", "ER -"], "a.ris"))

    assert [item.title for item in items if isinstance(item, Entry)] == ["Narrow"]


def test_a_text_that_mentions_one_tag_is_not_a_bibliography() -> None:
    assert recognise(["Notes on RIS", "TY  - begins a record", *["more words"] * 5]) <= 0.5
    assert recognise(["TY  - JOUR", "TI  - A"]) == 1.0


@pytest.mark.parametrize("name", ["pubmed.nbib", "web_of_science.txt", "endnote.enw"])
def test_other_tagged_exports_have_the_same_papers(name: str) -> None:
    problems: list[Problem] = []
    first, second = read_listing(FOLDER / name, on_problem=problems.append)

    assert first.title.lower().startswith("cistern: keeping parallel queues over slow links")
    assert second.title.lower().startswith("sluice: letting tokens pass")
    assert (first.authors, second.authors) == (("Jane Doe", "Rob Roe"), ("Ada Quill",))
    assert (first.date or "")[:4] == "2024"
    assert (first.identifiers.doi, second.date) == ("10.1000/ci.2024.001", "2023")
    assert all(problem.harmless for problem in problems)


def test_the_month_of_web_of_science_belongs_to_its_year() -> None:
    first, _ = read_listing(FOLDER / "web_of_science.txt")

    assert first.date == "2024-03"
    assert first.references == ("doi:10.1000/jr.2020.1", "doi:10.1000/jr.2019.9")
    assert first.abstract.count("\n") == 1


def test_a_wrapped_line_that_begins_like_a_tag_is_not_a_tag() -> None:
    lines = ["PMID- 1", "TI  - A title of the", "      AB - compartment", "AB  - Text.", "", "PMID- 2", "TI  - B title"]
    entries = [item for item in parse(lines, "a.nbib") if isinstance(item, Entry)]

    assert [(e.title, e.abstract, e.end_line) for e in entries] == [
        ("A title of the AB - compartment", "Text.", 4),
        ("B title", "", 7),
    ]


def test_records_that_begin_far_below_the_first_line_or_have_no_title_are_not_recognised() -> None:
    whole = ["TY  - JOUR", "TI  - Tides of Frost", "ER  -"]

    assert recognise(whole) == 1.0
    assert recognise(["TY  - JOUR", "AU  - Doe, Ann", "ER  -"]) == 0.0
    assert recognise([*["Some text."] * 40, *whole]) == 1.0
    assert recognise([*["Some text."] * (40 + 1), *whole]) == 0.0
