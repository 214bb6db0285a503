"""The figures of a graph: what was linked, what was left out, and how far the groups can be trusted."""

from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, Any

from papertrace.model import EdgeKind, HoldingKind, NodeKind
from papertrace.model.graphs.columns import GraphColumns
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
