"""The names of words and phrases: numbers of 64 bits that are the same in every process."""

from collections.abc import Iterable
from itertools import repeat
from typing import TYPE_CHECKING

import numpy as np

from papertrace.counting.hashing import hash_texts

if TYPE_CHECKING:
    from numpy.typing import NDArray

_MULTIPLIER, _SHIFT = np.uint64(0x9E3779B97F4A7C15), np.uint64(29)


def combine(first: "NDArray[np.uint64]", second: "NDArray[np.uint64]") -> "NDArray[np.uint64]":
    """Return the hashes of phrases that are longer by one word, given those of the phrases and of the words."""
    mixed: NDArray[np.uint64] = (first ^ (first >> _SHIFT)) * _MULTIPLIER + second
    return mixed


def hash_phrases(phrases: Iterable[str]) -> "NDArray[np.uint64]":
    """Return the hash of each phrase, whose words are separated by single blanks."""
    phrases = list(phrases)
    lengths = np.fromiter(map(str.count, phrases, repeat(" ")), np.int64, len(phrases)) + 1
    starts = np.cumsum(lengths) - lengths
    all_words = " ".join(phrases).split(" ") if phrases else []
    distinct = dict.fromkeys(all_words)
    numbers = dict(zip(distinct, range(len(distinct)), strict=True))
    of_words = np.array(hash_texts(numbers), dtype=np.uint64)
    words = np.fromiter(map(numbers.__getitem__, all_words), dtype=np.int64, count=len(all_words))
    hashes: NDArray[np.uint64] = of_words[words[starts]]
    for step in range(1, int(lengths.max(initial=0))):
        longer = np.flatnonzero(lengths > step)
        hashes[longer] = combine(hashes[longer], of_words[words[starts[longer] + step]])
    return hashes
