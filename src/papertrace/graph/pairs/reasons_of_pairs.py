"""Pairs of papers that have a reason to be linked: a concept that both have and that is among the best of one."""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray

from papertrace.graph.pairs.products.sparse_rows import add_up_before, narrow_indices
from papertrace.graph.pairs.projection import Ints, divide_by_steps

Bools = NDArray[np.bool_]
Numbers = NDArray[np.signedinteger[Any]]

MAX_BLOCK_STEPS = 1_000_000
"""The number of reasons in a block of papers, but for a single paper with more; some 50 MB."""


@dataclass(frozen=True, kw_only=True)
class Held:
    """The concepts of papers as parallel arrays, one element for each concept of each paper, sorted by paper.

    `items` numbers the `n_items` concepts, `starts[p]` to `starts[p + 1]` are those of paper `p`. `is_reason` marks
    those that may be the reason of a link: best ones that are evidence.
    """

    items: Numbers
    starts: Ints
    is_reason: Bools
    is_best: Bools
    is_topical: Bools
    n_items: int

    def without_papers(self) -> "Held":
        """Return the same of no papers."""
        nothing, never = np.zeros(0, dtype=np.int64), np.zeros(0, dtype=np.bool_)
        return replace(self, items=nothing, starts=nothing, is_reason=never, is_best=never, is_topical=never)

    def prepare(self) -> None:
        """Compute what follows from the arrays, so that it is shared with other processes instead of made in each."""
        _ = self.by_item, self.holders, self.reasons, self.steps

    @cached_property
    def by_item(self) -> Numbers:
        """The elements sorted by concept, then by paper."""
        return np.argsort(self.items, kind="stable").astype(self._kind)

    @cached_property
    def holders(self) -> Numbers:
        """The papers of the elements of `by_item`."""
        return np.repeat(np.arange(self.starts.size - 1, dtype=self._kind), np.diff(self.starts))[self.by_item]

    @cached_property
    def item_starts(self) -> Ints:
        """Where the elements of each concept begin in `by_item`, and where those of the last one end."""
        return np.concatenate(([0], np.cumsum(np.bincount(self.items, minlength=self.n_items))))

    @property
    def _kind(self) -> type[np.signedinteger[Any]]:
        return narrow_indices(self.items.size)

    @cached_property
    def reasons(self) -> Numbers:
        """The places of reasons in `by_item`."""
        return np.flatnonzero(self.is_reason[self.by_item]).astype(self._kind)

    @cached_property
    def _ends(self) -> tuple[Ints, Ints]:
        """Where the partners of the elements of each concept end, in `by_item` and in `reasons`."""
        return self.item_starts[1:], np.searchsorted(self.reasons, self.item_starts[1:])

    @cached_property
    def _first_partners(self) -> Numbers:
        """Where the partners of each element begin, in `by_item` if it is a reason and else in `reasons`.

        Partners are in later papers, so that each pair is found once for each reason.
        """
        low = np.empty_like(self.by_item)
        low[self.by_item] = np.cumsum(self.is_reason[self.by_item], dtype=low.dtype)
        low[self.by_item[self.reasons]] = self.reasons + 1
        return low

    def _count_partners(self, elements: Ints | slice) -> Ints:
        """Return the number of partners of elements."""
        items, of_all, of_reasons = self.items[elements], *self._ends
        return np.where(self.is_reason[elements], of_all[items], of_reasons[items]) - self._first_partners[elements]

    def partners_of(self, elements: Ints) -> tuple[Ints, Ints]:
        """Return pairs of elements of one concept, of which one is a reason and the first is among those given.

        The first ones are places among those given, the second ones places in `by_item`.
        """
        counts = self._count_partners(elements)
        left = np.repeat(np.arange(elements.size), counts)
        places = np.repeat(self._first_partners[elements] - np.cumsum(counts) + counts, counts) + np.arange(left.size)
        of_others = np.flatnonzero(~self.is_reason[elements][left])
        places[of_others] = self.reasons[places[of_others]]
        return left, places

    @cached_property
    def steps(self) -> Ints:
        """The number of reasons found from the papers before each."""
        return add_up_before(self.starts, self._count_partners)


@dataclass(frozen=True, slots=True, kw_only=True)
class ReasonedPairs:
    """Pairs of papers with a reason, sorted, each once."""

    first: Ints
    second: Ints

    def take(self, chosen: Bools) -> "ReasonedPairs":
        """Return the selected pairs."""
        return ReasonedPairs(first=self.first[chosen], second=self.second[chosen])


def generate_blocks(held: Held, max_steps: int | None = None) -> Iterator[tuple[int, int]]:
    """Yield the papers in ranges, each with at most `max_steps` reasons or of one paper."""
    yield from divide_by_steps(held.steps, max_steps or MAX_BLOCK_STEPS)


def divide_papers(held: Held, papers: Ints) -> list[Ints]:
    """Return the given papers in parts, each with about as many reasons as a block; `papers` is sorted."""
    before = np.cumsum(np.diff(held.steps)[papers])
    return np.split(papers, np.flatnonzero(np.diff(before // MAX_BLOCK_STEPS)) + 1)


def find_reasons(held: Held, papers: Ints) -> ReasonedPairs:
    """Return the pairs with a reason of which the first paper is given; `papers` is sorted."""
    n = held.starts.size - 1
    if not papers.size:
        none = np.zeros(0, dtype=np.int64)
        return ReasonedPairs(first=none, second=none)
    sizes = held.starts[papers + 1] - held.starts[papers]
    elements = np.repeat(held.starts[papers] - np.cumsum(sizes) + sizes, sizes) + np.arange(int(sizes.sum()))
    of_elements, places = held.partners_of(elements)
    codes = np.repeat(papers, sizes)[of_elements] * n + held.holders[places]
    codes.sort(kind="stable")  # They consist of sorted runs, which are merged in a sixth of the time.
    codes = codes[np.concatenate((codes[:1] == codes[:1], codes[1:] != codes[:-1]))]
    first = codes // n
    return ReasonedPairs(first=first, second=codes - first * n)
