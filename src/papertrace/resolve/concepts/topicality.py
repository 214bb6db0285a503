"""How topical a term is: what the background table says about it in the fields of the corpus, and the corpus itself.

Three counts say whether a term is a topic: how often papers that have it put it into the title, how often they repeat
it, and in how many fields of science it is common. They replace lists of general words, which hold for one field only.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from functools import cache
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from papertrace.background import Background, FieldMix, TermStatistics, load_background
from papertrace.background.table import topical_factor
from papertrace.model.papers.candidate import CandidateKind
from papertrace.model.papers.concept import Measures
from papertrace.resolve.concepts.tallies import Counted, Tally

MIN_TITLE_SHARE, MIN_FACTOR = 0.035, 0.56  # of a phrase or name
MIN_PAPERS, MIN_REPETITION = 100, 0.45  # papers that repeat a term, for each that has it in the title
MAX_HOME_RATE = 0.03  # the maximum share of a term in the papers of the fields of the corpus
# The same for a term that many papers of the corpus have as well.
MAX_COMMON_RATE, MAX_COMMON_SHARE = 0.005, 0.035
# Of a word that only praises or counts what follows it.
VAGUE_TITLE_SHARE, VAGUE_BURST_SHARE, VAGUE_DISPERSION = 0.1, 0.25, 40.0
HEAD_DISPERSION = 40.0  # of a word, from which a phrase that ends in it names an aspect of the work
ASPECT_TITLE_SHARE, ASPECT_DISPERSION = 0.1, 0.6  # the same for a word that is rarely in titles
MIN_ASPECT_RATE, MAX_ASPECT_FACTOR = 0.03, 0.9  # of each word of a phrase that names nothing in particular, and of it
GENERAL_DISPERSION, MIN_WORD_TITLE_SHARE = 1.5, 0.1  # From the first on, or below the second, a word is general.
BARE_BURST_SHARE = 0.5  # of the phrases in titles, which half of the abstracts of the bundled sample repeat
PRIOR_PAPERS = 4  # that the background counts for beside the papers of the corpus
# What is expected of a word that the table lacks, and the least of one that it has.
UNKNOWN_TITLE_SHARE, UNKNOWN_BURST_SHARE, MIN_SHARE = 0.2, 0.4, 0.03
MIN_DISPERSION, MAX_DISPERSION = 0.01, 150.0

Floats = NDArray[np.float64]
Ints = NDArray[np.int64]


class TopicColumns(NamedTuple):
    """Figures of the rows of the background table, and at the end those of a term that it lacks, whose row is -1."""

    title: Floats
    burst: Floats
    log_title: Floats
    log_burst: Floats
    log_dispersion: Floats
    zipf: Floats


class Words(NamedTuple):
    """The words of terms, one term after the other: the first one of each term, and of each word what it is."""

    firsts: Ints
    sizes: Ints
    rows: Ints
    are_of: NDArray[np.bool_]
    are_digits: NDArray[np.bool_]


@dataclass(frozen=True, slots=True)
class Topics:
    """The background as seen from the fields of a corpus."""

    mix: FieldMix = field(default_factory=lambda: FieldMix(load_background()))
    background: Background = field(default_factory=load_background)

    def find(self, key: str) -> TermStatistics | None:
        """Return the statistics of a term, given its key."""
        return self.background.find(key if key.islower() else key.casefold())

    def knows(self, key: str) -> bool:
        """Return whether the table has a term, given its key."""
        return (key if key.islower() else key.casefold()) in self.background

    def find_all(self, tally: Tally) -> list[TermStatistics]:
        """Return the statistics of a term by its key and by its spellings, as far as the table has them."""
        keys = {tally.key.casefold(): None}  # in order, each once
        if tally.kind is not CandidateKind.WORD:
            for surface in tally.surfaces:
                keys[surface.replace("-", " ").casefold()] = None
        return [found for found in map(self.background.find, keys) if found is not None]

    def find_row(self, key: str, kind: CandidateKind, surfaces: Iterable[str]) -> int:
        """Return the row of a term in the table by its key, or else by its commonest spelling there, or -1."""
        row = self.background.row(key.casefold())
        if row >= 0 or kind is CandidateKind.WORD:
            return row
        keys = {surface.replace("-", " ").casefold() for surface in surfaces}
        known = self.background.find_keys(keys)
        return self.background.row(max(known, key=self._rank)) if known else -1

    def divide(self, terms: Iterable[str]) -> "Words":
        """Return the words of terms, given the keys of these."""
        keys = [key.casefold().split(" ") for key in terms]
        every = [word for words in keys for word in words]
        sizes = np.array(list(map(len, keys)), dtype=np.int64)
        return Words(
            np.cumsum(sizes) - sizes,
            sizes,
            np.fromiter(map(self.background.row, every), np.int64, len(every)),
            np.array([word == "of" for word in every], dtype=np.bool_),
            np.array(list(map(str.isdigit, every)), dtype=np.bool_),
        )

    def _rank(self, key: str) -> tuple[object, ...]:
        found = self.background.find(key)
        return () if found is None else (found.df, found.title_share, found.burst_share, found.rates)

    def describe(self, key: str) -> Measures | None:
        """Return the figures of the table by which a term is judged."""
        found = self.find(key)
        if found is None:
            return None
        rate = 1_000 * self.background.rate_in(self.mix, found)
        return Measures(found.title_share, found.burst_share, rate, found.dispersion)

    def shares_of(self, counted: Counted, rows: Ints, words: "Words") -> tuple[Floats, Floats]:
        """Return the shares of terms' papers that have them in the title and that repeat them.

        `rows` are the rows of the terms in the table, `words` those of `divide`. The statistics of a term, or the
        geometric means of those of its words where the table lacks it, count as much as `PRIOR_PAPERS` of the corpus.
        """
        columns = self.columns
        are_counted = ~(words.are_of | words.are_digits)
        n = np.add.reduceat(are_counted, words.firsts)
        is_known, is_empty = rows >= 0, n == 0
        found = []
        for shares, logarithms in ((columns.title, columns.log_title), (columns.burst, columns.log_burst)):
            sums = np.add.reduceat(np.where(are_counted, logarithms[words.rows], 0.0), words.firsts)
            expected = np.where(is_empty, 0.0, np.exp(sums / np.maximum(n, 1)))
            found.append(np.where(is_known, shares[rows], expected))
        n_repeated = counted.burst_df + BARE_BURST_SHARE * counted.bare_df
        return _combine(counted.df, counted.title_df, found[0]), _combine(counted.df, n_repeated, found[1])

    @property
    def columns(self) -> "TopicColumns":
        """What the relevance of a term depends on, for each row of the table."""
        return _columns_of(self.background)

    def is_general_word(self, word: str) -> bool:
        """Return whether a single word, in whatever field, is too general to be a topic by itself."""
        return is_general_word(self.background, word)

    def is_vague(self, word: str) -> bool:
        """Return whether a word is rarely in titles, rarely repeated, and common everywhere: "novel", "use"."""
        found = self.find(word)
        return (
            found is not None
            and found.title_share < VAGUE_TITLE_SHARE
            and found.burst_share < VAGUE_BURST_SHARE
            and found.dispersion >= VAGUE_DISPERSION
        )

    def is_aspect(self, tally: Tally, statistics: Sequence[TermStatistics]) -> bool:
        """Return whether a phrase is less of a topic than usual and joins words of its fields: "learning system"."""
        words = tally.key.split(" ")
        is_general = self.is_general_head(words[-1])
        for one in statistics:
            shares = (one.title_share, one.burst_share)
            if not is_general:
                n_repeated = tally.burst_df + BARE_BURST_SHARE * tally.bare_df
                shares = (
                    _combine(tally.df, tally.title_df, one.title_share),
                    _combine(tally.df, n_repeated, one.burst_share),
                )
            if topical_factor(*shares) >= MAX_ASPECT_FACTOR:
                return False
        found = map(self.find, words)
        return all(one is not None and self.background.rate_in(self.mix, one) >= MIN_ASPECT_RATE for one in found)

    def is_general_head(self, word: str) -> bool:
        """Return whether a phrase that ends in a word names an aspect of the work rather than a topic."""
        found = self.find(word)
        return found is not None and (
            found.dispersion >= HEAD_DISPERSION
            or (found.title_share < ASPECT_TITLE_SHARE and found.dispersion >= ASPECT_DISPERSION)
        )

    @staticmethod
    def is_topic(statistics: TermStatistics) -> bool:
        """Return whether a phrase or name of the table is a topic rather than a setting or a habit of prose.

        A topic that is in the title is repeated in the abstract, a kind of study ("a case study") is not.
        """
        return (
            statistics.title_share >= MIN_TITLE_SHARE
            and (statistics.df < MIN_PAPERS or statistics.burst_share >= MIN_REPETITION * statistics.title_share)
            and topical_factor(statistics.title_share, statistics.burst_share) >= MIN_FACTOR
        )

    def is_field(self, statistics: TermStatistics, share: float) -> bool:
        """Return whether a term that a share of the corpus has is its whole field rather than a topic in it."""
        rate = self.background.rate_in(self.mix, statistics)
        return rate > MAX_HOME_RATE or (rate > MAX_COMMON_RATE and share > MAX_COMMON_SHARE)


def _combine(df: Any, n: Any, expected: Any) -> Any:  # noqa: ANN401 - numbers or arrays of them
    return (n + PRIOR_PAPERS * expected) / (df + PRIOR_PAPERS)


@cache
def _columns_of(background: Background) -> TopicColumns:
    title, burst = background.shares_of("title"), background.shares_of("burst")
    dispersion = np.clip(background.dispersions(), MIN_DISPERSION, MAX_DISPERSION)
    return TopicColumns(
        np.append(title, 0.0),
        np.append(burst, 0.0),
        np.log(np.append(np.maximum(title, MIN_SHARE), UNKNOWN_TITLE_SHARE)),
        np.log(np.append(np.maximum(burst, MIN_SHARE), UNKNOWN_BURST_SHARE)),
        np.log(np.append(dispersion, MIN_DISPERSION)),
        np.append(background.column("zipf") / 10, 0.0),
    )


def is_general_word(background: Background, word: str) -> bool:
    """Return whether a single word, in whatever field, is too general to be a topic by itself."""
    found = background.find(word)
    return found is not None and (found.dispersion >= GENERAL_DISPERSION or found.title_share < MIN_WORD_TITLE_SHARE)
