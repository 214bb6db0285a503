"""Community detection: groups of papers that are linked more densely with one another than with the rest.

Leiden (Traag, Waltman & van Eck, 2019) by graspologic-native, which is MIT-licensed and ten times faster than
networkx; Louvain (Blondel et al., 2008) by networkx on request, or if that library is not installed. Both maximise
modularity with a randomised heuristic, so the seed is fixed and the agreement between seeds is measured and reported.
"""

import math
from collections.abc import Callable
from dataclasses import dataclass
from itertools import combinations
from typing import NamedTuple, Protocol

import numpy as np

from papertrace.engine import Engine
from papertrace.engine.inline import InlineEngine
from papertrace.engine.protocol import ignore_count
from papertrace.graph.communities.stability import adjusted_mutual_information
from papertrace.graph.pairs.projection import Floats, Ints
from papertrace.graph.settings import CommunityAlgorithm

UNLINKED = -1
"""The community number of papers without edges."""


MAX_COMMUNITY_SHARE = 0.4
"""The largest informative share of all papers in one community; above it, the resolution is raised, but not so far that
half of the modularity is lost."""

# In smaller graphs the share of a community means nothing: two linked papers are one community and the whole graph.
_MIN_PAPERS_FOR_SHARE = 20
# A partition that has lost more than this share of the modularity has split what belongs together: papers that are all
# linked alike would each be a community.
_MAX_LOSS_OF_MODULARITY = 0.5
_RESOLUTIONS = tuple(1.25**step for step in range(16))


@dataclass(frozen=True, slots=True, kw_only=True)
class Communities:
    """The community of each paper, and the quality of the partition.

    `of_paper` numbers the communities from 0 by decreasing size, then by first member; it is `UNLINKED` for a paper
    without edges. `modularity` is that of Newman & Girvan (2004) at resolution 1, `stability` the mean adjusted
    mutual information between the partitions of several seeds, 1 where they agree; both 0 without edges.
    """

    of_paper: Ints
    n_communities: int
    modularity: float
    resolution: float
    stability: float
    n_seeds: int
    library: str


def find_communities(
    first: Ints,
    second: Ints,
    weights: Floats,
    *,
    n_papers: int,
    seed: int,
    n_seeds: int,
    algorithm: CommunityAlgorithm = "leiden",
    engine: Engine | None = None,
    on_count: Callable[[int], None] = ignore_count,
) -> Communities:
    """Partition the papers of a weighted graph.

    Parameters
    ----------
    first, second, weights
        The edges, `first < second`, each pair once, positive weights.
    n_papers
        The number of papers, linked or not.
    seed
        The seed of the returned partition, which is compared with those of `seed + 1`, …
    n_seeds
        The number of partitions to compare, at least 1.
    algorithm
        `leiden` or `louvain`. If the library for Leiden is not installed, Louvain is used; `library` names the one
        used.
    engine
        Where the partitions of further seeds are made; by default in this process.
    on_count
        Is told of how many seeds the partitions are made.

    Returns
    -------
    Communities
        Numbered deterministically: equal graphs give equal numbers.
    """
    engine = engine or InlineEngine()
    library, partition = _choose(algorithm)
    linked = np.unique(np.concatenate((first, second)))
    of_paper = np.full(n_papers, UNLINKED, dtype=np.int64)
    if not linked.size:
        return Communities(
            of_paper=of_paper,
            n_communities=0,
            modularity=0.0,
            resolution=1.0,
            stability=0.0,
            n_seeds=0,
            library="none (no edges)",
        )
    edges = Pairs(np.searchsorted(linked, first), np.searchsorted(linked, second), weights)
    n_linked = int(linked.size)
    resolution, best = 1.0, partition(edges, n_linked, 1.0, seed)
    if n_linked >= _MIN_PAPERS_FOR_SHARE:
        least = (1 - _MAX_LOSS_OF_MODULARITY) * modularity(best, *edges)
        for finer in _RESOLUTIONS[1:]:
            if np.bincount(best).max() <= MAX_COMMUNITY_SHARE * n_papers:
                break
            candidate = partition(edges, n_linked, finer, seed)
            if modularity(candidate, *edges) < least:
                break
            if np.bincount(candidate).max() < np.bincount(best).max():
                resolution, best = finer, candidate
    on_count(1)
    others: list[Ints] = []
    seeds = range(seed + 1, seed + n_seeds)
    for other in engine.map_values(partition_again, seeds, (edges, n_linked, resolution, partition)):
        others.append(other)
        on_count(1 + len(others))
    agreement = list(engine.map_values(compare_partitions, combinations([best, *others], 2), None))
    of_paper[linked] = best = _by_size(best)
    return Communities(
        of_paper=of_paper,
        n_communities=int(best.max()) + 1,
        modularity=modularity(of_paper, first, second, weights),
        resolution=resolution,
        stability=math.fsum(agreement) / len(agreement) if agreement else 1.0,
        n_seeds=n_seeds,
        library=library,
    )


def partition_again(seed: int, shared: "tuple[Pairs, int, float, _Partition]") -> Ints:
    """Return the partition of a graph with another seed."""
    edges, n_linked, resolution, partition = shared
    return partition(edges, n_linked, resolution, seed)


def compare_partitions(pair: tuple[Ints, Ints], _: None) -> float:
    """Return the agreement of two partitions."""
    return adjusted_mutual_information(*pair)


def modularity(of_paper: Ints, first: Ints, second: Ints, weights: Floats) -> float:
    """Return Σ_c [w_c/m - (s_c/2m)²] (Newman & Girvan, 2004), from -1/2 to 1.

    w_c is the weight inside a community, s_c the sum of its papers' strengths, m the weight of all edges.
    """
    total = float(weights.sum())
    n_communities = int(of_paper.max()) + 1
    inside = float(weights[of_paper[first] == of_paper[second]].sum())
    strengths = np.bincount(of_paper[first], weights=weights, minlength=n_communities)
    strengths += np.bincount(of_paper[second], weights=weights, minlength=n_communities)
    return inside / total - float(((strengths / (2 * total)) ** 2).sum())


def _by_size(partition: Ints) -> Ints:
    """Renumber the communities by decreasing size, then by first member."""
    _, firsts, inverse, sizes = np.unique(partition, return_index=True, return_inverse=True, return_counts=True)
    rank = np.empty(sizes.size, dtype=np.int64)
    rank[np.lexsort((firsts, -sizes))] = np.arange(sizes.size)
    return rank[inverse]


class Pairs(NamedTuple):
    """Edges between numbered nodes as arrays."""

    first: Ints
    second: Ints
    weights: Floats


class _Partition(Protocol):
    """A function that assigns each of `n` nodes, all of which have edges, to a community."""

    def __call__(self, edges: Pairs, n: int, resolution: float, seed: int) -> Ints: ...


def _choose(algorithm: CommunityAlgorithm) -> tuple[str, _Partition]:
    """Return a display name and the function of the algorithm, or those of its fallback."""
    if algorithm == "leiden":
        try:
            import graspologic_native  # noqa: F401 - only checks that it is installed
        except ImportError:
            return "Louvain by networkx", _louvain
        return "Leiden by graspologic-native", _leiden
    return "Louvain by networkx", _louvain


def _leiden(edges: Pairs, n: int, resolution: float, seed: int) -> Ints:
    import graspologic_native

    _, found = graspologic_native.leiden(
        edges=list(zip(*(map(str, ends.tolist()) for ends in edges[:2]), edges.weights.tolist(), strict=True)),
        starting_communities=None,
        resolution=resolution,
        randomness=0.001,
        iterations=3,
        use_modularity=True,
        seed=seed,
        trials=1,
    )
    return np.array([found[str(node)] for node in range(n)], dtype=np.int64)


def _louvain(edges: Pairs, n: int, resolution: float, seed: int) -> Ints:
    import networkx as nx

    graph: nx.Graph[int] = nx.Graph()
    graph.add_nodes_from(range(n))
    graph.add_weighted_edges_from(zip(*(column.tolist() for column in edges), strict=True))
    partition = np.zeros(n, dtype=np.int64)
    for number, members in enumerate(nx.community.louvain_communities(graph, resolution=resolution, seed=seed)):
        partition[sorted(members)] = number
    return partition
