"""The graph as Cytoscape JSON (`.cyjs`), for Cytoscape and cytoscape.js, with a style for the latter."""

import json
from pathlib import Path
from typing import TYPE_CHECKING, Any

from papertrace.export.colours import is_colour
from papertrace.export.files.columns import Row, Tables, TabulatedGraph, as_number, tabulate
from papertrace.export.files.json_lines import generate_lines
from papertrace.files import atomic_text

if TYPE_CHECKING:
    import networkx as nx


_PAPER, _INK = "#fcfbf8", "#1c1b19"
_HOLLOW = {"background-color": _PAPER, "border-opacity": 1}

# Rules by kind of node, state of the code, and kind of edge; a later one wins. They look like the page's marks and
# lines, as far as cytoscape.js has such shapes.
_NODE_RULES: tuple[tuple[str, dict[str, Any]], ...] = (
    ('node[kind = "concept"]', {"shape": "triangle"}),
    ('node[kind = "repository"]', {"shape": "rectangle"}),
    ('node[kind = "author"]', {"shape": "diamond"}),
    ('node[kind = "venue"]', {"shape": "hexagon"}),
    ('node[kind = "paper"][claim = "none"]', _HOLLOW),
    ('node[kind = "paper"][claim = "promised"]', _HOLLOW | {"border-style": "dashed"}),
    ('node[kind = "paper"][claim = "claimed"]', _HOLLOW | {"border-style": "dotted"}),
    ('node[outcome = "moved"]', {"shape": "triangle"}),
    ('node[outcome = "dead"]', _HOLLOW | {"shape": "diamond", "border-color": _INK}),
)
_EDGE_RULES: tuple[tuple[str, dict[str, Any]], ...] = (
    ('edge[kind = "similar"]', {"line-style": "dotted"}),
    ('edge[kind = "owner"]', {"width": 1.1, "opacity": 0.5, "line-style": "dashed"}),
    ('edge[kind = "coupling"], edge[kind = "co_citation"]', {"width": 1.2, "opacity": 0.45, "line-style": "dotted"}),
    ('edge[kind = "repository"]', {"width": 2.2, "opacity": 0.7}),
    (
        "edge[tail]",
        {
            "width": 2,
            "opacity": 0.8,
            "line-style": "dashed",
            "curve-style": "straight",
            "target-arrow-shape": "triangle",
            "arrow-scale": 0.7,
        },
    ),
)


def write_cytoscape(graph: "nx.Graph[Any] | TabulatedGraph", path: Path) -> None:
    """Write a graph as Cytoscape JSON: `elements` with `data` and, for nodes, `position`; one element per line.

    `style` and `layout` are those of cytoscape.js: `cytoscape({container, ...file})` shows the map with the places,
    colours and sizes of the page. Node and edge data have the same attributes as the GraphML; edges have `interaction`,
    which Cytoscape uses for labels and styles. The y of `position` points down, as Cytoscape and cytoscape.js draw it,
    that of `data` up, as in every format. `networkx.cytoscape_graph` reads the file.

    Raises
    ------
    ExportError
        If the file cannot be written; an existing file is then left unchanged.
    """
    tables = tabulate(graph)
    nodes = (_node(node, row) for node, row in tables.iterate_nodes())
    edges = (
        {"data": {**edge.attributes, "id": edge.key, "key": edge.key, "source": edge.source, "target": edge.target}}
        for edge in tables.iterate_edges()
    )
    with atomic_text(path) as stream:
        stream.write('{"format_version": "1.0", "generated_by": "papertrace", "target_cytoscapejs_version": "~2.1",\n')
        stream.write(f'"directed": {json.dumps(tables.directed)}, "multigraph": true,\n')
        facts = [[name, value] for name, value in tables.graph.items()]
        style = "".join(generate_lines(_make_style(tables)))
        stream.write(f'"layout": {{"name": "preset"}},\n"style": {style},\n')
        stream.write(f'"data": {json.dumps(facts, ensure_ascii=False)},\n"elements": {{"nodes": ')
        stream.writelines(generate_lines(nodes))
        stream.write(',\n"edges": ')
        stream.writelines(generate_lines(edges))
        stream.write("}}\n")


def _make_style(tables: Tables) -> list[dict[str, Any]]:
    """Return rules for what the nodes have: a size or colour that is missing from a graph gets none."""
    node: dict[str, Any] = {
        "label": "data(name)",
        "color": _INK,
        "font-size": 7,
        "min-zoomed-font-size": 8,
        "text-max-width": "120px",
        "text-wrap": "ellipsis",
        "text-valign": "bottom",
        "text-margin-y": 2,
        "border-width": 1.6,
        "border-opacity": 0,
    }
    edge = {"width": 0.8, "opacity": 0.35, "line-color": _INK, "target-arrow-color": _INK, "curve-style": "haystack"}
    rules: list[tuple[str, dict[str, Any]]] = [("node", node)]
    if tables.node_types.get("size") in {int, float}:
        rules.append(("node[size > 0]", {"width": "data(size)", "height": "data(size)"}))
    colours = [colour for colour in tables.node_columns.columns.get("color", ()) if colour is not None]
    if colours and all(map(is_colour, colours)):
        rules.append(("node[color]", {"background-color": "data(color)", "border-color": "data(color)"}))
    rules += [*_NODE_RULES, ("edge", edge), *_EDGE_RULES]
    return [{"selector": selector, "style": style} for selector, style in rules]


def _node(node: str, row: Row) -> dict[str, object]:
    data = {**row, "id": node, "value": node, "name": row.get("label", node)}
    # The y axis of the attributes points up, that of a Cytoscape position down.
    return {"data": data, "position": {"x": as_number(row, "x", 0.0), "y": 0.0 - as_number(row, "y", 0.0)}}
