"""Papers of Semantic Scholar in their three shapes."""

from tests.folders import CASES

from papertrace.listings import read_listing
from papertrace.listings.json.semantic_scholar import recognise
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
