"""The attributes of a graph as a whole: how many papers, links and communities it has, and by which settings."""

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any

from papertrace.graph.attributes import DIRECTED, Scalar
from papertrace.graph.bipartite import ItemNode
from papertrace.graph.communities.detection import UNLINKED, Communities
from papertrace.graph.layers.linking import Layer
from papertrace.graph.map.forces import WeightedGraph
from papertrace.graph.summary import PRUNED
from papertrace.model import Edge, EdgeKind, HoldingKind, NodeKind


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
