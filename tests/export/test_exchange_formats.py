"""GEXF, Cytoscape JSON and VOSviewer JSON: read by other programs, complete or absent, with the graph unmodified."""

import copy
import json
import re
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any
from xml.etree import ElementTree as ET

import jsonschema
import networkx as nx
import pandas as pd
import pytest
from tests.gexf import read_gexf

import papertrace
from papertrace.errors import ExportError
from papertrace.export import WRITERS, Writer
from papertrace.export.files.json import write_cytoscape, write_vosviewer
from papertrace.export.files.xml import write_gexf
from papertrace.model import Identifiers, Paper

HOSTILE = "<script>alert(1)</script> & ]]> \u2028 \u202e \x07"

NUMBER, TEXT = {"type": "number"}, {"type": "string"}
# The form that VOSviewer's manual describes under "Network data (JSON)".
VOSVIEWER_SCHEMA = {
    "type": "object",
    "required": ["network"],
    "properties": {
        "network": {
            "type": "object",
            "required": ["items", "links"],
            "additionalProperties": False,
            "properties": {
                "items": {
                    "type": "array",
                    "items": {
                        "type": "object",
                        "required": ["id", "label", "x", "y", "weights"],
                        "additionalProperties": False,
                        "properties": {
                            "id": {"type": "integer", "minimum": 1},
                            "label": TEXT,
                            "description": TEXT,
                            "url": {"type": "string", "pattern": "^https?://"},
                            "x": NUMBER,
                            "y": NUMBER,
                            "cluster": {"type": "integer", "minimum": 1},
                            "weights": {"type": "object", "additionalProperties": NUMBER},
                            "scores": {"type": "object", "additionalProperties": NUMBER},
                        },
                    },
                },
                "links": {
                    "type": "array",
                    "items": {
                        "type": "object",
                        "required": ["source_id", "target_id", "strength"],
                        "additionalProperties": False,
                        "properties": {
                            "source_id": {"type": "integer", "minimum": 1},
                            "target_id": {"type": "integer", "minimum": 1},
                            "strength": {"type": "number", "exclusiveMinimum": 0},
                        },
                    },
                },
                "clusters": {
                    "type": "array",
                    "items": {"type": "object", "required": ["cluster", "label"]},
                },
            },
        },
    },
}

Write = Callable[["nx.MultiGraph[str]", Path], None]
WRITE: dict[str, Write] = {"gexf": write_gexf, "cytoscape": write_cytoscape, "vosviewer": write_vosviewer}


def graph() -> "nx.MultiGraph[str]":
    """Return three papers with parallel edges, a direction, a missing year and a hostile title."""
    made: nx.MultiGraph[str] = nx.MultiGraph(n_papers=3)
    made.add_node(
        "a", label="Atlas", year=2024, community=0, community_label="maps", x=1.0, y=2.0, size=9.0, color="#0072b2"
    )
    made.add_node(
        "b", label=HOSTILE, community=0, community_label="maps", x=3.0, y=4.0, color="red;}", url="javascript:alert(1)"
    )
    made.add_node("c", label="Cirrus", year=2025, community=-1, community_label="unlinked", url="https://example.org/c")
    made.add_edge("a", "b", key="e0", kind="concept", weight=1.5, label="maps", evidence="maps", edge_key="e0")
    made.add_edge("a", "b", key="e1", kind="mention", weight=2.0, evidence=HOSTILE, edge_key="e1", tail="b", head="a")
    return made


@pytest.mark.parametrize("name", sorted(WRITE))
def test_a_writer_leaves_the_graph_alone_and_gives_the_same_bytes(name: str, tmp_path: Path) -> None:
    given = graph()
    before = copy.deepcopy(given)
    WRITE[name](given, tmp_path / "one")
    WRITE[name](given, tmp_path / "two")

    assert nx.utils.graphs_equal(given, before)
    assert (tmp_path / "one").read_bytes() == (tmp_path / "two").read_bytes()


@pytest.mark.parametrize("name", sorted(WRITE))
def test_an_empty_graph_is_a_file_that_can_be_read(name: str, tmp_path: Path) -> None:
    path = tmp_path / "empty"
    WRITE[name](nx.MultiGraph(), path)

    if name == "gexf":
        assert read_gexf(path).number_of_nodes() == 0
    else:
        assert json.loads(path.read_text("utf-8"))


@pytest.mark.parametrize("name", sorted(WRITE))
def test_a_missing_folder_is_reported_and_nothing_is_left(name: str, tmp_path: Path) -> None:
    with pytest.raises(ExportError, match="does not exist"):
        WRITE[name](graph(), tmp_path / "none" / "file")

    assert list(tmp_path.iterdir()) == []


def test_networkx_reads_the_gexf_with_places_colours_and_years(tmp_path: Path) -> None:
    path = tmp_path / "a.gexf"
    write_gexf(graph(), path)
    read = read_gexf(path)

    assert read.number_of_edges("a", "b") == 2
    assert read.nodes["a"]["viz"]["position"] == {"x": 1.0, "y": 2.0, "z": 0.0}
    assert {key: read.nodes["a"]["viz"]["color"][key] for key in "rgb"} == {"r": 0, "g": 0x72, "b": 0xB2}
    assert (read.nodes["a"]["start"], read.nodes["b"].get("start")) == ("2024", None)
    assert read.nodes["b"]["label"] == HOSTILE.replace("\x07", "")
    assert {data["evidence"] for *_, data in read.edges(data=True)} == {"maps", HOSTILE.replace("\x07", "")}


def test_the_gexf_says_of_each_edge_whether_it_has_a_direction(tmp_path: Path) -> None:
    write_gexf(graph(), tmp_path / "a.gexf")
    root = ET.parse(tmp_path / "a.gexf").getroot()  # noqa: S314 - our own file
    edges = {edge.get("id"): dict(edge.items()) for edge in root.iter("{http://www.gexf.net/1.2draft}edge")}

    assert "type" not in edges["e0"]
    assert [edges["e1"][name] for name in ("type", "source", "target")] == ["directed", "b", "a"]


def test_attributes_named_like_those_of_the_gexf_are_attributes(tmp_path: Path) -> None:
    made: nx.MultiGraph[str] = nx.MultiGraph()
    made.add_node("a", year=2024, start="Monday", pid="b", parents="none", spells=3, slices=0.5, viz="flat", end=True)
    made.add_node("b")
    made.add_edge("a", "b", id="mine", type="kinship", start=1)
    write_gexf(made, tmp_path / "a.gexf")

    root = ET.parse(tmp_path / "a.gexf").getroot()  # noqa: S314 - our own file
    space = "{http://www.gexf.net/1.2draft}"
    titles = {one.get("id"): one.get("title") for one in root.iter(f"{space}attribute")}
    types = {one.get("title"): one.get("type") for one in root.iter(f"{space}attribute")}
    node, other = root.iter(f"{space}node")
    (edge,) = root.iter(f"{space}edge")
    assert node.get("start") == "2024"
    assert {titles[one.get("for")]: one.get("value") for one in node.iter(f"{space}attvalue")} == {
        "year": "2024",
        "start": "Monday",
        "pid": "b",
        "parents": "none",
        "spells": "3",
        "slices": "0.5",
        "viz": "flat",
        "end": "true",
    }
    assert (types["spells"], types["slices"], types["end"]) == ("long", "double", "boolean")
    assert other.find(f"{space}attvalues") is None
    values = {titles[one.get("for")]: one.get("value") for one in edge.iter(f"{space}attvalue")}
    assert values == {"id": "mine", "type": "kinship", "start": "1", "edge_key": "e0", "networkx_key": "e0"}
    assert edge.get("type") is None


def test_the_gexf_keeps_quotes_tabs_and_line_breaks(tmp_path: Path) -> None:
    text = "a \"b\" & 'c' <d>\te\nf\rg"
    made: nx.MultiGraph[str] = nx.MultiGraph()
    made.add_node("a", label=text, concepts=text)
    write_gexf(made, tmp_path / "a.gexf")
    assert read_gexf(tmp_path / "a.gexf").nodes["a"] | {"viz": None} == {
        "label": text,
        "concepts": text,
        "viz": None,
    }


def test_a_gexf_of_several_pieces_has_every_node_and_edge(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    made = graph()
    write_gexf(made, tmp_path / "whole.gexf")
    monkeypatch.setattr("papertrace.export.files.xml._GEXF_PIECE", 2)
    write_gexf(made, tmp_path / "pieces.gexf")
    assert (tmp_path / "pieces.gexf").read_bytes() == (tmp_path / "whole.gexf").read_bytes()
    assert len(read_gexf(tmp_path / "pieces.gexf")) == 3


def test_the_gexf_says_neither_when_nor_by_which_library_it_was_made(tmp_path: Path) -> None:
    write_gexf(graph(), tmp_path / "a.gexf")
    text = (tmp_path / "a.gexf").read_text("utf-8")

    assert "lastmodifieddate" not in text
    assert "<creator>papertrace</creator>" in text


def test_networkx_reads_the_cytoscape_file(tmp_path: Path) -> None:
    path = tmp_path / "a.cyjs"
    write_cytoscape(graph(), path)
    read = nx.cytoscape_graph(json.loads(path.read_text("utf-8")))

    assert set(read) == {"a", "b", "c"}
    assert sorted(read["a"]["b"]) == ["e0", "e1"]
    mention = read["a"]["b"]["e1"]
    assert (mention["source"], mention["target"], mention["kind"]) == ("b", "a", "mention")


def test_the_vosviewer_file_has_the_form_of_its_manual(tmp_path: Path) -> None:
    path = tmp_path / "a.json"
    write_vosviewer(graph(), path)
    data = json.loads(path.read_text("utf-8"))

    jsonschema.validate(data, VOSVIEWER_SCHEMA)
    items = data["network"]["items"]
    assert data["network"]["links"] == [{"source_id": 1, "target_id": 2, "strength": 3.5}]
    assert items[0]["weights"] == {"Links": 1, "Total link strength": 3.5}
    assert items[0]["scores"] == {"Pub. year": 2024, "Links": 1}
    assert ["cluster" in item for item in items] == [True, True, False]


def test_vosviewer_is_given_no_markup_and_no_address_that_runs(tmp_path: Path) -> None:
    path = tmp_path / "a.json"
    write_vosviewer(graph(), path)
    items = json.loads(path.read_text("utf-8"))["network"]["items"]

    assert "<script" not in items[1]["description"]
    assert "url" not in items[1]
    assert items[2]["url"] == "https://example.org/c"


def test_the_promised_forms_are_there_and_every_file_has_an_end_of_its_own() -> None:
    names = {writer.name for writer in WRITERS}

    assert names >= {
        *("html", "svg", "png", "pyvis", "graphml", "citations", "csv", "json", "gexf", "cytoscape", "parquet"),
        "vosviewer",
    }
    assert len({writer.suffix for writer in WRITERS}) == len(WRITERS)


@pytest.mark.parametrize("writer", WRITERS, ids=lambda writer: writer.suffix)
def test_every_row_of_the_table_writes_a_file(writer: Writer, tmp_path: Path) -> None:
    path = tmp_path / f"map{writer.suffix}"

    writer.write(graph(), path, title="A title")

    assert path.stat().st_size > 0
    if writer.name not in {"png", "parquet"}:  # letters as pixels, or compressed
        assert writer.shows_papers == ("A title" in path.read_text("utf-8"))


@pytest.mark.parametrize("writer", WRITERS, ids=lambda writer: writer.suffix)
def test_a_graph_of_another_program_is_written_whatever_its_attributes_hold(writer: Writer, tmp_path: Path) -> None:
    foreign: nx.MultiGraph[str] = nx.MultiGraph()
    foreign.add_node("", label=" ", x="left", y=None, size="big", year="long ago", community="blue", color=7)
    foreign.add_node("b", label="", x=float("nan"), community=True, year=2024.0)
    foreign.add_edge("", "b", weight="heavy", kind=None)

    writer.write(foreign, tmp_path / f"map{writer.suffix}")

    assert (tmp_path / f"map{writer.suffix}").stat().st_size > 0


def test_mention_in_the_gexf_leads_from_the_paper_that_names_the_other(tmp_path: Path) -> None:
    write_gexf(graph(), tmp_path / "a.gexf")
    text = (tmp_path / "a.gexf").read_text("utf-8")
    ends = {
        found["id"]: (found["source"], found["target"])
        for element in re.findall("<edge [^>]*>", text)
        if (found := dict(re.findall(r'(\w+)="([^"]*)"', element)))
    }

    assert ends == {"e0": ("a", "b"), "e1": ("b", "a")}


FACTS = {"venue": "Journal of Ice", "doi": "10.5555/1", "n_citations": 70, "keywords": "ink|ice"}


def in_csv(path: Path) -> dict[str, Any]:
    read = pd.read_csv(path, index_col="id")
    return {str(name): value for name, value in read.loc["p1"].items() if pd.notna(value)}


def in_parquet(path: Path) -> dict[str, Any]:
    read = pd.read_parquet(path).set_index("id")
    return {str(name): value for name, value in read.loc["p1"].items() if pd.notna(value)}


READ_FACTS: dict[str, Callable[[Path], dict[str, Any]]] = {
    ".nodes.csv": in_csv,
    ".nodes.parquet": in_parquet,
    ".json": lambda path: nx.node_link_graph(json.loads(path.read_text("utf-8")), edges="edges").nodes["p1"],
    ".cyjs": lambda path: nx.cytoscape_graph(json.loads(path.read_text("utf-8"))).nodes["p1"],
    ".gexf": lambda path: read_gexf(path).nodes["p1"],
    ".graphml": lambda path: nx.read_graphml(path, force_multigraph=True).nodes["p1"],
}


@pytest.mark.parametrize("suffix", READ_FACTS)
def test_every_form_has_venue_doi_citations_and_keywords_where_they_are_known(suffix: str, tmp_path: Path) -> None:
    paper = Paper(id="p1", title="Ice", abstract="", entries=(), date="2024")
    known = replace(
        paper, venue="Journal of Ice", identifiers=Identifiers(doi="10.5555/1"), n_citations=70, keywords=("ink", "ice")
    )
    for name, listed in (("bare", paper), ("known", known)):
        papertrace.write_graph(papertrace.build_graph([listed]), tmp_path / f"{name}{suffix}")

    read = READ_FACTS[suffix](tmp_path / f"known{suffix}")
    bare = READ_FACTS[suffix](tmp_path / f"bare{suffix}")
    assert {name: read[name] for name in FACTS} == FACTS
    assert {"doi", "n_citations"} & set(bare) == set()
    assert (bare.get("venue", ""), bare.get("keywords", "")) == ("", "")


def test_cytoscape_file_has_the_style_of_what_its_nodes_have(tmp_path: Path) -> None:
    path = tmp_path / "a.cyjs"
    styled: nx.MultiGraph[str] = nx.MultiGraph()
    styled.add_node("a", size=9.0, color="#0072b2")
    write_cytoscape(styled, path)
    rules = {rule["selector"]: rule["style"] for rule in json.loads(path.read_text("utf-8"))["style"]}
    assert rules["node[size > 0]"] == {"width": "data(size)", "height": "data(size)"}
    assert rules["node[color]"]["background-color"] == "data(color)"

    styled.add_node("b", size="big", color="url(http://example.org)")
    write_cytoscape(styled, path)
    rules = {rule["selector"]: rule["style"] for rule in json.loads(path.read_text("utf-8"))["style"]}
    assert {"node[size > 0]", "node[color]"} & set(rules) == set()
