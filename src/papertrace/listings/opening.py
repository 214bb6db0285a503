r"""The lines of a listing: its bytes from a file, standard input or memory, unpacked, in UTF-8, and checked.

What is no text is refused. Lines end only at `\n`: a U+2028 inside a title is a character of that title, not a line
break. They are read some at a time.
"""

import codecs
import csv
import gzip
import io
import re
import sys
import zipfile
import zlib
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from datetime import date, datetime
from itertools import chain
from pathlib import Path
from typing import IO, TYPE_CHECKING, Any, Literal, cast

from papertrace.errors import ListingError
from papertrace.model import Problem, Span
from papertrace.model.text import format_count
from papertrace.word_lists import read_tables

if TYPE_CHECKING:
    from _typeshed import WriteableBuffer
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


# A mark of UTF-32 begins with one of UTF-16.
_MARKS = (("utf-32", (b"\xff\xfe\0\0", b"\0\0\xfe\xff")), ("utf-16", (b"\xff\xfe", b"\xfe\xff")))
# Spaces, line ends and digits are ASCII even in a text of another script; binary data has zeros in both places.
_MIN_ZEROS, _MAX_ZEROS = 0.15, 0.01
_MIN_UTF_16 = 8
# The encoding that a text itself declares: in JabRef's first line, an XML declaration, or an HTML meta tag.
_DECLARED = re.compile(
    rb"^\s{0,40}%\s?Encoding:\s?([\w.-]{2,40})|^\s{0,40}<\?xml\s[^<>]{0,200}encoding=[\"']([\w.-]{2,40})"
    rb"|<meta\s[^<>]{0,200}charset=[\"']?([\w.-]{2,40})",
    re.IGNORECASE,
)
# Python's codecs also include transforms that are not text encodings; only names like these are accepted.
_OF_TEXTS = re.compile(r"cp\d|iso8859|latin|mac-|koi8|gb|big5|euc|shift_jis|utf-16|hz$|iso2022")


def find_encoding(head: bytes) -> str:
    """Return the encoding that the first bytes of a listing declare; empty if they declare none, or UTF-8.

    >>> find_encoding(b"% Encoding: Cp1252"), find_encoding("A Title".encode("utf-16")), find_encoding(b"A Title")
    ('cp1252', 'utf-16', '')
    """
    marked = next((name for name, marks in _MARKS if head.startswith(marks)), "") or _find_utf_16(head)
    if marked:
        return marked
    declared = _DECLARED.search(head)
    if declared is None:
        return ""
    try:
        name = codecs.lookup(next(group for group in declared.groups() if group).decode("ascii")).name
    except LookupError:
        return ""
    # Editors save files as UTF-8 that still declare another encoding.
    if _OF_TEXTS.match(name) is None or (not head.isascii() and _is_utf_8(head)):
        return ""
    return name


def _find_utf_16(head: bytes) -> str:
    """Return the UTF-16 of a text without a byte order mark: every other byte of its ASCII characters is zero."""
    half = len(head) // 2
    if half < _MIN_UTF_16 or b"\0" not in head:
        return ""
    low, high = head[0::2].count(0), head[1::2].count(0)
    if high > _MIN_ZEROS * half and low < _MAX_ZEROS * half:
        return "utf-16-le"
    if low > _MIN_ZEROS * half and high < _MAX_ZEROS * half:
        return "utf-16-be"
    return ""


def _is_utf_8(head: bytes) -> bool:
    decoder = codecs.getincrementaldecoder("utf-8")()
    try:
        decoder.decode(head)
    except UnicodeDecodeError:
        return False
    return True


class TranscodedLines:
    """A stream of lines in another encoding, transcoded to UTF-8.

    `is_assumed` says that neither the text nor a byte order mark names the encoding.
    """

    def __init__(self, stream: IO[bytes], encoding: str) -> None:
        self.is_assumed: bool = encoding in ("utf-16-le", "utf-16-be")
        self.encoding = encoding
        self._text = io.TextIOWrapper(cast("io.BufferedReader", stream), encoding, errors="replace", newline="\n")

    def readline(self, limit: int) -> bytes:
        """Return the next line as UTF-8, at most `limit` bytes of it."""
        return self._text.readline(limit).encode("utf-8", "replace")[:limit]

    def detach(self) -> None:
        """Detach the underlying stream, so that it stays open after this object."""
        self._text.detach()


STANDARD_INPUT = "-"
_ADDRESSES = ("http://", "https://")
_GZIP_MAGIC = b"\x1f\x8b"
_HEAD_BYTES = 8192


@contextmanager
def open_listing(path: str | Path, data: bytes | None = None) -> Iterator[IO[bytes]]:
    """Open a listing for reading bytes; `-` is standard input, and gzip is recognised by its content and unpacked.

    A text in UTF-16 or UTF-32, or one that declares another encoding, is transcoded to UTF-8.

    Raises
    ------
    ListingError
        If the file is missing, is a folder, may not be read, is empty or is binary.
    """
    name = str(path)
    with _open_raw(name, data) as raw:
        stream = io.BufferedReader(cast("io.RawIOBase", raw), buffer_size=_HEAD_BYTES * 2)
        if stream.peek(2)[:2] == _GZIP_MAGIC:
            stream = io.BufferedReader(_Unpacked(stream), buffer_size=_HEAD_BYTES * 2)
        try:
            head = stream.peek(_HEAD_BYTES)[:_HEAD_BYTES]
        except (OSError, EOFError, zlib.error) as error:
            message = f"{name}: damaged gzip data ({error}); unpack it by hand to see how much is readable"
            raise ListingError(message) from error
        if head.startswith((ZIP_MAGIC, OLE_MAGIC)):
            yield cast("IO[bytes]", SheetLines(stream, name))
            return
        encoding = find_encoding(head)
        if not head.decode(encoding or "utf-8", "replace").strip("\ufeff \t\r\n\f\v"):
            message = f"{name}: is empty; give a listing with at least one paper"
            raise ListingError(message)
        if encoding:
            transcoded = TranscodedLines(stream, encoding)
            yield cast("IO[bytes]", transcoded)
            transcoded.detach()
            return
        _require_text(head, name)
        yield stream


class _Unpacked(io.RawIOBase):
    """The content of a gzip stream; where the stream breaks off, everything before is read first."""

    def __init__(self, packed: IO[bytes]) -> None:
        self._content = gzip.GzipFile(fileobj=packed)
        self._error: Exception | None = None

    def readable(self) -> bool:
        """Return True."""
        return True

    def readinto(self, buffer: "WriteableBuffer") -> int:
        """Fill a buffer, but for the end of the content, and return the number of bytes.

        Raises
        ------
        OSError, EOFError, zlib.error
            If the stream is damaged here.
        """
        view = memoryview(buffer)
        n_read = 0
        while n_read < len(view) and self._error is None:
            try:
                data = self._content.read1(len(view) - n_read)
            except (OSError, EOFError, zlib.error) as error:
                self._error = error
                break
            if not data:
                break
            view[n_read : n_read + len(data)] = data
            n_read += len(data)
        if self._error is not None and not n_read:
            raise self._error
        return n_read


@contextmanager
def _open_raw(name: str, data: bytes | None = None) -> Iterator[IO[bytes]]:
    if data is not None:
        yield io.BytesIO(data)
        return
    if name == STANDARD_INPUT:
        yield sys.stdin.buffer
        return
    try:
        stream = Path(name).open("rb", buffering=0)  # noqa: SIM115 (closed below, outside the try)
    except FileNotFoundError as error:
        message = f"{name}: no such file; check the path, or use - for standard input"
        if name.startswith(_ADDRESSES):
            message = f"{name}: is an address; save the page, and give the file (curl -L -o listing {name})"
        raise ListingError(message) from error
    except IsADirectoryError as error:
        message = f"{name}: is a folder; name the files in it"
        raise ListingError(message) from error
    except OSError as error:
        message = f"{name}: cannot be read ({error.strerror}); check its permissions"
        raise ListingError(message) from error
    with stream:
        yield stream


def _require_text(head: bytes, name: str) -> None:
    if fact := describe_file(head, name):
        message = f"{name}: {fact}"
        raise ListingError(message)
    zero = head.find(b"\0")
    if zero >= 0:
        message = f"{name}: is binary (a zero byte at offset {zero}); give a text file"
        raise ListingError(message)


# A listing has lines of a few thousand characters; a line of a hundred million is not from a listing, and would fill
# the memory.
MAX_LINE_BYTES = 64 * 1024 * 1024
MAX_TEXT_CHARS = 2_000_000
"""The length up to which a text is one of a paper; a book has a million characters."""
_BATCH_BYTES = 16_384
# Control characters that nobody prints stand for those of Windows-1252, as browsers read them: curved quotes, dashes.
_CONTROLS = re.compile("[\x80-\x9f]")
_TOO_LONG = "the line is longer than {} MiB and is left out; if it holds papers, split it into a line for each"


def describe_long_text(n_chars: int) -> str:
    """Return the message about an entry with a longer text than a paper has."""
    return f"a text of {n_chars:,} characters, which no paper has (at most {MAX_TEXT_CHARS:,}); left out"


def ignore_doubt(doubt: Problem) -> None:
    """Take no note of what was assumed about a text."""


def decode_lines(
    stream: IO[bytes], name: str, on_doubt: Callable[[Problem], None] = ignore_doubt
) -> Iterator[list[str]]:
    """Yield the lines of a listing, some at a time, without line endings and without a byte order mark.

    A line that is not UTF-8 is read as Windows-1252, the encoding of most such files; a line of over `MAX_LINE_BYTES`
    is left out, as a blank line. Both are told to `on_doubt`: the first such line with its location, and at the end
    how many there are.

    Raises
    ------
    ListingError
        If the data is truncated, once the lines before have been yielded.
    """
    others = _OtherEncoding(name)
    number = 1
    error: Exception | None = None
    while error is None:
        raw: list[bytes] = []
        try:
            for n in _read_lines(stream, raw):
                on_doubt(Problem(Span(name, number + n), _TOO_LONG.format(MAX_LINE_BYTES >> 20)))
        except (OSError, EOFError, zlib.error) as failure:
            error = failure
        if not raw:
            break
        if number == 1:
            raw[0] = raw[0].removeprefix(b"\xef\xbb\xbf")
        try:
            text = b"".join(raw).decode("utf-8")
        except UnicodeDecodeError:
            text = "".join(others.decode(line, at) for at, line in enumerate(raw, start=number))
        if _CONTROLS.search(text):
            text = _CONTROLS.sub(lambda found: found[0].encode("latin-1").decode("cp1252", "replace"), text)
        lines = text.removesuffix("\n").split("\n")
        yield [line.removesuffix("\r") for line in lines] if "\r" in text else lines
        number += len(raw)
    if error is not None:
        message = f"{name}:{number}:1: the data is truncated ({error}); download the file again"
        raise ListingError(message) from error
    if others.n_lines:
        on_doubt(others.describe())


def _read_lines(stream: IO[bytes], raw: list[bytes]) -> Iterator[int]:
    """Add the next lines to a list, and yield the index of each that is too long, in whose place is a blank one."""
    n_bytes = 0
    while n_bytes < _BATCH_BYTES and (line := stream.readline(MAX_LINE_BYTES)):
        raw.append(line)
        n_bytes += len(line)
        if len(line) >= MAX_LINE_BYTES:
            raw[-1] = b"\n"
            yield len(raw) - 1
            while line and not line.endswith(b"\n"):
                line = stream.readline(MAX_LINE_BYTES)


class _OtherEncoding:
    """The lines that are not UTF-8."""

    def __init__(self, name: str) -> None:
        self._name = name
        self.first = Span(name, 1)
        self.byte = 0
        self.n_lines = 0

    def decode(self, raw: bytes, number: int) -> str:
        """Return a line, and note it if it is not UTF-8."""
        try:
            return raw.decode("utf-8")
        except UnicodeDecodeError as error:
            if self.n_lines == 0:
                column = len(raw[: error.start].decode("utf-8")) + 1
                self.first, self.byte = Span(self._name, number, column), raw[error.start]
            self.n_lines += 1
            return raw.decode("cp1252", "replace")

    def describe(self) -> Problem:
        lines = "this line is" if self.n_lines == 1 else f"this line and {format_count(self.n_lines - 1, 'other')} are"
        fact = (
            f"byte 0x{self.byte:02x} is not UTF-8; {lines} read as Windows-1252; "
            "if that is wrong, convert the file first (iconv -f ENCODING -t UTF-8)"
        )
        return Problem(self.first, fact, n_lines=0)


_MAX_LINE_CHARS = 10_000


def describe_file(head: bytes, name: str) -> str:
    """Return what a file is by its first bytes, or a binary one by its name, and the way out; "" if it is not known."""
    is_binary = b"\0" in head
    for row in _rows("file"):
        if ("bytes" in row and head.startswith(row["bytes"].encode("latin-1"))) or (
            is_binary and name.lower().endswith(tuple(row.get("names", ())))
        ):
            return f"is {row['fact']}; {row['way_out']}"
    return ""


def describe_text(lines: Sequence[str], *, is_unread: bool) -> str:
    """Return what a text is that no reader reads, and the way out; "" if it is not known.

    `is_unread` says that readers were asked before, and that none of them finds papers.
    """
    first = next((line.strip("\ufeff \t")[:_MAX_LINE_CHARS] for line in lines if line.strip("\ufeff \t")), "")
    for row in _rows("text"):
        if (
            (is_unread or not row.get("weak"))
            and re.match(row["first"], first, re.IGNORECASE)
            and _occur(row.get("lines", ()), lines) == len(row.get("lines", ()))
            and not _occur(row.get("lacks", ()), lines)
        ):
            return f"{row['fact']}, which is not read; {row['way_out']}"
    return ""


def _rows(kind: str) -> Iterable[Mapping[str, Any]]:
    rows: Sequence[Mapping[str, Any]] = read_tables("papertrace.listings", "unread.toml")[kind]
    return rows


def _occur(beginnings: Sequence[str], lines: Iterable[str]) -> int:
    """Return how many of some beginnings of lines occur, in lower case; elements may stand anywhere in a line."""
    if not beginnings:
        return 0
    found: set[str] = set()
    for line in lines:
        text = line[:_MAX_LINE_CHARS].strip("\ufeff \t").lower()
        pieces = chain((text,), (f"<{piece}" for piece in text.split("<")[1:]))
        found.update(begin for piece in pieces for begin in beginnings if piece.startswith(begin))
    return len(found)
