"""The order in which a graph is made: layers, weights, communities, places, names."""

from collections import Counter
from collections.abc import Iterable, Sequence

import networkx as nx
import numpy as np

from papertrace.graph.attributes import DIRECTED, Scalar, edge_attributes, paper_attributes
from papertrace.graph.communities import UNLINKED, Communities, find_communities
from papertrace.graph.concepts import ConceptLayer, link_concepts
from papertrace.graph.layout import Ties, place
from papertrace.graph.measures import betweenness, sizes, strengths
from papertrace.graph.mentions import link_mentions
from papertrace.graph.naming import colour_communities, name_communities
from papertrace.graph.references import link_references
from papertrace.graph.repositories import link_owners, link_repositories
from papertrace.model import Edge, EdgeKind, Paper

DEFAULT_SEED = 20_250_519
PAIRS_PER_PAPER = 4_000

_KIND_ORDER = {kind: place for place, kind in enumerate(EdgeKind)}


def build_graph(
    papers: Iterable[Paper],
    *,
    weight: str = "idf2",
    pruning: str = "disparity",
    alpha: float | None = None,
    pairs_per_paper: int = PAIRS_PER_PAPER,
    seed: int = DEFAULT_SEED,
    n_seeds: int = 5,
) -> "nx.MultiGraph[str]":
    """Link papers by what they share and place them on a map.

    Parameters
    ----------
    papers
        Papers in any order; the graph does not depend on it. Of papers with one id one is kept.
    weight
        How strongly shared concepts tie: `idf2` (Σ ln²(n/df)), `association`, `cosine`, `jaccard` or `npmi`. The
        other layers are measured in the weight of one concept that only two papers share.
    pruning
        `disparity` keeps the significant concept edges and the heaviest spanning forest, `none` all.
    alpha
        The level of significance of `disparity`, above 0 and at most 1; None takes the strictest of 0.05, 0.1, … that
        leaves two edges a paper (`papertrace.graph.backbone.choose_level`).
    pairs_per_paper
        The budget of pairs of papers that concepts may cost, for each paper; concepts so common that they would
        cost more link none. 4,000 cuts nothing below some 600 papers.
    seed
        Decides communities and places where chance has a say.
    n_seeds
        The number of seeds whose communities are compared to say how stable they are.

    Returns
    -------
    networkx.MultiGraph
        Nodes are the ids of the papers in sorted order; edges are undirected, sorted by their ends, and have the
        keys `e0`, `e1`, …. Node attributes: `label`, `kind`, `year` (absent where not printed), `authors`, `url`,
        `repositories`, `concepts`, `claim`, `outcome` (see `annotate_outcomes`), `community` (-1 for papers
        without an edge), `community_label`, `degree_weighted`, `betweenness` (0 to 1), `x`, `y` (pixels), `size`
        (pixels), `color` (`#rrggbb`). Edge attributes: `kind`, `weight`, `label`, `interaction`, `evidence` (never
        empty), `edge_key`; mentions and citations also `tail` and `head`, the ids they lead from and to. All are
        plain scalars, lists joined by `|`. Figures about the whole are graph attributes; `summarise` reads them.

    Raises
    ------
    ValueError
        If a name of a weight or pruning is not known or `alpha` is out of range.
    """
    ordered = _in_order(papers)
    numbers = {paper.id: number for number, paper in enumerate(ordered)}
    layer = link_concepts(ordered, weight=weight, pruning=pruning, alpha=alpha, pairs_per_paper=pairs_per_paper)
    edges = sorted(
        (
            *layer.edges,
            *link_repositories(ordered, layer.unit),
            *link_owners(ordered, layer.unit),
            *link_mentions(ordered, layer.unit),
            *link_references(ordered, layer.unit, pairs_per_paper=pairs_per_paper),
        ),
        key=_rank,
    )
    ties = _tie(edges, numbers)
    communities = find_communities(ties.first, ties.second, ties.weights, n_papers=ties.n, seed=seed, n_seeds=n_seeds)
    graph: nx.MultiGraph[str] = nx.MultiGraph()
    graph.graph.update(_figures(layer, edges, ties, communities, weight=weight, pruning=pruning, seed=seed))
    for paper, attributes in zip(ordered, _node_attributes(ordered, ties, communities.of_paper, seed), strict=True):
        graph.add_node(paper.id, **attributes)
    for number, edge in enumerate(edges):
        key = f"e{number}"
        graph.add_edge(edge.source, edge.target, key=key, **edge_attributes(edge, key))
    return graph


def _in_order(papers: Iterable[Paper]) -> list[Paper]:
    """Return the papers by id, each id once; which of two unequal papers stays does not depend on their order."""
    by_id: dict[str, Paper] = {}
    for paper in papers:
        other = by_id.setdefault(paper.id, paper)
        if other != paper and repr(paper) < repr(other):
            by_id[paper.id] = paper
    return [by_id[key] for key in sorted(by_id)]


def _rank(edge: Edge) -> tuple[str, str, int, str]:
    """Order edges by their ends, then kind, then direction."""
    return (min(edge.source, edge.target), max(edge.source, edge.target), _KIND_ORDER[edge.kind], edge.source)


def _tie(edges: Sequence[Edge], numbers: dict[str, int]) -> Ties:
    """Add up the edges of all layers to one weight for each pair of papers."""
    n = len(numbers)
    ends = np.array([(numbers[edge.source], numbers[edge.target]) for edge in edges], dtype=np.int64).reshape(-1, 2)
    ends.sort(axis=1)
    codes, places = np.unique(ends[:, 0] * n + ends[:, 1], return_inverse=True)
    weights = np.bincount(places, weights=np.array([edge.weight for edge in edges]), minlength=codes.size)
    return Ties(n=n, first=codes // max(n, 1), second=codes % max(n, 1), weights=weights.astype(np.float64))


def _node_attributes(
    papers: Sequence[Paper], ties: Ties, of_paper: "np.typing.NDArray[np.int64]", seed: int
) -> list[dict[str, Scalar]]:
    """Return the attributes of each paper in the order of the papers."""
    degrees = strengths(ties.first, ties.second, ties.weights, n_papers=ties.n)
    names = name_communities(papers, of_paper.tolist(), degrees.tolist())
    colours = colour_communities(Counter(of_paper.tolist()))
    x, y = place(ties, of_paper, seed=seed)
    columns = zip(
        papers,
        of_paper.tolist(),
        np.round(degrees, 4).tolist(),
        betweenness(ties.first, ties.second, n_papers=ties.n, seed=seed).tolist(),
        x.tolist(),
        y.tolist(),
        sizes(degrees).tolist(),
        strict=True,
    )
    return [
        paper_attributes(paper)
        | {
            "community": community,
            "community_label": names[community],
            "degree_weighted": degree,
            "betweenness": between,
            "x": place_x,
            "y": place_y,
            "size": size,
            "color": colours[community],
        }
        for paper, community, degree, between, place_x, place_y, size in columns
    ]


def _figures(
    layer: ConceptLayer,
    edges: Sequence[Edge],
    ties: Ties,
    communities: Communities,
    *,
    weight: str,
    pruning: str,
    seed: int,
) -> dict[str, Scalar]:
    """Return what is to be known of the whole graph, zeros included; no date, no version, no machine."""
    kinds = [edge.kind for edge in edges]
    pairs = max(1, ties.n * (ties.n - 1) // 2)
    before = np.union1d(layer.pairs_before, ties.first * ties.n + ties.second)
    n_concept_edges_before = int(layer.pairs_before.size)
    return {
        "n_papers": ties.n,
        "n_edges": len(edges),
        **{f"n_edges_{kind}": kinds.count(kind) for kind in EdgeKind},
        "n_edges_before": len(edges) - len(layer.edges) + n_concept_edges_before,
        "n_edges_concept_before": n_concept_edges_before,
        "density": round(int(ties.first.size) / pairs, 6),
        "density_before": round(int(before.size) / pairs, 6),
        "n_concepts": layer.n_concepts,
        "n_concepts_shared": layer.n_shared,
        "n_concepts_capped": layer.n_capped,
        "frequency_cap": layer.frequency_cap,
        "n_pairs_spent": layer.n_increments,
        "n_communities": communities.n_communities,
        "n_unlinked": int((communities.of_paper == UNLINKED).sum()),
        "modularity": round(communities.modularity, 6),
        "resolution": round(communities.resolution, 6),
        "stability": round(communities.stability, 6),
        "n_seeds": communities.n_seeds,
        "community_library": communities.library,
        "directed_kinds": "|".join(sorted(DIRECTED)),
        "weight": weight,
        "pruning": pruning,
        "alpha": layer.alpha,
        "seed": seed,
    }
