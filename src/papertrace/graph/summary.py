"""A summary of a graph in words: what was linked, what was left out, and how stable the communities are."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from papertrace.model import EdgeKind, HoldingKind, NodeKind
from papertrace.model.text import count_things

if TYPE_CHECKING:
    import networkx as nx

PRUNED = (EdgeKind.CONCEPT, EdgeKind.CO_CITATION, EdgeKind.COUPLING)
"""The kinds of edges that are pruned, namely those from shared items; the others are few and are all kept."""

_NAMES = {
    EdgeKind.CONCEPT: "shared concepts",
    EdgeKind.REPOSITORY: "repository",
    EdgeKind.OWNER: "owner",
    EdgeKind.MENTION: "mention",
    EdgeKind.CITATION: "citation",
    EdgeKind.CO_CITATION: "co-citation",
    EdgeKind.COUPLING: "coupling",
}

_MAX_SHOWN = 5


@dataclass(frozen=True, slots=True, kw_only=True)
class GraphSummary:
    """Figures of a graph that a reader should know before relying on it.

    `edges` counts the edges of every kind, zeros included; `edges_before` those before pruning, for the kinds that are
    pruned. Densities are the share of all pairs of papers that are linked, before and after pruning. `communities`
    gives name and number of papers, largest first. `n_concept_nodes` and `n_repository_nodes` count the nodes besides
    papers, `holdings` the edges to them by kind.
    """

    n_papers: int
    n_unlinked: int
    edges: dict[str, int]
    edges_before: Mapping[str, int]
    density_before: float
    density: float
    pruning: str
    alphas: Mapping[str, float]
    n_nearest: int
    frequency_cap: int
    n_capped: int
    n_increments: int
    communities: tuple[tuple[str, int], ...]
    modularity: float
    stability: float
    n_seeds: int
    library: str
    n_concept_nodes: int = 0
    n_repository_nodes: int = 0
    holdings: Mapping[str, int] = field(default_factory=dict)

    def lines(self) -> list[str]:
        """Return the summary as lines of text; layers without edges are listed as such."""
        present = [f"{count:,} by {_NAMES[EdgeKind(kind)]}" for kind, count in self.edges.items() if count]
        absent = [_NAMES[EdgeKind(kind)] for kind, count in self.edges.items() if not count]
        kinds = (
            ", ".join(present)
            + ("; " if present and absent else "")
            + (f"none by {', '.join(absent)}" if absent else "")
        )
        kept = ", ".join(
            f"{self.edges[kind]:,} of {count_things(before, kind.replace('_', '-') + ' edge')} ({self._rule(kind)})"
            for kind, before in self.edges_before.items()
            if before or kind == EdgeKind.CONCEPT
        )
        density = f"density {self.density_before:.3f} before, {self.density:.3f} after"
        lines = [
            f"{count_things(sum(self.edges.values()), 'edge')}: {kinds}",
            f"backbone: {kept}; {density}",
        ]
        if self.n_concept_nodes or self.n_repository_nodes:
            uses, links = (self.holdings.get(kind, 0) for kind in HoldingKind)
            lines.append(
                "nodes besides the papers: "
                f"{count_things(self.n_concept_nodes, 'concept')} ({count_things(uses, 'use')}), "
                f"{count_things(self.n_repository_nodes, 'repository', 'repositories')} ({count_things(links, 'link')})"
            )
        if self.n_capped:
            lines.append(
                f"{count_things(self.n_capped, 'concept')} in more than {self.frequency_cap:,} papers link none "
                f"({self.n_increments:,} pairs spent)"
            )
        if self.communities:
            lines.append(
                f"{count_things(len(self.communities), 'community', 'communities')} (modularity {self.modularity:.2f}, "
                f"agreement of {self.n_seeds} seeds {self.stability:.2f}, {self.library}):"
            )
            lines += [f"{size:>6}  {name}" for name, size in self.communities[:_MAX_SHOWN]]
            rest = [size for _, size in self.communities[_MAX_SHOWN:]]
            if rest:
                lines.append(f"{sum(rest):>6}  in {len(rest)} more")
        if self.n_unlinked:
            lines.append(f"{count_things(self.n_unlinked, 'paper')} without an edge")
        return lines

    def _rule(self, kind: str) -> str:
        """Return the rule by which edges of a kind were kept, in words."""
        match self.pruning:
            case "disparity":
                return f"level {self.alphas[kind]:g}"
            case "nearest":
                return (
                    f"the {self.n_nearest} nearest of each paper" if self.n_nearest > 1 else "the nearest of each paper"
                )
        return "all of them"


def summarise(graph: "nx.MultiGraph[str]") -> GraphSummary:
    """Return the summary of a graph from `build_graph`."""
    facts = graph.graph
    counts: dict[int, int] = {}
    names: dict[int, str] = {}
    for _, attributes in graph.nodes(data=True):
        if attributes["kind"] != NodeKind.PAPER:
            continue
        community = int(attributes["community"])
        counts[community] = counts.get(community, 0) + 1
        names[community] = str(attributes["community_label"])
    return GraphSummary(
        n_papers=int(facts["n_papers"]),
        n_unlinked=counts.get(-1, 0),
        edges={str(kind): int(facts[f"n_edges_{kind}"]) for kind in EdgeKind},
        edges_before={str(kind): int(facts[f"n_edges_{kind}_before"]) for kind in PRUNED},
        density_before=float(facts["density_before"]),
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
        holdings={str(kind): int(facts[f"n_edges_{kind}"]) for kind in HoldingKind},
    )
