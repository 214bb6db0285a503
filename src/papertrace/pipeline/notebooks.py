"""Graphs as objects of other libraries, and graphs, papers and audits as a notebook shows them."""

from dataclasses import dataclass
from html import escape
from typing import TYPE_CHECKING, overload

import networkx as nx

from papertrace.model.text import format_count
from papertrace.pipeline.reading import title_papers
from papertrace.pipeline.steps import require_graph, take_papers

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    import pandas as pd

    from papertrace.export.data_frames import GraphFrames
    from papertrace.export.pyvis_network.writer import Network
    from papertrace.model import AuditResult, Paper, Verdict

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


_HEIGHT = "720px"
# No `allow-same-origin`: the page cannot reach the notebook, its cookies or its storage.
_SANDBOX = "allow-scripts allow-downloads allow-popups allow-popups-to-escape-sandbox"
_EXTERNAL = 'rel="noopener noreferrer"'
_TABLE_STYLE = (
    "body { margin: .5rem; font: 14px/1.5 system-ui, sans-serif; overflow-wrap: anywhere; }"
    " table { border-collapse: collapse; } th, td { text-align: start; vertical-align: top; padding: .2rem .6rem;"
    " border-bottom: 1px solid #d9d5ca; }"
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Frame:
    """A page for a notebook, which shows it as the result of a cell; `caption` says in words what it contains.

    `page` is the HTML of a document. It is shown in a sandboxed frame, which cannot reach the notebook. Where frames
    are stripped, as on web services, the caption remains.
    """

    page: str
    caption: str
    height: str = _HEIGHT

    def __repr__(self) -> str:
        """Return the caption."""
        return f"<Frame {self.caption}>"

    def _repr_html_(self) -> str:
        style = f"width: 100%; height: {self.height}; border: 1px solid #d9d5ca"
        caption = escape(self.caption)
        return (
            f'<iframe sandbox="{_SANDBOX}" allow="clipboard-write" style="{escape(style)}" title="{caption}"'
            f' srcdoc="{escape(self.page)}"></iframe>\n<p>{caption}</p>'
        )


def show(
    shown: "nx.MultiGraph[str] | AuditResult | Paper | Iterable[Paper]",
    *,
    papers: "Sequence[Paper] | None" = None,
    verdicts: "Iterable[Verdict]" = (),
    title: str | None = None,
    color_by: str | None = None,
    size_by: str | None = None,
    height: str = _HEIGHT,
) -> Frame:
    """Return what a notebook shows of a graph, an audit or papers, as the result of a cell.

    Parameters
    ----------
    shown
        A graph: its page, with search, filters and panels. The result of an audit: its report. Papers: a table. One
        paper: what is known of it.
    papers, verdicts, title
        Of a graph: what its page says beyond it, and its title, as in `write_graph`. By default `papers` are those that
        the graph was made of.
    color_by, size_by
        Of a graph: what colours and sizes of marks say at first, as in `write_graph`.
    height
        A length of CSS.

    Returns
    -------
    Frame
        The page in a sandboxed frame. It requests nothing, and is kept in the file of the notebook: about 1.1 MB for
        200 papers. IPython's `display` shows it elsewhere in a cell.

    Raises
    ------
    ExportError
        If no paper has what `color_by` or `size_by` names.
    TypeError
        If it is given a path, or anything else that cannot be shown.

    Examples
    --------
    >>> from papertrace import Paper
    >>> show([Paper(id="a", title="Ice", abstract="", entries=())]).caption
    '1 paper'
    """
    from papertrace.model import AuditResult, Paper
    from papertrace.model.papers.paper import render_paper, render_papers

    if isinstance(shown, nx.MultiGraph):
        known = _papers_of(shown, papers)
        heading = title or (title_papers(known) if known else "papertrace")
        from papertrace.export.page.writer import generate_html

        page = generate_html(shown, papers=known, verdicts=verdicts, title=heading, color_by=color_by, size_by=size_by)
        return Frame(page=page, caption=f"{heading}: {describe_graph(shown)}", height=height)
    if isinstance(shown, AuditResult):
        from papertrace.pipeline.history import generate_report

        page = "".join(generate_report(shown, "html")).replace(_EXTERNAL, f'{_EXTERNAL} target="_blank"')
        return Frame(page=page, caption=repr(shown).strip("<>"), height=height)
    if isinstance(shown, Paper):
        return Frame(page=_document(render_paper(shown)), caption=repr(shown).strip("<>"), height=height)
    listed = take_papers(shown, "show")
    return Frame(page=_document(render_papers(listed)), caption=format_count(len(listed), "paper"), height=height)


def to_pyvis(
    graph: "nx.MultiGraph[str]",
    *,
    papers: "Sequence[Paper] | None" = None,
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
        them and their communities; one edge for each linked pair, with its reasons. Colours are always those of
        communities. Physics is off. Nodes have `community`, `code` and `year`, edges `kind` and `weight`, for
        `filter_menu`. Its `show`, `write_html` and `generate_html` give one file that requests nothing, and in which no
        text of a listing runs.

    Raises
    ------
    TypeError
        If it is not given a graph.

    Examples
    --------
    >>> import networkx as nx
    >>> len(to_pyvis(nx.MultiGraph([("a", "b", {"kind": "concept", "weight": 2.0})])).nodes)
    2
    """
    from papertrace.export.pyvis_network.writer import to_pyvis as style

    require_graph(graph, "to_pyvis")
    known = _papers_of(graph, papers)
    heading = title if title is not None else title_papers(known) if known else ""
    return style(graph, papers=known, verdicts=verdicts, title=heading, height=height, width=width)


@overload
def to_pandas(source: "nx.MultiGraph[str]") -> "GraphFrames": ...
@overload
def to_pandas(source: "AuditResult | Iterable[Paper]") -> "pd.DataFrame": ...
def to_pandas(source: "nx.MultiGraph[str] | AuditResult | Iterable[Paper]") -> "GraphFrames | pd.DataFrame":
    """Return papers, the verdicts of an audit, or the nodes and edges of a graph as data frames of pandas.

    Parameters
    ----------
    source
        Papers in any order, the result of `audit_links`, or a graph.

    Returns
    -------
    pandas.DataFrame or (pandas.DataFrame, pandas.DataFrame)
        Of papers, one row each under its `id`; of an audit, one row for each link; of a graph, the nodes under their
        `id` and the edges under their `key`, each with the attributes of `build_graph`. Texts are `string`, counts and
        years `Int64`, closed sets of names `category`, instants `datetime64` in UTC; NA marks what is not known.
        `from_pandas` makes the frames of a graph a graph again.

    Raises
    ------
    ExportError
        If pandas, of the extra `papertrace[pandas]`, is not installed.
    TypeError
        If it is given a path, or anything else that is no table.

    Examples
    --------
    >>> from papertrace import Paper
    >>> to_pandas([Paper(id="a", title="Ice", abstract="", entries=())])["title"].to_dict()
    {'a': 'Ice'}
    """
    from papertrace.export.data_frames import frame_audit, frame_graph, frame_papers
    from papertrace.model import AuditResult

    if isinstance(source, nx.MultiGraph):
        return frame_graph(source)
    if isinstance(source, AuditResult):
        return frame_audit(source)
    return frame_papers(take_papers(source, "to_pandas"))


def from_pandas(nodes: "pd.DataFrame", edges: "pd.DataFrame", *, papers: "Sequence[Paper]" = ()) -> "Graph":
    """Return the graph of two data frames from `to_pandas`, as it was or with rows and columns changed.

    NA becomes a missing attribute. Edges to nodes that `nodes` lacks are left out. Columns `id` of nodes and `key` of
    edges count where the index is no longer so named. `papers` are what the page says beyond the graph.

    Raises
    ------
    ExportError
        If the edges have no `source` or `target`, or if the nodes have lost their ids: their index is not named `id`,
        and none of them is an end of an edge.

    Examples
    --------
    >>> import networkx as nx
    >>> graph = nx.MultiGraph([("a", "b", {"kind": "concept", "weight": 2.0})])
    >>> sorted(from_pandas(*to_pandas(graph)).nodes)
    ['a', 'b']
    """
    from papertrace.export.data_frames import read_frames

    graph = Graph()
    graph.papers = papers
    read_frames(nodes, edges, graph)
    return graph


def _papers_of(graph: "nx.MultiGraph[str]", papers: "Sequence[Paper] | None") -> "Sequence[Paper]":
    """Return the papers that are given, else those that the graph knows."""
    return papers if papers is not None else getattr(graph, "papers", ())


def _document(body: str) -> str:
    from papertrace.model.content_policy import content_policy

    policy = escape(content_policy(style=_TABLE_STYLE))
    return (
        '<!doctype html><html lang="en"><head><meta charset="utf-8">'
        f'<meta http-equiv="Content-Security-Policy" content="{policy}"><title>papertrace</title>'
        f"<style>{_TABLE_STYLE}</style></head><body>{body}</body></html>"
    )
