import json
from pathlib import Path
from typing import Any

import networkx as nx
import pandas as pd
import pytest

from papertrace.errors import ExportError
from papertrace.export import WRITERS
from papertrace.export.files.tables import write_parquet_edges, write_parquet_nodes

parquet = pytest.importorskip("pyarrow.parquet")


def _graph() -> "nx.MultiGraph[str]":
    graph: nx.MultiGraph[str] = nx.MultiGraph(n_papers=2, pruning="strongest")
    graph.add_node("b", label="B", year=2024, size=1.5)
    graph.add_node("a", label="Ä|=1", open=True)
    graph.add_edge("a", "b", weight=0.25, kind="mention", tail="a", head="b", edge_key="e0")
    graph.add_edge("a", "b", weight=2.0, kind="concept", edge_key="e1")
    return graph


def test_pandas_reads_nodes_with_one_type_per_column_and_nothing_where_they_lack_one(tmp_path: Path) -> None:
    path = tmp_path / "a.nodes.parquet"
    write_parquet_nodes(_graph(), path)
    frame = pd.read_parquet(path, dtype_backend="numpy_nullable")

    assert frame.columns.tolist() == ["id", "label", "year", "size", "open"]
    assert [str(kind) for kind in frame.dtypes] == ["string", "string", "Int64", "Float64", "boolean"]
    assert frame["id"].tolist() == ["b", "a"]
    assert frame["label"].tolist() == ["B", "Ä|=1"]
    assert frame["year"].isna().tolist() == [False, True]


def test_edges_run_from_tail_to_head_and_metadata_has_the_graph(tmp_path: Path) -> None:
    path = tmp_path / "a.edges.parquet"
    write_parquet_edges(_graph(), path)
    table: Any = parquet.read_table(path)

    assert table.column_names[:2] == ["source", "target"]
    rows = table.select(["source", "target", "weight", "edge_key"]).to_pylist()
    assert [tuple(row.values()) for row in rows] == [("a", "b", 0.25, "e0"), ("b", "a", 2.0, "e1")]
    assert json.loads(table.schema.metadata[b"papertrace"]) == {"n_papers": 2, "pruning": "strongest"}


def test_a_graph_without_nodes_is_a_table_without_rows(tmp_path: Path) -> None:
    for write in (write_parquet_nodes, write_parquet_edges):
        write(nx.MultiGraph(), tmp_path / "a.parquet")
        assert parquet.read_table(tmp_path / "a.parquet").num_rows == 0


@pytest.mark.usefixtures("without_pyarrow")
def test_without_pyarrow_the_extra_is_named(tmp_path: Path) -> None:
    writer = next(writer for writer in WRITERS if writer.name == "parquet")
    with pytest.raises(
        ExportError, match=r"not written: pyarrow is not installed \(pip install 'papertrace\[parquet\]'"
    ):
        writer.write(_graph(), tmp_path / "a.nodes.parquet")


@pytest.fixture
def without_pyarrow(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("importlib.util.find_spec", lambda *_: None)
