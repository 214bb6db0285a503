"""Headless Chromium with the network off, for tests and benchmarks of the page."""

import json
import shutil
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from tempfile import TemporaryDirectory
from typing import Any

from selenium.webdriver import Chrome, ChromeOptions, ChromeService

FLAGS = (
    "--headless=new",
    "--no-sandbox",
    "--disable-gpu",
    "--in-process-gpu",
    "--disable-extensions",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--disable-dev-shm-usage",
    "--window-size=1440,900",
)


class NoBrowserError(Exception):
    """An error: Chromium or its driver is not on the PATH."""


class Tab:
    """The open tab, with the methods that it has in every browser."""

    def __init__(self, chrome: Chrome) -> None:
        self._chrome = chrome

    def get(self, address: str) -> None:
        self._chrome.get(address)

    def run(self, script: str, *arguments: object) -> Any:  # noqa: ANN401 - whatever the script returns
        return self._chrome.execute_script(script, *arguments)

    def click_at(self, x: float, y: float) -> None:
        for kind in ("mousePressed", "mouseReleased"):
            event = {"type": kind, "x": x, "y": y, "button": "left", "clickCount": 1}
            self._chrome.execute_cdp_cmd("Input.dispatchMouseEvent", event)

    def type(self, words: str) -> None:
        self._chrome.execute_cdp_cmd("Input.insertText", {"text": words})


SCRIPT_TIMEOUT_S = 180
"""How long an asynchronous script may take: axe-core reads all of a page, and the machine may be busy."""


@contextmanager
def opened(*, page_load_strategy: str = "normal", flags: Sequence[str] = ()) -> Iterator[Chrome]:
    """Yield a browser that logs its requests and console messages; `flags` are added to its own.

    Raises
    ------
    NoBrowserError
        If Chromium or its driver is not on the PATH.
    """
    browser, driver = shutil.which("chromium"), shutil.which("chromedriver")
    if not browser or not driver:
        message = "no chromium and chromedriver on the PATH: the page is not tried in a browser"
        raise NoBrowserError(message)
    options = ChromeOptions()
    options.binary_location = browser
    options.page_load_strategy = page_load_strategy
    with TemporaryDirectory(ignore_cleanup_errors=True) as profile:
        for flag in (*FLAGS, *flags, f"--user-data-dir={profile}"):
            options.add_argument(flag)
        options.set_capability("goog:loggingPrefs", {"browser": "ALL", "performance": "ALL"})
        chrome = Chrome(options=options, service=ChromeService(driver))
        try:
            chrome.set_script_timeout(SCRIPT_TIMEOUT_S)
            chrome.execute_cdp_cmd("Network.enable", {})
            off = {"offline": True, "latency": 0, "downloadThroughput": 0, "uploadThroughput": 0}
            chrome.execute_cdp_cmd("Network.emulateNetworkConditions", off)
            yield chrome
        finally:
            chrome.quit()


@contextmanager
def opened_tab() -> Iterator[Tab]:
    """Yield the tab of a new browser; raises what `opened` raises."""
    with opened() as chrome:
        yield Tab(chrome)


def requests_of(chrome: Chrome) -> list[str]:
    """Return the URLs requested since the log was last read."""
    events = [json.loads(entry["message"])["message"] for entry in chrome.get_log("performance")]  # type: ignore[no-untyped-call]
    return [e["params"]["request"]["url"] for e in events if e["method"] == "Network.requestWillBeSent"]
