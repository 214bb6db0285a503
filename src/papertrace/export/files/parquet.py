"""Nodes and edges as Parquet, for data frames and databases; written by pyarrow, of the extra `parquet`."""

import json
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from papertrace.export.files.columns import Scalar, TabulatedGraph, tabulate
from papertrace.files import replacing

if TYPE_CHECKING:
    import networkx as nx

_ROWS = 65_536  # in a group


def write_parquet_nodes(graph: "nx.Graph[Any] | TabulatedGraph", path: Path) -> None:
    """Write the nodes of a graph as Parquet, in the order of the graph.

    The first column is `id`, the others are the attributes, with null where a node lacks one. Integers have 64 bits.
    The attributes of the graph are in the metadata of the schema, as JSON under `papertrace`.

    Raises
    ------
    ExportError
        If the file cannot be written; an existing file is then left unchanged.
    """
    tables = tabulate(graph)
    types = {"id": str} | {name: kind for name, kind in tables.node_types.items() if name != "id"}
    _write(path, types, {**tables.node_columns.columns, "id": tables.ids}, tables.graph)


def write_parquet_edges(graph: "nx.Graph[Any] | TabulatedGraph", path: Path) -> None:
    """Write the edges of a graph as Parquet, in the order of the graph.

    The first columns are `source` and `target`, the ids of `write_parquet_nodes`; mentions and citations are directed
    from the first to the second. Everything else is as in `write_parquet_nodes`.

    Raises
    ------
    ExportError
        If the file cannot be written; an existing file is then left unchanged.
    """
    tables = tabulate(graph)
    ends = {"source": tables.sources, "target": tables.targets}
    types = dict.fromkeys(ends, str) | {name: kind for name, kind in tables.edge_types.items() if name not in ends}
    _write(path, types, {**tables.edge_columns.columns, **ends}, tables.graph)


def _write(
    path: Path,
    types: Mapping[str, type[Scalar]],
    columns: Mapping[str, Sequence[Scalar | None]],
    facts: Mapping[str, Scalar],
) -> None:
    import pyarrow as pa
    from pyarrow import parquet

    arrow = {bool: pa.bool_(), int: pa.int64(), float: pa.float64(), str: pa.string()}
    metadata = {"papertrace": json.dumps(facts, ensure_ascii=False)}
    schema = pa.schema([(name, arrow[kind]) for name, kind in types.items()], metadata=metadata)
    n_rows = len(next(iter(columns[name] for name in types)))
    with replacing(path) as temporary, parquet.ParquetWriter(temporary, schema, compression="zstd") as writer:
        for low in range(0, n_rows, _ROWS):
            arrays = [pa.array(columns[name][low : low + _ROWS], type=schema.field(name).type) for name in types]
            writer.write_batch(pa.record_batch(arrays, schema=schema))
