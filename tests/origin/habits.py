"""How the origin answers and misbehaves: one function for each habit, found by the first segment of the path."""

from tests.origin.answers import NOT_FOUND, Asked, Given, Habit, always, page, redirect
from tests.origin.git_host import GIT_HOST
from tests.origin.wire import WIRE

WALL = page("Just a moment...")
LONG_PATH = "/alive/" + "long/" * 1000


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


async def status(asked: Asked) -> Given:
    """Answer with the status that the path names."""
    return Given(status=asked.path.rsplit("/", 1)[1], body=page("A page with a number"))


def head_answers(given: Given) -> Habit:
    """Make a habit that answers HEAD in another way than GET, which gets a page."""

    async def habit(asked: Asked) -> Given:
        return given if asked.method == "HEAD" else await alive(asked)

    return habit


def head_is_fine(given: Given) -> Habit:
    """Make a habit that calls a page alive to HEAD and says something else to GET."""

    async def habit(asked: Asked) -> Given:
        return await alive(asked) if asked.method == "HEAD" else given

    return habit


async def recovering(asked: Asked) -> Given:
    """Fail once for HEAD and once for GET, then answer."""
    return Given(status="503 Service Unavailable") if asked.nth == 1 else await alive(asked)


async def cookies(asked: Asked) -> Given:
    """Send a reader without the cookie back to the same page, with it."""
    if "seen=yes" in asked.headers.get("cookie", ""):
        return await alive(asked)
    return Given(status="302 Found", headers=(("Set-Cookie", "seen=yes; Path=/"), ("Location", asked.path)))


async def cookie_trap(asked: Asked) -> Given:
    """Set one cookie after the other and never answer."""
    cookie = ("Set-Cookie", f"n{asked.nth}=yes; Path=/")
    return Given(status="302 Found", headers=(cookie, ("Location", asked.path)))


async def query_only(asked: Asked) -> Given:
    """Redirect to the same path with a query, which is answered."""
    if asked.query:
        return await alive(asked)
    return Given(status="302 Found", headers=(("Location", "?page=2"),))


async def with_etag(asked: Asked) -> Given:
    """Answer with a page and its state, or with 304 to a reader who has it."""
    etag = ("ETag", '"v1"')
    if asked.headers.get("if-none-match") == etag[1]:
        return Given(status="304 Not Modified", headers=(etag,))
    return Given(body=page("A page with a state"), headers=(etag, ("Last-Modified", "Mon, 05 Jan 2026 12:00:00 GMT")))


HABITS: dict[str, Habit] = {
    "": always(Given(body=page("The front page"))),
    "alive": alive,
    "headers": headers,
    "paper.pdf": always(Given(body=b"%PDF-1.7", content_type="application/pdf")),
    "gone": always(NOT_FOUND),
    "gone-410": always(Given(status="410 Gone")),
    "status": status,
    "recovering": recovering,
    "broken": always(Given(status="500 Internal Server Error")),
    "forbidden": always(Given(status="403 Forbidden", body=page("No entry"))),
    "unauthorised": always(Given(status="401 Unauthorized")),
    "legal": always(Given(status="451 Unavailable For Legal Reasons")),
    "status-999": always(Given(status="999 Request denied")),
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
    "en": always(Given(body=page("The front page in English"))),
    "to-login": redirect("302 Found", "/login?next=/to-login"),
    "to-login-host": redirect("302 Found", "http://login.example.org/alive"),
    "login": always(Given(body=page("Sign in"))),
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
    # the forms of Location
    "bad-location": redirect("302 Found", "http://[half/"),
    "bad-port": redirect("302 Found", "http://www.example.org:eighty/"),
    "no-host": redirect("302 Found", "http:///alive"),
    "no-location": always(Given(status="302 Found")),
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
    # what HEAD says is not what GET says
    "head-405": head_answers(Given(status="405 Method Not Allowed")),
    "head-501": head_answers(Given(status="501 Not Implemented")),
    "head-404": head_answers(NOT_FOUND),
    "head-403": head_answers(Given(status="403 Forbidden")),
    "head-500": head_answers(Given(status="500 Internal Server Error")),
    "head-to-root": head_answers(Given(status="302 Found", headers=(("Location", "/"),))),
    "get-404": head_is_fine(NOT_FOUND),
    "get-403": head_is_fine(Given(status="403 Forbidden")),
    "get-500": head_is_fine(Given(status="500 Internal Server Error")),
    # pages that say what their status does not
    "wall": always(Given(status="503 Service Unavailable", headers=(("CF-Mitigated", "challenge"),), body=WALL)),
    "wall-403": always(Given(status="403 Forbidden", body=page("Attention Required!"))),
    "wall-200": always(Given(body=page("Making sure you're not a bot!"))),
    "wall-heading": always(Given(body=page("shop.example.org", heading="Verify you are human"))),
    "soft-404": always(Given(body=page("Page not found"))),
    "soft-404-heading": always(Given(body=page("Acme Laboratory", heading="Oops! That page does not exist"))),
    "soft-404-german": always(Given(body=page("Seite nicht gefunden, Acme"))),
    "soft-404-chinese": always(Given(body=page("页面不存在"))),
    "parked": always(Given(body=page("acme.example is for sale", heading="This domain is for sale"))),
    "shouting": always(Given(body=page("\x1b[2JPage not found \u202e<b>::error::%0A"))),
    "about-404": always(Given(body=page("Lost and Not Found: Retrieval without Labels", heading="The 404 Corpus"))),
    "two-policies": always(
        Given(
            headers=(("RateLimit", '"burst";r=9;t=2'), ("RateLimit", '"day";r=90;t=60')),
            body=page("Rates on two lines"),
        )
    ),
    "with-etag": with_etag,
    "to-etag": redirect("301 Moved Permanently", "/with-etag"),
    **WIRE,
}
"""The habits by the first segment of the path; any other path is answered with 404."""

CODE_HOST: dict[str, Habit] = {
    **GIT_HOST,
    "/acme-example/tool": always(Given(body=page("acme-example/tool"))),
    "/acme-example/old-name": redirect("301 Moved Permanently", "/acme-example/new-name"),
    "/acme-example/new-name": always(Given(body=page("acme-example/new-name"))),
    "/acme-example/blocked": always(Given(status="451 Unavailable For Legal Reasons")),
    "/acme-example/tool/tree/main": always(Given(body=page("acme-example/tool at main"))),
}
"""What the made-up host of repositories has, by path in lower case; any other path is answered with 404."""


async def anything(_: Asked) -> Given:
    """Show the same page for any address."""
    return Given(body=page("Coming soon"))


async def anything_new(asked: Asked) -> Given:
    """Show the same page for any address, each time with another number in it."""
    return Given(body=page("Coming soon", f"Request {asked.method} {asked.path} {asked.nth}"))


async def polite(asked: Asked) -> Given:
    """Say with 200 that nothing is there, but for one page."""
    return await alive(asked) if asked.path == "/project" else Given(body=page("Page not found"))


async def to_front(asked: Asked) -> Given:
    """Send readers to the front page whatever they ask for, but for one page."""
    if asked.path in {"/", "/project"}:
        return await alive(asked)
    return Given(status="302 Found", headers=(("Location", "/"),))


WHOLE_HOSTS: dict[str, Habit] = {
    "anything.example.org": anything,
    "anything-new.example.org": anything_new,
    "polite.example.org": polite,
    "to-front.example.org": to_front,
}
"""Hosts with one habit for every path."""
