"""arXiv's metadata in JSON: snapshots, crawls, and lines that only look like JSON."""

import json
from pathlib import Path

import pytest
from tests.folders import CASES

from papertrace.listings import read_listing
from papertrace.listings.json.arxiv import parse, recognise
from papertrace.model import Entry, Problem

FOLDER = CASES / "listings"


def read(name: str) -> tuple[list[Entry], list[Problem]]:
    problems: list[Problem] = []
    return list(read_listing(FOLDER / name, on_problem=problems.append)), problems


def test_a_record_of_the_snapshot_is_read() -> None:
    first = read("arxiv_snapshot.jsonl")[0][0]

    assert first.title == "GridWeave: Sparse GEMM on Small Grids"
    assert first.abstract == "We weave grids over two lines."
    assert first.authors == ("Jane Doe", "R. Müller Jr.")
    assert (first.date, first.identifiers.arxiv, first.identifiers.doi) == (
        "2024-06-03",
        "2406.00001",
        "10.1000/sst.2024.1",
    )
    assert [(t.raw, t.words) for t in first.targets] == [
        ("https://example.org/gridweave", "comments: 9 pages. Code:"),
        ("www.example.org/data", "comments: and data at"),
    ]


def test_entries_are_on_the_lines_of_their_records_and_repeated_ones_are_kept() -> None:
    entries, _ = read("arxiv_snapshot.jsonl")

    assert [(e.span.line, e.end_line, e.identifiers.arxiv) for e in entries] == [
        (1, 1, "2406.00001"),
        (2, 2, "cs/0112017"),
        (3, 3, "2406.00003"),
        (5, 5, "2406.00001"),
    ]


def test_one_name_in_place_of_authors_stays_as_printed() -> None:
    assert read("arxiv_snapshot.jsonl")[0][1].authors == ("Acme",)


def test_a_python_dict_instead_of_json_is_read() -> None:
    third = read("arxiv_snapshot.jsonl")[0][2]

    assert (third.title, third.authors) == ("A Dict that Poses as JSON", ("Ann O'Poe", "Bo Moe"))


def test_lines_without_a_paper_are_reported() -> None:
    problems = read("arxiv_snapshot.jsonl")[1]

    assert [(p.span.line, p.message.rpartition(": ")[2]) for p in problems] == [
        (4, "not JSON; left out"),
        (6, "a record without a title; left out"),
    ]


def test_a_record_of_a_daily_crawl_is_read() -> None:
    first, second = read("arxiv_daily.jsonl")[0]

    assert first.abstract == "We weave grids. And we unweave them."
    assert [t.raw for t in first.targets] == [
        "https://arxiv.org/abs/2406.00001",
        "https://arxiv.org/pdf/2406.00001",
        "https://example.org/gridweave",
    ]
    assert (second.authors, second.date, second.identifiers.doi) == (("Acme Consortium",), None, None)


@pytest.mark.parametrize(
    ("authors", "expected"),
    [
        pytest.param("Jane Doe, Richard Roe and Ann Poe", ("Jane Doe", "Richard Roe", "Ann Poe"), id="text"),
        pytest.param([{"name": "Jane Doe"}, {"name": "Ann Poe"}], ("Jane Doe", "Ann Poe"), id="objects"),
        pytest.param("['Jane Doe', 'Ann Poe']", ("Jane Doe", "Ann Poe"), id="a Python list as text"),
        pytest.param("Acme", ("Acme",), id="an organisation"),
        pytest.param("The Grid Collaboration: Jane Doe", ("The Grid Collaboration: Jane Doe",), id="a collaboration"),
        pytest.param(None, (), id="nobody"),
        pytest.param(7, ("7",), id="a number"),
    ],
)
def test_authors_are_read_in_many_shapes(authors: object, expected: tuple[str, ...]) -> None:
    line = json.dumps({"id": "2406.00001", "title": "T", "authors": authors, "abstract": "A."})
    (entry,) = parse([line], "a.jsonl")

    assert isinstance(entry, Entry)
    assert entry.authors == expected


def test_other_json_lines_are_not_recognised() -> None:
    assert recognise(['{"id": "7", "title": "A", "abstract": "B", "authors": "C"}']) == 0.0
    assert recognise(['{"id": "2406.00001", "name": "A"}']) == 0.0


def test_the_daily_crawl_is_read_whole(shared: Path) -> None:
    problems: list[Problem] = []
    entries = list(read_listing(shared / "data" / "listings" / "arxiv_daily.jsonl", on_problem=problems.append))

    assert (len(entries), problems) == (60, [])
    assert [e.span.line for e in entries] == list(range(1, 61))
    assert len({e.identifiers.arxiv for e in entries}) == 59
    assert all(e.authors and e.abstract and e.title == " ".join(e.title.split()) for e in entries)


def test_a_name_of_braces_alone_is_not_an_author() -> None:
    (entry,) = parse(['{"title": "Fold", "authors": "{"}'], "list")

    assert isinstance(entry, Entry)
    assert entry.authors == ()
