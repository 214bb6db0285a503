"""The concepts of a paper: its candidates, ranked with the vocabulary of the corpus; at most eight are kept.

Why the others are not is told by `decisions`.
"""

import math
from collections.abc import Iterable, Iterator, Mapping, Sequence
from operator import itemgetter
from typing import NamedTuple

import numpy as np

from papertrace.counting.joining import find_places
from papertrace.model.papers.candidate import KINDS, MIN_STEM, CandidateColumns, CandidateKind, Candidates, join_words
from papertrace.model.papers.concept import Concept
from papertrace.resolve.concepts.containment import Phrases, find_fragments, find_own
from papertrace.resolve.concepts.names.identities import Groups, group_candidates
from papertrace.resolve.concepts.names.labels import choose_label
from papertrace.resolve.concepts.relevance import (
    Occurrences,
    describe_occurrences,
    log_odds_of_own,
    sum_log_odds,
    to_probability,
)
from papertrace.resolve.concepts.scoring import Reason
from papertrace.resolve.concepts.topicality import Ints, Topics
from papertrace.resolve.concepts.vocabulary import Term, Vocabulary

MAX_CONCEPTS = 8
MIN_PROBABILITY, MIN_MINOR_PROBABILITY = 0.12, 0.03  # of a concept, and of one that may link but is not shown
_MIN_LOG_ODDS, _MIN_MINOR_LOG_ODDS = (math.log(p / (1 - p)) for p in (MIN_PROBABILITY, MIN_MINOR_PROBABILITY))
MIN_WORDS = 40  # that a paper counts for at least, so that a title alone has an end as well
OVERLAP_LOG_ODDS = -0.6  # of a concept whose words are in better ones, by the share of such words
REPEAT_LOG_ODDS = -1.0  # of a concept all of whose words are: "GPU orchestration" after "CPU-GPU" and "orchestration"
_NAME, _WORD, _PHRASE = CandidateKind.NAME, CandidateKind.WORD, CandidateKind.PHRASE


class Found(NamedTuple):
    """The concepts of the corpus that papers have, as parallel columns, paper by paper.

    Paper `i` has the rows from `starts[i]` to before `starts[i + 1]`. `at` are the groups of candidates, `log_odds`
    those of terms that are no name of the paper's own, `position` the share of the paper's words before each. `own` and
    `fragments` are what `find_own` and `find_fragments` say of the terms.
    """

    groups: Groups
    starts: list[int]
    at: list[int]
    terms: list[Term]
    surfaces: list[tuple[str, ...]]
    log_odds: list[float]
    n: list[int]
    in_title: list[bool]
    final: list[bool]
    position: list[float]
    own: list[bool]
    fragments: list[bool]


class Judged(NamedTuple):
    """A candidate that is a concept of the corpus, as its paper has it: its log-odds there, and whether it stays.

    `row` is its row in `Found`.
    """

    log_odds: float
    term: Term
    row: int
    reason: Reason
    is_own: bool


class Selection(NamedTuple):
    """The concepts of a paper: the best ones in order, and others that several papers have, by key."""

    best: tuple[Concept, ...]
    minor: tuple[Concept, ...]


def select_concepts(papers: CandidateColumns, vocabulary: Vocabulary, limit: int = MAX_CONCEPTS) -> Iterator[Selection]:
    """Yield the concepts of each paper: at most `limit` best ones, and the others that may link it to papers."""
    groups = group_candidates(papers, vocabulary.acronyms, vocabulary.words)
    found = find_terms(groups, vocabulary, may_drop=True)
    for number in range(len(papers)):
        judged = judge(found, number)
        _, chosen = choose(judged, limit, vocabulary.topics)
        senses = find_other_senses(papers[number], vocabulary)
        keys = {judged[i].term.key for i in chosen}
        minor = {
            one.term.key: one
            for one in judged
            if one.term.df > 1 and one.log_odds >= _MIN_MINOR_LOG_ODDS and one.term.key not in keys
        }
        yield Selection(
            tuple([make_concept(found, judged[i], senses) for i in chosen]),
            tuple([make_concept(found, minor[key], senses) for key in sorted(minor)]),
        )


def find_other_senses(paper: Candidates, vocabulary: Vocabulary) -> dict[str, str]:
    """Return the long forms, by identity, of acronyms that other papers define otherwise."""
    acronyms = vocabulary.acronyms
    return {
        join_words(long): long
        for short, long in paper.definitions
        if acronyms.dominant.get(short, long) != long or len(acronyms.ambiguous.get(short, ())) > 1
    }


def make_concept(found: Found, one: Judged, senses: Mapping[str, str]) -> Concept:
    """Return the concept that a judged candidate is; `senses` are those of `find_other_senses`."""
    term, row = one.term, one.row
    surfaces = found.surfaces[row]
    label = term.label if term.label and not senses else find_label(term, surfaces, senses)
    score = round(to_probability(one.log_odds), 3)
    return Concept(
        key=term.key,
        label=label,
        surfaces=surfaces,
        score=score,
        n=found.n[row],
        in_title=found.in_title[row],
    )


def find_label(term: Term, surfaces: Iterable[str], senses: Mapping[str, str]) -> str:
    """Return the label; that of a concept of one paper is chosen only here, as most of these are never shown.

    An acronym in another sense than the usual one, without its long form beside it, is shown as the long form.
    """
    if term.kind is _NAME and term.key in senses:
        return senses[term.key]
    return term.label or choose_label(dict.fromkeys(surfaces, 1))


def find_terms(groups: Groups, vocabulary: Vocabulary, *, may_drop: bool = False) -> Found:
    """Return the concepts of the corpus that papers have, including those that no other paper has.

    `may_drop` is whether those may be left out that are neither kept nor minor concepts; they change no other.
    """
    papers, whose = groups.columns, groups.papers
    n_words = np.maximum(np.diff(papers.word_starts), MIN_WORDS)
    position = groups.first / n_words[whose]
    here = sum_log_odds(describe_occurrences(Occurrences(groups.n, groups.in_title, position, groups.final, 0)))
    least, least_minor = (_MIN_LOG_ODDS, _MIN_MINOR_LOG_ODDS) if may_drop else (-math.inf, -math.inf)
    places = find_places(groups.hashes, vocabulary.hashes.accepted)
    likely = _find_likely(groups, np.flatnonzero(places < 0), vocabulary)
    terms = vocabulary.judge_singles(groups, likely, here[likely], least)
    common = np.flatnonzero(places >= 0)
    terms.update(zip(common.tolist(), map(vocabulary.hashes.terms.__getitem__, places[common].tolist()), strict=True))
    named = [(i, term) for i, term in sorted(terms.items(), key=itemgetter(0)) if isinstance(term, Term)]
    at = np.array([i for i, _ in named], dtype=np.int64)
    odds = here[at] + np.array([term.log_odds for _, term in named])
    is_single = np.array([term.df == 1 for _, term in named], dtype=np.bool_)
    is_kept = odds >= np.where(is_single, least, least_minor)
    is_kept |= np.array([term.is_wanted for _, term in named], dtype=np.bool_)
    found = [term for (_, term), kept in zip(named, is_kept.tolist(), strict=True) if kept]
    at, odds = at[is_kept], odds[is_kept]
    starts = np.searchsorted(whose[at], np.arange(len(papers) + 1))
    surfaces = [spell if len(spell) == 1 else tuple(sorted(spell)) for spell in groups.surfaces_of(at)]
    return Found(
        groups=groups,
        starts=starts.tolist(),
        at=at.tolist(),
        terms=found,
        surfaces=surfaces,
        log_odds=odds.tolist(),
        n=groups.n[at].tolist(),
        in_title=groups.in_title[at].tolist(),
        final=groups.final[at].tolist(),
        position=position[at].tolist(),
        own=find_own(groups, at, found),
        fragments=find_fragments(groups, at, found),
    )


def _find_likely(groups: Groups, without_term: Ints, vocabulary: Vocabulary) -> Ints:
    """Return those groups that may be concepts of one paper: most are a phrase that the paper says once.

    Neither another paper nor the background has such a phrase, and it has no capitals.
    """
    rest = without_term[find_places(groups.hashes[without_term], vocabulary.hashes.refused) < 0]
    rows, firsts, n_rows = groups.rows, groups.firsts[rest], groups.columns.rows.kinds.size
    is_row = firsts < n_rows
    is_likely = (groups.n[rest] > 1) | groups.in_title[rest] | (groups.sizes[rest] > 1)
    is_likely |= is_row & (rows.kinds[firsts] != KINDS.index(_PHRASE))
    is_likely |= find_places(groups.hashes[rest], vocabulary.hashes.exempt) >= 0
    is_capital = np.array([token[:1].isupper() for token in rows.texts.tokens], dtype=np.bool_)
    is_likely |= is_row & is_capital[rows.texts.ids[rows.begins[firsts]]]
    unsure = np.flatnonzero(is_row & ~is_likely)
    known = vocabulary.topics.background.keys()
    is_likely[unsure] = [key.casefold() in known for key in rows.keys_of(firsts[unsure])]
    return rest[is_likely]


def judge(found: Found, number: int) -> list[Judged]:
    """Judge the candidates of one paper that are concepts, best first, and reject those that are minor in the paper."""
    paper = found.groups.columns[number]
    phrases = Phrases(paper) if paper.is_bare else None
    judged: list[Judged] = []
    for row in range(*found.starts[number : number + 2]):
        term, log_odds, is_own = found.terms[row], found.log_odds[row], found.own[row]
        if is_own:
            log_odds += log_odds_of_own()
        reason = Reason.KEPT
        if not term.is_wanted:
            if term.kind is _WORD and found.n[row] == 1 and not found.in_title[row]:
                reason = Reason.WEAK
            elif found.fragments[row] or (phrases and term.kind is _WORD and phrases.begin_with(term.key)):
                reason = Reason.SUBSUMED
            elif log_odds < _MIN_LOG_ODDS:
                reason = Reason.WEAK
        judged.append(Judged(log_odds, term, row, reason, is_own))
    judged.sort(key=lambda one: (not one.term.is_wanted, -one.log_odds, one.term.key))
    return judged


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
    for longer in chosen:
        if longer.df >= term.df and inside in f" {longer.key} ":
            return True
    rest, _, head = term.key.rpartition(" ")
    if not topics.is_general_head(head):
        return False
    shorter = join_words(rest)
    return any(one.identity == shorter or _is_joined(one.identity, head, term.identity) for one in chosen)


def _is_joined(identity: str, head: str, joined: str) -> bool:
    """Return whether an identity and a head are another identity; its first letters, which stay, mostly differ.

    >>> _is_joined("GPT 4", "models", join_words("GPT 4 models")), _is_joined("GPT 4", "models", "llama")
    (True, False)
    """
    opening = identity.replace(" ", "")[:MIN_STEM]
    if opening.isascii() and len(opening) == MIN_STEM and opening.casefold() != joined[:MIN_STEM]:
        return False
    return join_words(identity, head) == joined
