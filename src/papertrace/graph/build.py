"""Build the graph: layers, weights, communities, layout, names, in this order."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from papertrace.engine import Engine
from papertrace.graph.attributes import DIRECTED, Scalar, edge_attributes
from papertrace.graph.bipartite import ItemNode, collect_items, describe_items, generate_item_edges
from papertrace.graph.bursts import find_bursts
from papertrace.graph.collecting import ReadParts, collect_papers
from papertrace.graph.communities.detection import UNLINKED, Communities, find_communities
from papertrace.graph.contributors import collect_authors
from papertrace.graph.layers.concepts import link_concepts
from papertrace.graph.layers.linking import Layer, count_linked
from papertrace.graph.layers.mentions import link_mentions
from papertrace.graph.layers.references import link_references
from papertrace.graph.layers.repositories import link_owners, link_repositories
from papertrace.graph.main_path import find_main_path
from papertrace.graph.map.betweenness import betweenness, count_sources
from papertrace.graph.map.forces import WeightedGraph
from papertrace.graph.map.papers import describe_papers, draw_papers
from papertrace.graph.pairs.projection import Ints
from papertrace.graph.pairs.texts import CountTerms
from papertrace.graph.settings import GraphSettings
from papertrace.graph.steps import (
    ARRANGING,
    COMPARING,
    COUNTING,
    DESCRIBING,
    FOLLOWING,
    GROUPING,
    READING,
    OnStep,
    Steps,
)
from papertrace.graph.summary import PRUNED
from papertrace.model import Edge, EdgeKind, HoldingKind, NodeKind, Paper
from papertrace.model.graphs.columns import GraphColumns, Table

if TYPE_CHECKING:
    import networkx as nx

_NODE_KINDS = {
    "papers": NodeKind.PAPER,
    "concepts": NodeKind.CONCEPT,
    "repositories": NodeKind.REPOSITORY,
    "authors": NodeKind.AUTHOR,
    "venues": NodeKind.VENUE,
}

_STEPS = (COMPARING, GROUPING, ARRANGING, FOLLOWING, DESCRIBING)
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
    read_parts: ReadParts | None = None,
    *,
    on_step: OnStep | None = None,
) -> GraphColumns:
    """Link papers by what they share and lay them out as a map.

    Parameters
    ----------
    papers
        Papers in any order; the graph does not depend on it. Of several papers with the same id one is kept. A sequence
        that reads its papers from a file is read once, and only what the graph needs of each is kept in memory.
    settings
        How papers are linked, and what becomes a node.
    count_terms
        A function that counts the words and phrases of papers, by which texts are compared; without it, shared concepts
        alone decide.
    engine
        Where terms are counted, pairs of papers made, and communities found and arranged; by default in this process.
        The graph does not depend on it.
    read_parts
        A function that has the engine read papers and count their terms, instead of `count_terms`.
    on_step
        Is told which step it is, and how much of it is done.

    Returns
    -------
    GraphColumns
        Papers in the order of their ids, then concepts, repositories, authors and venues; edges in the order of the
        first of their nodes, those to papers first.
    """
    settings = settings or GraphSettings()
    by_evidence = settings.weight == "evidence"
    kinds = frozenset(_NODE_KINDS[name] for name in settings.nodes)
    steps = Steps([*([READING, COUNTING] if by_evidence and read_parts else []), *_STEPS], on_step)
    collected = collect_papers(
        papers,
        count_terms if by_evidence else None,
        engine,
        keep_surfaces=NodeKind.CONCEPT in kinds,
        read_parts=read_parts if by_evidence else None,
        steps=steps,
    )
    ordered, n_papers = collected.papers, len(collected.papers)
    numbers = {paper.id: number for number, paper in enumerate(ordered)}
    concepts = link_concepts(
        ordered,
        settings,
        collected.take_texts(),
        engine,
        collected.concepts,
        others=_find_ends(_link_otherwise(ordered, 1.0), numbers),
        on_count=steps.begin(COMPARING, n_papers),
    )
    del collected
    unit = concepts.unit
    references = link_references(ordered, unit, settings, engine)
    edges = sorted(
        (
            *concepts.edges,
            *_link_otherwise(ordered, unit),
            *references.edges,
        ),
        key=_rank,
    )
    layers = {EdgeKind.CONCEPT: concepts.layer, **references.layers}
    pair_graph = _combine_layers(edges, numbers)
    grouping = pair_graph if "all" in settings.group_by else _combine_layers(_deciding(edges, settings), numbers)
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
    facts = _figures(layers, edges, pair_graph, found)
    chosen = ("weight", "pruning", "n_nearest", "seed")
    facts.update({name: getattr(settings, name) for name in chosen})
    if references.layers or grouping is not pair_graph:
        deciding = {"all"} if grouping is pair_graph else set(settings.group_by)
        facts |= {"reference_weight": settings.reference_weight, "group_by": "|".join(sorted(deciding))}
    facts.update(_item_figures(items))
    of_history = _describe_history(ordered, references.edges)
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
    edges: Sequence[Edge],
    numbers: Mapping[str, int],
    item_edges: Iterable[tuple[int, int, str, dict[str, Scalar]]],
    n_papers: int,
) -> dict[str, Any]:
    """Return the ends, keys and attributes of all edges: those of each paper to later ones, then to its items."""
    first, second, keys, table = [], [], [], Table[Scalar]()
    to_items = iter(item_edges)
    following = next(to_items, None)

    def add(low: int, high: int, key: str, attributes: dict[str, Scalar]) -> None:
        first.append(low)
        second.append(high)
        keys.append(key)
        table.add(attributes)

    for number, edge in enumerate(edges):
        low, high = sorted((numbers[edge.source], numbers[edge.target]))
        while following is not None and following[0] < low:
            add(following[0], n_papers + following[1], *following[2:])
            following = next(to_items, None)
        add(low, high, f"e{number}", edge_attributes(edge, f"e{number}"))
    while following is not None:
        add(following[0], n_papers + following[1], *following[2:])
        following = next(to_items, None)
    return {"first": first, "second": second, "keys": keys, "edges": table}


def _describe_history(papers: Sequence[Paper], edges: Sequence[Edge]) -> dict[str, dict[str, Scalar]]:
    """Return the attributes of papers that are on the main path or have bursts of citations, by id.

    Those of the graph itself are under the empty id; without citations nothing is returned.
    """
    citations = [(edge.source, edge.target) for edge in edges if edge.kind is EdgeKind.CITATION]
    if not citations:
        return {}
    years = {paper.id: paper.year for paper in papers}
    path = find_main_path(citations)
    of_graph: dict[str, Scalar] = {
        "n_cyclic_citations": path.n_cyclic,
        "n_self_citations": _count_self_citations(papers, citations),
    }
    found = {"": of_graph}
    for position, work in enumerate(path.works, start=1):
        found.setdefault(work, {})["main_path"] = position
    for burst in find_bursts((cited, year) for citing, cited in citations if (year := years[citing]) is not None):
        of_work = found.setdefault(burst.work, {})
        spans = [*filter(None, [str(of_work.get("bursts", ""))]), f"{burst.first}-{burst.last}"]
        of_work["bursts"] = "|".join(spans)
    return found


def _count_self_citations(papers: Sequence[Paper], citations: Iterable[tuple[str, str]]) -> int:
    """Return how many citations are between papers with a common author, told apart by ORCID iD, else by full name."""
    authors: dict[str, set[str]] = {paper.id: set() for paper in papers}
    for author in collect_authors(papers):
        for number in author.holders:
            authors[papers[number].id].add(author.key)
    return sum(not authors[citing].isdisjoint(authors[cited]) for citing, cited in citations)


def _deciding(edges: Iterable[Edge], settings: GraphSettings) -> list[Edge]:
    """Return the edges of the layers that decide communities and positions."""
    return [edge for edge in edges if str(edge.kind) in settings.group_by]


def _rank(edge: Edge) -> tuple[str, str, int, str]:
    """Return the sort key of an edge: its ends, then kind, then direction."""
    return (min(edge.source, edge.target), max(edge.source, edge.target), _KIND_ORDER[edge.kind], edge.source)


def _link_otherwise(papers: Sequence[Paper], unit: float) -> list[Edge]:
    """Return the edges of the layers that are neither pruned nor of concepts or references."""
    return [*link_repositories(papers, unit), *link_owners(papers, unit), *link_mentions(papers, unit)]


def _find_ends(edges: Sequence[Edge], numbers: Mapping[str, int]) -> Ints:
    """Return the numbers of the papers that each edge links, a row each, the smaller number first."""
    ends = np.array([(numbers[edge.source], numbers[edge.target]) for edge in edges], dtype=np.int64).reshape(-1, 2)
    ends.sort(axis=1)
    return ends


def _combine_layers(edges: Sequence[Edge], numbers: Mapping[str, int]) -> WeightedGraph:
    """Combine the edges of all layers into one weight per pair of papers."""
    n, ends = len(numbers), _find_ends(edges, numbers)
    codes, pairs = np.unique(ends[:, 0] * n + ends[:, 1], return_inverse=True)
    weights = np.bincount(pairs, weights=np.array([edge.weight for edge in edges]), minlength=codes.size)
    return WeightedGraph(n=n, first=codes // max(n, 1), second=codes % max(n, 1), weights=weights.astype(np.float64))


def _figures(
    layers: Mapping[EdgeKind, Layer], edges: Sequence[Edge], pair_graph: WeightedGraph, communities: Communities
) -> dict[str, Scalar]:
    """Return the attributes of the whole graph, zeros included; no date, version or machine, for reproducibility."""
    kinds = Counter(edge.kind for edge in edges)
    pairs = max(1, pair_graph.n * (pair_graph.n - 1) // 2)
    before = {kind: layers[kind].totals.n_edges if kind in layers else 0 for kind in PRUNED}
    linking = layers[EdgeKind.CONCEPT].linking
    return {
        "n_papers": pair_graph.n,
        "n_edges": len(edges),
        **{f"n_edges_{kind}": kinds[kind] for kind in EdgeKind},
        "n_edges_before": len(edges) + sum(n - kinds[kind] for kind, n in before.items()),
        **{f"n_edges_{kind}_before": n for kind, n in before.items()},
        "density": round(int(pair_graph.first.size) / pairs, 6),
        "density_before": round(count_linked(list(layers.values()), pair_graph.first, pair_graph.second) / pairs, 6),
        "n_concepts": linking.n_items,
        "n_concepts_shared": linking.n_shared,
        "n_concepts_capped": linking.n_capped,
        "frequency_cap": linking.frequency_cap,
        "n_pairs_spent": linking.n_increments,
        "n_communities": communities.n_communities,
        "n_unlinked": int((communities.of_paper == UNLINKED).sum()),
        "modularity": round(communities.modularity, 6),
        "resolution": round(communities.resolution, 6),
        "stability": round(communities.stability, 6),
        "n_seeds": communities.n_seeds,
        "community_library": communities.library,
        "directed_kinds": "|".join(sorted(DIRECTED)),
        "alpha": layers[EdgeKind.CONCEPT].alpha,
        **{f"alpha_{kind}": layers[kind].alpha if kind in layers else 1.0 for kind in PRUNED[1:]},
    }


def _item_figures(items: Sequence[ItemNode]) -> dict[str, Scalar]:
    """Return the numbers of concept and repository nodes and of the edges to them; of authors and venues if any."""
    nodes = Counter(item.kind for item in items)
    edges = Counter({kind: sum(len(item.holders) for item in items if item.kind is kind) for kind in nodes})
    return {
        "n_nodes_concept": nodes[NodeKind.CONCEPT],
        "n_nodes_repository": nodes[NodeKind.REPOSITORY],
        f"n_edges_{HoldingKind.CONCEPT_USE}": edges[NodeKind.CONCEPT],
        f"n_edges_{HoldingKind.REPOSITORY_LINK}": edges[NodeKind.REPOSITORY],
        **{
            name: n
            for kind, holding in ((NodeKind.AUTHOR, HoldingKind.AUTHORSHIP), (NodeKind.VENUE, HoldingKind.PUBLICATION))
            if kind in nodes
            for name, n in ((f"n_nodes_{kind}", nodes[kind]), (f"n_edges_{holding}", edges[kind]))
        },
    }
