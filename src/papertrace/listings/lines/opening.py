"""The bytes of a listing: from a file, standard input or memory, unpacked and in UTF-8; what is no text is refused."""

import gzip
import io
import sys
import zlib
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import IO, TYPE_CHECKING, cast

from papertrace.errors import ListingError
from papertrace.listings.lines.encodings import TranscodedLines, find_encoding
from papertrace.listings.lines.unread import describe_file
from papertrace.listings.lines.workbook import OLE_MAGIC, ZIP_MAGIC, SheetLines

if TYPE_CHECKING:
    from _typeshed import WriteableBuffer

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
