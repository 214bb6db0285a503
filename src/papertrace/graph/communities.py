"""Communities of papers: found, their stability, labels and colours.

Leiden (Traag, Waltman & van Eck, 2019) by graspologic-native, which is MIT-licensed and ten times faster than
networkx; Louvain (Blondel et al., 2008) by networkx on request, or if that library is not installed. Both maximise
modularity with a randomised heuristic, so the seed is fixed and the agreement between seeds is measured and reported.
"""

import math
from collections import Counter
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import NamedTuple, Protocol

import numpy as np

from papertrace.background import load_background
from papertrace.background.table import topical_factor
from papertrace.engine import Engine
from papertrace.engine.protocol import InlineEngine, ignore_count
from papertrace.graph.pairs.products import Floats, Ints
from papertrace.graph.settings import CommunityAlgorithm
from papertrace.model import Paper
from papertrace.model.graphs import LIGHT, UNLINKED_COLOUR, spread_colours
from papertrace.model.mathematics import show_mathematics

_MAX_DEVIATIONS = 12
_MIN_REACH = 60


def adjusted_mutual_information(one: Ints, other: Ints) -> float:
    """Return the adjusted mutual information of two partitions of the same papers (Vinh, Epps & Bailey, 2010).

    (I - E[I]) / (mean(H₁, H₂) - E[I]): 1 for equal partitions whatever the numbers of their communities, from 0, about
    0 for independent ones, sometimes slightly below. Two partitions that both have a single community, or both only
    communities of one paper, count as equal.
    """
    n_papers = one.size
    sizes, other_sizes = np.bincount(one), np.bincount(other)
    sizes, other_sizes = sizes[sizes > 0], other_sizes[other_sizes > 0]
    if sizes.size == other_sizes.size and sizes.size in {1, n_papers}:
        return 1.0
    _, joint = np.unique(np.stack((one, other)), axis=1, return_counts=True)
    entropy, other_entropy = _entropy(sizes, n_papers), _entropy(other_sizes, n_papers)
    information = entropy + other_entropy - _entropy(joint, n_papers)
    expected = _expected_information(sizes, other_sizes, n_papers)
    scale = (entropy + other_entropy) / 2 - expected
    return (information - expected) / scale if abs(scale) > np.finfo(np.float64).eps else 0.0


def _entropy(counts: Ints, n_papers: int) -> float:
    """Return -Σ p ln p in nats."""
    shares = counts / n_papers
    return -float((shares * np.log(shares)).sum())


def _expected_information(sizes: Ints, other_sizes: Ints, n_papers: int) -> float:
    """Return the mean mutual information of random partitions of these sizes (Vinh et al., 2010, eq. 24a).

    The terms depend only on community sizes, so each is computed once and multiplied by its count.
    """
    log_factorial = np.concatenate(([0.0], np.cumsum(np.log(np.arange(1, n_papers + 1)))))
    values, counts = np.unique(sizes, return_counts=True)
    others, other_counts = np.unique(other_sizes, return_counts=True)
    total = 0.0
    for size, count in zip(values.tolist(), counts.tolist(), strict=True):
        # Terms beyond this many standard deviations from the mean are below the precision of the sum.
        mean = size * others / n_papers
        reach = _MAX_DEVIATIONS * np.sqrt(mean) + _MIN_REACH
        low = np.maximum(np.maximum(1, size + others - n_papers), np.floor(mean - reach)).astype(np.int64)
        lengths = np.minimum(np.minimum(size, others), np.ceil(mean + reach)).astype(np.int64) + 1 - low
        starts = np.cumsum(lengths) - lengths
        common = np.repeat(low - starts, lengths) + np.arange(int(lengths.sum()))
        other = np.repeat(others, lengths)
        chance: Floats = np.repeat(
            log_factorial[size]
            + log_factorial[others]
            + log_factorial[n_papers - size]
            + log_factorial[n_papers - others]
            - log_factorial[n_papers],
            lengths,
        )
        chance -= log_factorial[common]
        chance -= log_factorial[size - common]
        chance -= log_factorial[other - common]
        chance -= log_factorial[n_papers - size - other + common]
        gain = np.log(common) + math.log(n_papers) - math.log(size) - np.log(other)
        sums = np.add.reduceat(common / n_papers * gain * np.exp(chance), starts)
        total += count * float((other_counts * sums).sum())
    return total


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
    """Partition the papers of a weighted graph, whose pairs are there once, with positive weights.

    `seed` is that of the returned partition, which is compared with those of `n_seeds` seeds from it on. If the library
    for Leiden is not installed, Louvain is used; `library` names the one used. The partitions of further seeds are made
    by the engine, by default in this process; `on_count` is told of how many they are made. Communities are numbered
    deterministically: equal graphs give equal numbers.
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

    names = list(map(str, range(n)))  # once each: a name for each end of each edge takes more than all the rest
    ends = (map(names.__getitem__, ends.tolist()) for ends in edges[:2])
    _, found = graspologic_native.leiden(
        edges=list(zip(*ends, edges.weights.tolist(), strict=True)),
        starting_communities=None,
        resolution=resolution,
        randomness=0.001,
        iterations=3,
        use_modularity=True,
        seed=seed,
        trials=1,
    )
    return np.array([found[name] for name in names], dtype=np.int64)


def _louvain(edges: Pairs, n: int, resolution: float, seed: int) -> Ints:
    import networkx as nx

    graph: nx.Graph[int] = nx.Graph()
    graph.add_nodes_from(range(n))
    graph.add_weighted_edges_from(zip(*(column.tolist() for column in edges), strict=True))
    partition = np.zeros(n, dtype=np.int64)
    for number, members in enumerate(nx.community.louvain_communities(graph, resolution=resolution, seed=seed)):
        partition[sorted(members)] = number
    return partition


UNLINKED_NAME = "unlinked"

_MIN_TERMS, _MAX_TERMS = 2, 3
_MOST_TERMS = 5  # where three are not in `_MIN_SHARE` of the papers together
_MIN_SHARE = 1 / 3  # of the papers of a community that a concept of its label is in, or else all of them together
_ENOUGH = 1 / 2  # of the papers: if fewer have a concept of the label, a concept of the others is added
_MIN_HOLDERS = 2  # of such a concept, among those others
# The third concept is added only if its score is at least this share of the second one's.
_THIRD_SHARE = 0.6
_MAX_TITLE_LENGTH = 48


def log_likelihood(inside: int, outside: int, size: int, rest: int) -> float:
    """Return Dunning's G² of a concept in a community against the rest (Dunning, 1993).

    2 Σ O ln(O/E) over the four cells of the table, given the papers with the concept in the community and outside it,
    and all papers of both; negative if the concept is rarer inside than outside.

    >>> round(log_likelihood(2, 0, 2, 2), 3), log_likelihood(1, 1, 2, 2)
    (5.545, 0.0)
    """
    total, having = size + rest, inside + outside
    g2 = 0.0
    for observed, row, column in (
        (inside, having, size),
        (outside, having, rest),
        (size - inside, total - having, size),
        (rest - outside, total - having, rest),
    ):
        if observed:
            g2 += observed * math.log(observed * total / (row * column))
    return math.copysign(2 * g2, inside * total - having * size) if g2 > 0 else 0.0


class CommunityLabel(NamedTuple):
    """The name of a community, and the keys of the concepts that it consists of, if any."""

    name: str
    keys: frozenset[str] = frozenset()


def label_communities(
    papers: Sequence[Paper], of_paper: Sequence[int], strengths: Sequence[float]
) -> dict[int, CommunityLabel]:
    """Return a label for each community, given that of each paper, in the order of the ids of the papers.

    Up to three concepts, or five if they are in few papers, none contained in another (not "splatting" beside "gaussian
    splatting"); the name is their labels joined by `, ` and unique. A community without a concept of two papers is
    named by its strongest one, by `strengths`, the weighted degrees. A name of which too few papers have any concept
    fits none of them. Papers without edges are `unlinked`.
    """
    held = [{concept.key for concept in paper.concepts} for paper in papers]
    labels = {
        concept.key: show_mathematics(concept.label or concept.key)
        for paper in reversed(papers)
        for concept in paper.concepts
    }
    overall = _count_keys(held)
    topicality = _Topicality()
    members: dict[int, list[int]] = {}
    for number, community in enumerate(of_paper):
        members.setdefault(community, []).append(number)
    found: dict[int, CommunityLabel] = {}
    if members.pop(UNLINKED, None):
        found[UNLINKED] = CommunityLabel(UNLINKED_NAME)
    taken = {one.name for one in found.values()}
    for community in sorted(members):
        group = members[community]
        chosen, fits = _choose_keys([held[number] for number in group], overall, len(papers), topicality, labels)
        strongest = max(group, key=lambda number: (strengths[number], -number))
        name = _unused(", ".join(labels[key] for key in chosen) or _shortened(papers[strongest].title), taken)
        taken.add(name)
        found[community] = CommunityLabel(name, frozenset(chosen if fits else ()))
    return found


def find_fitting(papers: Sequence[Paper], of_paper: Ints, labels: Mapping[int, CommunityLabel]) -> list[bool]:
    """Return which papers have a concept of the label of their community; none fits a label without concepts.

    Of 72 papers of six listings, judged by a reader who did not know this, one of the 55 that have does not belong to
    the label, and eight of the 17 that have not, though papers that they are linked to have.
    """
    keys = [labels[community].keys for community in of_paper.tolist()]
    return [any(one.key in own for one in paper.concepts) for paper, own in zip(papers, keys, strict=True)]


class _Topicality(dict[str, float]):
    """How usual it is for a concept to be a topic, about 1 for an ordinary one and 0 for a kind of study."""

    def __missing__(self, key: str) -> float:
        found = load_background().find(key.casefold())
        factor = 1.0 if found is None else topical_factor(found.title_share, found.burst_share)
        self[key] = 0.0 if found is not None and found.is_genre else factor
        return self[key]


def _choose_keys(
    held: Sequence[Collection[str]],
    overall: Mapping[str, int],
    n_papers: int,
    topicality: Mapping[str, float],
    labels: Mapping[str, str],
) -> tuple[list[str], bool]:
    """Return the concepts of the label of a community, and whether enough papers have them for the label to fit any.

    `held` are the concepts of its papers, `overall` the numbers of papers that have each.
    """
    own, rest = _count_keys(held), n_papers - len(held)

    def rank(counts: Mapping[str, int], size: int) -> list[tuple[str, float]]:
        """Return concepts, the most distinctive first, by how many of some papers of the community have them."""
        scores = {
            key: topicality[key] * log_likelihood(count, overall[key] - own[key], size, rest)
            for key, count in counts.items()
        }
        ranked = sorted(counts, key=lambda key: (-scores[key], -own[key], key))
        return [(key, scores[key]) for key in ranked if topicality[key]]

    least = _MIN_SHARE * len(held)
    chosen = _distinct(rank({key: count for key, count in own.items() if count >= least}, len(held)), labels)
    while len(chosen) < _MOST_TERMS:
        others = [keys for keys in held if not any(key in keys for key in chosen)]
        n_having = len(held) - len(others)
        if n_having >= (_ENOUGH * len(held) if len(chosen) < _MAX_TERMS else least):
            break
        counts = {key: n for key, n in _count_keys(others).items() if n >= min(_MIN_HOLDERS, len(held))}
        more = [key for key, score in rank(counts, len(others)) if score > 0 and _is_distinct(key, chosen, labels)]
        if not more:
            break
        chosen.append(more[0])
    n_having = sum(any(key in keys for key in chosen) for keys in held)
    return chosen, n_having >= least


def _count_keys(held: Iterable[Collection[str]]) -> Counter[str]:
    """Return in how many papers each concept is."""
    return Counter(key for keys in held for key in keys)


def _is_distinct(key: str, chosen: Iterable[str], labels: Mapping[str, str]) -> bool:
    """Return whether the label of a concept neither has all words of that of another nor the other way round."""
    words = set(labels[key].casefold().split())
    return not any(
        words <= taken or taken <= words for taken in (set(labels[one].casefold().split()) for one in chosen)
    )


def _distinct(ranked: Sequence[tuple[str, float]], labels: Mapping[str, str]) -> list[str]:
    """Return the first concepts of which no label contains all the words of another."""
    chosen: dict[str, float] = {}
    for key, score in ranked:
        if not _is_distinct(key, chosen, labels):
            continue
        if len(chosen) == _MIN_TERMS and score < _THIRD_SHARE * list(chosen.values())[-1]:
            break
        chosen[key] = score
        if len(chosen) == _MAX_TERMS:
            break
    return list(chosen)


def _shortened(title: str) -> str:
    words = " ".join(show_mathematics(title).split())
    return words if len(words) <= _MAX_TITLE_LENGTH else words[: _MAX_TITLE_LENGTH - 1].rstrip() + "…"


def _unused(name: str, taken: set[str]) -> str:
    """Return the name, numbered if it is taken: two components can have the same concepts."""
    if name not in taken:
        return name
    number = 2
    while f"{name} ({number})" in taken:
        number += 1
    return f"{name} ({number})"


def colour_communities(of_paper: Ints, x: Floats, y: Floats) -> dict[int, str]:
    """Return a colour for each community as `#rrggbb`: those of neighbours on the map differ most.

    Communities are numbered by falling size from 0, or `UNLINKED`; coordinates have any unit. A colour is one of
    `LIGHT` in `papertrace.model.graphs`, its own if there are no more than twelve communities; `UNLINKED_COLOUR` for
    unlinked papers.
    """
    numbers = np.unique(of_paper)
    linked = numbers[numbers != UNLINKED]
    order = np.argsort(of_paper, kind="stable")
    starts = np.searchsorted(of_paper[order], linked)
    ends = np.searchsorted(of_paper[order], linked, side="right")
    places = [_place(x[own], y[own]) for own in (order[a:b] for a, b in zip(starts, ends, strict=True))]
    colours = {int(c): LIGHT[i] for c, i in zip(linked, spread_colours(places), strict=True)}
    return colours | ({UNLINKED: UNLINKED_COLOUR} if len(linked) < len(numbers) else {})


def _place(x: Floats, y: Floats) -> tuple[float, float, float]:
    """Return the middle of some papers, and the root of their mean squared distance from it, at least 1."""
    middle_x, middle_y = math.fsum(x.tolist()) / len(x), math.fsum(y.tolist()) / len(y)
    spread = math.fsum(((x - middle_x) ** 2 + (y - middle_y) ** 2).tolist()) / len(x)
    return middle_x, middle_y, max(1.0, math.sqrt(spread))
