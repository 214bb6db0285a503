"""Reading of documents: from a file to its links and passages, in any encoding and of any size, even if damaged.

The formats, one for each row of the table `formats.toml`, are recognised by file name, or else by content.
"""

import gzip
import io
import re
import zlib
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from importlib import import_module
from pathlib import Path
from typing import IO, cast

from papertrace.documents.texts import find_ignored_lines, find_passages, parse_text
from papertrace.errors import DocumentError, NoTextError
from papertrace.model.document import DocumentLink, LocatedText, Mark, Passage
from papertrace.model.link import Problem, Span
from papertrace.word_lists import read_tables

Piece = DocumentLink | Passage | Mark | Problem


@dataclass(frozen=True, slots=True, kw_only=True)
class DocumentFormat:
    """A document format: the suffixes of its files, the expression that recognises their first bytes, and its parser.

    The parser is a function of a module of `papertrace.documents`, which is imported when it is needed. `starts` is
    matched against the first bytes of a file whose name does not identify its format, and of any file if the format is
    binary.
    """

    name: str
    description: str
    suffixes: tuple[str, ...]
    starts: re.Pattern[bytes] | None = None
    parser: str = "texts.parse_text"
    is_binary: bool = False

    @property
    def parse(self) -> Callable[..., Iterator[Piece]]:
        """The function that takes a `LocatedText`, or of a binary format the bytes of a file and its name."""
        module, _, name = self.parser.rpartition(".")
        function: Callable[..., Iterator[Piece]] = getattr(import_module(f"papertrace.documents.{module}"), name)
        return function


def _read_formats() -> Iterator[DocumentFormat]:
    for name, row in read_tables("papertrace.documents", "formats.toml").items():
        starts = re.compile(row["starts"].encode()) if "starts" in row else None
        yield DocumentFormat(name=name, **{**row, "suffixes": tuple(row["suffixes"].split()), "starts": starts})


DOCUMENTS: tuple[DocumentFormat, ...] = tuple(_read_formats())
"""All formats, in the order in which they are recognised."""
_MARKDOWN, TEXT = (next(one for one in DOCUMENTS if one.name == name) for name in ("markdown", "text"))
_MARKDOWN_LINK = re.compile(rb"\[[^\[\]\n]{1,200}\]\((?:https?://|[./#\w])")
_BINARY = tuple(one for one in DOCUMENTS if one.is_binary)


def find_format(name: str, head: bytes) -> DocumentFormat:
    """Return the format of a document: a binary one by its first bytes, others by name or else by the first bytes.

    >>> find_format("notes.md", b"# Notes").name, find_format("-", b"<!doctype html>").name
    ('markdown', 'html')
    >>> find_format("-", b"See [the guide](https://example.org).").name, find_format("README", b"See it.").name
    ('markdown', 'text')
    """
    for one in _BINARY:
        if one.starts and one.starts.match(head):
            return one
    lowered = name.lower().removesuffix(".gz")
    for one in DOCUMENTS:
        if lowered.endswith(one.suffixes) and not one.is_binary:
            return one
    begun = next((one for one in DOCUMENTS if one.starts and one.starts.match(head)), None)
    return begun or (_MARKDOWN if _MARKDOWN_LINK.search(head) else TEXT)


MAX_BYTES = 32 * 1024 * 1024
"""The size up to which a text is read as a whole; a longer one is read line by line, regardless of its format."""
_GZIP_MAGIC = b"\x1f\x8b"
# A host name or an IPv4 address, then a port or a path: what a browser takes without a scheme.
_ADDRESS_WITHOUT_SCHEME = re.compile(
    r"(?:(?:[A-Za-z0-9-]{1,63}\.){1,9}[A-Za-z]{2,63}|(?P<plain>\d{1,3}(?:\.\d{1,3}){3}|localhost(?=:)))(?::\d{1,5})?/"
)
_HEAD_BYTES = 8192
_PART_CHARACTERS = 1 << 20
_BREAKS = (b" ", b"\t", b'"', b"<", b">")
_UTF16_MARKS = (b"\xff\xfe", b"\xfe\xff")
# The first of these begins with a mark of UTF-16, so UTF-32 is checked first.
_UTF32_MARKS = (b"\xff\xfe\0\0", b"\0\0\xfe\xff")


@dataclass(slots=True)
class Document:
    """A document that is being read: its format, and the lines whose links are to be ignored.

    `ignored_lines` is complete once all pieces have been consumed.
    """

    source: str
    format: DocumentFormat
    ignored_lines: set[int] = field(default_factory=set)


def read_pieces(path: str | Path, source: str, *, data: bytes | None = None) -> tuple[Document, Iterator[Piece]]:
    """Return a document and its pieces in order: links, passages, anchors, problems.

    `data` is the content of the file if it was read already, as from standard input.

    Raises
    ------
    DocumentError
        If the file is missing or not readable; during iteration over the pieces, if it is empty, binary or damaged, or
        in a format that cannot be read.
    """
    document = Document(source, find_format(source, read_head(path, source, data=data)))
    return document, _generate_pieces(document, path, data)


def read_head(path: str | Path, source: str, *, data: bytes | None = None) -> bytes:
    """Return the first bytes of a document, decompressed.

    Raises
    ------
    DocumentError
        If the file is missing or not readable.
    """
    with _open(path, source, data) as stream:
        return _read(stream, _HEAD_BYTES, source)


def _generate_pieces(document: Document, path: str | Path, data: bytes | None) -> Iterator[Piece]:
    source, document_format = document.source, document.format
    with _open(path, source, data) as stream:
        whole = _read(stream, MAX_BYTES + 1, source)
        if document_format.is_binary:
            if len(whole) > MAX_BYTES:
                message = f"{source}: is over {MAX_BYTES >> 20} MiB; split it, or give its text"
                raise DocumentError(message)
            yield from document_format.parse(whole, source)
            return
        _refuse_binary(whole[:_HEAD_BYTES], source)
        is_long = len(whole) > MAX_BYTES
        if is_long and document_format is not TEXT:
            fact = f"is over {MAX_BYTES >> 20} MiB; searched line by line, not parsed as {document_format.name}"
            yield Problem(Span(source, 1), fact, harmless=True)
        pieces = _read_by_lines(document, whole, stream) if is_long else _parse_text(document, whole)
        del whole  # It would stay in memory until the end of the document.
        yield from pieces


def _parse_text(document: Document, data: bytes) -> Iterator[Piece]:
    source = document.source
    text, problem = decode(data, source)
    del data
    if problem:
        yield problem
    if document.format is TEXT:
        yield from _search_lines(document, text)
        return
    document.ignored_lines.update(find_ignored_lines(text.split("\n")) if "papertrace:" in text.lower() else ())
    located = LocatedText.from_text(text, source)
    try:
        yield from document.format.parse(located)
    except (RecursionError, ValueError, IndexError, KeyError) as error:
        words = " ".join(str(error).split())[:120] or type(error).__name__
        fact = f"cannot be parsed as {document.format.name} ({words}); searched line by line instead"
        yield Problem(Span(source, 1), fact)
        yield from find_passages(located)


def _search_lines(document: Document, text: str, *, line: int = 1, column: int = 1) -> Iterator[Piece]:
    """Yield the DOIs and passages of a text without markup, and find its ignored lines.

    The text is located part by part, because the locations of all lines take several times the memory of the text.
    """
    has_keyword, start, number = False, 0, line
    while start < len(text):
        end = text.find("\n", start + _PART_CHARACTERS)
        part = text[start:end] if end >= 0 else text[start:]
        has_keyword = has_keyword or "papertrace:" in part.lower()
        yield from parse_text(LocatedText.from_text(part, document.source, line=number, column=1 if start else column))
        number += part.count("\n") + 1
        start += len(part) + 1
    if has_keyword:
        document.ignored_lines.update(find_ignored_lines(text.split("\n"), first=line))


def _read_by_lines(document: Document, rest: bytes, stream: IO[bytes]) -> Iterator[Piece]:
    """Yield the passages of a long text, read in chunks; a line longer than a chunk is cut between addresses.

    `rest` is the first chunk.
    """
    number, column, reported = 1, 1, 0
    while rest:
        more = _read(stream, MAX_BYTES // 4, document.source)
        cut = len(rest) if not more else rest.rfind(b"\n") + 1 or _find_break(rest)
        if cut:
            text, problem = decode(rest[:cut], document.source, line=number)
            if problem:
                yield problem
            yield from _search_lines(document, text, line=number, column=column)
            n_newlines = text.count("\n")
            column = len(text) - (text.rfind("\n") + 1) + (1 if n_newlines else column)
            number += n_newlines
        elif len(rest) > 2 * MAX_BYTES:
            if reported < number:
                fact = f"over {MAX_BYTES >> 20} MiB without a line break, space or quotation mark; not searched"
                yield Problem(Span(document.source, number, column), fact)
            reported = number
            cut = len(rest)
            column += cut
        rest = rest[cut:] + more


def _find_break(data: bytes) -> int:
    """Return the position after the last byte that cannot be part of an address, or 0."""
    return max(data.rfind(mark) for mark in _BREAKS) + 1


def decode(data: bytes, source: str, *, line: int = 1) -> tuple[str, Problem | None]:
    """Return the decoded text, with lines that end in line feeds, and any problem with its encoding.

    Text that is not UTF-8 is decoded as Windows-1252, as in browsers: the addresses in it are nearly always ASCII.
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
            f"byte 0x{data[error.start]:02x} is not UTF-8; read as Windows-1252 (iconv -f CP1252 -t UTF-8 converts it)"
        )
        return _with_line_feeds(data.decode("cp1252", "replace")), Problem(span, fact)


def _with_line_feeds(text: str) -> str:
    return text.replace("\r\n", "\n").replace("\r", "\n") if "\r" in text else text


def _refuse_binary(head: bytes, source: str) -> None:
    if not head.strip():
        message = f"{source}: is empty; give a document that contains text"
        raise NoTextError(message)
    zero = head.find(b"\0")
    if zero >= 0 and not head.startswith((*_UTF16_MARKS, *_UTF32_MARKS)):
        message = f"{source}: is binary (a zero byte at offset {zero}); give a text, PDF, DOCX or ODT file"
        raise NoTextError(message)


@contextmanager
def _open(path: str | Path, source: str, data: bytes | None) -> Iterator[IO[bytes]]:
    """Open a document, and decompress it if it begins with the gzip magic number."""
    try:
        # The stream is closed below, outside the try statement.
        raw: IO[bytes] = io.BytesIO(data) if data is not None else Path(path).open("rb")  # noqa: SIM115
    except FileNotFoundError as error:
        way_out = "check the path, or use - for standard input"
        if found := _ADDRESS_WITHOUT_SCHEME.match(source):
            # A server without a name of its own seldom has a certificate.
            scheme = "http" if found["plain"] else "https"
            way_out = f"check the path, or give {scheme}://{source} if it is an address"
        message = f"{source}: no such file; {way_out}"
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
        message = f"{source}: the data is truncated or damaged ({error}); download the file again"
        raise DocumentError(message) from error
