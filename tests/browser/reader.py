"""Actions of a reader on the page, and what is visible: open, search, click, read."""

import time
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import TYPE_CHECKING, Any

import networkx as nx
from selenium.webdriver import ActionChains, Chrome
from selenium.webdriver.common.by import By
from tests.browser.chromium import Tab

from papertrace.export.page.writer import write_html
from papertrace.model import Paper

if TYPE_CHECKING:
    from selenium.webdriver.remote.webelement import WebElement


def command(chrome: Chrome, name: str, **parameters: object) -> None:
    chrome.execute_cdp_cmd(name, parameters)


def log(chrome: Chrome, name: str) -> list[dict[str, Any]]:
    """Return the entries of a log since it was last read."""
    entries = chrome.get_log(name)  # type: ignore[no-untyped-call]
    assert isinstance(entries, list)
    return entries


def messages(chrome: Chrome) -> list[str]:
    return [entry["message"] for entry in log(chrome, "browser")]


def emulate(chrome: Chrome, **features: str) -> None:
    values = [{"name": name, "value": value} for name, value in features.items()]
    command(chrome, "Emulation.setEmulatedMedia", features=values)


def screen(chrome: Chrome, width: int, height: int, *, phone: bool = False) -> None:
    command(chrome, "Emulation.setDeviceMetricsOverride", width=width, height=height, deviceScaleFactor=1, mobile=phone)
    command(chrome, "Emulation.setTouchEmulationEnabled", enabled=phone)


def reset(chrome: Chrome) -> None:
    """Bring the browser into its initial state, whatever the previous test did."""
    # Animations only slow down tests.
    emulate(chrome, **{"prefers-reduced-motion": "reduce"})
    screen(chrome, 1440, 900)
    # What a page of an earlier test has stored would be shown again.
    command(chrome, "Storage.clearDataForOrigin", origin="file://", storageTypes="local_storage")
    messages(chrome)


def visit(chrome: Chrome, address: str) -> None:
    chrome.get("about:blank")  # a URL that differs only in its fragment would not be reloaded
    chrome.get(address)
    until(lambda: run(chrome, "return performance.getEntriesByName('papertrace-complete').length"))


def make_paper(key: str, title: str, abstract: str = "", **facts: Any) -> Paper:  # noqa: ANN401 - any fact of a paper
    return Paper(id=key, title=title, abstract=abstract, entries=(), **facts)


def page_of(folder: Path, graph: "nx.MultiGraph[str]", **options: Any) -> str:  # noqa: ANN401 - those of `write_html`
    """Write the page of a graph into a folder, and return its address."""
    write_html(graph, folder / "page.html", **options)
    return (folder / "page.html").as_uri()


def show(chrome: Chrome, folder: Path, graph: "nx.MultiGraph[str]", *, words: str = "", **options: Any) -> str:  # noqa: ANN401
    """Open the page of a graph with the words of an address, and return the address without them."""
    address = page_of(folder, graph, **options)
    visit(chrome, address + words)
    return address


def fragment(chrome: Chrome) -> str:
    return str(run(chrome, "return location.hash"))


def press(chrome: Chrome, *keys: str) -> None:
    ActionChains(chrome).send_keys(*keys).perform()


def run(chrome: Chrome, script: str, *arguments: object) -> Any:  # noqa: ANN401 - whatever the script returns
    return chrome.execute_script(script, *arguments)


def until(condition: Callable[[], object], seconds: float = 30.0) -> None:
    end = time.monotonic() + seconds
    while not condition():
        assert time.monotonic() < end, "the page did not get there in time"
        time.sleep(0.02)


def element(chrome: Chrome, selector: str) -> "WebElement":
    return chrome.find_element(By.CSS_SELECTOR, selector)


def text(chrome: Chrome, selector: str) -> str:
    return str(run(chrome, "return document.querySelector(arguments[0])?.innerText ?? ''", selector))


def titles(chrome: Chrome) -> list[str]:
    found = run(chrome, "return [...document.querySelectorAll('#results .title')].map(e => e.textContent)")
    assert isinstance(found, list)
    return found


def search(chrome: Chrome, words: str) -> list[str]:
    """Paste words into the search field and return the titles found, once the abstracts are searched too."""
    run(chrome, "document.querySelector('#query').focus()")
    Tab(chrome).type(words)
    until(lambda: run(chrome, "return document.querySelector('#results').ariaBusy !== 'true'"))
    return titles(chrome)


def click_at(chrome: Chrome, x: float, y: float) -> None:
    Tab(chrome).click_at(x, y)


def press_escape(chrome: Chrome) -> None:
    for kind in ("keyDown", "keyUp"):
        command(chrome, "Input.dispatchKeyEvent", type=kind, key="Escape", code="Escape", windowsVirtualKeyCode=27)


def where(chrome: Chrome, key: str) -> tuple[float, float]:
    point = run(chrome, "return papertrace.where(arguments[0])", key)
    return point["x"], point["y"]


def places(chrome: Chrome, keys: Iterable[str]) -> dict[str, tuple[float, float]]:
    """Return the screen coordinates of papers, by id."""
    points = run(chrome, "return Object.fromEntries(arguments[0].map(key => [key, papertrace.where(key)]))", list(keys))
    return {key: (point["x"], point["y"]) for key, point in points.items()}


def top(chrome: Chrome, selector: str) -> float:
    return float(run(chrome, "return document.querySelector(arguments[0]).getBoundingClientRect().top", selector))


def pixels(chrome: Chrome) -> int:
    """Count the pixels of the map that something is painted on."""
    script = """
        const map = document.querySelector("#map canvas");
        const copy = Object.assign(document.createElement("canvas"), { width: map.width, height: map.height });
        const context = copy.getContext("2d", { willReadFrequently: true });
        context.drawImage(map, 0, 0);
        const data = context.getImageData(0, 0, copy.width, copy.height).data;
        let n = 0;
        for (let i = 3; i < data.length; i += 4) if (data[i]) n += 1;
        return n;"""
    return int(run(chrome, script))


def heard(chrome: Chrome) -> list[dict[str, str]]:
    """Return the accessibility tree: role and name of each node, in order."""
    tree = chrome.execute_cdp_cmd("Accessibility.getFullAXTree", {})["nodes"]
    return [
        {"role": node["role"]["value"], "name": node.get("name", {}).get("value", "")}
        for node in tree
        if not node["ignored"]
    ]
