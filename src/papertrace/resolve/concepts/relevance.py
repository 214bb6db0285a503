"""How likely an indexer would index a paper with a term: a log-linear model of a few counts and look-ups.

The log-odds are a sum over features of the term (in the corpus and in the background table) and of its occurrences in
the paper. `tools/fit_relevance.py` fits the coefficients to papers of several fields that a reader indexed.
"""

import math
import re
from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from papertrace.model.papers.candidate import CandidateKind
from papertrace.resolve.concepts.tallies import Counted
from papertrace.resolve.concepts.topicality import MIN_DISPERSION, LookedUp, Topics

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
