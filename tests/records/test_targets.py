"""Addresses in fields, kept as printed."""

import pytest

from papertrace.model import Span
from papertrace.records.targets import find_targets, unique_targets

START = Span("a.bib", 3, 10)


@pytest.mark.parametrize(
    ("text", "raws"),
    [
        pytest.param("9 pages, 3 figures", [], id="none"),
        pytest.param("https://example.org/a", ["https://example.org/a"], id="nothing else"),
        pytest.param(r"\url{https://example.org/\~{}a_b}", [r"https://example.org/\~{}a_b"], id="a command"),
        pytest.param("see www.example.org, e.g.", ["www.example.org,"], id="no scheme"),
        pytest.param("github.com/acme/a and b.org/c", ["github.com/acme/a", "b.org/c"], id="hosts with paths"),
        pytest.param("me@example.org/x and/or v1.2/3", [], id="what only looks like one"),
        pytest.param("<a href='https://example.org/a'>page</a>", ["https://example.org/a"], id="an anchor"),
        pytest.param("'https://example.org/a' # b's", ["https://example.org/a"], id="quotes of YAML"),
        pytest.param("f('https://example.org/a'+b)", ["https://example.org/a"], id="quotes of a program"),
        pytest.param("\u201chttps://example.org/a\u201d, b", ["https://example.org/a"], id="printed quotes"),
        pytest.param("(https://example.org/a_(b)).", ["https://example.org/a_(b)"], id="in brackets"),
        pytest.param("(https://example.org/a_(b)", ["https://example.org/a_(b)"], id="a bracket that nothing closes"),
        pytest.param("f('https://example.org/a'+'/b')", ["https://example.org/a"], id="several quotes"),
        pytest.param("https://example.org/it's", ["https://example.org/it's"], id="an apostrophe"),
    ],
)
def test_addresses_are_found(text: str, raws: list[str]) -> None:
    assert [target.raw for target in find_targets(text, "note", START)] == raws


def test_addresses_have_their_spans_and_words() -> None:
    text = "Code: https://example.org/c\nand \\href{ https://example.org/d}{the data}"

    assert [(str(t.span), t.words) for t in find_targets(text, "note", START)] == [
        ("a.bib:3:16", "note: Code:"),
        ("a.bib:4:12", "the data"),
    ]


def test_the_first_occurrence_of_an_address_counts() -> None:
    twice = [*find_targets("https://example.org/a", "url", START), *find_targets("https://example.org/a", "pdf", START)]

    assert [target.words for target in unique_targets(twice)] == ["url"]


def test_an_empty_address_is_none() -> None:
    text = r"<a href=' '>x</a>, \url{ } and \href{ https://example.org/b }{words}"

    (found,) = find_targets(text, "note", START)

    assert (found.raw, found.words, text[found.span.column - START.column :][:12]) == (
        *("https://example.org/b", "words"),
        "https://exam",
    )


def test_an_address_without_a_point_is_found_in_brackets() -> None:
    assert [target.raw for target in find_targets("<https://localhost/a>", "url", Span("a", 1))] == [
        "https://localhost/a"
    ]


def test_an_address_in_brackets_ends_where_these_close() -> None:
    text = "Credit: [Ada](https://example.org/a_(b))' and (https://example.org/c). https://example.org/d)"

    assert [target.raw for target in find_targets(text, "caption", Span("a", 1))] == [
        "https://example.org/a_(b)",
        "https://example.org/c",
        "https://example.org/d)",
    ]
