"""Laws of the readers of pages, lists and scrapes: whatever the text, nothing is raised and every place exists."""

import time
from collections.abc import Callable, Iterable, Iterator

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.folders import CASES

from papertrace.listings.captures import headings as paper_page_headings
from papertrace.listings.captures import link_lines as paper_page_links
from papertrace.listings.captures import numbered_links as paper_page_references
from papertrace.listings.html import page as html_page
from papertrace.listings.json import hugging_face as hugging_face_json
from papertrace.listings.markdown import awesome_list as markdown_list
from papertrace.model import Entry, Problem

Parse = Callable[[Iterable[str], str], Iterator[Entry | Problem]]

FOLDER = CASES / "listings"
PARSERS: dict[str, Parse] = {
    "paper-links": paper_page_links.parse,
    "paper-references": paper_page_references.parse,
    "paper-headings": paper_page_headings.parse,
    "awesome-list": markdown_list.parse,
    "html-page": html_page.parse,
    "hugging-face-json": hugging_face_json.parse,
}
SPECIMENS = (
    *("links.txt", "references.txt", "headings.txt", "awesome.md", "daily_papers.json", "scrape.json"),
    *("papers_page.html", "archive_listing.html", "paper.html", "linked_data.html"),
)
TEXTS = [(FOLDER / name).read_text(encoding="utf-8").split("\n") for name in SPECIMENS]
# Lines that mean something to some reader: all those of the specimens, so that entries are met often.
MEANT = sorted({line for text in TEXTS for line in text})
SIGNS = [
    "(",
    "/",
    ".",
    "@",
    "http://",
    "{",
    "-",
    "[",
    "<",
    "&",
    "- [a](",
    "[a][1",
    "### [",
    "<a href='",
    '"',
    "\\",
    "|",
]

plain = st.text(st.characters(exclude_characters="\n", exclude_categories=["Cs"]), max_size=60)
marked = st.lists(
    st.sampled_from([*SIGNS, "]", ")", "](", "][2]", "**", "a b", "https://b.org", "</a>", "}", ":", ","])
)
texts = st.lists(st.one_of(st.sampled_from(MEANT), plain, marked.map("".join)), max_size=30)


def check(parse: Parse, lines: list[str]) -> None:
    for item in parse(lines, "page"):
        assert isinstance(item, Entry | Problem)
        assert 1 <= item.span.line <= max(len(lines), 1)
        assert item.span.column >= 1
        if isinstance(item, Problem):
            assert item.n_lines >= 1
            assert item.message
            continue
        assert item.title == item.title.strip() != ""
        assert item.span.line <= item.end_line <= len(lines)
        for target in item.targets:
            assert target.raw
            assert 1 <= target.span.line <= len(lines)
        if item.abstract_span is not None:
            assert 1 <= item.abstract_span.line + item.abstract.count("\n") <= len(lines)


@pytest.mark.parametrize("parse", PARSERS.values(), ids=PARSERS)
@given(lines=texts)
def test_any_text_yields_entries_and_problems_with_places_inside_it(parse: Parse, lines: list[str]) -> None:
    check(parse, lines)


@pytest.mark.parametrize("parse", PARSERS.values(), ids=PARSERS)
@given(data=st.data())
def test_a_specimen_with_lines_lost_or_moved_is_still_read(parse: Parse, data: st.DataObject) -> None:
    lines = data.draw(st.sampled_from(TEXTS))
    start = data.draw(st.integers(0, len(lines)))
    n_lost = data.draw(st.integers(0, 6))
    moved = lines[start : start + n_lost]
    check(parse, [*lines[:start], *lines[start + n_lost :], *data.draw(st.sampled_from([[], moved, moved[::-1]]))])


@pytest.mark.parametrize("sign", SIGNS)
@pytest.mark.parametrize("parse", PARSERS.values(), ids=PARSERS)
def test_a_megabyte_of_one_sign_is_read_once(parse: Parse, sign: str) -> None:
    line = sign * (1_000_000 // len(sign))
    started = time.process_time()
    check(parse, ["# Title", "", line, "- [a](https://example.org)"])

    assert time.process_time() - started < 5  # far below a second as a rule; anything quadratic takes hours


def test_a_page_of_thousands_of_kinds_of_headings_is_read_once() -> None:
    lines = ["<html><body>", *(f"<h3 class=c{n % 3000}>Some Title</h3>" for n in range(9000))]
    started = time.process_time()
    check(html_page.parse, lines)

    assert time.process_time() - started < 10  # half a second as a rule
