"""The concept layer: papers that share concepts."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass

import numpy as np

from papertrace.engine import Engine
from papertrace.engine.protocol import ignore_count
from papertrace.graph.layers.linking import Layer, link_all, link_by
from papertrace.graph.pairs.concept_columns import BEST, ConceptColumns, collect_concepts
from papertrace.graph.pairs.evidence import EvidenceLinking, prepare_evidence
from papertrace.graph.pairs.projection import Holdings, Ints, inverse_document_frequency
from papertrace.graph.pairs.texts.similarity import TextVectors
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
    concepts: ConceptColumns | None = None,
    *,
    others: Ints | None = None,
    on_count: Callable[[int], None] = ignore_count,
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
    concepts
        The concepts of the papers, for the weight `evidence`; by default those that the papers have.
    others
        Pairs of papers that other layers link, for `Layer.count_linked`, a row each, the smaller number first.
    on_count
        Is told of how many papers all links to later ones are known.

    Returns
    -------
    ConceptLayer
        Edges sorted by their ends. The evidence of an edge is the labels of the concepts that its papers share: with
        the weight `evidence` the strongest first, otherwise the rarest first.
    """
    if settings.weight == "evidence":
        concepts = concepts or collect_concepts(papers)
        linking = prepare_evidence(papers, concepts, texts, settings.pairs_per_paper)
        del texts
        layer = link_all(linking, len(papers), settings, engine, others=others, on_count=on_count)
        edges = _edges_by_evidence(papers, concepts, linking, layer)
        return ConceptLayer(edges=edges, unit=_usual_weight(layer), layer=layer)
    keys = [[concept.key for concept in paper.concepts] for paper in papers]
    layer = link_by(keys, settings, weight=settings.weight, engine=engine, others=others, on_count=on_count)
    return ConceptLayer(
        edges=_edges(papers, layer.linking.holdings, layer.rows()),
        unit=inverse_document_frequency(max(len(papers), 2), 2) ** 2 if settings.weight == "idf2" else layer.largest,
        layer=layer,
    )


def _usual_weight(layer: Layer) -> float:
    """Return the median weight of the edges kept, or 1 without edges."""
    weights = layer.weights
    return float(np.sort(weights)[weights.size // 2]) if weights.size else 1.0


def _edges_by_evidence(
    papers: Sequence[Paper], concepts: ConceptColumns, linking: EvidenceLinking, layer: Layer
) -> tuple[Edge, ...]:
    """Add the evidence to each pair: the labels of what its papers share, the strongest first."""
    strength = dict(zip(linking.holdings.items, linking.facts.evidence.tolist(), strict=True))
    strengths = [strength.get(key, 0.0) for key in concepts.key_texts]

    def places(paper: int) -> dict[int, int]:
        start = int(concepts.starts[paper])
        return {key: start + n for n, key in enumerate(concepts.keys[start : concepts.starts[paper + 1]].tolist())}

    edges, here, whose = [], places(0) if papers else {}, 0
    for first, second, weight in layer.rows():
        if first != whose:  # Edges are sorted by their first papers.
            here, whose = places(first), first
        there = places(second)
        ranked = []
        for key in here.keys() & there.keys():
            is_best = [at for at in (here[key], there[key]) if concepts.flags[at] & BEST]
            if strengths[key] > 0 and is_best:
                score = -strengths[key] * concepts.scores.item(here[key]) * concepts.scores.item(there[key])
                text = concepts.key_texts[key]
                ranked.append((score, text, concepts.label_texts[concepts.labels[is_best[0]]].strip() or text))
        edges.append(
            Edge(
                source=papers[first].id,
                target=papers[second].id,
                kind=EdgeKind.CONCEPT,
                weight=weight,
                evidence=tuple(dict.fromkeys(label for _, _, label in sorted(ranked))),
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
