"""The files of a graph in the readers of other programs: Cytoscape.js, and graphology, which reads for Gephi Lite.

Colours, sizes, places, names, communities and bibliographic facts have to arrive there, the right way up.
"""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import networkx as nx
import pytest
from selenium.webdriver import Chrome
from tests.browser.reader import make_paper, run, screen
from tests.npm import installed_packages

import papertrace
from papertrace.model import Claim, ClaimState, Concept, Identifiers

pytestmark = [pytest.mark.browser, pytest.mark.slow]

SCRIPTS = (
    "cytoscape/dist/cytoscape.min.js",
    "graphology/dist/graphology.umd.min.js",
    "graphology-library/dist/graphology-library.js",
)
HOSTILE = "<img src=x onerror='window.ran=1'> & \"Ink\" | 墨 \u202e"
CLAIMS = (ClaimState.LINKED, ClaimState.NONE, ClaimState.PROMISED, ClaimState.CLAIMED)


@pytest.fixture(scope="module")
def graph() -> papertrace.Graph:
    """Return two communities with years, facts of publications, a citation, a hostile title, and an unlinked paper."""
    groups = ("ink recovery;layout analysis", "snow line;radar glacier")
    papers = [
        make_paper(
            f"p{i}",
            f"Paper {i}" if i != 3 else HOSTILE,
            abstract=f"On {groups[i % 2].replace(';', ' and ')}." if i < 9 else "Of tides.",
            date=f"{2015 + i}-03",
            venue="Journal of Ice" if i % 3 else None,
            n_citations=100 * i if i % 4 else None,
            keywords=("ink", "ice") if i % 2 else (),
            identifiers=Identifiers(doi=f"10.5555/{i}" if i % 3 else None),
            references=("p0",) if i == 8 else (),
            concepts=tuple(Concept(key=key, label=key) for key in (groups[i % 2] if i < 9 else "tides").split(";")),
            claim=Claim(state=CLAIMS[i % 4]),
        )
        for i in range(10)
    ]
    return papertrace.build_graph(papers, papertrace.GraphSettings(nodes=("papers", "concepts")))


@pytest.fixture
def reader(quiet: Chrome, tmp_path: Path) -> Iterator[Chrome]:
    folder = installed_packages()
    scripts = "".join(f'<script src="{(folder / path).as_uri()}"></script>' for path in SCRIPTS)
    page = tmp_path / "reader.html"
    body = '<div id="map" style="position: fixed; inset: 0; background: white"></div>'
    page.write_text(f'<!doctype html><meta charset="utf-8"><body>{body}{scripts}', "utf-8")
    screen(quiet, 1200, 900)
    quiet.get(page.as_uri())
    yield quiet
    assert run(quiet, "return window.ran ?? null") is None


def written(graph: "nx.MultiGraph[str]", path: Path) -> str:
    papertrace.write_graph(graph, path)
    return path.read_text("utf-8")


def in_graphology(
    chrome: Chrome, form: str, text: str, kind: str = "MultiGraph", options: dict[str, bool] | None = None
) -> dict[str, Any]:
    """Return nodes, and edges with their ends, as graphology reads them."""
    script = """
        const read = graphologyLibrary[arguments[0]].parse(graphology[arguments[1]], arguments[2], arguments[3]);
        return {
          nodes: Object.fromEntries(read.mapNodes((node, attributes) => [node, attributes])),
          edges: read.mapEdges((edge, attributes, source, target) => ({ ...attributes, edge, source, target })),
        };"""
    read: dict[str, Any] = run(chrome, script, form, kind, text, options or {})
    return read


@pytest.mark.parametrize("form", ["gexf", "graphml"])
def test_graphology_reads_every_attribute(form: str, graph: papertrace.Graph, reader: Chrome, tmp_path: Path) -> None:
    read = in_graphology(reader, form, written(graph, tmp_path / f"map.{form}"))

    assert set(read["nodes"]) == set(graph)
    for node, attributes in graph.nodes.items():
        found = read["nodes"][node]
        drawn = {"x", "y", "size", "color"}
        assert {name: found.get(name) for name in attributes.keys() - drawn if attributes[name] != ""} == {
            name: value for name, value in attributes.items() if name not in drawn and value != ""
        }
        assert (found["x"], found["y"], found["size"]) == pytest.approx(
            (attributes["x"], attributes["y"], attributes["size"])
        )
        colour = attributes["color"]
        red, green, blue = (int(colour[i : i + 2], 16) for i in (1, 3, 5))
        assert found["color"] in {colour, f"rgba({red},{green},{blue},1.0)"}


@pytest.mark.parametrize("form", ["gexf", "graphml"])
def test_graphology_reads_parallel_edges_with_their_reasons(
    form: str, graph: papertrace.Graph, reader: Chrome, tmp_path: Path
) -> None:
    read = in_graphology(reader, form, written(graph, tmp_path / f"map.{form}"))
    expected = {key: attributes for *_, key, attributes in graph.edges(keys=True, data=True)}

    assert {edge["edge"] for edge in read["edges"]} == set(expected)
    for edge in read["edges"]:
        wanted = expected[edge["edge"]]
        assert (edge["kind"], edge["weight"], edge["evidence"]) == (
            wanted["kind"],
            pytest.approx(wanted["weight"]),
            wanted["evidence"],
        )
        if "tail" in wanted:
            assert (edge["source"], edge["target"]) == (wanted["tail"], wanted["head"])
    assert any("tail" in edge for edge in read["edges"])


@pytest.mark.parametrize("form", ["gexf", "graphml"])
def test_gephi_lite_opens_places_names_and_parallel_edges(
    form: str, graph: papertrace.Graph, reader: Chrome, tmp_path: Path
) -> None:
    """Gephi Lite asks for a graph that is none of parallel edges, and takes places and names from these attributes."""
    options = {"addMissingNodes": True, "allowUndeclaredAttributes": True}
    read = in_graphology(reader, form, written(graph, tmp_path / f"map.{form}"), kind="Graph", options=options)

    assert len(read["edges"]) == graph.number_of_edges()
    assert set(read["nodes"]) == set(graph)
    for key, attributes in graph.nodes.items():
        node = read["nodes"][key]
        assert all(isinstance(node[name], int | float) for name in ("x", "y", "size"))
        assert node["label"] == attributes["label"]
        assert isinstance(node["color"], str)
    assert all(isinstance(edge["weight"], int | float) for edge in read["edges"])


def test_bibliographic_facts_arrive_where_they_are_known(
    graph: papertrace.Graph, reader: Chrome, tmp_path: Path
) -> None:
    facts = {"venue": "Journal of Ice", "doi": "10.5555/7", "n_citations": 700, "keywords": "ink|ice", "year": 2022}
    elements = json.loads(written(graph, tmp_path / "map.cyjs"))["elements"]["nodes"]
    in_cyjs = {node["data"]["id"]: node["data"] for node in elements}
    for found in (
        in_cyjs,
        in_graphology(reader, "gexf", written(graph, tmp_path / "map.gexf"))["nodes"],
        in_graphology(reader, "graphml", written(graph, tmp_path / "map.graphml"))["nodes"],
    ):
        assert {name: found["p7"][name] for name in facts} == facts
        assert "doi" not in found["p0"]
        assert "n_citations" not in found["p0"]


def opened_in_cytoscape(chrome: Chrome, graph: "nx.MultiGraph[str]", path: Path) -> dict[str, Any]:
    """Open the file as a user of cytoscape.js does, and return what it draws of each node and edge, by id."""
    script = """
        window.cy = cytoscape({ container: document.getElementById("map"), ...JSON.parse(arguments[0]) });
        const drawn = (one, names) => Object.fromEntries(names.map((name) => [name, one.style(name)]));
        return {
          nodes: Object.fromEntries(cy.nodes().map((node) => [node.id(), {
            ...drawn(node, ["background-color", "border-color", "border-opacity", "border-style", "width", "height",
              "label", "shape"]),
            ...node.position(), on: node.renderedPosition(), data: node.data(),
          }])),
          edges: Object.fromEntries(cy.edges().map((edge) => [edge.id(), {
            ...drawn(edge, ["target-arrow-shape", "opacity", "line-color"]),
            source: edge.source().id(), target: edge.target().id(), data: edge.data(),
          }])),
        };"""
    drawn: dict[str, Any] = run(chrome, script, written(graph, path))
    return drawn


def test_cytoscape_draws_places_sizes_colours_and_names(
    graph: papertrace.Graph, reader: Chrome, tmp_path: Path
) -> None:
    nodes = opened_in_cytoscape(reader, graph, tmp_path / "map.cyjs")["nodes"]

    assert set(nodes) == set(graph)
    for key, attributes in graph.nodes.items():
        node = nodes[key]
        assert (node["x"], node["y"]) == pytest.approx((attributes["x"], -attributes["y"]))
        assert (node["width"], node["height"]) == (f"{attributes['size']:g}px",) * 2
        red, green, blue = (int(attributes["color"][i : i + 2], 16) for i in (1, 3, 5))
        assert node["border-color"] == f"rgb({red},{green},{blue})"
        is_filled = attributes.get("claim", "linked") == "linked"
        assert node["background-color"] == (node["border-color"] if is_filled else "rgb(252,251,248)")
        assert node["label"] == attributes["label"]
        assert node["data"]["community_label"] == attributes["community_label"]
        assert node["shape"] == ("ellipse" if attributes["kind"] == "paper" else "triangle")
    assert {nodes[f"p{i}"]["border-style"] for i in (2, 3)} == {"dashed", "dotted"}


def test_cytoscape_shows_the_map_the_right_way_up(graph: papertrace.Graph, reader: Chrome, tmp_path: Path) -> None:
    nodes = opened_in_cytoscape(reader, graph, tmp_path / "map.cyjs")["nodes"]
    by_height = sorted(graph, key=lambda key: -graph.nodes[key]["y"])

    assert sorted(graph, key=lambda key: nodes[key]["on"]["y"]) == by_height
    assert max(nodes, key=lambda key: nodes[key]["on"]["y"]) == "p9"  # the unlinked paper is at the bottom


def test_cytoscape_draws_arrows_from_citing_to_cited_papers(
    graph: papertrace.Graph, reader: Chrome, tmp_path: Path
) -> None:
    edges = opened_in_cytoscape(reader, graph, tmp_path / "map.cyjs")["edges"]
    citations = [edge for edge in edges.values() if edge["data"]["kind"] == "citation"]

    assert len(edges) == graph.number_of_edges()
    assert [(one["source"], one["target"], one["target-arrow-shape"]) for one in citations] == [
        ("p8", "p0", "triangle")
    ]
    others = {one["target-arrow-shape"] for one in edges.values() if "tail" not in one["data"]}
    assert others == {"none"}


def test_cytoscape_paints_what_it_has_read(graph: papertrace.Graph, reader: Chrome, tmp_path: Path) -> None:
    opened_in_cytoscape(reader, graph, tmp_path / "map.cyjs")
    found = run(
        reader,
        """const colours = new Set();
        const canvas = document.createElement("canvas");
        const image = new Image();
        image.src = cy.png({ full: true, scale: 2, bg: "white" });
        return image.decode().then(() => {
          canvas.width = image.width; canvas.height = image.height;
          const context = canvas.getContext("2d");
          context.drawImage(image, 0, 0);
          const data = context.getImageData(0, 0, canvas.width, canvas.height).data;
          for (let i = 0; i < data.length; i += 4) colours.add([data[i], data[i + 1], data[i + 2]].join());
          return [...colours];
        });""",
    )
    for attributes in graph.nodes.values():
        assert ",".join(str(int(attributes["color"][i : i + 2], 16)) for i in (1, 3, 5)) in found


def test_cytoscape_reads_a_graph_of_another_program_without_a_warning(reader: Chrome, tmp_path: Path) -> None:
    foreign: nx.MultiGraph[str] = nx.MultiGraph()
    foreign.add_node("a", size="big", color="red;}", label=HOSTILE)
    foreign.add_node("b")
    foreign.add_edge("a", "b", weight="heavy")
    drawn = opened_in_cytoscape(reader, foreign, tmp_path / "map.cyjs")

    assert drawn["nodes"]["a"]["label"] == HOSTILE
    assert drawn["nodes"]["b"]["label"] == "b"
