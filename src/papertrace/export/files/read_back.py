"""Read GraphML back and compare it with the tables it was written from.

The file is compared piece by piece, with the parser of the standard library: networkx takes three times as long as
writing, and more memory than everything before. A piece is some thousand elements; within the head and the end of the
file it is a document of its own, so that pieces can be read in any process, and the file, which is these pieces in
their order, is well-formed if each document is.
"""

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from itertools import repeat
from pathlib import Path
from typing import NamedTuple, NoReturn
from xml.parsers import expat

from papertrace.errors import ExportError
from papertrace.export.files.columns import Row, Scalar, Tables

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
