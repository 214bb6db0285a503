"""What no HTTP library would send: truncated answers, resets, one byte at a time, endless headers.

Each of these handlers writes to the socket itself; most return None, so that the connection is closed afterwards.
"""

import asyncio
import gzip
import socket
import struct
from weakref import WeakSet

from tests.origin.answers import Handler, ReceivedRequest, Reply, page

OK = b"HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n"
TICK_S = 0.05
_ANSWERED: WeakSet[asyncio.StreamWriter] = WeakSet()


def writing(data: bytes, body: bytes = b"") -> Handler:
    """Return a handler that sends fixed bytes: `data`, followed by `body` for GET only."""

    async def handler(request: ReceivedRequest) -> None:
        request.writer.write(data + (body if request.method == "GET" else b""))

    return handler


async def silent(_: ReceivedRequest) -> None:
    """Never answer."""
    await asyncio.sleep(3600)


async def silent_to_head(request: ReceivedRequest) -> Reply:
    """Answer only GET."""
    if request.method == "HEAD":
        await asyncio.sleep(3600)
    return Reply(body=page("Worth the wait"))


async def trickle(request: ReceivedRequest) -> None:
    """Answer one byte at a time, forever."""
    request.writer.write(b"HTTP/1.1 200 OK\r\nX-Slow: ")
    while True:
        request.writer.write(b"z")
        await request.writer.drain()
        await asyncio.sleep(TICK_S)


async def slow_body(request: ReceivedRequest) -> None:
    """Answer at once, then send the page one byte at a time."""
    request.writer.write(OK + b"Content-Length: 100000\r\n\r\n<title>A long story")
    while request.method == "GET":
        request.writer.write(b"z")
        await request.writer.drain()
        await asyncio.sleep(TICK_S)


async def endless(request: ReceivedRequest) -> None:
    """Send an endless page as fast as it is read."""
    request.writer.write(OK + b"\r\n<title>Without end</title>")
    while request.method == "GET":
        request.writer.write(b"z" * 65536)
        await request.writer.drain()


async def endless_headers(request: ReceivedRequest) -> None:
    """Send endless headers as fast as they are read."""
    request.writer.write(b"HTTP/1.1 200 OK\r\n")
    while True:
        request.writer.write(b"X-More: more\r\n" * 1000)
        await request.writer.drain()


async def endless_hints(request: ReceivedRequest) -> None:
    """Send interim responses forever and no final one."""
    while True:
        request.writer.write(b"HTTP/1.1 103 Early Hints\r\nLink: </style.css>; rel=preload\r\n\r\n" * 100)
        await request.writer.drain()


async def reset(request: ReceivedRequest) -> None:
    """Reset the connection instead of answering."""
    sock: socket.socket = request.writer.get_extra_info("socket")
    sock.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))


async def hang_up(_: ReceivedRequest) -> None:
    """Close the connection instead of answering."""


async def bomb(_: ReceivedRequest) -> Reply:
    """Answer with a few kilobytes that decompress to many megabytes."""
    packed = gzip.compress(page("A small page") + b"\0" * 32_000_000, mtime=0)
    return Reply(body=packed, headers=(("Content-Encoding", "gzip"),))


async def head_with_body(request: ReceivedRequest) -> None:
    """Send a body after HEAD too and keep the connection open, so that it is left over before the next answer."""
    body = page("Told twice")
    request.writer.write(OK + f"Content-Length: {len(body)}\r\n\r\n".encode() + body)
    await request.writer.drain()
    await asyncio.sleep(5 * TICK_S)


async def ends_after_one(request: ReceivedRequest) -> Reply | None:
    """Answer once on each connection, and close it when the next request arrives."""
    if request.writer in _ANSWERED:
        return None
    _ANSWERED.add(request.writer)
    return Reply(body=page("Once"))


async def delayed(request: ReceivedRequest) -> Reply:
    """Take a while to answer."""
    await asyncio.sleep(2 * TICK_S)
    return Reply(body=page(f"The slow page {request.path}"))


WIRE: dict[str, Handler] = {
    "delayed": delayed,
    "ends-after-one": ends_after_one,
    "silent": silent,
    "silent-to-head": silent_to_head,
    "trickle": trickle,
    "slow-body": slow_body,
    "endless": endless,
    "endless-headers": endless_headers,
    "endless-hints": endless_hints,
    "reset": reset,
    "hang-up": hang_up,
    "bomb": bomb,
    "head-with-body": head_with_body,
    # The page is shorter or longer than declared, has two lengths, or an invalid length.
    "early-close": writing(OK + b"Content-Length: 5000\r\n\r\n", b"<title>Half a page</title>"),
    "short-length": writing(OK + b"Content-Length: 9\r\n\r\n", b"<title>More than nine</title>"),
    "two-lengths": writing(OK + b"Content-Length: 9, 7\r\n\r\n", b"<title>9 or 7?</title>"),
    "odd-length": writing(OK + b"Content-Length: -5\r\n\r\n", b"<title>Minus five</title>"),
    "bad-chunks": writing(OK + b"Transfer-Encoding: chunked\r\n\r\n", b"1a\r\n<title>In pieces</title>\r\nzz\r\n"),
    "bad-gzip": writing(OK + b"Content-Encoding: gzip\r\n\r\n", b"this is not packed"),
    "closes": writing(OK + b"Content-Length: 26\r\n\r\n", b"<title>And goodbye</title>"),
    "bad-status": writing(b"HTTP/1.1 banana\r\n\r\n"),
    "status-1000": writing(b"HTTP/1.1 1000 Too Much\r\nContent-Length: 0\r\n\r\n"),
    "no-http": writing(b"220 mail.example.org ready\r\n"),
    "long-status": writing(b"HTTP/1.1 200 " + b"O" * 100_000 + b"\r\n\r\n"),
    "many-headers": writing(b"HTTP/1.1 200 OK\r\n" + b"X-More: more\r\n" * 5000 + b"\r\n"),
    "long-header": writing(b"HTTP/1.1 200 OK\r\nX-Long: " + b"z" * 100_000 + b"\r\n\r\n"),
    "half-headers": writing(b"HTTP/1.1 200 OK\r\nContent-Ty"),
    "half-location": writing(b"HTTP/1.1 301 Moved Permanently\r\nLocation: /alive/new-pl"),
    "early-hints": writing(b"HTTP/1.1 103 Early Hints\r\nLink: </a.css>\r\n\r\n" + OK + b"\r\n", b"<title>A</title>"),
    "continue": writing(b"HTTP/1.1 100 Continue\r\n\r\n" + OK + b"\r\n", b"<title>B</title>"),
}
"""The handlers by the first segment of the path."""
