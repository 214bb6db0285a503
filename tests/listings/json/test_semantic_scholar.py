"""Papers of Semantic Scholar in their three shapes."""

import json

import pytest
from tests.folders import CASES

from papertrace.listings import read_listing
from papertrace.listings.json.semantic_scholar import parse, recognise
from papertrace.model import Entry, Problem

FOLDER = CASES / "listings"


def read(name: str) -> tuple[list[Entry], list[Problem]]:
    problems: list[Problem] = []
    return list(read_listing(FOLDER / name, on_problem=problems.append)), problems


def test_a_record_of_the_graph_is_read() -> None:
    first = read("semantic_scholar.jsonl")[0][0]

    assert first.title == "GridWeave: Sparse GEMM on Small Grids"
    assert (first.authors, first.date) == (("Jane Doe", "Richard Roe"), "2024-06-05")
    assert (first.identifiers.arxiv, first.identifiers.doi) == ("2406.00001", "10.1000/sst.2024.1")
    assert [t.words for t in first.targets] == ["url", "openAccessPdf"]
    assert first.aliases == ("s2:aaaa1", "s2:11")


def test_references_use_arxiv_ids_and_dois_if_available() -> None:
    first = read("semantic_scholar.jsonl")[0][0]

    assert first.references == ("doi:10.1000/old.1", "s2:cccc3", "arxiv:2001.00003")


def test_records_of_the_bulk_files_and_the_older_corpus_are_read() -> None:
    _, bulk, older, wrapped = read("semantic_scholar.jsonl")[0]

    assert (bulk.title, bulk.authors, bulk.date, bulk.identifiers.doi) == (
        "Ledger",
        ("Ann Poe",),
        "2001",
        "10.1000/old.1",
    )
    assert (older.abstract, older.references, older.aliases) == ("Trees.", ("s2:bbbb2",), ("s2:cccc3",))
    assert (wrapped.title, wrapped.identifiers.arxiv) == ("A Wrapped Paper", "2001.00003")


def test_a_record_without_a_title_is_reported() -> None:
    assert [p.span.line for p in read("semantic_scholar.jsonl")[1]] == [5]


def test_a_page_of_results_is_read() -> None:
    entries, problems = read("semantic_scholar_page.json")

    assert ([e.title for e in entries], problems) == (["GridWeave", "Ledger"], [])


def test_other_json_is_not_recognised() -> None:
    assert recognise(['{"title": "A", "url": "https://example.org"}']) == 0.0


def read_paper(**fields: object) -> Entry:
    (entry,) = parse([json.dumps({"title": "Tides of Frost", **fields})], "a.jsonl")
    assert isinstance(entry, Entry)
    return entry


def test_a_paper_says_where_it_was_published_and_how_often_it_is_cited() -> None:
    entry = read_paper(
        venue="Harbour Letters",
        publicationVenue={"name": "Letters of the Harbour"},
        publicationTypes=["Review", "JournalArticle"],
        journal={"volume": "7", "pages": "283-290"},
        fieldsOfStudy=["Geology", "Physics", "Geology"],
        citationCount=12,
    )

    assert (entry.venue, entry.type, entry.volume, entry.first_page) == ("Harbour Letters", "Review", "7", "283")
    assert (entry.index_keywords, entry.n_citations) == (("Geology", "Physics"), 12)
    assert read_paper(publicationVenue={"name": "Letters of the Harbour"}).venue == "Letters of the Harbour"
    assert read_paper(citationcount=3).n_citations == 3


def test_what_a_paper_does_not_say_is_absent() -> None:
    entry = read_paper()

    assert (entry.abstract, entry.abstract_span, entry.date, entry.authors) == ("", None, None, ())
    assert (entry.venue, entry.type, entry.volume, entry.first_page, entry.n_citations) == (None,) * 5
    assert (entry.index_keywords, entry.aliases, entry.references, entry.targets) == ((), (), (), ())


@pytest.mark.parametrize(
    ("fields", "words"),
    [
        ({"url": "https://example.org/a"}, "url"),
        ({"openAccessPdf": {"url": "https://example.org/a"}}, "openAccessPdf"),
        ({"openaccessinfo": {"url": "https://example.org/a"}}, "openaccessinfo"),
        ({"doiUrl": "https://example.org/a"}, "doiUrl"),
        ({"s2Url": "https://example.org/a"}, "s2Url"),
        ({"pdfUrls": ["https://example.org/a"]}, "pdfUrls"),
    ],
    ids=lambda fields: next(iter(fields)) if isinstance(fields, dict) else None,
)
def test_addresses_in_all_fields_are_targets(fields: dict[str, object], words: str) -> None:
    entry = read_paper(**fields)

    assert [(target.raw, target.words, target.span) for target in entry.targets] == [
        ("https://example.org/a", words, entry.span)
    ]


@pytest.mark.parametrize(
    ("fields", "arxiv", "doi"),
    [
        ({"externalIds": {"ArXiv": "2406.00001", "DOI": "10.1000/TIDES"}}, "2406.00001", "10.1000/tides"),
        ({"externalids": {"arxiv": "2406.00001", "doi": "10.1000/tides"}}, "2406.00001", "10.1000/tides"),
        ({"arxivId": "2406.00001", "doi": "10.1000/tides"}, "2406.00001", "10.1000/tides"),
        ({"externalIds": {"MAG": "10.1000/tides", "DBLP": "2406.00001"}}, None, None),
    ],
    ids=["ids", "ids in small letters", "fields of their own", "ids of others"],
)
def test_identifiers_are_in_several_fields(fields: dict[str, object], arxiv: str | None, doi: str | None) -> None:
    identifiers = read_paper(**fields).identifiers

    assert (identifiers.arxiv, identifiers.doi) == (arxiv, doi)


@pytest.mark.parametrize(
    ("fields", "date"),
    [
        ({"publicationDate": "2024-06-05", "year": 2023}, "2024-06-05"),
        ({"publicationdate": "2024-06-05"}, "2024-06-05"),
        ({"publicationDate": None, "year": 2023}, "2023"),
    ],
)
def test_the_date_is_that_of_publication_or_its_year(fields: dict[str, object], date: str) -> None:
    assert read_paper(**fields).date == date


@pytest.mark.parametrize(
    ("fields", "aliases"),
    [
        ({"paperId": "a1", "corpusId": 7}, ("s2:a1", "s2:7")),
        ({"id": "a1", "corpusid": 7}, ("s2:a1", "s2:7")),
        ({"externalIds": {"CorpusId": 7}}, ("s2:7",)),
    ],
)
def test_a_paper_is_known_by_its_ids_here(fields: dict[str, object], aliases: tuple[str, ...]) -> None:
    assert read_paper(**fields).aliases == aliases


@pytest.mark.parametrize(
    "references",
    [
        pytest.param([{"paperId": "a1"}, {"externalIds": {"ArXiv": "2406.00001"}}, {"paperId": "a1"}], id="a list"),
        pytest.param({"data": [{"paperId": "a1"}, {"externalIds": {"ArXiv": "2406.00001"}}]}, id="a page"),
        pytest.param(
            [{"citedPaper": {"paperId": "a1"}}, {"citedPaper": {"externalids": {"arxiv": "2406.00001"}}}], id="wrapped"
        ),
    ],
)
def test_references_are_read_in_several_shapes(references: object) -> None:
    assert read_paper(references=references).references == ("s2:a1", "arxiv:2406.00001")


def test_a_paper_that_cites_is_read_and_tags_are_no_part_of_words() -> None:
    (entry,) = parse(['{"citingPaper": {"title": "Tides <i>of</i> Frost", "abstract": "We <b>fold</b>."}}'], "a.jsonl")

    assert isinstance(entry, Entry)
    assert (entry.title, entry.abstract, entry.abstract_span) == ("Tides of Frost", "We fold.", entry.span)


def test_papers_are_recognised_by_a_key_of_theirs() -> None:
    for key in ("paperId", "corpusid", "corpusId", "externalIds", "externalids", "paperAbstract", "s2Url"):
        assert recognise([json.dumps({"title": "Tides", key: "1"})]) == 1.0
    for wrapper in ("citedPaper", "citingPaper"):
        assert recognise([json.dumps({wrapper: {"id": "1"}})]) == 1.0
    assert recognise(['{"title": "Tides", "paperId": "1"}', '{"title": "Ropes"}']) == 0.5
    assert recognise([]) == 0.0


def test_entries_name_their_source() -> None:
    assert str(read_paper().span) == "a.jsonl:1:1"
