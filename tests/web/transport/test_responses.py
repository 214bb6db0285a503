"""The header section of a response, read from a real socket: complete and final, or refused."""

import http.client
import socket
import threading
from collections.abc import Iterator
from contextlib import suppress

import pytest

from papertrace.web.connections import MAX_INTERIM, CompleteHeadResponse

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
