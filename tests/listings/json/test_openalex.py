"""Works of OpenAlex: abstracts rebuilt, references by the ids of the works."""

import json

import pytest
from tests.folders import CASES

from papertrace.listings import read_listing
from papertrace.listings.json.openalex import parse, rebuild_abstract, recognise
from papertrace.listings.json.pages import JsonObject
from papertrace.model import Entry, Problem

FOLDER = CASES / "listings"


def read(name: str) -> tuple[list[Entry], list[Problem]]:
    problems: list[Problem] = []
    return list(read_listing(FOLDER / name, on_problem=problems.append)), problems


def test_a_work_is_read() -> None:
    first = read("openalex.jsonl")[0][0]

    assert first.title == "GridWeave: Sparse GEMM & Small Grids"
    assert first.abstract == "We weave grids and weave nets."
    assert (first.authors, first.date) == (("Jane Doe", "R. Roe"), "2024-06-05")
    assert (first.identifiers.arxiv, first.identifiers.doi) == ("2406.00001", "10.1000/sst.2024.1")
    assert [t.raw for t in first.targets] == [
        "https://doi.org/10.1000/SST.2024.1",
        "http://arxiv.org/abs/2406.00001v1",
        "https://arxiv.org/pdf/2406.00001",
    ]


@pytest.mark.parametrize("name", ["openalex.jsonl", "openalex_page.json"])
def test_a_reference_uses_the_same_key_as_the_work(name: str) -> None:
    first, second = read(name)[0]

    assert second.aliases == ("openalex:W101",)
    assert second.aliases[0] in first.references
    assert len(first.references) == len(set(first.references))


def test_a_page_of_results_is_read_item_by_item() -> None:
    entries, problems = read("openalex_page.json")

    assert [(e.title, e.span.line, e.end_line) for e in entries] == [("GridWeave", 4, 14), ("Ledger", 15, 15)]
    assert problems == []


def test_a_work_without_a_title_is_reported() -> None:
    assert [(p.span.line, p.message) for p in read("openalex.jsonl")[1]] == [(3, "a record without a title; left out")]


@pytest.mark.parametrize(
    ("index", "abstract"),
    [
        pytest.param({}, "", id="empty"),
        pytest.param({"a": [1], "b": [0, 2]}, "b a b", id="a word twice"),
        pytest.param({"a": [10**12], "b": [-5]}, "b a", id="places out of all bounds"),
        pytest.param({"a": "no list", "b": [None, 0]}, "b", id="damaged"),
    ],
)
def test_abstracts_are_rebuilt(index: JsonObject, abstract: str) -> None:
    assert rebuild_abstract(index) == abstract


def test_a_long_work_printed_over_many_lines_is_recognised_by_its_visible_keys() -> None:
    work = {"id": "https://openalex.org/W1", "title": "T", "authorships": [{"n": n} for n in range(400)]}
    lines = json.dumps(work | {"referenced_works": []}, indent=1).split("\n")
    head = [lines[0], ' "referenced_works": [],', *lines[1:199]]

    assert recognise(head) == 1.0
    assert [i.end_line for i in parse(lines, "a.json") if isinstance(i, Entry)] == [len(lines)]


WORK = {
    "id": "https://openalex.org/W7",
    "title": "Tides of Frost",
    "primary_location": {
        "landing_page_url": "https://example.org/tides",
        "pdf_url": "https://example.org/tides.pdf",
        "source": {"display_name": "Harbour Letters", "host_organization_name": "Harbour Press"},
    },
    "type": "article",
    "biblio": {"volume": "7", "first_page": "283", "last_page": "290"},
    "keywords": [{"display_name": "Frost"}, {"keyword": "Tide"}, {"display_name": "Frost"}, {"id": "none"}],
    "cited_by_count": 12,
}


def read_work(**fields: object) -> Entry:
    (entry,) = parse([json.dumps({"title": "Tides of Frost", **fields})], "a.jsonl")
    assert isinstance(entry, Entry)
    return entry


def test_a_work_says_where_it_was_published_and_how_often_it_is_cited() -> None:
    entry = read_work(**WORK)

    assert (entry.venue, entry.publisher, entry.type) == ("Harbour Letters", "Harbour Press", "article")
    assert (entry.volume, entry.first_page, entry.n_citations) == ("7", "283", 12)
    assert entry.index_keywords == ("Frost", "Tide")


def test_what_a_work_does_not_say_is_absent() -> None:
    entry = read_work()

    assert (entry.abstract, entry.abstract_span, entry.date, entry.authors) == ("", None, None, ())
    assert (entry.venue, entry.publisher, entry.type, entry.volume, entry.first_page) == (None,) * 5
    assert (entry.n_citations, entry.index_keywords, entry.aliases, entry.references) == (None, (), (), ())
    assert (entry.targets, bool(entry.identifiers)) == ((), False)


@pytest.mark.parametrize(
    ("fields", "targets"),
    [
        pytest.param(
            {"primary_location": {"landing_page_url": "https://example.org/a", "pdf_url": "https://example.org/b"}},
            [("https://example.org/a", "landing_page_url"), ("https://example.org/b", "pdf_url")],
            id="the first location",
        ),
        pytest.param(
            {"locations": [{"pdf_url": "https://example.org/a"}, {"landing_page_url": "https://example.org/b"}]},
            [("https://example.org/a", "pdf_url"), ("https://example.org/b", "landing_page_url")],
            id="other locations",
        ),
        pytest.param(
            {"best_oa_location": {"pdf_url": "https://example.org/a"}},
            [("https://example.org/a", "pdf_url")],
            id="open",
        ),
        pytest.param(
            {"open_access": {"oa_url": "https://example.org/a"}},
            [("https://example.org/a", "oa_url")],
            id="open access",
        ),
    ],
)
def test_addresses_of_all_locations_are_targets(fields: dict[str, object], targets: list[tuple[str, str]]) -> None:
    entry = read_work(**fields)

    assert [(target.raw, target.words) for target in entry.targets] == targets
    assert {target.span for target in entry.targets} == {entry.span}


@pytest.mark.parametrize(
    ("fields", "arxiv", "doi"),
    [
        ({"primary_location": {"landing_page_url": "https://ARXIV.org/abs/2406.00001"}}, "2406.00001", None),
        ({"locations": [{"pdf_url": "https://arxiv.org/pdf/2406.00001v2"}]}, "2406.00001", None),
        ({"locations": [{"pdf_url": "https://example.org/2406.00001"}]}, None, None),
        ({"doi": "https://doi.org/10.1000/TIDES"}, None, "10.1000/tides"),
        ({"ids": {"doi": "https://doi.org/10.1000/TIDES"}}, None, "10.1000/tides"),
    ],
    ids=["a page of arXiv", "a file of arXiv", "a number elsewhere", "a DOI", "a DOI among ids"],
)
def test_identifiers_are_in_several_fields(fields: dict[str, object], arxiv: str | None, doi: str | None) -> None:
    identifiers = read_work(**fields).identifiers

    assert (identifiers.arxiv, identifiers.doi) == (arxiv, doi)


@pytest.mark.parametrize(
    ("fields", "date"),
    [
        ({"publication_date": "2024-06-05", "publication_year": 2023}, "2024-06-05"),
        ({"publication_year": 2023}, "2023"),
        ({"publication_date": "soon"}, None),
    ],
)
def test_the_date_is_that_of_publication_or_its_year(fields: dict[str, object], date: str | None) -> None:
    assert read_work(**fields).date == date


def test_a_title_and_an_abstract_may_be_in_other_fields() -> None:
    (entry,) = parse(['{"display_name": "Tides <i>of</i> Frost", "abstract": "We &amp; <b>ropes</b>."}'], "a.jsonl")

    assert isinstance(entry, Entry)
    assert (entry.title, entry.abstract, entry.abstract_span) == ("Tides of Frost", "We & ropes.", entry.span)
    assert read_work(title="Title", display_name="Name").title == "Title"


@pytest.mark.parametrize("spelled", ["W7", "w7", " https://openalex.org/W7 ", "https://api.openalex.org/works/W7"])
def test_a_work_is_known_by_its_id_in_any_spelling(spelled: str) -> None:
    assert read_work(id=spelled).aliases == ("openalex:W7",)
    assert read_work(referenced_works=[spelled, "A7", ""]).references == ("openalex:W7",)


def test_works_are_recognised_by_two_keys_of_theirs() -> None:
    work = '{"title": "Tides", "authorships": [], "cited_by_count": 1}'

    assert recognise([work]) == 1.0
    assert recognise([work, '{"title": "Ropes", "authorships": []}']) == 0.5
    assert recognise(['{"title": "Ropes", "cited_by_count": 1}']) == 0.0
    assert recognise([]) == 0.0
    for key in ("referenced_works", "abstract_inverted_index", "open_access", "primary_location"):
        assert recognise([json.dumps({"title": "Tides", key: None, "authorships": []})]) == 1.0


def test_entries_name_their_source() -> None:
    assert str(read_work().span) == "a.jsonl:1:1"
