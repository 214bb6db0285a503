"""A graph as tables of plain scalars, the common input of all writers of nodes and edges.

Formats differ in what they can represent, and programs fail silently. Therefore the tables have one type per column, no
lists, no missing values, no control characters, and a unique id for every edge. The graph itself is not modified.
"""

import math
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from datetime import date
from functools import cached_property
from types import NoneType
from typing import TYPE_CHECKING, Any

from papertrace.model.addresses import link_address
from papertrace.model.graphs.columns import GraphColumns, Table, to_columns
from papertrace.model.text import fit_for_xml

if TYPE_CHECKING:
    import networkx as nx

    from papertrace.engine import Engine

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
    """A graph as columns whose tables are made once, by the first writer that needs them.

    `engine` is where writers may have pieces of large files made.
    """

    def __init__(self, columns: GraphColumns, engine: "Engine | None" = None) -> None:
        """Start without tables."""
        self.columns = columns
        self.engine = engine

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
