"""Audits of an origin that misbehaves at random, with name servers that lie and clocks that jump.

Only a host says that its page is gone. Every other page here exists, however its host answers; a link to it that is
called dead is a wrong death.
"""

import gzip
import socket
import struct
import tempfile
import threading
import time
import traceback
from collections.abc import Callable, Sequence
from contextlib import ExitStack, suppress
from datetime import UTC, datetime, timedelta
from ipaddress import ip_network
from pathlib import Path
from random import Random
from types import TracebackType
from typing import Self

from tests.torture.tally import Tally

from papertrace.audit import AuditSettings, Store, generate_verdicts
from papertrace.errors import NetworkDownError
from papertrace.model import Link, LinkKind, Outcome, Span
from papertrace.web.exchange import Clock

N_LINKS = 40
GONE = "gone"
_PAGE = b"<title>A page</title><p>Some words of a page that exists."
_EMPTY = b"Content-Length: 0\r\n\r\n"


def _status(line: str, *headers: str, body: bytes = b"") -> bytes:
    head = "\r\n".join([f"HTTP/1.1 {line}", *headers, f"Content-Length: {len(body)}"])
    return head.encode("latin-1") + b"\r\n\r\n" + body


ANSWERS: tuple[bytes, ...] = (
    _status("200 OK", body=_PAGE),
    _status("200 OK", "Connection: close", body=_PAGE),
    _status("200 404 Not Found", body=_PAGE),
    _status("204 No Content"),
    _status("206 Partial Content", "Content-Range: bytes 0-1/2", body=b"ab"),
    _status("304 Not Modified"),
    _status("300 Multiple Choices"),
    *(_status(f"{status} X") for status in (400, 401, 403, 405, 406, 408, 409, 418, 421, 422, 425, 451, 999)),
    *(_status(f"{status} X") for status in (500, 501, 502, 504, 520, 599)),
    *(
        _status(f"{status} X", f"Retry-After: {wait}")
        for status in (429, 503)
        for wait in (
            "0",
            "1",
            "-5",
            "x",
            "1e99",
            "9" * 400,
            "Wed, 99 Foo 2026 99:99:99 GMT",
            "Thu, 01 Jan 1970 00:00:00 GMT",
        )
    ),
    *(
        _status("302 Found", f"Location: {target}")
        for target in (
            *("", "/", "?", "#x", "//", "http://", "http://[::1", "http://10.0.0.1/", "http://169.254.169.254/latest"),
            *("javascript:alert(1)", "file:///etc/passwd", "http://\xff\xfe/", "https://a@b:c@d/", "/" + "a" * 9000),
            *("/page/loop", "HTTP://EXAMPLE.ORG:99999/", "\x00", "data:text/html,x", "/%zz%", "http://xn--/"),
        )
    ),
    _status("301 Moved Permanently"),
    b"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nhello\r\n0\r\n\r\n",
    b"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\nhello",
    b"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nffffffffffffffff\r\nhello",
    b"HTTP/1.1 200 OK\r\nContent-Length: 999999999\r\n\r\nshort",
    b"HTTP/1.1 200 OK\r\nContent-Length: -1\r\n\r\n" + _PAGE,
    b"HTTP/1.1 200 OK\r\nContent-Length: 5, 7\r\n\r\n" + _PAGE,
    b"HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\nContent-Length: 9\r\n\r\nnot a zip",
    b"HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\n\r\n" + gzip.compress(bytes(20_000_000)),
    b"HTTP/1.1 200 OK\r\nContent-Encoding: br, gzip, x\r\n\r\n" + _PAGE,
    b"HTTP/1.1 200 OK\r\nContent-Type: text/html; charset=no-such\r\n\r\n\xff\xfe\x00<title>",
    b"HTTP/1.1 200 OK\r\nContent-Type: \x00\r\n\x00: x\r\n: y\r\nno colon\r\n\r\n" + _PAGE,
    b"HTTP/1.1 200 OK\r\n" + b"".join(b"X-%d: y\r\n" % number for number in range(300)) + b"\r\n" + _PAGE,
    b"HTTP/1.1 200 OK\r\nX: " + b"y" * 100_000 + b"\r\n\r\n" + _PAGE,
    b"HTTP/1.1 200 OK\r\nSet-Cookie: a=b; Domain=com; Max-Age=99999999999999999999\r\n" + _EMPTY,
    b"HTTP/1.1 99999 X\r\n" + _EMPTY,
    b"HTTP/1.1 abc X\r\n" + _EMPTY,
    b"HTTP/1.1 -404 X\r\n" + _EMPTY,
    b"HTTP/1.1 \r\n\r\n",
    b"HTTP/9.9 200 OK\r\n" + _EMPTY,
    b"HTTP/1.1 100 Continue\r\n\r\n" * 50,
    b"HTTP/1.1 200 OK\r\n\r\nHTTP/1.1 500 X\r\n\r\n",
    b"<title>404</title>an answer of HTTP/0.9",
    b"SSH-2.0-OpenSSH_9.2\r\n",
    b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03",
    b"HTTP/1.1 20",
    b"HTTP/1.1 200 OK\r\nContent-Ty",
    b"",
    b"\x00" * 64,
)
"""What the origin says for a page that exists. None of it says that the page is gone."""


SETTINGS = AuditSettings(
    timeout_s=0.4,
    deadline_s=1.0,
    backoff_s=0.02,
    max_wait_s=2.0,
    stagger_s=0.02,
    max_body_bytes=4096,
    asks_git=False,
    allow_networks=(ip_network("127.0.0.0/8"),),
    audits_reserved=True,
)


class RandomOrigin:
    """A server on loopback whose answers are drawn at random; a context manager."""

    def __init__(self, seed: int) -> None:
        """Listen, and answer in threads."""
        self._rng = Random(seed)  # noqa: S311 - not for security
        self._lock = threading.Lock()
        self._socket = socket.create_server(("127.0.0.1", 0), backlog=128)
        self.port = int(self._socket.getsockname()[1])
        self._is_open = True
        self._thread = threading.Thread(target=self._accept, daemon=True)

    def __enter__(self) -> Self:
        """Start to answer."""
        self._thread.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        """Stop to listen."""
        self._is_open = False
        self._socket.close()

    def _accept(self) -> None:
        while self._is_open:
            try:
                connection, _ = self._socket.accept()
            except OSError:
                return
            threading.Thread(target=self._serve, args=(connection,), daemon=True).start()

    def _serve(self, connection: socket.socket) -> None:
        with connection, suppress(OSError):
            connection.settimeout(3.0)
            while True:
                request = b""
                while b"\r\n\r\n" not in request:
                    received = connection.recv(65536)
                    if not received:
                        return
                    request += received
                with self._lock:
                    answer, way = self._rng.choice(ANSWERS), self._rng.choice(_WAYS)
                if f"/{GONE}/".encode() in request.split(b"\r\n")[0]:
                    answer = _status("404 Not Found", body=b"<title>Not found</title>")
                if not way(connection, answer):
                    return


def _send(connection: socket.socket, answer: bytes) -> bool:
    connection.sendall(answer)
    return b"Content-Length: " in answer and b"chunked" not in answer


def _send_and_close(connection: socket.socket, answer: bytes) -> bool:
    connection.sendall(answer)
    return False


def _drip(connection: socket.socket, answer: bytes) -> bool:
    for start in range(0, min(len(answer), 200), 20):
        connection.sendall(answer[start : start + 20])
        time.sleep(0.02)
    return False


def _cut(connection: socket.socket, answer: bytes) -> bool:
    connection.sendall(answer[: len(answer) // 2])
    return False


def _reset(connection: socket.socket, answer: bytes) -> bool:
    connection.sendall(answer[:10])
    connection.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
    return False


def _wait(_: socket.socket, __: bytes) -> bool:
    time.sleep(1.0)
    return False


_WAYS: tuple[Callable[[socket.socket, bytes], bool], ...] = (
    (_send,) * 12
    + (_send_and_close,) * 4
    + (
        _drip,
        _cut,
        _reset,
        _wait,
    )
)


class LyingResolver:
    """A resolver that often gives something other than the address; names of `honest.example` are always resolved."""

    def __init__(self, port: int, seed: int, *, lies: float) -> None:
        """Lie in a share of the answers, drawn at random."""
        self._port, self._lies = port, lies
        self._rng = Random(seed)  # noqa: S311 - not for security
        self._lock = threading.Lock()

    def __call__(self, _host: str, port: int) -> Sequence[tuple[str, int]]:
        """Return socket addresses, perhaps not those of the host."""
        here = ("127.0.0.1", self._port)
        with self._lock:
            answer = self._rng.choice(LIES) if self._rng.random() < self._lies else [here]
        if isinstance(answer, Exception):
            raise answer
        return [here if one == HERE else (one[0], one[1] or port) for one in answer]


HERE = ("here", 0)
LIES: tuple[Exception | list[tuple[str, int]], ...] = (
    socket.gaierror(socket.EAI_AGAIN, "try again"),
    socket.gaierror(socket.EAI_FAIL, "failed"),
    socket.gaierror(socket.EAI_SYSTEM, "system"),
    TimeoutError("no answer"),
    UnicodeError("label too long"),
    [("10.0.0.1", 0)],
    [("169.254.169.254", 80), ("::1", 80), ("0.0.0.0", 0)],  # noqa: S104 - nothing is bound
    [("not an address", 0), ("", 0)],
    [("10.0.0.1", 0), HERE],
    [HERE] * 500,
    [("127.0.0.1", 1), HERE],
    [("127.0.0.1", 1)],
)
"""What a resolver raises or returns instead of the address of a name that exists; a port of 0 is the one requested."""


class JumpingClock(Clock):
    """A clock whose date jumps by years in both directions, and whose seconds jump ahead, as after a suspension."""

    def __init__(self, seed: int) -> None:
        """Start at the time of the machine."""
        self._rng = Random(seed)  # noqa: S311 - not for security
        self._ahead_s = 0.0

    def monotonic(self) -> float:
        """Return seconds that never go back, and sometimes jump by up to a day."""
        if self._rng.random() < 0.001:
            self._ahead_s += self._rng.choice((0.5, 30.0, 86_400.0))
        return time.monotonic() + self._ahead_s

    def wall(self) -> datetime:
        """Return a date between 1970 and 2105."""
        return datetime(1970, 1, 1, tzinfo=UTC) + timedelta(days=self._rng.randrange(49_000))


def torture_network(seconds: float, seed: int, *, jumps: bool = False, lies: float = 0.0) -> Tally:
    """Audit links of the random origin again and again for some seconds."""
    name = "clock jumps" if jumps else "lying name servers" if lies else "random origin"
    tally = Tally(name=name)
    rng = Random(seed)  # noqa: S311 - not for security
    ends = time.monotonic() + seconds
    with tempfile.TemporaryDirectory() as folder, RandomOrigin(seed) as origin:
        while time.monotonic() < ends:
            links = make_links(rng, origin.port)
            with ExitStack() as stack:
                store = stack.enter_context(Store(Path(folder) / "store.sqlite")) if rng.random() < 0.5 else None
                resolve = LyingResolver(origin.port, rng.randrange(2**32), lies=lies)
                clock = JumpingClock(rng.randrange(2**32)) if jumps else None
                try:
                    verdicts = list(
                        generate_verdicts(links, settings=SETTINGS, store=store, resolve=resolve, clock=clock)
                    )
                except NetworkDownError:
                    tally.n_trials += len(links)
                    if not lies:
                        tally.crash("no network, although the origin answers")
                    continue
                except Exception as error:  # noqa: BLE001 - any is what is looked for
                    frame = traceback.extract_tb(error.__traceback__)[-1]
                    tally.crash(f"{type(error).__name__} at {frame.filename}:{frame.lineno}: {error}")
                    continue
            tally.n_trials += len(links)
            if sorted(one.link.url for one in verdicts) != sorted(link.url for link in links):
                tally.lose(f"{len(verdicts)} verdicts on {len(links)} links")
            for one in verdicts:
                if one.outcome is Outcome.DEAD and f"/{GONE}/" not in one.link.url:
                    tally.bury(f"{one.link.url}: {one.reason}: {[(seen.status, seen.fault) for seen in one.seen]}")
    return tally


def make_links(rng: Random, port: int, *, gone: float = 0.1) -> list[Link]:
    """Return links to pages of the origin, of which a share is gone."""
    urls = []
    for number in range(N_LINKS):
        kind = GONE if rng.random() < gone else "page"
        host = f"host-{rng.randrange(12)}.example.org"
        urls.append(f"http://{host}:{port}/{kind}/{rng.randrange(10**9)}-{number}")
    return [
        Link(raw=url, url=url, span=Span("made-up", line), kind=LinkKind.PAGE) for line, url in enumerate(urls, start=1)
    ]
