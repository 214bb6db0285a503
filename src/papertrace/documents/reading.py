"""Read documents: a file in, its links and texts out, whatever its encoding, its size and what is wrong with it."""

import gzip
import io
import zlib
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import IO, cast

from papertrace.documents.families import TEXT, Family, Piece, find_family
from papertrace.documents.ignoring import find_ignored_lines
from papertrace.documents.lines import passages
from papertrace.errors import DocumentError
from papertrace.model.document import PlacedText
from papertrace.model.span import Problem, Span

MAX_BYTES = 32 * 1024 * 1024
"""What is read as a whole; a longer text is read line by line, whatever its format."""
_GZIP_MAGIC = b"\x1f\x8b"
_HEAD_BYTES = 8192
_BREAKS = (b" ", b"\t", b'"', b"<", b">")
_UTF16_MARKS = (b"\xff\xfe", b"\xfe\xff")
# The first begins like that of UTF-16, so these are searched for first.
_UTF32_MARKS = (b"\xff\xfe\0\0", b"\0\0\xfe\xff")


@dataclass(slots=True)
class Document:
    """A document as it is read: its format, and the lines whose links it wants left out.

    The lines are those of the pieces that have been taken so far.
    """

    source: str
    family: Family
    ignored_lines: set[int] = field(default_factory=set)


def read_pieces(path: str | Path, source: str, *, data: bytes | None = None) -> tuple[Document, Iterator[Piece]]:
    """Return a document and its pieces in their order: links, texts to search, names of places, problems.

    `data` is what the file holds where that is known already, as of standard input.

    Raises
    ------
    DocumentError
        If the file is missing or may not be read; as its pieces are taken, if it is empty, binary, damaged, or in a
        format that cannot be read.
    """
    document = Document(source, find_family(source, read_head(path, source, data=data)))
    return document, _generate(document, path, data)


def read_head(path: str | Path, source: str, *, data: bytes | None = None) -> bytes:
    """Return the first bytes of a document, unpacked.

    Raises
    ------
    DocumentError
        If the file is missing or may not be read.
    """
    with _open(path, source, data) as stream:
        return _read(stream, _HEAD_BYTES, source)


def _generate(document: Document, path: str | Path, data: bytes | None) -> Iterator[Piece]:
    source, family = document.source, document.family
    with _open(path, source, data) as stream:
        whole = _read(stream, MAX_BYTES + 1, source)
        if family.parse_bytes:
            if len(whole) > MAX_BYTES:
                message = f"{source}: is over {MAX_BYTES >> 20} MiB; split it, or give its text"
                raise DocumentError(message)
            yield from family.parse_bytes(whole, source)
            return
        _refuse_binary(whole[:_HEAD_BYTES], source)
        if len(whole) <= MAX_BYTES:
            yield from _parse_text(document, whole)
            return
        if family is not TEXT:
            fact = f"is over {MAX_BYTES >> 20} MiB; its addresses are looked for line by line, not as {family.name}"
            yield Problem(Span(source, 1), fact, harmless=True)
        yield from _stream(document, whole, stream)


def _parse_text(document: Document, data: bytes) -> Iterator[Piece]:
    source = document.source
    text, problem = decode(data, source)
    if problem:
        yield problem
    document.ignored_lines.update(find_ignored_lines(text.split("\n")) if "papertrace:" in text.lower() else ())
    placed = PlacedText.of_lines(text, source)
    try:
        yield from document.family.parse(placed)
    except (RecursionError, ValueError, IndexError, KeyError) as error:
        words = " ".join(str(error).split())[:120] or type(error).__name__
        fact = f"cannot be read as {document.family.name} ({words}); its addresses are looked for line by line"
        yield Problem(Span(source, 1), fact)
        yield from passages(placed)


def _stream(document: Document, first: bytes, stream: IO[bytes]) -> Iterator[Piece]:
    """Yield the lines of a long text, some at a time; a longer line is cut where no address continues."""
    number, column, reported = 1, 1, 0
    rest = first
    while rest:
        more = _read(stream, MAX_BYTES // 4, document.source)
        cut = len(rest) if not more else rest.rfind(b"\n") + 1 or _find_break(rest)
        if cut:
            text, problem = decode(rest[:cut], document.source, line=number)
            if problem:
                yield problem
            lines = text.split("\n")
            document.ignored_lines.update(find_ignored_lines(lines, first=number))
            yield from passages(PlacedText.of_lines(text, document.source, line=number, column=column))
            column = len(lines[-1]) + (1 if len(lines) > 1 else column)
            number += len(lines) - 1
        elif len(rest) > 2 * MAX_BYTES:
            if reported < number:
                fact = f"over {MAX_BYTES >> 20} MiB without a line end, space or quotation mark; not searched"
                yield Problem(Span(document.source, number, column), fact)
            reported = number
            cut = len(rest)
            column += cut
        rest = rest[cut:] + more


def _find_break(data: bytes) -> int:
    """Return the position after the last byte at which an address ends for certain, or 0."""
    return max(data.rfind(mark) for mark in _BREAKS) + 1


def decode(data: bytes, source: str, *, line: int = 1) -> tuple[str, Problem | None]:
    """Return the text of bytes, its lines ending in line feeds, and what is wrong with its encoding.

    What is no UTF-8 is taken for Windows-1252, as browsers do: the addresses in it are ASCII nearly always.
    """
    if data.startswith(_UTF32_MARKS):
        return _with_line_feeds(data.decode("utf-32", "replace")), None
    if data.startswith(_UTF16_MARKS):
        return _with_line_feeds(data.decode("utf-16", "replace")), None
    data = data.removeprefix(b"\xef\xbb\xbf")
    try:
        return _with_line_feeds(data.decode("utf-8")), None
    except UnicodeDecodeError as error:
        before = data[: error.start]
        column = error.start - before.rfind(b"\n")
        span = Span(source, line + before.count(b"\n"), column)
        fact = (
            f"byte 0x{data[error.start]:02x} is no UTF-8; read as Windows-1252 (iconv -f CP1252 -t UTF-8 makes it so)"
        )
        return _with_line_feeds(data.decode("cp1252", "replace")), Problem(span, fact)


def _with_line_feeds(text: str) -> str:
    return text.replace("\r\n", "\n").replace("\r", "\n") if "\r" in text else text


def _refuse_binary(head: bytes, source: str) -> None:
    if not head.strip():
        message = f"{source}: is empty; give a document with text in it"
        raise DocumentError(message)
    zero = head.find(b"\0")
    if zero >= 0 and not head.startswith((*_UTF16_MARKS, *_UTF32_MARKS)):
        message = f"{source}: is binary (a zero byte at offset {zero}); give a text, a PDF, DOCX or ODT"
        raise DocumentError(message)


@contextmanager
def _open(path: str | Path, source: str, data: bytes | None) -> Iterator[IO[bytes]]:
    """Open a document, unpacking gzip by its content."""
    try:
        # It is closed below, outside of the try.
        raw: IO[bytes] = io.BytesIO(data) if data is not None else Path(path).open("rb")  # noqa: SIM115
    except FileNotFoundError as error:
        message = f"{source}: no such file; check the path, or use - for standard input"
        raise DocumentError(message) from error
    except OSError as error:
        message = f"{source}: cannot be read ({error.strerror}); check its permissions"
        raise DocumentError(message) from error
    with raw:
        magic = raw.read(2)
        raw.seek(0)
        if magic == _GZIP_MAGIC:
            yield cast("IO[bytes]", gzip.GzipFile(fileobj=raw))
        else:
            yield raw


def _read(stream: IO[bytes], size: int, source: str) -> bytes:
    try:
        return stream.read(size)
    except (OSError, EOFError, zlib.error) as error:
        message = f"{source}: the data ends in the middle ({error}); fetch the file again"
        raise DocumentError(message) from error
