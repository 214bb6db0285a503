"""Papers as JSON of no known service: keys by their meaning, and what has no title is said."""

from pathlib import Path

from papertrace.listings import read_listing
from papertrace.listings.plain_json import parse, recognise
from papertrace.model import Entry, Problem

CASES = Path(__file__).parent.parent / "cases" / "listings"


def test_records_are_read_by_the_meaning_of_their_keys() -> None:
    problems: list[Problem] = []
    entries = list(read_listing(CASES / "plain.jsonl", on_problem=problems.append))

    assert [
        (e.title.partition(":")[0], e.authors, e.date, e.identifiers.arxiv, e.identifiers.doi) for e in entries
    ] == [
        ("Fold", ("Ada Lindqvist", "Bo Nowak"), "2024", None, None),
        ("Bend", ("Chi Okafor", "Dee Haddad"), "2023", "2301.00001", None),
        ("Crease", ("Eve Tanaka",), "2022-05-06", None, "10.1234/crease"),
    ]
    assert [target.raw for target in entries[0].targets] == ["https://github.com/globex/fold"]
    assert [(problem.span.line, problem.message) for problem in problems] == [(3, "a record without a title; left out")]


def test_an_array_of_records_is_read() -> None:
    assert [entry.span.line for entry in read_listing(CASES / "plain.json")] == [2, 3]


def test_json_without_titles_is_no_listing() -> None:
    assert recognise(['{"name": "fold", "version": "1.0", "dependencies": {}}']) == 0


def test_odd_values_are_absent_and_raise_nothing() -> None:
    line = '{"title": "A", "authors": 7, "year": true, "url": {"a": 1}, "abstract": null, "date": [], "doi": "x"}'
    (entry,) = parse([line], "a.jsonl")

    assert isinstance(entry, Entry)
    assert (entry.abstract, entry.authors, entry.date, entry.targets) == ("", (), None, ())
