"""The concepts of a paper: its candidates, ranked with the vocabulary of the corpus; at most eight are kept."""

import math
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from typing import NamedTuple

from papertrace.model.candidate import Candidate, CandidateKind, Candidates, join_words
from papertrace.model.concept import Concept, Measures
from papertrace.resolve.concepts.identities import identify
from papertrace.resolve.concepts.labels import choose_label
from papertrace.resolve.concepts.scoring import Reason, is_rare
from papertrace.resolve.concepts.topicality import Topics
from papertrace.resolve.concepts.vocabulary import Term, Vocabulary

MAX_CONCEPTS = 8
MAX_TITLE_SPACES = 3
# Exponents and factors of the score, tuned on author keywords and on labelled papers; nearby values do as well.
REPETITION_POWER = 1.1  # the exponent of 1 + ln n
TITLE_FACTOR = 1.3
# The score below which a term is too little of a topic; only shared concepts can link papers, so that these need less.
MIN_SCORE, MIN_SHARED_SCORE = 0.4, 0.15
# The factor of a term that one paper has, by whether the background knows it; that two have, or more.
ONE_PAPER_FACTOR, KNOWN_FACTOR, TWO_PAPERS_FACTOR, SHARED_FACTOR = 0.4, 0.6, 0.9, 1.4
NARROWER_FACTOR = 0.45  # in one paper only, and narrower than a shared concept: "GPU orchestration" beside "GPU"
SINGLE_WORD_FACTOR = 0.5  # an ordinary word that occurs once
OWN_NAME_FACTOR = 0.03  # the name of the paper's own system, as long as no other paper prints it
OVERLAP_FACTOR = 0.55  # applied for words shared with better concepts
_INNER_CAPITAL = re.compile(r"[a-z][A-Z]|[A-Z]{2}[a-z]{2}")
_WORD, _PHRASE = CandidateKind.WORD, CandidateKind.PHRASE


class _Judged(NamedTuple):
    score: float
    term: Term
    group: list[Candidate]
    reason: Reason
    is_own: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class Decision:
    """The decision on one candidate of a paper: its label, its score in the paper, and the reason.

    `df` counts the papers that have it, `n` its occurrences in this paper.
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
    measures: Measures | None = None

    @property
    def kept(self) -> bool:
        """Whether the candidate is a concept of the paper."""
        return self.reason is Reason.KEPT


def select_concepts(paper: Candidates, vocabulary: Vocabulary, limit: int = MAX_CONCEPTS) -> tuple[Concept, ...]:
    """Return at most `limit` concepts of a paper, best first; terms of the user's vocabulary are always included."""
    return select_all_concepts(paper, vocabulary, limit).best


class Selection(NamedTuple):
    """The concepts of a paper: the best ones in order, and others that several papers have, by key."""

    best: tuple[Concept, ...]
    minor: tuple[Concept, ...]


def select_all_concepts(paper: Candidates, vocabulary: Vocabulary, limit: int = MAX_CONCEPTS) -> Selection:
    """Return the concepts of a paper: at most `limit` best ones, and the others that may link it to papers."""
    groups = identify(paper, vocabulary.acronyms, vocabulary.words)
    judged = _judge(paper, _find_terms(groups, vocabulary))
    _, chosen = _choose(judged, limit, vocabulary.topics)
    best = tuple([_concept(judged[i]) for i in chosen])
    keys = {concept.key for concept in best}
    minor = [_concept(one) for one in judged if one.term.df > 1 and one.term.key not in keys and one.score > 0]
    return Selection(best, tuple(sorted({one.key: one for one in minor}.values(), key=lambda one: one.key)))


def _concept(one: _Judged) -> Concept:
    return Concept(
        key=one.term.key,
        label=_label(one),
        surfaces=_surfaces(one.group),
        score=round(one.score, 3),
        n=sum(item.n for item in one.group),
        in_title=any(item.in_title for item in one.group),
    )


def _label(one: _Judged) -> str:
    """Return the label; that of a concept of one paper is chosen only here, as most of these are never shown."""
    return one.term.label or choose_label(dict.fromkeys(_surfaces(one.group), 1))


def _surfaces(group: list[Candidate]) -> tuple[str, ...]:
    return tuple(sorted({surface for item in group for surface in item.surfaces}))


def explain_concepts(paper: Candidates, vocabulary: Vocabulary, limit: int = MAX_CONCEPTS) -> list[Decision]:
    """Return the decision on every candidate of a paper: first those kept, then the rest by decreasing score.

    Candidates rejected for the whole corpus come last, with score 0, in order of first occurrence.
    """
    groups = identify(paper, vocabulary.acronyms, vocabulary.words)
    everything = identify(paper, vocabulary.acronyms, frozenset(paper.words.keys) - {""})
    refused = []
    for identity, group in sorted(everything.items(), key=lambda item: min(one.first for one in item[1])):
        answer = _look_up(identity, group, vocabulary)
        if isinstance(answer, Reason) or identity not in groups:
            reason = answer if isinstance(answer, Reason) else Reason.WORD
            refused.append(Decision(key=group[0].key, label=group[0].surfaces[0], score=0.0, reason=reason))
    decided = [*_decide(_judge(paper, _find_terms(groups, vocabulary)), limit, vocabulary.topics), *refused]
    return [replace(one, measures=vocabulary.topics.describe(one.key)) for one in decided]


def _look_up(identity: str, group: list[Candidate], vocabulary: Vocabulary) -> Term | Reason:
    return (
        vocabulary.terms.get(identity) or vocabulary.refused.get(identity) or vocabulary.judge_single(identity, group)
    )


def _find_terms(groups: Mapping[str, list[Candidate]], vocabulary: Vocabulary) -> list[tuple[Term, list[Candidate]]]:
    """Return the concepts of the corpus that a paper has, including those that no other paper has."""
    found: list[tuple[Term, list[Candidate]]] = []
    terms, refused, exempt = vocabulary.terms, vocabulary.refused, vocabulary.exempt
    for identity, group in groups.items():
        term = terms.get(identity)
        if term is not None:
            found.append((term, group))
        elif identity not in refused and (identity in exempt or not is_rare(group) or _is_known(group, vocabulary)):
            single = vocabulary.judge_single(identity, group)
            if isinstance(single, Term):
                found.append((single, group))
    return found


def _is_known(group: list[Candidate], vocabulary: Vocabulary) -> bool:
    """Return whether the background knows a phrase or name as a topic, which a paper may have that says it once."""
    return group[0].kind is not _WORD and vocabulary.topics.is_known_topic(group[0].key)


def _judge(paper: Candidates, found: list[tuple[Term, list[Candidate]]]) -> list[_Judged]:
    """Score the candidates that are concepts, best first, and reject those that are minor in the paper."""
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
            if not _is_prominent(term, group) and not (term.is_known and term.kind is not _WORD):
                reason = Reason.RARE
            elif term.kind is _PHRASE and not term.is_acronym and _is_fragment(term, group, phrases, longs):
                reason = Reason.SUBSUMED
            elif is_own:
                score *= OWN_NAME_FACTOR
            elif term.kind is _PHRASE and (key := f" {term.key.casefold()} ") and any(part in key for part in shared):
                score *= NARROWER_FACTOR
        least = MIN_SCORE if term.df <= 2 else MIN_SHARED_SCORE  # noqa: PLR2004
        is_exempt = term.is_wanted or is_own or (term.kind is CandidateKind.NAME and is_coined(term.label))
        if reason is Reason.KEPT and score < least and not is_exempt:
            reason = Reason.WEAK
        judged.append(_Judged(round(score, 6), term, group, reason, is_own))
    judged.sort(key=lambda one: (not one.term.is_wanted, -one.score, one.term.key))
    return judged


class _OwnNames:
    """The names of a paper's own system: with their parts, their long forms, and phrases that contain them."""

    __slots__ = ("_longs", "_names", "_words")

    def __init__(self, paper: Candidates) -> None:
        # For the paper on LASP-2, "LASP" is as much an own name as "LASP-2H".
        names = {name.casefold().rstrip("0123456789. ") or name for name in paper.own_names}
        self._names = [f" {name} " for name in names]
        self._words = {name for name in names if " " not in name}
        self._longs = {join_words(long) for short, long in paper.definitions if short.casefold() in self._words}

    def has(self, term: Term, group: list[Candidate]) -> bool:
        """Return whether a term is such a name, a part of one (but not an ordinary word), or a phrase with one."""
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
    """Return whether a phrase found in this paper alone is only a fragment of a longer one.

    The last words of a phrase are a term of their own ("loop fusion" in "greedy loop fusion"); the first ones are not,
    unless they also occur before something else. A part of an acronym's long form never is.
    """
    key, n = f" {term.key} ", sum(item.n for item in group)
    if (not any(item.final for item in group) and n == 1) or any(key in long for long in longs):
        return True
    is_long = term.key.count(" ") > 1
    return any(
        key in longer and n <= n_longer and key != longer and (is_long or not longer.endswith(key))
        for longer, n_longer in phrases
    )


def _choose(judged: list[_Judged], limit: int, topics: Topics) -> tuple[list[Reason], list[int]]:
    """Choose the best concepts one by one; each lowers the score of others with the same words.

    Return the reason for each candidate, and the indices of those chosen, in order.
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
                break  # They come by decreasing score, and the overlap only lowers it.
            worth = score * OVERLAP_FACTOR ** (len(words[i] & used) / len(words[i]))
            if worth > best_worth:
                best, best_worth = i, worth
        pool.remove(best)
        term = judged[best].term
        if any(_covers(judged[i].term, term) or _adds_generic_head(term, judged[i].term, topics) for i in chosen):
            reasons[best] = Reason.NESTED
            continue
        chosen.append(best)
        used |= words[best]
    for i in pool:
        reasons[i] = Reason.OUTRANKED
    return reasons, chosen


def _decide(judged: list[_Judged], limit: int, topics: Topics) -> Iterator[Decision]:
    reasons, chosen = _choose(judged, limit, topics)
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
    """Return whether a longer concept that is at least as common makes a part of it redundant."""
    return longer.df >= term.df and f" {term.key} " in f" {longer.key} "


def _adds_generic_head(longer: Term, term: Term, topics: Topics) -> bool:
    """Return whether a longer concept only adds a general head to another: "MoE models" beside "MoE"."""
    rest, _, head = longer.key.rpartition(" ")
    return topics.is_general_head(head) and (
        join_words(rest) == term.identity or join_words(term.identity, head) == longer.identity
    )


def _is_prominent(term: Term, group: list[Candidate]) -> bool:
    """Return whether a candidate of one paper is worth showing: repeated, in the title, or capitalised."""
    if sum(item.n for item in group) > 1:
        return term.kind is not CandidateKind.WORD or any(item.in_title for item in group)
    if term.kind is CandidateKind.NAME and is_coined(term.label):
        return True
    if any(item.in_title for item in group):
        return term.kind is CandidateKind.NAME or term.key.count(" ") < MAX_TITLE_SPACES
    return term.kind is CandidateKind.PHRASE and all(word[0].isupper() for word in term.label.replace("-", " ").split())


def is_coined(name: str) -> bool:
    """Return whether a name looks made up: capitals inside a word, or capitals joined to other characters.

    >>> [is_coined(name) for name in ("FurnitureSim", "CoDeGa", "TD3", "ASAP-RL", "ANOVA", "A100", "x10")]
    [True, True, True, True, False, False, False]
    """
    return (sum(c.isupper() for c in name) > 1 and not name.isalpha()) or bool(_INNER_CAPITAL.search(name))


def _score(term: Term, group: list[Candidate]) -> float:
    n = sum(item.n for item in group)
    in_title = any(item.in_title for item in group)
    score = float((1.0 + math.log(n)) ** REPETITION_POWER) * term.weight
    if in_title:
        score *= TITLE_FACTOR
    elif n == 1 and term.kind is _WORD:
        score *= SINGLE_WORD_FACTOR
    if term.df == 1:
        return score * (KNOWN_FACTOR if term.is_known else ONE_PAPER_FACTOR)
    return score * (TWO_PAPERS_FACTOR if term.df == 2 else SHARED_FACTOR)  # noqa: PLR2004
