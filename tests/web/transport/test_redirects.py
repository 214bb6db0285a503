"""Redirects, one hop at a time, without sending anything, and pages that only send readers on."""

import pytest
from tests.case_tables import cases

from papertrace.model import Ask, Fault, Hop, Method, Observation
from papertrace.web.exchange import Answer, RedirectChain
from papertrace.web.pages import MAX_REFRESH_S, MAX_SCRIPT_LENGTH, MAX_TEXT_LENGTH, find_page_redirect, read_outline


def redirect(location: str, status: int = 302, *, cookie: bool = False) -> Answer:
    headers = [("location", location)] + [("set-cookie", "FILTERED")] * cookie
    return Answer(status=status, headers=tuple(headers))


def follow(
    *answers: Answer, url: str = "https://example.org/a", deadline_s: float = 10.0
) -> tuple[list[str], Observation]:
    """Return the URLs requested in turn, and the final observation."""
    chain = RedirectChain(Ask(method=Method.GET, url=url), max_redirects=3, deadline_s=deadline_s)
    asked = []
    for answer in answers:
        asked.append(chain.request().url)
        seen = chain.take(answer)
        if seen is not None:
            return asked, seen
    raise AssertionError(asked)


def test_an_answer_without_a_redirect_ends_the_chain() -> None:
    asked, seen = follow(Answer(status=200, body="text"))

    assert asked == ["https://example.org/a"]
    assert (seen.status, seen.hops, seen.body, seen.final_url) == (200, (), "text", "https://example.org/a")


def test_every_hop_is_recorded_with_the_address_that_answered() -> None:
    asked, seen = follow(redirect("/b", 301), redirect("http://example.net/c", 308), Answer(status=200))

    assert asked == ["https://example.org/a", "https://example.org/b", "http://example.net/c"]
    assert seen.hops == (Hop(url="https://example.org/a", status=301), Hop(url="https://example.org/b", status=308))
    assert seen.final_url == "http://example.net/c"


@cases("location, target", named=True)
def test_a_location_is_read_against_the_address_before_it(location: str, target: str) -> None:
    asked, seen = follow(redirect(location), Answer(status=200), url="https://example.org/x/a")

    assert asked[1] == target
    assert seen.final_url == target


def test_a_fragment_survives_a_redirect_without_one_and_yields_to_one_with_it() -> None:
    assert follow(redirect("/b"), Answer(status=200), url="https://example.org/a#x")[1].final_url.endswith("/b#x")
    assert follow(redirect("/b#y"), Answer(status=200), url="https://example.org/a#x")[1].final_url.endswith("/b#y")


@pytest.mark.parametrize(
    ("answers", "fault"),
    [
        pytest.param([redirect("/b"), redirect("/a")], Fault.LOOP, id="loop"),
        pytest.param([redirect("/a")], Fault.LOOP, id="to itself"),
        pytest.param([redirect(f"/{n}") for n in range(4)], Fault.TOO_MANY_REDIRECTS, id="too many"),
        pytest.param([redirect("file:///etc/hostname")], Fault.BAD_REDIRECT, id="to a file"),
        pytest.param([redirect("http://[half/")], Fault.BAD_REDIRECT, id="malformed"),
        pytest.param([redirect("gopher://example.org/")], Fault.BAD_REDIRECT, id="another scheme"),
    ],
)
def test_an_unusable_redirect_is_reported(answers: list[Answer], fault: Fault) -> None:
    assert follow(*answers)[1].fault is fault


def test_a_page_that_sets_a_cookie_and_redirects_to_itself_is_not_a_loop() -> None:
    _, seen = follow(redirect("/a", cookie=True), Answer(status=200))

    assert seen.status == 200


def test_a_page_that_sets_cookies_forever_is_still_ended() -> None:
    _, seen = follow(*[redirect("/a", cookie=True)] * 9)

    assert seen.fault in {Fault.LOOP, Fault.TOO_MANY_REDIRECTS}


def test_the_deadline_is_that_of_the_whole_chain() -> None:
    slow = Answer(status=302, headers=(("location", "/b"),), seconds=3.0)

    _, seen = follow(slow, slow, url="https://example.org/a", deadline_s=2.0)

    assert seen.fault is Fault.TIMEOUT


def test_a_redirect_without_an_address_is_an_answer() -> None:
    assert follow(Answer(status=302))[1].status == 302


def test_secrets_of_a_redirect_are_followed_but_not_shown() -> None:
    asked, seen = follow(redirect("https://bucket.example.org/f?X-Amz-Signature=abc"), Answer(status=200))

    assert asked[1].endswith("=abc")
    assert "abc" not in repr(seen)


def test_the_target_of_a_redirect_that_is_left_out_is_not_requested() -> None:
    chain = RedirectChain(
        Ask(method=Method.GET, url="https://example.org/a"),
        max_redirects=3,
        deadline_s=10.0,
        forbids=lambda url: "left out by --exclude example.net" if "example.net" in url else None,
    )

    assert chain.take(redirect("/b")) is None
    seen = chain.take(redirect("https://example.net/c"))

    assert seen is not None
    assert seen.fault is Fault.EXCLUDED
    assert seen.detail == "redirects to https://example.net/c, left out by --exclude example.net"


REFRESH = '<meta http-equiv="refresh" content="0; url=/new">'


@pytest.mark.parametrize(
    ("body", "target"),
    [
        pytest.param("<p>Nothing of the kind", "", id="a page"),
        pytest.param(REFRESH, "/new", id="refresh"),
        pytest.param("<META CONTENT='5;URL=\"/new\"' HTTP-EQUIV=Refresh>", "/new", id="refresh in capitals"),
        pytest.param('<meta http-equiv="refresh" content="0;/new">', "/new", id="refresh without url="),
        pytest.param('<meta http-equiv="refresh" content="0; url=/new?a=1&amp;b=2">', "/new?a=1&b=2", id="entity"),
        pytest.param(f"{REFRESH}<title>Old home</title><p>This page has moved.", "/new", id="refresh with a line"),
        pytest.param(f"{REFRESH}<p>{'word ' * MAX_TEXT_LENGTH}", "", id="refresh of a page with content"),
        pytest.param('<meta http-equiv="refresh" content="30">', "", id="reload"),
        pytest.param(f'<meta http-equiv="refresh" content="{MAX_REFRESH_S + 1:g}; url=/new">', "", id="much later"),
        pytest.param(f"<noscript>{REFRESH}</noscript><p>x", "", id="only without scripts"),
        pytest.param(f"<!-- {REFRESH} --><p>x", "", id="in a comment"),
        pytest.param(f"<script>var text = '{REFRESH}';</script><p>x", "", id="in a script"),
        pytest.param("<script>location.replace('/new')</script>", "/new", id="script"),
        pytest.param('<script>window.onload = function() { window.location = "/new"; }</script>', "/new", id="on load"),
        pytest.param("<script>b.onclick=function(){location.href='/new'};</script><p>x", "", id="for a click"),
        pytest.param("<script>function go(){location='/new'}</script><p onclick=go()>x", "", id="not called"),
        pytest.param("<script>function go(){location='/new'} go()</script>", "/new", id="called by name"),
        pytest.param("<script>const go=()=>{location='/new'};go()</script>", "/new", id="an arrow called by name"),
        pytest.param(
            "<script>function a(){location='/new'}</script><body class=x onload=a()>", "/new", id="of the body"
        ),
        pytest.param('<meta data-content="x" http-equiv=refresh content="0;url=/new">', "/new", id="other data"),
        pytest.param("<script>(function(){location='/new'})()</script>", "/new", id="called at once"),
        pytest.param("<script>setTimeout(()=>{location='/new'}, 9)</script>", "/new", id="after a while"),
        pytest.param("<script>if (x) location = '/new';</script>", "", id="script with a condition"),
        pytest.param("<script>location = '/new?from=' + name;</script>", "", id="script with a variable"),
        pytest.param("<script>document.cookie='a=b'; location.href='/new';</script>", "", id="script with a cookie"),
        pytest.param("<script>a()</script><script>location='/new';</script>", "", id="one script of two"),
        pytest.param(f"<script>{'a();' * MAX_SCRIPT_LENGTH}location='/new';</script>", "", id="long script"),
        pytest.param("<script>location='/new';", "/new", id="script that is cut off"),
    ],
)
def test_the_target_of_a_page_is_found_only_if_it_does_nothing_else(body: str, target: str) -> None:
    assert find_page_redirect(body) == target


def follow_page(
    body: str, *, method: Method = Method.GET, accept: str = "", content_type: str = "text/html"
) -> RedirectChain:
    chain = RedirectChain(
        Ask(method=method, url="https://example.org/a", accept=accept), max_redirects=3, deadline_s=10.0
    )
    chain.take(Answer(status=200, body=body, headers=(("content-type", content_type),)))
    return chain


def test_a_page_that_sends_readers_on_is_a_hop_with_its_own_status() -> None:
    chain = follow_page(REFRESH)

    assert chain.request().url == "https://example.org/new"
    seen = chain.take(Answer(status=404))
    assert seen is not None
    assert seen.hops == (Hop(url="https://example.org/a", status=200),)


def test_a_refresh_header_is_read_like_the_element() -> None:
    assert find_page_redirect("", "0; url=/new") == "/new"
    assert find_page_redirect("", "5") == ""
    assert find_page_redirect("<p>" + "word " * MAX_TEXT_LENGTH, "0; url=/new") == ""


@pytest.mark.parametrize(
    "chain",
    [
        pytest.param(follow_page(REFRESH, accept="application/json"), id="an answer of a registry"),
        pytest.param(follow_page(REFRESH, content_type="text/plain"), id="text"),
        pytest.param(follow_page('<meta http-equiv="refresh" content="0; url=/a">'), id="to itself"),
    ],
)
def test_other_answers_are_no_redirects(chain: RedirectChain) -> None:
    assert chain.request().url == "https://example.org/a"


def test_the_outline_of_hostile_markup_takes_time_in_proportion_to_its_length() -> None:
    for piece in ("<script", "<!--", "<meta http-equiv=refresh content='", "<title>", "<", "</", "&#"):
        outline = read_outline(piece * 5000)

        assert outline.refresh == ""
