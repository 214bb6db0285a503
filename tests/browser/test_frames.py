"""The page in a frame of another page, as notebooks and reports embed it, without a URL of its own."""

import html
from collections.abc import Iterator
from pathlib import Path

import pytest
from selenium.webdriver import Chrome
from tests.browser.field import Field, make_field
from tests.browser.reader import element, messages, pixels, run, text, until

from papertrace.export.page.writer import generate_html

pytestmark = pytest.mark.browser


@pytest.fixture(params=["", "sandbox='allow-scripts'"], ids=["", "sandboxed"])
def framed(request: pytest.FixtureRequest, chrome: Chrome, field: Field, tmp_path: Path) -> Iterator[Chrome]:
    page = html.escape(generate_html(field.graph, papers=field.papers, verdicts=field.verdicts))
    outer = tmp_path / "outer.html"
    style = "position: fixed; inset: 0; width: 100%; height: 100%; border: 0"
    outer.write_text(f'<!doctype html><iframe {request.param} style="{style}" srcdoc="{page}"></iframe>', "utf-8")
    chrome.get(outer.as_uri())
    chrome.switch_to.frame(element(chrome, "iframe"))
    until(lambda: run(chrome, "return performance.getEntriesByName('papertrace-complete').length"))
    messages(chrome)
    yield chrome
    chrome.switch_to.default_content()
    assert messages(chrome) == []


def test_choice_in_a_frame_is_shown_whole(framed: Chrome) -> None:
    element(framed, "#results button").click()

    title = text(framed, "#results [aria-current] .title")
    assert title in text(framed, "#details")
    # The announcement is the last effect of a selection, after the map has moved.
    assert run(framed, "return document.getElementById('told').textContent").startswith(title)


def test_choices_in_a_frame_can_be_given_up_and_made_again(framed: Chrome) -> None:
    first, second = framed.find_elements("css selector", "#results button")[:2]
    first.click()
    element(framed, "#details .close").click()
    assert text(framed, "#details") == ""

    second.click()

    assert text(framed, "#results [aria-current] .title") in text(framed, "#details")
    element(framed, "#views input[value=concepts]").find_element("xpath", "..").click()
    assert run(framed, "return document.querySelector('main').dataset.view") == "concepts"


@pytest.mark.parametrize("n", [pytest.param(226, id="marks"), pytest.param(2500, id="discs", marks=pytest.mark.slow)])
def test_page_that_opened_in_a_hidden_frame_shows_the_whole_once_it_is_seen(
    chrome: Chrome, tmp_path: Path, n: int
) -> None:
    field = make_field(n)
    page = html.escape(generate_html(field.graph, papers=field.papers, verdicts=field.verdicts))
    outer = tmp_path / "outer.html"
    style = "display: none; width: 900px; height: 700px; border: 0"
    outer.write_text(f'<!doctype html><iframe style="{style}" srcdoc="{page}"></iframe>', "utf-8")
    chrome.get(outer.as_uri())
    chrome.switch_to.frame(element(chrome, "iframe"))
    until(lambda: run(chrome, "return typeof papertrace") == "object")
    until(lambda: run(chrome, "return document.querySelectorAll('#results button').length"))
    assert run(chrome, "return document.getElementById('map').clientWidth") == 0

    chrome.switch_to.default_content()
    run(chrome, "document.querySelector('iframe').style.display = 'block'")
    chrome.switch_to.frame(element(chrome, "iframe"))

    extent = """
        const places = arguments[0].map((paper) => papertrace.where(paper)), frame = document.getElementById('map');
        const range = (key) => Math.max(...places.map((p) => p[key])) - Math.min(...places.map((p) => p[key]));
        return Math.max(range('x') / frame.clientWidth, range('y') / frame.clientHeight);
    """
    papers = [paper.id for paper in field.papers[::5]]
    until(lambda: 0.5 < run(chrome, extent, papers) <= 1)
    until(lambda: pixels(chrome) > 0)
    chrome.switch_to.default_content()
    assert messages(chrome) == []
