"""Which concepts a paper keeps: those within longer ones, the best of a paper, and why the others are left out."""

import math
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import chain
from operator import itemgetter
from typing import NamedTuple

import numpy as np

from papertrace.counting import FACTOR, Hashes, find_places, hash_whole, mix, steps_of
from papertrace.model.papers.candidate import KINDS, MIN_STEM, CandidateColumns, CandidateKind, Candidates, join_words
from papertrace.model.papers.facts import Concept, Measures
from papertrace.resolve.concepts.names import Groups, choose_label, group_candidates
from papertrace.resolve.concepts.scoring import (
    Occurrences,
    Reason,
    describe_occurrences,
    describe_terms,
    log_odds_of_own,
    sum_log_odds,
    to_probability,
)
from papertrace.resolve.concepts.tallies import count_groups, list_counts
from papertrace.resolve.concepts.topicality import Bools, Ints, Topics
from papertrace.resolve.concepts.vocabulary import Term, Vocabulary

_PHRASE = CandidateKind.PHRASE


class OwnNames:
    """The names of a paper's own system: with their parts, their long forms, and phrases that contain them."""

    __slots__ = ("_longs", "_names", "_words")

    def __init__(self, paper: Candidates) -> None:
        # For the paper on LASP-2, "LASP" is as much an own name as "LASP-2H".
        names = {name.casefold().rstrip("0123456789. ") or name for name in paper.own_names}
        self._names = [f" {name} " for name in names]
        self._words = {name for name in names if " " not in name}
        self._longs = {join_words(long) for short, long in paper.definitions if short.casefold() in self._words}

    def has(self, term: Term, forms: Iterable[tuple[CandidateKind, str]]) -> bool:
        """Return whether a term is such a name, a part of one (but not an ordinary word), or a phrase with one.

        `forms` are the kinds and keys that it has in the paper.
        """
        if not self._names:
            return False
        for kind, key in forms:
            folded = key.casefold()
            if kind is not _PHRASE and any(f" {folded} " in name for name in self._names):
                return True
            if not self._words.isdisjoint(folded.split(" ")):
                return True
        return term.identity in self._longs


def find_own(groups: Groups, at: Ints, terms: Sequence[Term]) -> list[bool]:
    """Return which terms are names of their papers' own systems, given the group of each; no other paper has these."""
    named = np.array([bool(names) for names in groups.columns.own_names], dtype=np.bool_)  # Most name no system.
    is_single = np.array([term.df == 1 for term in terms], dtype=np.bool_)
    chosen = np.flatnonzero(named[groups.papers[at]] & is_single)
    found = [False] * len(terms)
    own, last = None, -1
    for i, paper, forms in zip(
        chosen.tolist(), groups.papers[at[chosen]].tolist(), groups.forms_of(at[chosen]), strict=True
    ):
        if own is None or paper != last:
            own, last = OwnNames(groups.columns[paper]), paper
        found[i] = own.has(terms[i], forms)
    return found


class Phrases:
    """The phrases of a paper, which may begin with a word."""

    __slots__ = ("_joined",)

    def __init__(self, paper: Candidates) -> None:
        self._joined = "\n ".join(["", *[f"{key} " for key, _ in paper.find_keys(_PHRASE)], ""])

    def begin_with(self, word: str) -> bool:
        """Return whether a word is followed by another one of a phrase."""
        return f" {word} " in self._joined.replace(f" {word} \n", "")


def find_fragments(groups: Groups, at: Ints, terms: Sequence[Term]) -> list[bool]:
    """Return which terms, given the group of each, are only a fragment of a longer phrase of their papers.

    These are phrases that no other paper has, and not the long form of an acronym. The last words of a phrase are a
    term of their own ("loop fusion" in "greedy loop fusion"); the first ones are not, unless they also occur before
    something else. A part of an acronym's long form never is.
    """
    found = [False] * len(terms)
    chosen = [i for i, one in enumerate(terms) if one.df == 1 and one.kind is _PHRASE and not one.is_acronym]
    if not chosen:
        return found
    of_terms, definitions = at[chosen], groups.columns.definitions
    papers, n = groups.papers[of_terms], groups.n[of_terms]
    keys = [terms[i].key for i in chosen]
    anywhere, inside = _count_longer(groups.columns, papers, keys)
    is_long = np.array([key.count(" ") > 1 for key in keys], dtype=np.bool_)
    is_part = (n <= np.where(is_long, anywhere, inside)) | (~groups.final[of_terms] & (n == 1))
    for i, key, paper, part in zip(chosen, keys, papers.tolist(), is_part.tolist(), strict=True):
        found[i] = part or any(f" {key} " in f" {long} " for _, long in definitions[paper])
    return found


def _count_longer(columns: CandidateColumns, papers: Ints, keys: Sequence[str]) -> tuple[Ints, Ints]:
    """Return how often the commonest longer phrase around a key occurs in its paper, and the same before its end."""
    rows, texts = columns.rows, columns.rows.texts
    phrases = np.flatnonzero((rows.kinds == KINDS.index(_PHRASE)) & (rows.sizes > 2))  # noqa: PLR2004
    words = [key.split(" ") for key in keys]
    asked = hash_whole(list(chain.from_iterable(words)))
    codes = mix(texts.hashes)
    sizes = np.fromiter(map(len, words), np.int64, len(words))
    wanted = mix(papers.astype(np.uint64))
    for at, place in steps_of(np.cumsum(sizes) - sizes, sizes):
        wanted[at] = wanted[at] * FACTOR + asked[place]
    known = np.unique(wanted)
    parts: list[Hashes] = []
    whose: list[Ints] = []
    ends: list[Bools] = []
    for first in range(int(rows.sizes[phrases].max(initial=0)) - 1):
        hashes = mix(rows.papers[phrases].astype(np.uint64))
        begins, left = rows.begins[phrases] + first, rows.sizes[phrases] - first
        for n_words, (at, place) in enumerate(steps_of(begins, left), start=1):
            hashes[at] = hashes[at] * FACTOR + codes[texts.ids[place]]
            inner = at[(left[at] > n_words) | (first > 0)] if n_words > 1 else at[:0]
            inner = inner[find_places(hashes[inner], known) >= 0]
            parts.append(hashes[inner])
            whose.append(phrases[inner])
            ends.append(left[inner] == n_words)
    if not parts:
        return np.zeros((2, len(keys)), dtype=np.int64)[0], np.zeros(len(keys), dtype=np.int64)
    part, row, is_end = np.concatenate(parts), np.concatenate(whose), np.concatenate(ends)
    of_rows = part ^ mix(row.astype(np.uint64))
    is_end |= find_places(of_rows, np.unique(of_rows[is_end])) >= 0
    counts = []
    for chosen in (np.arange(part.size), np.flatnonzero(~is_end)):
        distinct, group = np.unique(part[chosen], return_inverse=True)
        most = np.zeros(distinct.size + 1, dtype=np.int64)
        np.maximum.at(most, group, rows.n[row[chosen]])
        counts.append(most[find_places(wanted, distinct)])  # the last one, 0, where there is none
    return counts[0], counts[1]


MAX_CONCEPTS = 8
MIN_PROBABILITY, MIN_MINOR_PROBABILITY = 0.12, 0.03  # of a concept, and of one that may link but is not shown
_MIN_LOG_ODDS, _MIN_MINOR_LOG_ODDS = (math.log(p / (1 - p)) for p in (MIN_PROBABILITY, MIN_MINOR_PROBABILITY))
MIN_WORDS = 40  # that a paper counts for at least, so that a title alone has an end as well
OVERLAP_LOG_ODDS = -0.6  # of a concept whose words are in better ones, by the share of such words
REPEAT_LOG_ODDS = -1.0  # of a concept all of whose words are: "GPU orchestration" after "CPU-GPU" and "orchestration"
_NAME, _WORD = CandidateKind.NAME, CandidateKind.WORD


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


def explain_concepts(paper: Candidates, vocabulary: Vocabulary, limit: int = MAX_CONCEPTS) -> list[Decision]:
    """Return the decision on every candidate of a paper: first those kept, then the rest by decreasing score.

    Candidates rejected for the whole corpus come last, with score 0, in order of first occurrence.
    """
    groups = group_candidates(paper.columns, vocabulary.acronyms, vocabulary.words)
    listed = set(groups.identities_of(np.flatnonzero(groups.papers == paper.number)))
    everything = group_candidates(paper.columns, vocabulary.acronyms, frozenset(paper.words) - {""})
    own = np.flatnonzero(everything.papers == paper.number)
    own = own[np.argsort(everything.first[own], kind="stable")]
    first = everything.firsts[own]
    refused = []
    for identity, single, key, surfaces in zip(
        everything.identities_of(own),
        vocabulary.judge_singles(everything, own).values(),
        everything.rows.keys_of(first),
        everything.rows.surfaces_of(first),
        strict=True,
    ):
        answer = vocabulary.terms.get(identity) or vocabulary.refused.get(identity) or single
        if isinstance(answer, Reason) or identity not in listed:
            reason = answer if isinstance(answer, Reason) else Reason.WORD
            refused.append(Decision(key=key, label=surfaces[0], score=0.0, reason=reason))
    found = find_terms(groups, vocabulary)
    senses = find_other_senses(paper, vocabulary)
    decided = [*_decide(found, judge(found, paper.number), limit, vocabulary.topics, senses), *refused]
    return [replace(one, measures=vocabulary.topics.describe(one.key)) for one in decided]


class Described(NamedTuple):
    """A candidate that no rule rejects, and all its features."""

    key: str
    label: str
    surfaces: tuple[str, ...]
    features: Mapping[str, float]


def describe_all(paper: Candidates, vocabulary: Vocabulary) -> list[Described]:
    """Return the features of the candidates that may be concepts of a paper, in order of their keys."""
    groups = group_candidates(paper.columns, vocabulary.acronyms, vocabulary.words)
    found = find_terms(groups, vocabulary)
    described = []
    for one in judge(found, paper.number):
        term, row = one.term, one.row
        is_said_once = term.kind is CandidateKind.WORD and found.n[row] == 1 and not found.in_title[row]
        if one.reason is not Reason.SUBSUMED and not is_said_once:
            tally = vocabulary.counts.tallies.get(term.identity)
            group = np.array([found.at[row]])
            counted = count_groups(groups, group) if tally is None else list_counts([tally])
            of_term = describe_terms(
                [term.identity],
                counted,
                vocabulary.topics.look_up(counted),
                topics=vocabulary.topics,
                n_papers=vocabulary.n_papers,
                are_acronyms=[term.is_acronym],
            )
            of_paper = describe_occurrences(
                Occurrences(found.n[row], found.in_title[row], found.position[row], found.final[row], one.is_own)
            )
            values = [*map(itemgetter(0), of_term), *of_paper]
            features = dict(zip((*of_term._fields, *of_paper._fields), map(float, values), strict=True))
            described.append(Described(term.key, term.label, found.surfaces[row], features))
    return sorted(described, key=lambda one: one.key)


def _decide(
    found: Found, judged: list[Judged], limit: int, topics: Topics, senses: Mapping[str, str]
) -> Iterator[Decision]:
    reasons, chosen = choose(judged, limit, topics)
    taken = set(chosen)
    for i in [*chosen, *(i for i in range(len(judged)) if i not in taken)]:
        one = judged[i]
        term = one.term
        concept = make_concept(found, one, senses)
        yield Decision(
            key=term.key,
            label=concept.label,
            score=round(to_probability(one.log_odds), 6),
            reason=reasons[i],
            df=term.df,
            n=concept.n,
            in_title=concept.in_title,
            is_acronym=term.is_acronym,
            is_wanted=term.is_wanted,
            is_own=one.is_own,
            surfaces=concept.surfaces,
            concept=concept if i in taken else None,
        )
