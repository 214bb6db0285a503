"""The concepts of a paper: its candidates, ranked under the vocabulary of the corpus, and at most eight kept."""

import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from papertrace.model.candidate import Candidate, CandidateKind, Candidates
from papertrace.model.concept import Concept
from papertrace.resolve.vocabulary import Reason, Term, Vocabulary, build_vocabulary, identify

MAX_CONCEPTS = 8
TITLE = 2.0
MAX_TITLE_SPACES = 3
MUCH_COMMONER = 2
COMMONNESS = 0.5  # the power of ln(1 + df): what several papers name is a term
COMPOUND = 0.7
PASSING = 0.5
FEW = 2
RARITY = 0.3  # the power of ln(n/df): rare terms are dear enough where links are weighed
SHARED = 2.0  # Only what two papers have can link them, so it goes first.
_Judged = tuple[float, Term, list[Candidate], Reason]
_WORD = CandidateKind.WORD


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
    taken = _take(_judge(identify(paper, vocabulary.acronyms), vocabulary), limit)
    return tuple(decision.concept for decision in taken if decision.concept is not None)


def explain_concepts(paper: Candidates, vocabulary: Vocabulary, limit: int = MAX_CONCEPTS) -> list[Decision]:
    """Return what became of every candidate of a paper: the kept, then by falling score the rest, then the refused.

    The refused have score 0 and come in order of their first place.
    """
    groups = identify(paper, vocabulary.acronyms)
    refused = [
        Decision(key=group[0].key, label=group[0].surfaces[0], score=0.0, reason=vocabulary.refused[identity])
        for identity, group in groups.items()
        if identity in vocabulary.refused
    ]
    return [*_take(_judge(groups, vocabulary), limit), *refused]


def _judge(groups: Mapping[str, list[Candidate]], vocabulary: Vocabulary) -> list[_Judged]:
    """Score the candidates that are concepts of the corpus, best first, and drop those the paper makes little of."""
    judged: list[_Judged] = []
    for identity, group in groups.items():
        term = vocabulary.terms.get(identity)
        if term is None:
            continue
        reason = Reason.KEPT
        if term.df == 1 and not _stands_alone(term, group):
            reason = Reason.RARE
        elif _is_weak(term, group):
            reason = Reason.WORD
        judged.append((_score(term, group, vocabulary.n_papers), term, group, reason))
    judged.sort(key=lambda entry: (-entry[0], entry[1].key))
    return _drop_fragments(judged)


def _drop_fragments(judged: list[_Judged]) -> list[_Judged]:
    """Drop phrases of this paper alone that never stand outside a longer one of this paper alone."""
    alone = [
        (f" {term.key} ", sum(item.n for item in group))
        for _, term, group, reason in judged
        if reason is Reason.KEPT and term.df == 1 and term.kind is CandidateKind.PHRASE
    ]

    def is_fragment(term: Term, group: list[Candidate]) -> bool:
        key, n = f" {term.key} ", sum(item.n for item in group)
        return any(key in longer and key != longer and n <= n_longer for longer, n_longer in alone)

    return [
        (score, term, group, Reason.SUBSUMED)
        if reason is Reason.KEPT and term.df == 1 and is_fragment(term, group)
        else (score, term, group, reason)
        for score, term, group, reason in judged
    ]


def _take(judged: list[_Judged], limit: int) -> Iterator[Decision]:
    """Take the best concepts, first those that share no words with a better one, then the others."""
    chosen: list[int] = []
    deferred: list[int] = []
    reasons = [reason for _, _, _, reason in judged]
    bases = {term.key.casefold(): term.df for _, term, _, r in judged if r is Reason.KEPT and term.kind is not _WORD}
    for i, (_, term, _, reason) in enumerate(judged):
        if reason is not Reason.KEPT:
            continue
        if len(chosen) == limit:
            reasons[i] = Reason.OUTRANKED
        elif _is_special_case(term, bases) or any(_overlap(judged[j][1], term) for j in chosen):
            deferred.append(i)
        else:
            chosen.append(i)
    for i in deferred:
        if len(chosen) == limit:
            reasons[i] = Reason.OUTRANKED
        elif any(_covers(judged[j][1], judged[i][1]) for j in chosen):
            reasons[i] = Reason.NESTED
        else:
            chosen.append(i)
    taken = set(chosen)
    for i in [*sorted(chosen), *(i for i in range(len(judged)) if i not in taken)]:
        score, term, group, _ = judged[i]
        concept = None
        if reasons[i] is Reason.KEPT:
            surfaces = tuple(sorted({surface for item in group for surface in item.surfaces}))
            concept = Concept(key=term.key, label=term.label, surfaces=surfaces)
        yield Decision(key=term.key, label=term.label, score=score, reason=reasons[i], concept=concept)


def _is_special_case(term: Term, bases: Mapping[str, int]) -> bool:
    """Say whether the paper has a part of this term that is a much commoner concept, and so links better."""
    words = term.key.casefold().split(" ")
    return any(
        bases.get(" ".join(words[i:j]), 0) >= MUCH_COMMONER * term.df
        for i in range(len(words))
        for j in range(i + 1, len(words) + 1)
        if j - i < len(words)
    )


def _overlap(one: Term, other: Term) -> bool:
    a, b = f" {one.key.casefold()} ", f" {other.key.casefold()} "
    return a in b or b in a


def _covers(longer: Term, term: Term) -> bool:
    """Say whether a longer concept, no rarer, makes a part of it needless."""
    return longer.df >= term.df and f" {term.key} " in f" {longer.key} "


def _stands_alone(term: Term, group: list[Candidate]) -> bool:
    """Say whether a candidate of one paper only is worth showing: repeated, in the title, or all in capitals."""
    if sum(item.n for item in group) > 1:
        return term.kind is not CandidateKind.WORD
    if any(item.in_title for item in group):
        return term.kind is CandidateKind.NAME or term.key.count(" ") < MAX_TITLE_SPACES
    return term.kind is CandidateKind.PHRASE and all(word[0].isupper() for word in term.label.replace("-", " ").split())


def _is_weak(term: Term, group: list[Candidate]) -> bool:
    """Say whether an ordinary word is only mentioned in passing."""
    return term.kind is CandidateKind.WORD and sum(i.n for i in group) < 2 and not any(i.in_title for i in group)  # noqa: PLR2004


def _score(term: Term, group: list[Candidate], n_papers: int) -> float:
    n = sum(item.n for item in group)
    in_title = any(item.in_title for item in group)
    rarity = float(math.log((n_papers + 1) / term.df) ** RARITY)
    commonness = float(math.log(1 + term.df) ** COMMONNESS)
    weight = (1.0 + math.log(n)) * (TITLE if in_title else 1.0) * rarity * commonness * term.weight
    if term.kind is CandidateKind.PHRASE and " " not in term.label:
        weight *= COMPOUND  # "variable-length" waits for its noun.
    if term.kind is CandidateKind.PHRASE and term.df == FEW and n == 1 and not in_title:
        weight *= PASSING  # Two papers that each drop a phrase once may well do so by chance.
    return round(weight * (SHARED if term.df > 1 else 1.0), 6)
