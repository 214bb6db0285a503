"""Concepts within longer ones: two papers that share "gaussian splatting" do not share "splatting" besides."""

from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from papertrace.graph.pairs.projection import Ints

Bools = NDArray[np.bool_]
Numbers = NDArray[np.signedinteger[Any]]

_MAX_RUNS = 4_096


def find_longer(items: Sequence[str]) -> tuple[Ints, Ints]:
    """Return the pairs of concepts of which one is within the other, sorted by the shorter one."""
    numbers = {item: number for number, item in enumerate(items)}
    found = []
    for item, number in numbers.items():
        words = item.split(" ")
        for n_words in range(1, len(words)):
            for start in range(len(words) - n_words + 1):
                part = numbers.get(" ".join(words[start : start + n_words]))
                if part is not None:
                    found.append((part, number))
    found.sort()
    return np.array([one for one, _ in found], dtype=np.int64), np.array([other for _, other in found], dtype=np.int64)


def is_whole(starts: Numbers, items: Numbers, relations: tuple[Ints, Ints], n_items: int) -> Bools:
    """Return which concepts, in runs of one pair or paper each, are not part of a longer one of the same run.

    `relations` are the pairs of a shorter and a longer concept, sorted.
    """
    whole = np.ones(items.size, dtype=np.bool_)
    shorter, longer = relations
    if not shorter.size:
        return whole
    is_shorter, is_longer = np.zeros(n_items, dtype=np.bool_), np.zeros(n_items, dtype=np.bool_)
    is_shorter[shorter], is_longer[longer] = True, True
    inner, outer = np.flatnonzero(is_shorter[items]), np.flatnonzero(is_longer[items])
    ends = np.searchsorted(starts, inner, side="right")
    low = np.searchsorted(outer, starts[ends - 1])
    counts = np.searchsorted(outer, starts[ends]) - low
    one = np.repeat(inner, counts)
    other = outer[np.repeat(low - np.cumsum(counts) + counts, counts) + np.arange(one.size)]
    codes = shorter * n_items + longer  # sorted
    wanted = items[one].astype(np.int64) * n_items + items[other]
    found = np.minimum(np.searchsorted(codes, wanted), codes.size - 1)
    whole[one[codes[found] == wanted]] = False
    return whole


def find_parts(starts: Numbers, items: Numbers, relations: tuple[Ints, Ints], n_items: int) -> Bools:
    """Return which concepts of each paper are part of a longer one of the same paper; arguments as for `is_whole`."""
    parts = np.zeros(items.size, dtype=np.bool_)
    for low in range(0, starts.size - 1, _MAX_RUNS):  # A pair of concepts of one paper takes memory.
        ends = starts[low : low + _MAX_RUNS + 1]
        part = slice(int(ends[0]), int(ends[-1]))
        parts[part] = ~is_whole(ends - ends[0], items[part], relations, n_items)
    return parts
