"""The graph as Cytoscape JSON (`.cyjs`), for Cytoscape and cytoscape.js."""

import json
from pathlib import Path
from typing import TYPE_CHECKING, Any

from papertrace.export.files.columns import Row, TabulatedGraph, as_number, tabulate
from papertrace.files import atomic_text

if TYPE_CHECKING:
    import networkx as nx


def write_cytoscape(graph: "nx.Graph[Any] | TabulatedGraph", path: Path) -> None:
    """Write a graph as Cytoscape JSON: `elements` with `data` and, for nodes, `position`; one element per line.

    Node and edge data have the same attributes as the GraphML; edges have `interaction`, which Cytoscape uses for
    labels and styles. The y of `position` points down, as Cytoscape and cytoscape.js draw it, that of `data` up, as in
    every format. `networkx.cytoscape_graph` reads the file.

    Raises
    ------
    ExportError
        If the file cannot be written; an existing file is then left unchanged.
    """
    tables = tabulate(graph)
    nodes = [_node(node, row) for node, row in tables.iterate_nodes()]
    edges = [
        {"data": {**edge.attributes, "id": edge.key, "key": edge.key, "source": edge.source, "target": edge.target}}
        for edge in tables.iterate_edges()
    ]
    with atomic_text(path) as stream:
        stream.write('{"format_version": "1.0", "generated_by": "papertrace", "target_cytoscapejs_version": "~2.1",\n')
        stream.write(f'"directed": {json.dumps(tables.directed)}, "multigraph": true,\n')
        facts = [[name, value] for name, value in tables.graph.items()]
        stream.write(f'"data": {json.dumps(facts, ensure_ascii=False)},\n"elements": {{"nodes": ')
        stream.write(_lines(nodes))
        stream.write(',\n"edges": ')
        stream.write(_lines(edges))
        stream.write("}}\n")


def _node(node: str, row: Row) -> dict[str, object]:
    data = {**row, "id": node, "value": node, "name": row.get("label", node)}
    # The y axis of the attributes points up, that of a Cytoscape position down.
    return {"data": data, "position": {"x": as_number(row, "x", 0.0), "y": 0.0 - as_number(row, "y", 0.0)}}


def _lines(elements: list[dict[str, Any]]) -> str:
    rows = ",\n".join(json.dumps(element, ensure_ascii=False, allow_nan=False) for element in elements)
    return f"[\n{rows}\n]"
