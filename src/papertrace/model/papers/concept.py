"""Concepts and mentions of papers, the explanation of why a paper has its concepts, and the terms of a user."""

from dataclasses import dataclass
from typing import NamedTuple

from papertrace.model.span import Span
from papertrace.model.values import quick_init


@quick_init
@dataclass(frozen=True, slots=True, kw_only=True)
class Concept:
    """An idea that papers can share.

    `key` is the folded identity, equal for all variants; `label` the most common surface form in the corpus;
    `surfaces` the forms that occur in this paper, sorted. `score` is the probability, 0 to 1, that an indexer
    would choose it for this paper; `n` counts its occurrences in title and abstract.
    """

    key: str
    label: str
    surfaces: tuple[str, ...] = ()
    score: float = 1.0
    n: int = 1
    in_title: bool = False

    @property
    def is_topical(self) -> bool:
        """Whether the paper has it in the title or says it more than once."""
        return self.in_title or self.n > 1


@dataclass(frozen=True, slots=True, kw_only=True)
class Mention:
    """An occurrence of the name of another paper's system in a paper's text.

    `target` is the id of the named paper and `title` its title, if known; `surface` is the name as printed,
    `sentence` the evidence.
    """

    target: str
    surface: str
    sentence: str
    span: Span
    title: str | None = None


class Measures(NamedTuple):
    """What the background table says of a term, by which it is judged.

    `title_share` and `burst_share` are the shares of its papers that have it in the title, and at least twice; `rate`
    is how many of 1,000 papers in the fields of the listing have it, `dispersion` how many in the second-rarest field.
    """

    title_share: float
    burst_share: float
    rate: float
    dispersion: float


@dataclass(frozen=True, slots=True, kw_only=True)
class Judgement:
    """The decision on one term of a paper: kept as a concept, or dropped.

    `score` is the probability (0 to 1) that an indexer would choose the term for the paper, and 0 for those that are
    not concepts of the corpus; `df` is the number of papers that have the term and `n` its number of occurrences in
    this one. `spans` are its positions in the listing, in order; terms split by markup have fewer of them than
    occurrences. `is_wanted` marks a term of the user's vocabulary, `is_own` the name of the paper's own system.
    `reason` is why a term was dropped, `measures` what the background table says of it, if it has it.
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
    spans: tuple[Span, ...] = ()
    measures: Measures | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Explanation:
    """The decisions on all terms of one paper: the kept ones best first, then the dropped ones."""

    paper_id: str
    title: str
    span: Span
    n_papers: int
    judgements: tuple[Judgement, ...] = ()


class Form(NamedTuple):
    """A term as written by the user, and its key (as in `papertrace.model.papers.candidate.Candidate`)."""

    text: str
    key: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Terms:
    """A user's thesaurus, vocabulary and stop list; all are empty by default.

    `synonyms` are groups of forms with the same meaning, the preferred one first. Forms in `vocabulary` are concepts
    wherever they occur, those in `ignored` never.
    """

    synonyms: tuple[tuple[Form, ...], ...] = ()
    vocabulary: tuple[Form, ...] = ()
    ignored: tuple[Form, ...] = ()
