"""A graph as two tables of clean scalars: what every file format of nodes and edges starts from.

Formats disagree on what they hold, and programs fail in silence: one type per column, no lists, no missing values,
no control characters, and an id for every edge that no other edge has. All of that is settled here once, on copies;
the graph is left as it is.
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
class Edge:
    """Hold one edge: its ends, an id that is its own in the graph, and its attributes.

    Where the attributes `tail` and `head` name the ends, `source` is the tail: an undirected networkx graph forgets
    in which order its ends were given.
    """

    source: str
    target: str
    key: str
    attributes: Row


@dataclass(frozen=True, slots=True, kw_only=True)
class Tables:
    """Hold the nodes, the edges and the facts of a graph, clean and in the order of the graph.

    `node_types`, `edge_types` and `graph_types` give the type of each attribute, `bool`, `int`, `float` or `str`;
    every value is of exactly that type. An attribute that a node lacks is absent from its row.
    """

    directed: bool
    nodes: dict[str, Row]
    edges: tuple[Edge, ...]
    graph: Row
    node_types: dict[str, type[Scalar]]
    edge_types: dict[str, type[Scalar]]
    graph_types: dict[str, type[Scalar]]


def tabulate(graph: "nx.Graph[Any]") -> Tables:
    """Return a graph as tables.

    Parameters
    ----------
    graph
        Any networkx graph. Lists, tuples and sets of an attribute become one text with `|` between the items
        (sets sorted); dates ISO text; numpy scalars and members of enumerations their plain values. None and
        numbers that are not finite are left out. Mixed columns become numbers if all are, else text.

    Returns
    -------
    Tables
        Edges have the ids of their attribute `edge_key` where all have one of their own, else `e0`, `e1`, … in the
        order of the graph; either way the attribute says the same.
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
        node_types=_settle(nodes),
        edge_types=_settle(edges),
        graph_types=_settle([facts]),
        nodes=dict(zip(ids.values(), nodes, strict=True)),
        edges=tuple(
            _edge(ids[source], ids[target], key, row)
            for (source, target), key, row in zip(graph.edges(), keys, edges, strict=True)
        ),
        graph=facts,
    )


def _edge(source: str, target: str, key: str, row: Row) -> Edge:
    if (row.get("tail"), row.get("head")) == (target, source):
        source, target = target, source
    return Edge(source=source, target=target, key=key, attributes=row)


def _row(attributes: Mapping[str, object]) -> Row:
    """Return the attributes that have a value, as clean scalars."""
    row = {}
    for name, value in attributes.items():
        plain = _plain(value)
        if plain is not None:
            row[fit_for_xml(str(name))] = plain
    return row


def _plain(value: object) -> Scalar | None:
    """Return a value as exactly a bool, int, float or str, or None where it says nothing."""
    # Subclasses go too: networkx refuses members of a StrEnum, and a bool is an int to Python.
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


def _settle(rows: Iterable[Row]) -> dict[str, type[Scalar]]:
    """Give every column one type, casting the values of mixed ones in place."""
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
    """Return an attribute that a format needs as a number: the default where it is absent or something else.

    >>> as_number({"x": 2, "y": "here"}, "x", 0.0), as_number({"x": 2, "y": "here"}, "y", 0.0)
    (2.0, 0.0)
    """
    value = row.get(name)
    return float(value) if isinstance(value, int | float) and not isinstance(value, bool) else default


def column_type_name(kind: type[Scalar], values: Iterable[Scalar]) -> str:
    """Return the name that GraphML has for a column's type: `int` where 32 bits suffice, else `long`.

    >>> column_type_name(int, [2025]), column_type_name(int, [2**40]), column_type_name(float, [])
    ('int', 'long', 'double')
    """
    if kind is int:
        return "int" if all(-_INT32 <= int(value) < _INT32 for value in values) else "long"
    return {bool: "boolean", float: "double", str: "string"}[kind]
