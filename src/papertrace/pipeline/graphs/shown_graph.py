"""A networkx graph that knows its papers, and that a notebook shows as a map."""

from typing import TYPE_CHECKING

import networkx as nx

from papertrace.model.text import format_count

if TYPE_CHECKING:
    from collections.abc import Sequence

    from papertrace.model import Paper

    MultiGraph = nx.MultiGraph[str]
else:
    MultiGraph = nx.MultiGraph

MAX_SHOWN = 2_000
"""The number of papers up to which a notebook shows the map by itself: a page is kept in the file of the notebook."""


class Graph(MultiGraph):
    """A `networkx.MultiGraph` from `build_graph`: everything that takes such a graph takes this one.

    `papers` are those it was made of, for what the page says beyond the attributes of nodes; `copy` keeps them,
    other functions of networkx return graphs without. As the last line of a cell, a graph of at most 2,000 papers is
    shown as its page, in a frame; `papertrace.show` does the same at any size.
    """

    papers: "Sequence[Paper]" = ()

    def copy(self, as_view: bool = False) -> "Graph":  # noqa: FBT001, FBT002 - as networkx has it
        """Return a copy of nodes, edges and attributes, with the same papers."""
        copied: Graph = super().copy(as_view=as_view)
        copied.papers = self.papers
        return copied

    def __repr__(self) -> str:
        """Return the numbers of papers, edges and communities on one line."""
        return f"<Graph {describe_graph(self)}>"

    def _repr_html_(self) -> str:
        from papertrace.pipeline.notebooks import show

        if self.number_of_nodes() > MAX_SHOWN:
            return f"<p>Graph of {describe_graph(self)}. <code>papertrace.show(graph)</code> shows the map.</p>"
        return show(self)._repr_html_()


def describe_graph(graph: "nx.MultiGraph[str]") -> str:
    """Return the numbers of nodes, edges and communities of a graph in words.

    >>> describe_graph(nx.MultiGraph())
    '0 papers, 0 edges'
    """
    kinds = [attributes.get("kind", "paper") for _, attributes in graph.nodes(data=True)]
    n_papers = kinds.count("paper")
    n_others = len(kinds) - n_papers
    labels = {attributes.get("community", -1) for _, attributes in graph.nodes(data=True)} - {-1}
    parts = [format_count(n_papers, "paper")]
    parts += [format_count(n_others, "other node")] if n_others else []
    parts.append(format_count(graph.number_of_edges(), "edge"))
    parts += [format_count(len(labels), "community", "communities")] if labels else []
    return ", ".join(parts)
