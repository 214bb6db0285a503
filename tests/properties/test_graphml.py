"""Properties of the writers: GraphML round-trips, and no writer changes the graph."""

import copy
import tempfile
from pathlib import Path
from typing import Any

import networkx as nx
import pytest
from hypothesis import given
from hypothesis import strategies as st

from papertrace.export import WRITERS
from papertrace.export.files.tables import tabulate
from papertrace.export.files.xml import write_graphml
from papertrace.model.text import fit_for_xml

# Including lone surrogates: listings are decoded with errors escaped.
TEXT = st.text(st.characters(codec=None), max_size=15)
NUMBERS = st.floats(allow_nan=True) | st.integers(-(2**63), 2**63 - 1)
VALUES = TEXT | NUMBERS | st.booleans() | st.none() | st.lists(TEXT, max_size=3)
NAMES = st.sampled_from(["label", "year", "x", "weight", "evidence", "color", "size"])


@st.composite
def graphs(draw: st.DrawFn) -> "nx.MultiGraph[str]":
    """Draw a multigraph with arbitrary attributes."""
    graph: nx.MultiGraph[str] = nx.MultiGraph()
    nodes = draw(st.lists(TEXT, max_size=6, unique_by=fit_for_xml))
    for node in nodes:
        graph.add_node(node, **draw(st.dictionaries(NAMES, VALUES, max_size=4)))
    if nodes:
        for first, second in draw(st.lists(st.tuples(st.sampled_from(nodes), st.sampled_from(nodes)), max_size=8)):
            attributes: dict[str, Any] = draw(st.dictionaries(NAMES, VALUES, max_size=4))
            graph.add_edge(first, second, **attributes)
    return graph


def _state(graph: "nx.MultiGraph[str]") -> list[Any]:
    # Compare by repr, because NaN is not equal to itself.
    return [repr(graph.graph), repr(list(graph.nodes(data=True))), repr(list(graph.edges(keys=True, data=True)))]


@given(graphs())
def test_graphml_reads_back_as_what_the_tables_say(graph: "nx.MultiGraph[str]") -> None:
    meant = tabulate(graph)
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "a.graphml"
        write_graphml(graph, path)
        read: nx.MultiGraph[str] = nx.MultiGraph(nx.read_graphml(path, edge_key_type=str, force_multigraph=True))
    assert {node: read.nodes[node] for node in read} == meant.nodes
    assert {key: (edge, {first, second}) for first, second, key, edge in read.edges(keys=True, data=True)} == {
        edge.key: (edge.attributes, {edge.source, edge.target}) for edge in meant.edges
    }


@pytest.mark.slow
@given(graphs())
def test_no_writer_changes_the_graph(graph: "nx.MultiGraph[str]") -> None:
    before = copy.deepcopy(_state(graph))
    with tempfile.TemporaryDirectory() as folder:
        for writer in WRITERS:
            if writer.name != "png":  # rendered from the SVG
                writer.write(graph, Path(folder) / f"a{writer.suffix}")
    assert _state(graph) == before
