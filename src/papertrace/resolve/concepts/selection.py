"""The concepts of a paper: its candidates, ranked with the vocabulary of the corpus; at most eight are kept.

Why the others are not is told by `decisions`.
"""

import math
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import NamedTuple

import numpy as np

from papertrace.model.papers.candidate import (
    KINDS,
    Candidate,
    CandidateColumns,
    CandidateKind,
    Candidates,
    join_words,
)
from papertrace.model.papers.concept import Concept
from papertrace.resolve.concepts.containment import OwnNames, Phrases, is_fragment, may_be_fragment
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
from papertrace.resolve.concepts.tallies import Counted, tally_group
from papertrace.resolve.concepts.topicality import Ints, Topics
from papertrace.resolve.concepts.vocabulary import Term, Vocabulary

MAX_CONCEPTS = 8
MIN_PROBABILITY, MIN_MINOR_PROBABILITY = 0.12, 0.03  # of a concept, and of one that may link but is not shown
_MIN_LOG_ODDS, _MIN_MINOR_LOG_ODDS = (math.log(p / (1 - p)) for p in (MIN_PROBABILITY, MIN_MINOR_PROBABILITY))
MIN_WORDS = 40  # that a paper counts for at least, so that a title alone has an end as well
OVERLAP_LOG_ODDS = -0.6  # of a concept whose words are in better ones, by the share of such words
REPEAT_LOG_ODDS = -1.0  # of a concept all of whose words are: "GPU orchestration" after "CPU-GPU" and "orchestration"
_NAME, _PROPER, _WORD, _PHRASE = CandidateKind.NAME, CandidateKind.PROPER, CandidateKind.WORD, CandidateKind.PHRASE


class Found(NamedTuple):
    """A concept of the corpus as a paper has it, with the log-odds that it has if it is no name of the paper's own."""

    term: Term
    group: list[Candidate]
    log_odds: float
    occurrences: Occurrences


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
    found = find_terms(group_candidates(papers, vocabulary.acronyms, vocabulary.words), vocabulary, may_drop=True)
    for paper, its_own in zip(papers, found, strict=True):
        yield _select(paper, its_own, vocabulary, limit)


def _select(paper: Candidates, found: list[Found], vocabulary: Vocabulary, limit: int) -> Selection:
    judged = judge(paper, found)
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


def find_terms(groups: Groups, vocabulary: Vocabulary, *, may_drop: bool = False) -> list[list[Found]]:
    """Return the concepts of the corpus that each paper has, including those that no other paper has.

    `may_drop` is whether those may be left out that are neither kept nor minor concepts; they change no other.
    """
    papers, whose = groups.columns, groups.papers
    n_words = np.maximum(np.diff(papers.word_starts), MIN_WORDS)
    position = groups.first / n_words[whose]
    here = sum_log_odds(describe_occurrences(Occurrences(groups.n, groups.in_title, position, groups.final, 0)))
    terms: list[Term | None] = list(map(vocabulary.terms.get, groups.identities))
    least, least_minor = (_MIN_LOG_ODDS, _MIN_MINOR_LOG_ODDS) if may_drop else (-math.inf, -math.inf)
    likely = _find_likely(groups, [i for i, term in enumerate(terms) if term is None], vocabulary)
    identities = [groups.identities[i] for i in likely.tolist()]
    weights = vocabulary.weigh(identities, _count(groups, likely))
    is_wanted = np.array([identity in vocabulary.user_terms.wanted for identity in identities], dtype=np.bool_)
    singles = likely[passing := (weights + here[likely] >= least) | is_wanted]
    names: dict[int, frozenset[str]] = {}
    for i, number, group, odds in zip(
        singles.tolist(), whose[singles].tolist(), groups.make(singles), weights[passing].tolist(), strict=True
    ):
        if number not in names:
            names[number] = find_names(papers[number])
        answer = vocabulary.judge_single(
            groups.identities[i], group, names[number], is_bare=papers[number].is_bare, log_odds=odds
        )
        terms[i] = answer if isinstance(answer, Term) else None
    chosen = [
        (i, term)
        for i, (term, odds) in enumerate(zip(terms, here.tolist(), strict=True))
        if term is not None and (term.is_wanted or term.log_odds + odds >= (least if term.df == 1 else least_minor))
    ]
    rows = np.array([i for i, _ in chosen], dtype=np.int64)
    columns = [column[rows].tolist() for column in (groups.n, groups.in_title, position, groups.final, whose, here)]
    found: list[list[Found]] = [[] for _ in range(len(papers))]
    for (_, term), group, n, in_title, at, is_final, paper, odds in zip(
        chosen, groups.make(rows), *columns, strict=True
    ):
        occurrences = Occurrences(n, in_title, at, is_final, is_own=False)
        found[paper].append(Found(term, group, term.log_odds + odds, occurrences))
    return found


def _find_likely(groups: Groups, without_term: list[int], vocabulary: Vocabulary) -> Ints:
    """Return those groups that may be concepts of one paper: most are a phrase that the paper says once.

    Neither another paper nor the background has such a phrase, and it has no capitals.
    """
    papers = groups.columns
    firsts = groups.members[groups.starts[:-1]]
    is_row = firsts < len(papers.keys)
    is_likely = (groups.n > 1) | groups.in_title | (groups.sizes > 1)
    is_likely[is_row] |= papers.kinds[firsts[is_row]] != KINDS.index(_PHRASE)
    refused, exempt = vocabulary.refused, vocabulary.exempt
    identities, places, are_likely = groups.identities, firsts.tolist(), is_likely.tolist()
    likely = [
        i
        for i in without_term
        if identities[i] not in refused
        and (
            are_likely[i]
            or identities[i] in exempt
            or (
                places[i] < len(papers.keys)
                and (papers.surfaces[places[i]][0][0].isupper() or vocabulary.topics.knows(papers.keys[places[i]]))
            )
        )
    ]
    return np.array(likely, dtype=np.int64)


def _count(groups: Groups, chosen: Ints) -> Counted:
    """Return the counts of groups as those of terms of one paper each."""
    papers, rows = groups.columns, groups.rows
    is_alone = groups.sizes[chosen] == 1
    tallies = map(tally_group, groups.make(chosen[~is_alone]))
    keys, kinds, surfaces = [], [], []
    for member, alone in zip(groups.members[groups.starts[chosen]].tolist(), is_alone.tolist(), strict=True):
        if alone:
            keys.append(rows.keys[member])
            kinds.append(KINDS[rows.kinds[member]])
            surfaces.append(rows.surfaces[member])
        else:
            one = next(tallies)
            keys.append(one.key)
            kinds.append(one.kind)
            surfaces.append(tuple(one.surfaces))
    ones = np.ones(chosen.size, dtype=np.int64)
    are_bare = np.array(papers.are_bare, dtype=np.int64)[groups.papers[chosen]]
    return Counted(keys, kinds, surfaces, ones, groups.in_title[chosen] * ones, (groups.n[chosen] > 1) * ones, are_bare)


def find_names(paper: Candidates) -> frozenset[str]:
    """Return the capitalised words inside the sentences of a paper."""
    return frozenset([key for key, _ in paper.find_keys(_PROPER)])


def judge(paper: Candidates, found: list[Found]) -> list[Judged]:
    """Judge the candidates that are concepts, best first, and reject those that are minor in the paper."""
    phrases = Phrases(paper)
    longs = [f" {long} " for _, long in paper.definitions]
    judged: list[Judged] = []
    own, is_bare, of_own = OwnNames(paper), paper.is_bare, log_odds_of_own()
    for term, group, odds, (n, in_title, *_) in found:
        is_own = term.df == 1 and own.has(term, group)
        log_odds = odds + of_own if is_own else odds
        reason = Reason.KEPT
        if not term.is_wanted:
            if term.kind is _WORD and n == 1 and not in_title:
                reason = Reason.WEAK
            elif (is_bare and term.kind is _WORD and phrases.begin_with(term.key)) or (
                may_be_fragment(term) and is_fragment(term, group, phrases, longs)
            ):
                reason = Reason.SUBSUMED
            elif log_odds < _MIN_LOG_ODDS:
                reason = Reason.WEAK
        judged.append(Judged(log_odds, term, group, reason, n, in_title, is_own))
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
    if any(longer.df >= term.df and inside in f" {longer.key} " for longer in chosen):
        return True
    rest, _, head = term.key.rpartition(" ")
    if not topics.is_general_head(head):
        return False
    shorter = join_words(rest)
    return any(one.identity == shorter or join_words(one.identity, head) == term.identity for one in chosen)
