"""The concepts of a paper: its candidates, ranked under the vocabulary of the corpus, and at most eight kept."""

import math
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import NamedTuple

from papertrace.model.candidate import Candidate, CandidateKind, Candidates, join_words
from papertrace.model.concept import Concept
from papertrace.resolve.concepts.general import HEADS
from papertrace.resolve.concepts.identities import identify
from papertrace.resolve.concepts.labels import choose_label
from papertrace.resolve.concepts.scoring import Reason, is_rare
from papertrace.resolve.concepts.vocabulary import Term, Vocabulary

MAX_CONCEPTS = 8
MAX_TITLE_SPACES = 3
# The powers and factors of the score, set by the labelled papers of two listings: neighbouring values do as well.
REPETITION = 1.6  # the power of 1 + ln n
TITLE = 1.1
ALONE, FEW = 0.25, 0.75  # in one paper only, in two: only what papers share can link them, and two may do so by chance
SPECIAL = 0.45  # in one paper only, around what others have too: "GPU orchestration" beside "GPU"
PASSING = 0.5  # an ordinary word said once
OWN = 0.03  # the name of the paper's own system, as long as no other paper prints it
OVERLAP = 0.55  # what a concept is worth whose words better ones have
_WORD, _PHRASE = CandidateKind.WORD, CandidateKind.PHRASE


class _Judged(NamedTuple):
    score: float
    term: Term
    group: list[Candidate]
    reason: Reason
    is_own: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class Decision:
    """Say what became of one candidate of a paper: its label, its score in the paper, and the reason.

    `df` counts the papers that have it, `n` its occurrences in this one.
    """

    key: str
    label: str
    score: float
    reason: Reason
    df: int = 0
    n: int = 0
    in_title: bool = False
    is_acronym: bool = False
    is_wanted: bool = False
    is_own: bool = False  # the name of the paper's own system, or part of one
    surfaces: tuple[str, ...] = ()
    concept: Concept | None = None

    @property
    def kept(self) -> bool:
        """Say whether the candidate is a concept of the paper."""
        return self.reason is Reason.KEPT


def select_concepts(paper: Candidates, vocabulary: Vocabulary, limit: int = MAX_CONCEPTS) -> tuple[Concept, ...]:
    """Return at most `limit` concepts of a paper, best first, or as many as a user wants of those that stand there."""
    groups = identify(paper, vocabulary.acronyms, vocabulary.words)
    judged = _judge(paper, _find_terms(groups, vocabulary))
    _, chosen = _choose(judged, limit)
    return tuple([_concept(judged[i]) for i in chosen])


def _concept(one: _Judged) -> Concept:
    return Concept(key=one.term.key, label=_label(one), surfaces=_surfaces(one.group))


def _label(one: _Judged) -> str:
    """Return how a concept is written; that of one paper alone is chosen here, as most of these are never shown."""
    return one.term.label or choose_label(dict.fromkeys(_surfaces(one.group), 1))


def _surfaces(group: list[Candidate]) -> tuple[str, ...]:
    return tuple(sorted({surface for item in group for surface in item.surfaces}))


def explain_concepts(paper: Candidates, vocabulary: Vocabulary, limit: int = MAX_CONCEPTS) -> list[Decision]:
    """Return what became of every candidate of a paper: the kept, then by falling score the rest, then the refused.

    The refused have score 0 and come in order of their first place.
    """
    groups = identify(paper, vocabulary.acronyms, frozenset(paper.words.keys) - {""})
    refused = [
        Decision(key=group[0].key, label=group[0].surfaces[0], score=0.0, reason=answer)
        for identity, group in sorted(groups.items(), key=lambda item: min(one.first for one in item[1]))
        if isinstance(answer := _ask(identity, group, vocabulary), Reason)
    ]
    return [*_decide(_judge(paper, _find_terms(groups, vocabulary)), limit), *refused]


def _ask(identity: str, group: list[Candidate], vocabulary: Vocabulary) -> Term | Reason:
    return (
        vocabulary.terms.get(identity) or vocabulary.refused.get(identity) or vocabulary.judge_single(identity, group)
    )


def _find_terms(groups: Mapping[str, list[Candidate]], vocabulary: Vocabulary) -> list[tuple[Term, list[Candidate]]]:
    """Return the concepts of the corpus that a paper has, and those that it alone has."""
    found: list[tuple[Term, list[Candidate]]] = []
    terms, refused, exempt = vocabulary.terms, vocabulary.refused, vocabulary.exempt
    for identity, group in groups.items():
        term = terms.get(identity)
        if term is not None:
            found.append((term, group))
        elif identity not in refused and (identity in exempt or not is_rare(group)):
            single = vocabulary.judge_single(identity, group)
            if isinstance(single, Term):
                found.append((single, group))
    return found


def _judge(paper: Candidates, found: list[tuple[Term, list[Candidate]]]) -> list[_Judged]:
    """Score the candidates that are concepts, best first, and drop those the paper makes little of."""
    phrases = [(f" {item.key} ", item.n) for item in paper.items if item.kind is _PHRASE]
    longs = [f" {long} " for _, long in paper.definitions]
    shared = [f" {term.key.casefold()} " for term, _ in found if term.df > 1 and term.kind is not _WORD]
    own = _OwnNames(paper)
    judged: list[_Judged] = []
    for term, group in found:
        reason = Reason.KEPT
        score = _score(term, group)
        is_own = term.df == 1 and own.has(term, group)
        if term.df == 1 and not term.is_wanted:
            if not _stands_alone(term, group):
                reason = Reason.RARE
            elif term.kind is _PHRASE and not term.is_acronym and _is_fragment(term, group, phrases, longs):
                reason = Reason.SUBSUMED
            elif is_own:
                score *= OWN
            elif term.kind is _PHRASE and (key := f" {term.key.casefold()} ") and any(part in key for part in shared):
                score *= SPECIAL
        judged.append(_Judged(round(score, 6), term, group, reason, is_own))
    judged.sort(key=lambda one: (not one.term.is_wanted, -one.score, one.term.key))
    return judged


class _OwnNames:
    """Tell what a paper calls its own system: the names, their parts, their long forms, and phrases around them."""

    __slots__ = ("_longs", "_names", "_words")

    def __init__(self, paper: Candidates) -> None:
        # "LASP" is as much a name of its own for the paper of LASP-2 as "LASP-2H" is.
        names = {name.casefold().rstrip("0123456789. ") or name for name in paper.own_names}
        self._names = [f" {name} " for name in names]
        self._words = {name for name in names if " " not in name}
        self._longs = {join_words(long) for short, long in paper.definitions if short.casefold() in self._words}

    def has(self, term: Term, group: list[Candidate]) -> bool:
        """Say whether a term is such a name, a part of one that is no ordinary word, or a phrase with one in it."""
        if not self._names:
            return False
        for item in group:
            key = item.key.casefold()
            if item.kind is not _PHRASE and any(f" {key} " in name for name in self._names):
                return True
            if not self._words.isdisjoint(key.split(" ")):
                return True
        return term.identity in self._longs


def _is_fragment(term: Term, group: list[Candidate], phrases: list[tuple[str, int]], longs: list[str]) -> bool:
    """Say whether a phrase of this paper alone is only a cut of a longer one.

    Its last words may stand for a phrase ("loop fusion" for "greedy loop fusion"), its first ones may not, unless
    they also stand before something else. No part of an acronym's long form may.
    """
    key, n = f" {term.key} ", sum(item.n for item in group)
    if (not any(item.final for item in group) and n == 1) or any(key in long for long in longs):
        return True
    is_long = term.key.count(" ") > 1
    return any(
        key in longer and n <= n_longer and key != longer and (is_long or not longer.endswith(key))
        for longer, n_longer in phrases
    )


def _choose(judged: list[_Judged], limit: int) -> tuple[list[Reason], list[int]]:
    """Take the best concepts one by one; each makes others with the same words worth less.

    Returns what became of each, and which are taken, in their order.
    """
    reasons = [one.reason for one in judged]
    words = [frozenset(one.term.key.casefold().split(" ")) for one in judged]
    chosen = [i for i, one in enumerate(judged) if one.term.is_wanted]
    pool = [i for i, reason in enumerate(reasons) if reason is Reason.KEPT and not judged[i].term.is_wanted]
    used = {word for i in chosen for word in words[i]}
    while pool and len(chosen) < limit:
        best, best_worth = pool[0], -1.0
        for i in pool:
            score = judged[i].score
            if score <= best_worth:
                break  # They come by falling score, and nothing is worth more than its score.
            worth = score * OVERLAP ** (len(words[i] & used) / len(words[i]))
            if worth > best_worth:
                best, best_worth = i, worth
        pool.remove(best)
        term = judged[best].term
        if any(_covers(judged[i].term, term) or _adds_little(term, judged[i].term) for i in chosen):
            reasons[best] = Reason.NESTED
            continue
        chosen.append(best)
        used |= words[best]
    for i in pool:
        reasons[i] = Reason.OUTRANKED
    return reasons, chosen


def _decide(judged: list[_Judged], limit: int) -> Iterator[Decision]:
    reasons, chosen = _choose(judged, limit)
    taken = set(chosen)
    for i in [*chosen, *(i for i in range(len(judged)) if i not in taken)]:
        one = judged[i]
        term = one.term
        yield Decision(
            key=term.key,
            label=_label(one),
            score=one.score,
            reason=reasons[i],
            df=term.df,
            n=sum(item.n for item in one.group),
            in_title=any(item.in_title for item in one.group),
            is_acronym=term.is_acronym,
            is_wanted=term.is_wanted,
            is_own=one.is_own,
            surfaces=_surfaces(one.group),
            concept=_concept(one) if i in taken else None,
        )


def _covers(longer: Term, term: Term) -> bool:
    """Say whether a longer concept, no rarer, makes a part of it needless."""
    return longer.df >= term.df and f" {term.key} " in f" {longer.key} "


def _adds_little(longer: Term, term: Term) -> bool:
    """Say whether a longer concept is another one and a general head: "MoE models" beside "MoE"."""
    rest, _, head = longer.key.rpartition(" ")
    return head in HEADS and (join_words(rest) == term.identity or join_words(term.identity, head) == longer.identity)


def _stands_alone(term: Term, group: list[Candidate]) -> bool:
    """Say whether a candidate of one paper only is worth showing: repeated, in the title, or all in capitals."""
    if sum(item.n for item in group) > 1:
        return term.kind is not CandidateKind.WORD
    if any(item.in_title for item in group):
        return term.kind is CandidateKind.NAME or term.key.count(" ") < MAX_TITLE_SPACES
    return term.kind is CandidateKind.PHRASE and all(word[0].isupper() for word in term.label.replace("-", " ").split())


def _score(term: Term, group: list[Candidate]) -> float:
    n = sum(item.n for item in group)
    in_title = any(item.in_title for item in group)
    score = float((1.0 + math.log(n)) ** REPETITION) * term.weight
    if in_title:
        score *= TITLE
    elif n == 1 and term.kind is _WORD:
        score *= PASSING
    return score * (ALONE if term.df == 1 else FEW if term.df == 2 else 1.0)  # noqa: PLR2004
