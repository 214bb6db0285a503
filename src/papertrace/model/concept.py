"""What a paper is about and which papers it names, why it has these concepts, and what a user says of terms."""

from dataclasses import dataclass
from typing import NamedTuple

from papertrace.model.span import Span


@dataclass(frozen=True, slots=True, kw_only=True)
class Concept:
    """An idea that papers can share.

    `key` is the folded identity, equal for all variants; `label` the commonest surface form of the corpus;
    `surfaces` the forms that stand in this paper, sorted.
    """

    key: str
    label: str
    surfaces: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Mention:
    """A place of a paper's text that names the system of another paper of the corpus.

    `target` is the id of the named paper and `title` its title, where that is known; `surface` is the name as
    printed, `sentence` the evidence.
    """

    target: str
    surface: str
    sentence: str
    span: Span
    title: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Judgement:
    """What became of one term of a paper.

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
    """All the terms of one paper: the kept ones best first, then the dropped ones."""

    paper_id: str
    title: str
    span: Span
    n_papers: int
    judgements: tuple[Judgement, ...] = ()


class Form(NamedTuple):
    """A term as the user writes it, and as candidates are keyed (`papertrace.model.candidate.Candidate`)."""

    text: str
    key: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Terms:
    """A user's thesaurus, vocabulary and stop list; all are empty by default.

    `synonyms` are groups of forms that mean the same, the preferred one first. Forms of `vocabulary` are concepts
    wherever they stand, those of `ignored` nowhere.
    """

    synonyms: tuple[tuple[Form, ...], ...] = ()
    vocabulary: tuple[Form, ...] = ()
    ignored: tuple[Form, ...] = ()
