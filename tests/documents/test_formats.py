"""Formats of documents: addresses, names and places; what is long, deep or hostile.

The cases of `pieces.toml` have all that is read of a document.
"""

import json
from collections.abc import Iterable
from time import process_time

import pytest
from tests.case_tables import cases
from tests.documents.conftest import Reader
from tests.documents.found import anchors, left_out, links, searched

from papertrace.documents.reading import Piece
from papertrace.model.document import DocumentLink, Generated


def addresses(pieces: Iterable[Piece]) -> list[str]:
    """Return what the marked addresses denote."""
    return [one.address or one.raw for one in pieces if isinstance(one, DocumentLink)]


@cases("file, text, expected", named=True)
def test_marked_addresses_have_their_locations(
    file: str, text: str, expected: list[tuple[str, int, int]], read: Reader
) -> None:
    assert sorted(links(read(file, text)), key=lambda one: one[1:]) == expected


@cases("file, text, expected", named=True)
def test_addresses_are_those_that_the_markup_denotes(file: str, text: str, expected: list[str], read: Reader) -> None:
    assert addresses(read(file, text)) == expected


@cases("file, text, expected", named=True)
def test_names_are_those_that_programs_make(file: str, text: str, expected: list[str], read: Reader) -> None:
    assert set(expected) <= set(anchors(read(file, text)))


@cases("text, reason")
def test_addresses_of_html_that_are_no_links_are_left_out_with_the_reason(text: str, reason: str, read: Reader) -> None:
    (found,) = (one for one in read("a.html", text) if isinstance(one, DocumentLink))

    assert found.left_out == reason


@cases("text", named=True)
def test_what_is_no_code_in_rst_is_searched(text: str, read: Reader) -> None:
    pieces = read("a.rst", text)

    assert ([one.lstrip(" -") for one, _ in searched(pieces)], left_out(pieces)) == (["https://example.org/a"], [])


def test_attributes_lengthen_a_document_only_so_much(read: Reader) -> None:
    text = f":long: {'x' * 1000}\n\n" + "link:{long}[x]\n" * 5000

    lengths = [len(address) for address in addresses(read("a.adoc", text))]

    assert max(lengths) == lengths[0] == 1000
    assert sum(lengths) < 2_100_000


@pytest.mark.parametrize("marks", "=-~^+")
def test_titles_may_have_a_line_of_marks_below(marks: str, read: Reader) -> None:
    pieces = read("a.adoc", f"Words.\n\n[[own]]\nIts Title\n{marks * 8}\nhttps://example.org/a\n")

    assert anchors(pieces) == ["own", "Its Title", "its-title", "_its_title", "its-title"]
    assert searched(pieces) == [("https://example.org/a", 6)]


@pytest.mark.parametrize(
    "text", ["ifdef::env-github[]\n" * 9_000 + ":a: b\n" * 9_000, "image:a[" * 9_000, "image:a[link=" * 9_000]
)
def test_hostile_texts_take_time_in_proportion_to_their_length(text: str, read: Reader) -> None:
    start = process_time()
    read("a.adoc", text)

    assert process_time() - start < 3


@pytest.mark.parametrize(("language", "found"), [("html", [("https://example.org/a", 2, 10)]), ("latex", [])])
def test_of_what_is_exported_to_one_format_that_to_html_is_read(
    language: str, found: list[tuple[str, int, int]], read: Reader
) -> None:
    pieces = read("a.org", f"#+begin_export {language}\n<a href='https://example.org/a'>\n#+end_export\n")

    assert links(pieces) == found
    assert searched(pieces) == []


def test_a_paragraph_without_an_end_is_cut_between_lines(read: Reader) -> None:
    lines = [f"See https://example.org/{number} for it." for number in range(2000)]

    parts = searched(read("a.tex", "Words.\n\n" + "\n".join(lines)))

    assert len(parts) == 4
    assert [line for text, _ in parts for line in text.split("\n")] == lines
    assert parts[0][1] == 3


def test_a_line_without_an_end_is_cut_at_a_limit(read: Reader) -> None:
    parts = searched(read("a.tex", "https://example.org/a " + "x" * 30_000 + " https://example.org/b"))

    assert [text.replace("x", "").strip() for text, _ in parts] == ["https://eample.org/a", "https://eample.org/b"]


@pytest.mark.parametrize("marker", ["> ", "- ", "* "])
def test_text_that_is_nested_too_deeply_is_still_searched(marker: str, read: Reader) -> None:
    pieces = read("a.md", marker * 1000 + "https://example.org/deep\n\n[a](https://example.org/a)\n")

    texts = [*(text for text, _ in searched(pieces)), *(raw for raw, _, _ in links(pieces))]
    assert any("https://example.org/deep" in text for text in texts)
    assert any("https://example.org/a" in text for text in texts)


def test_a_paragraph_of_thousands_of_brackets_is_searched_and_not_parsed(read: Reader) -> None:
    text = "[" * 20_000 + " https://example.org/a\n\n[b](https://example.org/b)\n"
    pieces = read("a.md", text)

    assert [(words.lstrip("[ "), line) for words, line in searched(pieces)] == [("https://example.org/a", 1)]
    assert links(pieces) == [("https://example.org/b", 3, 5)]


@pytest.mark.parametrize("text", ["Hello {{ name }}\n", "{% include 'a' %}\n"])
def test_a_template_may_have_other_names(text: str, read: Reader) -> None:
    assert Generated(has_other_names=True) in read("a.md", text)


@pytest.mark.parametrize("end_of_line", ["\r", "\r\n", "\n"])
def test_a_cell_has_lines_whatever_ends_them(end_of_line: str, read: Reader) -> None:
    source = end_of_line.join(["# Title", "", "- one", "", "[a](https://example.org/a)"])

    pieces = read("a.ipynb", json.dumps({"cells": [{"cell_type": "markdown", "source": source}]}))

    assert [raw for raw, _, _ in links(pieces)] == ["https://example.org/a"]
    assert anchors(pieces) == ["title"]
