"""Markdown: links with their locations, and addresses that are not links."""

import pytest
from tests.case_tables import cases
from tests.documents.conftest import Reader
from tests.documents.found import anchors, links, searched

from papertrace.model.document import Generated


@cases("text, expected", named=True)
def test_marked_addresses_have_their_locations(text: str, expected: list[tuple[str, int, int]], read: Reader) -> None:
    assert sorted(links(read("a.md", text)), key=lambda one: one[1:]) == expected


@cases("text, name", named=True)
def test_ids_that_other_programs_than_github_read_are_anchors(text: str, name: str, read: Reader) -> None:
    assert name in anchors(read("a.md", f"{text}\n"))


@cases("heading, slug", named=True)
def test_a_blank_beside_a_picture_in_a_heading_is_a_hyphen(heading: str, slug: str, read: Reader) -> None:
    assert slug in anchors(read("a.md", f"{heading}\n\n## Tides\n"))


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
