"""The page on paper: all that it says is there, and nothing that only a press makes useful."""

from collections.abc import Iterator
from pathlib import Path

import networkx as nx
import pytest
from selenium.webdriver import Chrome
from tests.browser.field import Field
from tests.browser.reader import command, element, emulate, run, text, titles, visit

from papertrace.export.page import data
from papertrace.export.page.writer import write_html

pytestmark = [pytest.mark.browser, pytest.mark.slow]

SEEN = """return [...document.querySelectorAll(arguments[0])]
    .filter(e => e.checkVisibility()).map(e => e.innerText.trim())"""
COUNTS = "return [...document.querySelectorAll('#legend .n')].map(e => e.textContent)"


@pytest.fixture
def paper(quiet: Chrome) -> Iterator[Chrome]:
    """Yield the browser, and reset what printing changed."""
    yield quiet
    command(quiet, "Emulation.setEmulatedMedia", media="")
    emulate(quiet, **{"prefers-reduced-motion": "reduce"})


def laid_out(chrome: Chrome, address: str) -> None:
    """Open a page and lay it out for print, as a browser does."""
    visit(chrome, address)
    run(chrome, "dispatchEvent(new Event('beforeprint'))")
    command(chrome, "Emulation.setEmulatedMedia", media="print")


def seen(chrome: Chrome, selector: str) -> list[str]:
    """Return the texts of the elements that are printed."""
    found = run(chrome, SEEN, selector)
    assert isinstance(found, list)
    return found


@pytest.fixture(scope="module")
def discs(field: Field, tmp_path_factory: pytest.TempPathFactory) -> str:
    """Return the address of a page whose communities are discs, as on maps of thousands of papers."""
    path = tmp_path_factory.mktemp("print") / "discs.html"
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(data, "MAX_SHOWN_PAPERS", 100)
        write_html(field.graph, path, papers=field.papers, verdicts=field.verdicts, title="Discs")
    return path.as_uri()


@pytest.mark.parametrize("size", ["marks", "discs"])
def test_legend_is_complete_at_once(paper: Chrome, page: str, discs: str, size: str) -> None:
    visit(paper, page if size == "marks" else discs)
    before = run(paper, COUNTS)

    assert "".join(before)
    assert run(paper, f"dispatchEvent(new Event('beforeprint')); {COUNTS}") == before


def test_list_that_is_cut_says_so_and_a_whole_one_does_not(paper: Chrome, page: str) -> None:
    laid_out(paper, page)
    n = len(titles(paper))
    assert text(paper, "#printed").startswith(f"The first {n} of 226.")

    laid_out(paper, f"{page}#community=2")
    assert seen(paper, "#results .title")
    assert not element(paper, "#printed").is_displayed()


@pytest.mark.parametrize("width", [720, 560], ids=["A4", "A5"])
@pytest.mark.parametrize("tab", ["", "#tab=list"])
def test_map_legend_and_list_are_all_printed(paper: Chrome, page: str, tab: str, width: int) -> None:
    command(paper, "Emulation.setDeviceMetricsOverride", width=width, height=1000, deviceScaleFactor=1, mobile=False)
    laid_out(paper, page + tab)

    assert seen(paper, "#results .title")
    assert seen(paper, "#legend .toggles li")
    assert element(paper, "#map canvas").is_displayed()


@pytest.mark.parametrize(
    "fragment", ["", "#paper=p00023&abstract=shown&ring=2", "#about=1", "#about=1&versus=4", "#link=p00000+p00009"]
)
def test_no_word_is_printed_that_is_only_there_to_be_pressed(paper: Chrome, page: str, fragment: str) -> None:
    laid_out(paper, page + fragment)

    presses = {"why", "Why", "Close", "Help", "Dark", "Path to another paper", "Show only this", "★ Save", "Tray"}
    assert presses.isdisjoint(seen(paper, "button, a"))
    assert "Keys" not in seen(paper, "h3 span")


def test_bars_are_printed(paper: Chrome, page: str) -> None:
    """Browsers leave out backgrounds unless they are told that these say something."""
    laid_out(paper, page + "#about=1")
    adjusted = """return [...document.querySelectorAll(".bars span, .growth .bar, .share, .share span")]
        .map(e => getComputedStyle(e).printColorAdjust)"""

    assert set(run(paper, adjusted)) == {"exact"}


def test_ground_of_the_map_is_that_of_the_paper(paper: Chrome, page: str) -> None:
    laid_out(paper, page + "#view=timeline")

    corner = "return [...document.querySelector('#map canvas').getContext('2d').getImageData(2, 2, 1, 1).data]"
    assert run(paper, f"papertrace.where('p00001'); {corner}") in ([255, 255, 255, 255], [0, 0, 0, 0])


def test_advice_on_pressing_is_not_printed(paper: Chrome, discs: str) -> None:
    laid_out(paper, discs)

    assert seen(paper, "#crumbs span") == []


def test_page_of_one_paper_is_printed(paper: Chrome, tmp_path: Path) -> None:
    graph: nx.MultiGraph[str] = nx.MultiGraph()
    graph.add_node("p0", label="Only one", x=0.0, y=0.0)
    write_html(graph, tmp_path / "page.html")
    laid_out(paper, (tmp_path / "page.html").as_uri())

    assert seen(paper, "#results .title") == ["Only one"]
    assert not element(paper, "#printed").is_displayed()
