"""Rules that accept or reject a candidate as a concept, and its weight, one candidate at a time."""

import re
from collections import Counter
from collections.abc import Sequence
from collections.abc import Set as AbstractSet
from enum import StrEnum
from typing import assert_never

from papertrace.model.candidate import Candidate, CandidateKind, join_words, stem_head
from papertrace.resolve.concepts.general import (
    ADJECTIVAL,
    COMMON,
    COMPOUNDS,
    HEADS,
    MODIFIERS,
    OPENERS,
    PROPER_STOPS,
    SOFT_HEADS,
    STAPLES,
    STOP_IDENTITIES,
)
from papertrace.resolve.concepts.tallies import Counts, Tally

MIN_PROPER = 4
BURST = 1.8  # the minimum occurrences per paper of a word that is a term
NOUN_SHARE = 0.25  # the minimum share of occurrences of a word in -ing that follow a noun
MAX_SHARE = 0.25  # of the papers; applied from `MIN_PAPERS_FOR_CAP` papers on, as it would empty a small corpus
MIN_PAPERS_FOR_CAP = 50
ACRONYM_WEIGHT, PHRASE_WEIGHT, NAME_WEIGHT, WORD_WEIGHT = 1.0, 0.6, 0.4, 0.5
VERSION_WEIGHT, HEAD_WEIGHT, COMPOUND_WEIGHT, COMMON_WEIGHT = 0.6, 0.8, 0.6, 0.75
TOPICALITY = 0.4  # the exponent of the share of a term's papers with it in the title
_VERSION = re.compile(r"[A-Za-z]\d+(?:\.\d+)?[A-Za-z]?\Z")  # A100, GPT4, AIME24: one of many of its kind
_TOPICAL = "¤"
_QUANTITY = re.compile(r"\d+(?:\.\d+)?[A-Za-z]{1,2}|\d+x\d+")
_ADJECTIVES_AT_END = ("ed", "ous", "ative", "able", "ible", "ical", "ional")  # They need a noun after them.
_OPEN_ENDED = frozenset({"neural", "deep", "large", "linear", "natural", "artificial", "singular", "general"})
STOPS = frozenset(  # heads are stemmed here, as in identities, so that the list stays readable
    identity for stop in STOP_IDENTITIES for identity in (stop, stem_head(stop))
)


class Reason(StrEnum):
    """The reason why a candidate is, or is not, a concept of a paper."""

    KEPT = "kept"
    WORD = "a single ordinary word"
    GENERAL = "general in academic English or in computing"
    LOWER_CASE = "the corpus also prints it as an ordinary word"
    SHORT = "a short name that no text defines"
    RARE = "in one paper only, neither repeated nor in its title"
    COMMON = "in too many papers"
    SUBSUMED = "only ever part of a longer concept"
    IGNORED = "on your list of terms to ignore"
    NESTED = "a longer concept of the paper covers it"
    OUTRANKED = "the paper has better ones"


class Partners:
    """Counts of the two-word phrases of several papers that each word begins (`first`) or ends (`last`)."""

    def __init__(self, counts: Counts) -> None:
        self.last: Counter[str] = Counter()
        self.first: Counter[str] = Counter()
        for tally in counts.tallies.values():
            if tally.df > 1 and tally.kind is CandidateKind.PHRASE and tally.key.count(" ") == 1:
                first, _, last = tally.key.partition(" ")
                self.first[first] += 1
                self.last[last] += 1


def judge_tally(
    identity: str, tally: Tally, counts: Counts, long_forms: AbstractSet[str], partners: Partners
) -> Reason:
    """Return why a candidate is, or is not, a concept of the corpus, regardless of other candidates.

    `long_forms` contains the identities of the long forms of acronyms.
    """
    lower = identity.casefold()
    if lower in STOPS or lower in PROPER_STOPS or lower.replace(" ", "") in STAPLES:
        return Reason.GENERAL
    if identity in long_forms and any(surface.casefold() in STAPLES for surface in tally.surfaces):
        return Reason.GENERAL  # GPT remains general even if some paper writes it out.
    match tally.kind:
        case CandidateKind.WORD:
            reason = _judge_word(tally, counts, partners)
        case CandidateKind.PHRASE:
            reason = _judge_phrase(identity, tally, long_forms)
        case CandidateKind.PROPER:
            printed_lower = any(counts.words.lower[form] for form in (lower, lower.rstrip("s"), lower + "s"))
            reason = Reason.LOWER_CASE if printed_lower or len(identity) < MIN_PROPER else Reason.KEPT
        case CandidateKind.NAME:
            reason = _judge_name(identity)
        case _ as unreachable:
            assert_never(unreachable)
    if reason is Reason.KEPT and counts.n_papers >= MIN_PAPERS_FOR_CAP and tally.df > MAX_SHARE * counts.n_papers:
        return Reason.COMMON
    return reason


def is_rare(group: Sequence[Candidate]) -> bool:
    """Return whether a candidate of a single paper occurs only once, outside the title, and without capitals.

    Most candidates are rejected here, before any further rule.
    """
    first = group[0]
    return len(group) == 1 and first.n == 1 and not first.in_title and not _is_capitalised(first.surfaces[0])


def _is_capitalised(surface: str) -> bool:
    return surface[0].isupper() and all(word[0].isupper() for word in surface.replace("-", " ").split())


def _judge_word(tally: Tally, counts: Counts, partners: Partners) -> Reason:
    """Reject an ordinary word unless the corpus uses it as a term.

    Terms occur in bursts: a text that uses one repeats it (Church and Gale 1995). Or they form phrases on both sides
    ("weight pruning", "pruning ratio"). A verb in -ing rarely follows a noun.
    """
    word = tally.key
    if not counts.words.is_topical(word):
        return Reason.WORD
    if word.endswith("ing") and counts.words.ends[word] < NOUN_SHARE * tally.n:
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


def _judge_phrase(identity: str, tally: Tally, long_forms: AbstractSet[str]) -> Reason:
    if identity in long_forms:
        return Reason.KEPT
    words = tally.key.split(" ")
    if n := _n_of_acronym(words, long_forms):
        # The long form of an acronym counts as one word.
        words = [_TOPICAL, *words[n:]]
    if is_general_phrase(words):
        return Reason.GENERAL
    if "of" in words and not any("-of-" in surface for surface in tally.surfaces):
        return Reason.GENERAL
    return Reason.KEPT


def _n_of_acronym(words: list[str], long_forms: AbstractSet[str]) -> int:
    """Return the number of words of an acronym's long form at the beginning of a phrase ("key-value" cache), or 0."""
    return next((n for n in range(len(words) - 1, 0, -1) if join_words(*words[:n]) in long_forms), 0)


def is_general_phrase(words: list[str]) -> bool:
    """Return whether a phrase is praise, a count or a general head rather than a topic.

    >>> [is_general_phrase(text.split()) for text in ("novel method", "low bit", "low rank matrix", "code generation")]
    [True, True, False, False]
    """
    if len(words) == 2 and (words[0], words[1]) in COMPOUNDS and words[1] in ADJECTIVAL:  # noqa: PLR2004
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


def weigh_tally(identity: str, tally: Tally, long_forms: AbstractSet[str]) -> float:
    """Return the weight of a term by itself, from 0 to 1.

    A term rarely found in titles is more often a setting, a data set or a baseline than a topic. The long form of an
    acronym is a reliable term; names are often those of systems, and a version is one of many of its kind.
    """
    weight = float(((tally.title_df + 0.5) / (tally.df + 1)) ** TOPICALITY)
    if identity in long_forms:
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
            if all(word in COMMON for word in words) and not _n_of_acronym(words, long_forms):
                weight *= COMMON_WEIGHT
            if not any(" " in surface for surface in tally.surfaces):
                weight *= COMPOUND_WEIGHT  # "variable-length" needs a noun after it.
            return weight
        case _ as unreachable:
            assert_never(unreachable)
