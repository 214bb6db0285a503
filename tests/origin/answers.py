"""What a habit of the origin is given, and what it gives."""

import asyncio
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


def page(title: str, text: str = "", heading: str = "") -> bytes:
    """Return a small page."""
    heading = heading and f"<h1>{heading}</h1>"
    return (
        f"<!doctype html><html><head><title>{title}</title></head><body>{heading}<p>{text}</p></body></html>".encode()
    )


NOT_FOUND = Given(status="404 Not Found", body=page("Nowhere"))


def always(given: Given) -> Habit:
    """Make a habit of one answer."""

    async def habit(_: Asked) -> Given:
        return given

    return habit


def redirect(status: str, location: str) -> Habit:
    """Make a habit of one redirect."""
    return always(Given(status=status, headers=(("Location", location),)))


def bytes_of(given: Given, method: str) -> bytes:
    """Return an answer as it is sent."""
    lines = [f"HTTP/1.1 {given.status}", f"Content-Type: {given.content_type}", f"Content-Length: {len(given.body)}"]
    lines += [f"{name}: {value}" for name, value in given.headers]
    head = ("\r\n".join(lines) + "\r\n\r\n").encode("utf-8")
    return head if method == "HEAD" else head + given.body
