"""The graph of papers: built, explained for a pair, and marked with the outcomes of an audit."""

from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from papertrace.engine import Engine
from papertrace.graph.attributes import Scalar, edge_attributes
from papertrace.graph.bipartite import add_resemblance, collect_items, describe_items, generate_item_edges
from papertrace.graph.collecting import collect_papers
from papertrace.graph.communities import find_communities
from papertrace.graph.history import describe_history
from papertrace.graph.layers import (
    MIN_COSINE,
    link_concepts,
    link_mentions,
    link_owners,
    link_references,
    link_repositories,
)
from papertrace.graph.map import WeightedGraph, betweenness, count_sources, describe_papers, draw_papers
from papertrace.graph.pairs.concepts import MIN_CHANCE, ReasonFinder, find_near_papers
from papertrace.graph.pairs.products import Ints
from papertrace.graph.pairs.texts import CountTerms, find_nearest_texts
from papertrace.graph.settings import (
    ARRANGING,
    COMPARING,
    DESCRIBING,
    FOLLOWING,
    GROUPING,
    GraphSettings,
    Steps,
)
from papertrace.graph.summary import count_items, describe_graph
from papertrace.model import Edge, EdgeKind, NodeKind, Outcome, Paper
from papertrace.model.graphs import GraphColumns, Table
from papertrace.model.summary import PairExplanation, SharedConcept
from papertrace.model.verdict import worst_outcome

if TYPE_CHECKING:
    import networkx as nx

_NODE_KINDS = {
    "papers": NodeKind.PAPER,
    "concepts": NodeKind.CONCEPT,
    "repositories": NodeKind.REPOSITORY,
    "authors": NodeKind.AUTHOR,
    "venues": NodeKind.VENUE,
}

_KIND_ORDER = {kind: rank for rank, kind in enumerate(EdgeKind)}


def build_graph(
    papers: Iterable[Paper],
    settings: GraphSettings | None = None,
    count_terms: CountTerms | None = None,
    engine: Engine | None = None,
) -> "nx.MultiGraph[str]":
    """Return the graph of `build_columns` as networkx has it; the parameters are the same.

    Returns
    -------
    networkx.MultiGraph
        Nodes are the ids of the papers in sorted order, then concepts and repositories (`concept:…`, `repository:…`);
        edges are undirected, have the keys `e0`, `e1`, …, and are sorted by their ends. The docstring of
        `papertrace.build_graph` lists every attribute of nodes, edges and the graph with its type and meaning;
        `summarise` returns the figures of the graph.
    """
    return build_columns(papers, settings, count_terms, engine).to_networkx()


def build_columns(
    papers: Iterable[Paper],
    settings: GraphSettings | None = None,
    count_terms: CountTerms | None = None,
    engine: Engine | None = None,
    *,
    steps: Steps | None = None,
) -> GraphColumns:
    """Link papers by what they share and lay them out as a map.

    Papers may be in any order; of several with the same id one is kept. A sequence that reads its papers from a file is
    read once, and only what the graph needs of each is kept in memory. `count_terms` counts the words and phrases by
    which texts are compared; without it, shared concepts alone decide. Terms are counted, pairs made, and communities
    found and arranged by the engine, by default in this process, on which the graph does not depend. `steps` show which
    step it is, and how much of it is done; they end with `STEPS`.

    The columns have papers in the order of their ids, then concepts, repositories, authors and venues; edges in the
    order of the first of their nodes, those to papers first.
    """
    settings = settings or GraphSettings()
    steps = steps or Steps()
    kinds = frozenset(_NODE_KINDS[name] for name in settings.nodes)
    counting = count_terms if settings.weight == "evidence" else None
    collected = collect_papers(papers, counting, engine, keep_surfaces=NodeKind.CONCEPT in kinds)
    ordered, n_papers = collected.papers, len(collected.papers)
    numbers = {paper.id: number for number, paper in enumerate(ordered)}
    texts = collected.take_texts()
    groups_by_all = "all" in settings.group_by
    on_count = steps.begin(COMPARING, n_papers)
    near = None
    if texts is not None:
        near = find_near_papers(collected.concepts, texts, find_nearest_texts(texts, engine, on_count=on_count))
    concepts = link_concepts(ordered, settings, near, engine, on_count=on_count)
    alike = near.near if near is not None else None
    del collected, texts, near
    unit = concepts.unit
    references = link_references(ordered, unit, settings, engine)
    otherwise = (*link_repositories(ordered, unit), *link_owners(ordered, unit), *link_mentions(ordered, unit))
    edges = [*concepts.edges, *otherwise, *references.edges]
    layers = {EdgeKind.CONCEPT: concepts.layer, **references.layers}
    del concepts, otherwise, references
    edges.sort(key=_rank)
    pair_graph = _combine_layers(edges, numbers)
    if groups_by_all:
        grouping = add_resemblance(pair_graph, alike) if alike is not None else pair_graph
    else:
        grouping = _combine_layers(_deciding(edges, settings), numbers)
    found = find_communities(
        grouping.first,
        grouping.second,
        grouping.weights,
        n_papers=grouping.n,
        seed=settings.seed,
        n_seeds=settings.n_seeds,
        algorithm=settings.communities,
        engine=engine,
        on_count=steps.begin(GROUPING, settings.n_seeds),
    )
    paper_map = draw_papers(
        ordered,
        pair_graph,
        found.of_paper,
        grouping=grouping,
        seed=settings.seed,
        engine=engine,
        on_count=steps.begin(ARRANGING, n_papers),
    )
    between = betweenness(
        pair_graph.first,
        pair_graph.second,
        n_papers=n_papers,
        seed=settings.seed,
        engine=engine,
        on_count=steps.begin(FOLLOWING, count_sources(n_papers)),
    )
    steps.begin(DESCRIBING)
    items = collect_items(ordered, kinds)
    facts = describe_graph(layers, edges, pair_graph, found)
    has_references = len(layers) > 1
    del layers, pair_graph, grouping
    chosen = ("weight", "pruning", "n_nearest", "seed")
    facts.update({name: getattr(settings, name) for name in chosen})
    if has_references or not groups_by_all:
        deciding = {"all"} if groups_by_all else set(settings.group_by)
        facts |= {"reference_weight": settings.reference_weight, "group_by": "|".join(sorted(deciding))}
    facts.update(count_items(items))
    of_history = describe_history(ordered, edges)
    facts.update(of_history.pop("", {}))
    nodes: Table[Scalar] = Table()
    for paper, attributes in zip(ordered, describe_papers(ordered, paper_map, between), strict=True):
        nodes.add({**attributes, **of_history.get(paper.id, {})})
    for attributes in describe_items(items, unit, paper_map):
        nodes.add(attributes)
    ids = [paper.id for paper in ordered] + [item.id for item in items]
    rows = _edge_rows(edges, numbers, generate_item_edges(items, ordered, unit, start=len(edges)), len(ordered))
    return GraphColumns(ids=ids, nodes=nodes, facts=facts, **rows)


def _edge_rows(
    edges: list[Edge],
    numbers: Mapping[str, int],
    item_edges: Iterable[tuple[int, int, str, dict[str, Scalar]]],
    n_papers: int,
) -> dict[str, Any]:
    """Return the ends, keys and attributes of all edges: those of each paper to later ones, then to its items.

    The list of edges is empty afterwards.
    """
    first, second, keys, table = [], [], [], Table[Scalar]()
    to_items = iter(item_edges)
    following = next(to_items, None)

    def add(low: int, high: int, key: str, attributes: dict[str, Scalar]) -> None:
        first.append(low)
        second.append(high)
        keys.append(key)
        table.add(attributes)

    edges.reverse()
    for number in range(len(edges)):
        edge = edges.pop()  # Rows take the place of edges: both of all would be the most memory that a graph takes.
        low, high = sorted((numbers[edge.source], numbers[edge.target]))
        while following is not None and following[0] < low:
            add(following[0], n_papers + following[1], *following[2:])
            following = next(to_items, None)
        key = f"e{number}"
        add(low, high, key, edge_attributes(edge, key))
    while following is not None:
        add(following[0], n_papers + following[1], *following[2:])
        following = next(to_items, None)
    return {"first": first, "second": second, "keys": keys, "edges": table}


def _deciding(edges: Iterable[Edge], settings: GraphSettings) -> list[Edge]:
    """Return the edges of the layers that decide communities and positions."""
    return [edge for edge in edges if str(edge.kind) in settings.group_by]


def _rank(edge: Edge) -> tuple[str, str, int, str]:
    """Return the sort key of an edge: its ends, then kind, then direction."""
    return (min(edge.source, edge.target), max(edge.source, edge.target), _KIND_ORDER[edge.kind], edge.source)


def _find_ends(edges: Sequence[Edge], numbers: Mapping[str, int]) -> Ints:
    """Return the numbers of the papers that each edge links, a row each, the smaller number first."""
    flat = (numbers[end] for edge in edges for end in (edge.source, edge.target))
    ends = np.fromiter(flat, np.int64, 2 * len(edges)).reshape(-1, 2)
    ends.sort(axis=1)
    return ends


def _combine_layers(edges: Sequence[Edge], numbers: Mapping[str, int]) -> WeightedGraph:
    """Combine the edges of all layers into one weight per pair of papers."""
    n, ends = len(numbers), _find_ends(edges, numbers)
    codes, pairs = np.unique(ends[:, 0] * n + ends[:, 1], return_inverse=True)
    given = np.fromiter((edge.weight for edge in edges), np.float64, len(edges))
    weights = np.bincount(pairs, weights=given, minlength=codes.size)
    return WeightedGraph(n=n, first=codes // max(n, 1), second=codes % max(n, 1), weights=weights.astype(np.float64))


def explain_pair(papers: Sequence[Paper], ids: tuple[str, str], count_terms: CountTerms) -> PairExplanation:
    """Return why the papers with two ids are linked or not, with the default settings of the graph."""
    collected = collect_papers(papers, count_terms, None)
    ordered, texts = collected.papers, collected.texts
    assert texts is not None  # noqa: S101 - terms are counted
    numbers = {paper.id: number for number, paper in enumerate(ordered)}
    first, second = (np.array([number]) for number in sorted(numbers[name] for name in ids))
    shared = ReasonFinder(collected.concepts, texts).share(first, second).of_pair(0)
    graph = build_graph(papers, GraphSettings(), count_terms)
    edges = tuple(
        (str(edge["kind"]), float(edge["weight"]), str(edge["evidence"]))
        for edge in (graph.get_edge_data(*ids) or {}).values()
    )
    cosine = float(texts.compare(first, second)[0])
    return PairExplanation(
        ids=ids,
        titles=(ordered[numbers[ids[0]]].title, ordered[numbers[ids[1]]].title),
        conclusion=_conclude({kind for kind, _, _ in edges}, cosine),
        shared=tuple(SharedConcept(label=one.label, chance=round(one.chance, 2), df=one.df) for one in shared),
        cosine=round(cosine, 3),
        min_cosine=MIN_COSINE,
        min_chance=MIN_CHANCE,
        edges=edges,
    )


def _conclude(kinds: set[str], cosine: float) -> str:
    """Return why two papers with such a cosine have such kinds of edges."""
    if EdgeKind.CONCEPT in kinds:
        return "linked by shared concepts"
    if EdgeKind.SIMILAR in kinds:
        return "linked by similar texts: no concept that both have is specific enough to be the reason"
    if cosine < MIN_COSINE:
        conclusion = f"not linked: their texts are too little alike (cosine {cosine:.3f}, at least {MIN_COSINE})"
    else:
        conclusion = "pruned: their texts are alike, but both papers have heavier links, which are kept instead"
    return f"linked otherwise; by concepts and texts {conclusion}" if kinds else conclusion


def set_outcomes(graph: GraphColumns, outcomes: Mapping[str, Iterable[Outcome | str]]) -> None:
    """Set `outcome` of papers and repositories to the worst one of their links, or empty if no link was audited.

    Outcomes are by node id, in any order. Ids that are not in the graph are ignored, as are concepts, which have no
    links. Raises ValueError if an outcome is not a value of `Outcome`.
    """
    kinds = graph.nodes.columns.get("kind", ())
    worst = [
        None if kind == NodeKind.CONCEPT else worst_outcome(outcomes.get(node, ()))
        for node, kind in zip(graph.ids, kinds, strict=True)
    ]
    graph.nodes.set_column("outcome", worst)
