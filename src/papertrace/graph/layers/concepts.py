"""The concept layer: papers that share concepts."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from papertrace.graph.layers.linking import Layer, link_by
from papertrace.graph.pairs.projection import Holdings, inverse_document_frequency
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


def link_concepts(papers: Sequence[Paper], settings: GraphSettings) -> ConceptLayer:
    """Link the papers that share concepts.

    Parameters
    ----------
    papers
        Papers in the order of their ids.
    settings
        As for `papertrace.graph.layers.linking.link_by`.

    Returns
    -------
    ConceptLayer
        Edges sorted by their ends. The evidence of an edge is the labels of the concepts that its papers share,
        rarest first.
    """
    keys = [[concept.key for concept in paper.concepts] for paper in papers]
    layer = link_by(keys, settings)
    largest = layer.totals.largest or 1.0
    return ConceptLayer(
        edges=_edges(papers, layer.linking.holdings, layer.edges.rows()),
        unit=inverse_document_frequency(max(len(papers), 2), 2) ** 2 if settings.weight == "idf2" else largest,
        layer=layer,
    )


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
