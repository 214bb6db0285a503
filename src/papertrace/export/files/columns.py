"""A graph as tables of plain scalars, the common input of all writers of nodes and edges.

Formats differ in what they can represent, and programs fail silently. Therefore the tables have one type per column, no
lists, no missing values, no control characters, and a unique id for every edge. The graph itself is not modified.
"""

import math
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import date
from typing import TYPE_CHECKING, Any

from papertrace.model.text import fit_for_xml

if TYPE_CHECKING:
    import networkx as nx

Scalar = str | bool | int | float
Row = dict[str, Scalar]

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
    every value has exactly that type. An attribute that a node lacks is absent from its row.
    """

    directed: bool
    nodes: dict[str, Row]
    edges: tuple[EdgeRow, ...]
    graph: Row
    node_types: dict[str, type[Scalar]]
    edge_types: dict[str, type[Scalar]]
    graph_types: dict[str, type[Scalar]]


def tabulate(graph: "nx.Graph[Any]") -> Tables:
    """Return a graph as tables.

    Parameters
    ----------
    graph
        Any networkx graph. Lists, tuples and sets become one string with `|` between the items (sets sorted); dates
        become ISO strings; numpy scalars and enumeration members their plain values. None and non-finite numbers are
        omitted. Columns of mixed types become numbers if all values are, else strings.

    Returns
    -------
    Tables
        Edge ids are taken from the attribute `edge_key` if these are unique, else they are `e0`, `e1`, … in the order
        of the graph, and the attribute is set accordingly.
    """
    nodes = [_row(attributes) for _, attributes in graph.nodes(data=True)]
    edges = [_row(attributes) for _, _, attributes in graph.edges(data=True)]
    facts = _row({name: value for name, value in graph.graph.items() if name not in {"node_default", "edge_default"}})
    keys = [str(row.get("edge_key", "")) for row in edges]
    if len(set(keys)) < len(keys) or "" in keys:
        keys = [f"e{number}" for number in range(len(edges))]
        for row, key in zip(edges, keys, strict=True):
            row["edge_key"] = key
    ids = {node: fit_for_xml(str(node)) for node in graph.nodes}
    return Tables(
        directed=graph.is_directed(),
        node_types=_unify_types(nodes),
        edge_types=_unify_types(edges),
        graph_types=_unify_types([facts]),
        nodes=dict(zip(ids.values(), nodes, strict=True)),
        edges=tuple(
            _edge(ids[source], ids[target], key, row)
            for (source, target), key, row in zip(graph.edges(), keys, edges, strict=True)
        ),
        graph=facts,
    )


def _edge(source: str, target: str, key: str, row: Row) -> EdgeRow:
    if (row.get("tail"), row.get("head")) == (target, source):
        source, target = target, source
    return EdgeRow(source=source, target=target, key=key, attributes=row)


def _row(attributes: Mapping[str, object]) -> Row:
    """Return the attributes that have a value, as plain scalars."""
    row = {}
    for name, value in attributes.items():
        plain = _plain(value)
        if plain is not None:
            row[fit_for_xml(str(name))] = plain
    return row


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
            # numpy's scalars have `item`.
            plain = _plain(value.item() if hasattr(value, "item") else str(value))
    return plain


def _joined(items: Iterable[object]) -> str:
    return "|".join(str(text).replace("|", "/") for item in items if (text := _plain(item)) is not None)


def _unify_types(rows: Iterable[Row]) -> dict[str, type[Scalar]]:
    """Return one type per column, casting the values of mixed columns in place."""
    rows = list(rows)
    found: dict[str, set[type[Scalar]]] = {}
    for row in rows:
        for name, value in row.items():
            found.setdefault(name, set()).add(type(value))
    types: dict[str, type[Scalar]] = {}
    for name, kinds in found.items():
        if len(kinds) == 1:
            types[name] = next(iter(kinds))
            continue
        types[name] = float if kinds == {int, float} else str
        for row in rows:
            if name in row:
                row[name] = types[name](row[name])
    return types


def as_number(row: Row, name: str, default: float) -> float:
    """Return an attribute as a number, or the default if it is absent or not a number.

    >>> as_number({"x": 2, "y": "here"}, "x", 0.0), as_number({"x": 2, "y": "here"}, "y", 0.0)
    (2.0, 0.0)
    """
    value = row.get(name)
    return float(value) if isinstance(value, int | float) and not isinstance(value, bool) else default


def column_type_name(kind: type[Scalar], values: Iterable[Scalar]) -> str:
    """Return GraphML's name for the type of a column: `int` if 32 bits suffice, else `long`.

    >>> column_type_name(int, [2025]), column_type_name(int, [2**40]), column_type_name(float, [])
    ('int', 'long', 'double')
    """
    if kind is int:
        return "int" if all(-_INT32 <= int(value) < _INT32 for value in values) else "long"
    return {bool: "boolean", float: "double", str: "string"}[kind]
