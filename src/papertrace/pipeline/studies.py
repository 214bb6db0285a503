"""What an analyst takes away of papers: directed citations, projections of a graph."""

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any, overload

from papertrace.pipeline.given import require_graph, take_papers

if TYPE_CHECKING:
    from typing import Literal

    import networkx as nx

    from papertrace.model import Paper


def citation_graph(papers: "Iterable[Paper]") -> "nx.DiGraph[str]":
    """Return who cites whom among papers, as a directed graph from the citing paper to the cited one.

    Parameters
    ----------
    papers
        Papers with their `references`, from a listing that prints them or from `enrich_papers`; of papers with one id
        the first is kept.

    Returns
    -------
    networkx.DiGraph
        A node for each paper in the order of ids, with the attributes of papers in `build_graph` that need no map
        (`label`, `year`, `authors`, `n_citations` …); edges have `kind`, `weight` (1), `label`, `evidence` and
        `edge_key`. `write_graph` writes it as any other graph.

    >>> from papertrace import Paper
    >>> a = Paper(id="a", title="Ice", abstract="", entries=())
    >>> b = Paper(id="b", title="Ink", abstract="", entries=(), references=("a",))
    >>> list(citation_graph([a, b]).edges), citation_graph([a, b]).in_degree("a")
    ([('b', 'a')], 1)
    """
    import networkx as nx

    from papertrace.graph.attributes import describe_edge, paper_attributes
    from papertrace.graph.layers.references import find_citations, resolve_references

    unique: dict[str, Paper] = {}
    for paper in take_papers(papers, "citation_graph"):
        unique.setdefault(paper.id, paper)
    listed = [unique[key] for key in sorted(unique)]
    graph: nx.DiGraph[str] = nx.DiGraph()
    for paper in listed:
        graph.add_node(paper.id, **paper_attributes(paper))
    for number, edge in enumerate(find_citations(listed, resolve_references(listed))):
        attributes = describe_edge(edge.kind, edge.weight, edge.evidence, f"e{number}")
        graph.add_edge(edge.source, edge.target, **attributes)
    return graph


@overload
def project_graph(
    graph: "nx.MultiGraph[str]", kinds: Iterable[str] | None = None, *, directed: "Literal[False]" = False
) -> "nx.Graph[str]": ...
@overload
def project_graph(
    graph: "nx.MultiGraph[str]", kinds: Iterable[str] | None = None, *, directed: "Literal[True]"
) -> "nx.DiGraph[str]": ...
def project_graph(
    graph: "nx.MultiGraph[str]", kinds: Iterable[str] | None = None, *, directed: bool = False
) -> "nx.Graph[str] | nx.DiGraph[str]":
    """Return a graph with one edge for each linked pair, which has what all edges of the pair say.

    `networkx.Graph(graph)` keeps the last of several edges of a pair, and with it one kind of several.

    Parameters
    ----------
    graph
        A graph from `build_graph`; it is not modified.
    kinds
        The kinds of edges to project, such as `concept` or `citation`; all by default.
    directed
        Whether to return the edges that have a direction, mentions and citations, as a directed graph, instead of all
        without a direction.

    Returns
    -------
    networkx.Graph or networkx.DiGraph
        All nodes with their attributes. Of an edge, `weight` is the sum, `n_edges` the number of edges, `kind` and
        `evidence` are those of all of them, joined by `|`.

    Raises
    ------
    SettingsError
        If a kind of edges does not exist.
    TypeError
        If it is not given a graph.
    """
    import networkx as nx

    from papertrace.errors import check_choice
    from papertrace.model import EdgeKind, HoldingKind

    require_graph(graph, "project_graph")
    wanted = None if kinds is None else {kinds} if isinstance(kinds, str) else set(kinds)
    for kind in sorted(wanted or ()):
        check_choice("kinds", kind, [*EdgeKind, *HoldingKind])
    made: nx.Graph[str] | nx.DiGraph[str] = nx.DiGraph() if directed else nx.Graph()
    made.graph.update(graph.graph)
    made.add_nodes_from((node, dict(attributes)) for node, attributes in graph.nodes(data=True))
    for source, target, edge in graph.edges(data=True):
        if (wanted is not None and edge.get("kind") not in wanted) or (directed and "tail" not in edge):
            continue
        tail, head = (edge["tail"], edge["head"]) if directed else (source, target)
        if not made.has_edge(tail, head):
            made.add_edge(tail, head, kind="", weight=0.0, n_edges=0, evidence="")
        _add_to(made.edges[tail, head], edge)
    return made


def _add_to(pair: dict[str, Any], edge: dict[str, Any]) -> None:
    for name in ("kind", "evidence"):
        known = dict.fromkeys(filter(None, f"{pair[name]}|{edge.get(name, '')}".split("|")))
        pair[name] = "|".join(known)
    pair["weight"] = round(pair["weight"] + edge.get("weight", 1.0), 4)
    pair["n_edges"] += 1
