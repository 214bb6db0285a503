"""A page so large that its data are compressed: the same page, and what it says where it cannot be unpacked."""

from pathlib import Path

import pytest
from selenium.webdriver import Chrome
from tests.browser.field import Field
from tests.browser.reader import click_at, messages, run, text, titles, until, visit, where

pytestmark = pytest.mark.browser


def test_packed_page_shows_what_the_same_page_shows(quiet: Chrome, page: str, packed: str) -> None:
    shown = []
    for address in (page, packed):
        visit(quiet, address)
        shown.append((titles(quiet), text(quiet, "#legend"), run(quiet, "return papertrace.drawn()"), quiet.title))

    assert shown[0] == shown[1]


def test_paper_of_a_packed_page_is_opened_from_the_map_and_by_address(quiet: Chrome, packed: str, field: Field) -> None:
    key = field.papers[3].id
    visit(quiet, packed)
    click_at(quiet, *where(quiet, key))
    opened = text(quiet, "#details h2")
    assert opened

    visit(quiet, packed + f"#paper={key}")

    assert text(quiet, "#details h2") == field.papers[3].title
    assert run(quiet, "return performance.getEntriesByType('resource').length") == 0


def test_abstracts_of_a_packed_page_are_those_of_the_same_page(
    quiet: Chrome, page: str, packed: str, field: Field
) -> None:
    shown = []
    for address in (page, packed):
        for paper in (field.papers[0], field.papers[-2]):
            visit(quiet, f"{address}#paper={paper.id}&abstract=shown")
            until(lambda: "Records of" in text(quiet, "#details"))
            shown.append(text(quiet, "#details"))

    assert shown[:2] == shown[2:]


def test_papers_of_a_packed_page_are_drawn_before_all_else_and_once(quiet: Chrome, packed: str) -> None:
    visit(quiet, packed)

    names = ["papertrace-first-sight", "papertrace-ready"]
    times = "return arguments[0].map(name => performance.getEntriesByName(name)[0].startTime)"
    drawn, ready = run(quiet, times, names)
    assert drawn < ready
    until(lambda: run(quiet, "return document.querySelectorAll('#map .first').length") == 0)


def test_damaged_page_says_so(chrome: Chrome, packed: str, tmp_path: Path) -> None:
    whole = Path(packed.removeprefix("file://")).read_text("utf-8")
    (tmp_path / "damaged.html").write_text(whole.replace('id="packed">', 'id="packed">AAAA'), "utf-8")

    chrome.get((tmp_path / "damaged.html").as_uri())

    until(lambda: "damaged" in text(chrome, "#empty"))
    messages(chrome)


def test_browser_that_cannot_unpack_says_so(chrome: Chrome, packed: str) -> None:
    source = "delete window.DecompressionStream"
    made = chrome.execute_cdp_cmd("Page.addScriptToEvaluateOnNewDocument", {"source": source})
    try:
        chrome.get(packed)
        until(lambda: "too old" in text(chrome, "#empty"))
    finally:
        chrome.execute_cdp_cmd("Page.removeScriptToEvaluateOnNewDocument", made)


def test_packed_page_can_be_the_earlier_one(packed: str, field: Field) -> None:
    from papertrace.pipeline.earlier import read_earlier

    earlier = read_earlier(Path(packed.removeprefix("file://")))

    assert {paper.id for paper in field.papers} <= earlier.ids
