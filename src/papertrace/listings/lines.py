r"""The lines of a listing, read and checked one at a time.

Lines end only at `\n`: a U+2028 inside a title is a character of that title, not a line break.
"""

import codecs
import gzip
import io
import re
import sys
import zlib
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import IO, cast

from papertrace.errors import ListingError
from papertrace.listings.workbook import ZIP_MAGIC, SheetLines

STANDARD_INPUT = "-"

_GZIP_MAGIC = b"\x1f\x8b"
_UTF16_MARKS = (b"\xff\xfe", b"\xfe\xff")
_HEAD_BYTES = 8192
# A listing has lines of a few thousand characters; a line of a hundred million is not from a listing, and would fill
# the memory.
MAX_LINE_BYTES = 64 * 1024 * 1024


@contextmanager
def open_listing(path: str | Path) -> Iterator[IO[bytes]]:
    """Open a listing for reading bytes; `-` is standard input, and gzip is recognised by its content and unpacked.

    A text in UTF-16, or one that declares another encoding, is transcoded to UTF-8.

    Raises
    ------
    ListingError
        If the file is missing, is a folder, may not be read, is empty or is binary.
    """
    name = str(path)
    with _open_raw(name) as raw:
        stream = io.BufferedReader(cast("io.RawIOBase", raw), buffer_size=_HEAD_BYTES * 2)
        if stream.peek(2)[:2] == _GZIP_MAGIC:
            stream = io.BufferedReader(cast("io.RawIOBase", gzip.GzipFile(fileobj=stream)), buffer_size=_HEAD_BYTES * 2)
        try:
            head = stream.peek(_HEAD_BYTES)[:_HEAD_BYTES]
        except (OSError, EOFError, zlib.error) as error:
            message = f"{name}: damaged gzip data ({error}); unpack it by hand to see how much is readable"
            raise ListingError(message) from error
        if head.startswith(ZIP_MAGIC):
            yield cast("IO[bytes]", SheetLines(stream, name))
            return
        encoding = find_encoding(head)
        if encoding:
            transcoded = _Transcoded(stream, encoding)
            yield cast("IO[bytes]", transcoded)
            transcoded.detach()
            return
        _require_text(head, name)
        yield stream


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
    if head.startswith(_UTF16_MARKS):
        return "utf-16"
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


def _is_utf_8(head: bytes) -> bool:
    decoder = codecs.getincrementaldecoder("utf-8")()
    try:
        decoder.decode(head)
    except UnicodeDecodeError:
        return False
    return True


class _Transcoded:
    """A stream of lines in another encoding, transcoded to UTF-8."""

    def __init__(self, stream: IO[bytes], encoding: str) -> None:
        self._text = io.TextIOWrapper(cast("io.BufferedReader", stream), encoding, errors="replace", newline="\n")

    def readline(self, limit: int) -> bytes:
        """Return the next line as UTF-8, at most `limit` bytes of it."""
        return self._text.readline(limit).encode("utf-8", "replace")[:limit]

    def detach(self) -> None:
        """Detach the underlying stream, so that it stays open after this object."""
        self._text.detach()


@contextmanager
def _open_raw(name: str) -> Iterator[IO[bytes]]:
    if name == STANDARD_INPUT:
        yield sys.stdin.buffer
        return
    try:
        stream = Path(name).open("rb", buffering=0)  # noqa: SIM115 (closed below, outside the try)
    except FileNotFoundError as error:
        message = f"{name}: no such file; check the path, or use - for standard input"
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
    if not head.strip():
        message = f"{name}: is empty; give a listing with at least one paper"
        raise ListingError(message)
    zero = head.find(b"\0")
    if zero >= 0:
        message = f"{name}: is binary (a zero byte at offset {zero}); give a text file"
        raise ListingError(message)


def decode_lines(stream: IO[bytes], name: str) -> Iterator[str]:
    """Yield the lines of a listing without line endings and without a byte order mark.

    Raises
    ------
    ListingError
        At the first byte that is not UTF-8, with its line and column, or at a line of over `MAX_LINE_BYTES`.
    """
    for number in range(1, sys.maxsize):
        try:
            raw = stream.readline(MAX_LINE_BYTES)
        except (OSError, EOFError, zlib.error) as error:
            message = f"{name}:{number}:1: the data is truncated ({error}); download the file again"
            raise ListingError(message) from error
        if not raw:
            return
        if len(raw) == MAX_LINE_BYTES:
            message = (
                f"{name}:{number}:1: the line is longer than {MAX_LINE_BYTES >> 20} MiB; "
                "check that the file is a listing of papers"
            )
            raise ListingError(message)
        if number == 1:
            raw = raw.removeprefix(b"\xef\xbb\xbf")
        try:
            line = raw.decode("utf-8")
        except UnicodeDecodeError as error:
            column = len(raw[: error.start].decode("utf-8")) + 1
            message = (
                f"{name}:{number}:{column}: byte 0x{raw[error.start]:02x} is not UTF-8; "
                "convert the file first (iconv -f LATIN1 -t UTF-8)"
            )
            raise ListingError(message) from error
        yield line.removesuffix("\n").removesuffix("\r")
