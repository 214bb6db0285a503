"""The graph as GEXF 1.2 for Gephi, with positions, sizes and colours, and the year of each paper.

networkx builds the document. It includes the date of writing and its own version, which would make the output
irreproducible, so both are removed before the document is written.
"""

import re
from pathlib import Path
from typing import TYPE_CHECKING, Any

from papertrace.export.files.columns import Row, TabulatedGraph, as_number, tabulate
from papertrace.files import replacing
from papertrace.model import NodeKind

if TYPE_CHECKING:
    import networkx as nx

_COLOR = re.compile(r"#[0-9a-fA-F]{6}")

# Gephi draws discs by default.
_SHAPES = {NodeKind.CONCEPT.value: "triangle", NodeKind.REPOSITORY.value: "square", NodeKind.AUTHOR.value: "diamond"}

# Attributes for which the format has elements of its own.
_DRAWN = frozenset({"label", "x", "y", "size", "color"})


def write_gexf(graph: "nx.Graph[Any] | TabulatedGraph", path: Path) -> None:
    """Write a graph as GEXF 1.2 with `viz` (position, size, colour) and, if papers have years, `start`.

    Attributes are those of the GraphML, one type per column, lists joined with `|`. Edges keep their ids, so that
    parallel edges of several kinds stay distinct; mentions and citations lead from the source to the target. The same
    graph gives the same bytes.

    Raises
    ------
    ExportError
        If the file cannot be written; an existing file is then left unchanged.
    """
    import networkx as nx
    from networkx.readwrite.gexf import GEXFWriter

    tables = tabulate(graph)
    drawn: nx.MultiGraph[str] = nx.MultiGraph()
    if "year" in tables.node_types:
        drawn.graph["mode"] = "dynamic"
    for node, row in tables.iterate_nodes():
        drawn.add_node(node, **_without_drawn(row), label=str(row.get("label", node)), viz=_drawing(row), **_time(row))
    for edge in tables.iterate_edges():
        attributes = {name: value for name, value in edge.attributes.items() if name not in {"label", "weight"}}
        drawn.add_edge(
            edge.source,
            edge.target,
            key=edge.key,
            id=edge.key,
            label=str(edge.attributes.get("label", "")),
            weight=as_number(edge.attributes, "weight", 1.0),
            **attributes,
        )
    writer = GEXFWriter(encoding="utf-8", prettyprint=True, version="1.2draft")
    writer.add_graph(drawn)
    for meta in writer.xml.iter("meta"):
        meta.attrib.pop("lastmodifieddate", None)
        for creator in meta.iter("creator"):
            creator.text = "papertrace"
    # An undirected graph of networkx does not keep which end is the tail.
    ends = {edge.key: (edge.source, edge.target) for edge in tables.iterate_edges()}
    for element in writer.xml.iter("edge"):
        source, target = ends[element.attrib["id"]]
        element.attrib |= {"source": source, "target": target}
    for element in writer.xml.iter("graph"):
        if element.get("mode") == "dynamic":
            element.set("timeformat", "date")  # networkx before 3.5 omits it if the mode is set before adding nodes
    with replacing(path) as temporary, temporary.open("wb") as stream:
        writer.write(stream)


def _without_drawn(row: Row) -> Row:
    return {name: value for name, value in row.items() if name not in _DRAWN}


def _time(row: Row) -> dict[str, str]:
    """Return the year in which a paper appears; a paper without a year is always present."""
    year = int(as_number(row, "year", 0))
    return {"start": str(year)} if year else {}


def _drawing(row: Row) -> dict[str, object]:
    """Return position, size, colour and, for what is no paper, shape in the form of networkx's writer."""
    color = str(row.get("color", ""))
    color = color[1:] if _COLOR.fullmatch(color) else "808080"
    red, green, blue = (int(color[at : at + 2], 16) for at in (0, 2, 4))
    shape = _SHAPES.get(str(row.get("kind", "")))
    return {
        **({"shape": shape} if shape else {}),
        "position": {"x": as_number(row, "x", 0.0), "y": as_number(row, "y", 0.0), "z": 0.0},
        "size": as_number(row, "size", 10.0),
        "color": {"r": red, "g": green, "b": blue, "a": 1.0},
    }
