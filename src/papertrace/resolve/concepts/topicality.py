"""How topical a term is: what the background table says about it in the fields of the corpus, and the corpus itself.

Three counts say whether a term is a topic: how often papers that have it put it into the title, how often they repeat
it, and in how many fields of science it is common. They replace lists of general words, which hold for one field only.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cache
from itertools import chain
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from papertrace.background import Background, FieldMix, TermStatistics, load_background
from papertrace.background.table import topical_factor
from papertrace.model.papers.candidate import CandidateKind, spread
from papertrace.model.papers.facts import Measures
from papertrace.resolve.concepts.tallies import Counted

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
MIN_PAPERS_FOR_SHARE = 50  # of a corpus from which on the share of its papers that have a term says something
PRIOR_PAPERS = 4  # that the background counts for beside the papers of the corpus
# What is expected of a word that the table lacks, and the least of one that it has.
UNKNOWN_TITLE_SHARE, UNKNOWN_BURST_SHARE, MIN_SHARE = 0.2, 0.4, 0.03
MIN_DISPERSION, MAX_DISPERSION = 0.01, 150.0

Floats = NDArray[np.float64]
Ints = NDArray[np.int64]
Bools = NDArray[np.bool_]

_FIRST_CHARACTER = "\u3005"  # of Chinese and Japanese
_ADJECTIVES_AT_END = ("ed", "ous", "ative", "able", "ible", "ical", "ional")  # They need a noun after them.
_MAX_WORDS = 1 << 17  # that are remembered


class TopicColumns(NamedTuple):
    """What the background table says of each of its rows, and at the end of a term that it lacks, whose row is -1."""

    title: Floats
    burst: Floats
    log_title: Floats
    log_burst: Floats
    log_dispersion: Floats
    zipf: Floats
    is_genre: Bools
    is_topic: Bools
    is_vague: Bools
    is_general_head: Bools
    is_general_word: Bools


class Words(NamedTuple):
    """The words of terms, one term after the other: the first one of each term, and of each word what it is."""

    firsts: Ints
    sizes: Ints
    rows: Ints
    are_of: Bools
    are_digits: Bools
    are_characters: Bools
    are_lower: Bools
    end_as_adjectives: Bools

    def any_of(self, marks: Bools) -> Bools:
        """Return which terms have a word with a mark."""
        return np.logical_or.reduceat(marks, self.firsts) if self.firsts.size else marks

    def all_of(self, marks: Bools) -> Bools:
        """Return which terms have only words with a mark."""
        return np.logical_and.reduceat(marks, self.firsts) if self.firsts.size else marks

    def count_of(self, marks: Bools) -> Ints:
        """Return how many words of each term have a mark."""
        return np.add.reduceat(marks, self.firsts, dtype=np.int64) if self.firsts.size else np.zeros(0, np.int64)

    @property
    def lasts(self) -> Ints:
        """The last word of each term."""
        return self.firsts + self.sizes - 1

    def take(self, chosen: Ints) -> "Words":
        """Return the words of some terms."""
        at, ends = spread(self.firsts[chosen], self.sizes[chosen])
        sizes = self.sizes[chosen]
        taken: list[Any] = [column[at] for column in self[2:]]
        return Words(ends - sizes, sizes, *taken)


class LookedUp(NamedTuple):
    """Terms as the table has them: their rows by their keys, those by spellings, and their words.

    The row of a term that the table lacks is -1. `spelled` are the places of the terms that have `rows` by a spelling.
    """

    by_key: Ints
    spelled: Ints
    rows: Ints
    words: Words

    def take(self, chosen: Ints) -> "LookedUp":
        """Return some terms."""
        places = np.full(self.by_key.size, -1)
        places[chosen] = np.arange(chosen.size)
        spelled = places[self.spelled]
        kept = spelled >= 0
        return LookedUp(self.by_key[chosen], spelled[kept], self.rows[kept], self.words.take(chosen))


class _WordCodes(dict[str, int]):
    """What words are: the row in the table and one above, and eight marks below it; most words recur."""

    def __init__(self, background: Background) -> None:
        super().__init__()
        self._background = background

    def __missing__(self, word: str) -> int:
        marks = (
            word.casefold() == "of",
            word.isdigit(),
            len(word) == 1 and word >= _FIRST_CHARACTER,
            word.islower(),
            word.endswith(_ADJECTIVES_AT_END),
        )
        code = (self._background.row(word.casefold()) + 1) << _N_MARKS | sum(mark << i for i, mark in enumerate(marks))
        if len(self) >= _MAX_WORDS:
            self.clear()
        self[word] = code
        return code


_N_MARKS = 5


class Known(NamedTuple):
    """What the table says of terms by their keys and spellings: whether it has one, and whether any is such a one."""

    is_known: Bools
    is_genre: Bools
    is_field: Bools
    is_topic: Bools
    is_aspect: Bools


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

    def look_up(self, counted: Counted) -> LookedUp:
        """Look terms up in the table; single words have no spellings beside their keys."""
        background = self.background
        terms = [
            number
            for number, (kind, surfaces) in enumerate(zip(counted.kinds, counted.surfaces, strict=True))
            if kind is not CandidateKind.WORD
            for _ in surfaces
        ]
        surfaces = [counted.surfaces[number] for number in dict.fromkeys(terms)]
        rows = background.rows([surface.replace("-", " ").casefold() for surface in chain.from_iterable(surfaces)])
        at = np.flatnonzero(rows >= 0)
        return LookedUp(
            background.rows(list(map(str.casefold, counted.keys))),
            np.array(terms, dtype=np.int64)[at],
            rows[at],
            self.divide(counted.keys),
        )

    def choose_rows(self, terms: LookedUp) -> Ints:
        """Return the row of each term in the table by its key, or else by its commonest spelling there, or -1."""
        found = terms.by_key.copy()
        spelled: dict[int, set[int]] = {}
        for term, row in zip(terms.spelled.tolist(), terms.rows.tolist(), strict=True):
            if found[term] < 0:
                spelled.setdefault(term, set()).add(row)
        for term, its_rows in spelled.items():
            found[term] = max(its_rows, key=self._rank) if len(its_rows) > 1 else its_rows.pop()
        return found

    def _rank(self, row: int) -> tuple[object, ...]:
        found = self.background.read(row)
        return found.df, found.title_share, found.burst_share, found.rates

    def divide(self, terms: Sequence[str]) -> "Words":
        """Return the words of terms, given the keys of these."""
        keys = [key.split(" ") for key in terms]
        codes = np.array(list(map(_codes_of(self.background).__getitem__, chain.from_iterable(keys))), dtype=np.int64)
        sizes = np.array(list(map(len, keys)), dtype=np.int64)
        marks = [codes >> i & 1 > 0 for i in range(_N_MARKS)]
        return Words(np.cumsum(sizes) - sizes, sizes, (codes >> _N_MARKS) - 1, *marks)

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
        n = words.count_of(are_counted)
        is_known, is_empty = rows >= 0, n == 0
        found = []
        for shares, logarithms in ((columns.title, columns.log_title), (columns.burst, columns.log_burst)):
            sums = np.add.reduceat(np.where(are_counted, logarithms[words.rows], 0.0), words.firsts)
            expected = np.where(is_empty, 0.0, np.exp(sums / np.maximum(n, 1)))
            found.append(np.where(is_known, shares[rows], expected))
        return _combine(counted.df, counted.title_df, found[0]), _combine(counted.df, counted.n_repeated, found[1])

    @property
    def columns(self) -> "TopicColumns":
        """What the relevance of a term depends on, for each row of the table."""
        return _columns_of(self.background)

    def rates_of(self, rows: Ints) -> Floats:
        """Return the shares of the papers of these fields that have the terms of some rows, 0 to 1."""
        return np.append(self.background.rates_of(self.mix), 0.0)[rows]

    def judge_known(self, counted: Counted, looked_up: LookedUp, n_papers: int) -> Known:
        """Return what the table says of terms; the shares of a small corpus count for nothing.

        A *genre* is a kind of study; a *field* is what too many papers of these fields have, and many of the corpus if
        it is large; a *topic* is in the title and repeated, and not a setting or a habit of prose. A phrase is an
        *aspect* if it is less of a topic than usual and joins words of its fields: "learning system".
        """
        by_key, terms, rows, words = looked_up
        known = np.flatnonzero(by_key >= 0)
        terms, rows = np.concatenate((known, terms)), np.concatenate((by_key[known], rows))
        columns, rates = self.columns, self.rates_of(rows)

        def has(marks: Bools) -> Bools:
            found = np.zeros(by_key.size, dtype=np.bool_)
            found[terms[marks]] = True
            return found

        share = counted.df[terms] / n_papers if n_papers >= MIN_PAPERS_FOR_SHARE else np.zeros(terms.size)
        shares = columns.title[rows], columns.burst[rows]
        counts = counted.df[terms], counted.title_df[terms], counted.n_repeated[terms]
        is_general = columns.is_general_head[words.rows[words.lasts]][terms]
        factors = topical_factor(
            np.where(is_general, shares[0], _combine(counts[0], counts[1], shares[0])),
            np.where(is_general, shares[1], _combine(counts[0], counts[2], shares[1])),
        )
        return Known(
            has(np.ones(terms.size, dtype=np.bool_)),
            has(columns.is_genre[rows]),
            has((rates > MAX_HOME_RATE) | ((rates > MAX_COMMON_RATE) & (share > MAX_COMMON_SHARE))),
            has(columns.is_topic[rows]),
            ~has(factors >= MAX_ASPECT_FACTOR) & words.all_of(self.rates_of(words.rows) >= MIN_ASPECT_RATE),
        )

    def is_general_word(self, word: str) -> bool:
        """Return whether a single word, in whatever field, is too general to be a topic by itself."""
        return is_general_word(self.background, word)

    def is_general_head(self, word: str) -> bool:
        """Return whether a phrase that ends in a word names an aspect of the work rather than a topic."""
        return bool(_general_heads_of(self.background)[self.background.row(word.casefold())])


def _combine(df: Any, n: Any, expected: Any) -> Any:  # noqa: ANN401 - numbers or arrays of them
    return (n + PRIOR_PAPERS * expected) / (df + PRIOR_PAPERS)


@cache
def _codes_of(background: Background) -> _WordCodes:
    return _WordCodes(background)


@cache
def _general_heads_of(background: Background) -> bytes:
    return _columns_of(background).is_general_head.tobytes()


@cache
def _columns_of(background: Background) -> TopicColumns:
    title, burst = background.shares_of("title"), background.shares_of("burst")
    dispersion = background.dispersions()
    limited = np.clip(dispersion, MIN_DISPERSION, MAX_DISPERSION)
    is_topic = (
        (title >= MIN_TITLE_SHARE)
        & ((background.frequencies() < MIN_PAPERS) | (burst >= MIN_REPETITION * title))
        & (topical_factor(title, burst) >= MIN_FACTOR)
    )
    # A vague word is rarely in titles, rarely repeated, and common everywhere: "novel", "use".
    is_vague = (title < VAGUE_TITLE_SHARE) & (burst < VAGUE_BURST_SHARE) & (dispersion >= VAGUE_DISPERSION)
    is_rarely_titled = (title < ASPECT_TITLE_SHARE) & (dispersion >= ASPECT_DISPERSION)
    return TopicColumns(
        np.append(title, 0.0),
        np.append(burst, 0.0),
        np.log(np.append(np.maximum(title, MIN_SHARE), UNKNOWN_TITLE_SHARE)),
        np.log(np.append(np.maximum(burst, MIN_SHARE), UNKNOWN_BURST_SHARE)),
        np.log(np.append(limited, MIN_DISPERSION)),
        np.append(background.column("zipf") / 10, 0.0),
        np.append(background.column("genre") > 0, False),
        np.append(is_topic, False),
        np.append(is_vague, False),
        np.append((dispersion >= HEAD_DISPERSION) | is_rarely_titled, False),
        np.append((dispersion >= GENERAL_DISPERSION) | (title < MIN_WORD_TITLE_SHARE), False),
    )


def is_general_word(background: Background, word: str) -> bool:
    """Return whether a single word, in whatever field, is too general to be a topic by itself."""
    return bool(_columns_of(background).is_general_word[background.row(word)])
