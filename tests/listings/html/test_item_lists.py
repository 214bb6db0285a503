"""Repeated elements of a page are read as the items of a list."""

import pytest

from papertrace.listings.html.page import parse
from papertrace.model import Entry

COASTS = ("North", "South", "East", "West")


def read(body: str) -> list[Entry]:
    return [
        item for item in parse(f"<html><body>{body}</body></html>".split("\n"), "page.html") if isinstance(item, Entry)
    ]


def test_quoted_titles_after_a_venue_and_bold_names_are_papers() -> None:
    body = "\n".join(
        '<div class="item"><span>WAVES 2020</span> <strong>A. Doe, R. Roe*</strong>, '
        f'"Tides of the {coast} Coast"</div>'
        for coast in COASTS
    )
    entries = read(body)

    assert [entry.title for entry in entries] == [f"Tides of the {coast} Coast" for coast in COASTS]
    assert [entry.span.line for entry in entries] == [1, 2, 3, 4]
    assert {(entry.authors, entry.venue, entry.date) for entry in entries} == {(("A. Doe", "R. Roe"), "WAVES", "2020")}


def test_linked_and_bold_names_over_several_lines_are_authors() -> None:
    body = "\n".join(
        f'<tr><td><a href="https://arxiv.org/abs/2001.0000{n}">'
        f'<span class="papertitle">Tides of the {coast} Coast</span></a>'
        '<br><a href="https://d.org/">Ann Doe</a>, <strong>Rob Roe</strong>, <br><a href="https://p.org/">Al Poe</a>'
        "<br><em>ECCV</em>, 2020 <br>We weigh the tides.</td></tr>"
        for n, coast in enumerate(COASTS)
    )
    entries = read(f"<table>{body}</table>")

    assert [entry.title for entry in entries] == [f"Tides of the {coast} Coast" for coast in COASTS]
    assert {(entry.authors, entry.venue) for entry in entries} == {(("Ann Doe", "Rob Roe", "Al Poe"), "ECCV")}


def test_names_and_a_venue_with_a_dot_between_them_complete_papers_that_headings_show() -> None:
    body = "\n".join(
        f"<article><div>2020 · {n}</div><h3>Tides of the {coast} Coast</h3>"
        "<div>Ann Doe*, Rob Roe† · Harbour Letters <b>8</b>, 37 (2020)</div></article>"
        for n, coast in enumerate(COASTS)
    )
    entries = read(body)

    assert [entry.title for entry in entries] == [f"Tides of the {coast} Coast" for coast in COASTS]
    assert {(entry.authors, entry.venue, entry.date) for entry in entries} == {
        (("Ann Doe", "Rob Roe"), "Harbour Letters", "2020")
    }


@pytest.mark.parametrize(
    "body",
    [
        "".join(f"<li><a href='https://example.org/{n}'>Our {n}th Page of Frost</a></li>" for n in range(6)),
        "".join(f"<p><b>Ann Doe {n}</b>, Professor of Tides, Harbour College</p>" for n in "ABCDE"),
    ],
    ids=["menu", "people"],
)
def test_menus_and_lists_of_people_hold_no_papers(body: str) -> None:
    assert [entry for entry in read(f"<ul>{body}</ul>") if entry.authors] == []


def test_what_is_skipped_on_a_page_is_no_text_of_an_item() -> None:
    body = "\n".join(
        f'<li><video>Your browser is old</video>A. Doe, R. Roe, "Tides of the {coast} Coast," <i>WAVES</i>, 2020</li>'
        for coast in COASTS
    )

    assert [entry.title for entry in read(f"<ul>{body}</ul>")] == [f"Tides of the {coast} Coast" for coast in COASTS]


def test_comments_and_menus_are_no_items_beside_papers() -> None:
    items = "\n".join(f'<li>A. Doe, R. Roe, "Tides of the {coast} Coast," <i>WAVES</i>, 2020</li>' for coast in COASTS)
    comment = '<!-- A. Poe, B. Loe, "Salt of Old Ropes," WAVES, 2019 -->'
    entries = read(f"{comment}<ul>{items}</ul>{comment}<nav><ul>{items.replace('Tides', 'Salt')}</ul></nav>")

    assert [entry.title for entry in entries] == [f"Tides of the {coast} Coast" for coast in COASTS]


def test_sections_of_several_headings_are_divided_into_their_paragraphs() -> None:
    entries = read(
        "".join(
            f'<section><h3>Journals</h3><p>A. Doe, R. Roe, "Tides of the {coast} Coast," <i>WAVES</i>, 2020</p>'
            f'<h3>Talks</h3><p>A. Poe, B. Loe, "Salt of the {coast} Coast," <i>SHORES</i>, 2021</p></section>'
            for coast in COASTS
        )
    )

    assert [(entry.title, entry.venue, entry.date) for entry in entries] == [
        (f"{word} of the {coast} Coast", venue, year)
        for coast in COASTS
        for word, venue, year in (("Tides", "WAVES", "2020"), ("Salt", "SHORES", "2021"))
    ]


@pytest.mark.parametrize("mark", ["{}.", "{})", "-", "+"])
def test_a_mark_before_a_citation_is_no_part_of_it(mark: str) -> None:
    entries = read(
        "".join(
            f'<p>{mark.format(n)} A. Doe, R. Roe, "Tides of the {coast} Coast," <i>WAVES</i>, 2020</p>'
            for n, coast in enumerate(COASTS, start=1)
        )
    )

    assert [(entry.title, entry.authors) for entry in entries] == [
        (f"Tides of the {coast} Coast", ("A. Doe", "R. Roe")) for coast in COASTS
    ]


@pytest.mark.parametrize("title", ["<b>{}</b>", "<i>{}</i>", "<q>{}</q>"])
def test_linked_names_before_a_marked_title_are_its_authors_and_their_links_its_targets(title: str) -> None:
    entries = read(
        "".join(
            '<li><a href="https://d.example.org/">Ann Doe</a>, <a href="https://r.example.org/">Rob Roe</a>: '
            f"{title.format(f'Tides of the {coast} Coast')}, WAVES 2020</li>"
            for coast in COASTS
        )
    )

    assert [(entry.title, entry.authors) for entry in entries] == [
        (f"Tides of the {coast} Coast", ("Ann Doe", "Rob Roe")) for coast in COASTS
    ]
    assert [target.words for target in entries[0].targets] == ["Ann Doe", "Rob Roe"]


def test_a_linked_term_above_names_is_the_title_of_its_description() -> None:
    entries = read(
        "<dl>"
        + "".join(
            f'<dt><a href="https://arxiv.org/abs/2001.0000{n}">Tides of the {coast} Coast</a></dt>'
            "<dd>Ann Doe, Rob Roe</dd>"
            for n, coast in enumerate(COASTS)
        )
        + "</dl>"
    )

    assert [(entry.title, entry.authors, entry.identifiers.arxiv) for entry in entries] == [
        (f"Tides of the {coast} Coast", ("Ann Doe", "Rob Roe"), f"2001.0000{n}") for n, coast in enumerate(COASTS)
    ]


def test_links_of_a_cited_item_identify_its_paper() -> None:
    entries = read(
        "".join(
            f"<p>A. Doe and R. Roe. Tides of the {coast} Coast. Harbour Letters, 2021. "
            f'<a href="https://arxiv.org/abs/2001.0000{n}">pdf</a> <a href="https://doi.org/10.1234/x{n}">doi</a></p>'
            for n, coast in enumerate(COASTS)
        )
    )

    assert [(entry.identifiers.arxiv, entry.identifiers.doi) for entry in entries] == [
        (f"2001.0000{n}", f"10.1234/x{n}") for n in range(4)
    ]
    assert {(entry.authors, entry.venue, entry.date) for entry in entries} == {
        (("A. Doe", "R. Roe"), "Harbour Letters", "2021")
    }
