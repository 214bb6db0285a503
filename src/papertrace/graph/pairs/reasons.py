"""Why two papers are linked by concepts or not, in the terms of `papertrace.graph.pairs.evidence`."""

import math
from collections.abc import Sequence

from papertrace.graph.pairs.evidence import MIN_WEIGHT, EvidenceLinking
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
                is_rare=bool(facts.is_rare[item]),
            )
        )
    return sorted(found, key=lambda one: (-one.evidence, one.label))


def conclude(  # noqa: PLR0911 - one answer a rule
    shared: Sequence[SharedConcept], cosine: float, weight: float
) -> str:
    """Return why two papers are not linked by the concepts that they share."""
    if not shared:
        return "not linked: they share no concept"
    if not any(one.best_in for one in shared):
        return "not linked: what they share is not among the best concepts of either"
    if not any(one.evidence for one in shared):
        return "not linked: what they share is too common in this listing or in its fields"
    counted = [one for one in shared if one.evidence]
    if len(counted) == 1 and counted[0].topical_in < 2 and not counted[0].is_rare:  # noqa: PLR2004
        return "not linked: the only concept they share is said in passing in one of them, and is not rare"
    if cosine < MIN_COSINE:
        return f"not linked: their texts have too little else in common (cosine {cosine:.3f}, at least {MIN_COSINE})"
    # A pair below the least weight has none.
    strength = weight or cosine * math.sqrt(sum(one.evidence for one in counted))
    if strength < MIN_WEIGHT:
        return f"not linked: too weak (weight {strength:.3f}, at least {MIN_WEIGHT})"
    return "not linked: the only concept they share is an ordinary word, or not a main one of either"


def _range(linking: EvidenceLinking, number: int) -> range:
    starts = linking.held.starts
    return range(int(starts[number]), int(starts[number + 1]))


def _items(linking: EvidenceLinking, number: int) -> list[int]:
    places = _range(linking, number)
    found: list[int] = linking.held.items[places.start : places.stop].tolist()
    return found
