"""What a reader sees first: the page as light or dark as it was left, and as sharp as the screen is."""

from functools import partial

import pytest
from selenium.webdriver import Chrome
from tests.browser.reader import command, element, pixels, run, screen, until, visit

pytestmark = pytest.mark.browser

# Notes whether anything of the page was there to be painted when it became light or dark.
WATCH = """
    new MutationObserver((_, observer) => {
      const root = document.documentElement;
      if (!root?.dataset.theme) return;
      window.firstTheme = [root.dataset.theme, document.body !== null];
      observer.disconnect();
    }).observe(document, { attributes: true, childList: true, subtree: true });
"""


@pytest.mark.parametrize("kind", ["page", "packed"])
def test_chosen_theme_is_that_of_the_first_sight(chrome: Chrome, kind: str, request: pytest.FixtureRequest) -> None:
    address = request.getfixturevalue(kind)
    visit(chrome, address)
    element(chrome, "#theme").click()
    watch = chrome.execute_cdp_cmd("Page.addScriptToEvaluateOnNewDocument", {"source": WATCH})
    try:
        visit(chrome, address)

        assert run(chrome, "return window.firstTheme") == ["dark", False]
        assert element(chrome, "#theme").text == "Light"
    finally:
        chrome.execute_cdp_cmd("Page.removeScriptToEvaluateOnNewDocument", watch)


def test_map_has_the_pixels_of_the_screen_whenever_these_change(quiet: Chrome, page: str) -> None:
    sides = """const map = document.querySelector("#map canvas");
        return [map.width / map.clientWidth, map.height / map.clientHeight];"""

    def has_pixels(ratio: float) -> bool:
        quiet.get_screenshot_as_png()  # a frame, without which Chromium does not tell of other pixels
        return bool(run(quiet, sides) == pytest.approx([ratio, ratio], abs=0.01))

    visit(quiet, page)
    whole = pixels(quiet)
    try:
        for ratio in (2, 3):
            metrics = {"width": 1440, "height": 900, "mobile": False, "deviceScaleFactor": ratio}
            command(quiet, "Emulation.setDeviceMetricsOverride", **metrics)
            until(partial(has_pixels, ratio))

            assert pixels(quiet) > ratio * whole
    finally:
        screen(quiet, 1440, 900)
