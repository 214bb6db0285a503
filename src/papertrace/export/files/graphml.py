"""The graph as GraphML that Gephi, Cytoscape, igraph and networkx read alike.

The elements are streamed: building a tree of a large graph first takes twenty times the time and memory. The file is
read back and compared, value by value, before it is renamed to the target, so that a file that exists is readable.
"""

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any
from xml.sax.saxutils import escape, quoteattr

from papertrace.export.files.columns import Row, Scalar, Tables, column_type_name, tabulate
from papertrace.export.files.read_back import compare_graphml
from papertrace.files import replacing

if TYPE_CHECKING:
    import networkx as nx

_HEAD = """<?xml version="1.0" encoding="UTF-8"?>
<graphml xmlns="http://graphml.graphdrawing.org/xmlns"\
 xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance"\
 xsi:schemaLocation="http://graphml.graphdrawing.org/xmlns http://graphml.graphdrawing.org/xmlns/1.0/graphml.xsd">
"""
# A parser turns a bare carriage return into a line feed (XML 1.0, section 2.11).
_ENTITIES = {"\r": "&#13;"}


def write_graphml(graph: "nx.Graph[Any]", path: Path) -> None:
    """Write a graph as a complete and readable GraphML file, or not at all.

    Parameters
    ----------
    graph
        A networkx graph; it is not modified. Its attributes are converted by
        `papertrace.export.files.columns.tabulate`: one type per column, lists joined by `|`, a unique id for each
        edge, no characters that XML forbids.
    path
        The file to create or replace. The same graph gives the same bytes.

    Raises
    ------
    ExportError
        If the file cannot be written, or reads back differently, as with two node ids that differ only in control
        characters. An existing file is then left unchanged.
    """
    tables = tabulate(graph)
    with replacing(path) as temporary:
        with temporary.open("w", encoding="utf-8", newline="\n") as stream:
            for piece in _generate(tables):
                stream.write(piece)
        compare_graphml(temporary, path, tables, n_nodes=graph.number_of_nodes())


def _generate(tables: Tables) -> Iterator[str]:
    """Yield the text of the file, one element at a time."""
    yield _HEAD
    columns: dict[str, dict[str, str]] = {}
    number = 0
    for domain, types, rows in (
        ("graph", tables.graph_types, [tables.graph]),
        ("node", tables.node_types, tables.nodes.values()),
        ("edge", tables.edge_types, [edge.attributes for edge in tables.edges]),
    ):
        columns[domain] = {}
        for name, kind in types.items():
            type_name = column_type_name(kind, (row[name] for row in rows if name in row))
            columns[domain][name] = f"d{number}"
            yield (f'  <key id="d{number}" for="{domain}" attr.name={quoteattr(name)} attr.type="{type_name}"/>\n')
            number += 1
    yield f'  <graph edgedefault="{"directed" if tables.directed else "undirected"}">\n'
    yield from _data(tables.graph, columns["graph"], indent="    ")
    for node, row in tables.nodes.items():
        yield f"    <node id={quoteattr(node)}>\n"
        yield from _data(row, columns["node"])
        yield "    </node>\n"
    for edge in tables.edges:
        ends = f"source={quoteattr(edge.source)} target={quoteattr(edge.target)}"
        yield f"    <edge id={quoteattr(edge.key)} {ends}>\n"
        yield from _data(edge.attributes, columns["edge"])
        yield "    </edge>\n"
    yield "  </graph>\n</graphml>\n"


def _data(row: Row, columns: Mapping[str, str], indent: str = "      ") -> Iterator[str]:
    for name, value in row.items():
        yield f'{indent}<data key="{columns[name]}">{_text(value)}</data>\n'


def _text(value: Scalar) -> str:
    if isinstance(value, str):
        return escape(value, _ENTITIES)
    if isinstance(value, bool):
        return "true" if value else "false"
    return repr(value)
