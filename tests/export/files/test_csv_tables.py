import csv
import json
from pathlib import Path

import networkx as nx
import pytest

from papertrace.export import WRITERS
from papertrace.export.files import tables
from papertrace.export.files.json import write_nodelink
from papertrace.export.files.tables import write_edges, write_nodes


def _graph() -> "nx.MultiGraph[str]":
    graph: nx.MultiGraph[str] = nx.MultiGraph(n_papers=2)
    graph.add_node("arxiv:1", label='=HYPERLINK("https://acme.example.org")', x=-1.5, community=-1)
    graph.add_node("arxiv:2", label='Borealis, "B"\nü', year=2025, x=2.0, community=0)
    graph.add_edge("arxiv:1", "arxiv:2", key="e0", kind="concept", weight=1.25, evidence="-x|y", edge_key="e0")
    graph.add_edge("arxiv:1", "arxiv:2", key="e1", kind="mention", edge_key="e1", tail="arxiv:2", head="arxiv:1")
    return graph


def _rows(path: Path) -> list[dict[str, str]]:
    with path.open(encoding="utf-8", newline="") as stream:
        return list(csv.DictReader(stream))


def test_graph_without_nodes_is_a_header(tmp_path: Path) -> None:
    write_nodes(nx.MultiGraph(), tmp_path / "n.csv")
    write_edges(nx.MultiGraph(), tmp_path / "e.csv")
    assert (tmp_path / "n.csv").read_text() == "id\n"
    assert (tmp_path / "e.csv").read_text() == "source,target\n"


def test_lines_end_alike_in_all_pieces(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    write_nodes(_graph(), tmp_path / "nodes.csv")
    monkeypatch.setattr(tables, "_PIECE", 1)
    write_nodes(_graph(), tmp_path / "n.csv")
    assert (tmp_path / "n.csv").read_bytes() == (tmp_path / "nodes.csv").read_bytes()
    assert b"\r" not in (tmp_path / "n.csv").read_bytes()


def test_nodes_are_rows_with_empty_cells_for_what_is_missing(tmp_path: Path) -> None:
    write_nodes(_graph(), tmp_path / "n.csv")
    first, second = _rows(tmp_path / "n.csv")
    assert first == {
        "id": "arxiv:1",
        "label": '\'=HYPERLINK("https://acme.example.org")',
        "x": "-1.5",
        "community": "-1",
        "year": "",
    }
    assert second["label"] == 'Borealis, "B"\nü'


def test_edges_start_with_their_ends_and_mentions_with_their_tail(tmp_path: Path) -> None:
    write_edges(_graph(), tmp_path / "e.csv")
    first, second = _rows(tmp_path / "e.csv")
    assert list(first)[:3] == ["source", "target", "kind"]
    assert (first["source"], first["target"], first["weight"]) == ("arxiv:1", "arxiv:2", "1.25")
    assert (second["source"], second["target"]) == ("arxiv:2", "arxiv:1")


@pytest.mark.parametrize("start", ["=", "+", "-", "@", "\t", "\r"])
def test_cell_that_a_spreadsheet_would_run_is_escaped(tmp_path: Path, start: str) -> None:
    graph: nx.MultiGraph[str] = nx.MultiGraph()
    graph.add_node(f"{start}id", **{f"{start}name": f"{start}value"})
    write_nodes(graph, tmp_path / "n.csv")
    (row,) = _rows(tmp_path / "n.csv")
    start = start.replace("\r", "\n")
    assert row == {"id": f"'{start}id", f"'{start}name": f"'{start}value"}


def test_networkx_reads_the_node_link_form(tmp_path: Path) -> None:
    graph = _graph()
    write_nodelink(graph, tmp_path / "a.json")
    data = json.loads((tmp_path / "a.json").read_text(encoding="utf-8"))
    read: nx.MultiGraph[str] = nx.MultiGraph(nx.node_link_graph(data, edges="edges"))
    assert list(read.nodes(data=True)) == list(graph.nodes(data=True))
    assert sorted(key for _, _, key in read.edges(keys=True)) == ["e0", "e1"]
    assert read.get_edge_data("arxiv:1", "arxiv:2")["e0"] == graph.get_edge_data("arxiv:1", "arxiv:2")["e0"]
    assert read.graph == {"n_papers": 2}


def test_attribute_does_not_take_the_place_of_an_end(tmp_path: Path) -> None:
    graph: nx.MultiGraph[str] = nx.MultiGraph()
    graph.add_node("a", id="other")
    graph.add_edge("a", "b", source="x", target="y", kind="concept")
    write_nodelink(graph, tmp_path / "a.json")
    write_edges(graph, tmp_path / "e.csv")
    data = json.loads((tmp_path / "a.json").read_text(encoding="utf-8"))
    assert [node["id"] for node in data["nodes"]] == ["a", "b"]
    assert (data["edges"][0]["source"], data["edges"][0]["target"]) == ("a", "b")
    assert _rows(tmp_path / "e.csv")[0] == {"source": "a", "target": "b", "kind": "concept", "edge_key": "e0"}


def test_every_writer_has_a_suffix_of_its_own() -> None:
    suffixes = [writer.suffix for writer in WRITERS]
    assert len(set(suffixes)) == len(suffixes)
    assert {"graphml", "csv", "json"} <= {writer.name for writer in WRITERS}


@pytest.mark.parametrize(
    "writer", [writer for writer in WRITERS if writer.name in {"graphml", "csv", "json"}], ids=lambda w: w.suffix
)
def test_row_of_the_table_writes_its_file(tmp_path: Path, writer: "object") -> None:
    (row,) = [known for known in WRITERS if known is writer]
    row.write(_graph(), tmp_path / f"map{row.suffix}", papers=(), verdicts=())
    assert [path.name for path in tmp_path.iterdir()] == [f"map{row.suffix}"]
    assert (tmp_path / f"map{row.suffix}").stat().st_size > 100
