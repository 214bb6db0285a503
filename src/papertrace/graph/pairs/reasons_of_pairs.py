"""Pairs of papers that have a reason to be linked: a concept that both have and that is among the best of one."""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray

from papertrace.graph.pairs.projection import Ints
from papertrace.graph.pairs.sparse_rows import narrow_indices

Bools = NDArray[np.bool_]

MAX_BLOCK_STEPS = 1_000_000
"""The number of reasons in a block of papers, but for a single paper with more; some 50 MB."""


@dataclass(frozen=True, kw_only=True)
class Held:
    """The concepts of papers as parallel arrays, one element for each concept of each paper, sorted by paper.

    `items` numbers the concepts, `starts[p]` to `starts[p + 1]` are those of paper `p`. `is_reason` marks those that
    may be the reason of a link: best ones that are evidence. `is_rare` and `is_plain` are by concept.
    """

    items: Ints
    starts: Ints
    is_reason: Bools
    is_best: Bools
    is_topical: Bools
    in_title: Bools
    is_rare: Bools
    is_plain: Bools

    def without_papers(self) -> "Held":
        """Return the same of no papers."""
        nothing, never = np.zeros(0, dtype=np.int64), np.zeros(0, dtype=np.bool_)
        return replace(
            self, items=nothing, starts=nothing, is_reason=never, is_best=never, is_topical=never, in_title=never
        )

    def prepare(self) -> None:
        """Compute what follows from the arrays, so that it is shared with other processes instead of made in each."""
        _ = self.papers, self.by_reason, self.steps

    @cached_property
    def papers(self) -> Ints:
        """The paper of each element."""
        return np.repeat(np.arange(self.starts.size - 1, dtype=self._kind), np.diff(self.starts))

    @cached_property
    def by_item(self) -> Ints:
        """The elements sorted by concept, then by paper."""
        return np.argsort(self.items, kind="stable").astype(self._kind)

    @property
    def _kind(self) -> type[np.signedinteger[Any]]:
        return narrow_indices(self.items.size)

    @cached_property
    def ranks(self) -> Ints:
        """The index of each element in `by_item`."""
        ranks = np.empty_like(self.by_item)
        ranks[self.by_item] = np.arange(ranks.size, dtype=ranks.dtype)
        return ranks

    @cached_property
    def by_reason(self) -> Ints:
        """The elements of `by_item` that are reasons."""
        return self.by_item[self.is_reason[self.by_item]]

    @cached_property
    def _ranges(self) -> tuple[Ints, Ints]:
        """Where the partners of each element begin, in `by_item` if it is a reason and else in `by_reason`; how many.

        Partners are in later papers, so that each pair is found once for each reason.
        """
        ends = np.cumsum(np.bincount(self.items, minlength=self.is_rare.size)).astype(self._kind)[self.items]
        n_reasons = np.concatenate(([0], np.cumsum(self.is_reason[self.by_item]))).astype(self._kind)
        after = self.ranks + 1
        low = np.where(self.is_reason, after, n_reasons[after])
        return low, np.where(self.is_reason, ends, n_reasons[ends]) - low

    def partners_of(self, elements: Ints) -> tuple[Ints, Ints]:
        """Return pairs of elements of one concept, of which one is a reason and the first is among those given."""
        low, counts = (values[elements] for values in self._ranges)
        left = np.repeat(elements, counts)
        places = np.repeat(low - np.cumsum(counts, dtype=np.int64) + counts, counts) + np.arange(left.size)
        right = np.empty_like(left)
        of_reason = self.is_reason[left]
        right[of_reason] = self.by_item[places[of_reason]]
        right[~of_reason] = self.by_reason[places[~of_reason]]
        return left, right

    @cached_property
    def steps(self) -> Ints:
        """The number of reasons found from the papers before each."""
        return np.concatenate(([0], np.cumsum(self._ranges[1], dtype=np.int64)))[self.starts]


@dataclass(frozen=True, slots=True, kw_only=True)
class ReasonedPairs:
    """Pairs of papers with a reason, sorted, each once; `stands_alone` if one of the reasons is enough by itself."""

    first: Ints
    second: Ints
    stands_alone: Bools

    def take(self, chosen: Bools) -> "ReasonedPairs":
        """Return the selected pairs."""
        return ReasonedPairs(
            first=self.first[chosen], second=self.second[chosen], stands_alone=self.stands_alone[chosen]
        )


def generate_blocks(held: Held, max_steps: int | None = None) -> Iterator[tuple[int, int]]:
    """Yield the papers in ranges, each with at most `max_steps` reasons or of one paper."""
    steps, n = held.steps, held.starts.size - 1
    limit = max_steps or MAX_BLOCK_STEPS
    low = 0
    while low < n:
        high = max(low + 1, int(np.searchsorted(steps, steps[low] + limit, side="right")) - 1)
        yield low, high
        low = high


def divide_papers(held: Held, papers: Ints) -> list[Ints]:
    """Return the given papers in parts, each with about as many reasons as a block; `papers` is sorted."""
    before = np.cumsum(np.diff(held.steps)[papers])
    return np.split(papers, np.flatnonzero(np.diff(before // MAX_BLOCK_STEPS)) + 1)


def find_reasons(held: Held, papers: Ints) -> ReasonedPairs:
    """Return the pairs with a reason of which the first paper is given; `papers` is sorted."""
    n = held.starts.size - 1
    if not papers.size:
        none = np.zeros(0, dtype=np.int64)
        return ReasonedPairs(first=none, second=none, stands_alone=np.zeros(0, dtype=np.bool_))
    sizes = held.starts[papers + 1] - held.starts[papers]
    elements = np.repeat(held.starts[papers] - np.cumsum(sizes) + sizes, sizes) + np.arange(int(sizes.sum()))
    left, right = held.partners_of(elements)
    items = held.items[left]
    topical = held.is_topical[left] & held.is_topical[right]
    titled = held.in_title[left] | held.in_title[right]
    alone = (topical | held.is_rare[items]) & (~held.is_plain[items] | titled)
    # The lowest bit sorts the reasons of a pair, so that the last one stands alone if any does.
    codes = (held.papers[left].astype(np.int64) * n + held.papers[right]) * 2 + alone
    codes.sort(kind="stable")  # They consist of sorted runs, which are merged in a sixth of the time.
    pairs = codes >> 1
    last = np.append(pairs[1:] != pairs[:-1], True) if pairs.size else np.zeros(0, dtype=np.bool_)
    codes, pairs = codes[last], pairs[last]
    first = pairs // n
    return ReasonedPairs(first=first, second=pairs - first * n, stands_alone=(codes & 1).astype(np.bool_))
