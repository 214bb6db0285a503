"""Counts of the single ordinary words of a corpus."""

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import partial

from papertrace.counting.counters import LargeCounter

MIN_WORD = 4
ADJECTIVE_ENDINGS = ("ed", "ly", "able", "ible", "ive", "al", "ous", "ary", "less", "ful", "ic")
_MAX_WORDS = 400_000
"""Words that are judged, those of about 100,000 papers; beyond, nearly all are typing errors, formulas and names."""

_COUNTER = partial(LargeCounter, max_held=_MAX_WORDS)


@dataclass(slots=True)
class WordCounts:
    """Counts of words by key.

    `df` counts the papers that have a word, `prominent` those that have it in the title or repeat it, `lower` those
    that print it in lower case. `undecided` counts those that are a title without an abstract and do not
    tell a word from a name.
    """

    df: Counter[str] = field(default_factory=Counter)
    prominent: Counter[str] = field(default_factory=Counter)
    lower: Counter[str] = field(default_factory=Counter)
    undecided: Counter[str] = field(default_factory=Counter)

    def may_be_term(self, word: str) -> bool:
        """Return whether a word could be a term by its form: long enough, no adjective, and not usually a name."""
        return (
            len(word) >= MIN_WORD
            and not word.endswith(ADJECTIVE_ENDINGS)
            # A word printed with a capital more often than not is judged as a name.
            and 2 * self.lower[word] >= self.df[word] - self.undecided[word]
        )


@dataclass(slots=True)
class WordCounter:
    """A counter of words, with the fields of `WordCounts`."""

    df: LargeCounter[str] = field(default_factory=_COUNTER)
    prominent: LargeCounter[str] = field(default_factory=_COUNTER)
    lower: LargeCounter[str] = field(default_factory=_COUNTER)
    undecided: LargeCounter[str] = field(default_factory=_COUNTER)

    def add_counts(
        self,
        df: Mapping[str, int],
        prominent: Mapping[str, int],
        lower: Mapping[str, int],
        undecided: Mapping[str, int],
    ) -> None:
        """Add the counts of more papers."""
        self.df.add_counts(df)
        self.prominent.add_counts(prominent)
        self.lower.add_counts(lower)
        self.undecided.add_counts(undecided)

    def merge(self, other: "WordCounter") -> None:
        """Add the words of papers that were counted apart."""
        self.df.merge(other.df)
        self.prominent.merge(other.prominent)
        self.lower.merge(other.lower)
        self.undecided.merge(other.undecided)

    def settle(self) -> WordCounts:
        """Return the counts of the words that most papers have, at most `_MAX_WORDS`."""
        df = self.df.settle(_MAX_WORDS)
        if df is self.df.counts:
            return WordCounts(df, self.prominent.counts, self.lower.counts, self.undecided.counts)
        return WordCounts(df, self.prominent.select(df), self.lower.select(df), self.undecided.select(df))
