"""Graphs as columns, with the colours of their nodes.

It is built once and read by every writer; networkx is made of it where somebody asks for it.

Colour is spent where it is needed: communities that are close to each other on the map get the colours that differ
most, seen with the least favourable of three kinds of sight. With more communities than colours, a colour is used
again, far away.
"""

import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from functools import cache
from typing import TYPE_CHECKING, Any, Final, Generic, TypeVar

if TYPE_CHECKING:
    import networkx as nx


class NodeKind(StrEnum):
    """What a node represents."""

    PAPER = "paper"
    CONCEPT = "concept"
    REPOSITORY = "repository"
    AUTHOR = "author"
    VENUE = "venue"


class HoldingKind(StrEnum):
    """The kind of an edge from a paper to something else; edges between two papers have an `EdgeKind`."""

    CONCEPT_USE = "concept_use"
    REPOSITORY_LINK = "repository_link"
    AUTHORSHIP = "authorship"
    PUBLICATION = "publication"


class EdgeKind(StrEnum):
    """The layer that an edge belongs to."""

    CONCEPT = "concept"
    SIMILAR = "similar"
    REPOSITORY = "repository"
    OWNER = "owner"
    MENTION = "mention"
    CITATION = "citation"
    CO_CITATION = "co_citation"
    COUPLING = "coupling"


@dataclass(frozen=True, slots=True, kw_only=True)
class Edge:
    """A connection between two papers, by id, with its `evidence`, which is never empty.

    For undirected kinds, `source` and `target` are in id order.
    """

    source: str
    target: str
    kind: EdgeKind
    weight: float
    evidence: tuple[str, ...]

    def __post_init__(self) -> None:
        """Raise `ValueError` for an edge without evidence."""
        if not self.evidence:
            message = f"edge {self.source} - {self.target} ({self.kind}) has no evidence"
            raise ValueError(message)


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


Lab = tuple[float, float, float]

#: The colours on light paper, and those of the same communities on dark paper, of similar hue. A search for the largest
#: least difference between any two, by CIEDE2000 (Sharma, Wu and Dalal 2005), found them; at least 12 for readers
#: without receptors for red or green, 19 for others, each with a contrast of 3 to its paper
#: (`tests/model/graphs/test_palette.py` computes them).
LIGHT: Final = (
    *("#2d96f0", "#780f00", "#b48700", "#005a3c", "#c378a5", "#0f2d96"),
    *("#874bd2", "#879669", "#b43c5a", "#2d6987", "#696900", "#5a2d4b"),
)
DARK: Final = (
    *("#1eb4ff", "#a5691e", "#d2a50f", "#0fa596", "#d23c69", "#4b78e1"),
    *("#876996", "#00ffc3", "#e1a587", "#78f0ff", "#c3f078", "#e1a5c3"),
)

#: The colour of papers without links.
UNLINKED_COLOUR: Final = "#8a867c"
UNLINKED_ON_DARK: Final = "#77756f"

_ON_DARK = dict(zip(LIGHT, DARK, strict=True)) | {UNLINKED_COLOUR: UNLINKED_ON_DARK}

# Linear RGB as seen without receptors for red or green (Machado, Oliveira and Fernandes 2009, severity 1.0).
_SIGHTS = (
    ((1.0, 0.0, 0.0), (0.0, 1.0, 0.0), (0.0, 0.0, 1.0)),
    ((0.152286, 1.052583, -0.204868), (0.114503, 0.786281, 0.099216), (-0.003882, -0.048116, 1.051998)),
    ((0.367322, 0.860646, -0.227968), (0.280085, 0.672501, 0.047413), (-0.011820, 0.042940, 0.968881)),
)
_MAX_LINEAR = 0.04045  # up to here, sRGB is linear
_MAX_LINEAR_LAB = 0.008856  # up to here, CIELAB is linear
_N_NEAR = 12  # communities that are compared with each
_N_ROUNDS = 4  # of exchanges; few maps need more than two
_MAX_NEARNESS = 4.0  # of communities that lie within each other
_SCALE = 10.0  # of differences, so that costs are neither tiny nor huge
_SAME = 2.0  # the difference that is assumed between a colour and itself
_DIGITS = 6  # so that every machine decides alike


def hue_on_dark(colour: str) -> str | None:
    """Return the colour on dark paper for one of `LIGHT` or that of unlinked papers, None for any other.

    >>> hue_on_dark("#2d96f0"), hue_on_dark("#123456")
    ('#1eb4ff', None)
    """
    return _ON_DARK.get(colour)


def spread_colours(places: Sequence[tuple[float, float, float]]) -> list[int]:
    """Return the index of a colour in `LIGHT` for each community, so that neighbours differ most.

    Parameters
    ----------
    places
        The middle of each community on the map and its radius, `x`, `y`, `radius`, in any unit, largest community
        first.

    Returns
    -------
    list of int
        The first is 0. Of k communities no more than ⌈k / 12⌉ have the same colour. The sum of
        nearness/difference⁴ over each community and its nearest ones is at, or near, a local minimum of exchanges of
        two colours. Identical for identical arguments, on every machine.

    Examples
    --------
    >>> spread_colours([(0, 0, 1), (3, 0, 1)]), spread_colours([])
    ([0, 10], [])
    """
    costs = _costs()
    near = _neighbours(places)
    most = math.ceil(len(places) / len(LIGHT))
    used = [0] * len(LIGHT)
    chosen: list[int] = []

    def cost(community: int, colour: int) -> float:
        return round(
            math.fsum(weight * costs[colour][chosen[o]] for o, weight in near[community] if o < len(chosen)), _DIGITS
        )

    for community in range(len(places)):
        free = [colour for colour in range(len(LIGHT)) if used[colour] < most]
        best = min(free, key=lambda colour: (cost(community, colour), used[colour], colour))
        chosen.append(best)
        used[best] += 1
    for _ in range(_N_ROUNDS):
        improved = [_improve(community, chosen, used, most, near) for community in range(1, len(places))]
        if not any(improved):
            break
    return chosen


def _improve(
    community: int, chosen: list[int], used: list[int], most: int, near: Sequence[Sequence[tuple[int, float]]]
) -> bool:
    """Give a community another colour, or exchange it with a near one's, if that is better; return whether it was."""
    costs = _costs()

    def total(*some: int) -> float:
        return round(
            math.fsum(weight * costs[chosen[one]][chosen[o]] for one in some for o, weight in near[one]), _DIGITS
        )

    own = chosen[community]
    before = total(community)
    for colour in range(len(LIGHT)):
        if used[colour] < most and colour != own:
            chosen[community] = colour
            if total(community) < before:
                used[own] -= 1
                used[colour] += 1
                return True
    chosen[community] = own
    others = range(1, len(chosen)) if len(chosen) <= len(LIGHT) else sorted({o for o, _ in near[community]} - {0})
    for other in others:
        if chosen[other] == own:
            continue
        before = total(community, other)
        chosen[community], chosen[other] = chosen[other], own
        if total(community, other) < before:
            return True
        chosen[other], chosen[community] = chosen[community], own
    return False


def _neighbours(places: Sequence[tuple[float, float, float]]) -> list[list[tuple[int, float]]]:
    """Return the nearest communities of each with their nearness: the fourth power of radii over distance."""
    import numpy as np

    x, y, radius = np.array(places, dtype=float).reshape(-1, 3).T
    found = []
    for i in range(len(places)):
        # Row by row: a matrix of thousands of communities would take much memory.
        apart = np.maximum((x - x[i]) ** 2 + (y - y[i]) ** 2, 1e-18)
        nearness = np.round(np.minimum(_MAX_NEARNESS, ((radius + radius[i]) ** 2 / apart) ** 2), _DIGITS)
        nearness[i] = -1.0
        nearest = np.argsort(-nearness, kind="stable")[: min(_N_NEAR, len(places) - 1)]
        found.append([(int(k), float(nearness[k])) for k in nearest])
    return found


def colour_difference(one: str, other: str) -> float:
    """Return the difference of two colours by CIEDE2000, seen with the sight that tells them apart least.

    >>> round(colour_difference("#2d96f0", "#2d96f0"), 1), round(colour_difference("#000000", "#ffffff"))
    (0.0, 100)
    """
    return min(ciede2000(lab(one, sight), lab(other, sight)) for sight in range(len(_SIGHTS)))


@cache
def _costs() -> list[list[float]]:
    """Return (10/difference)⁴ of any two colours, on the less favourable paper."""
    return [
        [
            round((_SCALE / max(_SAME, min(colour_difference(*pair) for pair in zip(one, other, strict=True)))) ** 4, 9)
            for other in zip(LIGHT, DARK, strict=True)
        ]
        for one in zip(LIGHT, DARK, strict=True)
    ]


@cache
def lab(colour: str, sight: int = 0) -> Lab:
    """Return the CIELAB coordinates, D65, of a colour as seen: 0 with all receptors, 1 without red, 2 without green."""
    parts = [int(colour[i : i + 2], 16) / 255 for i in (1, 3, 5)]
    linear = [c / 12.92 if c <= _MAX_LINEAR else ((c + 0.055) / 1.055) ** 2.4 for c in parts]
    seen = [math.fsum(a * b for a, b in zip(row, linear, strict=True)) for row in _SIGHTS[sight]]
    red, green, blue = (min(1.0, max(0.0, part)) for part in seen)
    x = (0.4124 * red + 0.3576 * green + 0.1805 * blue) / 0.95047
    y = 0.2126 * red + 0.7152 * green + 0.0722 * blue
    z = (0.0193 * red + 0.1192 * green + 0.9505 * blue) / 1.08883
    fx, fy, fz = (t ** (1 / 3) if t > _MAX_LINEAR_LAB else 7.787 * t + 16 / 116 for t in (x, y, z))
    return 116 * fy - 16, 500 * (fx - fy), 200 * (fy - fz)


def ciede2000(one: Lab, other: Lab) -> float:
    """Return the difference ΔE₀₀ of two colours (Sharma, Wu and Dalal 2005), with all weights 1.

    >>> round(ciede2000((50.0, 2.6772, -79.7751), (50.0, 0.0, -82.7485)), 4)
    2.0425
    """
    (light, a, b), (other_light, other_a, other_b) = one, other
    mean = (math.hypot(a, b) + math.hypot(other_a, other_b)) / 2
    share = 0.5 * (1 - _saturation(mean))
    a, other_a = a * (1 + share), other_a * (1 + share)
    chroma, other_chroma = math.hypot(a, b), math.hypot(other_a, other_b)
    angle, other_angle = (math.degrees(math.atan2(*pair)) % 360 for pair in ((b, a), (other_b, other_a)))
    turn = (other_angle - angle + 180) % 360 - 180 if chroma * other_chroma else 0.0
    hue = 2 * math.sqrt(chroma * other_chroma) * math.sin(math.radians(turn / 2))
    mean_light, mean_chroma = (light + other_light) / 2, (chroma + other_chroma) / 2
    mean_angle = (angle + turn / 2) % 360 if chroma * other_chroma else angle + other_angle
    wave = (
        1
        - 0.17 * math.cos(math.radians(mean_angle - 30))
        + 0.24 * math.cos(math.radians(2 * mean_angle))
        + 0.32 * math.cos(math.radians(3 * mean_angle + 6))
        - 0.20 * math.cos(math.radians(4 * mean_angle - 63))
    )
    lights = (other_light - light) / (1 + 0.015 * (mean_light - 50) ** 2 / math.sqrt(20 + (mean_light - 50) ** 2))
    chromas = (other_chroma - chroma) / (1 + 0.045 * mean_chroma)
    hues = hue / (1 + 0.015 * mean_chroma * wave)
    rotation = 60 * math.exp(-(((mean_angle - 275) / 25) ** 2))
    twist = -2 * _saturation(mean_chroma) * math.sin(math.radians(rotation))
    return math.sqrt(max(0.0, lights**2 + chromas**2 + hues**2 + twist * chromas * hues))


def _saturation(chroma: float) -> float:
    return math.sqrt(chroma**7 / (chroma**7 + 25.0**7))
