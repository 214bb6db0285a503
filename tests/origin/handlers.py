"""How the origin answers and misbehaves: request handlers by the first segment of the path."""

import tomllib

from tests.folders import CASES
from tests.origin.answers import HTML, Handler, ReceivedRequest, Reply, always, page, redirect
from tests.origin.git_host import GIT_HOST
from tests.origin.wire import WIRE

LONG_PATH = "/alive/" + "long/" * 1000


async def alive(request: ReceivedRequest) -> Reply:
    """Answer with a different page for every path."""
    return Reply(body=page(f"The page {request.path}", "All is well."))


async def headers(request: ReceivedRequest) -> Reply:
    """Answer with the headers of the request."""
    return Reply(body="\n".join(f"{name}: {value}" for name, value in request.headers.items()).encode())


async def countdown(request: ReceivedRequest) -> Reply:
    """Redirect `/countdown/n` to `/countdown/n-1` until 0."""
    n_left = int(request.path.rsplit("/", 1)[1])
    if n_left == 0:
        return await alive(request)
    return Reply(status="302 Found", headers=(("Location", f"/countdown/{n_left - 1}"),))


async def status(request: ReceivedRequest) -> Reply:
    """Answer with the status that the path names."""
    return Reply(status=request.path.rsplit("/", 1)[1], body=page("A page with a number"))


def head_answers(reply: Reply) -> Handler:
    """Return a handler with a fixed reply to HEAD and a page for GET."""

    async def handler(request: ReceivedRequest) -> Reply:
        return reply if request.method == "HEAD" else await alive(request)

    return handler


def head_is_fine(reply: Reply) -> Handler:
    """Return a handler with success for HEAD and a fixed reply to GET."""

    async def handler(request: ReceivedRequest) -> Reply:
        return await alive(request) if request.method == "HEAD" else reply

    return handler


async def recovering(request: ReceivedRequest) -> Reply:
    """Fail once for HEAD and once for GET, then answer."""
    return Reply(status="503 Service Unavailable") if request.nth == 1 else await alive(request)


async def cookies(request: ReceivedRequest) -> Reply:
    """Redirect a client without the cookie to the same page, setting it."""
    if "seen=yes" in request.headers.get("cookie", ""):
        return await alive(request)
    return Reply(status="302 Found", headers=(("Set-Cookie", "seen=yes; Path=/"), ("Location", request.path)))


async def cookie_trap(request: ReceivedRequest) -> Reply:
    """Redirect to the same page forever, with a new cookie each time."""
    cookie = ("Set-Cookie", f"n{request.nth}=yes; Path=/")
    return Reply(status="302 Found", headers=(cookie, ("Location", request.path)))


async def query_only(request: ReceivedRequest) -> Reply:
    """Redirect to the same path with a query, which is answered."""
    if request.query:
        return await alive(request)
    return Reply(status="302 Found", headers=(("Location", "?page=2"),))


async def with_etag(request: ReceivedRequest) -> Reply:
    """Answer with a page and its validators, or with 304 to a conditional request."""
    etag = ("ETag", '"v1"')
    if request.headers.get("if-none-match") == etag[1]:
        return Reply(status="304 Not Modified", headers=(etag,))
    return Reply(body=page("A page with a state"), headers=(etag, ("Last-Modified", "Mon, 05 Jan 2026 12:00:00 GMT")))


def _stated(row: dict[str, str]) -> Reply:
    """Return the reply that a row of the table states."""
    parts = {name: row.pop(name) for name in ("status", "type", "title", "heading", "text", "body") if name in row}
    shown = page(parts["title"], parts.get("text", ""), parts.get("heading", "")) if "title" in parts else b""
    return Reply(
        status=parts.get("status", "200 OK"),
        headers=tuple(row.items()),
        body=shown or parts.get("body", "").encode(),
        content_type=parts.get("type", HTML),
    )


_STATED = tomllib.loads((CASES / "audit" / "answers.toml").read_text(encoding="utf-8"))
_POLICIES = (("RateLimit", '"burst";r=9;t=2'), ("RateLimit", '"day";r=90;t=60'))

HANDLERS: dict[str, Handler] = {
    **{name: always(_stated(row)) for name, row in _STATED["always"].items()},
    **{name: head_answers(_stated(row)) for name, row in _STATED["head"].items()},
    **{name: head_is_fine(_stated(row)) for name, row in _STATED["get"].items()},
    "alive": alive,
    "headers": headers,
    "status": status,
    "recovering": recovering,
    "cookies": cookies,
    "cookie-trap": cookie_trap,
    "countdown": countdown,
    "query-only": query_only,
    "with-etag": with_etag,
    "long-location": redirect("301 Moved Permanently", LONG_PATH),
    "too-long-location": redirect("301 Moved Permanently", LONG_PATH * 2),
    "two-policies": always(Reply(headers=_POLICIES, body=page("Rates on two lines"))),
    **WIRE,
}
"""The handlers by the first segment of the path; any other path is answered with 404."""

CODE_HOST: dict[str, Handler] = {
    **GIT_HOST,
    "/acme-example/tool": always(Reply(body=page("acme-example/tool"))),
    "/acme-example/old-name": redirect("301 Moved Permanently", "/acme-example/new-name"),
    "/acme-example/new-name": always(Reply(body=page("acme-example/new-name"))),
    "/acme-example/blocked": always(Reply(status="451 Unavailable For Legal Reasons")),
    "/acme-example/tool/tree/main": always(Reply(body=page("acme-example/tool at main"))),
}
"""The handlers of the made-up host of repositories, by path in lower case; any other path is answered with 404."""


async def anything(_: ReceivedRequest) -> Reply:
    """Return the same page for any path."""
    return Reply(body=page("Coming soon"))


async def anything_new(request: ReceivedRequest) -> Reply:
    """Return the same page for any path, with a different number each time."""
    return Reply(body=page("Coming soon", f"Request {request.method} {request.path} {request.nth}"))


async def polite(request: ReceivedRequest) -> Reply:
    """Answer "not found" with status 200, except for one page."""
    return await alive(request) if request.path == "/project" else Reply(body=page("Page not found"))


async def to_front(request: ReceivedRequest) -> Reply:
    """Redirect every path to the front page, except for one page."""
    if request.path in {"/", "/project"}:
        return await alive(request)
    return Reply(status="302 Found", headers=(("Location", "/"),))


WHOLE_HOSTS: dict[str, Handler] = {
    "anything.example.org": anything,
    "anything-new.example.org": anything_new,
    "polite.example.org": polite,
    "to-front.example.org": to_front,
}
"""Hosts with one handler for every path."""
