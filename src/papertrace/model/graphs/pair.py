"""Why two papers are linked or not."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True, kw_only=True)
class SharedConcept:
    """A concept that two papers share.

    `evidence` is what it adds to the evidence of the pair; 0 if it is part of a longer one or too common. `best_in`
    and `topical_in` count the papers that have it among their best, and in the title or more than once.
    """

    label: str
    evidence: float
    df: int
    best_in: int
    topical_in: int


@dataclass(frozen=True, slots=True, kw_only=True)
class PairExplanation:
    """Why two papers are linked or not.

    `conclusion` is the reason in one sentence; `edges` are the kinds, weights and evidence of the edges between the
    papers in the graph. `cosine` is that of their texts. `min_cosine` is what a link needs at least.
    """

    ids: tuple[str, str]
    titles: tuple[str, str]
    conclusion: str
    shared: tuple[SharedConcept, ...] = ()
    cosine: float = 0.0
    weight: float = 0.0
    min_cosine: float = 0.0
    edges: tuple[tuple[str, float, str], ...] = ()
