"""The graph as GraphML that Gephi, Cytoscape, igraph and networkx read alike.

Elements are written in pieces from columns: a tree of a large graph takes twenty times the time and memory. What is
written is read back and compared, value by value, before the file is renamed to the target, so that a file that exists
is readable. Pieces are written and read back by the workers of a graph that has them.
"""

import pickle
import re
from collections.abc import Iterable, Iterator, Mapping
from hashlib import blake2b
from itertools import chain, compress, repeat
from pathlib import Path
from typing import TYPE_CHECKING, Any

from papertrace.errors import ExportError
from papertrace.export.files.columns import Scalar, Tables, TabulatedGraph, column_type_name, tabulate
from papertrace.export.files.read_back import Frame, Piece, check_ids, compare_piece
from papertrace.files import replacing
from papertrace.model import EdgeKind, NodeKind
from papertrace.model.graphs.columns import GraphColumns, Table, to_columns
from papertrace.model.text import escape_for_xml, quote_for_xml

if TYPE_CHECKING:
    import networkx as nx

_HEAD = """<?xml version="1.0" encoding="UTF-8"?>
<graphml xmlns="http://graphml.graphdrawing.org/xmlns"\
 xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance"\
 xsi:schemaLocation="http://graphml.graphdrawing.org/xmlns http://graphml.graphdrawing.org/xmlns/1.0/graphml.xsd">
"""
_SPECIAL = re.compile(r"[&<>\r]")
_END = "  </graph>\n</graphml>\n"
_PIECE = 2_048
_BLOCK = 1 << 20


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
    check_ids(path, tables)
    frame, keys = _frame(path, tables)
    with replacing(path) as temporary:
        if isinstance(graph, TabulatedGraph) and graph.engine is not None:
            packed = (pickle.dumps(piece) for piece in _divide(tables))
            _write_checked(temporary, frame, graph.engine.map(write_piece, packed, (frame, keys)))
        else:
            _write_checked(temporary, frame, (_render_checked(piece, frame, keys) for piece in _divide(tables)))


def write_citations(graph: "nx.Graph[Any] | TabulatedGraph", path: Path) -> None:
    """Write the citations of a graph as a directed graph, from the citing paper to the cited one, as `write_graphml`.

    Nodes are all papers, with all their attributes; concepts, repositories, authors and venues are left out.

    Raises
    ------
    ExportError
        As `write_graphml`.
    """
    columns = graph.columns if isinstance(graph, TabulatedGraph) else to_columns(graph)
    engine = graph.engine if isinstance(graph, TabulatedGraph) else None
    write_graphml(TabulatedGraph(_select_citations(columns), engine), path)


def _select_citations(columns: GraphColumns) -> GraphColumns:
    papers = [row.get("kind", NodeKind.PAPER) == NodeKind.PAPER for row in columns.nodes.rows()]
    numbers = {node: number for number, node in enumerate(compress(columns.ids, papers))}
    nodes: Table[Any] = Table()
    edges: Table[Any] = Table()
    for row in compress(columns.nodes.rows(), papers):
        nodes.add(row)
    first, second, keys = [], [], []
    for key, row in zip(columns.keys, columns.edges.rows(), strict=True):
        if row.get("kind") == EdgeKind.CITATION and {row["tail"], row["head"]} <= numbers.keys():
            first.append(numbers[row["tail"]])
            second.append(numbers[row["head"]])
            keys.append(key)
            edges.add(row)
    facts = {"n_papers": len(numbers), "n_edges_citation": len(keys)}
    return GraphColumns(
        ids=list(numbers),
        nodes=nodes,
        first=first,
        second=second,
        keys=keys,
        edges=edges,
        facts=facts,
        is_directed=True,
    )


def write_piece(chunk: bytes, shared: tuple[Frame, Mapping[str, Mapping[str, str]]]) -> bytes:
    """Return the text of a pickled piece, which reads back as it should.

    Raises
    ------
    ExportError
        If it does not.
    """
    return _render_checked(pickle.loads(chunk), *shared)  # noqa: S301 - of `write_graphml`


def _render_checked(piece: Piece, frame: Frame, keys: Mapping[str, Mapping[str, str]]) -> bytes:
    text = render(piece, keys[piece.kind]).encode()
    compare_piece(text, piece, frame)
    return text


def _write(file: Path, frame: Frame, texts: Iterable[bytes]) -> bytes:
    """Write a file, and return the digest of what was written."""
    digest = blake2b()
    with file.open("wb") as stream:
        for text in chain([frame.head.encode()], texts, [frame.end.encode()]):
            digest.update(text)
            stream.write(text)
    return digest.digest()


def _write_checked(file: Path, frame: Frame, texts: Iterable[bytes]) -> None:
    """Write pieces that have been read back, and check that these are what the file has."""
    expected = _write(file, frame, texts)
    digest = blake2b()
    with file.open("rb") as stream:
        while part := stream.read(_BLOCK):
            digest.update(part)
    if digest.digest() != expected:
        message = f"{frame.path}: not written: the file reads back differently; check the disk"
        raise ExportError(message)


def _frame(path: Path, tables: Tables) -> tuple[Frame, dict[str, dict[str, str]]]:
    """Return what surrounds the pieces, and the keys of the attributes of nodes and of edges."""
    head = [_HEAD]
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
            head.append(
                f'  <key id="d{number}" for="{domain}" attr.name={quote_for_xml(name)} attr.type="{type_name}"/>\n'
            )
            number += 1
    direction = "directed" if tables.directed else "undirected"
    head.append(f'  <graph edgedefault="{direction}">\n')
    head += [f'    <data key="{keys["graph"][name]}">{_text(value)}</data>\n' for name, value in tables.graph.items()]
    return Frame(path, "".join(head), _END, direction, tables.graph), keys


def _divide(tables: Tables) -> Iterator[Piece]:
    """Yield the nodes and edges in pieces of some thousand elements; an empty graph has one empty piece."""
    for kind, identities, table in (
        ("node", [tables.ids], tables.node_columns),
        ("edge", [tables.keys, tables.sources, tables.targets], tables.edge_columns),
    ):
        columns = [table.columns[name] for name in table.order]
        for low in range(0, max(len(identities[0]), kind == "node"), _PIECE):
            part = slice(low, low + _PIECE)
            yield Piece(kind, [ids[part] for ids in identities], table.order, [column[part] for column in columns])


def render(piece: Piece, keys: Mapping[str, str]) -> str:
    """Return the text of a piece, given the keys of its attributes."""
    if piece.kind == "node":
        starts = [f"    <node id={quote_for_xml(node)}>\n" for node in piece.identities[0]]
    else:
        starts = [
            f"    <edge id={quote_for_xml(key)} source={quote_for_xml(source)} target={quote_for_xml(target)}>\n"
            for key, source, target in zip(*piece.identities, strict=True)
        ]
    data = [
        ["" if value is None else f'      <data key="{keys[name]}">{_text(value)}</data>\n' for value in column]
        for name, column in zip(piece.names, piece.columns, strict=True)
    ]
    return "".join(chain.from_iterable(zip(starts, *data, repeat(f"    </{piece.kind}>\n", len(starts)), strict=True)))


def _text(value: Scalar) -> str:
    if isinstance(value, str):
        return escape_for_xml(value).replace("\r", "&#13;") if _SPECIAL.search(value) else value
    if isinstance(value, bool):
        return "true" if value else "false"
    return repr(value)
