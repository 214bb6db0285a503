"""Markdown: links with their locations, and addresses that are not links."""

import pytest
from tests.documents.conftest import Reader
from tests.documents.found import anchors, left_out, links, searched

from papertrace.model.document import Generated

LINKS = {
    "no links": ("Plain words.\n", []),
    "inline": ("See [a](https://example.org/a).\n", [("https://example.org/a", 1, 9)]),
    "brackets in the address": ("[a](https://example.org/a_(b))\n", [("https://example.org/a_(b)", 1, 5)]),
    "angle brackets and a title": ('[a](<https://example.org/a b> "t")\n', [("https://example.org/a b", 1, 6)]),
    "image in a link": (
        "[![logo](https://example.org/l.png)](https://example.org/)\n",
        [("https://example.org/l.png", 1, 10), ("https://example.org/", 1, 38)],
    ),
    "autolink": ("<https://example.org/a>\n", [("https://example.org/a", 1, 2)]),
    "reference": ("[a][b]\n\n[b]: https://example.org/b 'title'\n", [("https://example.org/b", 3, 6)]),
    "reference in a quotation": ("> [a]\n>\n> [a]: https://example.org/a\n", [("https://example.org/a", 3, 8)]),
    "second line of an item": ("- one\n  [a](https://example.org/a)\n", [("https://example.org/a", 2, 7)]),
    "a tab before a line of an item": (
        "- one\n\t[a](https://example.org/a) and\n\t  [b](https://example.org/b)\n",
        [("https://example.org/a", 2, 6), ("https://example.org/b", 3, 8)],
    ),
    "cells of a table": (
        "| a | b |\n|---|---|\n| [x](https://example.org/x) | [x](https://example.org/x) |\n",
        [("https://example.org/x", 3, 7), ("https://example.org/x", 3, 36)],
    ),
    "cells with an escaped bar, and an empty one": (
        "| a | b |\n|---|---|\n| | [x \\| y](https://example.org/x) |\n",
        [("https://example.org/x", 3, 14)],
    ),
    "an empty heading": ("#\n\n[a](https://example.org/a)\n", [("https://example.org/a", 3, 5)]),
    "a bracket that is not closed": (
        "[a](<https://example.org/a and [b](https://example.org/b)\n",
        [("https://example.org/b", 1, 36)],
    ),
    "HTML": (
        'a <a href="https://example.org/a">b</a>\n\n<p>\n<img src="i.png">\n</p>\n',
        [("https://example.org/a", 1, 12), ("i.png", 4, 11)],
    ),
    "Markdown in a summary": (
        "<details>\n\n[a](https://example.org/a)\n\n</details>\n",
        [("https://example.org/a", 3, 5)],
    ),
    "heading": ("# [a](https://example.org/a) #\n", [("https://example.org/a", 1, 7)]),
}


@pytest.mark.parametrize("case", LINKS.values(), ids=LINKS)
def test_marked_addresses_have_their_locations(case: tuple[str, list[tuple[str, int, int]]], read: Reader) -> None:
    text, expected = case

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


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("# Tides {#own}", "own"),
        ("# Tides {#own}", "tides"),
        ("# Tides {: .big #own }", "own"),
        ("Words.{#own}", "own"),
        ("(own)=\n# Tides", "own"),
    ],
    ids=["of a heading", "the heading itself", "beside a class", "of a paragraph", "a label"],
)
def test_ids_that_other_programs_than_github_read_are_anchors(text: str, name: str, read: Reader) -> None:
    assert name in anchors(read("a.md", f"{text}\n"))


@pytest.mark.parametrize(
    ("heading", "slug"),
    [
        ("# Tides of Frost [![Badge](b.svg)](https://example.org/)", "tides-of-frost-"),
        ("# ![Logo](l.png) Tides", "-tides"),
        ('# Tides <img src="b.svg">', "tides-"),
        ("# \U0001f30a Tides", "-tides"),
        ("# :ocean: Tides", "ocean-tides"),
    ],
    ids=["a linked badge", "a logo before", "a picture in HTML", "an emoji", "the code of an emoji"],
)
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
