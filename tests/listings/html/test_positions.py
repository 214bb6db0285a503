"""Where a text or an address of a page is in its source, and what a relative address leads to."""

import pytest
from tests.case_tables import cases

from papertrace.listings.html import Page, fold, read_text
from papertrace.markup.tree import Element
from papertrace.model import Span

LINES = [
    "<html><head>",
    "<base href='https://example.org/papers/list.html'>",
    "</head><body>",
    "<h3 class='title'",
    "    id='tides'>",
    "Tides of Frost &amp; Salt</h3>",
    "<p>Ann Doe writes of",
    "tides.</p>",
    "</body></html>",
]


def open_page(*lines: str) -> tuple[Page, Element]:
    page = Page("\n".join(lines), "page.html")
    return page, page.root


def only(root: Element, tag: str) -> Element:
    (found,) = (one for one in root.walk() if one.tag == tag)
    return found


def test_a_text_that_begins_a_line_has_the_first_column() -> None:
    page, root = open_page(*LINES)

    assert page.find("Tides of Frost & Salt", only(root, "h3")) == Span("page.html", 6, 1)


def test_a_text_broken_over_lines_is_at_its_first_word() -> None:
    page, root = open_page(*LINES)

    assert page.find("Ann Doe writes of tides.", only(root, "p")) == Span("page.html", 7, 4)


def test_a_text_before_the_end_of_a_long_tag_is_found_above_it() -> None:
    page, root = open_page(*LINES)

    assert page.find("title", only(root, "h3")) == Span("page.html", 4, 12)


@pytest.mark.parametrize("text", ["", "Boats"], ids=["empty", "printed nowhere"])
def test_a_text_that_is_not_there_is_at_the_line_of_its_element(text: str) -> None:
    page, root = open_page(*LINES)

    assert page.find(text, only(root, "p")) == Span("page.html", 7)


@cases("href, address")
def test_an_address_is_complete_or_nothing(href: str, address: str) -> None:
    page, _ = open_page(*LINES)

    assert page.complete(href) == address


@cases("head, base", named=True)
def test_a_page_says_which_address_it_has(head: str, base: str) -> None:
    page, _ = open_page(f"<html><head>{head}</head><body><p>a</p></body></html>")

    assert page.base == base


@cases("source, text", named=True)
def test_the_text_of_an_element_is_in_the_order_of_its_source_and_blocks_are_apart(source: str, text: str) -> None:
    assert read_text(open_page(source)[1]) == text


def test_what_follows_an_element_is_no_text_of_it() -> None:
    _, root = open_page("<p>Tides <b>of<br></b> Frost</p>")

    assert (read_text(only(root, "b")), fold(" a\n\t b "), fold(None)) == ("of", "a b", "")
