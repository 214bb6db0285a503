"""Figures of a graph, and its summary."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from papertrace.graph.attributes import DIRECTED, Scalar
from papertrace.graph.bipartite import ItemNode
from papertrace.graph.communities import UNLINKED, Communities
from papertrace.graph.layers import Layer
from papertrace.graph.map import WeightedGraph
from papertrace.model import Edge, EdgeKind, HoldingKind, NodeKind
from papertrace.model.graphs import GraphColumns
from papertrace.model.summary import GraphSummary

if TYPE_CHECKING:
    import networkx as nx

PRUNED = (EdgeKind.CONCEPT, EdgeKind.CO_CITATION, EdgeKind.COUPLING)
"""The kinds of edges that are pruned, namely those from shared items; the others are few and are all kept."""


def summarise(graph: "nx.MultiGraph[str] | GraphColumns") -> GraphSummary:
    """Return the summary of a graph from `build_graph` or `build_columns`."""
    if isinstance(graph, GraphColumns):
        return _summarise(graph.facts, graph.nodes.rows())
    return _summarise(graph.graph, (attributes for _, attributes in graph.nodes(data=True)))


def _summarise(facts: Mapping[str, Any], nodes: Iterable[Mapping[str, Any]]) -> GraphSummary:
    counts: dict[int, int] = {}
    names: dict[int, str] = {}
    main_path: list[tuple[int, str]] = []
    bursts: list[tuple[str, str]] = []
    for attributes in nodes:
        if attributes["kind"] != NodeKind.PAPER:
            continue
        community = int(attributes["community"])
        counts[community] = counts.get(community, 0) + 1
        names[community] = str(attributes["community_label"])
        if "main_path" in attributes:
            main_path.append((int(attributes["main_path"]), str(attributes["title"])))
        if "bursts" in attributes:
            bursts.append((str(attributes["bursts"]), str(attributes["title"])))
    return GraphSummary(
        n_papers=int(facts["n_papers"]),
        n_unlinked=counts.get(-1, 0),
        edges={str(kind): int(facts[f"n_edges_{kind}"]) for kind in EdgeKind},
        edges_before={str(kind): int(facts[f"n_edges_{kind}_before"]) for kind in PRUNED},
        density=float(facts["density"]),
        pruning=str(facts["pruning"]),
        alphas={str(kind): float(facts["alpha" if kind is EdgeKind.CONCEPT else f"alpha_{kind}"]) for kind in PRUNED},
        n_nearest=int(facts["n_nearest"]),
        frequency_cap=int(facts["frequency_cap"]),
        n_capped=int(facts["n_concepts_capped"]),
        n_increments=int(facts["n_pairs_spent"]),
        communities=tuple((names[community], counts[community]) for community in sorted(counts) if community >= 0),
        modularity=float(facts["modularity"]),
        stability=float(facts["stability"]),
        n_seeds=int(facts["n_seeds"]),
        library=str(facts["community_library"]),
        n_concept_nodes=int(facts["n_nodes_concept"]),
        n_repository_nodes=int(facts["n_nodes_repository"]),
        main_path=tuple(label for _, label in sorted(main_path)),
        n_cyclic_citations=int(facts.get("n_cyclic_citations", 0)),
        n_self_citations=int(facts.get("n_self_citations", 0)),
        bursts=tuple(sorted(bursts)),
        n_author_nodes=int(facts.get("n_nodes_author", 0)),
        n_venue_nodes=int(facts.get("n_nodes_venue", 0)),
        holdings={str(kind): int(facts.get(f"n_edges_{kind}", 0)) for kind in HoldingKind},
        group_by=tuple(layer for layer in str(facts.get("group_by", "all")).split("|") if layer != "all"),
    )


def describe_graph(
    layers: Mapping[EdgeKind, Layer[Any]],
    edges: Sequence[Edge],
    pair_graph: WeightedGraph,
    communities: Communities,
) -> dict[str, Scalar]:
    """Return the attributes of the whole graph, zeros included; no date, version or machine, for reproducibility."""
    kinds = Counter(edge.kind for edge in edges)
    kept = kinds + Counter({EdgeKind.CONCEPT: kinds[EdgeKind.SIMILAR]})  # pruned together
    pairs = max(1, pair_graph.n * (pair_graph.n - 1) // 2)
    before = {kind: layers[kind].totals.n_edges if kind in layers else 0 for kind in PRUNED}
    linking = layers[EdgeKind.CONCEPT].linking
    return {
        "n_papers": pair_graph.n,
        "n_edges": len(edges),
        **{f"n_edges_{kind}": kinds[kind] for kind in EdgeKind},
        "n_edges_before": len(edges) + sum(n - kept[kind] for kind, n in before.items()),
        **{f"n_edges_{kind}_before": n for kind, n in before.items()},
        "density": round(int(pair_graph.first.size) / pairs, 6),
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


def count_items(items: Sequence[ItemNode]) -> dict[str, Scalar]:
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
