"""Records of JSON listings: lines, pages, arrays and damaged lines."""

import pytest
from tests.case_tables import cases

from papertrace.listings.keyed import json as scanner
from papertrace.listings.keyed.json import read_records
from papertrace.listings.keyed.nested import Record
from papertrace.model import Problem
from papertrace.records.values import decode_literal


def read(text: str) -> tuple[list[tuple[object, int, int, int]], list[tuple[int, int]]]:
    """Return id, line, column and last line of each record, and line and extent of each problem."""
    items = list(read_records(text.split("\n"), "a.json"))
    records = [(i.value.get("id"), i.span.line, i.span.column, i.end_line) for i in items if isinstance(i, Record)]
    return records, [(i.span.line, i.n_lines) for i in items if isinstance(i, Problem)]


@cases("text, records", named=True)
def test_records_are_found_at_their_positions(text: str, records: list[tuple[object, int, int, int]]) -> None:
    assert read(text) == (records, [])


@pytest.mark.parametrize(
    ("text", "ids", "damaged"),
    [
        pytest.param('{"id":1}\nrubbish\n{"id":2}', [1, 2], [2], id="rubbish"),
        pytest.param('{"id":1,"x":"cut\n{"id":2}', [2], [1], id="cut in a string"),
        pytest.param('{"id":1,"x":["a"\n{"id":2}', [2], [1], id="cut in a list"),
        pytest.param('[\n{"id":1},\n{"id":2 3},\n{"id":4}\n]', [1, 4], [3], id="one broken item of an array"),
        pytest.param('{\n"id":1,\n"x":[\n', [], [1], id="no end"),
        pytest.param("[1, 2, 3]\n7", [], [1, 2], id="no objects"),
        pytest.param('{"id":1}\n[1, 2]\n"text"\nnull\n[]\n{"id":2}', [1, 2], [2, 3, 4], id="other values"),
        pytest.param('{"id":1}\n[[\n{"id":2}\n{"id":3}', [1, 2, 3], [], id="brackets that stay open"),
        pytest.param('{"id":1}\n[[1\n{"id":2}', [1, 2], [], id="an array of numbers that stays open"),
        pytest.param('{"id":1}\n' + "[" * 9_999 + '\n{"id":2}', [1, 2], [2], id="a line of brackets"),
        pytest.param('{"id":1}\n' + '{"a":' * 9_999 + '\n{"id":2}', [1, 2], [2], id="a line of objects"),
        pytest.param('{"id":1}\n{\n{"id":2}\n{"id":3}', [1, 2, 3], [2], id="a bare brace"),
    ],
)
def test_a_damaged_record_affects_no_other(text: str, ids: list[int], damaged: list[int]) -> None:
    records, problems = read(text)

    assert ([one[0] for one in records], [line for line, _ in problems]) == (ids, damaged)


@pytest.mark.parametrize(
    "text",
    [
        pytest.param("{'a': __import__('os')}", id="a call"),
        pytest.param("{'a': 9**9**9}", id="a power"),
        pytest.param("{'a': 'x' * 10}", id="a product"),
        pytest.param("[" * 5000 + "]" * 5000, id="depth"),
        pytest.param("'" + "x" * 3_000_000 + "'", id="length"),
        pytest.param("{'a': open}", id="a name"),
        pytest.param("{[]: 1}", id="an impossible key"),
    ],
)
def test_only_plain_literals_are_evaluated(text: str) -> None:
    assert decode_literal(text) is None


def test_a_line_of_escaped_quotes_without_an_end_affects_only_that_line() -> None:
    records, problems = read('{"id":1}\n{"id":' + '\\"' * 50_000 + '}\n{"id":3}')
    assert ([record[0] for record in records], [line for line, _ in problems]) == ([1, 3], [2])


def test_a_record_that_is_too_long_is_reported_and_the_next_is_read(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(scanner, "_MAX_RECORD_CHARS", 100)
    long = '{"id":1,\n' + '"x":"y",\n' * 30 + '"z":2}\n{"id":2}'

    records, problems = read(long)

    assert [one[0] for one in records] == [2]
    assert len(problems) >= 1


@cases("text, records, problems", named=True)
def test_records_and_what_is_between_them_are_told_apart(
    text: str, records: list[tuple[object, int, int, int]], problems: list[tuple[int, int]]
) -> None:
    assert read(text) == (records, problems)


def test_a_problem_shows_the_text_that_is_left_out() -> None:
    lines = ['{"id":1,', '"x":7 8}', "rubbish", '"text"', '{"id":2,', '"y":[']

    assert [str(item) for item in read_records(lines, "a.json") if isinstance(item, Problem)] == [
        'a.json:1:1: \'{"id":1, "x":7 8}\': not JSON; left out; check its quotes, commas and brackets',
        "a.json:3:1: 'rubbish': not JSON; left out",
        "a.json:4:1: '\"text\"': not a record; left out",
        "a.json:5:1: '{\"id\":2,': the record has no end; left out; close it by }",
    ]
