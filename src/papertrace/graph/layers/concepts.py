"""The layers of concepts and of similar texts: papers whose texts are near, and what they share.

With the weight `evidence` a line joins papers of which one is among those whose texts are most like that of the other.
Its weight is the cosine of the texts: on labelled pairs of unseen listings, no factor for what the papers share ranks
them better. If a concept of both is a good reason, the line is by concepts; if none is, it is one of similar texts.
"""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from papertrace.engine import Engine
from papertrace.engine.protocol import ignore_count
from papertrace.graph.backbone.pruning import prune_reduced, reduce_edges
from papertrace.graph.layers.linking import Layer, Linking, link_by
from papertrace.graph.pairs.edge_list import EdgeList, no_totals
from papertrace.graph.pairs.projection import Holdings, Ints, inverse_document_frequency
from papertrace.graph.pairs.reasons import NearPapers, choose_reasons
from papertrace.graph.settings import GraphSettings
from papertrace.model import Edge, EdgeKind, Paper

MIN_COSINE = 0.08
"""The cosine of two texts from which a line is drawn: of 63 lines of eleven listings with one from .06 to .08 a reader
found 27 % sensible and 32 % wrong; of 230 others 59 % and 4 %."""


MIN_COSINE_OF_OTHERS = 0.1
"""The cosine of two texts without a good reason, if the line is the heaviest of neither paper."""

_REASON_FACTOR = 1.3  # of the cosine of papers with a good reason


@dataclass(frozen=True, slots=True, kw_only=True)
class ConceptLayer:
    """The edges from shared concepts and similar texts, and the layer they come from.

    `unit` is the weight between two papers that share one concept held by no other paper (for measures without such a
    value, the largest weight; with `evidence` the median); it is the unit of the other layers' weights.
    """

    edges: tuple[Edge, ...]
    unit: float
    layer: Layer[Linking | NearPapers]


def link_concepts(
    papers: Sequence[Paper],
    settings: GraphSettings,
    near: NearPapers | None = None,
    engine: Engine | None = None,
    *,
    on_count: Callable[[int], None] = ignore_count,
) -> ConceptLayer:
    """Link the papers that share concepts.

    Parameters
    ----------
    papers
        Papers in the order of their ids.
    settings
        As for `papertrace.graph.layers.linking.link_by`.
    near
        The papers with similar texts, for the weight `evidence`; without them it is that of `idf2`.
    engine
        Where blocks of papers are linked; by default in this process.
    on_count
        Is told of how many papers all links to later ones are known.

    Returns
    -------
    ConceptLayer
        Edges sorted by their ends. The evidence of an edge is the labels of the concepts that its papers share: with
        the weight `evidence` those that are good reasons, the likeliest first, otherwise all, the rarest first. That
        of similar texts is their cosine.
    """
    if settings.weight == "evidence" and near is not None:
        return _link_near(papers, settings, near)
    weight = "idf2" if settings.weight == "evidence" else settings.weight
    keys = [[concept.key for concept in paper.concepts] for paper in papers]
    layer = link_by(keys, settings, weight=weight, engine=engine, on_count=on_count)
    return ConceptLayer(
        edges=_edges(papers, layer.linking.holdings, layer.rows()),
        unit=inverse_document_frequency(max(len(papers), 2), 2) ** 2 if weight == "idf2" else layer.largest,
        layer=layer,
    )


def _link_near(papers: Sequence[Paper], settings: GraphSettings, near: NearPapers) -> ConceptLayer:
    """Return the lines between papers with similar texts."""
    candidates = near.near.take(near.near.weights >= MIN_COSINE * near.steps_per_unit)
    shared = near.reasons.share(candidates.first, candidates.second)
    reasons = [choose_reasons(shared.of_pair(pair)) for pair in range(len(candidates))]
    has_reason = np.array([bool(labels) for labels in reasons], dtype=np.bool_)
    cosines = candidates.weights / near.steps_per_unit
    weights = np.rint(candidates.weights * np.where(has_reason, _REASON_FACTOR, 1.0)).astype(np.int64)
    weighted = replace(candidates, weights=weights)
    totals = no_totals(len(papers)).add(weighted)
    backbone = prune_reduced([reduce_edges(weighted, totals, settings)], totals, settings)
    kept = backbone.edges
    pairs = np.searchsorted(_code(candidates, len(papers)), _code(kept, len(papers)))
    if settings.pruning == "strongest":
        is_heaviest = _find_heaviest(kept, len(papers))
        wanted = has_reason[pairs] | is_heaviest | (cosines[pairs] >= MIN_COSINE_OF_OTHERS)
        kept, pairs = kept.take(wanted), pairs[wanted]
    layer = Layer(edges=kept, alpha=backbone.alpha, totals=totals, linking=near)
    edges = []
    for pair, (first, second, weight) in zip(pairs.tolist(), layer.rows(), strict=True):
        labels = reasons[pair]
        edges.append(
            Edge(
                source=papers[first].id,
                target=papers[second].id,
                kind=EdgeKind.CONCEPT if labels else EdgeKind.SIMILAR,
                weight=weight,
                evidence=tuple(dict.fromkeys(labels)) or (f"cosine {cosines[pair]:.2f}",),
            )
        )
    unit = float(np.sort(layer.weights)[len(kept) // 2]) if len(kept) else 1.0
    return ConceptLayer(edges=tuple(edges), unit=unit, layer=layer)


def _code(edges: EdgeList, n_papers: int) -> Ints:
    """Return one number for the ends of each edge; they ascend if the edges are sorted."""
    codes: Ints = edges.first * n_papers + edges.second
    return codes


def _find_heaviest(edges: EdgeList, n_papers: int) -> NDArray[np.bool_]:
    """Return whether each edge is as heavy as the heaviest of one of its ends."""
    heaviest = np.zeros(n_papers, dtype=np.int64)
    for ends in (edges.first, edges.second):
        np.maximum.at(heaviest, ends, edges.weights)
    found: NDArray[np.bool_] = edges.weights >= np.minimum(heaviest[edges.first], heaviest[edges.second])
    return found


def _edges(papers: Sequence[Paper], holdings: Holdings, pairs: Iterable[tuple[int, int, float]]) -> tuple[Edge, ...]:
    """Add the evidence to each pair."""
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
