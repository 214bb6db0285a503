"""Connections to the IP addresses that the guard allows, closed at their deadline; complete heads and bounded bodies.

A connection gets the IP addresses of its host from the guard and connects to one of them, while `Host`, SNI and the
certificate keep the name. There is no second lookup in between, so a name server cannot give another answer after the
check (DNS rebinding).

A socket's timeout restarts with every byte, so a server that sends one byte a second could occupy a worker for hours.
Therefore, no step of an exchange, and no piece of an answer, is given more time than is left of the whole exchange.
Two steps may still take longer: what TLS inside that of a proxy reads in pieces, and sending a long body.

`http.client` does not ensure that the header section of a response is complete. Two of its defects would make a live
link look dead or moved, and the third costs 6.5 MB an answer. When a connection ends within the headers, it treats them
as complete, so that a `Location` may be truncated. It treats an interim response, such as "103 Early Hints", as the
final one (RFC 9110, section 15.2: a client has to read on). And it bounds lines and their number, but not their sum.
"""

import codecs
import http.client
import math
import re
import socket
import threading
import time
import zlib
from contextlib import suppress
from io import BufferedReader, RawIOBase
from typing import Any, BinaryIO

from urllib3 import HTTPConnectionPool, HTTPResponse, HTTPSConnectionPool
from urllib3.connection import HTTPConnection, HTTPSConnection

from papertrace.web.guard import Guard

MAX_INTERIM = 10
"""Interim responses before the final one."""


MAX_HEAD_BYTES = 256 * 1024
"""Bytes of a status line and its headers together, as many as in browsers."""


class CompleteHeadResponse(http.client.HTTPResponse):
    """A response with the final status and complete headers."""

    headers: http.client.HTTPMessage
    msg: http.client.HTTPMessage
    fp: BufferedReader

    def __init__(self, sock: socket.socket, *args: Any, **options: Any) -> None:  # noqa: ANN401 - passed on unchanged
        """Read a response from a socket, until the deadline of the exchange."""
        super().__init__(sock, *args, **options)
        self.fp.close()
        self.fp = BufferedReader(_TimedStream(sock))

    def begin(self) -> None:
        """Read the status and the headers.

        Raises
        ------
        http.client.RemoteDisconnected
            When the connection ends before the empty line after the headers.
        http.client.BadStatusLine
            When there are more than `MAX_INTERIM` interim responses.
        http.client.LineTooLong
            When the headers are longer than `MAX_HEAD_BYTES`.
        """
        for _ in range(MAX_INTERIM):
            self._begin_once()
            if not 100 < self.status < 200 or self.status == http.HTTPStatus.SWITCHING_PROTOCOLS:  # noqa: PLR2004
                return
            self.headers = self.msg = None  # type: ignore[assignment]  # so that `begin` starts over
        message = "only interim responses"
        raise http.client.BadStatusLine(message)

    def _begin_once(self) -> None:
        lines = _Lines(self.fp)
        self.fp = lines  # type: ignore[assignment]  # `begin` needs no more than this
        try:
            super().begin()
        finally:
            if not self.isclosed():  # An invalid status line closes the stream, which must then not be restored.
                self.fp = lines.stream  # type: ignore[assignment]  # the original stream
        if lines.ended:
            message = "the connection ended within the headers"
            raise http.client.RemoteDisconnected(message)


class _TimedStream(RawIOBase):
    """What a socket receives until the deadline of the exchange."""

    def __init__(self, sock: socket.socket) -> None:
        self._sock = sock
        self._stream = sock.makefile("rb", buffering=0)
        self._timeout_s = sock.gettimeout()

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: Any) -> int | None:  # noqa: ANN401 - a buffer
        self._sock.settimeout(seconds_left(self._timeout_s))
        return self._stream.readinto(buffer)

    def close(self) -> None:
        self._stream.close()
        super().close()


class _Lines:
    """A line reader that records whether the stream ended."""

    def __init__(self, stream: BinaryIO) -> None:
        self.stream = stream
        self.ended = False
        self._n_left = MAX_HEAD_BYTES

    def readline(self, limit: int = -1) -> bytes:
        line = self.stream.readline(limit)
        self.ended = not line
        self._n_left -= len(line)
        if self._n_left < 0:
            raise http.client.LineTooLong("header")  # noqa: EM101 - an argument, not a message
        return line

    def close(self) -> None:
        self.stream.close()


CHARSETS = frozenset(
    "utf-8 utf-16 utf-16-le utf-16-be ascii gbk gb2312 gb18030 big5 big5hkscs shift_jis cp932 euc_jp iso2022_jp euc_kr "  # noqa: SIM905 - words read best so
    "cp949 koi8-r koi8-u cp866 cp874 cp1250 cp1251 cp1252 cp1253 cp1254 cp1255 cp1256 cp1257 cp1258".split()
) | {f"iso8859-{n}" for n in (*range(1, 12), 13, 14, 15, 16)}
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


MAX_ADDRESSES = 3
"""IP addresses of one host that are tried in turn."""
MAX_TIMEOUT_S = 60.0
"""The timeout of a connection without one; the audit always sets one."""


class Exchanging(threading.local):
    """What a thread is exchanging: until when, in monotonic seconds, and over which connection."""

    until: float = math.inf
    is_last_wait: bool = True
    connection: HTTPConnection | None = None

    @property
    def is_too_late(self) -> bool:
        """Whether the deadline has passed, rather than the timeout of a host that sends nothing."""
        return self.is_last_wait and time.monotonic() >= self.until

    @property
    def is_used(self) -> bool:
        """Whether the connection has already delivered an answer."""
        return getattr(self.connection, "n_answered", 0) > 0


EXCHANGING = Exchanging()


def seconds_left(timeout_s: float | None) -> float:
    """Return a timeout, or what is left until the deadline if that is less; raise TimeoutError if nothing is left."""
    timeout_s, left_s = timeout_s or MAX_TIMEOUT_S, EXCHANGING.until - time.monotonic()
    EXCHANGING.is_last_wait = left_s < timeout_s
    if left_s <= 0:
        raise TimeoutError
    return min(timeout_s, left_s)


def pool_classes(guard: Guard) -> dict[str, type[HTTPConnectionPool]]:
    """Return the connection pool classes by scheme, bound to a guard."""

    class PinnedHTTPConnection(HTTPConnection):
        response_class = CompleteHeadResponse
        n_answered = 0

        def _new_conn(self) -> socket.socket:
            self.n_answered = 0
            return _connect(self, guard)

        def putrequest(self, *args: Any, **options: Any) -> None:  # noqa: ANN401 - passed on unchanged
            EXCHANGING.connection = self
            super().putrequest(*args, **options)

        def getresponse(self) -> HTTPResponse:  # type: ignore[override]  # as urllib3 declares it
            response = super().getresponse()
            self.n_answered += 1
            return response

    class PinnedHTTPSConnection(PinnedHTTPConnection, HTTPSConnection):
        """A pinned connection over TLS: `_new_conn` is inherited from the plain one, which is first in the MRO."""

    class PinnedHTTPPool(HTTPConnectionPool):
        ConnectionCls = PinnedHTTPConnection

    class PinnedHTTPSPool(HTTPSConnectionPool):
        ConnectionCls = PinnedHTTPSConnection

    return {"http": PinnedHTTPPool, "https": PinnedHTTPSPool}


def _connect(connection: HTTPConnection, guard: Guard) -> socket.socket:
    """Connect to the first IP address from the guard that accepts the connection.

    The addresses share the connection timeout, so that one that does not respond, as is common where IPv6 is only half
    configured, leaves enough time for the next.
    """
    error: OSError = ConnectionRefusedError()
    addresses = guard.socket_addresses(connection.host, int(connection.port or 0))[:MAX_ADDRESSES]
    until = time.monotonic() + seconds_left(connection.timeout)
    for n_left, address in zip(range(len(addresses), 0, -1), addresses, strict=True):
        try:
            sock = socket.create_connection(address, max(0.001, (until - time.monotonic()) / n_left))
        except OSError as failure:
            error = failure
        else:
            sock.settimeout(seconds_left(connection.timeout))
            with suppress(OSError):
                sock.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
            return sock
    raise error
