"""How the origin misbehaves: one function for each habit, found by the first segment of the path.

A habit is given the request and gives what to write. What no HTTP library would write (half an answer, a reset, one
byte at a time) is written to the socket by the habit itself.
"""

import asyncio
import gzip
import socket
import struct
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field

HTML = "text/html; charset=utf-8"


@dataclass(frozen=True, slots=True, kw_only=True)
class Asked:
    """Hold a request as it came; `nth` counts the requests for this method, host and path from 1."""

    method: str
    host: str
    path: str
    headers: dict[str, str]
    nth: int
    query: str = ""
    body: str = ""
    writer: asyncio.StreamWriter = field(repr=False)


@dataclass(frozen=True, slots=True, kw_only=True)
class Given:
    """Hold an answer that is plain HTTP."""

    status: str = "200 OK"
    headers: tuple[tuple[str, str], ...] = ()
    body: bytes = b""
    content_type: str = HTML


Habit = Callable[[Asked], Awaitable[Given | None]]
"""Give an answer, or None where everything was written and the connection is to be closed."""


def page(title: str, text: str = "") -> bytes:
    """Return a small page."""
    return f"<!doctype html><html><head><title>{title}</title></head><body><p>{text}</p></body></html>".encode()


NOT_FOUND = Given(status="404 Not Found", body=page("Nowhere"))


def always(given: Given) -> Habit:
    """Make a habit of one answer."""

    async def habit(_: Asked) -> Given:
        return given

    return habit


def redirect(status: str, location: str) -> Habit:
    """Make a habit of one redirect."""
    return always(Given(status=status, headers=(("Location", location),)))


async def alive(asked: Asked) -> Given:
    """Answer with a page of its own for every path."""
    return Given(body=page(f"The page {asked.path}", "All is well."))


async def headers(asked: Asked) -> Given:
    """Answer with the headers of the request."""
    return Given(body="\n".join(f"{name}: {value}" for name, value in asked.headers.items()).encode())


async def countdown(asked: Asked) -> Given:
    """Redirect `/countdown/n` to `/countdown/n-1` until 0."""
    n_left = int(asked.path.rsplit("/", 1)[1])
    if n_left == 0:
        return await alive(asked)
    return Given(status="302 Found", headers=(("Location", f"/countdown/{n_left - 1}"),))


async def head_405(asked: Asked) -> Given:
    """Refuse HEAD and answer GET."""
    return Given(status="405 Method Not Allowed") if asked.method == "HEAD" else await alive(asked)


async def head_404(asked: Asked) -> Given:
    """Call the page gone to HEAD, though GET has it."""
    return NOT_FOUND if asked.method == "HEAD" else await alive(asked)


async def recovering(asked: Asked) -> Given:
    """Fail once for HEAD and once for GET, then answer."""
    return Given(status="503 Service Unavailable") if asked.nth == 1 else await alive(asked)


async def cookies(asked: Asked) -> Given:
    """Send a reader without the cookie back to the same page, with it."""
    if "seen=yes" in asked.headers.get("cookie", ""):
        return await alive(asked)
    return Given(status="302 Found", headers=(("Set-Cookie", "seen=yes; Path=/"), ("Location", asked.path)))


async def silent(_: Asked) -> None:
    """Never answer."""
    await asyncio.sleep(3600)


async def trickle(asked: Asked) -> None:
    """Answer one byte at a time, for ever."""
    asked.writer.write(b"HTTP/1.1 200 OK\r\nX-Slow: ")
    while True:
        asked.writer.write(b"z")
        await asked.writer.drain()
        await asyncio.sleep(0.05)


async def slow_body(asked: Asked) -> None:
    """Answer at once, then send the page one byte at a time."""
    asked.writer.write(
        b"HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nContent-Length: 100000\r\n\r\n<title>A long story"
    )
    while asked.method == "GET":
        asked.writer.write(b"z")
        await asked.writer.drain()
        await asyncio.sleep(0.05)


async def endless(asked: Asked) -> None:
    """Send a page without an end, as fast as it is read."""
    asked.writer.write(b"HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n\r\n<title>Without end</title>")
    while asked.method == "GET":
        asked.writer.write(b"z" * 65536)
        await asked.writer.drain()


async def early_close(asked: Asked) -> None:
    """Promise more than is sent."""
    asked.writer.write(b"HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nContent-Length: 5000\r\n\r\n")
    if asked.method == "GET":
        asked.writer.write(b"<title>Half a page</title>")


async def reset(asked: Asked) -> None:
    """Reset the connection instead of answering."""
    sock: socket.socket = asked.writer.get_extra_info("socket")
    sock.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))


async def hang_up(_: Asked) -> None:
    """Close the connection instead of answering."""


async def bad_status(asked: Asked) -> None:
    """Answer with something that is not HTTP."""
    asked.writer.write(b"HTTP/1.1 banana\r\n\r\n")


async def many_headers(asked: Asked) -> None:
    """Answer with more headers than anyone needs."""
    asked.writer.write(b"HTTP/1.1 200 OK\r\n" + b"X-More: more\r\n" * 5000 + b"\r\n")


async def bomb(_: Asked) -> Given:
    """Answer with a few kilobytes that unpack to many megabytes."""
    packed = gzip.compress(page("A small page") + b"\0" * 32_000_000, mtime=0)
    return Given(body=packed, headers=(("Content-Encoding", "gzip"),))


HABITS: dict[str, Habit] = {
    "": always(Given(body=page("The front page"))),
    "alive": alive,
    "headers": headers,
    "paper.pdf": always(Given(body=b"%PDF-1.7", content_type="application/pdf")),
    "gone": always(NOT_FOUND),
    "gone-410": always(Given(status="410 Gone")),
    "moved": redirect("301 Moved Permanently", "/moved-again"),
    "moved-again": redirect("308 Permanent Redirect", "/alive/new-place"),
    "moved-then-gone": redirect("301 Moved Permanently", "/gone"),
    "moved-then-temporary": redirect("301 Moved Permanently", "/temporary"),
    "temporary": redirect("302 Found", "/alive/elsewhere"),
    "loop": redirect("302 Found", "/loop-back"),
    "loop-back": redirect("302 Found", "/loop"),
    "countdown": countdown,
    "to-root": redirect("302 Found", "/"),
    "to-login": redirect("302 Found", "/login?next=/to-login"),
    "login": always(Given(body=page("Sign in"))),
    "to-private": redirect("302 Found", "http://10.0.0.1/"),
    "to-metadata": redirect("302 Found", "http://169.254.169.254/latest/meta-data/"),
    "to-mapped": redirect("302 Found", "http://[::ffff:10.0.0.1]/"),
    "to-file": redirect("302 Found", "file:///etc/hostname"),
    "to-nowhere": redirect("301 Moved Permanently", "http://no-such-name.example.org/"),
    "bad-location": redirect("302 Found", "http://[half/"),
    "no-location": always(Given(status="302 Found")),
    "head-405": head_405,
    "head-404": head_404,
    "recovering": recovering,
    "broken": always(Given(status="500 Internal Server Error")),
    "forbidden": always(Given(status="403 Forbidden", body=page("No entry"))),
    "unauthorised": always(Given(status="401 Unauthorized")),
    "legal": always(Given(status="451 Unavailable For Legal Reasons")),
    "status-999": always(Given(status="999 Request denied")),
    "wall": always(
        Given(status="503 Service Unavailable", headers=(("CF-Mitigated", "challenge"),), body=page("Just a moment..."))
    ),
    "soft-404": always(Given(body=page("Page not found"))),
    "cookies": cookies,
    "silent": silent,
    "trickle": trickle,
    "slow-body": slow_body,
    "endless": endless,
    "early-close": early_close,
    "reset": reset,
    "hang-up": hang_up,
    "bad-status": bad_status,
    "many-headers": many_headers,
    "bomb": bomb,
}
"""The habits by the first segment of the path; any other path is answered with 404."""

CODE_HOST: dict[str, Habit] = {
    "/acme-example/tool": always(Given(body=page("acme-example/tool"))),
    "/acme-example/old-name": redirect("301 Moved Permanently", "/acme-example/new-name"),
    "/acme-example/new-name": always(Given(body=page("acme-example/new-name"))),
    "/acme-example/blocked": always(Given(status="451 Unavailable For Legal Reasons")),
    "/acme-example/tool/tree/main": always(Given(body=page("acme-example/tool at main"))),
}
"""What the made-up host of repositories has, by path in lower case; any other path is answered with 404."""
