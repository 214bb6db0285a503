"""HTML tables in lists whose header names the columns."""

import re

import pytest

from papertrace.listings.markdown.awesome_list import parse
from papertrace.model import Entry

HEADER = [
    "<table>",
    " <thead>",
    "  <tr>",
    "   <th>Year</th>",
    '   <th style="width:42%;">Paper</th>',
    "   <th>Venue</th>",
]
HEADER += ["   <th>Link</th>", "   <th>Notes</th>", "  </tr>", " </thead>"]


def row(title: str, year: int = 2021, cell: str = "<td>") -> list[str]:
    link = f'<a href="https://arxiv.org/abs/2001.0{len(title):04}">arXiv</a>'
    texts = [str(year), title, "WAVES", link, "A first study of harbours"]
    return ["  <tr>", *(f"   {cell}{text}</td>" for text in texts), "  </tr>"]


def read(*lines: str) -> list[tuple[str, str | None, str | None]]:
    entries = (item for item in parse(["# Papers", "", *lines], "list.md") if isinstance(item, Entry))
    return [(entry.title, entry.venue, entry.date) for entry in entries]


def test_the_header_says_which_cell_of_a_row_is_the_title() -> None:
    assert read(*HEADER, *row("Sparse Tides of Frost"), *row("Salt in Ropes of Hemp", 2022), "</table>") == [
        ("Sparse Tides of Frost", "WAVES", "2021"),
        ("Salt in Ropes of Hemp", "WAVES", "2022"),
    ]


def test_a_header_holds_for_its_own_table_only() -> None:
    other = ["<table>", *row("Boats by the Moon at Night"), "</table>"]
    found = read(*HEADER, *row("Sparse Tides of Frost"), "</table>", *other)

    assert [venue for _, venue, _ in found] == ["WAVES", None]


@pytest.mark.parametrize("cell", ['<td rowspan="2">', '<td colspan="2">'])
def test_rows_with_cells_that_span_others_have_no_known_columns(cell: str) -> None:
    assert [venue for _, venue, _ in read(*HEADER, *row("Sparse Tides of Frost", cell=cell), "</table>")] != ["WAVES"]


def test_a_row_without_a_link_is_no_paper() -> None:
    unlinked = [re.sub("<a .*</a>", "none", line) for line in row("Sparse Tides of Frost")]

    assert read(*HEADER, *unlinked, *row("Salt in Ropes of Hemp"), "</table>") == [
        ("Salt in Ropes of Hemp", "WAVES", "2021")
    ]
