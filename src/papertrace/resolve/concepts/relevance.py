"""How likely an indexer would index a paper with a term: a log-linear model of a few counts and look-ups.

The log-odds are a sum over features of the term (in the corpus and in the background table) and of its occurrences in
the paper. `tools/fit_relevance.py` fits the coefficients to papers of several fields that a reader indexed.
"""

import math
import re
from collections.abc import Mapping
from operator import mul
from typing import NamedTuple, assert_never

from papertrace.background import TermStatistics
from papertrace.model.papers.candidate import CandidateKind
from papertrace.resolve.concepts.tallies import Tally
from papertrace.resolve.concepts.topicality import Topics

_MIN_SHARE, _MAX_SHARE = 0.02, 1.0  # of the title and burst shares
_MIN_DISPERSION, _MAX_DISPERSION = 0.01, 150.0
_MIN_CORPUS = 50  # papers that a corpus counts for at least
_MAX_REPETITIONS = 6
_LOG_N = (0.0, *map(math.log, range(1, _MAX_REPETITIONS + 1)))
_UNKNOWN_DISPERSION = math.log(_MIN_DISPERSION)  # of a term that the table lacks
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

    n: int
    in_title: bool
    position: float
    is_final: bool
    is_own: bool


class TermFeatures(NamedTuple):
    """The features of a term of a corpus; those that do not apply to its kind are 0."""

    intercept: float
    title_share: float
    burst_share: float
    dispersion: float
    corpus_share: float
    one_paper: float
    two_papers: float
    known: float
    unknown_in_one_paper: float
    acronym: float
    of: float
    word: float = 0.0
    word_title_share: float = 0.0
    word_dispersion: float = 0.0
    zipf: float = 0.0
    name: float = 0.0
    coined: float = 0.0
    proper: float = 0.0
    three_words: float = 0.0
    more_words: float = 0.0
    digits: float = 0.0
    first_dispersion: float = 0.0
    head_dispersion: float = 0.0


class OccurrenceFeatures(NamedTuple):
    """The features of a term in one paper."""

    repetition: float
    position: float
    title: float
    once: float
    title_once: float
    not_final: float
    own: float


Features = TermFeatures | OccurrenceFeatures
_OF_ANY = TermFeatures._fields[: TermFeatures._fields.index("of") + 1]
_FIELDS: Mapping[CandidateKind, tuple[str, ...]] = {
    CandidateKind.PHRASE: (*_OF_ANY, "three_words", "more_words", "digits", "first_dispersion", "head_dispersion"),
    CandidateKind.WORD: (*_OF_ANY, "word", "word_title_share", "word_dispersion", "zipf"),
    CandidateKind.NAME: (*_OF_ANY, "name", "coined"),
    CandidateKind.PROPER: (*_OF_ANY, "proper"),
}
"""The features of terms of each kind that are not always 0."""

_WEIGHTS: dict[type[Features], tuple[float, ...]] = {}
_WEIGHTS_OF_KIND: dict[CandidateKind, tuple[float, ...]] = {}
_PRODUCTS: dict[tuple[int, bool, bool, bool], tuple[float, ...]] = {}  # of all features of occurrences but the position


_POSITION = OccurrenceFeatures._fields.index("position")


def set_coefficients(coefficients: Mapping[str, float]) -> None:
    """Use other coefficients in this process, given one for each feature."""
    for features in (TermFeatures, OccurrenceFeatures):
        _WEIGHTS[features] = tuple(coefficients[name] for name in features._fields)
    for kind, fields in _FIELDS.items():
        _WEIGHTS_OF_KIND[kind] = tuple(coefficients[name] for name in fields)
    _PRODUCTS.clear()


set_coefficients(COEFFICIENTS)


def describe_term(identity: str, tally: Tally, topics: Topics, n_papers: int, *, is_acronym: bool) -> TermFeatures:
    """Return the features of a term of a corpus of `n_papers`.

    `is_acronym` is whether the term is an acronym that the corpus defines, or the long form of one.
    """
    values = _measure(identity, tally, topics, n_papers, is_acronym=is_acronym)
    return TermFeatures(**dict(zip(_FIELDS[tally.kind], values, strict=True)))


def _measure(identity: str, tally: Tally, topics: Topics, n_papers: int, *, is_acronym: bool) -> tuple[float, ...]:
    """Return the features of a term in the order of `_FIELDS`."""
    found = topics.find_any(tally)
    title_share, burst_share = topics.shares_of(tally, found)
    words = tally.key.casefold().split(" ")
    df, kind = tally.df, tally.kind
    log_title_share, dispersion = _log(title_share), _log_dispersion(found)
    of_any = (
        1.0,
        log_title_share,
        _log(burst_share),
        dispersion,
        math.log(df / max(_MIN_CORPUS, n_papers)),
        df == 1,
        df == 2,  # noqa: PLR2004
        found is not None,
        found is None and df == 1,
        is_acronym,
        "of" in words,
    )
    match kind:
        case CandidateKind.PHRASE:
            return (
                *of_any,
                len(words) == 3,  # noqa: PLR2004
                len(words) > 3,  # noqa: PLR2004
                any(map(str.isdigit, words)),
                _log_dispersion(topics.find(words[0])) - _UNKNOWN_DISPERSION,
                _log_dispersion(topics.find(words[-1])) - _UNKNOWN_DISPERSION,
            )
        case CandidateKind.WORD:
            zipf = 0.0 if found is None else found.zipf
            return (*of_any, 1.0, log_title_share, dispersion - _UNKNOWN_DISPERSION, zipf)
        case CandidateKind.NAME:
            return (*of_any, 1.0, is_coined(identity))
        case CandidateKind.PROPER:
            return (*of_any, 1.0)
        case _ as unreachable:
            assert_never(unreachable)


def describe_occurrences(found: Occurrences) -> OccurrenceFeatures:
    """Return the features of a term in one paper."""
    n, in_title, position, is_final, is_own = found
    is_once = n == 1
    return OccurrenceFeatures(
        _LOG_N[min(n, _MAX_REPETITIONS)], position, in_title, is_once, in_title and is_once, not is_final, is_own
    )


def sum_log_odds(features: Features) -> float:
    """Return the log-odds that features add up to."""
    return math.fsum(map(mul, _WEIGHTS[type(features)], features))


def sum_log_odds_of_term(identity: str, tally: Tally, topics: Topics, n_papers: int, *, is_acronym: bool) -> float:
    """Return the log-odds of `describe_term`, exactly those of `sum_log_odds`, without the features that are 0."""
    values = _measure(identity, tally, topics, n_papers, is_acronym=is_acronym)
    return math.fsum(map(mul, _WEIGHTS_OF_KIND[tally.kind], values))


def sum_log_odds_of(n: int, position: float, *, in_title: bool, is_final: bool, is_own: bool) -> float:
    """Return the log-odds of `Occurrences`, exactly those of `sum_log_odds`; only the position has many values."""
    key = (min(n, _MAX_REPETITIONS), in_title, is_final, is_own)
    products = _PRODUCTS.get(key)
    if products is None:
        features = describe_occurrences(Occurrences(n, in_title, 0.0, is_final, is_own))
        products = _PRODUCTS[key] = tuple(filter(None, map(mul, _WEIGHTS[OccurrenceFeatures], features)))
    return math.fsum((*products, _WEIGHTS[OccurrenceFeatures][_POSITION] * position))


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


def _log(share: float) -> float:
    return math.log(min(_MAX_SHARE, max(_MIN_SHARE, share)))


def _log_dispersion(found: TermStatistics | None) -> float:
    if found is None:
        return _UNKNOWN_DISPERSION
    return math.log(min(_MAX_DISPERSION, max(_MIN_DISPERSION, found.dispersion)))
