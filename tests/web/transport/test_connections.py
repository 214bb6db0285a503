"""Connections to hosts with unresponsive IP addresses; heads of answers; the start of a page decoded."""

import gzip
import http.client
import socket
import ssl
import threading
import time
import zlib
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, closing, suppress
from dataclasses import replace
from pathlib import Path

import pytest
import trustme
from tests.origin.server import Origin

from papertrace.audit import AuditSettings
from papertrace.model import Ask, Fault, Method
from papertrace.web.connections import MAX_INTERIM, CompleteHeadResponse, page_text
from papertrace.web.exchange import Answer, CookieBag, Request
from papertrace.web.fetch import LiveExchange

URL = "http://www.example.org/paper.pdf"


@pytest.fixture
def hole() -> Iterator[tuple[str, int]]:
    """Yield an address that neither accepts nor refuses connections because its backlog is full."""
    with ExitStack() as stack:
        full = stack.enter_context(socket.socket())
        full.bind(("127.0.0.9", 0))
        full.listen(0)
        place = full.getsockname()
        for _ in range(3):
            waiting = stack.enter_context(socket.socket())
            waiting.settimeout(0.0)
            with suppress(BlockingIOError):
                waiting.connect(place)
        yield place


def ask(places: Sequence[tuple[str, int]], settings: AuditSettings) -> tuple[Answer, float]:
    """Request a page of a host with some IP addresses, and return the answer and its duration."""
    request = Request(
        method=Method.HEAD, url=URL, ask=Ask(method=Method.HEAD, url=URL), seconds_left=30.0, cookies=CookieBag()
    )
    with closing(LiveExchange(replace(settings, timeout_s=1.5), resolve=lambda _host, _port: places)) as live:
        started = time.monotonic()
        return live(request), time.monotonic() - started


def test_an_unresponsive_ip_address_leaves_time_for_the_next(
    hole: tuple[str, int], origin: Origin, settings: AuditSettings
) -> None:
    answer, _ = ask([hole, ("127.0.0.2", origin.http_port)], settings)

    assert answer.status == 200


def test_several_such_addresses_take_no_longer_than_one(hole: tuple[str, int], settings: AuditSettings) -> None:
    answer, seconds = ask([hole, hole, hole], settings)

    assert answer.fault is Fault.TIMEOUT
    assert seconds < 4.0  # one after the other they would take 4.5 s


def text_of(raw: bytes, *, content_type: str = "text/html", content_encoding: str = "", n_bytes: int = 1000) -> str:
    return page_text(raw, content_type=content_type, content_encoding=content_encoding, n_bytes=n_bytes)


def test_an_empty_body_is_an_empty_text() -> None:
    assert text_of(b"") == ""


@pytest.mark.parametrize(
    ("encoding", "packed"),
    [
        pytest.param("gzip", gzip.compress(b"words"), id="gzip"),
        pytest.param("GZIP", gzip.compress(b"words")[:-6], id="gzip cut short"),
        pytest.param("deflate", zlib.compress(b"words"), id="zlib"),
        pytest.param("deflate", zlib.compress(b"words")[2:-4], id="bare deflate"),
        pytest.param("identity", b"words", id="as it is"),
    ],
)
def test_a_page_is_decompressed(encoding: str, packed: bytes) -> None:
    assert text_of(packed, content_encoding=encoding) == "words"


def test_a_decompression_bomb_is_decompressed_only_up_to_the_limit() -> None:
    assert len(text_of(gzip.compress(b"\0" * 50_000_000), content_encoding="gzip")) == 1000


@pytest.mark.parametrize("encoding", ["br", "zstd", "gzip, gzip", "x"])
def test_what_cannot_be_decompressed_gives_an_empty_text(encoding: str) -> None:
    assert text_of(b"\x1f\x8b\x00", content_encoding=encoding) == ""


def test_bytes_falsely_declared_as_compressed_give_an_empty_text() -> None:
    assert text_of(b"plain", content_encoding="gzip") == ""


@pytest.mark.parametrize(
    ("content_type", "raw"),
    [
        pytest.param("text/html; charset=gbk", "页面不存在".encode("gbk"), id="in the header"),
        pytest.param("text/html; charset=gb_2312-80", "页面不存在".encode("gb2312"), id="by another label"),
        pytest.param("text/html", b'<meta charset="gbk">' + "页面不存在".encode("gbk"), id="in the page"),
        pytest.param("text/html", "页面不存在".encode(), id="not stated"),
        pytest.param("text/html; charset=zlib", "页面不存在".encode(), id="no encoding of text"),
    ],
)
def test_the_declared_encoding_is_used(content_type: str, raw: bytes) -> None:
    assert text_of(raw, content_type=content_type).endswith("页面不存在")


HINT = b"HTTP/1.1 103 Early Hints\r\nLink: </style.css>; rel=preload\r\n\r\n"
OK = b"HTTP/1.1 200 OK\r\nContent-Length: 5\r\nX-One: 1\r\n\r\nhello"


@pytest.fixture
def ends() -> Iterator[tuple[socket.socket, socket.socket]]:
    near, far = socket.socketpair()
    with near, far:
        yield near, far


def read(ends: tuple[socket.socket, socket.socket], sent: bytes, method: str = "GET") -> CompleteHeadResponse:
    """Return the response read from some bytes, after which the connection ends."""
    near, far = ends
    far.sendall(sent)
    far.shutdown(socket.SHUT_WR)
    response = CompleteHeadResponse(near, method=method)
    response.begin()
    return response


def test_a_complete_answer_is_read(ends: tuple[socket.socket, socket.socket]) -> None:
    response = read(ends, OK)

    assert (response.status, response.getheader("X-One"), response.read()) == (200, "1", b"hello")


def test_headers_are_complete_if_the_connection_ends_after_the_empty_line(
    ends: tuple[socket.socket, socket.socket],
) -> None:
    assert read(ends, OK.removesuffix(b"hello"), "HEAD").getheader("X-One") == "1"


@pytest.mark.parametrize("n_bytes", [0, 8, 17, 30, 36, 40, len(OK) - 7, len(OK) - 6])
def test_an_answer_that_ends_within_its_headers_is_refused(
    ends: tuple[socket.socket, socket.socket], n_bytes: int
) -> None:
    with pytest.raises((http.client.RemoteDisconnected, http.client.BadStatusLine)):
        read(ends, OK[:n_bytes])


@pytest.mark.parametrize(
    "interim", [HINT, HINT * 3, b"HTTP/1.1 100 Continue\r\n\r\n", b"HTTP/1.1 102 Processing\r\n\r\n" + HINT]
)
def test_interim_responses_are_skipped(ends: tuple[socket.socket, socket.socket], interim: bytes) -> None:
    response = read(ends, interim + OK)

    assert (response.status, response.getheader("Link"), response.read()) == (200, None, b"hello")


def test_a_stream_that_was_closed_over_a_status_line_stays_closed(ends: tuple[socket.socket, socket.socket]) -> None:
    near, far = ends
    far.sendall(b"nonsense\r\n\r\n")
    response = CompleteHeadResponse(near)

    with pytest.raises(http.client.BadStatusLine):
        response.begin()

    assert response.isclosed()


def test_endless_interim_responses_are_refused(ends: tuple[socket.socket, socket.socket]) -> None:
    with pytest.raises(http.client.BadStatusLine):
        read(ends, HINT * MAX_INTERIM + OK)


def test_switching_protocols_is_final(ends: tuple[socket.socket, socket.socket]) -> None:
    assert read(ends, b"HTTP/1.1 101 Switching Protocols\r\nUpgrade: h2c\r\n\r\n").status == 101


def test_headers_that_are_long_together_are_refused(ends: tuple[socket.socket, socket.socket]) -> None:
    near, far = ends
    sent = b"HTTP/1.1 302 Found\r\n" + b"".join(
        b"Set-Cookie: a%d=%s\r\n" % (number, b"x" * 60_000) for number in range(90)
    )

    # A socket takes less than this at once.
    def send() -> None:
        with suppress(OSError):
            far.sendall(sent)

    threading.Thread(target=send, daemon=True).start()
    with pytest.raises(http.client.LineTooLong):
        CompleteHeadResponse(near).begin()


HEAD = b"HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nContent-Length: 999\r\n\r\n"


def drip(connection: socket.socket, answer: bytes) -> None:
    """Send one byte every tenth of a second, as long as somebody reads."""
    with suppress(OSError):
        for byte in answer:
            connection.sendall(bytes([byte]))
            time.sleep(0.1)


@pytest.mark.parametrize(
    ("slow", "status", "detail"),
    [
        pytest.param("handshake", None, "no answer in time", id="the handshake of TLS"),
        pytest.param("head", None, "no whole answer within the deadline", id="the headers"),
        pytest.param("body", 200, "the page was cut short", id="the page"),
        pytest.param("proxy", None, "no whole answer within the deadline", id="the proxy"),
    ],
)
def test_no_part_of_an_exchange_outlasts_the_deadline_byte_by_byte(
    slow: str, status: int | None, detail: str, tmp_path: Path
) -> None:
    authority, context = trustme.CA(), ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    authority.issue_cert("www.example.org").configure_cert(context)
    authority.cert_pem.write_to_path(str(tmp_path / "authority.pem"))

    def serve(listener: socket.socket) -> None:
        connection, _ = listener.accept()
        with connection, suppress(OSError):
            if slow == "handshake":
                drip(connection, b"\x16\x03\x03\x40\x00" + bytes(999))
            elif slow == "proxy":
                drip(connection, b"HTTP/1.1 200 OK\r\nX: " + b"x" * 999)
            with context.wrap_socket(connection, server_side=True) as secure:
                secure.recv(4096)
                secure.sendall(b"" if slow == "head" else HEAD)
                drip(secure, HEAD * 9)

    with socket.create_server(("127.0.0.1", 0)) as listener:
        threading.Thread(target=serve, args=(listener,), daemon=True).start()
        place = listener.getsockname()
        settings = AuditSettings(
            timeout_s=0.8,
            allow_networks=("127.0.0.0/8",),
            ca_bundle=tmp_path / "authority.pem",
            proxies={"https": f"http://127.0.0.1:{place[1]}"} if slow == "proxy" else {},
        )
        asked = Ask(method=Method.GET, url="https://www.example.org/")
        with closing(LiveExchange(settings, resolve=lambda _host, _port: [place])) as live:
            started = time.monotonic()
            answer = live(Request(method=Method.GET, url=asked.url, ask=asked, seconds_left=1.5))

    assert (answer.status, answer.detail) == (status, detail)
    assert time.monotonic() - started < 5
