"""Addresses in fields, kept as printed."""

from tests.case_tables import cases

from papertrace.model import Span
from papertrace.records.values import find_targets, unique_targets

START = Span("a.bib", 3, 10)


@cases("text, raws", named=True)
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
