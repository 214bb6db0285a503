"""Properties of the readers of pages, lists and scrapes: for any text, nothing is raised and every span exists."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.folders import CASES
from tests.readers import CAPTURES, Parse
from tests.readers import SIGNS_OF_CAPTURES as SIGNS

from papertrace.listings import html
from papertrace.model import Entry, Problem

FOLDER = CASES / "listings"
N_CHARS = 2_000
SPECIMENS = (
    *("links.txt", "references.txt", "headings.txt", "awesome.md", "daily_papers.json", "scrape.json"),
    *("papers_page.html", "archive_listing.html", "paper.html", "linked_data.html", "publication_list.html"),
    *("title_first.md", "spanning_rows.md"),
)
TEXTS = [(FOLDER / name).read_text(encoding="utf-8").split("\n") for name in SPECIMENS]
# Lines that are meaningful to some reader: all lines of the samples, so that entries are frequent.
MEANT = sorted({line for text in TEXTS for line in text})
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


@pytest.mark.parametrize("parse", CAPTURES.values(), ids=CAPTURES)
@given(lines=texts)
def test_any_text_yields_entries_and_problems_with_places_inside_it(parse: Parse, lines: list[str]) -> None:
    check(parse, lines)


@pytest.mark.parametrize("parse", CAPTURES.values(), ids=CAPTURES)
@given(data=st.data())
def test_a_specimen_with_lines_lost_or_moved_is_still_read(parse: Parse, data: st.DataObject) -> None:
    lines = data.draw(st.sampled_from(TEXTS))
    start = data.draw(st.integers(0, len(lines)))
    n_lost = data.draw(st.integers(0, 6))
    moved = lines[start : start + n_lost]
    check(parse, [*lines[:start], *lines[start + n_lost :], *data.draw(st.sampled_from([[], moved, moved[::-1]]))])


@pytest.mark.parametrize("parse", CAPTURES.values(), ids=CAPTURES)
def test_a_long_line_of_one_sign_is_read(parse: Parse) -> None:
    for sign in SIGNS:
        check(parse, ["# Title", "", sign * (N_CHARS // len(sign)), "- [a](https://example.org)"])


def test_a_page_of_many_kinds_of_headings_is_read() -> None:
    check(html.parse, ["<html><body>", *(f"<h3 class=c{n % 100}>Some Title</h3>" for n in range(300))])
