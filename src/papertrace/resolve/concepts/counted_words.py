"""The single words of many papers as numbers, which are counted with arrays.

Abstracts have few words, and the same ones: 500 of them have a hundred thousand occurrences of some fifteen thousand.
"""

from typing import TYPE_CHECKING, NamedTuple

from papertrace.background import load_background
from papertrace.model.papers.candidate import CandidateColumns

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Ints = NDArray[np.int64]


class CountedWords(NamedTuple):
    """The counts of `WordCounts`, sorted by key, and the rows of the words of each paper in the background table.

    Paper `i` has the rows from `starts[i]` to before `starts[i + 1]`, each once.
    """

    df: dict[str, int]
    prominent: dict[str, int]
    lower: dict[str, int]
    undecided: dict[str, int]
    rows: "Ints"
    starts: "Ints"


def count_words(papers: CandidateColumns) -> CountedWords:
    """Return the counts of the words of papers."""
    import numpy as np

    texts, starts = papers.rows.texts, np.array(papers.word_starts)
    _, firsts, of_tokens = np.unique(texts.hashes, return_index=True, return_inverse=True)
    words = ((of_tokens + 1)[texts.ids] * papers.are_words)[: starts[-1]] if len(texts.keys) else texts.ids
    keys = ["", *map(texts.keys.__getitem__, firsts.tolist())]
    n_keys, sizes = len(keys), np.diff(starts)
    place = np.arange(words.size) - np.repeat(starts[:-1], sizes)
    # A number for each word of each paper, so that one sort finds those that are equal.
    pairs = np.repeat(np.arange(sizes.size), sizes) * n_keys + words
    is_word = words > 0
    distinct, n = np.unique(pairs[is_word], return_counts=True)
    in_title = place < np.repeat(np.array(papers.n_title, dtype=np.int64), sizes)
    counted = (
        distinct,
        np.union1d(distinct[n > 1], pairs[is_word & in_title]),
        np.unique(pairs[is_word & papers.lower[: words.size]]),
        np.unique(pairs[is_word & papers.undecided[: words.size]]),
    )
    order = sorted(range(n_keys), key=keys.__getitem__)
    df, prominent, lower, undecided = (
        {keys[number]: count for number, count in zip(order, counts[order].tolist(), strict=True) if count}
        for counts in (np.bincount(found % n_keys, minlength=n_keys) for found in counted)
    )
    rows = load_background().rows(keys)[distinct % n_keys]
    return CountedWords(
        df, prominent, lower, undecided, rows, np.searchsorted(distinct, np.arange(sizes.size + 1) * n_keys)
    )
