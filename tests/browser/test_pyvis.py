"""The page of `to_pyvis` in a browser: drawn as the page, without a request, and safe."""

from collections.abc import Callable
from pathlib import Path

import networkx as nx
import pytest
from pyvis.network import Network
from selenium.webdriver import Chrome
from tests.browser.chromium import requests_of
from tests.browser.field import Field
from tests.browser.reader import command, element, messages, run, text, until, visit

import papertrace

pytestmark = [pytest.mark.browser, pytest.mark.slow]

SCRIPT = "<img src=x onerror=\"window.ran=1\" href='javascript:window.ran=1'></script><script>window.ran=1</script>"


@pytest.fixture
def network(field: Field) -> Network:
    return papertrace.to_pyvis(field.graph, papers=field.papers, verdicts=field.verdicts, title="A made-up field")


@pytest.fixture
def show(quiet: Chrome, tmp_path: Path) -> Callable[[Network], Chrome]:
    def show(network: Network) -> Chrome:
        path = tmp_path / "network.html"
        network.write_html(str(path))
        requests_of(quiet)
        visit(quiet, path.as_uri())
        assert [url for url in requests_of(quiet) if not url.startswith(("file:", "data:", "about:"))] == []
        return quiet

    return show


def point_at(chrome: Chrome, key: str) -> None:
    place = run(
        chrome,
        """const at = network.canvasToDOM(network.getPositions([arguments[0]])[arguments[0]]);
        const box = container.getBoundingClientRect();
        return { x: at.x + box.left, y: at.y + box.top };""",
        key,
    )
    command(chrome, "Input.dispatchMouseEvent", type="mouseMoved", x=place["x"] + 1, y=place["y"])
    command(chrome, "Input.dispatchMouseEvent", type="mouseMoved", x=place["x"], y=place["y"])


def test_papers_are_drawn_where_the_page_has_them(network: Network, show: Callable[[Network], Chrome]) -> None:
    chrome = show(network)
    places = run(chrome, "return nodes.getIds().map((id) => [id, network.body.nodes[id].x, network.body.nodes[id].y])")

    assert [key for key, *_ in places] == network.get_nodes()
    for (_, x, y), node in zip(places, network.nodes, strict=True):
        assert (abs(x - node["x"]) < 1, abs(y - node["y"]) < 1) == (True, True)  # vis-network takes whole pixels
    assert run(chrome, "return document.querySelectorAll('h1').length") == 1
    assert run(chrome, "return network.physics.physicsEnabled") is False
    assert run(chrome, "return container.querySelector('canvas').width") > 1000


def test_tooltip_shows_a_hostile_title_as_text(show: Callable[[Network], Chrome]) -> None:
    graph: nx.MultiGraph[str] = nx.MultiGraph()
    graph.add_node("a", label=SCRIPT, kind="paper", x=0.0, y=0.0, community=0, community_label=SCRIPT)
    graph.add_node("b", label="Other", kind="paper", x=90.0, y=90.0, community=0, community_label=SCRIPT)
    graph.add_edge("a", "b", kind="concept", weight=1.0, evidence=SCRIPT)
    network = papertrace.to_pyvis(graph, title=SCRIPT)
    network.select_menu = network.filter_menu = True
    chrome = show(network)
    point_at(chrome, "a")
    until(lambda: "onerror" in text(chrome, ".vis-tooltip"))

    assert "<img src=x" in text(chrome, ".vis-tooltip")
    assert text(chrome, "h1") == SCRIPT
    assert run(chrome, "return document.querySelectorAll('img, .vis-tooltip *:not(br)').length") == 0
    assert run(chrome, "return window.ran ?? null") is None


def test_hostile_listing_is_mapped_safely(quiet: Chrome, tmp_path: Path) -> None:
    listing = tmp_path / "listing.txt"
    listing.write_text(
        "\n".join(f"@article{{k{i}, title = {{{SCRIPT} Ink Recovery {i}}}, year = 2024}}" for i in range(4)), "utf-8"
    )
    papers = list(papertrace.extract_papers([listing]))
    path = tmp_path / "map.pyvis.html"
    papertrace.write_graph(papertrace.build_graph(papers), path, papers=papers)
    visit(quiet, path.as_uri())
    until(lambda: run(quiet, "return nodes.length") == len(papers))

    assert papers
    assert all("onerror" in paper.title for paper in papers)
    assert run(quiet, "return window.ran ?? null") is None


def test_menus_of_pyvis_select_and_filter(network: Network, show: Callable[[Network], Chrome]) -> None:
    network.select_menu = network.filter_menu = True
    network.nodes[3]["label"] = "The third"
    chrome = show(network)
    choose = """
        const select = document.getElementById(arguments[0]);
        for (const option of select.options) option.selected = option.textContent === arguments[1];
        select.dispatchEvent(new Event("change"));"""
    run(chrome, choose, "select-node", "The third")
    assert run(chrome, "return network.getSelectedNodes()") == [network.nodes[3]["id"]]
    element(chrome, "#select-reset").click()

    for box, wanted in (("filter-item", "node"), ("filter-property", "code"), ("filter-value", "Code promised")):
        run(chrome, choose, box, wanted)
    element(chrome, "#filter-apply").click()
    promised = {node["id"] for node in network.nodes if node["code"] == "Code promised"}
    assert promised
    assert set(run(chrome, "return nodes.get().filter((node) => !node.hidden).map((node) => node.id)")) == promised
    element(chrome, "#filter-reset").click()
    assert run(chrome, "return nodes.get().filter((node) => node.hidden).length") == 0


def test_highlighting_physics_and_its_buttons_work(network: Network, show: Callable[[Network], Chrome]) -> None:
    network.neighborhood_highlight = True
    network.toggle_physics(True)  # noqa: FBT003 - pyvis's own form
    network.show_buttons(filter_=["physics"])
    chrome = show(network)
    run(chrome, "neighbourhoodHighlight({ nodes: [arguments[0]] })", network.nodes[0]["id"])
    colours = run(chrome, "return nodes.get().map((node) => typeof node.color)")

    assert {"object", "string"} == set(colours)
    assert run(chrome, "return network.physics.physicsEnabled") is True
    assert "gravitationalConstant" in text(chrome, "#config")


@pytest.mark.filterwarnings("ignore::pytest.PytestUnraisableExceptionWarning")  # pyvis leaves the file open
def test_network_from_a_dot_file_is_drawn(tmp_path: Path, show: Callable[[Network], Chrome]) -> None:
    (tmp_path / "a.dot").write_text('digraph one { A -> "B b"; "B b" -> C }', "utf-8")
    network = papertrace.to_pyvis(nx.MultiGraph())
    network.from_DOT(str(tmp_path / "a.dot"))
    chrome = show(network)

    assert run(chrome, "return nodes.getIds()") == ["A", "B b", "C"]
    assert messages(chrome) == []
