"""Graphs as objects of other libraries, and as what a notebook shows."""

from typing import TYPE_CHECKING

from papertrace.pipeline.titles import title_papers

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    import networkx as nx

    from papertrace.export.pyvis_network.styling import Network
    from papertrace.model import Paper, Verdict


def to_pyvis(
    graph: "nx.MultiGraph[str]",
    *,
    papers: "Sequence[Paper]" = (),
    verdicts: "Iterable[Verdict]" = (),
    title: str | None = None,
    height: str = "750px",
    width: str = "100%",
) -> "Network":
    """Return a graph as a network of pyvis, which can be changed and shown.

    Parameters
    ----------
    graph
        A graph from `build_graph`; it is not modified.
    papers, verdicts
        What the tooltips and marks say beyond the graph, as in `write_graph`.
    title
        The heading; by default `title_papers` makes one, and there is none without papers.
    height, width
        Lengths of CSS.

    Returns
    -------
    pyvis.network.Network
        The papers as nodes with the colours, sizes, places and names of the page, in tooltips what the page says of
        them and their communities; one edge for each linked pair, with its reasons. Physics is off. Nodes have
        `community`, `code` and `year`, edges `kind` and `weight`, for `filter_menu`. Its `show`, `write_html` and
        `generate_html` give one file that requests nothing, and in which no text of a listing runs.
    """
    from papertrace.export.pyvis_network.styling import to_pyvis as style

    heading = title if title is not None else title_papers(papers) if papers else ""
    return style(graph, papers=papers, verdicts=verdicts, title=heading, height=height, width=width)
