"""Links that would blacken the map: many at rest, and those into a much-cited paper."""

from collections.abc import Callable
from pathlib import Path

import networkx as nx
import pytest
from selenium.webdriver import Chrome
from tests.browser.reader import fragment, messages, run, screen, text, visit

from papertrace.export.page.writer import write_html

pytestmark = [pytest.mark.browser, pytest.mark.slow]

N_CITING = 29

# Draws the map again, and returns how many lines and arrowheads are drawn.
DRAWN = """
    const done = arguments[arguments.length - 1];
    const found = { straight: 0, heads: 0 };
    const [path, context] = [Path2D.prototype, CanvasRenderingContext2D.prototype];
    const { lineTo: straight } = path;
    const { lineTo: line, beginPath: begin, fill } = context;
    const real = { line, begin, fill };
    let lines = 0;
    path.lineTo = function (...rest) { found.straight += 1; return straight.apply(this, rest); };
    context.lineTo = function (...rest) { lines += 1; return real.line.apply(this, rest); };
    context.beginPath = function () { lines = 0; return real.begin.apply(this); };
    context.fill = function (...rest) {
      if (!rest.length && lines === 2) found.heads += 1;
      return real.fill.apply(this, rest);
    };
    const frames = (n) => requestAnimationFrame(() => {
      if (n) return frames(n - 1);
      path.lineTo = straight;
      [context.lineTo, context.beginPath, context.fill] = [real.line, real.begin, real.fill];
      return done(found);
    });
    document.getElementById("theme").click(); // prepares the links anew
    setTimeout(() => frames(2), 300);
"""


def drawn(chrome: Chrome) -> dict[str, int]:
    found: dict[str, int] = chrome.execute_async_script(DRAWN)
    return found


def survey() -> "nx.MultiGraph[str]":
    graph: nx.MultiGraph[str] = nx.MultiGraph()
    graph.add_node("survey", label="A survey", kind="paper", community=0, x=0.0, y=0.0)
    for i in range(N_CITING):
        graph.add_node(
            f"p{i:02}", label=f"Paper {i}", kind="paper", community=0, x=300.0 + 20 * (i % 6), y=40.0 * i - 600
        )
        graph.add_edge("survey", f"p{i:02}", kind="citation", weight=1.0, evidence="A survey", tail=f"p{i:02}")
    return graph


@pytest.fixture
def opened_map(quiet: Chrome, tmp_path: Path) -> Callable[["nx.MultiGraph[str]"], Chrome]:
    def opened(graph: "nx.MultiGraph[str]") -> Chrome:
        write_html(graph, tmp_path / "page.html", title="Ties")
        screen(quiet, 1440, 900)
        visit(quiet, (tmp_path / "page.html").as_uri())
        messages(quiet)
        return quiet

    return opened


def test_of_many_arrows_into_a_paper_a_few_have_heads_until_it_is_chosen(
    opened_map: Callable[["nx.MultiGraph[str]"], Chrome],
) -> None:
    chrome = opened_map(survey())
    assert 3 <= drawn(chrome)["heads"] <= 12

    run(chrome, "location.hash = 'paper=survey'")

    assert drawn(chrome)["heads"] == N_CITING


def all_linked() -> "nx.MultiGraph[str]":
    """Return eight papers, each linked with each other one; every second cites the one before, along a main path."""
    graph: nx.MultiGraph[str] = nx.MultiGraph()
    for i in range(8):
        graph.add_node(f"p{i}", label=f"Paper {i}", kind="paper", community=0, x=200.0 * (i % 4), y=150.0 * (i // 4))
        graph.nodes[f"p{i}"].update({"main_path": i + 1} if i < 3 else {})
        for before in range(i):
            graph.add_edge(f"p{before}", f"p{i}", kind="concept", weight=1.0 + before + i, evidence="ink")
        if i:
            graph.add_edge(f"p{i - 1}", f"p{i}", kind="citation", weight=1.0, evidence="Paper", tail=f"p{i}")
    return graph


def test_map_shows_the_strongest_links_until_a_paper_is_chosen(
    opened_map: Callable[["nx.MultiGraph[str]"], Chrome],
) -> None:
    chrome = opened_map(all_linked())
    assert drawn(chrome)["straight"] == 13  # of 28: two of each paper, all with the heaviest two
    assert "two strongest links" in text(chrome, "#legend")

    run(chrome, "location.hash = 'paper=p3'")

    assert drawn(chrome)["straight"] == 13 + 5  # the paper has seven links
    assert text(chrome, "#key").split("\n") == ["cites 1", "cited by 1", "other links 5"]


def test_main_path_is_drawn_with_arrows_until_it_is_switched_off(
    opened_map: Callable[["nx.MultiGraph[str]"], Chrome],
) -> None:
    chrome = opened_map(all_linked())
    with_path = drawn(chrome)["heads"]

    run(chrome, "[...document.querySelectorAll('.check')].find(e => e.innerText.includes('Main path')).click()")

    assert drawn(chrome)["heads"] == with_path - 2
    assert fragment(chrome) == "#without=main_path"
