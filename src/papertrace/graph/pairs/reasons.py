"""Why two papers are linked by concepts or not, in the terms of `papertrace.graph.pairs.evidence`."""

from collections.abc import Sequence

from papertrace.graph.pairs.evidence import MIN_COSINE_ALONE, EvidenceLinking
from papertrace.graph.pairs.texts.similarity import MIN_COSINE
from papertrace.model import Paper
from papertrace.model.graphs.pair import SharedConcept


def list_shared(linking: EvidenceLinking, papers: Sequence[Paper], first: int, second: int) -> list[SharedConcept]:
    """Return the concepts that two papers share, those with most evidence first."""
    held, facts, items = linking.held, linking.facts, linking.holdings.items
    places = [dict(zip(_items(linking, number), _range(linking, number), strict=True)) for number in (first, second)]
    both = sorted(places[0].keys() & places[1].keys())
    inner = {int(one) for one, other in zip(*facts.longer, strict=True) if int(one) in both and int(other) in both}
    labels = {
        c.key: c.label for number in (second, first) for c in (*papers[number].minor_concepts, *papers[number].concepts)
    }
    found = []
    for item in both:
        at = [place[item] for place in places]
        found.append(
            SharedConcept(
                label=labels[items[item]].strip() or items[item],
                evidence=0.0 if item in inner else round(float(facts.evidence[item]), 2),
                df=int(linking.holdings.frequencies[item]),
                best_in=int(held.is_best[at].sum()),
                topical_in=int(held.is_topical[at].sum()),
            )
        )
    return sorted(found, key=lambda one: (-one.evidence, one.label))


def conclude(shared: Sequence[SharedConcept], cosine: float) -> str:
    """Return why two papers are not linked by the concepts that they share."""
    if not shared:
        return "not linked: they share no concept"
    if not any(one.best_in for one in shared):
        return "not linked: what they share is not among the best concepts of either"
    if not any(one.evidence for one in shared):
        return "not linked: what they share is too common in this listing or in its fields"
    is_alone = sum(one.evidence > 0 for one in shared) == 1
    if cosine < (least := MIN_COSINE_ALONE if is_alone else MIN_COSINE):
        also = ", as only one concept that they share counts" if is_alone else ""
        return f"not linked: their texts are too little alike (cosine {cosine:.3f}, at least {least}{also})"
    return "not linked: what counts of what they share is not among the best concepts of either"


def _range(linking: EvidenceLinking, number: int) -> range:
    starts = linking.held.starts
    return range(int(starts[number]), int(starts[number + 1]))


def _items(linking: EvidenceLinking, number: int) -> list[int]:
    places = _range(linking, number)
    found: list[int] = linking.held.items[places.start : places.stop].tolist()
    return found
