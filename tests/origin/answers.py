"""Requests to the origin, its replies, and simple handlers."""

import asyncio
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field

HTML = "text/html; charset=utf-8"


@dataclass(frozen=True, slots=True, kw_only=True)
class ReceivedRequest:
    """A request as received; `nth` counts the requests with this method, host and path from 1."""

    method: str
    host: str
    path: str
    headers: dict[str, str]
    nth: int
    query: str = ""
    body: str = ""
    writer: asyncio.StreamWriter = field(repr=False)


@dataclass(frozen=True, slots=True, kw_only=True)
class Reply:
    """A well-formed HTTP response."""

    status: str = "200 OK"
    headers: tuple[tuple[str, str], ...] = ()
    body: bytes = b""
    content_type: str = HTML


Handler = Callable[[ReceivedRequest], Awaitable[Reply | None]]
"""A function that returns a reply, or None if it has written everything and the connection is to be closed."""


def page(title: str, text: str = "", heading: str = "") -> bytes:
    """Return a small page."""
    heading = heading and f"<h1>{heading}</h1>"
    return (
        f"<!doctype html><html><head><title>{title}</title></head><body>{heading}<p>{text}</p></body></html>".encode()
    )


NOT_FOUND = Reply(status="404 Not Found", body=page("Nowhere"))


def always(reply: Reply) -> Handler:
    """Return a handler with a constant reply."""

    async def handler(_: ReceivedRequest) -> Reply:
        return reply

    return handler


def redirect(status: str, location: str) -> Handler:
    """Return a handler that redirects."""
    return always(Reply(status=status, headers=(("Location", location),)))


def bytes_of(reply: Reply, method: str) -> bytes:
    """Return a reply as it is sent."""
    lines = [f"HTTP/1.1 {reply.status}", f"Content-Type: {reply.content_type}", f"Content-Length: {len(reply.body)}"]
    lines += [f"{name}: {value}" for name, value in reply.headers]
    head = ("\r\n".join(lines) + "\r\n\r\n").encode("utf-8")
    return head if method == "HEAD" else head + reply.body
