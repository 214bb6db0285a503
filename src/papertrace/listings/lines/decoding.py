r"""The lines of a listing, read and checked one at a time.

Lines end only at `\n`: a U+2028 inside a title is a character of that title, not a line break.
"""

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


def describe_long_text(n_chars: int) -> str:
    """Return the message about an entry with a longer text than a paper has."""
    return f"a text of {n_chars:,} characters, which no paper has (at most {MAX_TEXT_CHARS:,}); left out"


def ignore_doubt(doubt: Problem) -> None:
    """Take no note of what was assumed about a text."""


def decode_lines(stream: IO[bytes], name: str, on_doubt: Callable[[Problem], None] = ignore_doubt) -> Iterator[str]:
    """Yield the lines of a listing without line endings and without a byte order mark.

    A line that is not UTF-8 is read as Windows-1252, the encoding of most such files; a line of over `MAX_LINE_BYTES`
    is left out, as a blank line. Both are told to `on_doubt`: the first such line with its location, and at the end
    how many there are.

    Raises
    ------
    ListingError
        If the data is truncated.
    """
    others = _OtherEncoding(name)
    number = 0
    while True:
        number += 1
        try:
            raw = stream.readline(MAX_LINE_BYTES)
            n_bytes = len(raw)
            while n_bytes % MAX_LINE_BYTES == 0 and raw and not raw.endswith(b"\n"):
                raw = stream.readline(MAX_LINE_BYTES)
                n_bytes += len(raw)
        except (OSError, EOFError, zlib.error) as error:
            message = f"{name}:{number}:1: the data is truncated ({error}); download the file again"
            raise ListingError(message) from error
        if not n_bytes:
            break
        if n_bytes >= MAX_LINE_BYTES:
            fact = (
                f"the line is longer than {MAX_LINE_BYTES >> 20} MiB and is left out; "
                "if it holds papers, split it into a line for each"
            )
            on_doubt(Problem(Span(name, number), fact))
            yield ""
            continue
        if number == 1:
            raw = raw.removeprefix(b"\xef\xbb\xbf")
        try:
            line = raw.decode("utf-8")
        except UnicodeDecodeError as error:
            if others.n_lines == 0:
                column = len(raw[: error.start].decode("utf-8")) + 1
                others.first = Span(name, number, column)
                others.byte = raw[error.start]
            others.n_lines += 1
            line = raw.decode("cp1252", "replace")
        yield line.removesuffix("\n").removesuffix("\r")
    if others.n_lines:
        on_doubt(others.describe())


class _OtherEncoding:
    """The lines that are not UTF-8."""

    def __init__(self, name: str) -> None:
        self.first = Span(name, 1)
        self.byte = 0
        self.n_lines = 0

    def describe(self) -> Problem:
        lines = "this line is" if self.n_lines == 1 else f"this line and {format_count(self.n_lines - 1, 'other')} are"
        fact = (
            f"byte 0x{self.byte:02x} is not UTF-8; {lines} read as Windows-1252; "
            "if that is wrong, convert the file first (iconv -f ENCODING -t UTF-8)"
        )
        return Problem(self.first, fact, n_lines=0)
