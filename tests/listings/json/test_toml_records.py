"""Tests of the reader of papers in TOML."""

import pytest
from tests.folders import CASES

from papertrace.listings.choice import choose_reader
from papertrace.listings.json import toml_records
from papertrace.listings.json.toml_records import parse, recognise
from papertrace.model import Entry, Problem

BROKEN = ["[[papers]]", 'title = "Tides"', "year = 2021", "[[papers]]", 'title = "Ropes"', "year = ", "pages = 7"]


def read(*lines: str) -> tuple[list[Entry], list[Problem]]:
    found = list(parse(lines, "papers.toml"))
    return [one for one in found if isinstance(one, Entry)], [one for one in found if isinstance(one, Problem)]


def test_tables_are_papers_with_the_lines_they_span() -> None:
    entries, problems = read(*(CASES / "listings" / "publications.toml").read_text(encoding="utf-8").split("\n"))

    assert problems == []
    assert [(entry.title, entry.date, entry.venue) for entry in entries] == [
        ("Tides of Frost in Small Harbours", "2021", "Harbour Letters"),
        ("Ropes: A Study of Knots", "2020", None),
        ("Salt in the Wind", "2019-03-01", "Conference on Waves (WAVES)"),
    ]
    assert entries[0].identifiers.arxiv == "2101.00001"
    assert entries[1].identifiers.doi == "10.1234/ropes.7"
    assert [target.raw for target in entries[1].targets] == ["https://github.com/acme/ropes"]
    assert entries[2].authors == ("Ann Doe", "Jan van der Poe")
    assert entries[2].abstract.endswith("than anybody thought.")
    assert [(entry.span.line, entry.end_line) for entry in entries] == [(4, 9), (11, 18), (20, 30)]


def test_inline_tables_are_papers_each_on_its_line() -> None:
    entries, problems = read(
        "papers = [", '  {title = "Tides", year = 2021},', '  {title = "Ropes", authors = ["Rob Roe"]},', "]"
    )

    assert problems == []
    assert [(entry.title, entry.span.line) for entry in entries] == [("Tides", 2), ("Ropes", 3)]


def test_front_matter_between_plus_signs_is_a_paper_and_the_page_below_it_is_reported() -> None:
    entries, problems = read("+++", 'title = "Tides"', 'authors = ["Ann Doe"]', "date = 2021-03-01", "+++", "Text.")

    assert [(entry.title, entry.authors, entry.date) for entry in entries] == [("Tides", ("Ann Doe",), "2021-03-01")]
    assert [(problem.span.line, problem.harmless) for problem in problems] == [(6, True)]


def test_what_is_above_a_broken_table_is_read_and_the_rest_is_reported() -> None:
    entries, problems = read(*BROKEN)

    assert [entry.title for entry in entries] == ["Tides"]
    assert [(problem.span.line, problem.n_lines) for problem in problems] == [(4, 4)]


def test_a_head_that_ends_within_a_table_is_recognised() -> None:
    assert recognise(BROKEN) > 0


@pytest.mark.parametrize(
    "lines",
    [
        ["[project]", 'name = "harbour"', 'authors = [{name = "Ann Doe"}]', 'urls = {home = "https://example.org"}'],
        ["title = Tides", "year = soon"],
        ["[[menu]]", 'title = "Home"', 'url = "/home"'],
    ],
    ids=["settings", "no-toml", "menu"],
)
def test_other_text_is_not_recognised(lines: list[str]) -> None:
    assert recognise(lines) == 0.0


def test_a_listing_in_toml_is_read_by_its_reader() -> None:
    lines = (CASES / "listings" / "publications.toml").read_text(encoding="utf-8").split("\n")

    assert choose_reader(lines, [], "papers.toml").reader.name == "toml"


def test_a_file_that_is_too_large_to_be_read_whole_is_left_out(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(toml_records, "_MAX_CHARS", 1 << 20)
    title = 'title = "Tides"'
    comment = f"# {'x' * ((1 << 20) - len(title) - 4)}"

    assert [entry.title for entry in read(title, "year = 1", comment[: -len("year = 1 ")])[0]] == ["Tides"]
    entries, problems = read(title, "year = 1", comment)
    assert entries == []
    assert [str(problem) for problem in problems] == [
        "papers.toml:1:1: TOML of more than 1 MiB; left out; divide it into several files"
    ]


def test_a_table_whose_title_is_nothing_but_markup_is_no_paper() -> None:
    entries, problems = read(
        "[[papers]]", 'title = "<b></b>"', "year = 2021", "[[papers]]", 'title = "Tides"', "year = 2021"
    )

    assert [entry.title for entry in entries] == ["Tides"]
    assert problems == []


def test_a_number_that_is_too_long_to_be_read_leaves_out_the_file_from_its_first_line() -> None:
    entries, problems = read("[[papers]]", f"year = {'9' * 5000}", "[[papers]]", 'title = "Tides"', "year = 2021")

    assert entries == []
    assert [str(problem) for problem in problems] == [
        "papers.toml:1:1: '[[papers]]': not TOML; left out, with all that follows"
    ]
    assert problems[0].n_lines == 5


@pytest.mark.parametrize(("depth", "n_papers"), [(19, 1), (20, 0)])
def test_papers_are_looked_for_to_a_limited_depth(depth: int, n_papers: int) -> None:
    entries, _ = read(f'papers = {"[" * depth}{{title = "Tides", year = 2021}}{"]" * depth}')

    assert len(entries) == n_papers


def test_a_title_whose_text_is_printed_with_escapes_is_found_in_the_order_of_the_file() -> None:
    entries, _ = read(
        "[[papers]]", 'title = "\\u0054ides"', "year = 2021", "[[papers]]", 'title = "Ropes"', "year = 2020"
    )

    assert [(entry.title, entry.span.line, entry.end_line) for entry in entries] == [("Tides", 1, 3), ("Ropes", 4, 6)]
