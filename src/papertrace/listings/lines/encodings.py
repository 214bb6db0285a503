"""The encodings of texts: which one a text declares, and texts in others than UTF-8 as UTF-8."""

import codecs
import io
import re
from typing import IO, cast

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
