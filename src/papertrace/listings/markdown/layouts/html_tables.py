"""Tables written in HTML whose header names the columns: their rows are read as those of tables in Markdown.

`<tr><th>Year</th><th>Paper</th></tr>` above `<tr><td>2021</td><td>Fold</td></tr>`. A row with another number of cells
than the header, or with cells that span others, has no columns that could be told apart.
"""

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from papertrace.listings.markdown.inline.item_content import ItemContent
from papertrace.listings.markdown.layouts.tables import TableColumns, choose_columns, names_papers

_CELL = re.compile(r"<(?P<tag>t[dh])\b(?P<attributes>[^<>]{0,500})>", re.IGNORECASE)
_END_OF_CELL = re.compile(r"</t[dhr]\b[^<>]{0,50}>|</(?:thead|tbody|table)\b[^<>]{0,50}>", re.IGNORECASE)
_SPANS = re.compile(r"\b(?:row|col)span\s?=\s?[\"']?(?!1\b)\d", re.IGNORECASE)
_TAG = re.compile(r"<[^<>]{0,500}>")
_TABLE = re.compile(r"<table\b", re.IGNORECASE)
_MIN_COLUMNS = 2


@dataclass(frozen=True, slots=True)
class HeadedRow:
    """The cells of a row as printed and read, and the columns of its table."""

    columns: TableColumns
    cells: list[str]
    contents: list[ItemContent]


def find_headed_rows(printed: Sequence[str], read_text: Callable[[str], ItemContent]) -> dict[int, HeadedRow]:
    """Return the rows below headers that name papers, by their position among the printed rows."""
    found: dict[int, HeadedRow] = {}
    header: list[str] = []
    below: list[tuple[int, list[str], list[ItemContent]]] = []

    def finish() -> None:
        columns = choose_columns(header, [contents for _, _, contents in below])
        found.update((index, HeadedRow(columns, cells, contents)) for index, cells, contents in below)
        below.clear()

    is_below_table = False
    for index, row in enumerate(printed):
        tags, cells, spans = _split(row)
        is_header = len(cells) >= _MIN_COLUMNS and set(tags) == {"th"}
        table, cell = _TABLE.search(row), _CELL.search(row)
        begins_here = table is not None and (cell is None or table.start() < cell.start())
        if is_header or begins_here or is_below_table:
            finish()
            names = [" ".join(_TAG.sub(" ", cell).split()) for cell in cells]
            header = names if is_header and not spans and names_papers(names) else []
        elif header and len(cells) == len(header) and not spans:
            below.append((index, cells, [read_text(cell) for cell in cells]))
        # What stands between a row and the next one is printed with it.
        is_below_table = table is not None and not begins_here
    finish()
    return found


def _split(row: str) -> tuple[list[str], list[str], bool]:
    """Return the tags and the contents of the cells of a row, and whether one of them spans others."""
    opened = list(_CELL.finditer(row))
    ends = [cell.start() for cell in opened[1:]] + [len(row)] * bool(opened)
    contents = [
        _END_OF_CELL.split(row[cell.end() : end], maxsplit=1)[0] for cell, end in zip(opened, ends, strict=True)
    ]
    spans = any(_SPANS.search(cell["attributes"]) for cell in opened)
    return [cell["tag"].lower() for cell in opened], [text.strip() for text in contents], spans
