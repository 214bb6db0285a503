"""The single words of many papers as numbers, which are counted with arrays.

Abstracts have few words, and the same ones: 500 of them have a hundred thousand occurrences of some fifteen thousand.
"""

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, NamedTuple

from papertrace.background import load_background

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Numbers = NDArray[np.int64]


class CountedWords(NamedTuple):
    """The counts of `WordCounts`, sorted by key, and the rows of the words of each paper in the background table.

    Paper `i` has the rows from `starts[i]` to before `starts[i + 1]`, each once.
    """

    df: dict[str, int]
    prominent: dict[str, int]
    lower: dict[str, int]
    undecided: dict[str, int]
    rows: "Numbers"
    starts: "Numbers"


class WordCollector:
    """A collector of the words of papers, one after the other.

    >>> words = WordCollector()
    >>> words.add(["tusk", "", "ice"], 1, ["ice"])
    >>> words.add(["ice", "ice"], 0, ["ice"])
    >>> words.add(["ice", "tusk"], 2, ["ice"], ["tusk"])
    >>> words.count()[:4]
    ({'ice': 3, 'tusk': 2}, {'ice': 2, 'tusk': 2}, {'ice': 3}, {'tusk': 1})
    """

    def __init__(self) -> None:
        """Start without papers."""
        self._numbers = _Numbers({"": 0})
        self._words: list[int] = []
        self._ends = [0]
        self._n_title: list[int] = []
        self._lower: list[int] = []
        self._undecided: list[int] = []

    def add(self, keys: Sequence[str], n_title: int, lower: Iterable[str], undecided: Iterable[str] = ()) -> None:
        """Add the words of one more paper by position, "" for other tokens, and those that it prints in lower case.

        The first `n_title` words are those of the title; the words in lower case, and those of
        `WordCounts.undecided`, are given once each.
        """
        self._words.extend(map(self._numbers.__getitem__, keys))
        self._ends.append(len(self._words))
        self._n_title.append(n_title)
        self._lower.extend(map(self._numbers.__getitem__, lower))
        self._undecided.extend(map(self._numbers.__getitem__, undecided))

    def count(self) -> CountedWords:
        """Return the counts of all papers."""
        import numpy as np

        keys = list(self._numbers)
        n_keys, n_papers = len(keys), len(self._n_title)
        words, ends = np.array(self._words, np.int64), np.array(self._ends, np.int64)
        papers = np.repeat(np.arange(n_papers), np.diff(ends))
        # A number for each word of each paper, so that one sort finds those that are equal.
        pairs = papers * n_keys + words
        is_word = words > 0
        distinct, n = np.unique(pairs[is_word], return_counts=True)
        is_in_title = np.arange(len(words)) - ends[:-1][papers] < np.array(self._n_title, np.int64)[papers]
        prominent = np.union1d(distinct[n > 1], pairs[is_word & is_in_title])
        order = sorted(range(n_keys), key=keys.__getitem__)
        df, of_prominent, lower, undecided = (
            {keys[number]: count for number, count in zip(order, counts[order].tolist(), strict=True) if count}
            for counts in (
                np.bincount(found % n_keys, minlength=n_keys)
                for found in (
                    distinct,
                    prominent,
                    np.array(self._lower, np.int64),
                    np.array(self._undecided, np.int64),
                )
            )
        )
        rows = np.fromiter(map(load_background().row, keys), np.int64, n_keys)[distinct % n_keys]
        starts = np.searchsorted(distinct, np.arange(n_papers + 1) * n_keys)
        return CountedWords(df, of_prominent, lower, undecided, rows, starts)


class _Numbers(dict[str, int]):
    """The numbers of words in the order of their first occurrence."""

    def __missing__(self, word: str) -> int:
        number = self[word] = len(self)
        return number
