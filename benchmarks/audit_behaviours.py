"""What the pages of the field do: the habits of the tests' origin and further ones, by a link's first segment."""

import asyncio
from collections.abc import Callable

from benchmarks.audit_field import neighbour
from tests.origin.answers import Asked, Given, Habit, always, page, redirect
from tests.origin.habits import HABITS

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


def _number(asked: Asked) -> int:
    return int("".join(filter(str.isdigit, asked.path.rsplit("/", 1)[1])))


def _to(status: str, target: Callable[[Asked], str]) -> Habit:
    async def habit(asked: Asked) -> Given:
        return Given(status=status, headers=(("Location", target(asked)),))

    return habit


async def usual_page(asked: Asked) -> Given:
    """Answer with a page of its own for every path."""
    return Given(body=page(f"Page {asked.path}", '<b id="section">All is well.</b>' + " And so it goes on." * 20))


async def _tells_of_404(asked: Asked) -> Given:
    text = "<p>Page not found: what a reader sees when a link has rotted. Error 404 is the most common of them.</p>"
    return Given(body=page(f"How links rot, part {_number(asked)}", text))


async def _wide(asked: Asked) -> Given:
    body = page(f"Größe {asked.path}").decode().encode("utf-16")
    return Given(body=body, content_type="text/html; charset=utf-16")


async def _elsewise(asked: Asked) -> Given:
    title, text = ELSEWISE[_number(asked) % len(ELSEWISE)]
    return Given(body=page(title, text))


async def _head_501(asked: Asked) -> Given:
    return Given(status="501 Not Implemented") if asked.method == "HEAD" else await usual_page(asked)


async def _head_hangs(asked: Asked) -> Given:
    if asked.method == "HEAD":
        await asyncio.sleep(3600)
    return await usual_page(asked)


async def _hops(asked: Asked) -> Given:
    """Lead `/hops-8/12` over as many temporary redirects as it says, counted in the query."""
    n_done = int(asked.query or "0")
    if n_done >= int(asked.path.split("/")[1].removeprefix("hops-")):
        return await usual_page(asked)
    return Given(status="302 Found", headers=(("Location", f"{asked.path}?{n_done + 1}"),))


async def _fails_once(asked: Asked) -> Given:
    return Given(status="503 Service Unavailable") if asked.nth == 1 else await usual_page(asked)


async def _late(asked: Asked) -> Given:
    await asyncio.sleep(LATE_S)
    return await usual_page(asked)


async def _trickle(asked: Asked) -> None:
    """Send a header byte by byte; after a while give up, or a checker without a deadline would never end."""
    asked.writer.write(b"HTTP/1.1 200 OK\r\nX-Slow: ")
    await _drip(asked, TRICKLE_S)


async def _slow_body(asked: Asked) -> None:
    """Answer at once, then send the page byte by byte."""
    n_bytes = int(SLOW_BODY_S / DRIP_S)
    head = f"HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nContent-Length: {n_bytes + 20}\r\n\r\n"
    asked.writer.write(head.encode())
    if asked.method == "GET":
        asked.writer.write(b"<title>A long story ")
        await _drip(asked, SLOW_BODY_S)


async def _endless(asked: Asked) -> None:
    """Send a page that no one wants whole."""
    asked.writer.write(b"HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n\r\n<title>Without end</title>")
    for _ in range(ENDLESS_BYTES // 65536 if asked.method == "GET" else 0):
        asked.writer.write(b"z" * 65536)
        await asked.writer.drain()


async def _drip(asked: Asked, seconds: float) -> None:
    for _ in range(int(seconds / DRIP_S)):
        asked.writer.write(b"z")
        await asked.writer.drain()
        await asyncio.sleep(DRIP_S)


BEHAVIOURS: dict[str, Habit] = {
    **HABITS,
    "page": usual_page,
    "file": always(Given(body=b"%PDF-1.7" + b"\0" * 20_000, content_type="application/pdf")),
    "wide": _wide,
    "tells-of-404": _tells_of_404,
    "nothing-in-it": always(Given(status="204 No Content")),
    "trickle": _trickle,
    "slow-body": _slow_body,
    "endless": _endless,
    "head-501": _head_501,
    "head-hangs": _head_hangs,
    "for-now": _to("302 Found", lambda asked: f"/page/{_number(asked)}"),
    "for-now-relative": _to("307 Temporary Redirect", lambda asked: f"../page/{_number(asked)}?from=here"),
    "for-now-elsewhere": _to("302 Found", lambda asked: _elsewhere(asked, f"/page/{_number(asked)}")),
    "hops-8": _hops,
    "hops-11": _hops,
    "fails-once": _fails_once,
    "late": _late,
    "moved": _to("301 Moved Permanently", lambda asked: f"/page/new-{_number(asked)}"),
    "moved-twice": _to("301 Moved Permanently", lambda asked: f"/moved-half/{_number(asked)}"),
    "moved-half": _to("308 Permanent Redirect", lambda asked: f"/page/new-{_number(asked)}"),
    "moved-elsewhere": _to("301 Moved Permanently", lambda asked: _elsewhere(asked, f"/page/new-{_number(asked)}")),
    "says-not-found": always(Given(body=page("Page not found", "Sorry."))),
    "says-it-elsewise": _elsewise,
    "parked": always(Given(body=page("This domain is for sale", "Make an offer."))),
    "to-login": redirect("302 Found", "/login?next=/somewhere"),
}


def _elsewhere(asked: Asked, path: str) -> str:
    local, port = asked.writer.get_extra_info("sockname")[:2]
    return f"http://{neighbour(local)}:{port}{path}"
