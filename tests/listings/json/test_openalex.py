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
