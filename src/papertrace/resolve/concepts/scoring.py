"""How relevant a concept is for a paper, and its score.

The log-odds are a sum over features of the term (in the corpus and in the background table) and of its occurrences in
the paper. `tools/fit_relevance.py` fits the coefficients to papers of several fields that a reader indexed.
"""

import math
import re
from collections.abc import Iterator, Mapping, Sequence
from enum import StrEnum
from operator import itemgetter
from typing import Any, NamedTuple, assert_never

import numpy as np
from numpy.typing import NDArray

from papertrace.model.papers.candidate import MIN_STEM, CandidateKind, join_words
from papertrace.resolve.concepts.names import fold_label
from papertrace.resolve.concepts.tallies import Counted, Counts
from papertrace.resolve.concepts.topicality import MIN_DISPERSION, MIN_PAPERS_FOR_SHARE, LookedUp, Topics, Words

Value = Any
"""A number, or an array of those of many terms: what is computed of one is computed of all at once."""

_MIN_SHARE, _MAX_SHARE = 0.02, 1.0  # of the title and burst shares
_MIN_CORPUS = 50  # papers that a corpus counts for at least
_MAX_REPETITIONS = 6
_LOG_N = np.array((0.0, *map(math.log, range(1, _MAX_REPETITIONS + 1))))
_UNKNOWN_DISPERSION = math.log(MIN_DISPERSION)  # of a term that the table lacks
_DIGITS = 9  # to which log-odds are rounded, so that they do not show in which order they were added up
_INNER_CAPITAL = re.compile(r"[a-z][A-Z]|[A-Z]{2}[a-z]{2}")

COEFFICIENTS: Mapping[str, float] = {
    "intercept": 0.97,
    "title_share": 0.43,
    "burst_share": 0.38,
    "dispersion": -0.06,
    "corpus_share": 0.05,
    "one_paper": -0.53,
    "two_papers": -0.09,
    "known": 0.37,
    "unknown_in_one_paper": 0.1,
    "acronym": 1.14,
    "of": -0.5,
    "digits": -2.19,
    "word": -1.29,
    "word_title_share": -0.39,
    "word_dispersion": -0.13,
    "zipf": -0.25,
    "name": -0.55,
    "coined": 0.68,
    "proper": -1.36,
    "three_words": -0.02,
    "more_words": -0.76,
    "first_dispersion": -0.03,
    "head_dispersion": -0.03,
    "repetition": 0.63,
    "position": -1.0,
    "title": 0.17,
    "once": -0.37,
    "title_once": 0.4,
    "not_final": -0.49,
    "own": -1.31,
}
"""Log-odds per unit of each feature."""


class Occurrences(NamedTuple):
    """The occurrences of a term in one paper: their number, and the share of the paper's words before the first one."""

    n: Value
    in_title: Value
    position: Value
    is_final: Value
    is_own: Value


class TermFeatures(NamedTuple):
    """The features of a term of a corpus; those that do not apply to its kind are 0."""

    intercept: Value
    title_share: Value
    burst_share: Value
    dispersion: Value
    corpus_share: Value
    one_paper: Value
    two_papers: Value
    known: Value
    unknown_in_one_paper: Value
    acronym: Value
    of: Value
    word: Value = 0.0
    word_title_share: Value = 0.0
    word_dispersion: Value = 0.0
    zipf: Value = 0.0
    name: Value = 0.0
    coined: Value = 0.0
    proper: Value = 0.0
    three_words: Value = 0.0
    more_words: Value = 0.0
    digits: Value = 0.0
    first_dispersion: Value = 0.0
    head_dispersion: Value = 0.0


class OccurrenceFeatures(NamedTuple):
    """The features of a term in one paper."""

    repetition: Value
    position: Value
    title: Value
    once: Value
    title_once: Value
    not_final: Value
    own: Value


Features = TermFeatures | OccurrenceFeatures

_WEIGHTS: dict[type[Features], tuple[float, ...]] = {}


def set_coefficients(coefficients: Mapping[str, float]) -> None:
    """Use other coefficients in this process, given one for each feature."""
    for features in (TermFeatures, OccurrenceFeatures):
        _WEIGHTS[features] = tuple(coefficients[name] for name in features._fields)


set_coefficients(COEFFICIENTS)


def describe_terms(
    identities: Sequence[str],
    counted: Counted,
    looked_up: LookedUp,
    *,
    topics: Topics,
    n_papers: int,
    are_acronyms: Sequence[bool],
) -> TermFeatures:
    """Return the features of terms of a corpus of `n_papers`, each as an array of those of all terms.

    `are_acronyms` is whether each term is an acronym that the corpus defines, or the long form of one.
    """
    if not identities:
        return TermFeatures(*[np.zeros(0)] * len(TermFeatures._fields))
    words, rows = looked_up.words, topics.choose_rows(looked_up)
    columns, is_known, sizes = topics.columns, rows >= 0, words.sizes
    title_share, burst_share = map(_log, topics.shares_of(counted, rows, words))
    df = counted.df
    is_phrase, is_word, is_name, is_proper = (
        np.array([kind is one for kind in counted.kinds], dtype=np.bool_)
        for one in (CandidateKind.PHRASE, CandidateKind.WORD, CandidateKind.NAME, CandidateKind.PROPER)
    )
    dispersion = columns.log_dispersion[rows]
    of_words = columns.log_dispersion[words.rows] - _UNKNOWN_DISPERSION
    return TermFeatures(
        intercept=np.ones(df.size),
        title_share=title_share,
        burst_share=burst_share,
        dispersion=dispersion,
        corpus_share=np.log(df / max(_MIN_CORPUS, n_papers)),
        one_paper=df == 1,
        two_papers=df == 2,  # noqa: PLR2004
        known=is_known,
        unknown_in_one_paper=~is_known & (df == 1),
        acronym=np.array(are_acronyms, dtype=np.bool_),
        of=words.any_of(words.are_of),
        word=is_word,
        word_title_share=is_word * title_share,
        word_dispersion=is_word * (dispersion - _UNKNOWN_DISPERSION),
        zipf=is_word * columns.zipf[rows],
        name=is_name,
        coined=_mark_coined(identities, is_name),
        proper=is_proper,
        three_words=is_phrase & (sizes == 3),  # noqa: PLR2004
        more_words=is_phrase & (sizes > 3),  # noqa: PLR2004
        digits=is_phrase & words.any_of(words.are_digits),
        first_dispersion=is_phrase * of_words[words.firsts],
        head_dispersion=is_phrase * of_words[words.lasts],
    )


def describe_occurrences(found: Occurrences) -> OccurrenceFeatures:
    """Return the features of a term in one paper, or of many terms in their papers."""
    n, in_title, position, is_final, is_own = found
    is_once = np.equal(n, 1)
    return OccurrenceFeatures(
        _LOG_N[np.minimum(n, _MAX_REPETITIONS)], position, in_title, is_once, in_title * is_once, 1 - is_final, is_own
    )


def sum_log_odds(features: Features) -> Value:
    """Return the log-odds that features add up to."""
    total: Value = 0.0
    for weight, feature in zip(_WEIGHTS[type(features)], features, strict=True):
        total = total + weight * feature
    return np.round(total, _DIGITS)


def log_odds_of_own() -> float:
    """Return the log-odds of one of a paper's own names."""
    return _WEIGHTS[OccurrenceFeatures][OccurrenceFeatures._fields.index("own")]


def to_probability(log_odds: float) -> float:
    """Return the probability that belongs to log-odds.

    >>> [round(to_probability(x), 2) for x in (-2.0, 0.0, 2.0)]
    [0.12, 0.5, 0.88]
    """
    return 1.0 / (1.0 + math.exp(-log_odds))


def is_coined(name: str) -> bool:
    """Return whether a name looks made up: capitals inside a word, or capitals joined to other characters.

    >>> [is_coined(name) for name in ("FurnitureSim", "CoDeGa", "TD3", "ASAP-RL", "ANOVA", "A100", "x10")]
    [True, True, True, True, False, False, False]
    """
    return (sum(map(str.isupper, name)) > 1 and not name.isalpha()) or bool(_INNER_CAPITAL.search(name))


def _mark_coined(names: Sequence[str], is_name: NDArray[np.bool_]) -> NDArray[np.bool_]:
    marks = is_name.copy()
    chosen = np.flatnonzero(is_name)
    marks[chosen] = [is_coined(names[i]) for i in chosen.tolist()]
    return marks


def _log(shares: Value) -> Value:
    return np.log(np.clip(shares, _MIN_SHARE, _MAX_SHARE))


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
        self._last: tuple[frozenset[str], frozenset[str], dict[str, bool]] = frozenset(), frozenset(), {}

    def may_open(self, opening: str, long_forms: frozenset[str]) -> bool:
        """Return whether a long form may begin with the first letters of a phrase."""
        # All at once, for a thread that judges phrases of another corpus.
        asked, found, answers = self._last
        # Comparing two large sets that are equal takes longer than judging a phrase.
        if asked is not long_forms:
            found, answers = frozenset([form[:MIN_STEM] for form in long_forms]), {}
            self._last = long_forms, found, answers
        answer = answers.get(opening)
        if answer is None:
            first = opening.casefold()[:MIN_STEM]
            answer = not first.isascii() or not found.isdisjoint([first[: n + 1] for n in range(MIN_STEM)])
            answers[opening] = answer
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
