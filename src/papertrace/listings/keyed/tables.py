"""Tables of papers separated by commas, semicolons, bars or tabs, as exported by Scopus, IEEE Xplore, Web of Science.

The separator is the one that gives the most known names of columns. A cell of several lines keeps its line breaks, so
that positions in it are exact. Any column of another name may contain addresses, which are kept under that name.
"""

import csv
import re
from collections import Counter, deque
from collections.abc import Generator, Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from itertools import chain, groupby
from typing import Literal

from papertrace.listings.keyed.nested import read_citing_texts
from papertrace.listings.opening import SHEET_MARK
from papertrace.model import Entry, Problem, Span
from papertrace.records.reading import read_row, report_unknown
from papertrace.records.rows import Printed, Row
from papertrace.records.table import fact_of, section

_MAX_CELL_CHARS = 16 * 1024 * 1024  # a list of references may exceed the limit of the module `csv`
csv.field_size_limit(max(csv.field_size_limit(), _MAX_CELL_CHARS))
_MAX_NAME_LENGTH = 60
_MIN_LENGTH_OF_A_CITATION = 30
_HALF, _MOSTLY = 0.5, 0.7
_MAX_HEADER_LINE = 5
_MIN_ROWS, _MIN_COLUMNS, _MOST = 4, 3, 0.95
_SEPARATORS = (",", "\t", ";", "|")
_OTHER_FORMATS = frozenset("{[<@#")
_MAX_KEPT_LINES = 2_000
_RULES_OF_MARKDOWN = frozenset("|-: \t")
_NO_HEADER = "no header with a title column"
_EXCEL_HINT = re.compile(r"sep=(.)", re.IGNORECASE)
_MIN_KNOWN = 2
_MAX_TAG_LENGTH = 3
_MAX_CELLS = 100_000
_MAX_ROW_CHARS = 2 * _MAX_CELL_CHARS
_MAX_AGAIN = 100_000
_OPEN_QUOTE = "a quote that is not closed"
_MAX_CITING = 40  # columns of other names, in which a citation of the paper is looked for


@dataclass(frozen=True, slots=True)
class Header:
    """The names of a table's columns, how many facts they name, and which of them have titles."""

    separator: str
    names: tuple[str, ...]
    n_known: int
    columns_of_titles: tuple[int, ...]

    @property
    def quotes(self) -> bool:
        """Whether cells may be in quotes: Web of Science, whose column names have two letters, never quotes them."""
        return self.separator != "\t" or any(len(name) > _MAX_TAG_LENGTH for name in self.names)

    def read_rows(self, lines: Iterable[str], *, quotes: bool = True, strict: bool = False) -> Iterator[list[str]]:
        """Yield the rows below the header; in those without `quotes`, quotes are parts of the cells."""
        quoting: Literal[0, 3] = csv.QUOTE_MINIMAL if quotes and self.quotes else csv.QUOTE_NONE
        return csv.reader(lines, delimiter=self.separator, quoting=quoting, strict=strict)

    def fits(self, line: str) -> bool:
        """Return whether a line has a cell for each name."""
        try:
            return [*map(len, self.read_rows([line], strict=True))] == [len(self.names)]
        except csv.Error:
            return False

    def count_before_swallowed(self, printed: Sequence[str], row: Sequence[str]) -> int:
        """Return how many lines of a row precede those that a quote which is not closed has made part of it; else 0."""
        if len(printed) == 1 or not self.quotes:
            return 0
        is_sound = len(row) == len(self.names) and sum(line.count('"') for line in printed) % 2 == 0
        try:
            is_sound = is_sound and any(self.read_rows((f"{line}\n" for line in printed), strict=True))
        except csv.Error:
            is_sound = False
        return 0 if is_sound else next((n for n, line in enumerate(printed) if n and self.fits(line)), 0)

    def names_of(self, cells: Sequence[str]) -> Sequence[str]:
        """Return the names of the cells of a row.

        Scopus names only the first of several columns (`Funding Text 1`): further cells of a row are of such ones.
        """
        n_more = len(cells) - len(self.names)
        end = next((n for n, name in enumerate(self.names, start=1) if name.endswith(" 1")), 0) if n_more > 0 else 0
        if not end or not any(cell.strip() for cell in cells[-n_more:]):
            return self.names
        return (*self.names[:end], *self.names[end - 1 : end] * n_more, *self.names[end:])


def read_header(line: str) -> Header | None:
    """Parse a line as a header with the separator that gives the most known names, or return None."""
    best: Header | None = None
    known = section("table")
    for separator in _SEPARATORS:
        if separator not in line:  # a header has at least two names
            continue
        try:
            names = tuple(name.strip() for name in next(csv.reader([line], delimiter=separator), [])[:_MAX_CELLS])
        except csv.Error:  # a carriage return in the middle
            continue
        facts = {rules[0].fact for name in names if (rules := known.rules_of(name))}
        if "title" in facts and len(facts) >= _MIN_KNOWN and (best is None or len(facts) > best.n_known):
            columns = (number for number, name in enumerate(names) if fact_of(name, "table") == "title")
            best = Header(separator, names, len(facts), tuple(columns))
    return best


@dataclass(slots=True)
class _KeptLines:
    """An iterator over lines for the CSV reader that keeps those of the current row."""

    lines: Iterator[str]
    number: int = 0
    kept: list[str] = field(default_factory=list)
    n_chars: int = 0
    again: deque[str] = field(default_factory=deque)  # lines that were given back
    n_again: int = 0

    def __iter__(self) -> Iterator[str]:
        return self

    def __next__(self) -> str:
        line = self.again.popleft() if self.again else next(self.lines)
        self.number += 1
        self.n_chars += len(line)
        if self.n_chars <= _MAX_ROW_CHARS:
            self.kept.append(line)
        return f"{line}\n"

    @property
    def text(self) -> str:
        """The text of the row, in which its values are looked for."""
        return "\n".join(self.kept[:_MAX_KEPT_LINES])

    def begin_row(self) -> int:
        """Forget the lines so far, and return the number of the next one."""
        self.kept, self.n_chars = [], 0
        return self.number + 1

    def give_back(self, n_kept: int) -> bool:
        """Let all but the first lines of the row be read again, unless this has happened to too many; return whether.

        A line may be part of several broken rows, but not of so many that a table takes quadratic time.
        """
        if self.n_chars > _MAX_ROW_CHARS or self.n_again > _MAX_AGAIN + self.number:
            return False
        self.again.extendleft(reversed(self.kept[n_kept:]))
        self.n_again += len(self.kept) - n_kept
        self.number -= len(self.kept) - n_kept
        del self.kept[n_kept:]
        return True


def parse(lines: Iterable[str], source: str) -> Iterator[Entry | Problem]:
    """Yield the entries of a table in the order of its rows, and a problem for text outside rows.

    A workbook is several tables, each after a line with the name of its sheet; the span of a row then names the sheet.
    """
    stream = iter(lines)
    first = next(stream, None)
    if first is None:
        return
    if not first.startswith(SHEET_MARK):
        names_field = (
            section("table").rules_of(first.partition(",")[0].strip('"\ufeff ')) and read_header(first) is None
        )
        parse_lines = _parse_records if names_field else _parse_table
        yield from parse_lines(chain([first], stream), source)
        return
    marks: list[str] = []

    def count_marks(line: str) -> int:
        if line.startswith(SHEET_MARK):
            marks.append(line)
        return len(marks)

    for _, rows in groupby(chain([first], stream), key=count_marks):
        yield from _parse_sheet(rows, source)


def _parse_records(lines: Iterable[str], source: str) -> Iterator[Entry | Problem]:
    """Yield the entries of records whose rows are fields, the name before the values, with a blank line after each."""
    unknown: Counter[str] = Counter()
    kept = _KeptLines(iter(lines))
    fields: list[Printed] = []
    start = 1
    rows = csv.reader(kept)
    while True:
        try:
            row = next(rows, None)
        except csv.Error as error:
            yield Problem(Span(source, kept.number), f"not a table row ({error}); left out")
            rows = csv.reader(kept)
            continue
        filled = [cell.strip() for cell in row or () if cell.strip()]
        if len(filled) > 1:
            fields.append(Printed(filled[0].lstrip("\ufeff"), filled[1] if len(filled) == 2 else filled[1:]))  # noqa: PLR2004
        elif not filled:
            if fields:
                row_read = Row("table", fields, Span(source, start), kept.number, text=kept.text)
                yield from read_row(row_read, unknown)
            fields, start = [], kept.begin_row()
        if row is None:
            report_unknown(unknown, source)
            return


def _parse_sheet(rows: Iterator[str], source: str) -> Iterator[Entry | Problem]:
    """Yield the entries of a sheet, given the line with its name and its rows."""
    name = next(rows).removeprefix(SHEET_MARK)
    for item in _parse_table(rows, f"{source}!{name}"):
        # A workbook has sheets of other things, which are no loss.
        is_other = isinstance(item, Problem) and item.message.startswith(_NO_HEADER)
        yield replace(item, harmless=True) if is_other and isinstance(item, Problem) else item


def _parse_table(lines: Iterable[str], source: str) -> Iterator[Entry | Problem]:
    kept = _KeptLines(iter(lines))
    header = yield from _find_header(kept, source)
    if header is None:
        return
    rows = header.read_rows(kept)
    unknown: Counter[str] = Counter()
    is_told = False
    while True:
        span = Span(source, kept.begin_row())
        faults: list[str] = []
        row = _next_row(rows, header, kept, span, faults)
        if row is None:
            report_unknown(unknown, source)
            return
        if isinstance(row, Problem):
            yield row
            continue
        if again := _read_header_again(row, header, kept.kept):
            yield Problem(span, "a header between the rows", harmless=True)
            header = again
            rows = header.read_rows(kept)
        elif any(cell.strip() for cell in row) and not _EXCEL_HINT.fullmatch("".join(kept.kept).strip()):
            if not is_told and "".join(row[len(header.names_of(row)) :]).strip():
                fact = f"the row has {len(row)} cells, the header {len(header.names)}"
                what = "in this and other rows cells may stand below wrong names; export the table anew"
                yield Problem(span, f"{fact}; {what}")
                is_told = True
            yield from read_row(_make_row(row, header, kept, span, faults), unknown)


def _next_row(
    rows: Iterator[list[str]], header: Header, kept: _KeptLines, span: Span, faults: list[str]
) -> list[str] | Problem | None:
    """Return the cells of the next row, adding what is wrong with it to `faults`, or a problem in its place.

    The lines that a quote which is not closed makes part of the row are given back.
    """
    error = None
    try:
        row = next(rows, None)
    except csv.Error as raised:
        row, error = [], raised
    n_before = 0 if row is None else header.count_before_swallowed(kept.kept, row)
    if n_before and kept.give_back(n_before):
        if n_before > 1 or not header.fits(kept.text.replace('"', "")):
            what = "left out, up to the next row; close the quote, or double it if it is part of a cell"
            return Problem(span, f"{_OPEN_QUOTE}; {what}", n_lines=n_before)
        faults.append(f"has {_OPEN_QUOTE} (close it, or double it if it is part of a cell)")
        return next(header.read_rows(kept.kept, quotes=False))
    if error:
        return Problem(span, f"not a table row ({error}); left out", n_lines=max(kept.number - span.line + 1, 1))
    return row


def _read_header_again(row: Sequence[str], header: Header, printed: Sequence[str]) -> Header | None:
    """Return the header that a row is, as where tables were joined, or None."""
    cells = [row[column].strip() for column in header.columns_of_titles if column < len(row)]
    names_title = any(len(cell) <= _MAX_NAME_LENGTH // 2 and fact_of(cell, "table") == "title" for cell in cells)
    return read_header(printed[0].lstrip("\ufeff")) if (names_title or len(row) == 1) and len(printed) == 1 else None


def _find_header(kept: _KeptLines, source: str) -> Generator[Problem, None, Header | None]:
    """Return the header, after reporting the text above it."""
    above: list[int] = []
    for line in kept:
        header = read_header(line)
        if header is not None:
            if above:
                yield Problem(
                    Span(source, above[0]), "text above the table", n_lines=len(above), harmless=True, outside=True
                )
            return header
        if line.strip() and not _EXCEL_HINT.fullmatch(line.strip()):
            above.append(kept.number)
    if above:
        yield Problem(Span(source, above[0]), f"{_NO_HEADER}; left out", n_lines=len(above))
    return None


def _make_row(cells: Sequence[str], header: Header, kept: _KeptLines, span: Span, faults: list[str]) -> Row:
    """Return the cells of a row that are filled; without authors, one that cites the paper says them, and the year."""
    names = header.names_of(cells)
    fields = [Printed(name, text) for name, cell in zip(names, cells, strict=False) if (text := cell.strip())]
    known = section("table")
    facts = {rule.fact: one for one in reversed(fields) for rule in known.rules_of(one.name) or ()}
    if "authors" not in facts and "title" in facts:
        texts = (str(one.value) for one in fields if known.rules_of(one.name) is None)
        long = [text for text in texts if len(text) > _MIN_LENGTH_OF_A_CITATION][:_MAX_CITING]
        cited = read_citing_texts(long, str(facts["title"].value))
        if cited.authors:
            fields += [Printed("authors", list(cited.authors)), Printed("year", cited.date)]
    return Row("table", fields, span, kept.number, text=kept.text, label="a row", faults=faults)


def is_table(lines: Sequence[str]) -> bool:
    """Return whether a text is a header with rows of its width, whatever its columns are.

    References have commas as well, but years or pages in their first line, too.
    """
    shown = [f"{line}\n" for line in lines[:_MAX_KEPT_LINES] if line.strip()]
    return any(_has_one_width(shown, separator) for separator in _SEPARATORS if separator != "|")


def _has_one_width(lines: Sequence[str], separator: str) -> bool:
    try:
        rows = [row for row in csv.reader(lines, delimiter=separator, strict=True) if row]
    except csv.Error:
        return False
    if len(rows) < _MIN_ROWS or len(rows[0]) < _MIN_COLUMNS:
        return False
    names = "".join(rows[0])
    is_header = not any(map(str.isdigit, names)) and len(names) <= _MAX_NAME_LENGTH * len(rows[0])
    n_of_width = sum(len(row) == len(rows[0]) for row in rows)
    return is_header and n_of_width >= _MOST * len(rows)


def _begins_other_format(line: str) -> bool:
    """Return whether a line begins as another format does; `#` alone is the name of a column of numbers."""
    return line[:1] in _OTHER_FORMATS and not (line[:1] == "#" and line[1:2] in set(_SEPARATORS))


def recognise(head: list[str]) -> float:
    """Return the confidence, from 0 to 1, that a listing is a table of papers."""
    if head and head[0].startswith(SHEET_MARK):
        return 1.0  # a workbook is nothing else
    shown = [line for line in head if line.strip() and not _EXCEL_HINT.fullmatch(line.strip())]
    if not shown or _begins_other_format(shown[0].lstrip("\ufeff \t")):
        return 0.0
    # A name of the list may precede the header.
    found = ((index, header) for index, line in enumerate(shown[:_MAX_HEADER_LINE]) if (header := read_header(line)))
    index, header = next(found, (0, None))
    if header is None:
        return _recognise_records(shown)
    if sum(map(len, header.names)) > _MAX_NAME_LENGTH * len(header.names):  # a sentence with a separator in it
        return 0.0
    rows = header.read_rows(f"{line}\n" for line in shown[index + 1 :])
    try:
        widths = [len(row) for row in rows if row]
    except csv.Error:
        widths = []
    if not widths:
        return 0.3
    # The last row of the head may be cut off inside a cell of several lines. Cells at the end of a row may be missing,
    # or be more than the header names.
    whole = widths[:-1] or widths
    usual, n_usual = Counter(whole).most_common(1)[0]
    share = n_usual / len(whole) if abs(usual - len(header.names)) <= max(2, len(header.names) // 10) else 0.0
    # A table of Markdown, which has a row of rules below its header, may be one of a list.
    is_of_markdown = header.separator == "|" and set(shown[index + 1]) <= _RULES_OF_MARKDOWN
    return (0.5 if is_of_markdown else 0.5 + share / 2) if share >= _HALF else 0.3


def _recognise_records(shown: Sequence[str]) -> float:
    """Return the confidence that the rows of a table are the fields of records: nearly all begin with a known name."""
    known = section("table")
    names = [line.partition(",")[0].strip('"\ufeff ') for line in shown[:_MAX_CITING] if "," in line]
    facts = [rules[0].fact for name in names if (rules := known.rules_of(name))]
    fits = len(set(facts)) > _MIN_KNOWN and "title" in facts and len(facts) >= _MOSTLY * len(names)
    return 1.0 if fits and shown[0].count('"') > 2 else 0.0  # noqa: PLR2004 - a name and a value in quotes
