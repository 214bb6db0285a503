"""Read a GraphML file back and compare it with the tables it was written from.

networkx reads it, as users' programs will, if it is small. That takes three times as long as writing, and more memory
than everything before, so that a larger file is compared element by element with the parser of the standard library.
"""

from collections.abc import Callable, Iterator, Mapping
from itertools import chain, zip_longest
from pathlib import Path
from typing import TYPE_CHECKING, Any, NoReturn, cast
from xml.parsers import expat

from papertrace.errors import ExportError
from papertrace.export.files.columns import EdgeRow, Row, Scalar, Tables

if TYPE_CHECKING:
    import networkx as nx

MAX_EDGES_FOR_NETWORKX = 2_000

_PIECE = 1 << 20
_Element = tuple[str, tuple[str | None, ...], Row]
_NAMESPACE = "http://graphml.graphdrawing.org/xmlns}"
_DATA = f"{_NAMESPACE}data"
_IDENTITIES: Mapping[str, tuple[str, ...]] = {
    "node": ("id",),
    "edge": ("id", "source", "target"),
    "graph": ("edgedefault",),
}
_CASTS: Mapping[str | None, Callable[[str], Scalar]] = {
    "boolean": lambda text: text == "true",
    "double": float,
    "int": int,
    "long": int,
    "string": str,
}


def compare_graphml(file: Path, path: Path, tables: Tables) -> None:
    """Compare a GraphML file with the tables it was written from.

    Parameters
    ----------
    file
        The file to read.
    path
        The final path of the file, used in messages.
    tables
        The expected content.

    Raises
    ------
    ExportError
        If the file cannot be read, or a name, value or type in it differs.
    """
    if len(set(tables.ids)) != len(tables.ids):
        _refuse(path, "two node ids differ by control characters alone")
    compare = _by_networkx if len(tables.keys) <= MAX_EDGES_FOR_NETWORKX else _by_elements
    try:
        compare(file, path, tables)
    except (
        SyntaxError,
        expat.ExpatError,
        ValueError,
        KeyError,
    ) as error:  # the error of networkx's parser is a SyntaxError
        _refuse(path, f"the GraphML cannot be read back: {error}", error)


def _by_networkx(file: Path, path: Path, tables: Tables) -> None:
    import networkx as nx

    try:
        read = cast("nx.MultiGraph[str]", nx.read_graphml(file, edge_key_type=str, force_multigraph=True))
    except nx.NetworkXException as error:
        _refuse(path, f"the GraphML cannot be read back: {error}", error)
    facts = {name: value for name, value in read.graph.items() if name not in {"node_default", "edge_default"}}
    if not _same(facts, tables.graph):
        _refuse(path, "the attributes of the graph read back differently")
    if list(read.nodes) != tables.ids or read.is_directed() != tables.directed:
        _refuse(path, "the nodes read back differently")
    for node, row in tables.iterate_nodes():
        if not _same(read.nodes[node], row):
            _refuse(path, f"node {node!r} reads back differently")
    if read.number_of_edges() != len(tables.keys):
        _refuse(path, "the edges read back differently")
    for edge in tables.iterate_edges():
        if not _has_edge(read, edge):
            _refuse(path, f"edge {edge.key!r} reads back differently")


def _has_edge(read: "nx.MultiGraph[str]", edge: EdgeRow) -> bool:
    return read.has_edge(edge.source, edge.target, edge.key) and _same(
        read.edges[edge.source, edge.target, edge.key], edge.attributes
    )


def _by_elements(file: Path, path: Path, tables: Tables) -> None:
    """Compare the elements in the order of their end tags, which is that of the tables, then the graph element."""
    direction: str = "directed" if tables.directed else "undirected"
    expected_elements = chain(
        (("node", (node,), row) for node, row in tables.iterate_nodes()),
        (("edge", (edge.key, edge.source, edge.target), edge.attributes) for edge in tables.iterate_edges()),
        [("graph", (direction,), tables.graph)],
    )
    for found, expected in zip_longest(_elements(file), expected_elements):
        if found is None or expected is None:
            _refuse(path, "the file has too few or too many nodes or edges")
        if found[:2] != expected[:2] or not _same(found[2], expected[2]):
            kind, identity, _ = expected
            _refuse(path, f"{kind} {identity[0]!r} reads back differently")


def _elements(file: Path) -> Iterator[_Element]:
    """Yield kind, identity and data of each node, edge and graph at its end tag."""
    reader = _Reader()
    with file.open("rb") as stream:
        while piece := stream.read(_PIECE):
            reader.feed(piece)
            yield from reader.take()
    reader.close()
    yield from reader.take()


class _Reader:
    """A reader of the elements of a file, of which no tree is made: a large one takes much memory."""

    def __init__(self) -> None:
        # Just written by this process, so neither hostile nor larger than the data in memory.
        self._parser = expat.ParserCreate(namespace_separator="}")
        self._parser.buffer_text = True
        self._parser.StartElementHandler = self._start
        self._parser.EndElementHandler = self._end
        self._texts: list[str] = []
        self._parser.CharacterDataHandler = self._texts.append
        self._columns: dict[str, tuple[str, Callable[[str], Scalar]]] = {}
        self._key = ""
        self._open: list[tuple[str, tuple[str | None, ...], Row]] = []
        self._ended: list[_Element] = []

    def feed(self, piece: bytes) -> None:
        self._parser.Parse(piece, False)  # noqa: FBT003 - as expat has it

    def close(self) -> None:
        self._parser.Parse(b"", True)  # noqa: FBT003

    def take(self) -> list[_Element]:
        """Return the elements that have ended since the last time."""
        ended, self._ended = self._ended, []
        return ended

    def _start(self, tag: str, attributes: dict[str, str]) -> None:
        if tag == _DATA:
            self._key = attributes["key"]
            self._texts.clear()
            return
        kind = tag.removeprefix(_NAMESPACE)
        if kind == "key":
            self._columns[attributes["id"]] = attributes["attr.name"], _CASTS[attributes.get("attr.type")]
        elif kind in _IDENTITIES:
            self._open.append((kind, tuple(attributes.get(name) for name in _IDENTITIES[kind]), {}))

    def _end(self, tag: str) -> None:
        if tag == _DATA:
            name, convert = self._columns[self._key]
            self._open[-1][2][name] = convert("".join(self._texts))
        elif tag.removeprefix(_NAMESPACE) in _IDENTITIES:
            self._texts.clear()
            self._ended.append(self._open.pop())


def _same(found: Mapping[str, Any], expected: Row) -> bool:
    """Compare names, values and types; older versions of networkx omit empty strings."""
    if found != expected:
        found, expected = _without_empty(found), _without_empty(expected)
    return found == expected and all(type(found[name]) is type(value) for name, value in expected.items())


def _without_empty(row: Mapping[str, Any]) -> Row:
    return {name: value for name, value in row.items() if value != ""}


def _refuse(path: Path, fact: str, error: Exception | None = None) -> NoReturn:
    message = f"{path}: not written: {fact} (try another format, such as json)"
    raise ExportError(message) from error
