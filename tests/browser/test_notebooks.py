"""What a notebook shows, in a page that inserts it as Jupyter does: a sandboxed frame without a URL or storage."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from selenium.webdriver import Chrome
from tests.browser.chromium import requests_of
from tests.browser.field import Field
from tests.browser.reader import element, messages, run, search, text, until

import papertrace

pytestmark = [pytest.mark.browser, pytest.mark.slow]

OUTER = """<!doctype html><meta charset="utf-8"><title>notebook</title><div id="output"></div>
<script type="text/plain" id="html">{}</script>
<script>
window.ran = null;
document.getElementById("output").innerHTML = JSON.parse(document.getElementById("html").textContent);
</script>"""


def open_as_jupyter(chrome: Chrome, shown: str, folder: Path) -> None:
    """Insert the HTML of a cell's result into a page as markup, and go into its frame."""
    from papertrace.export.page.embedding import to_json

    outer = folder / "notebook.html"
    outer.write_text(OUTER.format(to_json(shown)), "utf-8")
    requests_of(chrome)
    chrome.get(outer.as_uri())
    chrome.switch_to.frame(element(chrome, "iframe"))


@pytest.fixture
def cell(quiet: Chrome, field: Field, tmp_path: Path) -> Iterator[Chrome]:
    frame = papertrace.show(
        field.graph, papers=field.papers, verdicts=field.verdicts, title="Ink & <b>bold</b>", height="860px"
    )
    open_as_jupyter(quiet, frame._repr_html_(), tmp_path)
    until(lambda: run(quiet, "return performance.getEntriesByName('papertrace-complete').length"))
    yield quiet
    quiet.switch_to.default_content()
    assert run(quiet, "return window.ran") is None


def test_page_in_a_cell_is_whole_and_requests_nothing(cell: Chrome) -> None:
    assert text(cell, "h1") == "Ink & <b>bold</b>"
    assert len(cell.find_elements("css selector", "#results button")) > 10
    assert [url for url in requests_of(cell) if not url.startswith(("file:", "data:", "about:", "blob:"))] == []
    cell.switch_to.default_content()
    assert text(cell, "#output p").startswith("Ink & <b>bold</b>: 226 papers, ")


def test_page_in_a_cell_cannot_reach_the_notebook(cell: Chrome) -> None:
    reach = "try { return String(window.parent.document.title) } catch (error) { return error.name }"

    assert run(cell, reach) == "SecurityError"
    assert run(cell, "try { return localStorage.length } catch (error) { return error.name }") == "SecurityError"


def test_choice_in_a_cell_is_shown_whole_and_can_be_given_up(cell: Chrome) -> None:
    for button in cell.find_elements("css selector", "#results button")[:3]:
        button.click()
        title = text(cell, "#results [aria-current] .title")
        assert title in text(cell, "#details")
        # The announcement is the last effect of a selection.
        assert run(cell, "return document.getElementById('told').textContent").startswith(title)
    element(cell, "#details .close").click()

    assert text(cell, "#details") == ""


def test_search_tray_and_theme_in_a_cell_work_without_storage(cell: Chrome) -> None:
    found = search(cell, "glacier")
    assert found
    element(cell, "#results button").click()
    element(cell, "#details [data-mark=saved]").click()
    assert text(cell, "#tray") == "Tray (1)"
    element(cell, "#theme").click()
    assert run(cell, "return document.documentElement.dataset.theme") == "dark"
    element(cell, "#tray").click()

    assert found[0] in text(cell, "#details")


def test_theme_chosen_in_a_cell_is_that_after_printing(cell: Chrome) -> None:
    theme = "return document.documentElement.dataset.theme"
    element(cell, "#theme").click()
    run(cell, "dispatchEvent(new Event('beforeprint'))")
    assert run(cell, theme) == "print"
    run(cell, "dispatchEvent(new Event('afterprint'))")

    assert run(cell, theme) == "dark"


def test_graph_as_the_result_of_a_cell_is_the_page(quiet: Chrome, tmp_path: Path) -> None:
    listing = tmp_path / "hostile.bib"
    title = "<img src=x onerror='parent.ran=1'></iframe><script>parent.ran=1</script> Ink Recovery"
    listing.write_text("\n".join(f"@article{{k{i}, title = {{{title} {i}}}}}" for i in range(3)), "utf-8")
    graph = papertrace.build_graph(papertrace.extract_papers([listing]))
    open_as_jupyter(quiet, graph._repr_html_(), tmp_path)
    until(lambda: run(quiet, "return performance.getEntriesByName('papertrace-complete').length"))

    assert "Ink Recovery 0" in text(quiet, "#results")
    assert "<img src=x" in text(quiet, "#results")
    quiet.switch_to.default_content()
    assert run(quiet, "return window.ran") is None
    assert run(quiet, "return document.querySelectorAll('iframe').length") == 1
    assert messages(quiet) == []


def test_paper_and_papers_are_shown_as_text(quiet: Chrome, field: Field, tmp_path: Path) -> None:
    open_as_jupyter(quiet, papertrace.show(field.papers)._repr_html_(), tmp_path)
    until(lambda: run(quiet, "return document.querySelectorAll('tr').length") == 101)

    assert field.papers[0].title in text(quiet, "table")
    assert run(quiet, "return getComputedStyle(document.querySelector('td')).textAlign") == "start"
    quiet.switch_to.default_content()
