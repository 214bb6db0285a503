"""Names, venues and abstracts on pages that list papers."""

import pytest
from tests.listings.html.test_page import PROSE, read


def items(*titles: str) -> list[str]:
    return [f"<li>{title}<br>Ann Doe, Rob Roe</li>" for title in titles]


TIDES = ("Sparse Tides of Frost in Harbours", "Salt in Ropes of Hemp at Sea", "Boats by the Moon at Night Alone")


def test_items_of_a_menu_are_no_papers_and_comments_no_words() -> None:
    menu = ["<nav><ul>", *items("The Harbour of the City at Night", "A Walk along the Old Quay"), "</ul></nav>"]
    listed = [line.replace("<br>", "<!-- x --><br>") for line in items(*TIDES)]

    entries, _ = read("<html><body>", *menu, "<ul>", *listed, "</ul></body></html>")

    assert [entry.title for entry in entries] == list(TIDES)
    assert {entry.authors for entry in entries} == {("Ann Doe", "Rob Roe")}


def test_headings_above_lists_of_dated_items_are_no_titles_of_papers() -> None:
    names = "A. Doe, R. El Roe and J-P Poe"
    listed = [
        f'<li><p><a href="papers/{n}.pdf">{title}</a>, {names}, in press, doi: 10.1000/t{n}, Letters, 2021.</p></li>'
        for n, title in enumerate(TIDES)
    ]
    page = [
        "<h2>Journal articles</h2>",
        "<ol>",
        *listed[:2],
        "</ol>",
        "<h2>Book chapters</h2>",
        "<ol>",
        listed[2],
        "</ol>",
    ]

    entries, _ = read("<html><body>", *page, "</body></html>")

    assert [(entry.title, entry.identifiers.doi) for entry in entries] == [
        (title, f"10.1000/t{n}") for n, title in enumerate(TIDES)
    ]
    assert {(entry.authors, entry.date) for entry in entries} == {(("A. Doe", "R. El Roe", "J-P Poe"), "2021")}


def test_papers_in_one_element_are_apart_by_blank_lines() -> None:
    listed = [f"{title}<br/>\n<i>Ann Doe, Rob Roe and Al Poe</i><br/><br/>\n" for title in TIDES]

    entries, _ = read(
        "<html><body><div>", "<h1>Accepted Papers</h1>", "", *"\n".join(listed).split("\n"), "</div></body></html>"
    )

    assert [(entry.title, entry.span.line, entry.end_line) for entry in entries] == [
        (title, 4 + 3 * n, 5 + 3 * n) for n, title in enumerate(TIDES)
    ]
    assert {entry.authors for entry in entries} == {("Ann Doe", "Rob Roe", "Al Poe")}


def test_single_words_before_a_linked_title_are_no_authors() -> None:
    cited = [
        f'<p>Doe, Roe, Poe. <a href="https://arxiv.org/abs/2001.0000{n}">{title}</a>. WAVES, 2020.</p>'
        for n, title in enumerate(TIDES)
    ]

    entries, _ = read("<html><body>", *cited, "</body></html>")

    assert [entry.title for entry in entries] == list(TIDES)
    assert {entry.authors for entry in entries} == {()}


@pytest.mark.parametrize(
    ("below", "authors", "venue"),
    [
        ("Ann Doe, Rob Roe<br>WAVES 2020", ("Ann Doe", "Rob Roe"), "WAVES"),
        ("Ann Doe, Rob Roe<br><em>Harbour Letters</em>, 2020", ("Ann Doe", "Rob Roe"), "Harbour Letters"),
        ("Ann Doe, Rob Roe,<br>Al Poe", ("Ann Doe", "Rob Roe", "Al Poe"), None),
        ("Ann Doe, Rob Roe and<br>Al Poe", ("Ann Doe", "Rob Roe", "Al Poe"), None),
    ],
)
def test_names_below_a_title_end_with_their_line(below: str, authors: tuple[str, ...], venue: str | None) -> None:
    listed = [
        f'<p><a href="https://arxiv.org/abs/2001.0000{n}">{title}</a><br>{below}</p>' for n, title in enumerate(TIDES)
    ]

    entries, _ = read("<html><body>", *listed, "</body></html>")

    assert [(entry.title, entry.authors, entry.venue) for entry in entries] == [(one, authors, venue) for one in TIDES]


def test_labelled_links_are_no_part_of_a_venue() -> None:
    listed = [
        f'<p><a href="https://arxiv.org/abs/2001.0000{n}">{title}</a><br>Ann Doe, Rob Roe<br>'
        '<a href="https://example.org/x.zip">Code</a> WAVES 2020</p>'
        for n, title in enumerate(TIDES)
    ]

    entries, _ = read("<html><body>", *listed, "</body></html>")

    assert [(entry.title, entry.venue, entry.date) for entry in entries] == [(one, "WAVES", "2020") for one in TIDES]


def test_the_abstract_of_an_article_of_linked_data_has_a_place() -> None:
    script = '<script type="application/ld+json">{"@type": "Article", "headline": "Drying Sand",'

    (entry,), _ = read("<html><head>", script, '"abstract": "We dry sand by day."}</script>', "</head></html>")

    assert entry.abstract == "We dry sand by day."
    assert entry.abstract_span is not None
    assert (entry.span.line, entry.abstract_span.line, entry.end_line) == (2, 3, 3)


@pytest.mark.parametrize("tag", ["div", "section", "dd"])
def test_the_paragraph_inside_a_container_is_the_abstract(tag: str) -> None:
    listed = [
        f'<div class="paper"><h3><a href="https://arxiv.org/abs/2001.0000{n}">{title}</a></h3>'
        f"<{tag}><span>Read more in the library of the harbour.</span>\n<p>{PROSE}</p></{tag}></div>"
        for n, title in enumerate(TIDES)
    ]

    entries, _ = read("<html><body>", *"\n".join(listed).split("\n"), "</body></html>")

    assert [(entry.title, entry.abstract) for entry in entries] == [(title, PROSE.strip()) for title in TIDES]
    assert [entry.end_line - entry.span.line for entry in entries] == [1, 1, 1]
    assert [entry.abstract_span and entry.abstract_span.line for entry in entries] == [3, 5, 7]


@pytest.mark.parametrize("below", ["<div>{}</div>", "<br><blockquote>{}</blockquote>"], ids=["div", "quotation"])
def test_an_abstract_below_a_citation_may_have_the_title_in_it(below: str) -> None:
    cited = [f"<p>A. Doe and R. Roe.<br>{title}.<br>Harbour Letters, 2021.</p>" for title in TIDES]
    abstracts = [f"{PROSE.strip()} We call this {title}, as others did." for title in TIDES]
    items = [f"<li>{one}{below.format(abstract)}</li>" for one, abstract in zip(cited, abstracts, strict=True)]

    entries, _ = read("<html><body><ul>", *items, "</ul></body></html>")

    assert [(entry.title, entry.abstract) for entry in entries] == list(zip(TIDES, abstracts, strict=True))
