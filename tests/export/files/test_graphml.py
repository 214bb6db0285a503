import copy
from collections.abc import Iterator
from pathlib import Path
from xml.etree import ElementTree as ET

import igraph
import networkx as nx
import pytest

from papertrace.errors import ExportError
from papertrace.export.files.graphml import write_graphml
from papertrace.export.files.read_back import MAX_EDGES_FOR_NETWORKX

NAMESPACE = {"g": "http://graphml.graphdrawing.org/xmlns"}


def _graph() -> "nx.MultiGraph[str]":
    """Return a graph with what papers have: parallel edges, a missing year, an empty text, a direction."""
    graph: nx.MultiGraph[str] = nx.MultiGraph(n_papers=3, density=0.5, weight="idf2")
    graph.add_node("arxiv:1", label="Atlas", year=2025, community=0, x=-1.5, y=2.0, url="", color="#0072b2")
    graph.add_node("arxiv:2", label="Borealis & <i>Co</i>", community=0, x=3.0, y=1e-7, url="", color="#0072b2")
    graph.add_node("doi:10.1/x", label="Cirrus", year=2024, community=-1, x=0.0, y=0.0, url="", color="#8c8c8c")
    graph.add_edge("arxiv:1", "arxiv:2", key="e0", kind="concept", weight=1.25, evidence="A|B", edge_key="e0")
    graph.add_edge(
        "arxiv:2",
        "arxiv:1",
        key="e1",
        kind="mention",
        weight=2.0,
        evidence="We beat it.",
        edge_key="e1",
        tail="arxiv:2",
        head="arxiv:1",
    )
    return graph


def _read(path: Path) -> "nx.MultiGraph[str]":
    read: nx.MultiGraph[str] = nx.MultiGraph(nx.read_graphml(path, edge_key_type=str, force_multigraph=True))
    return read


def test_empty_graph_is_a_file_that_reads(tmp_path: Path) -> None:
    write_graphml(nx.MultiGraph(), tmp_path / "a.graphml")
    assert _read(tmp_path / "a.graphml").number_of_nodes() == 0


def test_networkx_reads_what_was_meant(tmp_path: Path) -> None:
    graph = _graph()
    write_graphml(graph, tmp_path / "a.graphml")
    read = _read(tmp_path / "a.graphml")
    assert list(read.nodes(data=True)) == list(graph.nodes(data=True))
    assert list(read.edges(keys=True, data=True)) == list(graph.edges(keys=True, data=True))
    assert {name: read.graph[name] for name in graph.graph} == graph.graph


def test_igraph_reads_the_same_nodes_edges_and_types(tmp_path: Path) -> None:
    graph = _graph()
    write_graphml(graph, tmp_path / "a.graphml")
    read = igraph.Graph.Read_GraphML(str(tmp_path / "a.graphml"))
    assert read.vs["id"] == list(graph)
    assert read.vs["label"] == ["Atlas", "Borealis & <i>Co</i>", "Cirrus"]
    assert read.vs["x"] == [-1.5, 3.0, 0.0]
    assert read.vs["year"][0::2] == [2025, 2024]
    assert read.vs["year"][1] != read.vs["year"][1], "a missing number is no number"
    ends = [(read.vs[edge.source]["id"], read.vs[edge.target]["id"]) for edge in read.es]
    assert {frozenset(pair) for pair in ends} == {frozenset({"arxiv:1", "arxiv:2"})}
    assert read.es["weight"] == [1.25, 2.0]
    assert read.es["evidence"] == ["A|B", "We beat it."]
    assert read.es["edge_key"] == ["e0", "e1"]
    assert not read.is_directed()


def test_columns_have_one_type_each_and_the_names_that_gephi_maps(tmp_path: Path) -> None:
    write_graphml(_graph(), tmp_path / "a.graphml")
    keys = ET.parse(tmp_path / "a.graphml").getroot().findall("g:key", NAMESPACE)  # noqa: S314 - our own file
    types = {(key.get("for"), key.get("attr.name")): key.get("attr.type") for key in keys}
    assert len(types) == len(keys)
    assert {name: types["node", name] for name in ("label", "x", "y", "color", "year")} == {
        "label": "string",
        "x": "double",
        "y": "double",
        "color": "string",
        "year": "int",
    }
    assert types["edge", "weight"] == "double"


def test_edges_have_ids_of_their_own_and_the_direction_of_a_mention(tmp_path: Path) -> None:
    write_graphml(_graph(), tmp_path / "a.graphml")
    edges = ET.parse(tmp_path / "a.graphml").getroot().findall("g:graph/g:edge", NAMESPACE)  # noqa: S314 - our own
    assert [edge.get("id") for edge in edges] == ["e0", "e1"]
    assert (edges[1].get("source"), edges[1].get("target")) == ("arxiv:2", "arxiv:1")


@pytest.mark.parametrize(
    ("title", "expected"),
    [
        pytest.param("<script>alert('x')</script>", "<script>alert('x')</script>", id="a script"),
        pytest.param("]]> <!-- <![CDATA[ &amp; &#0;", "]]> <!-- <![CDATA[ &amp; &#0;", id="markup of XML"),
        pytest.param("a\x00b\x08c\x1bd\x7fe", "abcde", id="control characters"),
        pytest.param("a\ud800b\udfff", "ab", id="lone surrogates"),
        pytest.param("a\u2028b\u2029c\u202ed", "a\u2028b\u2029c\u202ed", id="separators and direction marks"),
        pytest.param("a\r\nb\rc\td ", "a\r\nb\rc\td ", id="white space"),
        pytest.param("\uffff\ufffe\U00020000🙂", "\U00020000🙂", id="outside the first plane"),
        pytest.param("x" * 10_000, "x" * 10_000, id="ten thousand characters"),
    ],
)
def test_hostile_title_survives_as_text(tmp_path: Path, title: str, expected: str) -> None:
    graph: nx.MultiGraph[str] = nx.MultiGraph()
    graph.add_node("a", label=title)
    write_graphml(graph, tmp_path / "a.graphml")
    assert _read(tmp_path / "a.graphml").nodes["a"]["label"] == expected
    assert igraph.Graph.Read_GraphML(str(tmp_path / "a.graphml")).vs["label"] == [expected]


@pytest.mark.parametrize("node", ['"><node id="', "a\nb", "a\tb", " a ", "&lt;"])
def test_hostile_node_id_survives(tmp_path: Path, node: str) -> None:
    graph: nx.MultiGraph[str] = nx.MultiGraph()
    graph.add_edge(node, "other", weight=1.0)
    write_graphml(graph, tmp_path / "a.graphml")
    assert list(_read(tmp_path / "a.graphml")) == [node, "other"]


def test_writing_leaves_the_graph_alone_and_gives_the_same_bytes_again(tmp_path: Path) -> None:
    graph = _graph()
    graph.nodes["arxiv:1"]["tags"] = ["x", "y"]
    before = copy.deepcopy((graph.graph, list(graph.nodes(data=True)), list(graph.edges(keys=True, data=True))))
    write_graphml(graph, tmp_path / "a.graphml")
    write_graphml(graph, tmp_path / "b.graphml")
    assert before == (graph.graph, list(graph.nodes(data=True)), list(graph.edges(keys=True, data=True)))
    assert (tmp_path / "a.graphml").read_bytes() == (tmp_path / "b.graphml").read_bytes()


def test_ids_that_differ_by_control_characters_alone_are_refused_and_nothing_is_written(tmp_path: Path) -> None:
    graph: nx.MultiGraph[str] = nx.MultiGraph()
    graph.add_nodes_from(["a", "a\x00"])
    with pytest.raises(ExportError, match=r"a\.graphml: not written: two node ids"):
        write_graphml(graph, tmp_path / "a.graphml")
    assert list(tmp_path.iterdir()) == []


def test_both_ways_of_reading_back_accept_what_was_meant(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    write_graphml(_graph(), tmp_path / "a.graphml")
    monkeypatch.setattr("papertrace.export.files.read_back.MAX_EDGES_FOR_NETWORKX", 0)
    write_graphml(_graph(), tmp_path / "b.graphml")
    assert (tmp_path / "a.graphml").read_bytes() == (tmp_path / "b.graphml").read_bytes()


def _spoil(part: str, replacement: str) -> "object":
    from papertrace.export.files import graphml

    intact = graphml._generate  # noqa: SLF001 - the test breaks what the writer writes

    def generate(*arguments: "object") -> Iterator[str]:
        yield from (piece.replace(part, replacement) for piece in intact(*arguments))  # type: ignore[arg-type]

    return generate


@pytest.mark.parametrize("most_edges", [100, 0], ids=["by networkx", "by elements"])
@pytest.mark.parametrize(
    ("spoiled", "fact"),
    [
        pytest.param(("Atlas", "Atlant"), "node 'arxiv:1' reads back differently", id="another title"),
        pytest.param(("1.25", "1.26"), "edge 'e0' reads back differently", id="another weight"),
        pytest.param(('id="e1"', 'id="e0"'), "edge.* back differently", id="an id twice"),
        pytest.param(('"year" attr.type="int"', '"year" attr.type="string"'), "node 'arxiv:1'", id="another type"),
        pytest.param((">3<", ">4<"), "graph.* back differently", id="another figure"),
        pytest.param(('"undirected"', '"directed"'), "back differently", id="another direction"),
        pytest.param(('<node id="doi:10.1/x">', '<node id="doi:10.1/y">'), "node.* back", id="another node"),
        pytest.param(("</graphml>", ""), "cannot be read back", id="no end"),
    ],
)
def test_file_that_reads_back_differently_never_appears(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, spoiled: tuple[str, str], fact: str, most_edges: int
) -> None:
    target = tmp_path / "a.graphml"
    target.write_text("before")
    monkeypatch.setattr("papertrace.export.files.read_back.MAX_EDGES_FOR_NETWORKX", most_edges)
    monkeypatch.setattr("papertrace.export.files.graphml._generate", _spoil(*spoiled))
    with pytest.raises(ExportError, match=fact):
        write_graphml(_graph(), target)
    assert [(path.name, path.read_text()) for path in tmp_path.iterdir()] == [("a.graphml", "before")]


def test_folder_that_is_missing_is_one_line(tmp_path: Path) -> None:
    with pytest.raises(ExportError, match="does not exist") as caught:
        write_graphml(_graph(), tmp_path / "absent" / "a.graphml")
    assert "\n" not in str(caught.value)


def test_plain_directed_graph_is_written_as_such(tmp_path: Path) -> None:
    graph = nx.DiGraph([("b", "a")])
    write_graphml(graph, tmp_path / "a.graphml")
    read = nx.read_graphml(tmp_path / "a.graphml")
    assert read.is_directed()
    assert list(read.edges()) == [("b", "a")]


def test_large_graph_is_checked_like_a_small_one(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("papertrace.export.files.graphml._generate", _spoil("w1777", "w1778"))
    graph: nx.MultiGraph[int] = nx.MultiGraph()
    for node in range(MAX_EDGES_FOR_NETWORKX + 1):
        graph.add_edge(node, node + 1, evidence=f"w{node}")
    with pytest.raises(ExportError, match="edge 'e1777' reads back differently"):
        write_graphml(graph, tmp_path / "a.graphml")
