"""Graphs as tables: columns, CSV and Parquet.

Formats differ in what they can represent, and programs fail silently. Therefore the tables have one type per column, no
lists, no missing values, no control characters, and a unique id for every edge. The graph itself is not modified.

Writers raise ExportError if the file cannot be written; an existing file is then left unchanged.
"""

import csv
import io
import json
import math
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from functools import cached_property
from itertools import chain
from pathlib import Path
from types import NoneType
from typing import TYPE_CHECKING, Any, TypeAlias

from papertrace.files import atomic_text, replacing
from papertrace.model.addresses import link_address
from papertrace.model.graphs import GraphColumns, Table, to_columns
from papertrace.model.text import fit_for_xml

if TYPE_CHECKING:
    import networkx as nx

Scalar = str | bool | int | float
Row = dict[str, Scalar]

# Attributes that programs open as links.
_OPENED = frozenset({"url", "href", "link", "uri"})
_INT32 = 2**31
_INT64 = 2**63


@dataclass(frozen=True, slots=True, kw_only=True)
class EdgeRow:
    """One edge: its ends, an id that is unique in the graph, and its attributes.

    If the attributes `tail` and `head` name the ends, `source` is the tail: an undirected networkx graph does not
    preserve the order of the ends.
    """

    source: str
    target: str
    key: str
    attributes: Row


@dataclass(frozen=True, slots=True, kw_only=True)
class Tables:
    """The nodes, edges and graph attributes, normalised and in the order of the graph.

    `node_types`, `edge_types` and `graph_types` give the type of each attribute, `bool`, `int`, `float` or `str`;
    every value has exactly that type, or is None in a column if the node or edge lacks the attribute. `sources` and
    `targets` are ids of nodes.
    """

    directed: bool
    ids: list[str]
    node_columns: Table[Scalar]
    sources: list[str]
    targets: list[str]
    keys: list[str]
    edge_columns: Table[Scalar]
    graph: Row
    node_types: dict[str, type[Scalar]]
    edge_types: dict[str, type[Scalar]]
    graph_types: dict[str, type[Scalar]]

    @property
    def nodes(self) -> dict[str, Row]:
        """The rows of the nodes by id; an attribute that a node lacks is absent from its row."""
        return dict(self.iterate_nodes())

    @property
    def edges(self) -> tuple[EdgeRow, ...]:
        """The rows of the edges."""
        return tuple(self.iterate_edges())

    def iterate_nodes(self) -> Iterator[tuple[str, Row]]:
        """Yield the id and the row of each node."""
        return zip(self.ids, self.node_columns.rows(), strict=True)

    def iterate_edges(self) -> Iterator[EdgeRow]:
        """Yield the row of each edge."""
        rows = zip(self.sources, self.targets, self.keys, self.edge_columns.rows(), strict=True)
        for source, target, key, row in rows:
            yield EdgeRow(source=source, target=target, key=key, attributes=row)


class TabulatedGraph:
    """A graph as columns whose tables are made once, by the first writer that needs them."""

    def __init__(self, columns: GraphColumns) -> None:
        """Start without tables."""
        self.columns = columns

    @cached_property
    def tables(self) -> Tables:
        """The tables of the graph."""
        return _normalise(self.columns)


def tabulate(graph: "nx.Graph[Any] | GraphColumns | TabulatedGraph") -> Tables:
    """Return a graph as tables.

    Parameters
    ----------
    graph
        Any networkx graph, or a graph as columns. Lists, tuples and sets become one string with `|` between the items
        (sets sorted); dates become ISO strings; numpy scalars and enumeration members their plain values. None and
        non-finite numbers are omitted, and so are user information and links that programs must not open (attributes
        such as `url` with `javascript:`). Columns of mixed types become numbers if all values are, else strings.

    Returns
    -------
    Tables
        Edge ids are taken from the attribute `edge_key` if these are unique, else they are `e0`, `e1`, … in the order
        of the graph, and the attribute is set accordingly.
    """
    if isinstance(graph, TabulatedGraph):
        return graph.tables
    return _normalise(to_columns(graph))


def _normalise(columns: GraphColumns) -> Tables:
    nodes, node_types = _unify(columns.nodes)
    edges, edge_types = _unify(columns.edges)
    facts: Table[Any] = Table()
    facts.add({name: value for name, value in columns.facts.items() if name not in {"node_default", "edge_default"}})
    facts, graph_types = _unify(facts)
    given = edges.columns.get("edge_key", [])
    keys = ["" if key is None else str(key) for key in given]
    if len(set(keys)) < edges.n_rows or "" in keys:
        keys = [f"e{number}" for number in range(edges.n_rows)]
        if "edge_key" not in edges.columns:
            edges.order.append("edge_key")
        edges.columns["edge_key"] = list(keys)
        edge_types["edge_key"] = str
    ids = [fit_for_xml(node) for node in columns.ids]
    nothing: list[Scalar | None] = [None] * edges.n_rows
    sources, targets = [], []
    tails, heads = (edges.columns.get(name, nothing) for name in ("tail", "head"))
    for first, second, tail, head in zip(columns.first, columns.second, tails, heads, strict=True):
        source, target = ids[first], ids[second]
        if (str(tail), str(head)) == (target, source):
            source, target = target, source
        sources.append(source)
        targets.append(target)
    return Tables(
        directed=columns.is_directed,
        ids=ids,
        node_columns=nodes,
        sources=sources,
        targets=targets,
        keys=keys,
        edge_columns=edges,
        graph=next(facts.rows()),
        node_types=node_types,
        edge_types=edge_types,
        graph_types=graph_types,
    )


def _unify(table: Table[Any]) -> tuple[Table[Scalar], dict[str, type[Scalar]]]:
    """Return the columns that have values, as plain scalars of one type each, and the types.

    Attributes whose names differ only in characters that XML forbids are one, of which the last counts.
    """
    columns: dict[str, list[Scalar | None]] = {}
    for name, values in table.columns.items():
        plain, fit = _plain_column(values), fit_for_xml(name)
        if fit.lower() in _OPENED:
            plain = [link_address(value) if isinstance(value, str) else value for value in plain]
        if fit in columns:
            plain = [old if new is None else new for old, new in zip(columns[fit], plain, strict=True)]
        columns[fit] = plain
    types: dict[str, type[Scalar]] = {}
    for name, plain in columns.items():
        kinds = set(map(type, plain)) - {NoneType}
        if len(kinds) == 1:
            types[name] = kinds.pop()
        elif kinds:
            kind: type[Scalar] = float if kinds == {int, float} else str
            types[name] = kind
            columns[name] = [None if value is None else kind(value) for value in plain]
    order = [fit for name in dict.fromkeys(map(fit_for_xml, table.order)) if (fit := name) in types]
    kept = {name: columns[name] for name in types}
    return Table(n_rows=table.n_rows, columns=kept, order=order), types


def _plain_column(values: Sequence[object]) -> list[Scalar | None]:
    """Return values as plain scalars, quickly if they are plain already."""
    kinds = set(map(type, values))
    if kinds <= {str, NoneType}:
        return [None if value is None else fit_for_xml(value) for value in values]  # type: ignore[arg-type]
    return [_plain(value) for value in values]


def _plain(value: object) -> Scalar | None:
    """Convert a value to exactly bool, int, float or str, or None if it has no value."""
    # Subclasses are converted too, as networkx rejects members of a StrEnum; bool comes first, as a subclass of int.
    match value:
        case None | bool():
            plain: Scalar | None = value
        case str():
            plain = fit_for_xml(str(value))
        case int():
            plain = int(value) if -_INT64 <= value < _INT64 else str(int(value))
        case float():
            plain = float(value) if math.isfinite(value) else None
        case date():
            plain = value.isoformat()
        case list() | tuple():
            plain = _joined(value)
        case set() | frozenset():
            plain = _joined(sorted(value, key=str))
        case _:
            # numpy's scalars and arrays have `tolist`.
            plain = _plain(value.tolist() if hasattr(value, "tolist") else str(value))
    return plain


def _joined(items: Iterable[object]) -> str:
    return "|".join(str(text).replace("|", "/") for item in items if (text := _plain(item)) is not None)


def as_number(row: Row, name: str, default: float) -> float:
    """Return an attribute as a number, or the default if it is absent or not a number.

    >>> as_number({"x": 2, "y": "here"}, "x", 0.0), as_number({"x": 2, "y": "here"}, "y", 0.0)
    (2.0, 0.0)
    """
    value = row.get(name)
    return float(value) if isinstance(value, int | float) and not isinstance(value, bool) else default


def column_type_name(kind: type[Scalar], values: Iterable[Scalar | None]) -> str:
    """Return GraphML's name for the type of a column: `int` if 32 bits suffice, else `long`.

    >>> column_type_name(int, [2025]), column_type_name(int, [2**40]), column_type_name(float, [])
    ('int', 'long', 'double')
    """
    if kind is int:
        return "int" if all(-_INT32 <= int(value) < _INT32 for value in values if value is not None) else "long"
    return {bool: "boolean", float: "double", str: "string"}[kind]


Column: TypeAlias = Sequence[Scalar | None]

# Characters that spreadsheets interpret as the start of a formula (OWASP, CSV injection), some also if full-width.
_FORMULA_STARTS = ("=", "+", "-", "@", "\t", "\r", "\uff1d", "\uff0b", "\uff0d", "\uff20")

_PIECE = 4_096


def write_nodes(graph: "nx.Graph[Any] | TabulatedGraph", path: Path) -> None:
    """Write the nodes of a graph as CSV: a header, then one row per node in the order of the graph.

    The first column is `id`, the others are the attributes; a cell is empty if the node lacks the attribute. The file
    is UTF-8 with commas and line feeds. Text that a spreadsheet would run as a formula gets a leading apostrophe;
    numbers are unchanged.
    """
    tables = tabulate(graph)
    names = [name for name in tables.node_types if name != "id"]
    _write_rows(path, ["id", *names], [tables.ids, *(tables.node_columns.columns[name] for name in names)])


def write_edges(graph: "nx.Graph[Any] | TabulatedGraph", path: Path) -> None:
    """Write the edges of a graph as CSV: a header, then one row per edge in the order of the graph.

    The first columns are `source` and `target`, the ids of `write_nodes`; mentions and citations are directed from the
    first to the second. The other columns are the attributes. Everything else is as in `write_nodes`.
    """
    tables = tabulate(graph)
    names = [name for name in tables.edge_types if name not in {"source", "target"}]
    columns: list[Column] = [
        tables.sources,
        tables.targets,
        *(tables.edge_columns.columns[name] for name in names),
    ]
    _write_rows(path, ["source", "target", *names], columns)


def escape_formula(cell: Scalar) -> Scalar:
    r"""Return a cell that spreadsheets do not interpret as a formula, with line feeds for carriage returns.

    Before Python 3.13, csv leaves a carriage return unquoted if lines end in line feeds, and readers then see an
    additional row.

    >>> escape_formula("=HYPERLINK(0)"), escape_formula("plain"), escape_formula(-1.5)
    ("'=HYPERLINK(0)", 'plain', -1.5)
    >>> escape_formula("one\r\ntwo")
    'one\ntwo'
    """
    if not isinstance(cell, str):
        return cell
    safe = f"'{cell}" if cell.startswith(_FORMULA_STARTS) else cell
    return safe.replace("\r\n", "\n").replace("\r", "\n")


def _write_rows(path: Path, header: Sequence[str], columns: Sequence[Column]) -> None:
    names: Sequence[Column] = [[name] for name in header]
    pieces = ([column[low : low + _PIECE] for column in columns] for low in range(0, len(columns[0]), _PIECE))
    with atomic_text(path) as stream:
        stream.writelines(map(_format, chain([names], pieces)))


def _format(columns: Sequence[Column]) -> str:
    """Return columns as lines; an empty cell stands for None."""
    lines = io.StringIO()
    csv.writer(lines, lineterminator="\n").writerows(zip(*map(_escape, columns), strict=True))
    return lines.getvalue()


def _escape(cells: Column) -> list[Scalar | None]:
    return [escape_formula(cell) if isinstance(cell, str) else cell for cell in cells]


_ROWS = 65_536  # in a group


def write_parquet_nodes(graph: "nx.Graph[Any] | TabulatedGraph", path: Path) -> None:
    """Write the nodes of a graph as Parquet, in the order of the graph.

    The first column is `id`, the others are the attributes, with null where a node lacks one. Integers have 64 bits.
    The attributes of the graph are in the metadata of the schema, as JSON under `papertrace`.
    """
    tables = tabulate(graph)
    types = {"id": str} | {name: kind for name, kind in tables.node_types.items() if name != "id"}
    _write_frame(path, types, {**tables.node_columns.columns, "id": tables.ids}, tables.graph)


def write_parquet_edges(graph: "nx.Graph[Any] | TabulatedGraph", path: Path) -> None:
    """Write the edges of a graph as Parquet, in the order of the graph.

    The first columns are `source` and `target`, the ids of `write_parquet_nodes`; mentions and citations are directed
    from the first to the second. Everything else is as in `write_parquet_nodes`.
    """
    tables = tabulate(graph)
    ends = {"source": tables.sources, "target": tables.targets}
    types = dict.fromkeys(ends, str) | {name: kind for name, kind in tables.edge_types.items() if name not in ends}
    _write_frame(path, types, {**tables.edge_columns.columns, **ends}, tables.graph)


def _write_frame(
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
