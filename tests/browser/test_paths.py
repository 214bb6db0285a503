"""Paths: two papers picked, the shortest and the strongest chain between them, and the reason for each hop."""

from dataclasses import replace
from itertools import pairwise
from pathlib import Path

import networkx as nx
import pytest
from selenium.webdriver import ActionChains, Chrome, Keys
from tests.browser.field import Field
from tests.browser.reader import (
    click_at,
    element,
    fragment,
    make_paper,
    page_of,
    run,
    search,
    text,
    titles,
    until,
    visit,
    where,
)
from tests.case_tables import cases

from papertrace.model import Concept

pytestmark = [pytest.mark.browser, pytest.mark.slow]

NAMES = ("ash", "birch", "cedar", "doum", "elm", "fir")
# The chain over birch is short and weak, that over cedar and doum long and strong; fir is apart.
EDGES = (
    ("ash", "birch", "concept", 0.5, "ice"),
    ("birch", "elm", "mention", 0.5, "Birch follows Elm in this."),
    ("ash", "cedar", "concept", 9.0, "ice"),
    ("cedar", "doum", "concept", 9.0, "ice"),
    ("doum", "elm", "concept", 9.0, "ice"),
)
CHAINS = """return [...document.querySelectorAll("#details .chain")].map(
    chain => [...chain.querySelectorAll(".name")].map(e => e.textContent))"""


@pytest.fixture(scope="module")
def trees(tmp_path_factory: pytest.TempPathFactory) -> str:
    held = (Concept(key="ice", label="ice"),)
    papers = [make_paper(name, name.title(), abstract=f"In {name} we meet ice.", concepts=held) for name in NAMES]
    graph: nx.MultiGraph[str] = nx.MultiGraph()
    for i, name in enumerate(NAMES):
        graph.add_node(name, label=name.title(), x=100.0 * i, y=50.0 * (i % 2))
    for one, other, kind, weight, evidence in EDGES:
        graph.add_edge(one, other, kind=kind, weight=weight, evidence=evidence)
    # Cedar is without what the others hold, and two papers have an author in common, written in two ways.
    papers[2] = replace(papers[2], concepts=(), authors=("Dele Okafor",))
    papers[5] = replace(papers[5], concepts=(), authors=("Emi Tanaka", "DELE OKÁFOR"))
    return page_of(tmp_path_factory.mktemp("paths"), graph, papers=papers)


def test_shortest_and_strongest_chain_are_shown(quiet: Chrome, trees: str) -> None:
    visit(quiet, trees + "#path=ash+elm")

    assert run(quiet, CHAINS) == [["Ash", "Birch", "Elm"], ["Ash", "Cedar", "Doum", "Elm"]]
    headings = [line for line in text(quiet, "#details").splitlines() if "hops" in line]
    assert headings == ["2 hops, weakest link 0.5", "3 hops, weakest link 9"]
    assert quiet.title == "Ash \u2013 Elm"


def test_chain_that_is_both_is_shown_once(quiet: Chrome, trees: str) -> None:
    visit(quiet, trees + "#path=cedar+elm")

    assert run(quiet, CHAINS) == [["Cedar", "Doum", "Elm"]]
    assert "Shortest and strongest" in text(quiet, "#details")


def test_each_hop_has_its_sentences(quiet: Chrome, trees: str) -> None:
    visit(quiet, trees + "#path=ash+elm")
    until(lambda: "In ash we meet ice." in text(quiet, "#details .chain"))

    first = text(quiet, "#details .chain")
    assert "In birch we meet ice." in first
    assert "Birch follows Elm in this." in first
    marked = run(quiet, "return [...document.querySelectorAll('#details .chain mark')].map(e => e.textContent)")
    assert set(marked) == {"ice"}


def test_sentences_of_a_hop_follow_its_direction(quiet: Chrome, trees: str) -> None:
    """The first hop from doum is drawn from cedar to doum."""
    visit(quiet, trees + "#path=doum+ash")
    until(lambda: "In cedar we meet ice." in text(quiet, "#details .chain"))

    said = text(quiet, "#details .chain .hop")
    assert said.index("In doum") < said.index("In cedar")


@cases("path, said", named=True)
def test_what_two_papers_have_in_common_is_said_without_a_link(
    quiet: Chrome, trees: str, path: str, said: list[str]
) -> None:
    visit(quiet, f"{trees}#path={path}")

    headings = run(quiet, "return [...document.querySelectorAll('#details h3')].map(e => e.firstChild.textContent)")
    assert ("In common" in headings) == bool(said)
    for words in said:
        assert words in text(quiet, "#details")


def test_start_of_a_path_stays_bright_while_the_other_end_is_sought(quiet: Chrome, trees: str) -> None:
    visit(quiet, trees + "#pick=ash")

    search(quiet, "title:elm")

    assert run(quiet, "return papertrace.bright()") == ["ash", "elm"]


def test_papers_without_a_chain_are_said_to_have_none(quiet: Chrome, trees: str) -> None:
    visit(quiet, trees + "#path=ash+fir")
    assert "No chain of links joins the two." in text(quiet, "#details")

    visit(quiet, trees + "#path=ash+elm&weight=1")
    assert run(quiet, CHAINS) == [["Ash", "Cedar", "Doum", "Elm"]]
    visit(quiet, trees + "#path=birch+elm&weight=1")
    assert "or the filters hide it" in text(quiet, "#details")


@pytest.mark.parametrize("way", ["map", "list", "search"])
def test_path_is_picked(quiet: Chrome, trees: str, way: str) -> None:
    visit(quiet, trees + "#paper=ash")
    quiet.find_element("xpath", "//button[contains(., 'Path to another paper')]").click()
    assert "Choose the other paper" in text(quiet, "#details")
    assert fragment(quiet) == "#pick=ash"

    if way == "map":
        click_at(quiet, *where(quiet, "elm"))
    elif way == "list":
        run(quiet, "document.querySelector('#results [data-paper=\"4\"]').click()")
    else:
        assert search(quiet, "title:elm") == ["Elm"]
        ActionChains(quiet).send_keys(Keys.ENTER).perform()

    assert len(run(quiet, CHAINS)) == 2
    assert "path=ash+elm" in fragment(quiet)


def test_path_is_picked_with_the_keyboard_alone(quiet: Chrome, trees: str) -> None:
    visit(quiet, trees + "#pick=ash")
    run(quiet, "document.getElementById('map').focus()")

    ActionChains(quiet).send_keys(Keys.ARROW_RIGHT, Keys.ARROW_RIGHT).perform()
    said = run(quiet, "return document.getElementById('told').textContent")
    ActionChains(quiet).send_keys(Keys.ENTER).perform()

    assert said.endswith("Enter chooses it.")
    assert fragment(quiet).startswith("#path=ash+")
    assert said.split(".")[0] in text(quiet, "#details")


def test_picking_is_given_up_with_escape(quiet: Chrome, trees: str) -> None:
    visit(quiet, trees + "#pick=ash")

    ActionChains(quiet).send_keys(Keys.ESCAPE).perform()

    assert fragment(quiet) == "#paper=ash"
    assert text(quiet, "#details h2") == "Ash"


def test_path_is_turned_round_and_its_papers_open(quiet: Chrome, trees: str) -> None:
    visit(quiet, trees + "#path=cedar+elm")

    quiet.find_element("xpath", "//button[contains(., 'other way round')]").click()
    assert run(quiet, CHAINS) == [["Elm", "Doum", "Cedar"]]
    element(quiet, "#details .chain .name").click()
    assert text(quiet, "#details h2") == "Elm"


def test_address_with_no_path_shows_the_whole(quiet: Chrome, trees: str) -> None:
    visit(quiet, f"{trees}#path=ash+gone")

    assert text(quiet, "#details") == ""
    assert len(titles(quiet)) == len(NAMES)


def test_chains_of_a_field_are_as_short_as_networkx_finds(quiet: Chrome, page: str, field: Field) -> None:
    plain = nx.Graph(field.graph)
    components: list[list[str]] = [sorted(component) for component in nx.connected_components(plain)]
    group = max(components, key=len)
    for one, other in zip(group[:4], group[-4:], strict=True):
        visit(quiet, f"{page}#path={one}+{other}")
        shown = run(quiet, CHAINS)
        assert len(shown[0]) - 1 == nx.shortest_path_length(plain, one, other)


def test_path_that_is_found_is_framed(quiet: Chrome, page: str) -> None:
    visit(quiet, page)
    for _ in range(4):
        element(quiet, "#closer").click()

    run(quiet, "location.hash = `path=${papertrace.drawn()[0]}+${papertrace.drawn()[40]}`")

    until(lambda: text(quiet, "#details .chain"))
    outside = """const box = document.getElementById("map").getBoundingClientRect();
        return papertrace.bright().map(papertrace.where).filter(({ x, y }) =>
          x < box.left || x > box.right || y < box.top || y > box.bottom)"""
    assert run(quiet, "return papertrace.bright().length") >= 2
    assert run(quiet, outside) == []


def test_a_chain_of_links_without_evidence_is_shown(quiet: Chrome, tmp_path: Path) -> None:
    graph: nx.MultiGraph[str] = nx.MultiGraph()
    graph.add_nodes_from((name, {"label": name.title(), "x": 0.0, "y": 100.0 * i}) for i, name in enumerate(NAMES[:3]))
    graph.add_edges_from((one, other, {"weight": 1.0}) for one, other in pairwise(NAMES[:3]))
    papers = [make_paper(name, name.title()) for name in NAMES[:3]]

    visit(quiet, page_of(tmp_path, graph, papers=papers) + f"#path={NAMES[0]}+{NAMES[2]}")

    assert run(quiet, CHAINS) == [[name.title() for name in NAMES[:3]]]
