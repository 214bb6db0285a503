import copy
import re
from collections.abc import Iterable
from pathlib import Path
from xml.etree import ElementTree as ET

import igraph
import networkx as nx
import pytest
from tests.case_tables import cases

from papertrace.errors import ExportError
from papertrace.export.files import xml
from papertrace.export.files.xml import write_graphml

NAMESPACE = {"g": "http://graphml.graphdrawing.org/xmlns"}


_N_EDGES = 2_500  # more than a piece


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
    assert [key.get("id") for key in keys] == [f"d{number}" for number in range(len(keys))]
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


@cases("ids, text", named=True)
def test_ids_that_are_the_same_text_are_refused_and_nothing_is_written(
    tmp_path: Path, ids: list[object], text: str
) -> None:
    graph: nx.MultiGraph[object] = nx.MultiGraph()
    graph.add_nodes_from(ids)
    message = rf"a\.graphml: not written: two node ids are the same as text without control characters: {text} "
    with pytest.raises(ExportError, match=message):
        write_graphml(graph, tmp_path / "a.graphml")
    assert list(tmp_path.iterdir()) == []


def _spoil(monkeypatch: pytest.MonkeyPatch, part: str, replacement: str) -> None:
    """Have the writer write something else, but for what it expects to read."""
    write = xml._write  # noqa: SLF001 - the test breaks what the writer writes

    def spoil(file: Path, texts: Iterable[str]) -> list[int]:
        return write(file, (text.replace(part, replacement) for text in texts))

    monkeypatch.setattr(xml, "_write", spoil)


@cases("spoiled, fact", named=True)
def test_file_that_reads_back_differently_never_appears(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, spoiled: tuple[str, str], fact: str
) -> None:
    target = tmp_path / "a.graphml"
    target.write_text("before")
    _spoil(monkeypatch, *spoiled)
    with pytest.raises(ExportError, match=fact) as refusal:
        write_graphml(_graph(), target)
    assert str(refusal.value).startswith(f"{target}: not written: ")
    assert [(path.name, path.read_text()) for path in tmp_path.iterdir()] == [("a.graphml", "before")]


def test_file_that_lacks_a_node_never_appears(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    write = xml._write  # noqa: SLF001 - the test breaks what the writer writes
    without = re.compile('    <node id="arxiv:2".*?</node>\n?', re.DOTALL)
    monkeypatch.setattr(xml, "_write", lambda file, texts: write(file, (without.sub("", text) for text in texts)))
    with pytest.raises(ExportError, match="node 'arxiv:2' reads back differently"):
        write_graphml(_graph(), tmp_path / "a.graphml")
    assert list(tmp_path.iterdir()) == []


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
    _spoil(monkeypatch, "w1777", "w1778")
    graph: nx.MultiGraph[int] = nx.MultiGraph()
    for node in range(_N_EDGES):
        graph.add_edge(node, node + 1, evidence=f"w{node}")
    with pytest.raises(ExportError, match="edge 'e1777' reads back differently"):
        write_graphml(graph, tmp_path / "a.graphml")


def test_pieces_make_the_same_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    graph: nx.MultiGraph[int] = nx.MultiGraph(weight="idf2")
    for node in range(_N_EDGES):
        graph.add_edge(node, node + 1, evidence=f"<{node}>", **({"role": "own"} if node % 7 else {}))
    write_graphml(graph, tmp_path / "a.graphml")
    monkeypatch.setattr(xml, "_GRAPHML_PIECE", 400)
    write_graphml(graph, tmp_path / "b.graphml")
    assert (tmp_path / "a.graphml").read_bytes() == (tmp_path / "b.graphml").read_bytes()


@pytest.mark.parametrize("more", [pytest.param(b"", id="another byte"), pytest.param(b"\n", id="one more byte")])
def test_a_disk_that_keeps_something_else_is_noticed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, more: bytes
) -> None:
    graph: nx.MultiGraph[int] = nx.MultiGraph([(node, node + 1) for node in range(_N_EDGES)])
    write = xml._write  # noqa: SLF001 - the test breaks what is written

    def damage(file: Path, texts: Iterable[str]) -> list[int]:
        sizes = write(file, texts)
        content = file.read_bytes()
        file.write_bytes(content + more if more else content.replace(b"e1777", b"e1778"))
        return sizes

    monkeypatch.setattr(xml, "_write", damage)
    with pytest.raises(ExportError, match="reads back"):
        write_graphml(graph, tmp_path / "a.graphml")
    assert list(tmp_path.iterdir()) == []


def test_text_that_is_longer_than_a_parser_keeps_reads_back(tmp_path: Path) -> None:
    graph: nx.MultiGraph[str] = nx.MultiGraph()
    graph.add_node("a", label="ö&" * 2**20)
    write_graphml(graph, tmp_path / "a.graphml")
    assert _read(tmp_path / "a.graphml").nodes["a"]["label"] == "ö&" * 2**20
