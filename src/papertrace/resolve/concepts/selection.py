"""The concepts of a paper: its candidates, ranked with the vocabulary of the corpus; at most eight are kept.

Why the others are not is told by `decisions`.
"""

import math
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import pairwise
from typing import NamedTuple

from papertrace.model.papers.candidate import Candidate, CandidateColumns, CandidateKind, Candidates, join_words
from papertrace.model.papers.concept import Concept
from papertrace.resolve.concepts.containment import OwnNames, Phrases, is_fragment, may_be_fragment
from papertrace.resolve.concepts.names.identities import group_rows, identities_of
from papertrace.resolve.concepts.names.labels import choose_label
from papertrace.resolve.concepts.relevance import (
    sum_log_odds_of,
    to_probability,
)
from papertrace.resolve.concepts.scoring import Reason, is_rare
from papertrace.resolve.concepts.topicality import Topics
from papertrace.resolve.concepts.vocabulary import Term, Vocabulary

MAX_CONCEPTS = 8
MIN_PROBABILITY, MIN_MINOR_PROBABILITY = 0.12, 0.03  # of a concept, and of one that may link but is not shown
_MIN_LOG_ODDS, _MIN_MINOR_LOG_ODDS = (math.log(p / (1 - p)) for p in (MIN_PROBABILITY, MIN_MINOR_PROBABILITY))
MIN_WORDS = 40  # that a paper counts for at least, so that a title alone has an end as well
OVERLAP_LOG_ODDS = -0.6  # of a concept whose words are in better ones, by the share of such words
REPEAT_LOG_ODDS = -1.0  # of a concept all of whose words are: "GPU orchestration" after "CPU-GPU" and "orchestration"
_NAME, _PROPER, _WORD, _PHRASE = CandidateKind.NAME, CandidateKind.PROPER, CandidateKind.WORD, CandidateKind.PHRASE


class Judged(NamedTuple):
    """A candidate that is a concept of the corpus, as its paper has it: its log-odds there, and whether it stays."""

    log_odds: float
    term: Term
    group: list[Candidate]
    reason: Reason
    n: int
    in_title: bool
    is_own: bool


class Selection(NamedTuple):
    """The concepts of a paper: the best ones in order, and others that several papers have, by key."""

    best: tuple[Concept, ...]
    minor: tuple[Concept, ...]


def select_concepts(papers: CandidateColumns, vocabulary: Vocabulary, limit: int = MAX_CONCEPTS) -> Iterator[Selection]:
    """Yield the concepts of each paper: at most `limit` best ones, and the others that may link it to papers."""
    for number, groups in enumerate(_identify_likely(papers, vocabulary)):
        yield _select(papers[number], groups, vocabulary, limit)


def _select(paper: Candidates, groups: Mapping[str, list[Candidate]], vocabulary: Vocabulary, limit: int) -> Selection:
    found = find_terms(groups, vocabulary, paper, least=_MIN_LOG_ODDS)
    judged = judge(paper, found, may_drop=True)
    _, chosen = choose(judged, limit, vocabulary.topics)
    senses = find_other_senses(paper, vocabulary)
    best = tuple([make_concept(judged[i], senses) for i in chosen])
    keys = {concept.key for concept in best}
    minor = [
        make_concept(one, senses)
        for one in judged
        if one.term.df > 1 and one.log_odds >= _MIN_MINOR_LOG_ODDS and one.term.key not in keys
    ]
    return Selection(best, tuple(sorted({one.key: one for one in minor}.values(), key=lambda one: one.key)))


def find_other_senses(paper: Candidates, vocabulary: Vocabulary) -> dict[str, str]:
    """Return the long forms, by identity, of acronyms that other papers define otherwise."""
    acronyms = vocabulary.acronyms
    return {
        join_words(long): long
        for short, long in paper.definitions
        if acronyms.dominant.get(short, long) != long or len(acronyms.ambiguous.get(short, ())) > 1
    }


def make_concept(one: Judged, senses: Mapping[str, str]) -> Concept:
    """Return the concept that a judged candidate is; `senses` are those of `find_other_senses`."""
    log_odds, term, group, _, n, in_title, _ = one
    surfaces = group[0].surfaces if len(group) == 1 else ()
    if len(surfaces) != 1:
        surfaces = find_surfaces(group)
    label = term.label if term.label and not senses else find_label(term, surfaces, senses)
    score = round(to_probability(log_odds), 3)
    return Concept(key=term.key, label=label, surfaces=surfaces, score=score, n=n, in_title=in_title)


def find_label(term: Term, surfaces: Iterable[str], senses: Mapping[str, str]) -> str:
    """Return the label; that of a concept of one paper is chosen only here, as most of these are never shown.

    An acronym in another sense than the usual one, without its long form beside it, is shown as the long form.
    """
    if term.kind is _NAME and term.key in senses:
        return senses[term.key]
    return term.label or choose_label(dict.fromkeys(surfaces, 1))


def find_surfaces(group: list[Candidate]) -> tuple[str, ...]:
    """Return the printed forms of the spellings of a term, sorted."""
    return tuple(sorted({surface for item in group for surface in item.surfaces}))


def _identify_likely(papers: CandidateColumns, vocabulary: Vocabulary) -> list[dict[str, list[Candidate]]]:
    """Return the groups of `identify` without most of those that `find_terms` would reject.

    Two thirds of them are a phrase that the paper says once, and that neither another paper nor the background has.
    """
    import numpy as np

    canonical = vocabulary.acronyms.canonical
    identities = identities_of(papers, vocabulary.acronyms)
    words = papers.find_words(vocabulary.words)
    accepted, exempt = vocabulary.terms, vocabulary.exempt
    is_likely = (papers.n > 1) | papers.in_title
    others = np.flatnonzero(~is_likely).tolist()
    known = vocabulary.topics.background.find_keys([papers.keys[i] for i in others])
    keys, plain, surfaces = papers.keys, papers.identities, papers.surfaces
    is_likely[
        [
            i
            for i in others
            if not plain[i]
            or (identity := identities[i]) in accepted
            or identity in exempt
            or keys[i] in known
            or surfaces[i][0][0].isupper()
        ]
    ] = True
    for own, (low, high) in zip(words, pairwise(papers.starts), strict=True):
        said = identities[low:high]
        again = {canonical.get(word.key, word.key) for word in own}
        if len(set(said)) < len(said):  # A phrase that is spelled in two ways is not said once.
            again.update([identity for identity, n in Counter(said).items() if n > 1])
        if not again.isdisjoint(said):
            is_likely[[low + i for i, identity in enumerate(said) if identity in again]] = True
    return group_rows(papers, identities, np.flatnonzero(is_likely), words, vocabulary.acronyms)


def find_terms(
    groups: Mapping[str, list[Candidate]], vocabulary: Vocabulary, paper: Candidates, *, least: float = -math.inf
) -> list[tuple[Term, list[Candidate]]]:
    """Return the concepts of the corpus that a paper has, including those that no other paper has.

    Most of the latter whose log-odds are below `least` are left out. `groups` are the candidates of the paper.
    """
    n_words, is_bare = max(paper.n_words, MIN_WORDS), paper.is_bare
    found: list[tuple[Term, list[Candidate]]] = []
    names = find_names(paper)
    terms, refused, exempt = vocabulary.terms, vocabulary.refused, vocabulary.exempt
    for identity, group in groups.items():
        term = terms.get(identity)
        if term is not None:
            found.append((term, group))
        elif identity not in refused and (
            not is_rare(group)
            or identity in exempt
            or _is_known(group, vocabulary)
            or vocabulary.is_eponym(group, names)
        ):
            n, in_title, first, is_final = unite(group)
            # One of the paper's own names, which is found out later, has lower log-odds.
            here = sum_log_odds_of(n, first / n_words, in_title=in_title, is_final=is_final, is_own=False)
            single = vocabulary.judge_prominent(identity, group, here, least, names, is_bare=is_bare)
            if isinstance(single, Term):
                found.append((single, group))
    return found


def find_names(paper: Candidates) -> frozenset[str]:
    """Return the capitalised words inside the sentences of a paper."""
    return frozenset([key for key, _ in paper.find_keys(_PROPER)])


def _is_known(group: list[Candidate], vocabulary: Vocabulary) -> bool:
    """Return whether the background knows a phrase or name, which a paper may have as a concept that says it once."""
    return group[0].kind is not _WORD and vocabulary.topics.knows(group[0].key)


def judge(paper: Candidates, found: list[tuple[Term, list[Candidate]]], *, may_drop: bool = False) -> list[Judged]:
    """Score the candidates that are concepts, best first, and reject those that are minor in the paper.

    `may_drop` is whether those may be left out that are neither kept nor minor concepts; they change no other.
    """
    phrases = Phrases(paper)
    longs = [f" {long} " for _, long in paper.definitions]
    judged: list[Judged] = []
    make = tuple.__new__  # as in `find_candidates`
    own = OwnNames(paper)
    n_words, is_bare = max(paper.n_words, MIN_WORDS), paper.is_bare
    for term, group in found:
        n, in_title, first, is_final = unite(group)
        is_own = term.df == 1 and own.has(term, group)
        here = sum_log_odds_of(n, first / n_words, in_title=in_title, is_final=is_final, is_own=is_own)
        log_odds = term.log_odds + here
        reason = Reason.KEPT
        if not term.is_wanted:
            if may_drop and log_odds < (_MIN_LOG_ODDS if term.df == 1 else _MIN_MINOR_LOG_ODDS):
                continue
            if term.kind is _WORD and n == 1 and not in_title:
                reason = Reason.WEAK
            elif (is_bare and term.kind is _WORD and phrases.begin_with(term.key)) or (
                may_be_fragment(term) and is_fragment(term, group, phrases, longs)
            ):
                reason = Reason.SUBSUMED
            elif log_odds < _MIN_LOG_ODDS:
                reason = Reason.WEAK
        judged.append(make(Judged, (log_odds, term, group, reason, n, in_title, is_own)))
    judged.sort(key=lambda one: (not one.term.is_wanted, -one.log_odds, one.term.key))
    return judged


def unite(group: list[Candidate]) -> tuple[int, bool, int, bool]:
    """Return how often the spellings of a term occur, whether in the title, after how many words, and whether final."""
    _, _, _, n, in_title, first, is_final, _ = group[0]
    if len(group) > 1:
        for item in group[1:]:
            n += item.n
            in_title = in_title or item.in_title
            first = min(first, item.first)
            is_final = is_final or item.final
    return n, in_title, first, is_final


class _Words(dict[int, frozenset[str]]):
    """The words of judged candidates by number: most are never compared."""

    def __init__(self, judged: list[Judged]) -> None:
        super().__init__()
        self._judged = judged

    def __missing__(self, number: int) -> frozenset[str]:
        words = self[number] = frozenset(self._judged[number].term.key.casefold().split(" "))
        return words


def choose(judged: list[Judged], limit: int, topics: Topics) -> tuple[list[Reason], list[int]]:
    """Choose the best concepts one by one; each lowers the score of others with the same words.

    Return the reason for each candidate, and the indices of those chosen, in order.
    """
    reasons = [one.reason for one in judged]
    chosen = [i for i, one in enumerate(judged) if one.term.is_wanted]
    pool = [i for i, reason in enumerate(reasons) if reason is Reason.KEPT and not judged[i].term.is_wanted]
    words = _Words(judged)
    used = {word for i in chosen for word in words[i]}
    while pool and len(chosen) < limit:
        best, best_worth = pool[0], -math.inf
        for i in pool:
            log_odds = judged[i].log_odds
            if log_odds <= best_worth:
                break  # They come by decreasing log-odds, and the overlap only lowers them.
            share = len(words[i] & used) / len(words[i])
            worth = log_odds + OVERLAP_LOG_ODDS * share + (REPEAT_LOG_ODDS if share == 1 else 0)
            if worth > best_worth:
                best, best_worth = i, worth
        pool.remove(best)
        if best_worth < _MIN_LOG_ODDS:
            reasons[best] = Reason.NESTED
            continue
        if _is_covered(judged[best].term, [judged[i].term for i in chosen], topics):
            reasons[best] = Reason.NESTED
            continue
        chosen.append(best)
        used |= words[best]
    for i in pool:
        reasons[i] = Reason.OUTRANKED
    return reasons, chosen


def _is_covered(term: Term, chosen: Sequence[Term], topics: Topics) -> bool:
    """Return whether chosen concepts make another one redundant.

    They do if it is a part of one that is at least as common, or adds only a general head to one: "MoE models".
    """
    inside = f" {term.key} "
    if any(longer.df >= term.df and inside in f" {longer.key} " for longer in chosen):
        return True
    rest, _, head = term.key.rpartition(" ")
    if not topics.is_general_head(head):
        return False
    shorter = join_words(rest)
    return any(one.identity == shorter or join_words(one.identity, head) == term.identity for one in chosen)
