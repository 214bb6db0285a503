"""The passes over the candidates of a listing, and the vocabulary that they decide.

Most candidates occur in one paper only, which has all the information about them. So a corpus is read three times:
`FirstCounts` has what decides which spellings mean the same, `count_identities` finds what recurs, keeping only hashes,
and `tally_candidates` counts just that. Each pass may be made over parts of the corpus whose counts are then merged, in
any order: every decision is made by counts alone.

Candidates of several papers are decided here; those of a single paper are decided when that paper is processed, by the
same rules.
"""

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass, field, replace
from functools import cached_property
from operator import itemgetter
from typing import NamedTuple

import numpy as np

from papertrace.background import FieldMix, load_background
from papertrace.counting import Hashes, Recurrence, find_places, hash_whole, mix
from papertrace.model.papers.candidate import KINDS, CandidateColumns, CandidateKind, join_plain, join_words
from papertrace.model.papers.facts import Terms
from papertrace.resolve.concepts.names import (
    AcronymTable,
    Definitions,
    Groups,
    Spellings,
    choose_label,
    find_namesakes,
    find_words,
    fold_label,
    hash_identities,
    identities_of,
    identity_of,
    resolve_acronyms,
)
from papertrace.resolve.concepts.scoring import Reason, describe_terms, is_capitalised, judge_terms, sum_log_odds
from papertrace.resolve.concepts.tallies import (
    Counted,
    Counts,
    Tally,
    WordCounter,
    WordCounts,
    count_groups,
    count_phrase_uses,
    count_words,
    list_counts,
    merge_tallies,
    tally_groups,
)
from papertrace.resolve.concepts.topicality import Floats, Ints, LookedUp, Topics, is_general_word
from papertrace.resolve.concepts.user_terms import ResolvedTerms, resolve_terms

MAX_RECURRING = 100_000
"""Identities that are tallied, those of the most papers: a tally takes half a kilobyte."""


@dataclass(slots=True)
class FirstCounts:
    """What the first pass counts: definitions of acronyms, spellings, words, and the fields of the papers."""

    n_papers: int = 0
    definitions: Definitions = field(default_factory=Definitions)
    spellings: Spellings = field(default_factory=Spellings)
    words: WordCounter = field(default_factory=WordCounter)
    mix: FieldMix = field(default_factory=lambda: FieldMix(load_background()))

    def add(self, papers: CandidateColumns) -> None:
        """Count more papers."""
        self.n_papers += len(papers)
        self.definitions.add(papers)
        self.spellings.add(papers)
        found = count_words(papers)
        self.words.add_counts(found.df, found.prominent, found.lower, found.undecided)
        self.mix.add_counts(load_background().count_fields(found.rows, found.starts).tolist())

    def merge(self, other: "FirstCounts") -> None:
        """Add papers that were counted apart."""
        self.n_papers += other.n_papers
        self.definitions.merge(other.definitions)
        self.spellings.merge(other.spellings)
        self.words.merge(other.words)
        self.mix.merge(other.mix)


def decide_meanings(first: FirstCounts, terms: Terms | None = None) -> tuple[AcronymTable, ResolvedTerms]:
    """Return the long forms of acronyms and the spellings that are merged, and the user's terms among them."""
    acronyms = resolve_acronyms(first.definitions)
    merged = first.spellings.resolve(acronyms.dominant)
    merged |= {join_words(long): join_words(best) for long, best in acronyms.variants.items()}
    user_terms = resolve_terms(terms or Terms(), acronyms.dominant, merged)
    return replace(acronyms, canonical=user_terms.canonical), user_terms


def count_identities(papers: CandidateColumns, acronyms: AcronymTable) -> Recurrence:
    """Return the hashes of the identities of papers."""
    recurrence = Recurrence()
    hashes = hash_identities(papers, acronyms)
    _, firsts = np.unique(hashes ^ mix(papers.rows.papers.astype(np.uint64)), return_index=True)
    recurrence.add(hashes[firsts].tolist())
    return recurrence


@dataclass(frozen=True, slots=True, kw_only=True)
class Recurring:
    """What the last pass counts: the hashes of the identities to tally, and the single words among the candidates.

    `listed` are the words that are candidates, because they may be terms, or because a name or phrase has the same
    identity; `words` are those of them that are tallied. `joined` maps words to the phrases that they join:
    "pretraining" to "pre-training"; `acronyms` includes it.
    """

    acronyms: AcronymTable
    identities: Hashes
    words: frozenset[str]
    listed: frozenset[str]
    joined: Mapping[str, str]


def decide_recurring(words: WordCounts, recurrence: Recurrence, acronyms: AcronymTable) -> Recurring:
    """Return what is tallied, given the words and the identities of the whole corpus."""
    background = load_background()
    terms = [word for word in words.prominent if words.may_be_term(word) and not is_general_word(background, word)]
    stems = {word: stem for word in words.df if word not in acronyms.canonical and (stem := join_plain(word)) != word}
    hash_of = _hash_each({*words.df, *stems.values()})
    present = recurrence.find_present(hash_of.values())
    shared = [word for word in words.df if hash_of[word] in present]
    joined = {word: stem for word, stem in stems.items() if hash_of[stem] in present}
    acronyms = replace(acronyms, canonical={**acronyms.canonical, **joined})
    listed = frozenset((*terms, *shared, *acronyms.canonical))
    recurring = listed.difference([word for word in terms if words.df[word] == 1]).union(shared)
    often = recurrence.find_recurring(max_size=MAX_RECURRING)
    return Recurring(
        acronyms=acronyms,
        identities=np.array(sorted(often.union(_hash_each(recurring).values())), dtype=np.uint64),
        words=recurring,
        listed=listed,
        joined=joined,
    )


def tally_candidates(papers: CandidateColumns, recurring: Recurring) -> dict[str, Tally]:
    """Return the tallies of papers by identity."""
    often = np.flatnonzero(find_places(hash_identities(papers, recurring.acronyms), recurring.identities) >= 0)
    words = find_words(papers, recurring.words)
    rows, n_words = papers.rows.join(words), words.kinds.size
    chosen = np.concatenate((often, np.arange(n_words) + papers.rows.kinds.size))
    canonical = recurring.acronyms.canonical
    identities = identities_of(papers, recurring.acronyms, often)
    identities += [canonical.get(key, key) for key in words.keys_of(np.arange(n_words))]
    return tally_groups(identities, rows, chosen, np.array(papers.are_bare, dtype=np.bool_))


def _hash_each(texts: Collection[str]) -> dict[str, int]:
    return dict(zip(texts, hash_whole(list(texts)).tolist(), strict=True))


def unite_counts(first: FirstCounts, words: WordCounts, recurring: Recurring, tallies: dict[str, Tally]) -> Counts:
    """Return all counts of a corpus."""
    return Counts(
        n_papers=first.n_papers,
        tallies=tallies,
        words=words,
        mix=first.mix,
        listed=recurring.listed,
        joined=recurring.joined,
        in_phrases=count_phrase_uses(tallies.values()),
        namesakes=find_namesakes(first.spellings.settle()),
    )


def count_first(papers: Iterable[CandidateColumns]) -> FirstCounts:
    """Return the counts of the first pass over papers, a chunk at a time."""
    counts = FirstCounts()
    for some in papers:
        counts.add(some)
    return counts


def count_candidates(
    papers: Iterable[CandidateColumns], acronyms: AcronymTable, first: FirstCounts | None = None
) -> Counts:
    """Return all counts of a corpus, given the meanings of acronyms.

    `papers` is iterated over twice, a chunk at a time, and once more unless the counts of the `first` pass are given.
    """
    first = first or count_first(papers)
    words = first.words.settle()
    identities = Recurrence()
    for some in papers:
        identities.merge(count_identities(some, acronyms))
    recurring = decide_recurring(words, identities, acronyms)
    tallies: dict[str, Tally] = {}
    for some in papers:
        merge_tallies(tallies, tally_candidates(some, recurring))
    return unite_counts(first, words, recurring, tallies)


SUBSUMED_SHARE = 0.75
_PHRASE, _PROPER, _NAME, _WORD = (
    CandidateKind.PHRASE,
    CandidateKind.PROPER,
    CandidateKind.NAME,
    CandidateKind.WORD,
)


class Term(NamedTuple):
    """One concept of the corpus: its label, the number of papers that have it, and the log-odds that it contributes.

    The label is empty if only one paper has it and spells it in several ways.
    """

    identity: str
    key: str
    label: str
    kind: CandidateKind
    df: int
    log_odds: float = 0.0
    is_acronym: bool = False  # or the long form of one
    is_wanted: bool = False  # by the user


class VocabularyHashes(NamedTuple):
    """The hashes of the identities that a vocabulary accepts, with their terms, those that it rejects, and `exempt`."""

    terms: Sequence[Term]
    accepted: Hashes
    refused: Hashes
    exempt: Hashes


@dataclass(frozen=True, kw_only=True)
class Vocabulary:
    """The concepts of a corpus by identity, and the reasons for rejecting other recurring candidates.

    `words` contains the single ordinary words that are concepts or may be a spelling of one. Use `judge_singles` for
    candidates of a single paper; `exempt` are the identities that are accepted even if they occur only once in it.
    """

    acronyms: AcronymTable
    terms: Mapping[str, Term]
    refused: Mapping[str, Reason]
    words: frozenset[str]
    counts: Counts
    long_forms: frozenset[str] = frozenset()
    user_terms: ResolvedTerms = field(default_factory=ResolvedTerms)
    nested: Mapping[str, int] = field(default_factory=dict)
    eponyms: frozenset[str] = frozenset()
    exempt: frozenset[str] = frozenset()
    topics: Topics = field(default_factory=Topics)

    @property
    def n_papers(self) -> int:
        """The number of papers counted."""
        return self.counts.n_papers

    @cached_property
    def hashes(self) -> VocabularyHashes:
        """The hashes of its identities."""
        texts = (list(self.terms), list(self.refused), sorted(self.exempt))
        return VocabularyHashes(list(self.terms.values()), *map(hash_whole, texts))

    def judge_singles(
        self, groups: Groups, chosen: Ints, in_papers: Floats | None = None, least: float = 0.0
    ) -> dict[int, Term | Reason]:
        """Return candidates of single papers as concepts, or why they are rejected, by their groups.

        If their log-odds `in_papers` are given, those are left out whose log-odds are below `least` in all, unless the
        user wants them.
        """
        identities, counted = groups.identities_of(chosen), count_groups(groups, chosen)
        looked_up = self.topics.look_up(counted)
        log_odds = _weigh(
            identities, counted, looked_up, topics=self.topics, n_papers=self.n_papers, long_forms=self.long_forms
        )
        if in_papers is not None:
            wanted = self.user_terms.wanted
            passing = log_odds + in_papers >= least
            passing |= np.array([identity in wanted for identity in identities], dtype=np.bool_)
            at = np.flatnonzero(passing)
            identities = [identities[i] for i in at.tolist()]
            chosen, counted, looked_up, log_odds = chosen[at], counted.take(at), looked_up.take(at), log_odds[at]
        answers: list[Term | Reason | None] = list(self._refuse_singles(groups, chosen, identities, counted))
        unsure = np.array(
            [
                i
                for i, (answer, identity) in enumerate(zip(answers, identities, strict=True))
                if answer is None and identity not in self.user_terms.wanted
            ],
            dtype=np.int64,
        )
        some, rest = [identities[i] for i in unsure.tolist()], counted.take(unsure)
        reasons = judge_terms(some, rest, looked_up.take(unsure), self.counts, self.long_forms, topics=self.topics)
        for i, reason, identity, kind, key, n in zip(
            unsure.tolist(), reasons, some, rest.kinds, rest.keys, rest.n.tolist(), strict=True
        ):
            if reason is not Reason.KEPT:
                answers[i] = reason
            elif SUBSUMED_SHARE * n <= self.nested.get(identity, 0) or _eponym(kind, key) in self.eponyms:
                answers[i] = Reason.SUBSUMED
        kept = np.array([i for i, answer in enumerate(answers) if answer is None], dtype=np.int64)
        some, rest = [identities[i] for i in kept.tolist()], counted.take(kept)
        terms = _make_terms(some, rest, log_odds[kept], self.long_forms, self.user_terms)
        return {
            group: next(terms) if answer is None else answer
            for group, answer in zip(chosen.tolist(), answers, strict=True)
        }

    def _refuse_singles(
        self, groups: Groups, chosen: Ints, identities: list[str], counted: Counted
    ) -> Iterator[Reason | None]:
        """Yield why candidates of single papers are rejected whatever is counted, as most are, or None."""
        firsts = groups.firsts[chosen]
        rows, kinds = groups.rows, groups.rows.kinds[firsts]
        is_once = (groups.sizes[chosen] == 1) & (groups.n[chosen] == 1) & ~groups.in_title[chosen]
        may_be_rare = is_once & ((kinds == KINDS.index(_PHRASE)) | (kinds == KINDS.index(_WORD)))
        names = _NamesInside(groups.columns)
        for identity, key, kind, paper, is_rare, is_final, surfaces in zip(
            identities,
            rows.keys_of(firsts),
            kinds.tolist(),
            groups.papers[chosen].tolist(),
            may_be_rare.tolist(),
            rows.final[firsts].tolist(),
            counted.surfaces,
            strict=True,
        ):
            if self.user_terms.is_ignored(identity, surfaces):
                yield Reason.IGNORED
            elif identity in self.user_terms.wanted:
                yield None
            elif KINDS[kind] is _WORD and self.counts.words.df[key] > 1:
                yield Reason.WORD  # It is counted only as a word, since it cannot be a term.
            elif (
                is_rare
                and not is_capitalised(next(iter(surfaces)))
                and not (identity in self.exempt or self.topics.knows(key))
                and not (KINDS[kind] is _PHRASE and is_final and self._is_eponym(key, surfaces, names, paper))
            ):
                yield Reason.RARE
            else:
                yield None

    def _is_eponym(self, key: str, surfaces: Collection[str], names: "_NamesInside", paper: int) -> bool:
        """Return whether a phrase is called after a name ("Morrey drift"), which makes it a term even if said once.

        It is called after a name that the paper prints inside sentences; two joined by a hyphen are names anywhere.
        """
        surface = next(iter(surfaces))
        if not surface[0].isupper() or not key.islower():
            return False
        first = surface.split(None, 1)[0]
        is_name = all(part[:1].isupper() for part in first.split("-")) if "-" in first else first in names[paper]
        return is_name and not self.counts.words.lower[key.partition(" ")[0]]


class _NamesInside(dict[int, frozenset[str]]):
    """The capitalised words inside the sentences of papers, by number: few are asked for."""

    def __init__(self, papers: CandidateColumns) -> None:
        super().__init__()
        self._papers = papers

    def __missing__(self, number: int) -> frozenset[str]:
        names = self[number] = frozenset([key for key, _ in self._papers[number].find_keys(_PROPER)])
        return names


def decide_vocabulary(counts: Counts, acronyms: AcronymTable, user_terms: ResolvedTerms | None = None) -> Vocabulary:
    """Accept or reject every counted identity, once for the whole corpus; the user's terms take precedence."""
    user_terms = user_terms or ResolvedTerms()
    acronyms = replace(acronyms, canonical={**acronyms.canonical, **counts.joined})
    long_forms = frozenset(
        acronyms.canonical.get(join_words(long), join_words(long))
        for longs in (acronyms.dominant.values(), *acronyms.ambiguous.values())
        for long in longs
    )
    topics = Topics(counts.mix)
    for tally in counts.tallies.values():
        tally.choose_form()
    tallies = counts.tallies
    identities, counted = list(tallies), list_counts(list(tallies.values()))
    looked_up = topics.look_up(counted)
    judged = judge_terms(identities, counted, looked_up, counts, long_forms, topics=topics)
    reasons = dict(zip(identities, judged, strict=True))
    reasons |= {
        identity: Reason.IGNORED for identity in reasons if user_terms.is_ignored(identity, tallies[identity].surfaces)
    }
    eponyms, nested = _drop_subsumed(tallies, reasons)
    reasons |= {
        identity: Reason.KEPT
        for identity in user_terms.wanted & reasons.keys()
        if reasons[identity] is not Reason.IGNORED
    }
    kept = np.array([i for i, reason in enumerate(reasons.values()) if reason is Reason.KEPT], dtype=np.int64)
    identities, counted = [identities[i] for i in kept.tolist()], counted.take(kept)
    looked_up = looked_up.take(kept)
    log_odds = _weigh(identities, counted, looked_up, topics=topics, n_papers=counts.n_papers, long_forms=long_forms)
    made = _make_terms(identities, counted, log_odds, long_forms, user_terms)
    terms = dict(zip(identities, made, strict=True))
    return Vocabulary(
        acronyms=acronyms,
        terms=terms,
        refused={identity: reason for identity, reason in reasons.items() if reason is not Reason.KEPT},
        words=frozenset(
            word
            for word in counts.listed
            if word in terms or word in acronyms.canonical or (counts.words.df[word] == 1 and word not in reasons)
        ),
        counts=counts,
        long_forms=long_forms,
        user_terms=user_terms,
        nested=nested,
        eponyms=eponyms,
        exempt=long_forms | user_terms.wanted,
        topics=topics,
    )


def _weigh(
    identities: Sequence[str],
    counted: Counted,
    looked_up: LookedUp,
    *,
    topics: Topics,
    n_papers: int,
    long_forms: AbstractSet[str],
) -> Floats:
    are_acronyms = [identity in long_forms for identity in identities]
    log_odds: Floats = sum_log_odds(
        describe_terms(identities, counted, looked_up, topics=topics, n_papers=n_papers, are_acronyms=are_acronyms)
    )
    return log_odds


def _make_terms(
    identities: Sequence[str], counted: Counted, log_odds: Floats, long_forms: frozenset[str], user_terms: ResolvedTerms
) -> Iterator[Term]:
    columns = (counted.keys, counted.kinds, counted.surfaces, counted.df.tolist(), log_odds.tolist())
    for identity, key, kind, surfaces, df, odds in zip(identities, *columns, strict=True):
        form = user_terms.preferred.get(identity)
        # If only one paper has a term, that chooses among its spellings.
        label = next(iter(surfaces)) if len(surfaces) == 1 else choose_label(surfaces) if df > 1 else ""
        yield Term(
            identity,
            form.key if form else _key(identity, key, kind),
            form.text if form else label,
            kind,
            df,
            odds,
            identity in long_forms,
            identity in user_terms.wanted,
        )


def _key(identity: str, key: str, kind: CandidateKind) -> str:
    """Return the readable key; for an acronym whose long form is not printed, that of the long form.

    Otherwise two senses of one acronym would have the same key, and link papers.
    """
    if kind not in (CandidateKind.NAME, CandidateKind.PROPER):
        return key
    return key if identity in (identity_of(key, kind, {}), fold_label(key)) else identity


def _eponym(kind: CandidateKind, key: str) -> str | None:
    """Return the word that a name is as part of a phrase, or None if it is not a name of one word."""
    if kind is _PROPER:
        return key.casefold()
    return key if kind is _NAME else None


def _drop_subsumed(tallies: Mapping[str, Tally], reasons: dict[str, Reason]) -> tuple[frozenset[str], dict[str, int]]:
    """Reject a phrase that rarely occurs outside one longer phrase, if that is a concept or a stop phrase.

    With small counts, this is what C-value (Frantzi, Ananiadou, Mima 2000) amounts to: a nested phrase counts only for
    its occurrences outside the longest phrase around it.

    Return the data to reject candidates of a single paper: the first words of eponymous phrases, and, by the identity
    of a nested phrase, how often the longer phrase occurs.
    """
    proper = {
        _eponym(tally.kind, tally.key): name
        for name, tally in sorted(tallies.items(), key=itemgetter(0))
        if tally.kind is _PROPER or (tally.kind is _NAME and name == tally.key)
    }
    eponyms: set[str] = set()
    nested: dict[str, int] = {}
    for identity in sorted(reasons):
        reason = reasons[identity]
        tally = tallies[identity]
        if tally.kind is not _PHRASE or tally.df < 2:  # noqa: PLR2004
            continue
        if reason not in (Reason.KEPT, Reason.FIELD, Reason.COMMON, Reason.IGNORED):
            continue
        words = tally.key.split(" ")
        # An eponym is only part of a term: "Kronecker" in "Kronecker product".
        if len(words) == 2 and reason is Reason.KEPT:  # noqa: PLR2004
            eponyms.add(words[0])
            eponym = proper.get(words[0])
            if eponym and reasons[eponym] is Reason.KEPT and tally.df >= SUBSUMED_SHARE * tallies[eponym].df:
                reasons[eponym] = Reason.SUBSUMED
        for part in _parts(words):
            inner = tallies.get(part)
            if inner is None:
                nested[part] = max(tally.n, nested.get(part, 0))
            elif reasons[part] is Reason.KEPT and (
                SUBSUMED_SHARE * inner.df <= tally.df and SUBSUMED_SHARE * inner.n <= tally.n
            ):
                reasons[part] = Reason.SUBSUMED
    return frozenset(eponyms), nested


def _parts(words: Sequence[str]) -> Iterator[str]:
    """Yield the identities of the phrases of at least two words inside a phrase."""
    for i in range(len(words)):
        for j in range(i + 2, len(words) + 1):
            if j - i < len(words):
                yield join_words(*words[i:j])


def build_vocabulary(papers: Iterable[CandidateColumns], terms: Terms | None = None) -> Vocabulary:
    """Return the vocabulary of a corpus; `papers` is iterated over three times, a chunk at a time."""
    first = count_first(papers)
    acronyms, user_terms = decide_meanings(first, terms)
    return decide_vocabulary(count_candidates(papers, acronyms, first), acronyms, user_terms)
