"""What a reader does while the page is still starting."""

from collections.abc import Iterator
from contextlib import contextmanager

import pytest
from selenium.webdriver import Chrome
from tests.browser.field import Field
from tests.browser.reader import fragment, run, text, visit

pytestmark = pytest.mark.browser

PRESS = """
    document.querySelector("#map").focus();
    document.querySelector("#map").dispatchEvent(new KeyboardEvent("keydown", { key: "+", bubbles: true }));"""
CLICK = 'document.querySelector("#closer").click();'
TYPE = """
    const query = document.querySelector("#query");
    query.value = "graph";
    query.dispatchEvent(new Event("input", { bubbles: true }));"""


@contextmanager
def _interrupted(chrome: Chrome, action: str, *, at: int) -> Iterator[None]:
    """Do something at one of the pauses of a page that is starting, and note errors."""
    source = f"""
        window.pauses = 0;
        window.failures = [];
        addEventListener("error", (event) => failures.push(event.message));
        let now = 0;
        performance.now = () => (now += 100);  // Each slice takes too long, so that the page pauses wherever it may.
        scheduler.yield = async () => {{
          await new Promise((done) => {{ setTimeout(done); }});
          if (document.readyState === "loading") return;
          if (window.pauses === {at}) {{ {action} }}
          window.pauses += 1;
        }};"""
    added = chrome.execute_cdp_cmd("Page.addScriptToEvaluateOnNewDocument", {"source": source})
    try:
        yield
    finally:
        chrome.execute_cdp_cmd("Page.removeScriptToEvaluateOnNewDocument", added)


@pytest.mark.parametrize("at", range(0, 12, 3))
@pytest.mark.parametrize("action", [PRESS, CLICK], ids=["key", "click"])
def test_early_zoom_is_done_once_there_is_a_map(quiet: Chrome, page: str, action: str, at: int) -> None:
    visit(quiet, page)
    scale = "const [a, b] = arguments[0].map(papertrace.where); return Math.hypot(a.x - b.x, a.y - b.y)"
    ids = run(quiet, "return papertrace.drawn().slice(0, 2)")
    whole = run(quiet, scale, ids)
    with _interrupted(quiet, action, at=at):
        visit(quiet, page)

        assert run(quiet, "return [failures, pauses > arguments[0]]", at) == [[], True]
        assert run(quiet, scale, ids) > 1.2 * whole


@pytest.mark.parametrize("at", range(0, 12, 3))
def test_early_words_are_searched_with_the_choices_of_the_address(quiet: Chrome, page: str, at: int) -> None:
    with _interrupted(quiet, TYPE, at=at):
        visit(quiet, f"{page}#undated=shown")

        assert run(quiet, "return [failures, document.querySelector('#query').value]") == [[], "graph"]
        assert fragment(quiet) == "#find=graph&undated=shown"


@pytest.mark.parametrize("at", range(0, 12, 3))
def test_address_that_changes_early_is_followed(quiet: Chrome, page: str, field: Field, at: int) -> None:
    chosen = field.papers[3]
    with _interrupted(quiet, f"location.hash = '#paper={chosen.id}';", at=at):
        visit(quiet, page)

        assert run(quiet, "return [failures, location.hash]") == [[], f"#paper={chosen.id}"]
        assert chosen.title in text(quiet, "#details")


def test_legend_is_built_once_if_the_theme_changes_before_it_is_there(quiet: Chrome, page: str) -> None:
    source = """
        window.built = 0;
        const mark = performance.mark.bind(performance);
        performance.mark = (name) => {
          mark(name);
          if (name !== "papertrace-ready") return;
          new MutationObserver((changes) => {
            const added = changes.flatMap(({ addedNodes }) => [...addedNodes]);
            window.built += added.filter((node) => node.matches("h2")).length;
          }).observe(document.querySelector("#legend"), { childList: true });
          document.querySelector("#theme").click();
        };"""
    added = quiet.execute_cdp_cmd("Page.addScriptToEvaluateOnNewDocument", {"source": source})
    try:
        visit(quiet, page)

        assert run(
            quiet, "return [built, document.querySelectorAll('#legend .swatches, #legend .toggles').length > 0]"
        ) == [1, True]
    finally:
        quiet.execute_cdp_cmd("Page.removeScriptToEvaluateOnNewDocument", added)


def test_words_typed_before_the_program_is_unpacked_are_searched(quiet: Chrome, packed: str) -> None:
    source = """
        addEventListener("DOMContentLoaded", () => {
          for (const query of document.querySelectorAll("#query")) query.value = "graph";
        });"""
    added = quiet.execute_cdp_cmd("Page.addScriptToEvaluateOnNewDocument", {"source": source})
    try:
        visit(quiet, packed)

        assert run(quiet, "return [location.hash, document.querySelector('#query').value]") == ["#find=graph", "graph"]
    finally:
        quiet.execute_cdp_cmd("Page.removeScriptToEvaluateOnNewDocument", added)
