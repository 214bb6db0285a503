"""Every file shows the map in the same orientation as the picture, in the coordinates of its format."""

import json
import math
import re
import xml.etree.ElementTree as ET
from collections.abc import Callable
from pathlib import Path

import igraph
import networkx as nx
import pandas as pd
import pytest
from tests.gexf import read_gexf

import papertrace
from papertrace.export.page.data import page_data
from papertrace.graph.settings import GraphSettings
from papertrace.model import Concept, Paper

Points = dict[str, tuple[float, float]]

# Two groups and an unlinked paper, which is below them.
HELD = ("a b", "a b", "b c a", "d e", "e d f", "f d", "")


@pytest.fixture(scope="module")
def graph() -> "nx.MultiGraph[str]":
    papers = [
        Paper(
            id=f"p{number}",
            title=f"Paper {number}",
            abstract="",
            entries=(),
            concepts=tuple(Concept(key=key, label=key) for key in keys.split()),
        )
        for number, keys in enumerate(HELD)
    ]
    return papertrace.build_graph(papers, GraphSettings(nodes=("papers", "concepts")))


@pytest.fixture
def written(graph: "nx.MultiGraph[str]", tmp_path: Path) -> Callable[[str], Path]:
    def write(end: str) -> Path:
        papertrace.write_graph(graph, tmp_path / f"map{end}")
        return tmp_path / f"map{end}"

    return write


def in_graphml_of_networkx(path: Path) -> Points:
    read = nx.read_graphml(path, force_multigraph=True)
    return {node: (facts["x"], facts["y"]) for node, facts in read.nodes.items()}


def in_graphml_of_igraph(path: Path) -> Points:
    read = igraph.Graph.Read_GraphML(str(path))
    places = read.layout_auto()  # uses the attributes x and y
    return dict(zip(read.vs["id"], ((x, y) for x, y in places.coords), strict=True))


def in_csv(path: Path) -> Points:
    read = pd.read_csv(path)
    return dict(zip(read["id"], zip(read["x"], read["y"], strict=True), strict=True))


def in_node_link(path: Path) -> Points:
    read = nx.node_link_graph(json.loads(path.read_text("utf-8")), edges="edges")
    return {node: (facts["x"], facts["y"]) for node, facts in read.nodes.items()}


def in_gexf(path: Path) -> Points:
    places = {node: facts["viz"]["position"] for node, facts in read_gexf(path).nodes.items()}
    return {node: (place["x"], place["y"]) for node, place in places.items()}


def in_cytoscape(path: Path) -> Points:
    nodes = json.loads(path.read_text("utf-8"))["elements"]["nodes"]
    assert {node["data"]["id"]: node["data"]["y"] for node in nodes} == {
        node["data"]["id"]: -node["position"]["y"] for node in nodes
    }
    return {node["data"]["id"]: (node["position"]["x"], -node["position"]["y"]) for node in nodes}  # y points down


def in_vosviewer(path: Path) -> Points:
    items = json.loads(path.read_text("utf-8"))["network"]["items"]
    return {item["label"].replace("Paper ", "p"): (item["x"], item["y"]) for item in items}


def in_page(path: Path) -> Points:
    found = re.search(r'id="data">(.*?)</script>', path.read_text("utf-8"), re.DOTALL)
    assert found
    data = json.loads(found[1])
    pairs = zip(data["papers"], data["nodes"], strict=True)
    return {paper["id"]: (node["x"], -node["y"]) for paper, node in pairs}  # a canvas, whose y points down


READERS = [
    pytest.param(".graphml", in_graphml_of_networkx, id="graphml, networkx"),
    pytest.param(".graphml", in_graphml_of_igraph, id="graphml, igraph"),
    pytest.param(".nodes.csv", in_csv, id="csv"),
    pytest.param(".json", in_node_link, id="node-link json"),
    pytest.param(".gexf", in_gexf, id="gexf"),
    pytest.param(".cyjs", in_cytoscape, id="cytoscape json"),
    pytest.param(".vosviewer.json", in_vosviewer, id="vosviewer json"),
    pytest.param(".html", in_page, id="page"),
]


@pytest.mark.parametrize(("end", "read"), READERS)
def test_file_agrees_with_the_picture(end: str, read: Callable[[Path], Points], written: Callable[[str], Path]) -> None:
    picture = ET.fromstring(written(".svg").read_text("utf-8"))  # noqa: S314 - ours
    uses = picture.iter("{http://www.w3.org/2000/svg}use")
    marks = [use.get("transform", "") for use in uses if not use.get("color")]  # not those of the legend
    drawn = [tuple(float(part) for part in re.findall(r"-?[\d.]+", mark)[:2]) for mark in marks]

    points = {node: place for node, place in read(written(end)).items() if node.startswith("p")}

    assert set(points) == {f"p{number}" for number in range(len(HELD))}
    seen = zip(sorted(scaled([(x, -y) for x, y in points.values()])), sorted(scaled(drawn)), strict=True)
    assert max(math.dist(one, other) for one, other in seen) < 0.01  # the picture has whole pixels


def scaled(points: list[tuple[float, ...]]) -> list[tuple[float, float]]:
    """Return points as parts of the width and the height that they take."""
    (left, right), (top, bottom) = [(min(values), max(values)) for values in zip(*points, strict=True)]
    return [((x - left) / (right - left), (y - top) / (bottom - top)) for x, y in points]


def test_paper_without_an_edge_stands_below_the_others(graph: "nx.MultiGraph[str]") -> None:
    heights = {node: facts["y"] for node, facts in graph.nodes.items() if facts["kind"] == "paper"}
    assert min(heights, key=lambda node: heights[node]) == "p6"

    data = page_data(graph)
    depths = {paper["id"]: node["y"] for paper, node in zip(data["papers"], data["nodes"], strict=True)}
    assert max(depths, key=lambda node: depths[node]) == "p6"
