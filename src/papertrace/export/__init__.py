"""A graph to one file format each.

To add a format: a module with `write_…(graph, path)`, a function here that imports it when it is called (a command
pays for the formats it writes), and a row in `WRITERS`.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Protocol

from papertrace.model import Paper, Verdict

if TYPE_CHECKING:
    import networkx as nx


class WriteGraph(Protocol):
    """Write a graph to a file; a format that has room for more than the graph takes it from the papers.

    `title` is what the map is called where a format shows it.

    A writer leaves the graph as it is, gives the same bytes for the same arguments, and raises ExportError, with
    no file left behind, where it cannot write.
    """

    def __call__(
        self,
        graph: "nx.MultiGraph[str]",
        path: Path,
        *,
        papers: Sequence[Paper] = (),
        verdicts: Iterable[Verdict] = (),
        title: str = "papertrace",
    ) -> None:
        """Write the graph."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Writer:
    """Name a format, the end of its files' names, and the function that writes one.

    A name may stand in several rows: `csv` writes one file of nodes and one of edges. `by_default` says whether the
    format is written where the user names none.
    """

    name: str
    suffix: str
    write: WriteGraph
    by_default: bool = True


def _html(
    graph: "nx.MultiGraph[str]",
    path: Path,
    *,
    papers: Sequence[Paper] = (),
    verdicts: Iterable[Verdict] = (),
    title: str = "papertrace",
) -> None:
    from papertrace.export.html import write_html

    write_html(graph, path, papers=papers, verdicts=verdicts, title=title)


def _svg(
    graph: "nx.MultiGraph[str]",
    path: Path,
    *,
    papers: Sequence[Paper] = (),
    verdicts: Iterable[Verdict] = (),
    title: str = "papertrace",
) -> None:
    from papertrace.export.picture import write_svg

    write_svg(graph, path, papers=papers, verdicts=verdicts, title=title)


def _graphml(
    graph: "nx.MultiGraph[str]",
    path: Path,
    *,
    papers: Sequence[Paper] = (),
    verdicts: Iterable[Verdict] = (),
    title: str = "papertrace",
) -> None:
    from papertrace.export.graphml import write_graphml

    del papers, verdicts, title  # the graph carries what the format holds
    write_graphml(graph, path)


def _nodes(
    graph: "nx.MultiGraph[str]",
    path: Path,
    *,
    papers: Sequence[Paper] = (),
    verdicts: Iterable[Verdict] = (),
    title: str = "papertrace",
) -> None:
    from papertrace.export.tables import write_nodes

    del papers, verdicts, title
    write_nodes(graph, path)


def _edges(
    graph: "nx.MultiGraph[str]",
    path: Path,
    *,
    papers: Sequence[Paper] = (),
    verdicts: Iterable[Verdict] = (),
    title: str = "papertrace",
) -> None:
    from papertrace.export.tables import write_edges

    del papers, verdicts, title
    write_edges(graph, path)


def _nodelink(
    graph: "nx.MultiGraph[str]",
    path: Path,
    *,
    papers: Sequence[Paper] = (),
    verdicts: Iterable[Verdict] = (),
    title: str = "papertrace",
) -> None:
    from papertrace.export.nodelink import write_nodelink

    del papers, verdicts, title
    write_nodelink(graph, path)


def _gexf(
    graph: "nx.MultiGraph[str]",
    path: Path,
    *,
    papers: Sequence[Paper] = (),
    verdicts: Iterable[Verdict] = (),
    title: str = "papertrace",
) -> None:
    from papertrace.export.gexf import write_gexf

    del papers, verdicts, title
    write_gexf(graph, path)


def _cytoscape(
    graph: "nx.MultiGraph[str]",
    path: Path,
    *,
    papers: Sequence[Paper] = (),
    verdicts: Iterable[Verdict] = (),
    title: str = "papertrace",
) -> None:
    from papertrace.export.cytoscape import write_cytoscape

    del papers, verdicts, title
    write_cytoscape(graph, path)


def _vosviewer(
    graph: "nx.MultiGraph[str]",
    path: Path,
    *,
    papers: Sequence[Paper] = (),
    verdicts: Iterable[Verdict] = (),
    title: str = "papertrace",
) -> None:
    from papertrace.export.vosviewer import write_vosviewer

    del papers, verdicts, title
    write_vosviewer(graph, path)


WRITERS: tuple[Writer, ...] = (
    Writer(name="html", suffix=".html", write=_html),
    Writer(name="svg", suffix=".svg", write=_svg),
    Writer(name="graphml", suffix=".graphml", write=_graphml),
    Writer(name="csv", suffix=".nodes.csv", write=_nodes),
    Writer(name="csv", suffix=".edges.csv", write=_edges),
    Writer(name="json", suffix=".json", write=_nodelink, by_default=False),
    Writer(name="gexf", suffix=".gexf", write=_gexf, by_default=False),
    Writer(name="cytoscape", suffix=".cyjs", write=_cytoscape, by_default=False),
    Writer(name="vosviewer", suffix=".vosviewer.json", write=_vosviewer, by_default=False),
)
"""Every format that a graph can be written in, in the order in which they are written."""
