"""The page of the real listings: small, without requests, and without overlaps."""

from itertools import combinations
from pathlib import Path

import pytest
from selenium.webdriver import Chrome
from tests.browser.chromium import requests_of
from tests.browser.reader import messages, run, screen, text, titles, until, visit

import papertrace

pytestmark = [pytest.mark.browser, pytest.mark.slow]

MAX_BYTES = 1_200_000


@pytest.fixture(scope="module")
def real(shared: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    papers = list(papertrace.extract_papers(sorted((shared / "seeds").glob("*.txt"))))
    path = tmp_path_factory.mktemp("real") / "page.html"
    papertrace.write_graph(papertrace.build_graph(papers), path, papers=papers)
    return path


def test_page_of_the_real_listings_is_light(real: Path) -> None:
    assert real.stat().st_size <= MAX_BYTES


@pytest.mark.parametrize("phone", [False, True], ids=["desk", "phone"])
@pytest.mark.parametrize("words", ["", "#view=concepts", "#view=timeline"], ids=["papers", "concepts", "timeline"])
def test_each_view_of_the_real_listings_is_silent(chrome: Chrome, real: Path, words: str, *, phone: bool) -> None:
    screen(chrome, *((390, 844) if phone else (1440, 900)), phone=phone)
    chrome.get("about:blank")
    requests_of(chrome)
    messages(chrome)

    visit(chrome, real.as_uri() + words)
    run(chrome, "document.querySelector('#results button').click()")
    until(lambda: text(chrome, "#details h2"))

    assert {url.partition("#")[0] for url in requests_of(chrome) if not url.startswith("data:")} == {real.as_uri()}
    assert messages(chrome) == []
    assert run(chrome, "return document.documentElement.scrollWidth") <= (390 if phone else 1440)


def test_concepts_of_the_real_listings_have_room(chrome: Chrome, real: Path) -> None:
    visit(chrome, real.as_uri() + "#view=concepts")
    run(chrome, "document.getElementById('more').click()")

    places = run(chrome, "return arguments[0].map(papertrace.concept)", titles(chrome))

    assert len(places) > 100
    near = [
        (one, other)
        for one, other in combinations(places, 2)
        if abs(one["x"] - other["x"]) < 5 and abs(one["y"] - other["y"]) < 5
    ]
    assert near == []
