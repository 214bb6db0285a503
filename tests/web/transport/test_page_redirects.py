"""Pages that only send readers on."""

import pytest

from papertrace.model import Ask, Hop, Method
from papertrace.web.exchange import Answer, RedirectChain
from papertrace.web.pages import MAX_REFRESH_S, MAX_SCRIPT_LENGTH, MAX_TEXT_LENGTH, find_page_redirect, read_outline

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


def follow(
    body: str, *, method: Method = Method.GET, accept: str = "", content_type: str = "text/html"
) -> RedirectChain:
    chain = RedirectChain(
        Ask(method=method, url="https://example.org/a", accept=accept), max_redirects=3, deadline_s=10.0
    )
    chain.take(Answer(status=200, body=body, headers=(("content-type", content_type),)))
    return chain


def test_a_page_that_sends_readers_on_is_a_hop_with_its_own_status() -> None:
    chain = follow(REFRESH)

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
        pytest.param(follow(REFRESH, accept="application/json"), id="an answer of a registry"),
        pytest.param(follow(REFRESH, content_type="text/plain"), id="text"),
        pytest.param(follow('<meta http-equiv="refresh" content="0; url=/a">'), id="to itself"),
    ],
)
def test_other_answers_are_no_redirects(chain: RedirectChain) -> None:
    assert chain.request().url == "https://example.org/a"


def test_the_outline_of_hostile_markup_takes_time_in_proportion_to_its_length() -> None:
    for piece in ("<script", "<!--", "<meta http-equiv=refresh content='", "<title>", "<", "</", "&#"):
        outline = read_outline(piece * 5000)

        assert outline.refresh == ""
