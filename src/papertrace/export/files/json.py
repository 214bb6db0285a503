"""Graphs as JSON: of Cytoscape, of networkx, of VOSviewer, and a line for each node and edge.

VOSviewer has one kind of link, so the edges between two papers are added up. It shows descriptions as HTML, so all
text in them is escaped.

Writers raise ExportError if the file cannot be written; an existing file is then left unchanged.
"""

import html
import json
import math
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

from papertrace.export.files.tables import Row, Tables, TabulatedGraph, as_number, tabulate
from papertrace.export.marks import is_colour
from papertrace.files import atomic_text
from papertrace.model import NodeKind

if TYPE_CHECKING:
    import networkx as nx


def generate_lines(elements: Iterable[Mapping[str, object]]) -> Iterator[str]:
    r"""Yield an array in pieces, an element each.

    >>> "".join(generate_lines([{"a": 1}, {"b": "é"}]))
    '[\n{"a": 1},\n{"b": "é"}\n]'
    >>> "".join(generate_lines([]))
    '[\n\n]'
    """
    before = "[\n"
    for element in elements:
        yield before + dump_json(element)
        before = ",\n"
    yield "\n]" if before == ",\n" else "[\n\n]"


def dump_json(value: Mapping[str, object]) -> str:
    """Return an object as JSON on one line.

    Raises
    ------
    ValueError
        If it has a number that is not finite.
    """
    return json.dumps(value, ensure_ascii=False, allow_nan=False)


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


def write_nodelink(graph: "nx.Graph[Any] | TabulatedGraph", path: Path) -> None:
    """Write a graph as node-link JSON, one node or edge per line.

    The object has `directed`, `multigraph`, `graph` (graph attributes), `nodes` (with `id`) and `edges` (with
    `source`, `target` and `key`); `networkx.node_link_graph(data, edges="edges")` reads it.
    """
    tables = tabulate(graph)
    with atomic_text(path) as stream:
        stream.write(f'{{"directed": {json.dumps(tables.directed)}, "multigraph": true,\n')
        stream.write(f'"graph": {dump_json(tables.graph)},\n"nodes": ')
        stream.writelines(generate_lines({"id": node, **_without(row, "id")} for node, row in tables.iterate_nodes()))
        stream.write(',\n"edges": ')
        stream.writelines(
            generate_lines(
                {
                    "source": edge.source,
                    "target": edge.target,
                    "key": edge.key,
                    **_without(edge.attributes, "source", "target", "key"),
                }
                for edge in tables.iterate_edges()
            )
        )
        stream.write("}\n")


def _without(row: Row, *names: str) -> Row:
    """Return the attributes except those whose names the format reserves."""
    return {name: value for name, value in row.items() if name not in names}


_SCORES = {"year": "Pub. year", "n_citations": "Citations", "h_index": "h-index"}


def write_vosviewer(graph: "nx.Graph[Any] | TabulatedGraph", path: Path) -> None:
    """Write a graph as VOSviewer JSON (`items`, `links`, `clusters` of one `network`).

    Items are numbered from 1 in the order of the graph. Clusters are the communities, numbered from 1; papers
    without an edge have none. Weights are `Links` (the number of linked items), `Total link strength` and, in a network
    of authors and the like, `Documents`; scores are `Links` and, where known, `Pub. year`, `Citations` and `h-index`.
    """
    tables = tabulate(graph)
    numbers = {node: number for number, node in enumerate(tables.ids, start=1)}
    strengths: dict[tuple[int, int], float] = {}
    for edge in tables.iterate_edges():
        low, high = sorted((numbers[edge.source], numbers[edge.target]))
        strengths[low, high] = strengths.get((low, high), 0.0) + as_number(edge.attributes, "weight", 1.0)
    links: list[dict[str, object]] = [
        {"source_id": low, "target_id": high, "strength": round(strength, 4)}
        for (low, high), strength in sorted(strengths.items())
    ]
    strengths_of: dict[int, list[float]] = {number: [] for number in numbers.values()}
    for (low, high), strength in strengths.items():
        strengths_of[low].append(strength)
        strengths_of[high].append(strength)
    items = [_item(numbers[node], node, row, strengths_of[numbers[node]]) for node, row in tables.iterate_nodes()]
    network: dict[str, list[dict[str, object]]] = {
        "items": items,
        "links": links,
        "clusters": _clusters(row for _, row in tables.iterate_nodes()),
    }
    with atomic_text(path) as stream:
        stream.write('{"network": {\n')
        for number, (name, rows) in enumerate(network.items()):
            stream.write((",\n" if number else "") + f'"{name}": ')
            stream.writelines(generate_lines(rows))
        stream.write("\n}}\n")


def _item(number: int, node: str, row: Row, strengths: list[float]) -> dict[str, object]:
    item: dict[str, Any] = {
        "id": number,
        "label": row.get("label", node),
        "description": _describe(row),
        "x": as_number(row, "x", 0.0),
        "y": as_number(row, "y", 0.0),
        "weights": {"Links": len(strengths), "Total link strength": round(math.fsum(strengths), 4)},
        "scores": {name: row[fact] for fact, name in _SCORES.items() if fact in row} | {"Links": len(strengths)},
    }
    if "n_papers" in row:
        item["weights"] |= {"Documents": row["n_papers"]}
    if (community := int(as_number(row, "community", -1))) >= 0:
        item["cluster"] = community + 1
    if url := row.get("url"):
        item["url"] = url
    return item


def _describe(row: Row) -> str:
    name = "Title" if row.get("kind", NodeKind.PAPER) == NodeKind.PAPER else str(row["kind"]).capitalize()
    facts = {
        name: row.get("title", row.get("label", "")),
        "Authors": row.get("authors", ""),
        "Concepts": row.get("concepts", ""),
    }
    rows = (
        f"<tr><td>{html.escape(name)}:</td><td>{html.escape(str(value).replace('|', ', '))}</td></tr>"
        for name, value in facts.items()
        if value
    )
    return f"<table>{''.join(rows)}</table>"


def _clusters(rows: Iterable[Row]) -> list[dict[str, object]]:
    names = {
        int(as_number(row, "community", -1)) + 1: str(row.get("community_label", ""))
        for row in rows
        if int(as_number(row, "community", -1)) >= 0
    }
    return [{"cluster": cluster, "label": names[cluster]} for cluster in sorted(names)]
