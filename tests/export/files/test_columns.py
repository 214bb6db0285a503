import enum
import math
from datetime import date
from pathlib import Path
from typing import Any

import networkx as nx
import numpy as np
import pytest
from tests.case_tables import cases

from papertrace import write_graph
from papertrace.export.files.tables import tabulate


class _Mood(enum.StrEnum):
    CALM = "calm"


def test_empty_graph_has_empty_tables() -> None:
    tables = tabulate(nx.MultiGraph())
    assert (tables.nodes, tables.edges, tables.graph) == ({}, (), {})


@pytest.mark.parametrize(
    ("value", "plain"),
    [
        pytest.param(_Mood.CALM, "calm", id="enumeration"),
        pytest.param(np.float64(1.5), 1.5, id="numpy float"),
        pytest.param(np.int32(3), 3, id="numpy integer"),
        pytest.param(np.bool_(1), True, id="numpy truth"),
        pytest.param(np.array([1.5, 2]), "1.5|2.0", id="numpy array"),
        pytest.param(np.array(3), 3, id="numpy array without dimensions"),
        pytest.param(date(2025, 5, 19), "2025-05-19", id="date"),
        pytest.param(["a", "b|c", None], "a|b/c", id="list"),
        pytest.param({"b", "a"}, "a|b", id="set in sorted order"),
        pytest.param("a\x00\x1b\ud800b", "ab", id="characters that XML forbids"),
        pytest.param(2**70, str(2**70), id="number beyond 64 bits"),
    ],
)
def test_value_becomes_a_plain_scalar(value: object, plain: object) -> None:
    graph: nx.Graph[str] = nx.Graph()
    graph.add_node("n", value=value)
    found = tabulate(graph).nodes["n"]["value"]
    assert found == plain
    assert type(found) is type(plain)


@pytest.mark.parametrize("kind", [int, str])
def test_edge_leads_from_its_tail_to_its_head_whatever_ids_are(kind: type) -> None:
    graph: nx.Graph[Any] = nx.Graph()
    graph.add_edge(kind(5), kind(7), tail=kind(7), head=kind(5))
    tables = tabulate(graph)
    assert (tables.sources, tables.targets) == (["7"], ["5"])


def test_names_of_attributes_become_text() -> None:
    graph: nx.Graph[str] = nx.Graph()
    graph.add_node("n", value=1)
    rows: tuple[dict[Any, Any], ...] = (graph.graph, graph.nodes["n"])
    for row in rows:
        row[2] = "two"
    tables = tabulate(graph)
    assert (tables.graph, tables.nodes) == ({"2": "two"}, {"n": {"value": 1, "2": "two"}})


@pytest.mark.parametrize("value", [None, math.nan, math.inf, np.float64("nan")])
def test_value_without_content_is_absent(value: object) -> None:
    graph: nx.Graph[str] = nx.Graph()
    graph.add_node("n", value=value)
    assert tabulate(graph).nodes == {"n": {}}


def test_mixed_numbers_become_one_type_and_others_text() -> None:
    graph: nx.Graph[str] = nx.Graph()
    graph.add_node("a", score=1, tag=1)
    graph.add_node("b", score=0.5, tag="x")
    tables = tabulate(graph)
    assert (tables.node_types, tables.nodes["a"]) == ({"score": float, "tag": str}, {"score": 1.0, "tag": "1"})
    assert type(tables.nodes["a"]["score"]) is float


def test_edges_without_keys_of_their_own_are_numbered() -> None:
    graph: nx.MultiGraph[str] = nx.MultiGraph()
    graph.add_edge("a", "b", edge_key="x")
    graph.add_edge("a", "b", edge_key="x")
    assert [(edge.key, edge.attributes["edge_key"]) for edge in tabulate(graph).edges] == [("e0", "e0"), ("e1", "e1")]


def test_edge_with_a_direction_starts_at_its_tail() -> None:
    graph: nx.MultiGraph[str] = nx.MultiGraph()
    graph.add_nodes_from("ab")
    graph.add_edge("b", "a", tail="b", head="a")
    graph.add_edge("b", "a")
    assert [(edge.source, edge.target) for edge in tabulate(graph).edges] == [("b", "a"), ("a", "b")]


def test_attributes_whose_names_are_one_without_forbidden_characters_are_one_of_which_the_last_counts() -> None:
    graph: nx.Graph[str] = nx.Graph()
    graph.add_node("n", **{"mood": "calm", "mood\x00": "grim"})
    graph.add_node("m", mood="calm")
    tables = tabulate(graph)
    assert [tables.nodes[node]["mood"] for node in "nm"] == ["grim", "calm"]


@cases("url")
@pytest.mark.parametrize("suffix", [".gexf", ".graphml", ".json", ".cyjs", ".vosviewer.json", ".nodes.csv"])
def test_no_form_has_an_address_that_must_not_be_opened(url: str, suffix: str, tmp_path: Path) -> None:
    graph: nx.MultiGraph[str] = nx.MultiGraph()
    graph.add_node("a", label="a", url=url)
    graph.add_node("b", label="b", url="https://bob:SECRET@example.org/b")
    graph.add_node("c", label="c", url="doi:10.5555/c")
    write_graph(graph, tmp_path / f"g{suffix}")

    text = (tmp_path / f"g{suffix}").read_text("utf-8")
    assert "script:" not in text
    assert url.strip().split(":")[-1] not in text
    assert "https://example.org/b" in text
    assert "SECRET" not in text
    assert "doi:10.5555/c" in text
