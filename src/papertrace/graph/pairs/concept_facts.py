"""What holds of the concepts that papers share: how much of evidence each is, and which are within others."""

import math
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from papertrace.background import FieldMix, load_background
from papertrace.graph.pairs.nested_concepts import find_longer
from papertrace.graph.pairs.projection import Floats, Ints
from papertrace.graph.pairs.texts.similarity import TextVectors
from papertrace.model import Paper

FREE_INFORMATION = 2.0  # nats that a shared concept needs to be evidence at all
UNKNOWN_SHARE = 4  # A concept that df of n papers have is taken to be in df/(4n) of all papers at least.
MIN_PAPERS = 100  # that a corpus counts for at least: in a small one, what papers share is not common

SCALE = 1_024
"""The steps of a nat of evidence."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ConceptFacts:
    """What holds of each concept: its evidence in nats, and the concepts that it is within."""

    evidence: Floats
    longer: tuple[Ints, Ints]  # of each pair of concepts, one within the other: the shorter and the longer, sorted

    @property
    def steps(self) -> Ints:
        """The evidence as whole numbers."""
        return np.rint(self.evidence * SCALE).astype(np.int64)


def mix_fields(papers: Sequence[Paper], texts: TextVectors | None) -> FieldMix:
    """Return the fields of the papers, by their texts as printed."""
    mix = FieldMix(load_background())
    if texts is not None:
        mix.add_counts(texts.printed_fields.tolist())
        return mix
    for paper in papers:
        mix.add(f"{paper.title} {paper.abstract}".casefold().split())
    return mix


def find_facts(items: Sequence[str], frequencies: Ints, n_papers: int, mix: FieldMix) -> ConceptFacts:
    """Return the facts of concepts, given how many of `n_papers` papers have each, and the fields of these."""
    background = load_background()
    n = max(n_papers, MIN_PAPERS)
    evidence = []
    for key, df in zip(items, frequencies.tolist(), strict=True):
        found = background.find(key.casefold())
        rate = 0.0 if found is None else background.rate_in(mix, found)
        information = -math.log(max(rate, df / (UNKNOWN_SHARE * n)))
        is_genre = found is not None and found.is_genre
        evidence.append(0.0 if is_genre else max(0.0, information - FREE_INFORMATION))
    return ConceptFacts(evidence=np.array(evidence, dtype=np.float64), longer=find_longer(items))
