"""The graph as VOSviewer JSON: items with clusters, weights and scores, and links with their strength.

VOSviewer has one kind of link, so the edges between two papers are added up. It shows descriptions as HTML, so all
text in them is escaped.
"""

import html
import math
from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING, Any

from papertrace.export.files.columns import Row, TabulatedGraph, as_number, tabulate
from papertrace.export.files.json_lines import generate_lines
from papertrace.files import atomic_text
from papertrace.model import NodeKind

if TYPE_CHECKING:
    import networkx as nx


_SCORES = {"year": "Pub. year", "n_citations": "Citations", "h_index": "h-index"}


def write_vosviewer(graph: "nx.Graph[Any] | TabulatedGraph", path: Path) -> None:
    """Write a graph as VOSviewer JSON (`items`, `links`, `clusters` of one `network`).

    Items are numbered from 1 in the order of the graph. Clusters are the communities, numbered from 1; papers
    without an edge have none. Weights are `Links` (the number of linked items), `Total link strength` and, in a network
    of authors and the like, `Documents`; scores are `Links` and, where known, `Pub. year`, `Citations` and `h-index`.

    Raises
    ------
    ExportError
        If the file cannot be written; an existing file is then left unchanged.
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
