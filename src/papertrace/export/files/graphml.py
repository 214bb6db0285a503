"""The graph as GraphML that Gephi, Cytoscape, igraph and networkx read alike.

Elements are written in pieces from columns: a tree of a large graph takes twenty times
the time and memory. The file is
read back and compared, value by value, before it is renamed to the target, so that a file that exists is readable.
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from itertools import chain, repeat
from pathlib import Path
from typing import TYPE_CHECKING, Any
from xml.sax.saxutils import escape, quoteattr

from papertrace.export.files.columns import Scalar, Tables, TabulatedGraph, column_type_name, tabulate
from papertrace.export.files.read_back import compare_graphml
from papertrace.files import replacing
from papertrace.model.graphs.columns import Table

if TYPE_CHECKING:
    import networkx as nx

_HEAD = """<?xml version="1.0" encoding="UTF-8"?>
<graphml xmlns="http://graphml.graphdrawing.org/xmlns"\
 xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance"\
 xsi:schemaLocation="http://graphml.graphdrawing.org/xmlns http://graphml.graphdrawing.org/xmlns/1.0/graphml.xsd">
"""
# A parser turns a bare carriage return into a line feed (XML 1.0, section 2.11).
_ENTITIES = {"\r": "&#13;"}
_SPECIAL = re.compile(r"[&<>\r]")
_PIECE = 4_096


def write_graphml(graph: "nx.Graph[Any] | TabulatedGraph", path: Path) -> None:
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
        compare_graphml(temporary, path, tables)


def _generate(tables: Tables) -> Iterator[str]:
    """Yield the text of the file in pieces of some thousand elements."""
    yield _HEAD
    keys: dict[str, dict[str, str]] = {}
    number = 0
    for domain, types, columns in (
        ("graph", tables.graph_types, {name: [value] for name, value in tables.graph.items()}),
        ("node", tables.node_types, tables.node_columns.columns),
        ("edge", tables.edge_types, tables.edge_columns.columns),
    ):
        keys[domain] = {}
        for name, kind in types.items():
            type_name = column_type_name(kind, columns[name])
            keys[domain][name] = f"d{number}"
            yield (f'  <key id="d{number}" for="{domain}" attr.name={quoteattr(name)} attr.type="{type_name}"/>\n')
            number += 1
    yield f'  <graph edgedefault="{"directed" if tables.directed else "undirected"}">\n'
    for name, value in tables.graph.items():
        yield f'    <data key="{keys["graph"][name]}">{_text(value)}</data>\n'
    for low in range(0, len(tables.ids), _PIECE):
        starts = [f"    <node id={quoteattr(node)}>\n" for node in tables.ids[low : low + _PIECE]]
        yield _elements(starts, _data(tables.node_columns, low, keys["node"]), "    </node>\n")
    for low in range(0, len(tables.keys), _PIECE):
        part = slice(low, low + _PIECE)
        starts = [
            f"    <edge id={quoteattr(key)} source={quoteattr(source)} target={quoteattr(target)}>\n"
            for key, source, target in zip(tables.keys[part], tables.sources[part], tables.targets[part], strict=True)
        ]
        yield _elements(starts, _data(tables.edge_columns, low, keys["edge"]), "    </edge>\n")
    yield "  </graph>\n</graphml>\n"


def _elements(starts: Sequence[str], data: Sequence[Sequence[str]], end: str) -> str:
    """Return elements as text, given their start tags and, for each attribute, their data."""
    return "".join(chain.from_iterable(zip(starts, *data, repeat(end, len(starts)), strict=True)))


def _data(table: Table[Scalar], low: int, keys: Mapping[str, str]) -> list[list[str]]:
    """Return the data of some rows for each attribute, empty for rows that lack it."""
    return [
        [
            "" if value is None else f'      <data key="{keys[name]}">{_text(value)}</data>\n'
            for value in table.columns[name][low : low + _PIECE]
        ]
        for name in table.order
    ]


def _text(value: Scalar) -> str:
    if isinstance(value, str):
        return escape(value, _ENTITIES) if _SPECIAL.search(value) else value
    if isinstance(value, bool):
        return "true" if value else "false"
    return repr(value)
