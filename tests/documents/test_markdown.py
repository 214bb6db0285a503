"""Markdown: links with their locations, and addresses that are not links."""

import pytest
from tests.case_tables import cases
from tests.documents.conftest import Reader
from tests.documents.found import anchors, left_out, links, searched

from papertrace.model.document import Generated


@cases("text, expected", named=True)
def test_marked_addresses_have_their_locations(text: str, expected: list[tuple[str, int, int]], read: Reader) -> None:
    assert sorted(links(read("a.md", text)), key=lambda one: one[1:]) == expected


def test_windows_line_endings_do_not_change_locations(read: Reader) -> None:
    assert links(read("a.md", "one\r\ntwo [a](https://example.org/a)\r\n")) == [("https://example.org/a", 2, 9)]


def test_code_and_comments_are_left_out_with_the_reason(read: Reader) -> None:
    text = "`https://example.org/1`\n\n```\nhttps://example.org/2\n```\n\n<!-- https://example.org/3 -->\n"

    assert left_out(read("a.md", text)) == [
        ("in code", "`https://example.org/1`"),
        ("in code", "https://example.org/2"),
        ("in a comment", "<!-- https://example.org/3 -->"),
    ]


def test_running_text_is_searched_without_marked_addresses(read: Reader) -> None:
    assert searched(read("a.md", "https://example.org/a and [b](https://example.org/b) on\nwww.example.org\n")) == [
        ("https://example.org/a and  on", 1),
        ("www.example.org", 2),
    ]


def test_front_matter_is_searched(read: Reader) -> None:
    assert ("site: https://example.org/", 2) in searched(
        read("a.md", "---\nsite: https://example.org/\n---\n\nText.\n")
    )


def test_headings_have_the_slugs_of_github(read: Reader) -> None:
    text = "# What's new?\n\n## `code` & *more*\n\nWhats new\n---------\n\n<a name='own'></a>\n"

    assert anchors(read("a.md", text)) == ["whats-new", "code--more", "whats-new-1", "own"]


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


def test_names_of_chunks_are_anchors(read: Reader) -> None:
    text = '```{r}\n#| label: fig-tides\n#| name: "fig-salt"\nplot()\n```\n'

    assert anchors(read("a.md", text)) == ["fig-tides", "fig-salt"]


def test_each_term_of_a_definition_list_is_an_anchor_and_no_definition_is(read: Reader) -> None:
    text = "Tides\n: one\n: two\n\nIce Floes\n: three\n"

    assert anchors(read("a.md", text)) == ["tides", "ice-floes"]


@pytest.mark.parametrize("text", ["Hello {{ name }}\n", "{% include 'a' %}\n"])
def test_a_template_may_have_other_names(text: str, read: Reader) -> None:
    assert Generated(has_other_names=True) in read("a.md", text)
