"""HTML tables in lists whose cells span several rows."""

from papertrace.listings.markdown.awesome_list import parse
from papertrace.listings.markdown.spanning_cells import SpanningCells
from papertrace.model import Entry, Span


def row(title: str, before: str = "") -> list[str]:
    link = f'<td><a href="https://arxiv.org/abs/2001.0{len(title):04}">{title}</a></td>'
    return ["  <tr>", f"    {before}{link}", "    <td>Acme</td>", "  </tr>"]


def read(*lines: str) -> list[tuple[str, str | None, str | None]]:
    entries = (item for item in parse(["# Papers", "", *lines], "list.md") if isinstance(item, Entry))
    return [(entry.title, entry.venue, entry.date) for entry in entries]


SPANNING = '<td rowspan="2" align="center"><a href="https://example.org/waves">WAVES 2019</a></td>'


def test_a_cell_belongs_to_each_row_it_spans() -> None:
    lines = [*row("Sparse Tides of Frost", SPANNING), *row("Salt in Ropes of Hemp"), *row("Boats by the Moon at Night")]

    assert read("<details>", "<table>", *lines, "</table>", "</details>") == [
        ("Sparse Tides of Frost", "WAVES", "2019"),
        ("Salt in Ropes of Hemp", "WAVES", "2019"),
        ("Boats by the Moon at Night", None, None),
    ]


def test_blank_lines_between_rows_do_not_end_a_table() -> None:
    lines = [*row("Sparse Tides of Frost", SPANNING), "", *row("Salt in Ropes of Hemp")]

    assert [venue for _, venue, _ in read("<table>", *lines, "</table>")] == ["WAVES", "WAVES"]


def test_a_cell_does_not_reach_into_the_next_table() -> None:
    table = ["<table>", *row("Sparse Tides of Frost", SPANNING), "</table>"]
    below = ["<table>", *row("Salt in Ropes of Hemp"), "</table>"]

    assert [venue for _, venue, _ in read(*table, *below)] == ["WAVES", None]


def test_the_name_of_a_group_is_no_venue() -> None:
    cell = '<td rowspan="2">Frost and Ice</td>'

    assert [venue for _, venue, _ in read("<table>", *row("Sparse Tides of Frost", cell), "</table>")] == [None]


def test_a_single_word_beside_a_year_is_a_venue_in_a_cell_that_spans_rows() -> None:
    cell = '<td rowspan="2">Harbours 2019</td>'

    assert [venue for _, venue, _ in read("<table>", *row("Sparse Tides of Frost", cell), "</table>")] == ["Harbours"]


def test_a_table_that_begins_a_row_ends_the_cells_above() -> None:
    entry = Entry(title="Salt in Ropes of Hemp", abstract="", span=Span("list.md", 1), end_line=1)
    cells = SpanningCells()
    cells.enter_row('<tr><td rowspan="9">WAVES 2019</td>')
    assert cells.complete(entry).venue == "WAVES"
    cells.enter_row("<tr><td>Salt in Ropes of Hemp</td>")
    assert cells.complete(entry).venue == "WAVES"
    cells.enter_row("<table><tr><td>Salt in Ropes of Hemp</td>")

    assert cells.complete(entry) is entry


def test_a_cell_may_stand_in_the_first_row_of_a_table() -> None:
    entry = Entry(title="Salt in Ropes of Hemp", abstract="", span=Span("list.md", 1), end_line=1)
    cells = SpanningCells()
    cells.enter_row('<table><tr><td rowspan="2"> <b>WAVES</b> 2019</td>')
    assert (cells.complete(entry).venue, cells.complete(entry).date) == ("WAVES", "2019")
    cells.enter_row("<tr><td>Salt</td></tr></table><table>")
    assert cells.complete(entry).venue == "WAVES"
    cells.enter_row("<tr><td>Salt</td></tr>")

    assert cells.complete(entry) is entry


def test_the_last_cell_with_a_venue_counts() -> None:
    entry = Entry(title="Salt", abstract="", span=Span("list.md", 1), end_line=1, venue="Letters")
    cells = SpanningCells()
    cells.enter_row('<tr><td rowspan=2>WAVES 2019</td><TH ROWSPAN="3">ROPES 2020</TH><td rowspan=2>Ice and Frost</td>')

    assert (cells.complete(entry).venue, cells.complete(entry).date) == ("ROPES", "2020")


def test_a_cell_of_three_rows_ends_after_the_third() -> None:
    cell = '<td rowspan="3">WAVES 2019</td>'
    lines = [*row("Tides of Frost", cell), *row("Salt in Ropes"), *row("Boats by Night"), *row("Charts of Harbours")]

    assert [venue for _, venue, _ in read("<table>", *lines, "</table>")] == ["WAVES"] * 3 + [None]
