"""The graph as GEXF 1.2 for Gephi, with positions, sizes and colours, and the year of each paper.

Elements are written in pieces from columns, in the form that networkx gives them. Its document as a tree takes twenty
times the memory, includes the date of writing, and takes attributes that are called `start`, `id` or `type` for those
of the format.
"""

import re
from collections.abc import Iterator, Sequence
from itertools import chain, repeat
from pathlib import Path
from typing import TYPE_CHECKING, Any

from papertrace.export.files.columns import Scalar, Tables, TabulatedGraph, tabulate
from papertrace.files import replacing
from papertrace.model import NodeKind
from papertrace.model.graphs.columns import Table

if TYPE_CHECKING:
    import networkx as nx

_HEAD = """<?xml version='1.0' encoding='utf-8'?>
<gexf xmlns:viz="http://www.gexf.net/1.2draft/viz" xmlns="http://www.gexf.net/1.2draft"\
 xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance"\
 xsi:schemaLocation="http://www.gexf.net/1.2draft http://www.gexf.net/1.2draft/gexf.xsd" version="1.2">
  <meta>
    <creator>papertrace</creator>
  </meta>
"""
_COLOR = re.compile(r"#[0-9a-fA-F]{6}")
_SPECIAL = re.compile(r'[&<>"\r\n\t]')
_ESCAPES = str.maketrans(
    {"&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "\r": "&#13;", "\n": "&#10;", "\t": "&#09;"}
)
_PIECE = 4_096

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
    yield _HEAD
    direction = "directed" if tables.directed else "undirected"
    # A graph in which nodes appear in some year is dynamic.
    mode = 'mode="dynamic" name="" timeformat="date"' if "year" in tables.node_types else 'mode="static" name=""'
    yield f'  <graph defaultedgetype="{direction}" {mode}>\n'
    yield from _declare("edge", numbers_of_edges, {**tables.edge_types, _KEY: str})
    yield from _declare("node", numbers, tables.node_types)
    yield "    <nodes>\n" if tables.ids else "    <nodes />\n"
    for low in range(0, len(tables.ids), _PIECE):
        starts = list(_start_nodes(tables.ids[low : low + _PIECE], nodes, low))
        yield _elements(starts, _values(nodes, low, numbers), "      </node>\n")
    yield "    </nodes>\n" if tables.ids else ""
    yield "    <edges>\n" if tables.keys else "    <edges />\n"
    columns: dict[str, list[Scalar | None]] = {**edges.columns, _KEY: [*tables.keys]}
    order = [*(name for name in edges.order if name != _KEY), _KEY]
    with_keys = Table[Scalar](n_rows=edges.n_rows, columns=columns, order=order)
    for low in range(0, len(tables.keys), _PIECE):
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
            "" if value is None else f'          <attvalue for="{numbers[name]}" value={_quote(_text(value))} />\n'
            for value in table.columns[name][low : low + _PIECE]
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
    part = slice(low, low + _PIECE)
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


def _text(value: Scalar) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)


def _quote(text: str) -> str:
    """Return a text as the value of an attribute of XML; line breaks and tabs are kept."""
    return f'"{text.translate(_ESCAPES)}"' if _SPECIAL.search(text) else f'"{text}"'
