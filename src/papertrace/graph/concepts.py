"""The concept layer: papers that are about the same things."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

import numpy as np

from papertrace.graph.backbone import choose_level, prune
from papertrace.graph.projection import (
    Holdings,
    Ints,
    collect_holdings,
    inverse_document_frequency,
    largest_affordable_frequency,
    project,
)
from papertrace.graph.weights import measure
from papertrace.model import Edge, EdgeKind, Paper


@dataclass(frozen=True, slots=True, kw_only=True)
class ConceptLayer:
    """Hold the edges that shared concepts make, and what was left out to get them.

    `pairs_before` are the pairs of papers that were linked before pruning, as `first * n_papers + second`.
    `frequency_cap` is the largest document frequency of a concept that was allowed to link, `n_increments` the pairs
    Σ df(df - 1)/2 that this cost, `n_capped` the concepts above the cap. `unit` is the weight of two papers that share
    one concept which nobody else has (for the measures without such a figure, the largest weight); the other layers
    are measured in it. `alpha` is the level of significance that was used.
    """

    edges: tuple[Edge, ...]
    pairs_before: Ints
    n_concepts: int
    n_shared: int
    frequency_cap: int
    n_increments: int
    n_capped: int
    unit: float
    alpha: float


def link_concepts(
    papers: Sequence[Paper], *, weight: str, pruning: str, alpha: float | None, pairs_per_paper: int
) -> ConceptLayer:
    """Link the papers that share concepts.

    Parameters
    ----------
    papers
        Papers in the order of their ids.
    weight
        A name of `papertrace.graph.weights.WEIGHTS`.
    pruning, alpha
        As for `papertrace.graph.backbone.prune`; without a level, that of `choose_level`.
    pairs_per_paper
        The budget of pairs that decides the cap on document frequency.

    Returns
    -------
    ConceptLayer
        Edges in rising order of their ends. The evidence of an edge is the labels of the concepts that its
        papers share, the rarest first.
    """
    everything = collect_holdings([[concept.key for concept in paper.concepts] for paper in papers])
    frequencies = everything.frequencies
    cap = largest_affordable_frequency(frequencies, pairs_per_paper * len(papers))
    capped = frequencies > max(cap, 1)
    holdings = everything.without(capped)
    pairs = project(holdings)
    sizes = np.bincount(holdings.holders, minlength=len(papers))
    weights = measure(pairs, sizes, len(holdings.items), weight)
    tied = weights > 0
    first, second, weights = pairs.first[tied], pairs.second[tied], weights[tied]
    if alpha is None:
        alpha = choose_level(first, second, weights, len(papers)) if pruning == "disparity" else 1.0
    kept = prune(first, second, weights, n_papers=len(papers), pruning=pruning, alpha=alpha)
    linking = holdings.frequencies
    chosen = zip(first[kept].tolist(), second[kept].tolist(), weights[kept].tolist(), strict=True)
    if weight == "idf2":
        unit = inverse_document_frequency(max(len(papers), 2), 2) ** 2
    else:
        unit = float(weights.max(initial=0)) or 1.0
    return ConceptLayer(
        edges=_edges(papers, holdings, chosen),
        pairs_before=first * len(papers) + second,
        n_concepts=len(everything.items),
        n_shared=int((frequencies > 1).sum()),
        frequency_cap=cap,
        n_increments=int((linking * (linking - 1) // 2).sum()),
        n_capped=int(capped.sum()),
        unit=unit,
        alpha=alpha,
    )


def _edges(papers: Sequence[Paper], holdings: Holdings, pairs: Iterable[tuple[int, int, float]]) -> tuple[Edge, ...]:
    """Give each pair its reason."""
    rarity = {
        key: (frequency, key) for key, frequency in zip(holdings.items, holdings.frequencies.tolist(), strict=True)
    }
    labels = [{c.key: c.label for c in paper.concepts if c.key in rarity} for paper in papers]
    return tuple(
        Edge(
            source=papers[first].id,
            target=papers[second].id,
            kind=EdgeKind.CONCEPT,
            weight=weight,
            evidence=tuple(
                labels[first][key].strip() or key
                for key in sorted(labels[first].keys() & labels[second], key=rarity.__getitem__)
            ),
        )
        for first, second, weight in pairs
    )
