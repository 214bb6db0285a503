"""Rules that reject a candidate as a concept, whatever the paper; `relevance` ranks those that pass."""

import re
from collections.abc import Iterator, Sequence
from enum import StrEnum
from operator import itemgetter
from typing import assert_never

import numpy as np
from numpy.typing import NDArray

from papertrace.model.papers.candidate import MIN_STEM, CandidateKind, join_words
from papertrace.resolve.concepts.names.labels import fold_label
from papertrace.resolve.concepts.tallies import Counted, Counts
from papertrace.resolve.concepts.topicality import MIN_PAPERS_FOR_SHARE, LookedUp, Topics, Words

MIN_PROPER = 4
# Shares of the papers; applied from `MIN_PAPERS_FOR_SHARE` papers on, as they would empty a small corpus.
MAX_SHARE, MAX_PHRASE_SHARE = 0.25, 0.6
VERB_SHARE = 0.75  # of the occurrences of a word in -ing, from which it is a verb before its objects
PART_SHARE = 0.6  # of the occurrences of a word, from which it is only part of a phrase
MIN_PAIR_TITLE_SHARE = 1 / 3
"""Of the papers with a word of two Chinese characters, which is mostly a general one: "method", "introduce"."""

MAX_CHARACTERS = 6  # of a term of one paper in Chinese or Japanese: three words
_TOPICAL = "¤"
_QUANTITY = re.compile(r"\d+(?:\.\d+)?[A-Za-z]{1,2}|\d+x\d+")
# Units of the SI and their multiples that are printed as names are.
_UNIT = re.compile(r"[kMGTPmµunpf](?:Hz|Pa|eV|Wh?|V|A|J|N|T|F|M|L|Gy|Sv|Bq)")


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


def judge_terms(
    identities: Sequence[str],
    counted: Counted,
    looked_up: LookedUp,
    counts: Counts,
    long_forms: frozenset[str],
    *,
    topics: Topics,
) -> list[Reason]:
    """Return why each candidate is, or is not, a concept of the corpus, regardless of other candidates.

    `long_forms` contains the identities of the long forms of acronyms.
    """
    if not identities:
        return []
    known = topics.judge_known(counted, looked_up, counts.n_papers)
    is_word = np.array([kind is CandidateKind.WORD for kind in counted.kinds], dtype=np.bool_)
    named = zip(identities, counted.kinds, strict=True)
    is_phrase = np.array(
        [kind is CandidateKind.PHRASE and identity not in long_forms for identity, kind in named], dtype=np.bool_
    )
    # What only titles without abstracts have, and only before others of its noun phrase.
    is_fragment = (counted.bare_df == counted.df) & (counted.df > 1) & (counted.final_df == 0)
    is_refused = (known.is_genre, known.is_field, ~is_word & ~known.is_topic, is_phrase & known.is_aspect)
    refused = [(are_refused & known.is_known, reason) for are_refused, reason in zip(is_refused, _KNOWN, strict=True)]
    refused.append((is_phrase & is_fragment & ~known.is_known, Reason.SUBSUMED))
    reasons: dict[int, Reason] = {}
    for are_refused, reason in refused:
        for i in np.flatnonzero(are_refused).tolist():
            reasons.setdefault(i, reason)
    phrases = np.array([i for i in np.flatnonzero(is_phrase).tolist() if i not in reasons], dtype=np.int64)
    words = looked_up.words.take(phrases)
    of_phrases = _judge_phrases(counted.take(phrases), words, known.is_known[phrases], long_forms, topics)
    reasons.update(zip(phrases.tolist(), of_phrases, strict=True))
    common = set(_find_common(counted, counts.n_papers))
    judged = []
    for i, identity in enumerate(identities):
        reason = reasons.get(i) or _judge_by_kind(identity, counted, i, counts, topics)
        judged.append(Reason.COMMON if reason is Reason.KEPT and i in common else reason)
    return judged


_KNOWN = (Reason.GENRE, Reason.FIELD, Reason.GENERAL, Reason.GENERAL)


def _judge_by_kind(identity: str, counted: Counted, i: int, counts: Counts, topics: Topics) -> Reason:
    match counted.kinds[i]:
        case CandidateKind.WORD:
            return _judge_word(counted.keys[i], int(counted.n[i]), counts, topics)
        case CandidateKind.PHRASE:
            return Reason.KEPT  # the long form of an acronym
        case CandidateKind.PROPER:
            return _judge_proper(identity.casefold(), counts, topics)
        case CandidateKind.NAME:
            return _judge_name(identity)
        case _ as unreachable:
            assert_never(unreachable)


def _find_common(counted: Counted, n_papers: int) -> Iterator[int]:
    """Yield which terms too many papers have.

    The subject of a listing on one subject has a name of several words; "GPU" is what others run on.
    """
    if n_papers < MIN_PAPERS_FOR_SHARE:
        return
    for i in np.flatnonzero(counted.df > MAX_SHARE * n_papers).tolist():
        usual = max(counted.surfaces[i].items(), key=itemgetter(1, 0))[0]
        if " " not in usual or counted.df[i] > MAX_PHRASE_SHARE * n_papers:
            yield i


def _judge_word(word: str, n: int, counts: Counts, topics: Topics) -> Reason:
    """Reject a general word, a verb in -ing before its objects, and a word that is mostly part of one phrase."""
    uses = counts.in_phrases
    if not counts.words.may_be_term(word) or topics.is_general_word(word):
        return Reason.WORD
    if word.endswith("ing") and uses.first.get(word, 0) >= VERB_SHARE * n:
        return Reason.WORD
    if uses.most.get(word, 0) >= PART_SHARE * n:
        return Reason.SUBSUMED
    return Reason.NAMESAKE if fold_label(word) in counts.namesakes else Reason.KEPT


def _judge_proper(lower: str, counts: Counts, topics: Topics) -> Reason:
    if len(lower) < MIN_PROPER or any(counts.words.lower[form] for form in (lower, lower.rstrip("s"), lower + "s")):
        return Reason.LOWER_CASE
    return Reason.GENERAL if topics.is_general_word(lower) else Reason.KEPT


def is_capitalised(surface: str) -> bool:
    """Return whether each word of a spelling begins with a capital."""
    return surface[0].isupper() and all(word[0].isupper() for word in surface.replace("-", " ").split())


def _judge_name(identity: str) -> Reason:
    if len(identity) <= 2 and identity != "C#":  # noqa: PLR2004
        return Reason.SHORT
    if not any(c.isalpha() for c in identity) or _QUANTITY.fullmatch(identity) or _UNIT.fullmatch(identity):
        return Reason.GENERAL
    return Reason.KEPT


def _judge_phrases(
    counted: Counted, printed: Words, are_known: NDArray[np.bool_], long_forms: frozenset[str], topics: Topics
) -> list[Reason]:
    """Reject clauses, counts, and phrases of general words; the background has said what it says of `are_known`."""
    if not counted.keys:
        return []
    keys = [_shorten(key, long_forms) for key in counted.keys]
    words = printed if keys == counted.keys else topics.divide(keys)
    n_characters = printed.count_of(printed.are_characters)
    is_pair = (n_characters == printed.sizes) & (n_characters == 2)  # noqa: PLR2004
    has_of = words.any_of(words.are_of) & ~np.array(
        [any("-of-" in surface for surface in surfaces) for surfaces in counted.surfaces], dtype=np.bool_
    )
    is_general = is_general_phrase(words, are_known) | (
        ~are_known & (topics.columns.is_vague[words.rows[words.firsts]] | has_of)
    )
    is_general |= is_pair & (counted.title_df < MIN_PAIR_TITLE_SHARE * counted.df)
    is_long = (counted.df == 1) & (n_characters > MAX_CHARACTERS)
    return [
        Reason.LONG if long else Reason.GENERAL if general else Reason.KEPT
        for long, general in zip(is_long.tolist(), is_general.tolist(), strict=True)
    ]


def _shorten(key: str, long_forms: frozenset[str]) -> str:
    """Return the key of a phrase with one word for the long form of an acronym with which it begins."""
    # What is joined keeps its first letters, by which most phrases are known to begin with no long form.
    if not _BEGINNINGS.may_open(key.replace(" ", "")[:MIN_STEM], long_forms):
        return key
    words = key.split(" ")
    n = next((n for n in range(len(words) - 1, 0, -1) if join_words(*words[:n]) in long_forms), 0)
    return " ".join([_TOPICAL, *words[n:]]) if n else key


class _Beginnings:
    """The first letters of long forms, remembered for those of the corpus that was asked about last."""

    def __init__(self) -> None:
        self._long_forms: frozenset[str] = frozenset()
        self._found: frozenset[str] = frozenset()
        self._answers: dict[str, bool] = {}

    def may_open(self, opening: str, long_forms: frozenset[str]) -> bool:
        """Return whether a long form may begin with the first letters of a phrase."""
        # Comparing two large sets that are equal takes longer than judging a phrase.
        if self._long_forms is not long_forms:
            self._found = frozenset([form[:MIN_STEM] for form in long_forms])
            self._long_forms, self._answers = long_forms, {}
        answer = self._answers.get(opening)
        if answer is None:
            first = opening.casefold()[:MIN_STEM]
            answer = not first.isascii() or not self._found.isdisjoint([first[: n + 1] for n in range(MIN_STEM)])
            self._answers[opening] = answer
        return answer


_BEGINNINGS = _Beginnings()


def is_general_phrase(words: Words, are_known: NDArray[np.bool_]) -> NDArray[np.bool_]:
    """Return which phrases are a count, or end in an adjective that needs a noun after it.

    >>> words = Topics().divide(["8", "walrus 8", "highly educated", "code generation"])
    >>> is_general_phrase(words, np.zeros(4, dtype=np.bool_)).tolist()
    [True, True, True, False]
    """
    ends_in_digits = words.are_digits[words.lasts]
    are_content = ~(words.are_digits | words.are_of)
    says_nothing = ~words.any_of(are_content) | (ends_in_digits & words.all_of(words.are_lower | ~are_content))
    ends_as_adjective = words.end_as_adjectives[words.lasts]
    is_range = ends_in_digits & words.are_digits[words.firsts]
    return ends_as_adjective | is_range | (~are_known & says_nothing)
