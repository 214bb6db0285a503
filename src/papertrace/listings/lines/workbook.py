"""Workbooks of Excel (`.xlsx`, and `.xls` of before 2007) as lines of text, one row a line, for the reader of tables.

Each sheet begins with a line that has a mark and its name. Cells are separated by tabs and quoted as in CSV; a line
break in a cell becomes a space, so that the number of a line below the name is that of the row.
"""

import csv
import io
import zipfile
from collections.abc import Iterator
from datetime import date, datetime
from typing import IO, TYPE_CHECKING, Literal

from papertrace.errors import ListingError

if TYPE_CHECKING:
    from xlrd.sheet import Cell

SHEET_MARK = "\f"
"""The first character of the line that names a sheet: no line of a text begins with a form feed and is a row."""
ZIP_MAGIC = b"PK\x03\x04"
OLE_MAGIC = b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1"
_MAX_UNPACKED_BYTES = 512 * 1024 * 1024
_MAX_PACKED_BYTES = 256 * 1024 * 1024
_MAX_CELLS_OF_A_ROW = 16_384  # as in Excel
_MAX_ROWS = 1_048_576  # as in Excel
_MAX_EMPTY_CELLS = 10_000_000
"""Empty cells before others in rows: openpyxl makes each of them, up to the number that a cell states for itself."""
_MIN_BYTES_TO_JUDGE = 16 * 1024 * 1024
_MAX_RATIO = 200  # sheets of repeated text shrink to a fiftieth
_PART = "xl/workbook.xml"


class SheetLines:
    """The lines of a workbook as a stream of bytes."""

    def __init__(self, stream: IO[bytes], name: str) -> None:
        packed = stream.read(_MAX_PACKED_BYTES + 1)
        if packed.startswith(OLE_MAGIC):
            if len(packed) > _MAX_PACKED_BYTES:
                message = f"{name}: the workbook is larger than {_MAX_PACKED_BYTES >> 20} MiB; save its sheets as CSV"
                raise ListingError(message)
            self._lines = _generate_old_lines(packed, name)
        else:
            _require_workbook(packed, name)
            self._lines = _generate_lines(packed, name)
        self._rest = b""

    def readline(self, limit: int) -> bytes:
        """Return the next line, at most `limit` bytes of it."""
        line = self._rest or next(self._lines, b"")
        self._rest = line[limit:]
        return line[:limit]


def _require_workbook(packed: bytes, name: str) -> None:
    """Raise an error unless the bytes are a workbook that unpacks to a reasonable size."""
    if len(packed) > _MAX_PACKED_BYTES:
        message = f"{name}: the workbook is larger than {_MAX_PACKED_BYTES >> 20} MiB; save its sheets as CSV"
        raise ListingError(message)
    try:
        with zipfile.ZipFile(io.BytesIO(packed)) as archive:
            parts = archive.infolist()
    except (zipfile.BadZipFile, OSError, ValueError, NotImplementedError, EOFError) as error:
        message = f"{name}: a damaged archive ({error}); download the file again"
        raise ListingError(message) from error
    if all(part.filename != _PART for part in parts):
        message = f"{name}: is a zip archive, not a workbook; unpack it, or export what it holds as RIS or BibTeX"
        raise ListingError(message)
    for part in parts:
        # The module zipfile never unpacks more than the size that the archive states.
        ratio = part.file_size / max(part.compress_size, 1)
        if part.file_size > _MIN_BYTES_TO_JUDGE and ratio > _MAX_RATIO:
            message = f"{name}!{part.filename}: unpacks to {round(ratio)} times its size; save its sheets as CSV"
            raise ListingError(message)
    if (size := sum(part.file_size for part in parts)) > _MAX_UNPACKED_BYTES:
        message = f"{name}: unpacks to {size >> 20} MiB, over {_MAX_UNPACKED_BYTES >> 20}; save its sheets as CSV"
        raise ListingError(message)


def _generate_lines(packed: bytes, name: str) -> Iterator[bytes]:
    import warnings

    from openpyxl import load_workbook

    place, n_empty = name, 0
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # of styles and extensions that have no effect on the text
            book = load_workbook(io.BytesIO(packed), read_only=True, data_only=True, keep_links=False)
            for sheet in book.worksheets:
                place = f"{name}!{sheet.title}"
                yield f"{SHEET_MARK}{sheet.title}\n".encode("utf-8", "replace")
                sheet.reset_dimensions()  # the stated size of a sheet may be wrong
                for number, printed in enumerate(sheet.iter_rows(values_only=True), start=1):
                    row = _without_end(printed)
                    n_empty += row.count(None)
                    _require_size(number, n_empty, place)
                    yield _to_line(row)
    except ListingError:
        raise
    # openpyxl raises whatever the XML or the archive led to.
    except Exception as error:
        message = f"{place}: the workbook cannot be read ({type(error).__name__}: {error}); save its sheets as CSV"
        raise ListingError(message) from error


def _generate_old_lines(packed: bytes, name: str) -> Iterator[bytes]:
    import xlrd

    try:
        book = xlrd.open_workbook(file_contents=packed, logfile=io.StringIO(), on_demand=True, ragged_rows=True)
        for index in range(book.nsheets):
            sheet = book.sheet_by_index(index)
            yield f"{SHEET_MARK}{sheet.name}\n".encode("utf-8", "replace")
            n_empty = 0
            for number in range(sheet.nrows):
                row = _without_end(tuple(_old_value(cell, book.datemode) for cell in sheet.row(number)))
                n_empty += row.count(None)
                _require_size(number + 1, n_empty, f"{name}!{sheet.name}")
                yield _to_line(row)
            book.unload_sheet(index)
    except ListingError:
        raise
    # xlrd raises whatever a damaged file led to.
    except Exception as error:
        message = (
            f"{name}: cannot be read as a workbook of Excel ({error}); save its sheets as CSV, or a document as text"
        )
        raise ListingError(message) from error


def _old_value(cell: "Cell", datemode: Literal[0, 1]) -> object:
    """Return the value of a cell; None for one that is empty, a truth value or an error."""
    import xlrd

    if cell.ctype == xlrd.XL_CELL_DATE:
        return xlrd.xldate_as_datetime(float(cell.value), datemode)
    return cell.value if cell.ctype in {xlrd.XL_CELL_TEXT, xlrd.XL_CELL_NUMBER} else None


def _require_size(n_rows: int, n_empty: int, place: str) -> None:
    if n_rows > _MAX_ROWS or n_empty > _MAX_EMPTY_CELLS:
        message = f"{place}: has too many empty rows or cells; save its sheets as CSV"
        raise ListingError(message)


def _without_end(row: tuple[object, ...]) -> tuple[object, ...]:
    """Return a row without the empty cells at its end."""
    end = len(row)
    while end and row[end - 1] is None:
        end -= 1
    return row[:end]


def _to_line(row: tuple[object, ...]) -> bytes:
    cells = [_to_text(value) for value in row[:_MAX_CELLS_OF_A_ROW]]
    while cells and not cells[-1]:
        cells.pop()
    line = io.StringIO()
    csv.writer(line, delimiter="\t", lineterminator="\n").writerow(cells)
    return line.getvalue().encode("utf-8", "replace")


def _to_text(value: object) -> str:
    match value:
        case None | bool():
            return ""
        case datetime() | date():
            return value.isoformat()[:10]
        case float() if value.is_integer():
            return str(int(value))
        case _:
            return " ".join(str(value).split())
