"""The concept layer: papers that are about the same things."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

import numpy as np

from papertrace.graph.backbone import N_NEAREST, prune
from papertrace.graph.edge_list import Blocks, EdgeList, add_up
from papertrace.graph.projection import (
    Floats,
    Holdings,
    Ints,
    Pairs,
    collect_holdings,
    generate_pairs,
    inverse_document_frequency,
    largest_affordable_frequency,
    total_of,
)
from papertrace.graph.weights import Measure, find_measure
from papertrace.model import Edge, EdgeKind, Paper

# Up to so many edges, 24 bytes each, remembering them is cheaper than linking twice.
_MOST_REMEMBERED = 2_000_000


@dataclass(frozen=True, slots=True, kw_only=True)
class Linking:
    """Hold which papers hold which of the concepts that may link, and how shared ones are weighed.

    `n_concepts` counts all concepts, `n_shared` those of two papers at least. `frequency_cap` is the largest document
    frequency of a concept that may link, `n_increments` the pairs Σ df(df - 1)/2 that this costs, `n_capped` the
    concepts above the cap.
    """

    holdings: Holdings
    measure: Measure
    values: Floats
    sizes: Ints
    n_concepts: int
    n_shared: int
    frequency_cap: int
    n_increments: int
    n_capped: int

    def generate(self) -> Iterator[EdgeList]:
        """Yield the edges between papers that share concepts, in blocks."""
        for pairs in generate_pairs(self.holdings, self.values):
            yield self._weigh(pairs)

    def ties(self, first: Ints, second: Ints) -> int:
        """Return how many of the given pairs of papers are linked by concepts, before pruning."""
        total = total_of(self.holdings, self.values, first, second)
        shared = total > 0
        return len(self._weigh(Pairs(first=first[shared], second=second[shared], total=total[shared])))

    def _weigh(self, pairs: Pairs) -> EdgeList:
        weights = self.measure.weigh(pairs, self.sizes, len(self.holdings.items))
        tied = weights > 0
        return EdgeList(first=pairs.first, second=pairs.second, weights=weights).take(tied)


@dataclass(frozen=True, slots=True, kw_only=True)
class ConceptLayer:
    """Hold the edges that shared concepts make, and what was left out to get them.

    `n_before` counts the pairs of papers that were linked before pruning; `linking` says which they were. `unit` is the
    weight of two papers that share one concept which nobody else has (for the measures without such a figure, the
    largest weight); the other layers are measured in it. `alpha` is the level of significance that was used, 1 where
    none was.
    """

    edges: tuple[Edge, ...]
    n_before: int
    unit: float
    alpha: float
    linking: Linking


def link_concepts(
    papers: Sequence[Paper],
    *,
    weight: str,
    pruning: str,
    alpha: float | None,
    pairs_per_paper: int,
    n_nearest: int = N_NEAREST,
) -> ConceptLayer:
    """Link the papers that share concepts.

    Parameters
    ----------
    papers
        Papers in the order of their ids.
    weight, pairs_per_paper
        As for `prepare_linking`.
    pruning, alpha, n_nearest
        As for `papertrace.graph.backbone.prune`.

    Returns
    -------
    ConceptLayer
        Edges in rising order of their ends. The evidence of an edge is the labels of the concepts that its
        papers share, the rarest first.
    """
    linking = prepare_linking(papers, weight=weight, pairs_per_paper=pairs_per_paper)
    blocks = remember(linking)
    totals = add_up(blocks, len(papers))
    backbone = prune(blocks, totals, pruning=pruning, alpha=alpha, n_nearest=n_nearest)
    unit = inverse_document_frequency(max(len(papers), 2), 2) ** 2 if weight == "idf2" else totals.largest or 1.0
    kept = backbone.edges
    pairs = zip(kept.first.tolist(), kept.second.tolist(), kept.weights.tolist(), strict=True)
    return ConceptLayer(
        edges=_edges(papers, linking.holdings, pairs),
        n_before=totals.n_edges,
        unit=unit,
        alpha=backbone.alpha,
        linking=linking,
    )


def prepare_linking(papers: Sequence[Paper], *, weight: str, pairs_per_paper: int) -> Linking:
    """Decide which concepts may link.

    Parameters
    ----------
    papers
        Papers in the order of their ids.
    weight
        A name of `papertrace.graph.weights.WEIGHTS`.
    pairs_per_paper
        The budget of pairs that decides the cap on document frequency.

    Returns
    -------
    Linking
        What links them, without the links.
    """
    measure = find_measure(weight)
    everything = collect_holdings([[concept.key for concept in paper.concepts] for paper in papers])
    cap = largest_affordable_frequency(everything.frequencies, pairs_per_paper * len(papers))
    capped = everything.frequencies > max(cap, 1)
    holdings = everything.without(capped)
    return Linking(
        holdings=holdings,
        measure=measure,
        values=measure.values(holdings),
        sizes=np.bincount(holdings.holders, minlength=len(papers)),
        n_concepts=len(everything.items),
        n_shared=int((everything.frequencies > 1).sum()),
        frequency_cap=cap,
        n_increments=int((holdings.frequencies * (holdings.frequencies - 1) // 2).sum()),
        n_capped=int(capped.sum()),
    )


def remember(linking: Linking) -> Blocks:
    """Return the edges so that they can be gone through twice: from memory if they are few, else made anew."""
    if linking.n_increments > _MOST_REMEMBERED:
        return linking.generate
    blocks = list(linking.generate())
    return lambda: iter(blocks)


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
