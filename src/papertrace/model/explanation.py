"""Why a paper has the concepts that it has."""

from dataclasses import dataclass

from papertrace.model.span import Span


@dataclass(frozen=True, slots=True, kw_only=True)
class Judgement:
    """Hold what became of one term of a paper.

    `score` ranks the terms of one paper and is 0 for those that are no concepts of the corpus; `df` counts the papers
    that have the term and `n` its occurrences in this one. `places` are those in the listing, in their order; terms
    that markup takes apart have fewer than occurrences. `is_own` marks the name of the paper's own system. `reason`
    says why a term was dropped.
    """

    label: str
    kept: bool
    reason: str
    score: float = 0.0
    df: int = 0
    n: int = 0
    in_title: bool = False
    is_acronym: bool = False
    is_wanted: bool = False
    is_own: bool = False
    surfaces: tuple[str, ...] = ()
    places: tuple[Span, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Explanation:
    """Hold all that was judged of one paper: the kept terms best first, then the dropped ones."""

    paper_id: str
    title: str
    span: Span
    n_papers: int
    judgements: tuple[Judgement, ...] = ()
