"""Saved HTML: pages of one paper and pages that list many."""

import pytest
from tests.calls import n_calls
from tests.case_tables import cases
from tests.cpu_limit import cpu_limit
from tests.folders import CASES
from tests.titles import authors, title, venue, year

from papertrace.listings import html, read_listing
from papertrace.listings.html import Page, parse, recognise
from papertrace.model import Entry, Markup, Problem

FOLDER = CASES / "listings"
PROSE = "This sentence stands in for a summary of some length, which a reader can tell from a title. " * 3


def read(*lines: str) -> tuple[list[Entry], list[Problem]]:
    items = list(parse(lines, "page.html"))
    return [i for i in items if isinstance(i, Entry)], [i for i in items if isinstance(i, Problem)]


def test_a_page_without_papers_is_one_problem() -> None:
    entries, problems = read("<html><body><p>Hello</p></body></html>")

    assert entries == []
    assert ["no paper on this page" in p.message for p in problems] == [True]


def test_citation_tags_describe_the_paper_of_a_page() -> None:
    (entry,) = read_listing(FOLDER / "paper.html")

    assert (entry.title, entry.authors, entry.date) == ("Weaving Grids & Tiles", ("Ada Doe", "Bob Roe"), "2024-01-05")
    assert (entry.identifiers.arxiv, entry.identifiers.doi) == ("2401.00001", "10.1145/1234567.7654321")
    assert entry.abstract == "Grids are woven from tiles. The code is at this https URL."
    assert entry.markup is Markup.HTML
    assert [(t.raw, t.span.line) for t in entry.targets] == [
        ("https://arxiv.org/pdf/2401.00001", 11),
        ("https://github.com/acme/weave", 19),
    ]
    assert (entry.span.line, entry.abstract_span and entry.abstract_span.line) == (6, 18)


def test_linked_data_describes_articles_but_not_those_they_cite() -> None:
    entries = list(read_listing(FOLDER / "linked_data.html"))

    assert [(e.title, e.authors, e.date, e.identifiers.doi) for e in entries] == [
        ("Spindles on Looms", ("Ada Doe", "Bob Roe"), "2023-05", "10.1145/1111111.2222222"),
        ("Bobbins", ("Al Poe",), None, None),
    ]
    assert [t.raw for t in entries[0].targets] == [
        "https://journal.example.org/issue/1/spindles",
        "https://github.com/acme/spindles",
    ]


def test_cards_of_a_paper_page_are_entries() -> None:
    first, second = read_listing(FOLDER / "papers_page.html")

    assert first.title == "GridWeave: Packing Sparse & Dense Tiles"
    assert first.abstract.startswith("Sparse tiles waste")
    assert [t.raw for t in first.targets] == [
        "https://papers.example.org/papers/2401.00001",
        "https://github.com/acme/gridweave",
    ]
    assert (second.title, second.abstract) == ("Ledger: An Entry without a Summary", "")


def test_titles_and_targets_have_their_printed_positions() -> None:
    path = FOLDER / "papers_page.html"
    lines = path.read_text(encoding="utf-8").split("\n")
    first, second = read_listing(path)

    assert lines[first.span.line - 1][first.span.column - 1 :].startswith("GridWeave: Packing")
    github = first.targets[1]
    assert lines[github.span.line - 1][github.span.column - 1 :].startswith(github.raw)
    assert first.span.line <= first.end_line <= second.span.line


def test_terms_and_descriptions_belong_together() -> None:
    first, second = read_listing(FOLDER / "archive_listing.html")

    assert (first.title, first.identifiers.arxiv) == ("Counting Holes in Tensors", "2401.00001")
    assert "https://github.com/acme/holes" in first.abstract
    assert (second.title, second.identifiers.arxiv, second.abstract) == (
        "Mills that Grind Small Matrices",
        "2401.00002",
        "",
    )


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


def test_a_bookmark_has_only_its_own_address() -> None:
    entries = list(read_listing(FOLDER / "bookmarks.html"))

    assert [[t.raw for t in e.targets] for e in entries] == [
        ["https://arxiv.org/abs/2501.00001"],
        ["https://arxiv.org/abs/2501.00002"],
    ]


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


def test_a_damaged_description_of_a_page_is_passed_over() -> None:
    article = (
        '{"@graph": [[{"@type": ["Thing", "ScholarlyArticle"], "headline": "Tides of Frost", "author": "Doe, J."}]]}'
    )
    scripts = [f"<script type='application/ld+json'>{text}</script>" for text in ("{", "3", article)]

    entries, _ = read("<html><body><script>x</script>", *scripts, "</body></html>")

    assert [(entry.title, entry.span.line) for entry in entries] == [("Tides of Frost", 4)]


def test_one_heading_outside_an_article_is_no_paper() -> None:
    assert read(f"<html><body><div><h2>A Title</h2><p>{PROSE}</p></div>")[0] == []


def test_bold_words_within_a_paragraph_are_no_title() -> None:
    item = "<li>We see <b>how the sand dries</b> in <a href=https://arxiv.org/abs/2401.00001>this</a></li>"

    assert read(f"<html><body><ul>{item}{item}</ul>")[0] == []


def test_a_fragment_of_a_linked_page_is_no_second_target() -> None:
    page = "https://example.org/a"
    entries, _ = read(cards(f"<a href={page}>page</a><a href={page}#cite>cite</a>"))

    assert [target.raw for target in entries[0].targets] == [page]


def test_citation_tags_without_a_printed_abstract_give_it_and_all_authors() -> None:
    (entry,), _ = read(
        "<html><head><meta name=citation_title content='Drying Sand'>",
        "<meta name=citation_abstract content='We dry it.'>",
        "<meta name=citation_authors content='Doe, Ada; Roe, Bob'>",
        "<meta name=citation_pdf_url content='#none'><meta name=citation_pdf_url content='https://example.org/a.pdf'>",
    )

    assert (entry.title, entry.abstract, entry.authors) == ("Drying Sand", "We dry it.", ("Ada Doe", "Bob Roe"))
    assert entry.abstract_span is not None
    assert entry.abstract_span.line == 2
    assert [target.raw for target in entry.targets] == ["https://example.org/a.pdf"]


def test_links_of_an_abstract_that_lead_nowhere_are_no_targets() -> None:
    (entry,), _ = read(
        "<html><head><meta name=citation_title content='Drying Sand'></head><body>",
        "<blockquote class='abstract'>We dry it, <a href='#f1'>see</a> <a href=https://example.org/a>code</a></blockquote>",
    )

    assert [target.raw for target in entry.targets] == ["https://example.org/a"]


def linked_data(text: str, base: str = "") -> list[Entry]:
    return read(f"<html><head>{base}", f'<script type="application/ld+json">{text}</script>', "</head></html>")[0]


def test_an_article_of_linked_data_needs_a_title() -> None:
    found = linked_data('[{"@type": "Article", "abstract": "x"}, {"@type": "Article", "headline": "Drying Sand"}]')

    assert [entry.title for entry in found] == ["Drying Sand"]


def test_addresses_of_linked_data_may_be_in_objects_and_need_to_lead_somewhere() -> None:
    (entry,) = linked_data(
        '{"@type": "ScholarlyArticle", "name": "Drying Sand", "author": [7, {"name": "Ada Doe"}], '
        '"sameAs": [{"url": "https://example.org/a"}, 3], "url": "#top"}'
    )

    assert [target.raw for target in entry.targets] == ["https://example.org/a"]
    assert entry.authors == ("Ada Doe",)


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


def test_comments_within_a_cited_item_are_no_words() -> None:
    items = "".join(
        f"<li>Doe, J. (202{n}). <!-- checked -->Lanterns for deep grids of sand {n}. Journal of Sand.</li>"
        for n in range(4)
    )

    assert [entry.date for entry in read(f"<html><body><ul>{items}</ul>")[0]] == ["2020", "2021", "2022", "2023"]


PEOPLE = "Ada Doe, Bob Roe (Harbour College, Ltd.), Al Poe (Sea (West))"


def test_headings_of_committees_above_names_are_no_papers() -> None:
    titles = ("General Chairs", "Program Committee", "Local Organization")
    entries, problems = read("<html><body>", *(f"<h4>{title}</h4><p>{PEOPLE}</p>" for title in titles))

    assert entries == []
    assert len(problems) == 1


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


def test_a_page_of_nothing_but_a_comment_has_no_elements() -> None:
    entries, (problem,) = read("<!-- papers -->", "")

    assert entries == []
    assert (problem.message, problem.n_lines) == ("no HTML elements; left out", 2)
