"""Rules that reject a candidate as a concept, whatever the paper; `relevance` ranks those that pass."""

import re
from collections.abc import Sequence
from enum import StrEnum
from typing import assert_never

from papertrace.background import TermStatistics
from papertrace.model.papers.candidate import MIN_STEM, Candidate, CandidateKind, join_words
from papertrace.resolve.concepts.names.labels import fold_label
from papertrace.resolve.concepts.tallies import Counts, Tally
from papertrace.resolve.concepts.topicality import Topics

MIN_PROPER = 4
# Shares of the papers; applied from `MIN_PAPERS_FOR_CAP` papers on, as they would empty a small corpus.
MAX_SHARE, MAX_PHRASE_SHARE = 0.25, 0.6
MIN_PAPERS_FOR_CAP = 50
VERB_SHARE = 0.75  # of the occurrences of a word in -ing, from which it is a verb before its objects
PART_SHARE = 0.6  # of the occurrences of a word, from which it is only part of a phrase
MIN_PAIR_TITLE_SHARE = 1 / 3
"""Of the papers with a word of two Chinese characters, which is mostly a general one: "method", "introduce"."""

MAX_CHARACTERS = 6  # of a term of one paper in Chinese or Japanese: three words
_FIRST_CHARACTER = "\u3005"
_TOPICAL = "¤"
_QUANTITY = re.compile(r"\d+(?:\.\d+)?[A-Za-z]{1,2}|\d+x\d+")
# Units of the SI and their multiples that are printed as names are.
_UNIT = re.compile(r"[kMGTPmµunpf](?:Hz|Pa|eV|Wh?|V|A|J|N|T|F|M|L|Gy|Sv|Bq)")
_ADJECTIVES_AT_END = ("ed", "ous", "ative", "able", "ible", "ical", "ional")  # They need a noun after them.


class Reason(StrEnum):
    """The reason why a candidate is, or is not, a concept of a paper."""

    KEPT = "kept"
    WORD = "a single word that is common in several fields, or no topic in this one"
    GENERAL = "rarely the topic of the papers that have it"
    GENRE = "a kind of study"
    FIELD = "in too many papers of these fields"
    LOWER_CASE = "the corpus also prints it as an ordinary word"
    NAMESAKE = "a word of general English that is also a name in this corpus"
    SHORT = "a short name that no text defines"
    RARE = "in one paper only, neither repeated nor in its title"
    LONG = "in one paper only, and so long a run of characters that it is a clause"
    COMMON = "in too many papers"
    SUBSUMED = "only ever part of a longer concept"
    IGNORED = "on your list of terms to ignore"
    NESTED = "better concepts of the paper cover it"
    WEAK = "too little of a topic in this paper"
    OUTRANKED = "the paper has better ones"


def judge_tally(identity: str, tally: Tally, counts: Counts, long_forms: frozenset[str], *, topics: Topics) -> Reason:
    """Return why a candidate is, or is not, a concept of the corpus, regardless of other candidates.

    `long_forms` contains the identities of the long forms of acronyms.
    """
    found = topics.find_all(tally)
    is_phrase = tally.kind is CandidateKind.PHRASE and identity not in long_forms
    if found and (refusal := _judge_known(tally, found, counts.n_papers, topics, is_phrase=is_phrase)):
        return refusal
    match tally.kind:
        case CandidateKind.WORD:
            reason = _judge_word(tally, counts, topics)
        case CandidateKind.PHRASE:
            reason = _judge_phrase(identity, tally, long_forms, topics, is_known=bool(found))
            if is_phrase and not found and is_title_fragment(tally):
                reason = Reason.SUBSUMED
        case CandidateKind.PROPER:
            reason = _judge_proper(identity.casefold(), counts, topics)
        case CandidateKind.NAME:
            reason = _judge_name(identity)
        case _ as unreachable:
            assert_never(unreachable)
    return Reason.COMMON if reason is Reason.KEPT and _is_common(tally, counts.n_papers) else reason


def _judge_known(
    tally: Tally, found: Sequence[TermStatistics], n_papers: int, topics: Topics, *, is_phrase: bool
) -> Reason | None:
    """Return why a candidate is rejected for what the background says of it and its spellings, or None."""
    if any(one.is_genre for one in found):
        return Reason.GENRE
    share = 0.0 if n_papers < MIN_PAPERS_FOR_CAP else tally.df / n_papers
    if any(topics.is_field(one, share) for one in found):
        return Reason.FIELD
    if tally.kind is not CandidateKind.WORD and not any(map(topics.is_topic, found)):
        return Reason.GENERAL
    return Reason.GENERAL if is_phrase and topics.is_aspect(tally, found) else None


def is_title_fragment(tally: Tally) -> bool:
    """Return whether several titles without abstracts have a phrase, and all only before others of its noun phrase."""
    return tally.bare_df == tally.df > 1 and not tally.final_df


def _is_common(tally: Tally, n_papers: int) -> bool:
    """Return whether too many papers have a term.

    The subject of a listing on one subject has a name of several words; "GPU" is what others run on.
    """
    if n_papers < MIN_PAPERS_FOR_CAP or tally.df <= MAX_SHARE * n_papers:
        return False
    usual = max(tally.surfaces, key=lambda surface: (tally.surfaces[surface], surface))
    return " " not in usual or tally.df > MAX_PHRASE_SHARE * n_papers


def _judge_word(tally: Tally, counts: Counts, topics: Topics) -> Reason:
    """Reject a general word, a verb in -ing before its objects, and a word that is mostly part of one phrase."""
    word, uses = tally.key, counts.in_phrases
    if not counts.words.may_be_term(word) or topics.is_general_word(word):
        return Reason.WORD
    if word.endswith("ing") and uses.first.get(word, 0) >= VERB_SHARE * tally.n:
        return Reason.WORD
    if uses.most.get(word, 0) >= PART_SHARE * tally.n:
        return Reason.SUBSUMED
    return Reason.NAMESAKE if fold_label(word) in counts.namesakes else Reason.KEPT


def _judge_proper(lower: str, counts: Counts, topics: Topics) -> Reason:
    if len(lower) < MIN_PROPER or any(counts.words.lower[form] for form in (lower, lower.rstrip("s"), lower + "s")):
        return Reason.LOWER_CASE
    return Reason.GENERAL if topics.is_general_word(lower) else Reason.KEPT


def is_rare(group: Sequence[Candidate]) -> bool:
    """Return whether a phrase or word of a single paper occurs only once, outside the title, and without capitals.

    Most candidates are rejected here, before any further rule.
    """
    first = group[0]
    if len(group) > 1 or first.n > 1 or first.in_title:
        return False
    return first.kind in (CandidateKind.PHRASE, CandidateKind.WORD) and not _is_capitalised(first.surfaces[0])


def _is_capitalised(surface: str) -> bool:
    return surface[0].isupper() and all(word[0].isupper() for word in surface.replace("-", " ").split())


def _judge_name(identity: str) -> Reason:
    if len(identity) <= 2 and identity != "C#":  # noqa: PLR2004
        return Reason.SHORT
    if not any(c.isalpha() for c in identity) or _QUANTITY.fullmatch(identity) or _UNIT.fullmatch(identity):
        return Reason.GENERAL
    return Reason.KEPT


def _judge_phrase(identity: str, tally: Tally, long_forms: frozenset[str], topics: Topics, *, is_known: bool) -> Reason:
    if identity in long_forms:
        return Reason.KEPT
    words = tally.key.split(" ")
    n_characters = sum(map(_is_character, words))
    if tally.df == 1 and n_characters > MAX_CHARACTERS:
        return Reason.LONG
    if n_characters == len(words) == 2 and tally.title_df < MIN_PAIR_TITLE_SHARE * tally.df:  # noqa: PLR2004
        return Reason.GENERAL
    if n := _n_of_acronym(words, long_forms):
        # The long form of an acronym counts as one word.
        words = [_TOPICAL, *words[n:]]
    if is_general_phrase(words, is_known=is_known) or (not is_known and topics.is_vague(words[0])):
        return Reason.GENERAL
    if "of" in words and not is_known and not any("-of-" in surface for surface in tally.surfaces):
        return Reason.GENERAL
    return Reason.KEPT


def _is_character(word: str) -> bool:
    """Return whether a word is a single character of Chinese or Japanese."""
    return len(word) == 1 and word >= _FIRST_CHARACTER


def _n_of_acronym(words: list[str], long_forms: frozenset[str]) -> int:
    """Return the number of words of an acronym's long form at the beginning of a phrase ("key-value" cache), or 0."""
    # What is joined keeps its first letters, by which most phrases are known to begin with no long form.
    first = "".join(words)[:MIN_STEM].casefold()
    if first.isascii() and _BEGINNINGS.of(long_forms).isdisjoint([first[: n + 1] for n in range(MIN_STEM)]):
        return 0
    return next((n for n in range(len(words) - 1, 0, -1) if join_words(*words[:n]) in long_forms), 0)


class _Beginnings:
    """The first letters of long forms, remembered for those of the corpus that was asked about last."""

    def __init__(self) -> None:
        self._long_forms: frozenset[str] = frozenset()
        self._found: frozenset[str] = frozenset()

    def of(self, long_forms: frozenset[str]) -> frozenset[str]:
        # Comparing two large sets that are equal takes longer than judging a phrase.
        if self._long_forms is not long_forms:
            self._found = frozenset([form[:MIN_STEM] for form in long_forms])
            self._long_forms = long_forms
        return self._found


_BEGINNINGS = _Beginnings()


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
