"""Rules that accept or reject a candidate as a concept, and its weight, one candidate at a time."""

import re
from collections import Counter
from collections.abc import Sequence
from collections.abc import Set as AbstractSet
from enum import StrEnum
from typing import assert_never

from papertrace.model.candidate import Candidate, CandidateKind, join_words
from papertrace.resolve.concepts.tallies import Counts, Tally
from papertrace.resolve.concepts.topicality import Topics

MIN_PROPER = 4
BURST = 1.8  # the minimum occurrences per paper of a word that is a term
NOUN_SHARE = 0.25  # the minimum share of occurrences of a word in -ing that follow a noun
MAX_SHARE, MAX_PHRASE_SHARE = (
    0.25,
    0.6,
)  # of the papers; applied from `MIN_PAPERS_FOR_CAP` papers on, as it would empty a small corpus
MIN_PAPERS_FOR_CAP = 50
ACRONYM_WEIGHT, PHRASE_WEIGHT, NAME_WEIGHT, WORD_WEIGHT = 2.0, 1.2, 0.8, 1.0
VERSION_WEIGHT, COMPOUND_WEIGHT = 0.6, 0.6
TITLE_POWER = 0.4  # of the share of a term's papers with it in the title
PART_SHARE = 0.6  # of the places of a word, from which it is only part of a phrase
_VERSION = re.compile(r"[A-Za-z]\d+(?:\.\d+)?[A-Za-z]?\Z")  # A100, GPT4, AIME24: one of many of its kind
_TOPICAL = "¤"
_QUANTITY = re.compile(r"\d+(?:\.\d+)?[A-Za-z]{1,2}|\d+x\d+")
_ADJECTIVES_AT_END = ("ed", "ous", "ative", "able", "ible", "ical", "ional")  # They need a noun after them.


class Reason(StrEnum):
    """The reason why a candidate is, or is not, a concept of a paper."""

    KEPT = "kept"
    WORD = "a single word that is common in several fields, or no topic in this one"
    GENERAL = "rarely the topic of the papers that have it"
    GENRE = "a kind of study"
    FIELD = "in too many papers of these fields"
    LOWER_CASE = "the corpus also prints it as an ordinary word"
    SHORT = "a short name that no text defines"
    RARE = "in one paper only, neither repeated nor in its title"
    COMMON = "in too many papers"
    SUBSUMED = "only ever part of a longer concept"
    IGNORED = "on your list of terms to ignore"
    NESTED = "a longer concept of the paper covers it"
    WEAK = "too little of a topic in this paper"
    OUTRANKED = "the paper has better ones"


class Partners:
    """Counts of the two-word phrases of several papers that each word begins (`first`) or ends (`last`).

    `most` is how often the commonest phrase with a word occurs.
    """

    def __init__(self, counts: Counts) -> None:
        self.last: Counter[str] = Counter()
        self.first: Counter[str] = Counter()
        self.most: dict[str, int] = {}
        for tally in counts.tallies.values():
            if tally.df > 1 and tally.kind is CandidateKind.PHRASE and tally.key.count(" ") == 1:
                first, _, last = tally.key.partition(" ")
                self.first[first] += 1
                self.last[last] += 1
                for word in (first, last):
                    self.most[word] = max(tally.n, self.most.get(word, 0))


def judge_tally(
    identity: str, tally: Tally, counts: Counts, long_forms: AbstractSet[str], *, partners: Partners, topics: Topics
) -> Reason:
    """Return why a candidate is, or is not, a concept of the corpus, regardless of other candidates.

    `long_forms` contains the identities of the long forms of acronyms.
    """
    found = topics.find_any(tally)
    if found is not None and found.is_genre:
        return Reason.GENRE
    if found is not None and tally.kind is not CandidateKind.WORD and topics.is_general_term(found):
        return Reason.GENERAL
    match tally.kind:
        case CandidateKind.WORD:
            reason = _judge_word(tally, counts, partners, topics)
        case CandidateKind.PHRASE:
            reason = _judge_phrase(identity, tally, long_forms, topics, is_known=found is not None)
        case CandidateKind.PROPER:
            reason = _judge_proper(identity.casefold(), counts, topics)
        case CandidateKind.NAME:
            reason = _judge_name(identity)
        case _ as unreachable:
            assert_never(unreachable)
    return Reason.COMMON if reason is Reason.KEPT and _is_common(tally, counts.n_papers) else reason


def _is_common(tally: Tally, n_papers: int) -> bool:
    """Return whether too many papers have a term.

    The subject of a listing on one subject has a name of several words; "GPU" is what others run on.
    """
    if n_papers < MIN_PAPERS_FOR_CAP or tally.df <= MAX_SHARE * n_papers:
        return False
    usual = max(tally.surfaces, key=lambda surface: (tally.surfaces[surface], surface))
    return " " not in usual or tally.df > MAX_PHRASE_SHARE * n_papers


def _judge_proper(lower: str, counts: Counts, topics: Topics) -> Reason:
    if len(lower) < MIN_PROPER or any(counts.words.lower[form] for form in (lower, lower.rstrip("s"), lower + "s")):
        return Reason.LOWER_CASE
    return Reason.GENERAL if topics.is_general_word(lower) else Reason.KEPT


def is_rare(group: Sequence[Candidate]) -> bool:
    """Return whether a candidate of a single paper occurs only once, outside the title, and without capitals.

    Most candidates are rejected here, before any further rule.
    """
    first = group[0]
    return len(group) == 1 and first.n == 1 and not first.in_title and not _is_capitalised(first.surfaces[0])


def _is_capitalised(surface: str) -> bool:
    return surface[0].isupper() and all(word[0].isupper() for word in surface.replace("-", " ").split())


def _judge_word(tally: Tally, counts: Counts, partners: Partners, topics: Topics) -> Reason:
    """Reject an ordinary word unless the corpus uses it as a term.

    Terms occur in bursts: a text that uses one repeats it (Church and Gale 1995). Or they form phrases on both sides
    ("weight pruning", "pruning ratio"). A verb in -ing rarely follows a noun. A word that mostly stands in one phrase
    is a part of that phrase.
    """
    word = tally.key
    if topics.is_general_word(word):
        return Reason.WORD
    if not counts.words.is_topical(word):
        # A word that one paper alone has may still be its topic.
        is_own_topic = tally.df == 1 and tally.title_df and tally.burst_df and topics.find(word) is not None
        return Reason.KEPT if is_own_topic and counts.words.can_be_noun(word) else Reason.WORD
    if word.endswith("ing") and counts.words.ends[word] < NOUN_SHARE * tally.n:
        return Reason.WORD
    if partners.most.get(word, 0) >= PART_SHARE * tally.n:
        return Reason.SUBSUMED
    if tally.n >= BURST * tally.df or (partners.first[word] and partners.last[word]):
        return Reason.KEPT
    return Reason.WORD


def _judge_name(identity: str) -> Reason:
    if len(identity) <= 2 and identity != "C#":  # noqa: PLR2004
        return Reason.SHORT
    if not any(c.isalpha() for c in identity) or _QUANTITY.fullmatch(identity):
        return Reason.GENERAL
    return Reason.KEPT


def _judge_phrase(
    identity: str, tally: Tally, long_forms: AbstractSet[str], topics: Topics, *, is_known: bool
) -> Reason:
    if identity in long_forms:
        return Reason.KEPT
    words = tally.key.split(" ")
    if n := _n_of_acronym(words, long_forms):
        # The long form of an acronym counts as one word.
        words = [_TOPICAL, *words[n:]]
    if is_general_phrase(words, is_known=is_known) or (not is_known and topics.is_vague(words[0])):
        return Reason.GENERAL
    if "of" in words and not is_known and not any("-of-" in surface for surface in tally.surfaces):
        return Reason.GENERAL
    return Reason.KEPT


def _n_of_acronym(words: list[str], long_forms: AbstractSet[str]) -> int:
    """Return the number of words of an acronym's long form at the beginning of a phrase ("key-value" cache), or 0."""
    return next((n for n in range(len(words) - 1, 0, -1) if join_words(*words[:n]) in long_forms), 0)


def is_general_phrase(words: list[str], *, is_known: bool = False) -> bool:
    """Return whether a phrase is a count, or ends in an adjective that needs a noun after it.

    >>> [is_general_phrase(text.split()) for text in ("8", "walrus 8", "highly educated", "code generation")]
    [True, True, True, False]
    """
    last = words[-1]
    if last.endswith(_ADJECTIVES_AT_END) or (last.isdigit() and words[0].isdigit()):
        return True
    if is_known:
        return False
    content = [word for word in words if not word.isdigit() and word != "of"]
    return not content or (last.isdigit() and all(word.islower() for word in content))


def weigh_tally(identity: str, tally: Tally, long_forms: AbstractSet[str], topics: Topics) -> float:
    """Return the weight of a term by itself, about 1 for a topic.

    The long form of an acronym is a reliable term; names are often those of systems, and a version is one of many of
    its kind. A single word may have several senses.
    """
    weight = float(((tally.title_df + 0.5) / (tally.df + 1)) ** TITLE_POWER) * topics.measure(tally)
    if identity in long_forms:
        return weight * ACRONYM_WEIGHT
    match tally.kind:
        case CandidateKind.WORD:
            return weight * WORD_WEIGHT
        case CandidateKind.NAME | CandidateKind.PROPER:
            return weight * NAME_WEIGHT * (VERSION_WEIGHT if _VERSION.search(identity) else 1.0)
        case CandidateKind.PHRASE:
            if not any(" " in surface for surface in tally.surfaces):
                weight *= COMPOUND_WEIGHT  # "variable-length" needs a noun after it.
            return weight * PHRASE_WEIGHT
        case _ as unreachable:
            assert_never(unreachable)
