"""How likely an indexer would index a paper with a term: a log-linear model of a few counts and look-ups.

The log-odds are a sum over features of the term (in the corpus and in the background table) and of its occurrences in
the paper. `tools/fit_relevance.py` fits the coefficients to papers of several fields that a reader indexed.
"""

import math
import re
from collections.abc import Mapping
from typing import NamedTuple

from papertrace.background import TermStatistics
from papertrace.model.candidate import CandidateKind
from papertrace.resolve.concepts.tallies import Tally
from papertrace.resolve.concepts.topicality import Topics

_MIN_SHARE, _MAX_SHARE = 0.02, 1.0  # of the title and burst shares
_MIN_DISPERSION, _MAX_DISPERSION = 0.01, 150.0
_MIN_CORPUS = 50  # papers that a corpus counts for at least
_MAX_REPETITIONS = 6
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


def describe_term(identity: str, tally: Tally, topics: Topics, n_papers: int, *, is_acronym: bool) -> dict[str, float]:
    """Return the features of a term of a corpus of `n_papers`, by name.

    `is_acronym` is whether the term is an acronym that the corpus defines, or the long form of one.
    """
    found = topics.find_any(tally)
    title_share, burst_share = topics.shares_of(tally, found)
    words = tally.key.casefold().split(" ")
    features = {
        "intercept": 1.0,
        "title_share": _log(title_share),
        "burst_share": _log(burst_share),
        "dispersion": _log_dispersion(found),
        "corpus_share": math.log(tally.df / max(_MIN_CORPUS, n_papers)),
        "one_paper": float(tally.df == 1),
        "two_papers": float(tally.df == 2),  # noqa: PLR2004
        "known": float(found is not None),
        "unknown_in_one_paper": float(found is None and tally.df == 1),
        "acronym": float(is_acronym),
        "of": float("of" in words),
    }
    match tally.kind:
        case CandidateKind.WORD:
            features["word"] = 1.0
            features["word_title_share"] = features["title_share"]
            features["word_dispersion"] = features["dispersion"] - _log_dispersion(None)
            features["zipf"] = 0.0 if found is None else found.zipf
        case CandidateKind.NAME:
            features["name"] = 1.0
            features["coined"] = float(is_coined(identity))
        case CandidateKind.PROPER:
            features["proper"] = 1.0
        case CandidateKind.PHRASE:
            features["three_words"] = float(len(words) == 3)  # noqa: PLR2004
            features["more_words"] = float(len(words) > 3)  # noqa: PLR2004
            features["digits"] = float(any(map(str.isdigit, words)))
            features["first_dispersion"] = _log_dispersion(topics.find(words[0])) - _log_dispersion(None)
            features["head_dispersion"] = _log_dispersion(topics.find(words[-1])) - _log_dispersion(None)
    return features


def describe_occurrences(found: Occurrences) -> dict[str, float]:
    """Return the features of a term in one paper, by name."""
    return {
        "repetition": math.log(min(found.n, _MAX_REPETITIONS)),
        "position": found.position,
        "title": float(found.in_title),
        "once": float(found.n == 1),
        "title_once": float(found.in_title and found.n == 1),
        "not_final": float(not found.is_final),
        "own": float(found.is_own),
    }


def sum_log_odds(features: Mapping[str, float]) -> float:
    """Return the log-odds that features add up to."""
    return math.fsum(COEFFICIENTS[name] * value for name, value in features.items())


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
    return math.log(_MIN_DISPERSION if found is None else min(_MAX_DISPERSION, max(_MIN_DISPERSION, found.dispersion)))
