"""The concept layer: papers that share concepts."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

import numpy as np

from papertrace.engine import Engine
from papertrace.graph.layers.linking import Layer, link_all, link_by
from papertrace.graph.pairs.evidence import EvidenceLinking, prepare_evidence
from papertrace.graph.pairs.projection import Holdings, inverse_document_frequency
from papertrace.graph.pairs.texts import TextVectors
from papertrace.graph.settings import GraphSettings
from papertrace.model import Edge, EdgeKind, Paper


@dataclass(frozen=True, slots=True, kw_only=True)
class ConceptLayer:
    """The edges from shared concepts, and the layer they come from.

    `unit` is the weight between two papers that share one concept held by no other paper (for measures without such a
    value, the largest weight); it is the unit of the other layers' weights.
    """

    edges: tuple[Edge, ...]
    unit: float
    layer: Layer


def link_concepts(
    papers: Sequence[Paper],
    settings: GraphSettings,
    texts: TextVectors | None = None,
    engine: Engine | None = None,
) -> ConceptLayer:
    """Link the papers that share concepts.

    Parameters
    ----------
    papers
        Papers in the order of their ids.
    settings
        As for `papertrace.graph.layers.linking.link_by`.
    texts
        The texts of the papers, for the weight `evidence`; without them it is that of the shared concepts alone.
    engine
        Where blocks of papers are linked; by default in this process.

    Returns
    -------
    ConceptLayer
        Edges sorted by their ends. The evidence of an edge is the labels of the concepts that its papers share: with
        the weight `evidence` the strongest first, otherwise the rarest first.
    """
    if settings.weight == "evidence":
        linking = prepare_evidence(papers, texts, settings.pairs_per_paper)
        layer = link_all(linking, len(papers), settings, engine)
        return ConceptLayer(edges=_edges_by_evidence(papers, linking, layer), unit=_usual_weight(layer), layer=layer)
    keys = [[concept.key for concept in paper.concepts] for paper in papers]
    layer = link_by(keys, settings, weight=settings.weight, engine=engine)
    return ConceptLayer(
        edges=_edges(papers, layer.linking.holdings, layer.rows()),
        unit=inverse_document_frequency(max(len(papers), 2), 2) ** 2 if settings.weight == "idf2" else layer.largest,
        layer=layer,
    )


def _usual_weight(layer: Layer) -> float:
    """Return the median weight of the edges kept, or 1 without edges."""
    weights = layer.weights
    return float(np.sort(weights)[weights.size // 2]) if weights.size else 1.0


def _edges_by_evidence(papers: Sequence[Paper], linking: EvidenceLinking, layer: Layer) -> tuple[Edge, ...]:
    """Add the evidence to each pair: the labels of what its papers share, the strongest first."""
    strength = dict(zip(linking.holdings.items, linking.facts.evidence.tolist(), strict=True))
    best = [{c.key: c for c in paper.concepts if c.key in strength} for paper in papers]
    every = [
        {c.key: c for c in (*paper.minor_concepts, *paper.concepts) if strength.get(c.key, 0.0) > 0} for paper in papers
    ]
    edges = []
    for first, second, weight in layer.rows():
        shared = every[first].keys() & every[second].keys()
        named = [key for key in shared if key in best[first] or key in best[second]]
        ranked = sorted(
            named, key=lambda key: (-strength[key] * every[first][key].score * every[second][key].score, key)
        )
        labels = [(best[first].get(key) or best[second][key]).label.strip() or key for key in ranked]
        edges.append(
            Edge(
                source=papers[first].id,
                target=papers[second].id,
                kind=EdgeKind.CONCEPT,
                weight=weight,
                evidence=tuple(dict.fromkeys(labels)),
            )
        )
    return tuple(edges)


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
