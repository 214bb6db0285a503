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


def read_record(**fields: object) -> Entry:
    (entry,) = parse([json.dumps({"title": "Tides of Frost", **fields})], "a.jsonl")
    assert isinstance(entry, Entry)
    return entry


@pytest.mark.parametrize(
    "key",
    ["abs", "abs_url", "pdf", "pdf_url", "html", "url", "link", "links", "code", "code_url", "github", "project"],
)
def test_addresses_in_all_fields_are_targets(key: str) -> None:
    for printed in ("https://example.org/a", ["https://example.org/a"]):
        entry = read_record(**{key: printed})

        assert [(target.raw, target.words, target.span) for target in entry.targets] == [
            ("https://example.org/a", key, entry.span)
        ]
    assert read_record(**{key: "Code. See below"}).targets == ()
    assert read_record(**{key: "yes"}).targets == ()


@pytest.mark.parametrize("key", ["comments", "comment", "journal-ref", "journal_ref"])
def test_addresses_in_notes_are_targets(key: str) -> None:
    entry = read_record(**{key: "Code: https://example.org/a"})

    assert [(target.raw, target.words, target.span) for target in entry.targets] == [
        ("https://example.org/a", f"{key}: Code:", entry.span)
    ]


@pytest.mark.parametrize("key", ["published", "published_date", "date", "created", "updated", "update_date"])
def test_the_date_is_in_one_of_several_fields(key: str) -> None:
    assert read_record(**{key: "2024-06-05"}).date == "2024-06-05"


def test_the_date_is_that_of_the_first_version() -> None:
    versions = [{"version": "v1", "created": "Mon, 3 Jun 2024 19:18:42 GMT"}, {"created": "2025-01-01"}]

    assert read_record(versions=versions, published="2023-01-01", update_date="2026-01-01").date == "2024-06-03"
    assert read_record(updated="2026-01-01", published="2023-01-01").date == "2023-01-01"
    assert read_record().date is None


@pytest.mark.parametrize(
    ("fields", "arxiv"),
    [
        ({"id": "2406.00001v2"}, "2406.00001"),
        ({"arxiv_id": "2406.00001"}, "2406.00001"),
        ({"abs": "https://arxiv.org/abs/2406.00001"}, "2406.00001"),
        ({"url": "https://arxiv.org/abs/2406.00001"}, "2406.00001"),
        ({"pdf": "https://arxiv.org/pdf/2406.00001"}, "2406.00001"),
        ({"id": "7", "pdf": "https://arxiv.org/pdf/2406.00001"}, "2406.00001"),
        ({"link": "https://example.org/2406.00001"}, None),
    ],
)
def test_the_arxiv_id_is_in_one_of_several_fields(fields: dict[str, object], arxiv: str | None) -> None:
    assert read_record(**fields).identifiers.arxiv == arxiv


def test_of_several_dois_the_first_is_that_of_the_paper() -> None:
    assert read_record(doi="10.1000/TIDES 10.1000/ropes").identifiers.doi == "10.1000/tides"


@pytest.mark.parametrize(
    ("fields", "venue"),
    [
        ({"journal-ref": "Harbour Letters 3 (2020) 12-19"}, "Harbour Letters"),
        ({"journal_ref": "Harbour Letters 3 (2020) 12-19"}, "Harbour Letters"),
        ({"journal-ref": None}, None),
    ],
)
def test_the_venue_is_in_the_reference_to_the_journal(fields: dict[str, object], venue: str | None) -> None:
    assert read_record(**fields).venue == venue


@pytest.mark.parametrize(
    ("parsed", "authors"),
    [
        pytest.param([["Doe", "Jane", ""], ["Roe", "R.", "Jr."]], ("Jane Doe", "R. Roe Jr."), id="a suffix"),
        pytest.param([["Doe", "Jane", "", "Acme Labs"]], ("Jane Doe",), id="an affiliation"),
        pytest.param([["Acme"]], ("Acme",), id="one part"),
        pytest.param([["Doe", None, " "], "Roe", []], ("Doe",), id="damaged"),
        pytest.param([], ("Ann Poe",), id="empty"),
        pytest.param("Jane Doe", ("Ann Poe",), id="no list"),
    ],
)
def test_names_in_parts_are_joined(parsed: object, authors: tuple[str, ...]) -> None:
    assert read_record(authors_parsed=parsed, authors="Ann Poe").authors == authors


@pytest.mark.parametrize(
    ("fields", "authors"),
    [
        ({"author": "Jane Doe, Ann Poe"}, ("Jane Doe", "Ann Poe")),
        ({"authors": ["Jane Doe", 7, "Ann Poe"]}, ("Jane Doe", "Ann Poe")),
        ({"authors": "['Jane Doe', 7]"}, ("Jane Doe",)),
        ({"authors": [{"name": "Jane Doe"}, {"name": ""}]}, ("Jane Doe",)),
        ({"authors": r"J. M\"uller and Ann Poe (Acme)"}, ("J. M\u00fcller", "Ann Poe")),
    ],
    ids=["one field", "texts", "a list as text", "an object without a name", "LaTeX and affiliations"],
)
def test_names_are_read_in_further_shapes(fields: dict[str, object], authors: tuple[str, ...]) -> None:
    assert read_record(**fields).authors == authors


def test_the_abstract_may_be_called_summary_and_may_be_absent() -> None:
    summary, none = read_record(summary="We weigh tides."), read_record()

    assert (summary.abstract, summary.abstract_span) == ("We weigh tides.", summary.span)
    assert (none.abstract, none.abstract_span) == ("", None)


FITTING = {"id": "2406.00001", "title": "Tides", "abstract": "We weigh tides.", "authors": "Ann Doe"}


@pytest.mark.parametrize("key", ["authors", "submitter", "authors_parsed", "author", "categories"])
def test_metadata_are_recognised_by_any_field_of_arxiv(key: str) -> None:
    record = {"id": "2406.00001", "title": "Tides", "summary": "We weigh tides."}

    assert recognise([json.dumps(record)]) == 0.0
    assert recognise([json.dumps(record | {key: "x"})]) == 1.0


@pytest.mark.parametrize("key", ["concepts", "referenced_works", "paperId", "externalIds", "corpusid"])
def test_records_of_other_services_are_not_those_of_arxiv(key: str) -> None:
    assert recognise([json.dumps(FITTING | {key: "x"})]) == 0.0


def test_the_confidence_is_the_share_of_fitting_records() -> None:
    fitting = json.dumps(FITTING)

    assert recognise([fitting]) == 1.0
    assert recognise([fitting, '{"title": "Ropes"}']) == 0.5
    assert recognise([json.dumps({"id": "2406.00001", "title": "Tides", "authors": "Ann Doe"})]) == 0.0
    assert recognise(["{'id': '2406.00001', 'title': 'T', 'abstract': 'A', 'authors': 'Ann Doe'}"]) == 1.0
    assert recognise([]) == 0.0


def test_entries_name_their_source() -> None:
    assert str(read_record().span) == "a.jsonl:1:1"
