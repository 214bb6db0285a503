"""What an analyst takes away of papers: directed citations, projections of a graph, tables, pictures."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import wraps
from pathlib import Path
from typing import TYPE_CHECKING, Any, overload

from papertrace.graph import tables
from papertrace.graph.tables import Row
from papertrace.model import Paper
from papertrace.pipeline.steps import require_graph, take_papers

if TYPE_CHECKING:
    from typing import Literal

    import networkx as nx

    from papertrace.errors import ExportError
    from papertrace.pipeline.drawing import Outputs


def citation_graph(papers: Iterable[Paper]) -> "nx.DiGraph[str]":
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

    Examples
    --------
    >>> from papertrace import Paper
    >>> a = Paper(id="a", title="Ice", abstract="", entries=())
    >>> b = Paper(id="b", title="Ink", abstract="", entries=(), references=("a",))
    >>> list(citation_graph([a, b]).edges), citation_graph([a, b]).in_degree("a")
    ([('b', 'a')], 1)
    """
    import networkx as nx

    from papertrace.graph.attributes import describe_edge, paper_attributes
    from papertrace.graph.layers import find_citations, resolve_references

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

    Examples
    --------
    >>> import networkx as nx
    >>> graph = nx.MultiGraph([("a", "b", {"kind": kind, "weight": 2}) for kind in ("concept", "owner")])
    >>> project_graph(graph).edges["a", "b"]
    {'kind': 'concept|owner', 'weight': 4.0, 'n_edges': 2, 'evidence': ''}
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
        pair: dict[str, Any] = made.edges[tail, head]
        for name in ("kind", "evidence"):
            known = dict.fromkeys(filter(None, f"{pair[name]}|{edge.get(name, '')}".split("|")))
            pair[name] = "|".join(known)
        pair["weight"] = round(pair["weight"] + edge.get("weight", 1.0), 4)
        pair["n_edges"] += 1
    return made


def describe_papers(papers: Iterable[Paper], names: Iterable[str] = tuple(tables.TABLES)) -> dict[str, list[Row]]:
    """Return the tables of a bibliometric study by name; `pandas.DataFrame(rows)` makes a data frame of one.

    Parameters
    ----------
    papers
        Papers with the facts that their listing prints, or that `enrich_papers` adds.
    names
        The tables to make, by default all: `overview`, `years`, `authors`, `institutions`, `countries`, `venues`,
        `keywords`, `index_keywords`, `concepts`, `repositories`, `cited_works`, `cited_authors`, `reference_years`,
        `productivity`, `core_venues`, `bursts` and `main_path`.

    Returns
    -------
    dict
        Of each table its rows, dictionaries of plain values with the same keys; none where nothing is known.

    Raises
    ------
    SettingsError
        If there is no table of a name.
    TypeError
        If it is given a path, or anything else than papers.

    Examples
    --------
    >>> from papertrace import Paper
    >>> papers = [Paper(id=one, title=one, abstract="", entries=(), venue="Ice", n_citations=3) for one in "ab"]
    >>> describe_papers(papers, ["venues"])["venues"][0]["h_index"]
    2
    """
    from papertrace.errors import check_choice

    listed = take_papers(papers, "describe_papers")
    wanted = list(names)
    for name in wanted:
        check_choice("names", name, tables.TABLES)
    return {name: tables.TABLES[name](listed) for name in wanted}


def rank_things(papers: Iterable[Paper], of: str) -> list[Row]:
    """Return authors, institutions, countries, venues or other things that papers name, those of the most papers first.

    Parameters
    ----------
    papers
        Papers with their facts.
    of
        `authors`, `institutions`, `countries`, `venues`, `keywords`, `index_keywords`, `concepts`, `repositories`,
        `cited_works` or `cited_authors`.

    Returns
    -------
    list of dict
        The name, `papers`, their `citations`, `h_index` (Hirsch 2005), `g_index` (Egghe 2006), `m_index` (h by the
        years from the first paper to the last year of the list), `first_year`, `last_year`; None where not known.

    Raises
    ------
    SettingsError
        If there is no such kind of things.

    Examples
    --------
    >>> from papertrace import Paper
    >>> papers = [Paper(id=one, title=one, abstract="", entries=(), authors=("Ito",), n_citations=3) for one in "ab"]
    >>> rank_things(papers, "authors")[0]["h_index"]
    2
    """
    return tables.rank_things(take_papers(papers, "rank_things"), of)


def _of_papers(make: Callable[[Sequence[Paper]], list[Row]]) -> Callable[[Iterable[Paper]], list[Row]]:
    """Return the function that makes a table, for any papers; it refuses anything else."""

    @wraps(make)
    def take(papers: Iterable[Paper]) -> list[Row]:
        return make(take_papers(papers, make.__name__))

    return take


summarise_listing: Callable[[Iterable[Paper]], list[Row]] = _of_papers(tables.summarise_listing)
count_years: Callable[[Iterable[Paper]], list[Row]] = _of_papers(tables.count_years)
count_reference_years: Callable[[Iterable[Paper]], list[Row]] = _of_papers(tables.count_reference_years)
count_productivity: Callable[[Iterable[Paper]], list[Row]] = _of_papers(tables.count_productivity)
find_core_venues: Callable[[Iterable[Paper]], list[Row]] = _of_papers(tables.find_core_venues)
list_bursts: Callable[[Iterable[Paper]], list[Row]] = _of_papers(tables.list_bursts)
list_main_path: Callable[[Iterable[Paper]], list[Row]] = _of_papers(tables.list_main_path)


def build_network(
    papers: Iterable[Paper], of: str = "authors", by: str | None = None, *, top: int = 500, at_least: int = 1
) -> "nx.MultiGraph[str]":
    """Return a network of authors, institutions, countries, venues, keywords, repositories or of what papers cite.

    Parameters
    ----------
    papers
        Papers with their facts.
    of
        What becomes a node: a kind as in `rank_things`.
    by
        What links two nodes, with its number as weight: `together`, papers that name both (co-authorship, co-word
        analysis; co-citation of `cited_works` and `cited_authors`); `coupling`, works that papers of both cite;
        `cocitation`, papers of the list that cite papers of both, and of authors all papers that cite both;
        `citation`, citations from one to the other. `papers` makes a network of two modes, of things and their papers.
        By default `coupling` for venues, of which a paper has one, else `together`.
    top, at_least
        The largest number of things, those of the most papers, and the smallest number of papers of each.

    Returns
    -------
    networkx.MultiGraph
        A `MultiDiGraph` by citation. Nodes have `label`, `kind`, `n_papers`, `n_citations`, `h_index`, `g_index`,
        `m_index`, the mean `year`, `first_year`, `last_year`, and community, measures, position and colour as in
        `build_graph`; edges `kind`, `weight` and `evidence`. `write_graph` writes it in every form.

    Raises
    ------
    SettingsError
        If there is no such kind or way of linking.

    Examples
    --------
    >>> from papertrace import Paper
    >>> paper = Paper(id="a", title="Ice", abstract="", entries=(), authors=("Ada Ito", "Bo Roe"))
    >>> list(build_network([paper], "authors").edges(data="weight"))
    [('author:ada ito', 'author:bo roe', 1.0)]
    """
    import networkx as nx

    from papertrace.graph import networks

    columns = networks.build_network(take_papers(papers, "build_network"), of, by, top=top, at_least=at_least)
    empty: nx.MultiGraph[str] = nx.MultiDiGraph() if columns.is_directed else nx.MultiGraph()
    return columns.to_networkx(empty)


def write_outputs(graph: "nx.MultiGraph[str]", outputs: "Outputs", title: str) -> "list[ExportError]":
    """Write a graph to every planned file, and return why some could not be written."""
    from papertrace.errors import ExportError
    from papertrace.export.files.tables import TabulatedGraph
    from papertrace.files import make_folder
    from papertrace.model.graphs import to_columns

    make_folder(outputs.folder)
    shared = TabulatedGraph(to_columns(graph))
    failures = list(outputs.failures)
    for writer, path in outputs.files:
        try:
            writer.write(shared, path, title=title)
        except ExportError as error:
            failures.append(error)
    return failures


def write_tables(described: Mapping[str, Sequence[Row]], folder: Path) -> list[Path]:
    """Write tables as CSV, Markdown and LaTeX, and pictures where matplotlib is installed; return the files.

    Tables without rows have no files. Raises ExportError if the folder cannot be created, or a file cannot be written.
    """
    from papertrace.files import make_folder, write_text
    from papertrace.reports.tables import CHARTS, format_table, is_installed, write_chart

    make_folder(folder)
    written = []
    for name, rows in described.items():
        for form in ("csv", "md", "tex") if rows else ():
            written.append(folder / f"{name}.{form}")
            write_text(written[-1], [format_table(rows, form, name)])
        if rows and name in CHARTS and is_installed():
            written.append(folder / f"{name}.svg")
            write_chart(name, rows, written[-1])
    return written
