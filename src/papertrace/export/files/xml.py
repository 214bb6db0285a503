"""Graphs as GraphML and GEXF, and GraphML read back.

The file is compared piece by piece, with the parser of the standard library: networkx takes three times as long as
writing, and more memory than everything before. A piece is some thousand elements; within the head and the end of the
file it is a document of its own, so that pieces can be read in any process, and the file, which is these pieces in
their order, is well-formed if each document is.

Elements are written in pieces from columns: a tree of a large graph takes twenty times the time and memory. What is
written is read back and compared, value by value, before the file is renamed to the target, so that a file that exists
is readable. Pieces are written and read back by the workers of a graph that has them.

Elements are written in pieces from columns, in the form that networkx gives them. Its document as a tree takes twenty
times the memory, includes the date of writing, and takes attributes that are called `start`, `id` or `type` for those
of the format.
"""

import pickle
import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from hashlib import blake2b
from itertools import chain, compress, repeat
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple, NoReturn
from xml.parsers import expat

from papertrace.errors import ExportError
from papertrace.export.files.tables import Row, Scalar, Tables, TabulatedGraph, column_type_name, tabulate
from papertrace.files import replacing
from papertrace.model import EdgeKind, NodeKind
from papertrace.model.graphs import GraphColumns, Table, to_columns
from papertrace.model.text import escape_for_xml, quote_for_xml

if TYPE_CHECKING:
    import networkx as nx

_BUFFER = 1 << 20
_NAMESPACE = "http://graphml.graphdrawing.org/xmlns}"
_DATA = f"{_NAMESPACE}data"
_IDENTITIES: Mapping[str, tuple[str, ...]] = {"node": ("id",), "edge": ("id", "source", "target")}
_CASTS: Mapping[str | None, Callable[[str], Scalar]] = {
    "boolean": lambda text: text == "true",
    "double": float,
    "int": int,
    "long": int,
    "string": str,
}


class Piece(NamedTuple):
    """Nodes or edges that follow one another, as columns.

    `kind` is `node` or `edge`; `identities` are its ids, or keys, sources and targets; `names` are those of the
    attributes, in their order, of which `columns` has None where an element lacks one.
    """

    kind: str
    identities: Sequence[Sequence[str]]
    names: Sequence[str]
    columns: Sequence[Sequence[Scalar | None]]


class Frame(NamedTuple):
    """What surrounds the pieces of a file, and the path that messages name."""

    path: Path
    head: str
    end: str
    direction: str
    facts: Row


def check_ids(path: Path, tables: Tables) -> None:
    """Raise an error if two nodes would be one in the file.

    Raises
    ------
    ExportError
        If the ids of two nodes are the same text, without the control characters that XML forbids.
    """
    if len(set(tables.ids)) != len(tables.ids):
        repeated = next(node for node, n in Counter(tables.ids).items() if n > 1)
        _refuse(path, f"two node ids are the same as text without control characters: {repeated!r}")


def compare_piece(text: bytes, piece: Piece, frame: Frame) -> None:
    """Compare the text of a piece with its columns, and what surrounds it with the frame.

    Raises
    ------
    ExportError
        If the text cannot be read, or a name, value or type in it differs.
    """
    try:
        found = _read(frame.head.encode() + text + frame.end.encode())
    except (expat.ExpatError, ValueError, KeyError) as error:
        _refuse(frame.path, f"the GraphML cannot be read back: {error}", error)
    if found.direction != frame.direction or not _same(dict(found.facts()), frame.facts):
        _refuse(frame.path, "the attributes of the graph read back differently")
    rows = list(zip(*piece.columns, strict=True)) if piece.columns else [()] * len(piece.identities[0])
    identities = list(zip(repeat(piece.kind), *piece.identities, strict=False))
    names = [name for row in rows for name, value in zip(piece.names, row, strict=True) if value is not None]
    values = [value for row in rows for value in row if value is not None]
    starts = [found.starts[0]] if found.starts else [len(found.values)]
    for row in rows:
        starts.append(starts[-1] + len(row) - row.count(None))
    own = slice(starts[0], None)
    if (
        (found.identities, found.starts, len(found.values)) != (identities, starts[:-1], starts[-1])
        or found.names[own] != names
        or found.values[own] != values
        or list(map(type, found.values[own])) != list(map(type, values))
        or not found.is_flat
    ):
        _refuse(frame.path, _describe_difference(found, piece, rows))


class _Found(NamedTuple):
    """What was read of a document: attributes one after the other, first those of the graph.

    `starts` says where those of each element start; `is_flat` is whether no element is within another one.
    """

    direction: str | None
    identities: list[tuple[str | None, ...]]
    starts: list[int]
    names: list[str]
    values: list[Scalar]
    is_flat: bool

    def facts(self) -> "zip[tuple[str, Scalar]]":
        """Return the attributes of the graph."""
        end = self.starts[0] if self.starts else len(self.values)
        return zip(self.names[:end], self.values[:end], strict=True)

    def element(self, number: int) -> tuple[tuple[str | None, ...], Row]:
        """Return the identity and the attributes of an element."""
        start, end = (*self.starts, len(self.values))[number : number + 2]
        return self.identities[number], dict(zip(self.names[start:end], self.values[start:end], strict=True))


def _describe_difference(found: _Found, piece: Piece, rows: Sequence[Sequence[Scalar | None]]) -> str:
    for number, (row, *identity) in enumerate(zip(rows, *piece.identities, strict=True)):
        expected = {name: value for name, value in zip(piece.names, row, strict=True) if value is not None}
        if number >= len(found.identities):
            break
        read, attributes = found.element(number)
        if read != (piece.kind, *identity) or not _same(attributes, expected):
            return f"{piece.kind} {identity[0]!r} reads back differently"
    return "the file has too few or too many nodes or edges"


def _read(document: bytes) -> _Found:
    """Return what a document says; no tree is made of it, which would take much memory."""
    columns: dict[str, tuple[str, Callable[[str], Scalar]]] = {}
    direction: str | None = None
    identities: list[tuple[str | None, ...]] = []
    starts: list[int] = []
    keys: list[str] = []
    texts: list[str] = []
    parts: list[str] = []
    depth, is_flat = 0, True

    def start(tag: str, attributes: dict[str, str]) -> None:
        nonlocal direction, depth, is_flat
        parts.clear()
        if tag == _DATA:
            keys.append(attributes["key"])
            return
        kind = tag.removeprefix(_NAMESPACE)
        if kind in _IDENTITIES:
            depth += 1
            is_flat = is_flat and depth == 1
            identities.append((kind, *map(attributes.get, _IDENTITIES[kind])))
            starts.append(len(keys))
        elif kind == "key":
            columns[attributes["id"]] = attributes["attr.name"], _CASTS[attributes.get("attr.type")]
        elif kind == "graph":
            direction = attributes.get("edgedefault")

    def end(tag: str) -> None:
        nonlocal depth
        if tag == _DATA:
            texts.append("".join(parts))
        elif tag.removeprefix(_NAMESPACE) in _IDENTITIES:
            depth -= 1

    # Just written by this process, so neither hostile nor larger than the data in memory.
    parser = expat.ParserCreate(namespace_separator="}")
    parser.buffer_text = True
    parser.buffer_size = _BUFFER
    parser.StartElementHandler, parser.EndElementHandler, parser.CharacterDataHandler = start, end, parts.append
    parser.Parse(document, True)  # noqa: FBT003 - as expat has it
    found = [columns[key] for key in keys]
    values = [convert(text) for (_, convert), text in zip(found, texts, strict=True)]
    return _Found(direction, identities, starts, [name for name, _ in found], values, is_flat)


def _same(found: Row, expected: Row) -> bool:
    """Compare names, values and types."""
    return found == expected and all(type(found[name]) is type(value) for name, value in expected.items())


def _refuse(path: Path, fact: str, error: Exception | None = None) -> NoReturn:
    message = f"{path}: not written: {fact} (try another format, such as json)"
    raise ExportError(message) from error


_GRAPHML_HEAD = """<?xml version="1.0" encoding="UTF-8"?>
<graphml xmlns="http://graphml.graphdrawing.org/xmlns"\
 xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance"\
 xsi:schemaLocation="http://graphml.graphdrawing.org/xmlns http://graphml.graphdrawing.org/xmlns/1.0/graphml.xsd">
"""
_GRAPHML_SPECIAL = re.compile(r"[&<>\r]")
_END = "  </graph>\n</graphml>\n"
_GRAPHML_PIECE = 2_048
_BLOCK = 1 << 20


def write_graphml(graph: "nx.Graph[Any] | TabulatedGraph", path: Path) -> None:
    """Write a graph as a complete and readable GraphML file, or not at all.

    Parameters
    ----------
    graph
        A networkx graph; it is not modified. Its attributes are converted by
        `papertrace.export.files.tables.tabulate`: one type per column, lists joined by `|`, a unique id for each
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
    head = [_GRAPHML_HEAD]
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
    head += [
        f'    <data key="{keys["graph"][name]}">{_graphml_text(value)}</data>\n' for name, value in tables.graph.items()
    ]
    return Frame(path, "".join(head), _END, direction, tables.graph), keys


def _divide(tables: Tables) -> Iterator[Piece]:
    """Yield the nodes and edges in pieces of some thousand elements; an empty graph has one empty piece."""
    for kind, identities, table in (
        ("node", [tables.ids], tables.node_columns),
        ("edge", [tables.keys, tables.sources, tables.targets], tables.edge_columns),
    ):
        columns = [table.columns[name] for name in table.order]
        for low in range(0, max(len(identities[0]), kind == "node"), _GRAPHML_PIECE):
            part = slice(low, low + _GRAPHML_PIECE)
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
        ["" if value is None else f'      <data key="{keys[name]}">{_graphml_text(value)}</data>\n' for value in column]
        for name, column in zip(piece.names, piece.columns, strict=True)
    ]
    return "".join(chain.from_iterable(zip(starts, *data, repeat(f"    </{piece.kind}>\n", len(starts)), strict=True)))


def _graphml_text(value: Scalar) -> str:
    if isinstance(value, str):
        return escape_for_xml(value).replace("\r", "&#13;") if _GRAPHML_SPECIAL.search(value) else value
    if isinstance(value, bool):
        return "true" if value else "false"
    return repr(value)


_GEXF_HEAD = """<?xml version='1.0' encoding='utf-8'?>
<gexf xmlns:viz="http://www.gexf.net/1.2draft/viz" xmlns="http://www.gexf.net/1.2draft"\
 xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance"\
 xsi:schemaLocation="http://www.gexf.net/1.2draft http://www.gexf.net/1.2draft/gexf.xsd" version="1.2">
  <meta>
    <creator>papertrace</creator>
  </meta>
"""
_COLOR = re.compile(r"#[0-9a-fA-F]{6}")
_GEXF_SPECIAL = re.compile(r'[&<>"\r\n\t]')
_ESCAPES = str.maketrans(
    {"&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "\r": "&#13;", "\n": "&#10;", "\t": "&#09;"}
)
_GEXF_PIECE = 4_096

# Gephi draws discs by default.
_SHAPES = {NodeKind.CONCEPT.value: "triangle", NodeKind.REPOSITORY.value: "square", NodeKind.AUTHOR.value: "diamond"}

# Attributes for which the format has elements of its own.
_DRAWN = frozenset({"label", "x", "y", "size", "color"})
_OF_EDGES = frozenset({"label", "weight"})

# networkx reads the key of an edge from an attribute of this name.
_KEY = "networkx_key"
_TYPES: dict[type[Scalar], str] = {bool: "boolean", int: "long", float: "double", str: "string"}


def write_gexf(graph: "nx.Graph[Any] | TabulatedGraph", path: Path) -> None:
    """Write a graph as GEXF 1.2 with `viz` (position, size, colour) and, if papers have years, `start`.

    Attributes are those of the GraphML, one type per column, lists joined with `|`. Edges keep their ids, so that
    parallel edges of several kinds stay distinct; mentions and citations are directed, from the source to the target,
    in a graph whose other edges are not. networkx does not read such a mixture. The same graph gives the same bytes.

    Raises
    ------
    ExportError
        If the file cannot be written; an existing file is then left unchanged.
    """
    tables = tabulate(graph)
    with replacing(path) as temporary, temporary.open("w", encoding="utf-8", newline="\n") as stream:
        for piece in _generate(tables):
            stream.write(piece)


def _generate(tables: Tables) -> Iterator[str]:
    """Yield the text of the file in pieces of some thousand elements."""
    nodes, edges = tables.node_columns, tables.edge_columns
    of_nodes = _order(nodes, _DRAWN)
    of_edges = _order(edges, _OF_EDGES | {_KEY})
    if tables.keys:
        first = [name for name in of_edges if edges.columns[name][0] is not None]
        of_edges = [*first, _KEY, *of_edges[len(first) :]]
    numbers = {name: number for number, name in enumerate(of_nodes)}
    numbers_of_edges = {name: number for number, name in enumerate(of_edges, start=len(of_nodes))}
    yield _GEXF_HEAD
    direction = "directed" if tables.directed else "undirected"
    # A graph in which nodes appear in some year is dynamic.
    mode = 'mode="dynamic" name="" timeformat="date"' if "year" in tables.node_types else 'mode="static" name=""'
    yield f'  <graph defaultedgetype="{direction}" {mode}>\n'
    yield from _declare("edge", numbers_of_edges, {**tables.edge_types, _KEY: str})
    yield from _declare("node", numbers, tables.node_types)
    yield "    <nodes>\n" if tables.ids else "    <nodes />\n"
    for low in range(0, len(tables.ids), _GEXF_PIECE):
        starts = list(_start_nodes(tables.ids[low : low + _GEXF_PIECE], nodes, low))
        yield _elements(starts, _values(nodes, low, numbers), "      </node>\n")
    yield "    </nodes>\n" if tables.ids else ""
    yield "    <edges>\n" if tables.keys else "    <edges />\n"
    columns: dict[str, list[Scalar | None]] = {**edges.columns, _KEY: [*tables.keys]}
    order = [*(name for name in edges.order if name != _KEY), _KEY]
    with_keys = Table[Scalar](n_rows=edges.n_rows, columns=columns, order=order)
    for low in range(0, len(tables.keys), _GEXF_PIECE):
        starts = list(_start_edges(tables, low))
        yield _elements(starts, _values(with_keys, low, numbers_of_edges), "      </edge>\n")
    yield "    </edges>\n" if tables.keys else ""
    yield "  </graph>\n</gexf>\n"


def _order(table: Table[Scalar], drawn: frozenset[str]) -> list[str]:
    """Return the attributes to declare in the order in which rows have them first."""
    firsts = {
        name: next(number for number, value in enumerate(table.columns[name]) if value is not None)
        for name in table.order
        if name not in drawn
    }
    return sorted(firsts, key=firsts.__getitem__)


def _declare(domain: str, numbers: dict[str, int], types: dict[str, type[Scalar]]) -> Iterator[str]:
    """Yield the declarations of the attributes of nodes or edges."""
    if not numbers:
        return
    yield f'    <attributes mode="static" class="{domain}">\n'
    for name, number in numbers.items():
        yield f'      <attribute id="{number}" title={_quote(name)} type="{_TYPES[types[name]]}" />\n'
    yield "    </attributes>\n"


def _elements(starts: Sequence[str], values: Sequence[Sequence[str]], end: str) -> str:
    """Return elements as text, given how they start and, for each attribute, their values."""
    opened = []
    for start, row in zip(starts, zip(*values, strict=True) if values else repeat(()), strict=bool(values)):
        some = "".join(row)
        opened.append(f"{start}        <attvalues>\n{some}        </attvalues>\n" if some else start)
    return "".join(chain.from_iterable(zip(opened, repeat(end, len(opened)), strict=True)))


def _values(table: Table[Scalar], low: int, numbers: dict[str, int]) -> list[list[str]]:
    """Return the values of some rows for each attribute, empty for rows that lack it."""
    return [
        [
            "" if value is None else f'          <attvalue for="{numbers[name]}" value={_quote(_gexf_text(value))} />\n'
            for value in table.columns[name][low : low + _GEXF_PIECE]
        ]
        for name in table.order
        if name in numbers
    ]


def _start_nodes(ids: Sequence[str], table: Table[Scalar], low: int) -> Iterator[str]:
    """Yield the start tags of some nodes, with colour, size, shape and position."""
    part = slice(low, low + len(ids))
    nothing: list[Scalar | None] = [None] * len(ids)

    def column(name: str) -> Sequence[Scalar | None]:
        return table.columns[name][part] if name in table.columns else nothing

    drawn = zip(ids, *map(column, ("label", "year", "color", "size", "kind", "x", "y")), strict=True)
    for node, label, year, color, size, kind, x, y in drawn:
        # A paper without a year is always present.
        start = int(_number(year, 0))
        shown = str(color) if _COLOR.fullmatch(str(color)) else "#808080"
        red, green, blue = (int(shown[at : at + 2], 16) for at in (1, 3, 5))
        shape = _SHAPES.get(str(kind), "")
        yield "".join(
            (
                f"      <node id={_quote(node)} label={_quote(node if label is None else str(label))}",
                f' start="{start}">\n' if start else ">\n",
                f'        <viz:color r="{red}" g="{green}" b="{blue}" a="1.0" />\n',
                f'        <viz:size value="{_number(size, 10.0)}" />\n',
                f'        <viz:shape value="{shape}" />\n' if shape else "",
                f'        <viz:position x="{_number(x, 0.0)}" y="{_number(y, 0.0)}" z="0.0" />\n',
            )
        )


def _start_edges(tables: Tables, low: int) -> Iterator[str]:
    """Yield the start tags of some edges."""
    part = slice(low, low + _GEXF_PIECE)
    keys = tables.keys[part]
    nothing: list[Scalar | None] = [None] * len(keys)
    columns = tables.edge_columns.columns
    labels, weights = (columns[name][part] if name in columns else nothing for name in ("label", "weight"))
    tails = columns["tail"][part] if "tail" in columns and not tables.directed else nothing
    for source, target, key, label, weight, tail in zip(
        tables.sources[part], tables.targets[part], keys, labels, weights, tails, strict=True
    ):
        shown = "" if label is None else str(label)
        direction = "" if tail is None else ' type="directed"'
        yield (
            f"      <edge source={_quote(source)} target={_quote(target)} id={_quote(key)} label={_quote(shown)}"
            f' weight="{_number(weight, 1.0)}"{direction}>\n'
        )


def _number(value: Scalar | None, default: float) -> float:
    return float(value) if isinstance(value, int | float) and not isinstance(value, bool) else default


def _gexf_text(value: Scalar) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)


def _quote(text: str) -> str:
    """Return a text as the value of an attribute of XML; line breaks and tabs are kept."""
    return f'"{text.translate(_ESCAPES)}"' if _GEXF_SPECIAL.search(text) else f'"{text}"'
