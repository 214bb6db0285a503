"""What the page is for can be done in Firefox and WebKit, too."""

import os
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, ExitStack
from pathlib import Path
from typing import Protocol

import pytest
from benchmarks.page_tasks import TASKS, Browser, Hand, do_task
from tests.browser import firefox, webkit
from tests.browser.chromium import NoBrowserError
from tests.browser.reader import until
from tests.folders import CASES

import papertrace

pytestmark = [pytest.mark.browser, pytest.mark.slow]

PAINTED = """
    const map = document.querySelector("#map canvas");
    const data = map.getContext("2d").getImageData(0, 0, map.width, map.height).data;
    return data.some((value) => value > 0);"""


class Reporter(Browser, Protocol):
    """A browser that tells what went wrong in its pages, and what they asked of the network."""

    def troubles(self) -> list[str]: ...

    def requests(self) -> list[str]: ...


OPENERS: dict[str, Callable[[], AbstractContextManager[Reporter]]] = {
    "Firefox": firefox.opened,
    "WebKit": webkit.opened,
}


@pytest.fixture(scope="module", params=OPENERS)
def browser(request: pytest.FixtureRequest) -> Iterator[Reporter]:
    with ExitStack() as stack:
        try:
            yield stack.enter_context(OPENERS[request.param]())
        except NoBrowserError as error:
            if os.environ.get("CI"):
                pytest.fail(str(error))
            pytest.skip(str(error))


@pytest.mark.parametrize("task", TASKS, ids=lambda task: task.__name__)
def test_task_is_done(browser: Reporter, page: str, task: Callable[[Hand], None]) -> None:
    assert do_task(browser, page, task).trouble == ""


def test_site_is_searched_and_its_table_sorted(browser: Reporter, tmp_path: Path) -> None:
    papertrace.write_site(list(papertrace.extract_papers([CASES / "studies" / "harbour.csv"])), tmp_path)
    browser.get((tmp_path / "index.html").as_uri())
    browser.run(
        "const one = document.querySelector('#find'); one.value = 'silt'; one.dispatchEvent(new Event('input'));"
    )
    until(lambda: browser.run("return document.querySelectorAll('#found a').length"))
    browser.get((tmp_path / "table.html").as_uri())
    browser.run("document.querySelectorAll('thead button')[2].click();")
    assert browser.run("return document.querySelector('thead [aria-sort]').cellIndex") == 2
    assert browser.troubles() == []
    assert [url for url in browser.requests() if not url.startswith(("file:", "data:", "about:"))] == []


def test_packed_page_is_read(browser: Reporter, packed: str) -> None:
    def read(hand: Hand) -> None:
        """Find a paper and read its abstract."""
        hand.until(lambda: hand.browser.run(PAINTED), "a map")
        hand.type("radar")
        hand.sees("#found", "found")
        hand.press("#results button")
        hand.press("#details .fold", "Abstract")
        hand.sees("#abstract", "Records of")

    assert do_task(browser, packed, read).trouble == ""


def test_pages_asked_nothing_of_the_network_and_nothing_failed(browser: Reporter, page: str) -> None:
    do_task(browser, page, TASKS[0])

    assert browser.troubles() == []
    assert {address for address in browser.requests() if not address.startswith(("file:", "data:"))} == set()
