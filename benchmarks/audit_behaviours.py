"""The behaviours of the benchmark's pages, by the first segment of their path: those of the tests' server and more."""

import asyncio
from collections.abc import Callable

from tests.origin.answers import Handler, ReceivedRequest, Reply, always, page, redirect
from tests.origin.handlers import HANDLERS

from benchmarks.audit_field import neighbour

LATE_S = 1.2
DRIP_S = 0.05
TRICKLE_S = 10.0
SLOW_BODY_S = 6.0
ENDLESS_BYTES = 16_000_000

ELSEWISE = (
    ("Seite nicht gefunden", ""),
    ("Página no encontrada", ""),
    ("页面不存在", ""),
    ("Straton Lab", "<h1>Nothing found</h1>"),
    ("Error 404", ""),
    ("ページが見つかりません", ""),
)


def _number(request: ReceivedRequest) -> int:
    return int("".join(filter(str.isdigit, request.path.rsplit("/", 1)[1])))


def _to(status: str, target: Callable[[ReceivedRequest], str]) -> Handler:
    async def handler(request: ReceivedRequest) -> Reply:
        return Reply(status=status, headers=(("Location", target(request)),))

    return handler


async def usual_page(request: ReceivedRequest) -> Reply:
    """Answer with a different page for every path."""
    return Reply(body=page(f"Page {request.path}", '<b id="section">All is well.</b>' + " And so it goes on." * 20))


async def _tells_of_404(request: ReceivedRequest) -> Reply:
    text = "<p>Page not found: what a reader sees when a link has rotted. Error 404 is the most common of them.</p>"
    return Reply(body=page(f"How links rot, part {_number(request)}", text))


async def _wide(request: ReceivedRequest) -> Reply:
    body = page(f"Größe {request.path}").decode().encode("utf-16")
    return Reply(body=body, content_type="text/html; charset=utf-16")


async def _elsewise(request: ReceivedRequest) -> Reply:
    title, text = ELSEWISE[_number(request) % len(ELSEWISE)]
    return Reply(body=page(title, text))


async def _head_501(request: ReceivedRequest) -> Reply:
    return Reply(status="501 Not Implemented") if request.method == "HEAD" else await usual_page(request)


async def _head_hangs(request: ReceivedRequest) -> Reply:
    if request.method == "HEAD":
        await asyncio.sleep(3600)
    return await usual_page(request)


async def _hops(request: ReceivedRequest) -> Reply:
    """Send the reader of `/hops-8/12` through 8 temporary redirects, counted in the query."""
    n_done = int(request.query or "0")
    if n_done >= int(request.path.split("/")[1].removeprefix("hops-")):
        return await usual_page(request)
    return Reply(status="302 Found", headers=(("Location", f"{request.path}?{n_done + 1}"),))


async def _fails_once(request: ReceivedRequest) -> Reply:
    return Reply(status="503 Service Unavailable") if request.nth == 1 else await usual_page(request)


async def _late(request: ReceivedRequest) -> Reply:
    await asyncio.sleep(LATE_S)
    return await usual_page(request)


async def _trickle(request: ReceivedRequest) -> None:
    """Send a header byte by byte, for a limited time: a checker without a deadline would never finish."""
    request.writer.write(b"HTTP/1.1 200 OK\r\nX-Slow: ")
    await _drip(request, TRICKLE_S)


async def _slow_body(request: ReceivedRequest) -> None:
    """Answer immediately, then send the page byte by byte."""
    n_bytes = int(SLOW_BODY_S / DRIP_S)
    head = f"HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nContent-Length: {n_bytes + 20}\r\n\r\n"
    request.writer.write(head.encode())
    if request.method == "GET":
        request.writer.write(b"<title>A long story ")
        await _drip(request, SLOW_BODY_S)


async def _endless(request: ReceivedRequest) -> None:
    """Send a page that is far too long to download."""
    request.writer.write(b"HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n\r\n<title>Without end</title>")
    for _ in range(ENDLESS_BYTES // 65536 if request.method == "GET" else 0):
        request.writer.write(b"z" * 65536)
        await request.writer.drain()


async def _drip(request: ReceivedRequest, seconds: float) -> None:
    for _ in range(int(seconds / DRIP_S)):
        request.writer.write(b"z")
        await request.writer.drain()
        await asyncio.sleep(DRIP_S)


BEHAVIOURS: dict[str, Handler] = {
    **HANDLERS,
    "page": usual_page,
    "file": always(Reply(body=b"%PDF-1.7" + b"\0" * 20_000, content_type="application/pdf")),
    "wide": _wide,
    "tells-of-404": _tells_of_404,
    "nothing-in-it": always(Reply(status="204 No Content")),
    "trickle": _trickle,
    "slow-body": _slow_body,
    "endless": _endless,
    "head-501": _head_501,
    "head-hangs": _head_hangs,
    "for-now": _to("302 Found", lambda request: f"/page/{_number(request)}"),
    "for-now-relative": _to("307 Temporary Redirect", lambda request: f"../page/{_number(request)}?from=here"),
    "for-now-elsewhere": _to("302 Found", lambda request: _elsewhere(request, f"/page/{_number(request)}")),
    "hops-8": _hops,
    "hops-11": _hops,
    "fails-once": _fails_once,
    "late": _late,
    "moved": _to("301 Moved Permanently", lambda request: f"/page/new-{_number(request)}"),
    "moved-twice": _to("301 Moved Permanently", lambda request: f"/moved-half/{_number(request)}"),
    "moved-half": _to("308 Permanent Redirect", lambda request: f"/page/new-{_number(request)}"),
    "moved-elsewhere": _to(
        "301 Moved Permanently", lambda request: _elsewhere(request, f"/page/new-{_number(request)}")
    ),
    "says-not-found": always(Reply(body=page("Page not found", "Sorry."))),
    "says-it-elsewise": _elsewise,
    "parked": always(Reply(body=page("This domain is for sale", "Make an offer."))),
    "to-login": redirect("302 Found", "/login?next=/somewhere"),
}


def _elsewhere(request: ReceivedRequest, path: str) -> str:
    local, port = request.writer.get_extra_info("sockname")[:2]
    return f"http://{neighbour(local)}:{port}{path}"
