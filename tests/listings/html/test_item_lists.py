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
