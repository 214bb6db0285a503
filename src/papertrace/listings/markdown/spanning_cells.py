"""Cells of HTML tables that span several rows: what they say holds for each of these rows."""

import re
from dataclasses import replace

from papertrace.listings.fields.labels import is_label, is_venue_and_year
from papertrace.listings.fields.venues import clean_venue
from papertrace.listings.markdown.inline.bylines import find_date
from papertrace.model import Entry

_CELL = re.compile(
    r"<t[dh]\b[^<>]{0,200}\browspan\s?=\s?[\"']?(?P<n_rows>\d{1,4})\b[^<>]{0,200}>(?P<content>.{0,300}?)</t[dh]>",
    re.IGNORECASE,
)
_TAG = re.compile(r"<[^<>]{0,500}>")
_TABLE = re.compile(r"<table\b", re.IGNORECASE)
_ROW = re.compile(r"<tr\b", re.IGNORECASE)


class SpanningCells:
    """The cells that reach into the next rows of a table, which may have blank lines between its rows."""

    def __init__(self) -> None:
        self._cells: list[tuple[int, str]] = []  # the number of rows left, and the text
        self._is_new_table = False

    def enter_row(self, printed: str) -> None:
        """Note the cells of the next row; `printed` is its source, and what stands between it and the row below."""
        row = _ROW.search(printed)
        if row is not None:
            self._cells = [(n_rows - 1, text) for n_rows, text in self._cells if n_rows > 1]
        if self._is_new_table or _TABLE.search(printed, 0, row.start() if row else len(printed)):
            self._cells = []
        self._is_new_table = row is not None and _TABLE.search(printed, row.end()) is not None
        for cell in _CELL.finditer(printed):
            self._cells.append((int(cell["n_rows"]), " ".join(_TAG.sub(" ", cell["content"]).split())))

    def complete(self, entry: Entry) -> Entry:
        """Return the entry of the last row, with the venue and the year of a cell that spans it."""
        for _, text in reversed(self._cells):
            date = find_date(text)
            if date and (is_label(text) or is_venue_and_year(text)):
                return replace(entry, date=date, venue=clean_venue(text, in_column=True) or entry.venue)
        return entry
