"""What requests carry: the cookies of a chain, as many as are kept."""

import gc

import pytest
from urllib3 import HTTPHeaderDict, HTTPResponse

from papertrace.model import Ask, Method
from papertrace.web import fetch as preparation
from papertrace.web.exchange import CookieBag, Request
from papertrace.web.fetch import RequestPreparation
from papertrace.web.settings import WebSettings

URL = "http://example.org/"


def make_preparation() -> RequestPreparation:
    return RequestPreparation(WebSettings(), tokens={}, keys=(), passwords={})


def answer(requests: RequestPreparation, bag: CookieBag, *cookies: str) -> str:
    """Let a chain be sent cookies, and return those that its next request carries."""
    request = Request(method=Method.GET, url=URL, ask=Ask(method=Method.GET, url=URL), seconds_left=1.0, cookies=bag)
    headers = HTTPHeaderDict()
    for cookie in cookies:
        headers.add("Set-Cookie", cookie)
    requests.keep_cookies(request, requests.prepare(request), HTTPResponse(headers=headers))
    return str(requests.prepare(request).headers.get("Cookie", ""))


def test_a_cookie_is_kept_and_a_longer_one_than_browsers_keep_is_not() -> None:
    kept = answer(make_preparation(), CookieBag(), "a=1; Path=/", f"b={'x' * preparation.MAX_COOKIE}", "c=3")
    assert kept == "a=1; c=3"


def test_the_cookies_of_a_chain_are_bounded() -> None:
    requests, bag = make_preparation(), CookieBag()
    for hop in range(20):
        kept = answer(requests, bag, *(f"c{hop}-{number}={'x' * 4000}" for number in range(100)))
    assert 4000 < len(kept) < preparation.MAX_COOKIES_OF_CHAIN


def test_many_small_cookies_are_bounded_too() -> None:
    requests, bag = make_preparation(), CookieBag()
    for hop in range(20):
        kept = answer(requests, bag, *(f"c{hop}-{number}=" for number in range(100)))
    assert 50 < kept.count("=") <= preparation.MAX_COOKIES_OF_CHAIN // 1024


def test_the_cookies_of_a_run_are_bounded_and_their_room_is_free_again_after_a_chain(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(preparation, "MAX_COOKIES_OF_RUN", 10_000)
    requests = make_preparation()
    first, second = CookieBag(), CookieBag()
    assert answer(requests, first, *(f"c{number}={'x' * 3000}" for number in range(9))).count("=") == 2
    assert answer(requests, second, f"d={'x' * 3000}") == ""
    del first
    gc.collect()
    assert answer(requests, second, f"d={'x' * 3000}").startswith("d=x")
