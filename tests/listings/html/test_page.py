"""Saved HTML: pages of one paper and pages that list many."""

from pathlib import Path

import pytest
from tests.calls import n_calls
from tests.cpu_limit import cpu_limit
from tests.folders import CASES

from papertrace.listings import read_listing
from papertrace.listings.html import page
from papertrace.listings.html.page import parse, recognise
from papertrace.listings.html.positions import PageSource
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
    assert (first.n_authors, first.date, first.identifiers.arxiv) == (8, "2024-01-02", "2401.00001")
    assert first.abstract.startswith("Sparse tiles waste")
    assert [t.raw for t in first.targets] == [
        "https://papers.example.org/papers/2401.00001",
        "https://github.com/acme/gridweave",
    ]
    assert (second.title, second.abstract, second.n_authors) == ("Ledger: An Entry without a Summary", "", 1)


def test_titles_and_targets_have_their_printed_positions() -> None:
    path = FOLDER / "papers_page.html"
    lines = path.read_text(encoding="utf-8").split("\n")
    first = next(iter(read_listing(path)))

    assert lines[first.span.line - 1][first.span.column - 1 :].startswith("GridWeave: Packing")
    github = first.targets[1]
    assert lines[github.span.line - 1][github.span.column - 1 :].startswith(github.raw)
    assert first.span.line <= first.end_line <= second_line(path)


def second_line(path: Path) -> int:
    return list(read_listing(path))[1].span.line


def test_terms_and_descriptions_belong_together() -> None:
    first, second = read_listing(FOLDER / "archive_listing.html")

    assert (first.title, first.authors, first.identifiers.arxiv) == (
        "Counting Holes in Tensors",
        ("Ada Doe", "Bob Roe"),
        "2401.00001",
    )
    assert "https://github.com/acme/holes" in first.abstract
    assert (second.title, second.identifiers.arxiv, second.abstract) == (
        "Mills that Grind Small Matrices",
        "2401.00002",
        "",
    )


def test_headings_of_menus_and_footers_are_not_titles() -> None:
    card = f'<div class="c"><h3>A Title</h3><p>{PROSE}</p></div>'
    menu = "<nav><h3>First Menu</h3><h3>Second Menu</h3></nav>"
    entries, _ = read("<html><body>", menu, card, card.replace("A Title", "B Title"), menu.replace("nav", "footer"))

    assert [e.title for e in entries] == ["A Title", "B Title"]


def test_the_full_form_of_an_abstract_is_taken_without_its_button() -> None:
    record = (
        '<li><p class="title">A Title</p><p class="authors"><span>Authors:</span> <a href="/a">Ada Doe</a></p>'
        f'<p class="abstract"><span>Abstract</span>: <span class="abstract-short">Short… <a>More</a></span>'
        f'<span class="abstract-full">{PROSE}<a>△ Less</a></span></p></li>'
    )
    entries, _ = read("<html><body><ol>", record, record.replace("A Title", "B Title"), "</ol>")

    assert [(e.title, e.abstract, e.authors) for e in entries] == [
        ("A Title", PROSE.strip(), ("Ada Doe",)),
        ("B Title", PROSE.strip(), ("Ada Doe",)),
    ]


def test_a_title_in_a_term_owns_the_descriptions_below_it() -> None:
    entries, _ = read(
        '<html><head><base href="https://example.org/"></head><body><dl>',
        '<dt class="ptitle"><a href="a.html">A Title</a></dt><dd>Ada Doe</dd><dd><a href="a.pdf">pdf</a></dd>',
        '<dt class="ptitle"><a href="b.html">B Title</a></dt><dd>Bob Roe</dd><dd><a href="b.pdf">pdf</a></dd>',
        "</dl>",
    )

    assert [(e.title, [t.raw for t in e.targets]) for e in entries] == [
        ("A Title", ["https://example.org/a.html", "https://example.org/a.pdf"]),
        ("B Title", ["https://example.org/b.html", "https://example.org/b.pdf"]),
    ]


def test_a_flat_page_is_split_at_its_titles() -> None:
    entries, _ = read("<html><body>", "<h3>A Title</h3>", f"<p>{PROSE}</p>", "<h3>B Title</h3>", f"<p>{PROSE} B.</p>")

    assert [(e.title, e.abstract) for e in entries] == [
        ("A Title", PROSE.strip()),
        ("B Title", " ".join(f"{PROSE} B.".split())),
    ]


def test_relative_addresses_of_a_page_without_its_own_address_are_left_out() -> None:
    card = f'<div><h3><a href="a.html">A Title</a></h3><p>{PROSE}</p><a href="https://github.com/acme/x">code</a></div>'
    entries, _ = read("<html><body>", card, card)

    assert [[t.raw for t in e.targets] for e in entries] == [["https://github.com/acme/x"]] * 2


def test_lines_beyond_the_limit_of_the_parser_are_found() -> None:
    cards = [f'<div class="c">\n<h3>Title {n}</h3>\n<p>{PROSE}</p>\n</div>' for n in range(12)]
    # The parser counts to 65,535: the cards are on both sides of that line, and of its double.
    empty = "\n" * 70_000
    lines = "\n".join(["<html><body>", *cards[:4], empty, *cards[4:8], empty, *cards[8:]]).split("\n")

    entries, _ = read(*lines)

    assert [lines[e.span.line - 1] for e in entries] == [f"<h3>Title {n}</h3>" for n in range(12)]


@pytest.mark.parametrize(
    ("text", "confidence"),
    [
        pytest.param("<!DOCTYPE html><html>", 1.0, id="page"),
        pytest.param("<div><h3>A</h3></div>", 0.8, id="piece"),
        pytest.param("<?xml version='1.0'?><feed></feed>", 0.0, id="feed"),
        pytest.param('<p align="center"><img src="a"></p>\n# A List', 0.0, id="Markdown"),
        pytest.param("A Title", 0.0, id="text"),
        pytest.param("", 0.0, id="nothing"),
    ],
)
def test_pages_are_recognised_by_their_tags(text: str, confidence: float) -> None:
    assert recognise(text.split("\n")) == pytest.approx(confidence)


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        pytest.param(
            "proceedings.html",
            [
                ("Jetty: Where Models Land", ("Jane Doe", "Rob Roe"), True),
                ("Groyne: Holding Sand with Sparse Walls", (), True),
            ],
            id="abstracts behind their records",
        ),
        pytest.param(
            "conference.html",
            [
                ("Jetty: Where Models Land", ("Jane Doe", "Rob Roe"), False),
                ("Groyne: Holding Sand with Sparse Walls", ("Ada Quill",), False),
                ("Estuary: Mixing Two Kinds of Data", ("Al Poe",), False),
            ],
            id="titles and names in italics",
        ),
        pytest.param(
            "bookmarks.html",
            [("Jetty: Where Models Land", (), False), ("Groyne: Holding Sand with Sparse Walls", (), False)],
            id="bookmarks of a browser",
        ),
    ],
)
def test_links_are_titles_if_nothing_else_marks_one(
    name: str, expected: list[tuple[str, tuple[str, ...], bool]]
) -> None:
    entries = list(read_listing(FOLDER / name))

    assert [(e.title, e.authors, bool(e.abstract)) for e in entries] == expected


def test_a_bookmark_has_only_its_own_address() -> None:
    entries = list(read_listing(FOLDER / "bookmarks.html"))

    assert [[t.raw for t in e.targets] for e in entries] == [
        ["https://arxiv.org/abs/2501.00001"],
        ["https://arxiv.org/abs/2501.00002"],
    ]


def test_menus_of_long_words_are_not_papers() -> None:
    menu = "".join(f'<li><a href="/{n}">Terms of Service Number {n}</a></li>' for n in range(5))
    entries, problems = read(f"<html><body><ul>{menu}</ul></body></html>")

    assert entries == []
    assert len(problems) == 1


def test_bold_text_that_begins_an_item_is_a_title_where_nothing_else_is() -> None:
    item = '<li><b>{title}</b><br/>Ada Doe, Bob Roe<br/><a href="papers/{n}.pdf">article</a></li>'
    text = "\n".join(
        item.format(title=title, n=n) for n, title in enumerate(("Weaving Sparse Grids", "Knots in the Dark"))
    )
    entries = [found for found in parse(text.split("\n"), "talks.html") if isinstance(found, Entry)]

    assert [(entry.title, entry.authors) for entry in entries] == [
        ("Weaving Sparse Grids", ("Ada Doe", "Bob Roe")),
        ("Knots in the Dark", ("Ada Doe", "Bob Roe")),
    ]


def test_a_page_made_from_bibtex_has_a_paper_for_each_citation() -> None:
    lines = (CASES / "listings" / "bibtex_page.html").read_text(encoding="utf-8").split("\n")

    entries = [item for item in parse(iter(lines), "page") if isinstance(item, Entry)]

    assert [(entry.title, entry.authors, entry.date) for entry in entries] == [
        ("Tides of frost in narrow harbours", ("Ann C. Doe", "Rob Roe", "Al Poe"), "2017"),
        ("A study of paper that folds itself", ("Rob Roe",), "2018"),
        ("The measure of a crease", ("Al Poe", "Ann C. Doe"), "2019"),
    ]
    assert entries[0].abstract.startswith("Frost comes with the tide")


def test_of_a_page_that_is_too_long_the_beginning_is_read(monkeypatch: pytest.MonkeyPatch) -> None:
    head = (
        "<html><head><meta name=citation_title content='Tides of Frost'><meta name=citation_author content='Doe, J.'>"
    )
    monkeypatch.setattr(page, "_MAX_PAGE_LENGTH", len(head) + 1)

    entries, problems = read(head, "<p>more</p>")

    assert [entry.title for entry in entries] == ["Tides of Frost"]
    assert [str(problem).partition(" are read")[0] for problem in problems] == [
        "page.html:2:1: only the 0 MiB before this line"
    ]


@pytest.mark.parametrize(
    ("href", "address"),
    [
        ("//example.org/a", "https://example.org/a"),
        ("http://b.org/ a", "http://b.org/ a"),
        ("c", "https://example.org/b/c"),
        ("/c?d#e", "https://example.org/c?d#e"),
        ("#part", ""),
        (" ", ""),
        ("mailto:a@example.org", ""),
        ("JavaScript:void(0)", ""),
    ],
)
def test_an_address_is_completed_as_browsers_do(href: str, address: str) -> None:
    lines = ["<html><head><base href='https://example.org/b/'></head></html>"]
    root = page._parse_tree(lines)  # noqa: SLF001 - as the reader does
    assert root is not None

    assert PageSource(lines, "a.html", root).complete(href) == address


def test_the_address_of_a_saved_page_is_in_a_comment() -> None:
    saved = "<!-- saved from url=(0024)https://example.org/b/c -->"
    for lines in ([saved, "<html><p>x</p></html>"], ["<html>", saved, "<p>x</p></html>"]):
        root = page._parse_tree(lines)  # noqa: SLF001 - as the reader does
        assert root is not None
        assert PageSource(lines, "a.html", root).host() == "example.org"


def test_a_damaged_description_of_a_page_is_passed_over() -> None:
    article = (
        '{"@graph": [[{"@type": ["Thing", "ScholarlyArticle"], "headline": "Tides of Frost", "author": "Doe, J."}]]}'
    )
    scripts = [f"<script type='application/ld+json'>{text}</script>" for text in ("{", "3", article)]

    entries, _ = read("<html><body><script>x</script>", *scripts, "</body></html>")

    assert [(entry.title, entry.span.line) for entry in entries] == [("Tides of Frost", 4)]


CARD = f"<div class=card><h3>A Title</h3><p class=by>Ada Doe, Bob Roe</p><p>{PROSE}</p></div>"


def cards(*inner: str) -> str:
    """Return a page of two cards with more in them."""
    return "<html><body>" + CARD.replace("</div>", "".join(inner) + "</div>") + CARD.replace("A Title", "B Title")


def test_a_page_with_one_article_is_a_list_of_one() -> None:
    (entry,), _ = read(f"<html><body><article><h2>A Title</h2><p>{PROSE}</p></article>")

    assert (entry.title, entry.abstract) == ("A Title", PROSE.strip())


def test_one_heading_outside_an_article_is_no_paper() -> None:
    assert read(f"<html><body><div><h2>A Title</h2><p>{PROSE}</p></div>")[0] == []


def test_bold_words_within_a_paragraph_are_no_title() -> None:
    item = "<li>We see <b>how the sand dries</b> in <a href=https://arxiv.org/abs/2401.00001>this</a></li>"

    assert read(f"<html><body><ul>{item}{item}</ul>")[0] == []


def test_a_label_before_a_title_is_no_title_by_itself() -> None:
    entries, _ = read(cards() + CARD.replace("A Title", "Title:"))

    assert [entry.title for entry in entries] == ["A Title", "B Title"]


def test_menus_between_titles_of_a_flat_page_are_no_part_of_a_paper() -> None:
    menu = "<nav><a href=https://arxiv.org/abs/2401.00009>next</a></nav><!-- more -->"
    entries, _ = read(f"<html><body><h3>A Title</h3>{menu}<p>{PROSE}</p><h3>B Title</h3><p>{PROSE}</p>")

    assert [(entry.title, entry.targets) for entry in entries] == [("A Title", ()), ("B Title", ())]


def test_of_nested_blocks_the_paragraph_is_the_abstract() -> None:
    entries, _ = read(cards(f"<div>Words.<p>{PROSE}{PROSE}</p></div>"))

    assert entries[0].abstract == (PROSE + PROSE).strip()


def test_an_empty_list_of_authors_is_skipped() -> None:
    entries, _ = read(cards("<p class=authors></p><p class=authors><a>Ann Poe</a></p>"))

    assert entries[0].authors == ("Ann Poe",)


def test_a_fragment_of_a_linked_page_is_no_second_target() -> None:
    page = "https://example.org/a"
    entries, _ = read(cards(f"<a href={page}>page</a><a href={page}#cite>cite</a>"))

    assert [target.raw for target in entries[0].targets] == [page]


def test_a_time_without_a_date_is_skipped() -> None:
    entries, _ = read(cards("<time>soon</time><time datetime=2024-01-05>later</time>"))

    assert entries[0].date == "2024-01-05"


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

    assert [entry.title for entry in entries] == ["A Title", "B Title"]
    assert entries[0].targets == ()


def test_a_page_that_a_browser_saved_has_the_address_in_its_first_comment() -> None:
    entries, _ = read("<!-- saved from url=(0022)https://example.org/x/ -->" + cards("<a href=a.pdf>pdf</a>"))

    assert [target.raw for target in entries[0].targets] == ["https://example.org/x/a.pdf"]


def test_a_title_of_encoded_signs_has_the_line_of_its_element() -> None:
    entries, _ = read(cards().replace("A Title", "&#84;itles of &#83;and"))

    assert (entries[0].title, entries[0].span.line, entries[0].span.column) == ("Titles of Sand", 1, 1)


def test_titles_in_a_page_of_one_very_long_line_are_located() -> None:
    filler = f"<p>{'x' * 250_000}</p>"
    text = "<html><body>" + CARD + filler + CARD.replace("A Title", "B Title")
    entries, _ = read(text)

    assert entries[0].span.column == text.index("A Title") + 1


def test_comments_within_a_cited_item_are_no_words() -> None:
    items = "".join(
        f"<li>Doe, J. (202{n}). <!-- checked -->Lanterns for deep grids of sand {n}. Journal of Sand.</li>"
        for n in range(4)
    )

    assert [entry.date for entry in read(f"<html><body><ul>{items}</ul>")[0]] == ["2020", "2021", "2022", "2023"]


def test_the_items_of_a_list_classed_as_authors_are_one_name_each() -> None:
    record = (
        '<h3><a class="DLtitleLink" href="https://doi.org/10.1145/3{n}.3{n}">{title}</a></h3>'
        '<ul class="DLauthors"><li class="nameList">Ada Doe</li><li class="nameList Last">Bob Roe, </li></ul>'
    )
    entries, _ = read(
        "<html><body>",
        *(record.format(title=title, n=n) for n, title in enumerate(("Weaving Sparse Grids", "Knots in the Dark"))),
    )

    assert [(entry.title, entry.authors) for entry in entries] == [
        ("Weaving Sparse Grids", ("Ada Doe", "Bob Roe")),
        ("Knots in the Dark", ("Ada Doe", "Bob Roe")),
    ]


@pytest.mark.parametrize(
    ("before", "after", "authors", "date"),
    [
        pytest.param(
            "Ada Doe and Bob Roe.",
            "In <em>Proc. of WAVES</em>. pp 12-19. 2020.",
            ("Ada Doe", "Bob Roe"),
            "2020",
            id="citation",
        ),
        pytest.param(
            "<span>Conference</span> Ada Doe, editor.",
            "Harbour, vol. 1990-2001, 2019",
            ("Ada Doe",),
            "2019",
            id="label",
        ),
        pytest.param(
            "<b>Book Chapter</b> Doe, A., Roe, B. (eds.).", "Harbour", ("A. Doe", "B. Roe"), None, id="initials"
        ),
        pytest.param("See also the paper:", "of 2020", (), None, id="sentence"),
        pytest.param("Ada Doe and Bob Roe wrote", "in 2020", (), None, id="no stop"),
        pytest.param("WAVES.", "2020", (), None, id="one word"),
    ],
)
def test_names_before_a_linked_title_are_its_authors(
    before: str, after: str, authors: tuple[str, ...], date: str | None
) -> None:
    titles = ("Weaving Sparse Grids", "Knots in the Dark")
    items = [f'<p>{before} <a href="{n}.pdf">{title}</a>. {after}</p>' for n, title in enumerate(titles)]

    entries, _ = read("<html><body>", *items)

    assert [(entry.title, entry.authors, entry.date) for entry in entries] == [
        (title, authors, date) for title in titles
    ]


PEOPLE = "Ada Doe, Bob Roe (Harbour College, Ltd.), Al Poe (Sea (West))"


@pytest.mark.parametrize(
    "item",
    [
        "<p><b>{title} in the Dark</b></p><p>{people}</p><br/>",
        "<h4>{title} in the Dark</h4><p>{people}</p>",
        "<tr><td>{title} in the Dark</td><td>{people}</td></tr>",
        '<li><div class="paper-title">{title} in the Dark</div><div class="paper-author">{people}</div></li>',
    ],
    ids=["bold above names", "headings above names", "cells beside names", "classed"],
)
def test_names_with_affiliations_in_brackets_are_authors(item: str) -> None:
    rows = [item.format(title=title, people=PEOPLE) for title in ("Weaving Grids", "Tying Knots")]
    lines = ["<html><body><table>", *rows, "</table>"] if item.startswith("<tr") else ["<html><body>", *rows]

    entries, _ = read(*lines)

    assert [(entry.title, entry.authors) for entry in entries] == [
        ("Weaving Grids in the Dark", ("Ada Doe", "Bob Roe", "Al Poe")),
        ("Tying Knots in the Dark", ("Ada Doe", "Bob Roe", "Al Poe")),
    ]


def test_headings_of_committees_above_names_are_no_papers() -> None:
    titles = ("General Chairs", "Program Committee", "Local Organization")
    entries, problems = read("<html><body>", *(f"<h4>{title}</h4><p>{PEOPLE}</p>" for title in titles))

    assert entries == []
    assert len(problems) == 1


def test_cells_beside_other_texts_are_no_titles() -> None:
    rows = [f"<tr><td>Weaving Grids {n} in the Dark</td><td>room {n}</td></tr>" for n in range(3)]
    people = [f"<tr><td>Ada Doe, Bob Roe {n}</td><td>{PEOPLE}</td></tr>" for n in range(3)]

    assert read("<html><body><table>", *rows, *people, "</table>")[0] == []


def test_names_that_begin_the_items_of_a_list_are_authors() -> None:
    people = "<ul><li>Ada Doe, Harbour College, Sea Town</li><li>Bob Roe, Institute for Looms</li></ul>"
    rooms = "<ul><li>Ada Doe, room 7</li><li>a room, with a view</li></ul>"
    titles = ("Weaving Grids in the Dark", "Tying Knots in the Dark")

    entries, _ = read("<html><body>", *(f"<h4>{title}</h4><p>{people}</p>" for title in titles))

    assert [(entry.title, entry.authors) for entry in entries] == [(title, ("Ada Doe", "Bob Roe")) for title in titles]
    assert read("<html><body>", *(f"<h4>{title}</h4><p>{rooms}</p>" for title in titles))[0] == []


@pytest.mark.parametrize("tag", ["i", "em", "b", "strong"])
def test_emphasised_titles_after_names_are_papers_where_nothing_else_is(tag: str) -> None:
    items = [
        f"<p>Doe, Ada, Bob Roe and Al Poe.<br/><{tag}>{title} in the Dark</{tag}></p><p><{tag}>&nbsp;</{tag}></p>"
        for title in ("Weaving Grids", "Tying Knots", "Folding Sheets")
    ]

    entries, _ = read("<html><body>", *items)

    assert [(entry.title, entry.authors) for entry in entries] == [
        (f"{title} in the Dark", ("Ada Doe", "Bob Roe", "Al Poe"))
        for title in ("Weaving Grids", "Tying Knots", "Folding Sheets")
    ]
    assert read("<html><body>", *(f"<p>Read the <{tag}>Weaving Grids Weekly</{tag}></p>" for _ in range(3)))[0] == []


def test_titles_above_headings_with_names_are_papers() -> None:
    titles = ("Weaving Grids in the Dark", "Tying Knots in the Dark")
    items = [f"<p><h3>{title}</h3><h4>- Ada Doe (Harbour College); Bob Roe, Al Poe</h4></p>" for title in titles]

    entries, _ = read("<html><body>", *items)

    assert [(entry.title, entry.authors) for entry in entries] == [
        (title, ("Ada Doe", "Bob Roe", "Al Poe")) for title in titles
    ]


TEMPLATE = [
    "---",
    "layout: default",
    "title: Weaving Grids on Every Page",
    "---",
    "{% include menu.html %}",
    "<div>{{ page.title }}",
]


def test_the_source_of_a_page_begins_with_front_matter_and_tags_of_a_template() -> None:
    items = [f"<h4>{title} in the Dark</h4><p>Ada Doe, Bob Roe</p>" for title in ("Weaving Grids", "Tying Knots")]
    lines = [*TEMPLATE, "<ul><li>2020</li></ul>", *items, "</div>"]

    entries, _ = read(*lines)

    assert recognise(lines) > 0.5
    assert [(entry.title, entry.span.line) for entry in entries] == [
        ("Weaving Grids in the Dark", 8),
        ("Tying Knots in the Dark", 9),
    ]


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


@pytest.mark.parametrize(
    "item",
    [
        pytest.param("<li>{title} in the Dark<br>\n  Ada Doe, Bob Roe and Al Poe</li>", id="lines"),
        pytest.param("<li>Ada Doe (Sea), Bob Roe and Al Poe (Harbour).<br/>{title} in the Dark</li>", id="names first"),
        pytest.param("<li><i>\u201c{title} in the Dark\u201d</i>, Ada Doe, Bob Roe and Al Poe</li>", id="in italics"),
        pytest.param("<li>Ada Doe, Bob Roe and Al Poe. {title} in the Dark.</li>", id="a stop"),
        pytest.param("<li>Ada Doe, Bob Roe, Al Poe. {title} in the Dark. Sea Hall.</li>", id="two stops"),
        pytest.param("<li><em>{title} in the Dark</em><br>Ada Doe, Bob Roe, Al Poe<br>Sea Hall</li>", id="both"),
    ],
)
def test_titles_and_names_on_two_lines_of_items_are_papers(item: str) -> None:
    titles = ("Weaving Grids", "Tying Knots", "Folding Sheets")

    entries, _ = read("<html><body><ul>", *(item.format(title=title) for title in titles), "</ul>")

    assert [(entry.title, entry.authors, entry.date) for entry in entries] == [
        (f"{title} in the Dark", ("Ada Doe", "Bob Roe", "Al Poe"), None) for title in titles
    ]


@pytest.mark.parametrize(
    "item",
    [
        "<li>{title} in the Dark<br>room 7</li>",
        "<li>{title} in the Dark<br>Harbour College</li>",
        "<li>{title} Program Chairs<br>Ada Doe, Bob Roe</li>",
        "<li>{title}</li>",
        "<li>Ada Doe won a prize. {title} in the Dark is out.</li>",
    ],
    ids=["a room", "a place", "a committee", "one line", "sentences"],
)
def test_other_lines_below_titles_make_no_papers(item: str) -> None:
    titles = ("Weaving Grids", "Tying Knots", "Folding Sheets")

    assert read("<html><body><ul>", *(item.format(title=title) for title in titles), "</ul>")[0] == []


def test_most_names_of_a_line_prove_the_others() -> None:
    lines = ("Ada Doe and Bob Roe", "Ada Doe, an Poe, Bob Roe", "Ada Doe, Poe", "Sea Hall, room 7")
    items = [f"<li>Weaving Grids in Room {number}<br>{line}</li>" for number, line in enumerate(lines)]

    assert [entry.authors for entry in read("<html><body><ul>", *items, "</ul>")[0]] == []
    assert [entry.authors for entry in read("<html><body><ul>", *items[:2], *items[:2], *items[2:], "</ul>")[0]] == [
        ("Ada Doe", "Bob Roe"),
        ("Ada Doe", "an Poe", "Bob Roe"),
    ] * 2


def test_headings_of_accepted_papers_are_no_titles() -> None:
    titles = ("Looms 2023 Accepted Papers:", "Looms 2023 Accepted Short Papers", "Looms 2023: Accepted Abstracts")
    entries, _ = read("<html><body>", *(f"<h4>{title}</h4><p>{PEOPLE}</p>" for title in titles))

    assert entries == []


def test_a_paragraph_of_thousands_of_titles_takes_work_that_grows_with_it() -> None:
    citation = "Ada Doe and Bob Roe. <i>Weaving Grids in the Dark</i>, in Looms 2020. "
    few, many = (["<html><body><p>", citation * n, "</p>"] for n in (300, 1200))

    assert n_calls(lambda: read(*many)) < 6 * n_calls(lambda: read(*few))  # 16 times as many pairs


def test_names_before_a_title_may_be_links() -> None:
    names = [f"Ada {chr(65 + number)}. Doe" for number in range(20)]
    linked = ", ".join(f"<a href='/{number}'>{name}</a>" for number, name in enumerate(names))
    titles = ("Weaving Grids in the Dark", "Tying Knots in the Dark", "Folding Sheets in the Dark")
    entries, _ = read("<html><body>", *(f"<p>{linked}. <i>{title}</i>. Looms, 2020.</p>" for title in titles))

    assert [(entry.title, entry.authors) for entry in entries] == [(title, tuple(names)) for title in titles]


def test_names_a_venue_and_a_year_follow_a_linked_title_and_its_labels() -> None:
    titles = ("Weaving Grids", "Tying Knots", "Folding Sheets")
    item = (
        '<div class="item"><p><a href="https://example.org/{n}">{title} in the Dark.</a> '
        '[<a href="https://example.org/{n}.pdf">pdf</a>]<br>\nAda Doe, Bob Roe, Al Poe.<br>'
        "<em>The 3rd Harbour Symposium on Tides</em> (<b>HST</b>), 202{n}<br>"
        "Seen by 2015 readers</p></div>"
    )

    entries, _ = read("<html><body>", *(item.format(title=t, n=n) for n, t in enumerate(titles)), "</body></html>")

    assert [(entry.title, entry.authors, entry.date, entry.venue) for entry in entries] == [
        (f"{t} in the Dark.", ("Ada Doe", "Bob Roe", "Al Poe"), f"202{n}", "The 3rd Harbour Symposium on Tides")
        for n, t in enumerate(titles)
    ]


def test_links_and_an_abstract_below_a_citation_belong_to_it() -> None:
    titles = ("Weaving Grids", "Tying Knots", "Folding Sheets")
    item = (
        '<p class="paper">Ada Doe and Bob Roe. <b>{title} in the Dark</b>. '
        "In: <i>Proceedings of the Harbour Society</i>, pages 1751-1957. 2020. "
        'See https://example.org/abs/1906.0423{n}</p><p>[<a href="#">BibTeX</a>] '
        '[<a href="https://example.org/{n}">URL</a>]</p><div class="abstract hidden"><b>Abstract</b>: '
        + PROSE
        + "</div>"
        "<h2>Another year</h2>"
    )

    entries, _ = read("<html><body>", *(item.format(title=t, n=n) for n, t in enumerate(titles)), "</body></html>")

    assert [(e.title, e.authors, e.date, e.venue, e.abstract, [t.raw for t in e.targets]) for e in entries] == [
        (
            f"{title} in the Dark",
            ("Ada Doe", "Bob Roe"),
            "2020",
            "Proceedings of the Harbour Society",
            PROSE.strip(),
            [f"https://example.org/{n}"],
        )
        for n, title in enumerate(titles)
    ]


def paper_with(abstract: str, number: int) -> str:
    return f"<div><h3>Weaving Grids in Room {number}</h3><p class='abstract'>{abstract}</p></div>"


@pytest.mark.parametrize("button", ["… more", " show  more ▽", "△ Less", "… … read more…", "…▽▽…", "more"])
def test_a_button_at_the_end_of_an_abstract_is_no_part_of_it(button: str) -> None:
    entries, _ = read("<html><body>", *(paper_with(f"{PROSE.strip()} {button}", n) for n in range(3)))

    assert [entry.abstract for entry in entries] == [PROSE.strip()] * 3


@pytest.mark.parametrize("signs", ["…", "… ", "▽ …", "more "])
def test_thousands_of_signs_in_an_abstract_take_little_work(signs: str) -> None:
    page = [paper_with(f"{PROSE} {signs * 5000}.", n) for n in range(3)]

    with cpu_limit(10):
        entries, _ = read("<html><body>", *page)

    assert len(entries) == 3


def test_names_after_a_title_end_before_a_venue() -> None:
    items = [
        f"<li><a href='https://example.org/{n}'>Tides of Frost in Room {n}</a>. Ann Doe, J. R. Roe. {after}</li>"
        for n, after in enumerate(["WAVES 2020.", "Harbour Letters, 2021.", "<i>Ropes and Knots</i>, 2022."])
    ]

    entries, _ = read("<html><body><h1>Papers</h1><ul>", *items, "</ul>")

    assert [(entry.authors, entry.venue, entry.date) for entry in entries] == [
        (("Ann Doe", "J. R. Roe"), "WAVES", "2020"),
        (("Ann Doe", "J. R. Roe"), "Harbour Letters", "2021"),
        (("Ann Doe", "J. R. Roe"), "Ropes and Knots", "2022"),
    ]


def test_citations_in_items_may_follow_a_tag_and_stand_in_a_paragraph() -> None:
    abstract = "We measure the tides of forty harbours on one cold coast. They differ more than anybody thought."
    items = [
        f"<li><p><b>[WAVES'2{n}]</b> Ann Doe, Rob Roe*, and Al Poe. Tides of Frost in Bay {n}: A Study. In"
        f" <i>Proceedings of Waves (WAVES)</i>, 202{n}. <code>tides</code> [<a href='https://example.org/{n}.pdf'>pdf</a>]</p>"
        f"<details><summary>[abstract]</summary><p>{abstract}</p></details></li>"
        for n in range(4)
    ]
    items.append(
        "<li><b>[WAVES'19]</b> Ann Doe and Rob Roe. Salt of the Old Bay. In <i>Proceedings of Waves</i>, 2019.</li>"
    )
    page = f"<html><body><h1>Publications</h1><ul>{''.join(items)}</ul></body></html>"

    entries = [item for item in parse(page.split("\n"), "page.html") if isinstance(item, Entry)]
    assert [(entry.title, entry.authors[0], entry.date) for entry in entries] == [
        *((f"Tides of Frost in Bay {n}: A Study", "Ann Doe", f"202{n}") for n in range(4)),
        ("Salt of the Old Bay", "Ann Doe", "2019"),
    ]
    assert (entries[0].venue, entries[0].abstract, entries[-1].abstract) == ("Proceedings of Waves", abstract, "")


def test_emphasised_words_that_are_no_title_are_left_out_among_titles() -> None:
    titles = (
        "Weaving Grids in the Dark",
        "Tying Knots in the Dark",
        "Title: {Tying Ropes}",
        "Folding Sheets in the Dark",
    )

    entries, _ = read("<html><body>", *(f"<p>Ada Doe, Bob Roe and Al Poe. <i>{title}</i></p>" for title in titles))

    assert [entry.title for entry in entries] == [title for title in titles if "Dark" in title]


def test_a_page_of_nothing_but_a_comment_has_no_elements() -> None:
    entries, (problem,) = read("<!-- papers -->", "")

    assert entries == []
    assert (problem.message, problem.n_lines) == ("no HTML elements; left out", 2)
