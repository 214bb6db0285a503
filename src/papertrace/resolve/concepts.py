"""The concepts of a paper: its candidates, ranked under the vocabulary of the corpus, and at most eight kept."""

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from papertrace.model.candidate import Candidate, CandidateKind, Candidates
from papertrace.model.concept import Concept
from papertrace.resolve.vocabulary import Reason, Term, Vocabulary, build_vocabulary, identify

MAX_CONCEPTS = 8


@dataclass(frozen=True, slots=True, kw_only=True)
class Decision:
    """Say what became of one candidate of a paper: its label, its score in the paper, and the reason."""

    key: str
    label: str
    score: float
    reason: Reason
    concept: Concept | None = None

    @property
    def kept(self) -> bool:
        """Say whether the candidate is a concept of the paper."""
        return self.reason is Reason.KEPT


def build_concepts(papers: Sequence[Candidates], limit: int = MAX_CONCEPTS) -> list[tuple[Concept, ...]]:
    """Return the concepts of every paper of a corpus that is in memory, best first, in the papers' order."""
    vocabulary = build_vocabulary(list(papers))
    return [select_concepts(paper, vocabulary, limit) for paper in papers]


def select_concepts(paper: Candidates, vocabulary: Vocabulary, limit: int = MAX_CONCEPTS) -> tuple[Concept, ...]:
    """Return at most `limit` concepts of a paper, best first."""
    return tuple(
        decision.concept for decision in explain_concepts(paper, vocabulary, limit) if decision.concept is not None
    )


def explain_concepts(paper: Candidates, vocabulary: Vocabulary, limit: int = MAX_CONCEPTS) -> list[Decision]:
    """Return what became of every candidate of a paper, the kept first, by falling score and then key."""
    judged: list[tuple[float, Term, list[Candidate], Reason]] = []
    for identity, group in identify(paper, vocabulary.acronyms).items():
        term = vocabulary.entries.get(identity)
        if term is None:
            continue
        reason = term.reason
        if reason is Reason.KEPT and term.df == 1 and not _stands_alone(term, group):
            reason = Reason.RARE
        judged.append((_score(term, group, vocabulary.n_papers), term, group, reason))
    judged.sort(key=lambda entry: (-entry[0], entry[1].key))
    return list(_take(judged, limit))


def _take(judged: list[tuple[float, Term, list[Candidate], Reason]], limit: int) -> Iterator[Decision]:
    rest: list[Decision] = []
    kept: list[Term] = []
    for score, term, group, judged_reason in judged:
        reason = judged_reason
        if reason is Reason.KEPT:
            if any(_covers(longer, term) for longer in kept):
                reason = Reason.NESTED
            elif len(kept) >= limit:
                reason = Reason.OUTRANKED
        if reason is not Reason.KEPT:
            rest.append(Decision(key=term.key, label=term.label, score=score, reason=reason))
            continue
        kept.append(term)
        surfaces = tuple(sorted({surface for item in group for surface in item.surfaces}))
        concept = Concept(key=term.key, label=term.label, surfaces=surfaces)
        yield Decision(key=term.key, label=term.label, score=score, reason=reason, concept=concept)
    yield from rest


def _covers(longer: Term, term: Term) -> bool:
    """Say whether a longer concept, no commoner, makes a part of it needless."""
    return longer.df >= term.df and term.identity != longer.identity and f" {term.key} " in f" {longer.key} "


def _stands_alone(term: Term, group: list[Candidate]) -> bool:
    n = sum(item.n for item in group)
    in_title = any(item.in_title for item in group)
    if term.kind is CandidateKind.NAME:
        return n > 1 or in_title
    return n > 1


def _score(term: Term, group: list[Candidate], n_papers: int) -> float:
    n = sum(item.n for item in group)
    in_title = any(item.in_title for item in group)
    rarity = math.log((n_papers + 1) / term.df)
    weight = (1.0 + math.log(n)) * (1.6 if in_title else 1.0) * math.sqrt(rarity)
    if term.df > 1:
        weight *= 2.0
    return round(weight, 6)
