"""The graph as node-link JSON, the format of d3 and of networkx's `node_link_graph`."""

import json
from pathlib import Path
from typing import TYPE_CHECKING, Any

from papertrace.export.files.columns import Row, TabulatedGraph, tabulate
from papertrace.export.files.json_lines import dump_json, generate_lines
from papertrace.files import atomic_text

if TYPE_CHECKING:
    import networkx as nx


def write_nodelink(graph: "nx.Graph[Any] | TabulatedGraph", path: Path) -> None:
    """Write a graph as node-link JSON, one node or edge per line.

    The object has `directed`, `multigraph`, `graph` (graph attributes), `nodes` (with `id`) and `edges` (with
    `source`, `target` and `key`); `networkx.node_link_graph(data, edges="edges")` reads it.

    Raises
    ------
    ExportError
        If the file cannot be written; an existing file is then left unchanged.
    """
    tables = tabulate(graph)
    with atomic_text(path) as stream:
        stream.write(f'{{"directed": {json.dumps(tables.directed)}, "multigraph": true,\n')
        stream.write(f'"graph": {dump_json(tables.graph)},\n"nodes": ')
        stream.writelines(generate_lines({"id": node, **_without(row, "id")} for node, row in tables.iterate_nodes()))
        stream.write(',\n"edges": ')
        stream.writelines(
            generate_lines(
                {
                    "source": edge.source,
                    "target": edge.target,
                    "key": edge.key,
                    **_without(edge.attributes, "source", "target", "key"),
                }
                for edge in tables.iterate_edges()
            )
        )
        stream.write("}\n")


def _without(row: Row, *names: str) -> Row:
    """Return the attributes except those whose names the format reserves."""
    return {name: value for name, value in row.items() if name not in names}
