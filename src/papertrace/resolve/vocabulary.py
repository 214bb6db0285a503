"""Which candidates of a corpus are concepts: counted over all papers, then decided once.

The two steps are kept apart so that a large corpus can be counted in parts, the parts added, and the decision
taken on one machine:

>>> from papertrace.model.candidate import Candidates
>>> papers = [Candidates(), Candidates()]
>>> table = settle_acronyms(count_definitions(papers))
>>> vocabulary = decide_vocabulary(count_candidates(papers, table), table)
>>> len(vocabulary.terms)
0
"""

import re
from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from functools import lru_cache
from typing import assert_never

from papertrace.model.candidate import Candidate, CandidateKind, Candidates
from papertrace.resolve.acronyms import AcronymTable, count_definitions, is_same_sense, settle_acronyms
from papertrace.resolve.common import COMMON
from papertrace.resolve.general import (
    COMPOUNDS,
    HEADS,
    MODIFIERS,
    OPENERS,
    PROPER_STOPS,
    SOFT_HEADS,
    STAPLES,
    STOP_IDENTITIES,
    WAITING,
)
from papertrace.resolve.labels import choose_label

SUBSUMED_SHARE = 0.75
MIN_PROPER = 4
MIN_WORD = 6
BURST = 1.8  # occurrences a paper, from which on a word is a term
NOUN_SHARE = 0.25  # of the occurrences of a word in -ing that have a noun before them
MAX_SHARE = 0.25  # of the papers; applies from `MIN_PAPERS_FOR_CAP` on, as it would empty a small corpus
MIN_PAPERS_FOR_CAP = 50
ACRONYM_WEIGHT, PHRASE_WEIGHT, NAME_WEIGHT, WORD_WEIGHT = 1.0, 0.6, 0.4, 0.5
VERSION_WEIGHT, HEAD_WEIGHT, COMPOUND_WEIGHT, COMMON_WEIGHT = 0.6, 0.8, 0.6, 0.75
TOPICALITY = 0.4  # the power of the share of a term's papers that have it in their titles
_VERSION = re.compile(r"[A-Za-z]\d+(?:\.\d+)?[A-Za-z]?\Z")  # A100, GPT4, AIME24: one of many of its kind
MIN_STEM = 4
# Noun, adjective and verb of one head: sparsity and sparse, quantization and quantized, pruning and prune.
_HEAD_ENDINGS = (
    ("ization", "iz"),
    ("izing", "iz"),
    ("ized", "iz"),
    ("ize", "iz"),
    ("elism", "el"),
    ("sity", "s"),
    ("se", "s"),
    ("ing", ""),
    ("ed", ""),
    ("e", ""),
)
_ENDINGS_BY_LETTER = {letter: tuple(pair for pair in _HEAD_ENDINGS if pair[0].endswith(letter)) for letter in "ngdemy"}
_PROPER = CandidateKind.PROPER
_TOPICAL = "¤"
_QUANTITY = re.compile(r"\d+(?:\.\d+)?[A-Za-z]{1,2}|\d+x\d+")
_ADJECTIVE_ENDINGS = ("ed", "ly", "able", "ible", "ive", "al", "ous", "ary", "less", "ful", "ic")
_ADJECTIVES_AT_END = ("ed", "ous", "ative", "able", "ible", "ical", "ional")  # They wait for a noun.
_OPEN_ENDED = frozenset({"neural", "deep", "large", "linear", "natural", "artificial", "singular", "general"})
_CAMEL = re.compile(r"(?:[A-Z][a-z]{3,})(?:[A-Z][a-z]{3,})+\Z")


def _stem_head(joined: str) -> str:
    for ending, stem in _ENDINGS_BY_LETTER.get(joined[-1:], ()):
        if joined.endswith(ending) and len(joined) - len(ending) >= MIN_STEM:
            return joined.removesuffix(ending) + stem
    return joined


STOPS = frozenset(  # with their heads as in identities; the list itself stays readable
    identity for stop in STOP_IDENTITIES for identity in (stop, _stem_head(stop))
)


class Reason(StrEnum):
    """Say why a candidate is a concept of a paper, or why not."""

    KEPT = "kept"
    WORD = "a single ordinary word"
    GENERAL = "general in academic English or in computing"
    LOWER_CASE = "the corpus also prints it as an ordinary word"
    SHORT = "a short name that no text defines"
    RARE = "in one paper only, neither repeated nor in its title"
    COMMON = "in too many papers"
    SUBSUMED = "only ever part of a longer concept"
    NESTED = "a longer concept of the paper covers it"
    OUTRANKED = "the paper has better ones"


@dataclass(slots=True)
class Tally:
    """Count what a corpus does with one identity."""

    kind: CandidateKind
    key: str
    df: int = 0
    title_df: int = 0
    n: int = 0
    surfaces: Counter[str] = field(default_factory=Counter)


@dataclass(slots=True)
class Counts:
    """Hold the counts of a corpus or of a part of it; `add` another part in any order."""

    n_papers: int = 0
    tallies: dict[str, Tally] = field(default_factory=dict)
    lower_words: Counter[str] = field(default_factory=Counter)

    def add(self, other: "Counts") -> None:
        """Add the counts of another part of the same corpus, made with the same acronym table."""
        self.n_papers += other.n_papers
        self.lower_words.update(other.lower_words)
        for identity, theirs in other.tallies.items():
            ours = self.tallies.get(identity)
            if ours is None:
                self.tallies[identity] = ours = Tally(theirs.kind, theirs.key)
            ours.kind, ours.key = _better((ours.kind, ours.key), (theirs.kind, theirs.key))
            ours.df += theirs.df
            ours.title_df += theirs.title_df
            ours.n += theirs.n
            ours.surfaces.update(theirs.surfaces)


@dataclass(frozen=True, slots=True, kw_only=True)
class Term:
    """Hold one concept of the corpus: its label, the papers that have it, and how good it looks by itself (0 to 1)."""

    identity: str
    key: str
    label: str
    kind: CandidateKind
    df: int
    weight: float = 1.0
    is_acronym: bool = False  # or the long form of one


@dataclass(frozen=True, slots=True, kw_only=True)
class Vocabulary:
    """Hold the concepts of a corpus by identity, and why all other candidates were refused."""

    n_papers: int
    acronyms: AcronymTable
    terms: Mapping[str, Term]
    refused: Mapping[str, Reason]


_KIND_ORDER = (CandidateKind.PHRASE, CandidateKind.NAME, CandidateKind.PROPER, CandidateKind.WORD)


def _better(one: tuple[CandidateKind, str], other: tuple[CandidateKind, str]) -> tuple[CandidateKind, str]:
    """Choose between two forms of an identity: phrases first, more words first, then the alphabet."""
    return min(one, other, key=lambda form: (_KIND_ORDER.index(form[0]), -form[1].count(" "), form[1]))


def join_words(*words: str) -> str:
    """Return the identity of a phrase: no case, no spaces, and of its head only the stem.

    >>> join_words("block", "sparsity") == join_words("block sparse"), join_words("data", "parallelism")
    (True, 'dataparallel')
    """
    return _stem_head("".join(words).replace(" ", "").casefold())


@lru_cache(maxsize=1 << 18)
def _join_plain(key: str) -> str:
    return _stem_head(key.replace(" ", ""))


def identity_of(key: str, kind: CandidateKind, longs: Mapping[str, str]) -> str:
    """Return what all variants of a candidate have in common.

    Spaces go, so that "data set" and "dataset" agree; case goes except for names whose capitals do not merely
    part words: BLaST and BLAST differ, FlashAttention and Flash Attention do not. `longs` maps acronyms to long
    forms; within a phrase each acronym is replaced.

    >>> longs = {"KV": "key value"}
    >>> identity_of("KV cache", CandidateKind.PHRASE, longs)
    'keyvaluecach'
    >>> identity_of("BLaST", CandidateKind.NAME, longs), identity_of("FlashAttention", CandidateKind.NAME, longs)
    ('BLaST', 'flashattention')
    """
    if kind is CandidateKind.WORD:
        return key
    if kind is CandidateKind.PHRASE:
        if key.islower():
            return _join_plain(key)  # Acronyms have capitals.
        return join_words(*[longs.get(word, word) for word in key.split(" ")])
    long = longs.get(key)
    if long is not None:
        return join_words(long)
    joined = key.replace(" ", "")
    return joined.casefold() if _CAMEL.match(joined) else key


def identify(paper: Candidates, acronyms: AcronymTable) -> dict[str, list[Candidate]]:
    """Group the candidates of a paper by identity, in order of first place.

    What the paper itself defines goes before what the corpus says of an acronym.
    """
    longs = acronyms.dominant
    if paper.definitions:
        own = dict(reversed(paper.definitions))
        longs = {**longs, **{s: acronyms.dominant[s] if _agree(acronyms, s, own[s]) else own[s] for s in own}}
    groups: dict[str, list[Candidate]] = {}
    for item in paper.items:
        groups.setdefault(identity_of(item.key, item.kind, longs), []).append(item)
    return groups


def _agree(acronyms: AcronymTable, short: str, long: str) -> bool:
    dominant = acronyms.dominant.get(short)
    return dominant is not None and is_same_sense(short, dominant, long)


def count_candidates(papers: Iterable[Candidates], acronyms: AcronymTable) -> Counts:
    """Count papers, titles and spellings of every identity."""
    counts = Counts()
    tallies = counts.tallies
    for paper in papers:
        counts.n_papers += 1
        counts.lower_words.update(paper.lower_words)
        for identity, group in identify(paper, acronyms).items():
            first = group[0]
            tally = tallies.get(identity)
            if tally is None:
                tally = tallies[identity] = Tally(first.kind, first.key)
            tally.df += 1
            for item in group:
                if item.key != tally.key or item.kind is not tally.kind:
                    tally.kind, tally.key = _better((tally.kind, tally.key), (item.kind, item.key))
                tally.n += item.n
                tally.surfaces.update(item.surfaces)
            tally.title_df += any(item.in_title for item in group)
    return counts


def decide_vocabulary(counts: Counts, acronyms: AcronymTable) -> Vocabulary:
    """Judge every identity that was counted, once for the whole corpus."""
    known = frozenset(
        join_words(long) for longs in (acronyms.dominant.values(), *acronyms.ambiguous.values()) for long in longs
    )
    partners = _Partners(counts)
    reasons: dict[str, Reason] = {}
    for identity, tally in counts.tallies.items():
        reasons[identity] = _judge_alone(identity, tally, counts, known, partners)
    _drop_subsumed(counts, reasons)
    terms = {
        identity: Term(
            identity=identity,
            key=_key(identity, tally),
            label=choose_label(tally.surfaces),
            kind=tally.kind,
            df=tally.df,
            weight=_weight(identity, tally, known),
            is_acronym=identity in known,
        )
        for identity, tally in counts.tallies.items()
        if reasons[identity] is Reason.KEPT
    }
    refused = {identity: reason for identity, reason in reasons.items() if reason is not Reason.KEPT}
    return Vocabulary(n_papers=counts.n_papers, acronyms=acronyms, terms=terms, refused=refused)


def _weight(identity: str, tally: Tally, known: frozenset[str]) -> float:
    """Return how good a term looks by itself, from 0 to 1.

    What hardly any title has is more often a setting, a data set or a baseline than a topic; an acronym's long form
    is sure; names are often those of systems, and a version is one of many of its kind.
    """
    weight = float(((tally.title_df + 0.5) / (tally.df + 1)) ** TOPICALITY)
    if identity in known:
        return weight * ACRONYM_WEIGHT
    match tally.kind:
        case CandidateKind.WORD:
            return weight * WORD_WEIGHT
        case CandidateKind.NAME | CandidateKind.PROPER:
            return weight * NAME_WEIGHT * (VERSION_WEIGHT if _VERSION.search(identity) else 1.0)
        case CandidateKind.PHRASE:
            weight *= PHRASE_WEIGHT
            if tally.key.rpartition(" ")[2] in HEADS:
                weight *= HEAD_WEIGHT
            words = tally.key.split(" ")
            if all(word in COMMON for word in words) and not _n_of_acronym(words, known):
                weight *= COMMON_WEIGHT
            if not any(" " in surface for surface in tally.surfaces):
                weight *= COMPOUND_WEIGHT  # "variable-length" waits for its noun.
            return weight
        case _ as unreachable:
            assert_never(unreachable)


def _key(identity: str, tally: Tally) -> str:
    """Return the readable key; an acronym that stands for its unprinted long form takes that instead.

    Two senses of one acronym would else have one key, and link papers.
    """
    is_name = tally.kind in (CandidateKind.NAME, CandidateKind.PROPER)
    return identity if is_name and identity_of(tally.key, tally.kind, {}) != identity else tally.key


class _Partners:
    """Count with what words a word makes phrases: how often it is the last of two, and in how many shared ones."""

    def __init__(self, counts: Counts) -> None:
        self.n_last: Counter[str] = Counter()
        self.last: Counter[str] = Counter()
        self.first: Counter[str] = Counter()
        for tally in counts.tallies.values():
            if tally.kind is CandidateKind.PHRASE and tally.key.count(" ") == 1:
                first, _, last = tally.key.partition(" ")
                self.n_last[last] += tally.df
                if tally.df > 1:
                    self.first[first] += 1
                    self.last[last] += 1


def _judge_alone(identity: str, tally: Tally, counts: Counts, known: frozenset[str], partners: _Partners) -> Reason:
    if tally.df == 1 and tally.n == 1 and not tally.title_df and identity not in known and not _is_capitalised(tally):
        return Reason.RARE  # Most candidates end here, unjudged.
    lower = identity.casefold()
    if lower in STOPS or lower in PROPER_STOPS or lower.replace(" ", "") in STAPLES:
        return Reason.GENERAL
    if identity in known and any(surface.casefold() in STAPLES for surface in tally.surfaces):
        return Reason.GENERAL  # GPT stays what it is where some paper writes it out.
    match tally.kind:
        case CandidateKind.WORD:
            reason = _judge_word(tally, counts, partners)
        case CandidateKind.PHRASE:
            reason = _judge_phrase(identity, tally, known)
        case CandidateKind.PROPER:
            printed_lower = any(counts.lower_words[form] for form in (lower, lower.rstrip("s"), lower + "s"))
            reason = Reason.LOWER_CASE if printed_lower or len(identity) < MIN_PROPER else Reason.KEPT
        case CandidateKind.NAME:
            reason = _judge_name(identity)
        case _ as unreachable:
            assert_never(unreachable)
    if reason is Reason.KEPT and counts.n_papers >= MIN_PAPERS_FOR_CAP and tally.df > MAX_SHARE * counts.n_papers:
        return Reason.COMMON
    return reason


def _is_capitalised(tally: Tally) -> bool:
    surface = next(iter(tally.surfaces))
    return surface[0].isupper() and all(word[0].isupper() for word in surface.replace("-", " ").split())


def _judge_word(tally: Tally, counts: Counts, partners: _Partners) -> Reason:
    """Refuse an ordinary word unless the corpus uses it as a term.

    Terms come in bursts: who says one says it again (Church and Gale 1995). Or they make phrases on both sides
    ("weight pruning", "pruning ratio"). A verb in -ing does neither with a word before it.
    """
    word = tally.key
    if len(word) < MIN_WORD or word in COMMON or word.endswith(_ADJECTIVE_ENDINGS):
        return Reason.WORD
    if 2 * counts.lower_words[word] < tally.df:
        return Reason.WORD  # What is printed with a capital more often than not is a name, and judged as one.
    if word.endswith("ing") and partners.n_last[word] < NOUN_SHARE * tally.n:
        return Reason.WORD
    if tally.n >= BURST * tally.df or (partners.first[word] and partners.last[word]):
        return Reason.KEPT
    return Reason.WORD


def _judge_name(identity: str) -> Reason:
    if len(identity) <= 2 and identity != "C#":  # noqa: PLR2004
        return Reason.SHORT
    if not any(c.isalpha() for c in identity) or _QUANTITY.fullmatch(identity):
        return Reason.GENERAL
    return Reason.KEPT


def _judge_phrase(identity: str, tally: Tally, known: frozenset[str]) -> Reason:
    if identity in known:
        return Reason.KEPT
    words = tally.key.split(" ")
    if n := _n_of_acronym(words, known):
        # Judge the acronym as the one word that it is.
        words = [_TOPICAL, *words[n:]]
    if is_general_phrase(words):
        return Reason.GENERAL
    if "of" in words and not any("-of-" in surface for surface in tally.surfaces):
        return Reason.GENERAL
    return Reason.KEPT


def _n_of_acronym(words: list[str], known: frozenset[str]) -> int:
    """Return how many words at the beginning of a phrase are the long form of an acronym ("key-value" cache)."""
    return next((n for n in range(len(words) - 1, 0, -1) if join_words(*words[:n]) in known), 0)


def is_general_phrase(words: list[str]) -> bool:
    """Say whether a phrase is praise, a count or a stop head rather than a topic.

    >>> [is_general_phrase(text.split()) for text in ("novel method", "low bit", "low rank matrix", "code generation")]
    [True, True, False, False]
    """
    if len(words) == 2 and (words[0], words[1]) in COMPOUNDS and words[1] in WAITING:  # noqa: PLR2004
        return True
    topical = 0.0
    i = 0
    while i < len(words):
        word = words[i]
        if i + 1 < len(words) and (word, words[i + 1]) in COMPOUNDS:
            topical += 1
            i += 2
            continue
        if word in MODIFIERS or (i == 0 and word in OPENERS) or (i and word.isdigit()):
            return True
        if word.isdigit():
            pass
        elif word not in HEADS or word in SOFT_HEADS:
            topical += 1.0 if word not in HEADS else 0.5
        i += 1
    last = words[-1]
    if last in _OPEN_ENDED or last.endswith(_ADJECTIVES_AT_END):
        return True
    return topical < 1 or (last in HEADS and last not in SOFT_HEADS)


def _drop_subsumed(counts: Counts, reasons: dict[str, Reason]) -> None:
    """Drop a phrase that hardly ever stands outside one longer phrase, if that is a concept or a stop phrase.

    This is what C-value (Frantzi, Ananiadou, Mima 2000) comes to where counts are small: a nested phrase is
    worth what it occurs beyond the longest phrase around it.
    """
    proper = {tally.key.casefold(): name for name, tally in counts.tallies.items() if tally.kind is _PROPER}
    for identity in sorted(reasons):
        reason = reasons[identity]
        tally = counts.tallies[identity]
        if tally.kind is not CandidateKind.PHRASE or tally.df < 2:  # noqa: PLR2004
            continue
        if reason is not Reason.KEPT and identity not in STOPS:
            continue
        words = tally.key.split(" ")
        # An eponym is half a name: "Kronecker" for "Kronecker product".
        eponym = proper.get(words[0]) if len(words) == 2 and reason is Reason.KEPT else None  # noqa: PLR2004
        if eponym and reasons[eponym] is Reason.KEPT and tally.df >= SUBSUMED_SHARE * counts.tallies[eponym].df:
            reasons[eponym] = Reason.SUBSUMED
        for i in range(len(words)):
            for j in range(i + 2, len(words) + 1):
                if j - i == len(words):
                    continue
                part = join_words(*words[i:j])
                inner = counts.tallies.get(part)
                if (
                    inner is not None
                    and reasons[part] is Reason.KEPT
                    and (SUBSUMED_SHARE * inner.df <= tally.df and SUBSUMED_SHARE * inner.n <= tally.n)
                ):
                    reasons[part] = Reason.SUBSUMED


def build_vocabulary(papers: list[Candidates]) -> Vocabulary:
    """Count and decide in one go, for a corpus that is in memory."""
    acronyms = settle_acronyms(count_definitions(papers))
    return decide_vocabulary(count_candidates(papers, acronyms), acronyms)
