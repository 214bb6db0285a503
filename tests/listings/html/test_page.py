"""Saved HTML: pages of one paper and pages that list many."""

import pytest
from tests.calls import n_calls
from tests.case_tables import cases
from tests.cpu_limit import cpu_limit
from tests.titles import authors, title, venue, year

from papertrace.listings import html
from papertrace.listings.html import Page, parse, recognise
from papertrace.model import Entry, Problem

PROSE = "This sentence stands in for a summary of some length, which a reader can tell from a title. " * 3


def read(*lines: str) -> tuple[list[Entry], list[Problem]]:
    items = list(parse(lines, "page.html"))
    return [i for i in items if isinstance(i, Entry)], [i for i in items if isinstance(i, Problem)]


def card(number: int, inner: str = "") -> str:
    """Return a part of a page with a title, names and an abstract."""
    names = ", ".join(authors(number))
    by = f"<p class=by>{names}. {venue(number)} {year(number)}</p>"
    return f"<div class=card><h3>{title(number)}</h3>{by}<p>{PROSE}</p>{inner}</div>"


def cards(inner: str = "", n: int = 4) -> str:
    """Return a page of cards with more in the first."""
    return "<html><body>" + card(0, inner) + "".join(card(number) for number in range(1, n))


def test_relative_addresses_of_a_page_without_its_own_address_are_left_out() -> None:
    links = '<a href="a.pdf">paper</a> <a href="https://github.com/acme/x">code</a>'
    entries, _ = read("<html><body>", *(card(number, links) for number in range(4)))

    assert [entry.title for entry in entries] == [title(number) for number in range(4)]
    assert [[t.raw for t in e.targets] for e in entries] == [["https://github.com/acme/x"]] * 4


def test_lines_beyond_the_limit_of_the_parser_are_found() -> None:
    cards = [
        f"<div class=c>\n<h3>{title(n)}</h3>\n<p>{', '.join(authors(n))}. {venue(n)} {year(n)}</p>\n</div>"
        for n in range(12)
    ]
    # The parser counts to 65,535: the cards are on both sides of that line, and of its double.
    empty = "\n" * 70_000
    lines = "\n".join(["<html><body>", *cards[:4], empty, *cards[4:8], empty, *cards[8:]]).split("\n")

    entries, _ = read(*lines)

    assert [lines[e.span.line - 1] for e in entries] == [f"<h3>{title(n)}</h3>" for n in range(12)]


@cases("text, confidence", named=True)
def test_pages_are_recognised_by_their_tags(text: str, confidence: float) -> None:
    assert recognise(text.split("\n")) == pytest.approx(confidence)


def test_of_a_page_that_is_too_long_the_beginning_is_read(monkeypatch: pytest.MonkeyPatch) -> None:
    head = (
        "<html><head><meta name=citation_title content='Tides of Frost'><meta name=citation_author content='Doe, J.'>"
    )
    monkeypatch.setattr(html, "_MAX_PAGE_LENGTH", len(head) + 1)

    entries, problems = read(head, "<p>more</p>")

    assert [entry.title for entry in entries] == ["Tides of Frost"]
    assert [str(problem).partition(" are read")[0] for problem in problems] == [
        "page.html:2:1: only the 0 MiB before this line"
    ]


@cases("href, address")
def test_an_address_is_completed_as_browsers_do(href: str, address: str) -> None:
    lines = ["<html><head><base href='https://example.org/b/'></head></html>"]

    assert Page("\n".join(lines), "a.html").complete(href) == address


def test_the_address_of_a_saved_page_is_in_a_comment() -> None:
    saved = "<!-- saved from url=(0024)https://example.org/b/c -->"
    for lines in ([saved, "<html><p>x</p></html>"], ["<html>", saved, "<p>x</p></html>"]):
        assert Page("\n".join(lines), "a.html").base == "https://example.org/b/c"


def test_a_fragment_of_a_linked_page_is_no_second_target() -> None:
    page = "https://example.org/a"
    entries, _ = read(cards(f"<a href={page}>page</a><a href={page}#cite>cite</a>"))

    assert [target.raw for target in entries[0].targets] == [page]


def linked_data(text: str, base: str = "") -> list[Entry]:
    return read(f"<html><head>{base}", f'<script type="application/ld+json">{text}</script>', "</head></html>")[0]


def test_articles_nested_too_deeply_or_beyond_thousands_of_objects_are_not_searched() -> None:
    article = '{"@type": "Article", "headline": "Drying Sand"}'
    deep = '{"item": ' * 60 + article + "}" * 60
    many = "[" + '{"@type": "Person"},' * 60_000 + article + "]"

    assert (linked_data(deep), linked_data(many)) == ([], [])


@pytest.mark.parametrize("address", ["https://[bad/", "docs/"])
def test_a_page_with_a_damaged_address_keeps_its_absolute_links(address: str) -> None:
    entries, _ = read(cards("<a href=a.pdf>pdf</a>").replace("<body>", f"<head><base href='{address}'></head><body>"))

    assert [entry.title for entry in entries] == [title(number) for number in range(4)]
    assert entries[0].targets == ()


def test_a_page_that_a_browser_saved_has_the_address_in_its_first_comment() -> None:
    entries, _ = read("<!-- saved from url=(0022)https://example.org/x/ -->" + cards("<a href=a.pdf>pdf</a>"))

    assert [target.raw for target in entries[0].targets] == ["https://example.org/x/a.pdf"]


def test_a_title_of_encoded_signs_has_the_line_of_its_element() -> None:
    encoded = "".join(f"&#{ord(sign)};" for sign in title(0))
    entries, _ = read(cards().replace(title(0), encoded))

    assert (entries[0].title, entries[0].span.line, entries[0].span.column) == (title(0), 1, 1)


def test_titles_in_a_page_of_one_very_long_line_are_located() -> None:
    filler = f"<p>{'x' * 250_000}</p>"
    text = cards().replace(card(3), filler + card(3))
    entries, problems = read(text)

    assert [entry.span.column for entry in entries] == [text.index(title(number)) + 1 for number in range(4)]
    assert [str(problem) for problem in problems] == [
        "page.html:1:1: an item of 250000 characters is too long for a paper; left out"
    ]


PEOPLE = "Ada Doe, Bob Roe (Harbour College, Ltd.), Al Poe (Sea (West))"


TEMPLATE = [
    "---",
    "layout: default",
    "title: Weaving Grids on Every Page",
    "---",
    "{% include menu.html %}",
    "<div>{{ page.title }}",
]


def test_the_source_of_a_page_begins_with_front_matter_and_tags_of_a_template() -> None:
    items = [f"<h4>{title(n)}</h4><p>{', '.join(authors(n))}</p>" for n in range(4)]
    lines = [*TEMPLATE, "<ul><li>2020</li></ul>", *items, "</div>"]

    entries, _ = read(*lines)

    assert recognise(lines) > 0.5
    assert [(entry.title, entry.span.line) for entry in entries] == [(title(n), 8 + n) for n in range(4)]


@pytest.mark.parametrize(
    "lines",
    [
        pytest.param([*TEMPLATE[:4], "# Papers", "", "* Weaving Grids"], id="Markdown"),
        pytest.param(["---", "layout: default", "<div></div>"], id="without an end"),
        pytest.param([*TEMPLATE[:5], ""], id="no page below"),
    ],
)
def test_front_matter_alone_makes_no_page(lines: list[str]) -> None:
    assert recognise(lines) == 0.0


def test_a_paragraph_of_thousands_of_titles_takes_work_that_grows_with_it() -> None:
    citation = "Ada Doe and Bob Roe. <i>Weaving Grids in the Dark</i>, in Looms 2020. "
    few, many = (["<html><body><p>", citation * n, "</p>"] for n in (300, 1200))

    assert n_calls(lambda: read(*many)) < 6 * n_calls(lambda: read(*few))  # 16 times as many pairs


@pytest.mark.parametrize("signs", ["…", "… ", "▽ …", "more "])
def test_thousands_of_signs_in_an_abstract_take_little_work(signs: str) -> None:
    page = [card(n, f"<p class=abstract>{PROSE} {signs * 3000}.</p>") for n in range(4)]

    with cpu_limit(10):
        entries, _ = read("<html><body>", *page)

    assert len(entries) == 4


def test_elements_nested_to_any_depth_take_little_work() -> None:
    deep = "<div>" * 20_000 + "<ul><li>" * 3_000

    with cpu_limit(10):
        entries, _ = read(cards(), deep, card(5))

    assert [entry.title for entry in entries][:4] == [title(number) for number in range(4)]
