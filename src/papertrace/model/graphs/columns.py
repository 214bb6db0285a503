"""A graph as columns: one list for each attribute of nodes and edges, which takes a fifth of the memory of a dict each.

It is built once and read by every writer; networkx is made of it where somebody asks for it.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Generic, TypeVar

if TYPE_CHECKING:
    import networkx as nx

T = TypeVar("T")


@dataclass(slots=True)
class Table(Generic[T]):
    """Rows as columns of equal length, in which None marks what a row lacks.

    `columns` are in the order in which rows first had them; `order` is that of the attributes within a row, as far as
    rows agree on it.

    >>> table = Table()
    >>> table.add({"label": "a", "size": 1})
    >>> table.add({"label": "b", "year": 2025, "size": 2})
    >>> table.columns["year"], table.order
    ([None, 2025], ['label', 'year', 'size'])
    >>> list(table.rows())[0]
    {'label': 'a', 'size': 1}
    """

    n_rows: int = 0
    columns: dict[str, list[T | None]] = field(default_factory=dict)
    order: list[str] = field(default_factory=list)
    _plans: dict[tuple[str, ...], tuple[list[list[T | None]], list[list[T | None]]]] = field(default_factory=dict)

    def add(self, row: Mapping[str, T]) -> None:
        """Add a row at the end."""
        names = tuple(row)
        plan = self._plans.get(names)
        if plan is None:
            plan = self._plans[names] = self._plan(names)
        present, absent = plan
        for column, value in zip(present, row.values(), strict=True):
            column.append(value)
        for column in absent:
            column.append(None)
        self.n_rows += 1

    def set_column(self, name: str, values: Sequence[T | None]) -> None:
        """Set the values of an attribute, which is the last one if it is new; None for rows that lack it."""
        if name not in self.columns:
            self.order.append(name)
        self.columns[name] = list(values)
        self._plans.clear()

    def rows(self, start: int = 0, stop: int | None = None) -> Iterator[dict[str, T]]:
        """Yield the rows in a range, each without what it lacks, its attributes in their order."""
        parts = [self.columns[name][start:stop] for name in self.order]
        for values in zip(*parts, strict=True) if parts else ((),) * len(range(self.n_rows)[start:stop]):
            yield {name: value for name, value in zip(self.order, values, strict=True) if value is not None}

    def _plan(self, names: tuple[str, ...]) -> tuple[list[list[T | None]], list[list[T | None]]]:
        """Return the columns that rows with these attributes extend with values, and those that they lack."""
        last = -1
        for name in names:
            if name not in self.columns:
                self.columns[name] = [None] * self.n_rows
                self.order.insert(last + 1, name)
                self._plans.clear()
            last = max(last, self.order.index(name))
        return [self.columns[name] for name in names], [
            column for name, column in self.columns.items() if name not in names
        ]


@dataclass(slots=True, kw_only=True)
class GraphColumns:
    """A graph whose nodes and edges are tables.

    `ids` are those of the nodes. The ends of an edge are the numbers of two nodes, `first` the smaller, and `keys`
    tells edges between the same nodes apart. Edges are in the order of their first nodes, as networkx yields them.
    """

    ids: list[str]
    nodes: Table[Any]
    first: list[int]
    second: list[int]
    keys: list[str]
    edges: Table[Any]
    facts: dict[str, Any]
    is_directed: bool = False

    def to_networkx(self, empty: "nx.MultiGraph[str] | None" = None) -> "nx.MultiGraph[str]":
        """Return the graph as networkx has it; `empty` is a graph of another class to fill."""
        import networkx as nx

        graph: nx.MultiGraph[str] = nx.MultiGraph() if empty is None else empty
        graph.graph.update(self.facts)
        for node, attributes in zip(self.ids, self.nodes.rows(), strict=True):
            graph.add_node(node, **attributes)
        ends = zip(self.first, self.second, self.keys, self.edges.rows(), strict=True)
        for first, second, key, attributes in ends:
            graph.add_edge(self.ids[first], self.ids[second], key=key, **attributes)
        return graph


def to_columns(graph: "nx.Graph[Any] | GraphColumns") -> GraphColumns:
    """Return a graph as columns; of a networkx graph, ids, keys and names become strings, values stay."""
    if isinstance(graph, GraphColumns):
        return graph
    import networkx as nx

    nodes: Table[Any] = Table()
    edges: Table[Any] = Table()
    numbers = {node: number for number, node in enumerate(graph.nodes)}
    first, second = [], []
    for _, attributes in graph.nodes(data=True):
        nodes.add(_texts(attributes))
    for source, target, attributes in graph.edges(data=True):
        first.append(numbers[source])
        second.append(numbers[target])
        edges.add(_texts(attributes))
    keys = [str(key) for *_, key in graph.edges(keys=True)] if isinstance(graph, nx.MultiGraph) else [""] * len(first)
    return GraphColumns(
        ids=list(map(str, numbers)),
        nodes=nodes,
        first=first,
        second=second,
        keys=keys,
        edges=edges,
        facts=_texts(graph.graph),
        is_directed=graph.is_directed(),
    )


def _texts(attributes: Mapping[Any, Any]) -> dict[str, Any]:
    return {str(name): value for name, value in attributes.items()}
