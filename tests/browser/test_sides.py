"""The sides of the page: as wide as a reader drags them, and a list that is read where scripts do not run."""

import pytest
from selenium.webdriver import Chrome
from selenium.webdriver.common.keys import Keys
from tests.browser.field import Field
from tests.browser.reader import command, element, run, until, visit

from papertrace.export.page.embedding import plain_list

pytestmark = pytest.mark.browser

WIDTH = "return document.querySelector(arguments[0]).offsetWidth"


@pytest.mark.parametrize(("side", "name", "towards"), [(".papers", "list", 1), (".panel", "panel", -1)])
def test_sides_are_dragged_wider_and_keep_their_width(
    quiet: Chrome, page: str, side: str, name: str, towards: int
) -> None:
    visit(quiet, page)
    before, map_before = run(quiet, WIDTH, side), run(quiet, WIDTH, "#map")
    border = element(quiet, f"#width-{name}").rect
    x, y = border["x"] + border["width"] / 2, 400
    for kind, at in (("mousePressed", x), ("mouseMoved", x + towards * 60), ("mouseReleased", x + towards * 60)):
        command(quiet, "Input.dispatchMouseEvent", type=kind, x=at, y=y, button="left", buttons=1, clickCount=1)

    until(lambda: run(quiet, WIDTH, side) == before + 60)
    assert run(quiet, WIDTH, "#map") == map_before - 60

    visit(quiet, page)
    assert run(quiet, WIDTH, side) == before + 60


def test_keys_move_the_border_within_limits(quiet: Chrome, page: str) -> None:
    visit(quiet, page)
    before = run(quiet, WIDTH, ".papers")
    border = element(quiet, "#width-list")

    border.send_keys(Keys.ARROW_RIGHT)
    assert run(quiet, WIDTH, ".papers") == before + 24
    assert border.get_attribute("aria-valuenow") == str(before + 24)

    border.send_keys(Keys.ARROW_LEFT * 20)
    assert run(quiet, WIDTH, ".papers") == 180


def test_list_is_read_without_scripts(quiet: Chrome, page: str, field: Field) -> None:
    command(quiet, "Emulation.setScriptExecutionDisabled", value=True)
    try:
        quiet.get(page)
        shown = element(quiet, "noscript ol").text
        assert not element(quiet, "main").is_displayed()
    finally:
        command(quiet, "Emulation.setScriptExecutionDisabled", value=False)

    assert all(paper.title in shown for paper in field.papers)


def test_hostile_text_is_text_without_scripts_too() -> None:
    title = "</noscript><script>alert(1)</script>"
    papers = [{"title": title, "links": [{"url": 'https://example.org/"><i>', "safe": True}, {"url": "javascript:x"}]}]

    assert plain_list(papers) == (
        '<ol><li><a href="https://example.org/&#34;&gt;&lt;i&gt;">'
        "<bdi>&lt;/noscript&gt;&lt;script&gt;alert(1)&lt;/script&gt;</bdi></a> </li></ol>"
    )


def test_long_list_says_of_how_many_papers_it_is() -> None:
    papers = [{"title": f"Paper {number}", "weight": number} for number in range(1301)]

    shown = plain_list(papers)

    assert shown.startswith("<p>These are 300 of 1,301 papers, those with the strongest links.</p><ol><li><b>")
    assert "Paper 1300<" in shown
    assert "Paper 7<" not in shown
