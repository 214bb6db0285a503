r"""The lines of a listing, read and checked some at a time.

Lines end only at `\n`: a U+2028 inside a title is a character of that title, not a line break.
"""

import re
import zlib
from collections.abc import Callable, Iterator
from typing import IO

from papertrace.errors import ListingError
from papertrace.model import Problem, Span
from papertrace.model.text import format_count

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
