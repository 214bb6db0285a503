"""The bytes of answers: how many are held at one time, and decoding a page, whatever encodings a server declares."""

import codecs
import re
import threading
import zlib

CHARSETS = frozenset(
    {
        "utf-8",
        "ascii",
        "gbk",
        "gb2312",
        "gb18030",
        "big5",
        "big5hkscs",
        "shift_jis",
        "cp932",
        "euc_jp",
        "euc_kr",
        "cp949",
    }
    | {"iso2022_jp", "koi8-r", "koi8-u", "utf-16", "utf-16-le", "utf-16-be", "cp866", "cp874"}
    | {f"iso8859-{n}" for n in (*range(1, 12), 13, 14, 15, 16)}
    | {f"cp125{n}" for n in range(9)}
)
"""The encodings of web pages; Python has codecs for more names, including compressions and quadratic decoders."""

# Labels of https://encoding.spec.whatwg.org/#names-and-labels that Python does not know.
_LABELS = {
    "sjis": "cp932",
    "windows-31j": "cp932",
    "gb-2312-80": "gb2312",
    "iso-8859-8-i": "iso8859-8",
    "tis-620": "cp874",
    "windows-874": "cp874",
}
_CHARSET = re.compile(r"charset\s{0,4}=\s{0,4}[\"']?([A-Za-z0-9_-]{1,20})")


class ByteBudget:
    """Bytes that all threads of a run may hold together; what is taken has to be given back."""

    def __init__(self, n_bytes: int) -> None:
        """Create a budget of which nothing is taken."""
        self._n_left = n_bytes
        self._lock = threading.Lock()

    def take(self, n_bytes: int) -> bool:
        """Take bytes and return True, or return False if there are not as many left."""
        with self._lock:
            if n_bytes > self._n_left:
                return False
            self._n_left -= n_bytes
            return True

    def give(self, n_bytes: int) -> None:
        """Give bytes back."""
        with self._lock:
            self._n_left += n_bytes


def page_text(raw: bytes, *, content_type: str, content_encoding: str, n_bytes: int) -> str:
    r"""Return the start of a page, decompressed to at most `n_bytes` and decoded; undecodable bytes are replaced.

    >>> page_text(b"<p>\xe9", content_type="text/html; charset=ISO-8859-1", content_encoding="", n_bytes=100)
    '<p>é'
    """
    data = _decompressed(raw, content_encoding.strip().lower(), n_bytes)
    stated = _CHARSET.search(content_type) or _CHARSET.search(data[:1024].decode("latin-1"))
    charset = _codec_name(stated.group(1)) if stated else "utf-8"
    return data.decode(charset if charset in CHARSETS else "utf-8", errors="replace")


def _codec_name(label: str) -> str:
    """Return the name of the codec that a label stands for, or an empty string.

    >>> [_codec_name(label) for label in ("UTF8", "x-sjis", "Windows-31J", "ks_c_5601-1987", "unheard")]
    ['utf-8', 'cp932', 'cp932', 'euc_kr', '']
    """
    label = label.lower().replace("_", "-").removeprefix("x-")
    try:
        return codecs.lookup(_LABELS.get(label, label)).name
    except LookupError:
        return ""


def _decompressed(raw: bytes, encoding: str, n_bytes: int) -> bytes:
    if encoding in {"gzip", "x-gzip"}:
        windows = [16 + zlib.MAX_WBITS]
    elif encoding == "deflate":
        windows = [zlib.MAX_WBITS, -zlib.MAX_WBITS]  # RFC 9110 requires zlib, but some servers send raw deflate data
    elif encoding in {"", "identity"}:
        return raw[:n_bytes]
    else:
        return b""  # an encoding that was not requested and cannot be read
    for window in windows:
        try:
            return zlib.decompressobj(window).decompress(raw, n_bytes)
        except zlib.error:
            continue
    return b""
