"""How the origin answers and misbehaves: request handlers by the first segment of the path."""

from tests.origin.answers import NOT_FOUND, Handler, ReceivedRequest, Reply, always, page, redirect
from tests.origin.git_host import GIT_HOST
from tests.origin.wire import WIRE

WALL = page("Just a moment...")
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


HANDLERS: dict[str, Handler] = {
    "": always(Reply(body=page("The front page"))),
    "alive": alive,
    "headers": headers,
    "paper.pdf": always(Reply(body=b"%PDF-1.7", content_type="application/pdf")),
    "gone": always(NOT_FOUND),
    "gone-410": always(Reply(status="410 Gone")),
    "status": status,
    "recovering": recovering,
    "broken": always(Reply(status="500 Internal Server Error")),
    "forbidden": always(Reply(status="403 Forbidden", body=page("No entry"))),
    "unauthorised": always(Reply(status="401 Unauthorized")),
    "legal": always(Reply(status="451 Unavailable For Legal Reasons")),
    "status-999": always(Reply(status="999 Request denied")),
    "cookies": cookies,
    "cookie-trap": cookie_trap,
    # redirects
    "moved": redirect("301 Moved Permanently", "/moved-again"),
    "moved-again": redirect("308 Permanent Redirect", "/alive/new-place"),
    "moved-then-gone": redirect("301 Moved Permanently", "/gone"),
    "moved-then-temporary": redirect("301 Moved Permanently", "/temporary"),
    "temporary": redirect("302 Found", "/alive/elsewhere"),
    "loop": redirect("302 Found", "/loop-back"),
    "loop-back": redirect("302 Found", "/loop"),
    "countdown": countdown,
    "to-root": redirect("302 Found", "/"),
    "to-root-for-good": redirect("301 Moved Permanently", "/"),
    "to-home": redirect("302 Found", "/en/"),
    "en": always(Reply(body=page("The front page in English"))),
    "to-login": redirect("302 Found", "/login?next=/to-login"),
    "to-login-host": redirect("302 Found", "http://login.example.org/alive"),
    "login": always(Reply(body=page("Sign in"))),
    "to-private": redirect("302 Found", "http://10.0.0.1/"),
    "to-decimal": redirect("302 Found", "http://167772161/"),
    "to-octal": redirect("302 Found", "http://012.0.0.1/"),
    "to-hexadecimal": redirect("302 Found", "http://0xa.0.0.1/"),
    "to-private-name": redirect("302 Found", "http://private.example.org/"),
    "to-metadata": redirect("302 Found", "http://169.254.169.254/latest/meta-data/"),
    "to-mapped": redirect("302 Found", "http://[::ffff:10.0.0.1]/"),
    "to-file": redirect("302 Found", "file:///etc/hostname"),
    "to-ftp": redirect("302 Found", "ftp://www.example.org/file"),
    "to-script": redirect("302 Found", "javascript:alert(1)"),
    "to-data": redirect("302 Found", "data:text/html,hello"),
    "to-nowhere": redirect("301 Moved Permanently", "http://no-such-name.example.org/"),
    "to-closed-port": redirect("302 Found", "http://www.example.org:1/"),
    "to-password": redirect("301 Moved Permanently", "http://name:sesame@www.example.org/alive/inside"),
    # forms of Location
    "bad-location": redirect("302 Found", "http://[half/"),
    "bad-port": redirect("302 Found", "http://www.example.org:eighty/"),
    "no-host": redirect("302 Found", "http:///alive"),
    "no-location": always(Reply(status="302 Found")),
    "empty-location": redirect("302 Found", ""),
    "relative": redirect("301 Moved Permanently", "alive/relative"),
    "relative-up": redirect("301 Moved Permanently", "../../alive/up"),
    "query-only": query_only,
    "without-scheme": redirect("301 Moved Permanently", "//lab.example.org/alive/elsewhere"),
    "letters-location": redirect("301 Moved Permanently", "/alive/größe"),
    "space-location": redirect("301 Moved Permanently", " /alive/a place "),
    "fragment-location": redirect("301 Moved Permanently", "/alive/new-place#results"),
    "long-location": redirect("301 Moved Permanently", LONG_PATH),
    "too-long-location": redirect("301 Moved Permanently", LONG_PATH * 2),
    "backslash-location": redirect("302 Found", "\\alive\\place"),
    "tab-location": redirect("302 Found", "/ali\tve/place"),
    "adds-session": redirect("301 Moved Permanently", "/adds-session;jsessionid=0123456789ABCDEF"),
    "adds-session;jsessionid=0123456789ABCDEF": always(Reply(body=page("A page for a session"))),
    # what stands in the way of automated clients, or what only browsers see
    "challenge-404": always(Reply(status="404 Not Found", headers=(("CF-Mitigated", "challenge"),), body=WALL)),
    "challenge-202": always(Reply(status="202 Accepted", headers=(("X-Amzn-Waf-Action", "challenge"),))),
    "to-captcha": redirect("302 Found", "/captcha/verify"),
    "captcha": always(Reply(body=page("One more step"))),
    "app-404": always(
        Reply(status="404 Not Found", body=b"<script>l=location;l.replace(l.origin+'/?/'+l.pathname)</script>")
    ),
    "refresh-header": always(Reply(headers=(("Refresh", "0; url=/gone"),))),
    "script-for-a-click": always(Reply(body=b"<p id=b>Go</p><script>b.onclick=()=>{location='/gone'}</script>")),
    "default-page": always(Reply(body=page("Welcome to nginx!"))),
    # different answers to HEAD and GET
    "head-405": head_answers(Reply(status="405 Method Not Allowed")),
    "head-501": head_answers(Reply(status="501 Not Implemented")),
    "head-404": head_answers(NOT_FOUND),
    "head-403": head_answers(Reply(status="403 Forbidden")),
    "head-500": head_answers(Reply(status="500 Internal Server Error")),
    "head-to-root": head_answers(Reply(status="302 Found", headers=(("Location", "/"),))),
    "get-404": head_is_fine(NOT_FOUND),
    "get-403": head_is_fine(Reply(status="403 Forbidden")),
    "get-500": head_is_fine(Reply(status="500 Internal Server Error")),
    # pages whose text contradicts their status
    "wall": always(Reply(status="503 Service Unavailable", headers=(("CF-Mitigated", "challenge"),), body=WALL)),
    "wall-403": always(Reply(status="403 Forbidden", body=page("Attention Required!"))),
    "wall-200": always(Reply(body=page("Making sure you're not a bot!"))),
    "wall-heading": always(Reply(body=page("shop.example.org", heading="Verify you are human"))),
    "soft-404": always(Reply(body=page("Page not found"))),
    "soft-404-heading": always(Reply(body=page("Acme Laboratory", heading="Oops! That page does not exist"))),
    "soft-404-italian": always(Reply(body=page("Acme, Pagina non trovata"))),
    "soft-404-text": always(Reply(body=page("Acme", "This file has been deleted."))),
    "sends-on": always(Reply(body=b"<meta http-equiv='refresh' content='0; url=/alive/sent'><p>This page has moved.")),
    "sends-on-to-gone": always(Reply(body=b'<html><meta content="3;URL=gone" http-equiv="Refresh"></html>')),
    "sends-on-by-script": always(Reply(body=b"<script>window.location.href = '/gone';</script>")),
    "sends-on-to-private": always(Reply(body=b"<meta http-equiv='refresh' content='0; url=http://10.0.0.1/'>")),
    "reloads": always(Reply(body=b"<meta http-equiv='refresh' content='5; url=/reloads'><p>News")),
    "to-404": redirect("302 Found", "/404"),
    "to-error": redirect("302 Found", "/error?aspxerrorpath=/to-error"),
    "to-ref-404": redirect("302 Found", "/?ref=404"),
    "404": always(Reply(body=page("Acme"))),
    "error": always(Reply(body=page("Acme"))),
    "soft-404-german": always(Reply(body=page("Seite nicht gefunden, Acme"))),
    "soft-404-chinese": always(Reply(body=page("页面不存在"))),
    "parked": always(Reply(body=page("acme.example is for sale", heading="This domain is for sale"))),
    "shouting": always(Reply(body=page("\x1b[2JPage not found \u202e<b>::error::%0A"))),
    "about-404": always(Reply(body=page("Lost and Not Found: Retrieval without Labels", heading="The 404 Corpus"))),
    "two-policies": always(
        Reply(
            headers=(("RateLimit", '"burst";r=9;t=2'), ("RateLimit", '"day";r=90;t=60')),
            body=page("Rates on two lines"),
        )
    ),
    "with-etag": with_etag,
    "to-etag": redirect("301 Moved Permanently", "/with-etag"),
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
