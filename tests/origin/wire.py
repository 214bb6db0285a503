"""What no HTTP library would send: half an answer, a reset, one byte at a time, a header without an end.

Each of these habits writes to the socket itself; most give nothing, so that the connection is closed after them.
"""

import asyncio
import gzip
import socket
import struct
from weakref import WeakSet

from tests.origin.answers import Asked, Given, Habit, page

OK = b"HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n"
TICK_S = 0.05
_ANSWERED: WeakSet[asyncio.StreamWriter] = WeakSet()


def writing(data: bytes, body: bytes = b"") -> Habit:
    """Make a habit of fixed bytes: `data` to every request, `body` after it to GET alone."""

    async def habit(asked: Asked) -> None:
        asked.writer.write(data + (body if asked.method == "GET" else b""))

    return habit


async def silent(_: Asked) -> None:
    """Never answer."""
    await asyncio.sleep(3600)


async def silent_to_head(asked: Asked) -> Given:
    """Answer GET alone."""
    if asked.method == "HEAD":
        await asyncio.sleep(3600)
    return Given(body=page("Worth the wait"))


async def trickle(asked: Asked) -> None:
    """Answer one byte at a time, for ever."""
    asked.writer.write(b"HTTP/1.1 200 OK\r\nX-Slow: ")
    while True:
        asked.writer.write(b"z")
        await asked.writer.drain()
        await asyncio.sleep(TICK_S)


async def slow_body(asked: Asked) -> None:
    """Answer at once, then send the page one byte at a time."""
    asked.writer.write(OK + b"Content-Length: 100000\r\n\r\n<title>A long story")
    while asked.method == "GET":
        asked.writer.write(b"z")
        await asked.writer.drain()
        await asyncio.sleep(TICK_S)


async def endless(asked: Asked) -> None:
    """Send a page without an end, as fast as it is read."""
    asked.writer.write(OK + b"\r\n<title>Without end</title>")
    while asked.method == "GET":
        asked.writer.write(b"z" * 65536)
        await asked.writer.drain()


async def endless_headers(asked: Asked) -> None:
    """Send headers without an end, as fast as they are read."""
    asked.writer.write(b"HTTP/1.1 200 OK\r\n")
    while True:
        asked.writer.write(b"X-More: more\r\n" * 1000)
        await asked.writer.drain()


async def endless_hints(asked: Asked) -> None:
    """Announce an answer for ever and never give it."""
    while True:
        asked.writer.write(b"HTTP/1.1 103 Early Hints\r\nLink: </style.css>; rel=preload\r\n\r\n" * 100)
        await asked.writer.drain()


async def reset(asked: Asked) -> None:
    """Reset the connection instead of answering."""
    sock: socket.socket = asked.writer.get_extra_info("socket")
    sock.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))


async def hang_up(_: Asked) -> None:
    """Close the connection instead of answering."""


async def bomb(_: Asked) -> Given:
    """Answer with a few kilobytes that unpack to many megabytes."""
    packed = gzip.compress(page("A small page") + b"\0" * 32_000_000, mtime=0)
    return Given(body=packed, headers=(("Content-Encoding", "gzip"),))


async def head_with_body(asked: Asked) -> None:
    """Send the page to HEAD too, and keep the connection open: what is left over is no answer to what comes next."""
    body = page("Told twice")
    asked.writer.write(OK + f"Content-Length: {len(body)}\r\n\r\n".encode() + body)
    await asked.writer.drain()
    await asyncio.sleep(5 * TICK_S)


async def ends_after_one(asked: Asked) -> Given | None:
    """Answer once on each connection, and end it when the next request comes."""
    if asked.writer in _ANSWERED:
        return None
    _ANSWERED.add(asked.writer)
    return Given(body=page("Once"))


async def delayed(asked: Asked) -> Given:
    """Take a while to answer."""
    await asyncio.sleep(2 * TICK_S)
    return Given(body=page(f"The slow page {asked.path}"))


WIRE: dict[str, Habit] = {
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
    # The page is shorter than it says, longer than it says, of two lengths, of a length that is none.
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
"""The habits by the first segment of the path."""
