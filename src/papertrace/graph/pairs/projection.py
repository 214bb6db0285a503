"""Project the items that papers hold (concepts, references) onto pairs of papers that share items.

Papers and items form a bipartite graph; projecting it onto the papers costs one step for every pair of papers that
shares an item, Σ df(df - 1)/2 in total. An item held by a tenth of the papers would account for most of that cost and
carry the least information, so items above a document frequency derived from a budget of pairs are left out.

Weights are sums of squared fixed-point logarithms. Integers below 2^53 add up exactly in any order, so the same
corpus gives the same weights on every machine and in every engine.
"""

import math
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

FIXED_POINT = 65_536
"""Steps per nat of an inverse document frequency."""

Ints = NDArray[np.int64]
Floats = NDArray[np.float64]


@dataclass(frozen=True, slots=True, kw_only=True)
class Holdings:
    """The incidence of items and papers, by number, in compressed sparse column form.

    `items` are the sorted keys; the papers that hold item `t` are `holders[starts[t]:starts[t + 1]]`, in ascending
    order. Papers are numbered 0 to `n_papers` - 1 in the order given.
    """

    n_papers: int
    items: tuple[str, ...]
    starts: Ints
    holders: Ints

    @property
    def frequencies(self) -> Ints:
        """The document frequency of each item: the number of papers that hold it."""
        return np.diff(self.starts)

    def without(self, dropped: NDArray[np.bool_]) -> "Holdings":
        """Return the holdings without the items marked in `dropped`, a boolean mask over `items`."""
        kept = ~dropped
        frequencies = self.frequencies
        return Holdings(
            n_papers=self.n_papers,
            items=tuple(item for item, keep in zip(self.items, kept.tolist(), strict=True) if keep),
            starts=np.concatenate(([0], np.cumsum(frequencies[kept]))).astype(np.int64),
            holders=self.holders[np.repeat(kept, frequencies)],
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class Pairs:
    """Pairs of papers, `first[p] < second[p]`, each once.

    `total` is the sum of the values of the items that both papers hold.
    """

    first: Ints
    second: Ints
    total: Floats


def collect_holdings(sets: Sequence[Collection[str]]) -> Holdings:
    """Return the items that the papers hold, numbered.

    Parameters
    ----------
    sets
        One collection of item keys for each paper; repeated keys count once.

    Returns
    -------
    Holdings
        Items in sorted order, so the numbering does not depend on the order of the papers.
    """
    holders: dict[str, list[int]] = {}
    for paper, items in enumerate(sets):
        for item in set(items):
            holders.setdefault(item, []).append(paper)
    ordered = sorted(holders)
    lengths = [len(holders[item]) for item in ordered]
    return Holdings(
        n_papers=len(sets),
        items=tuple(ordered),
        starts=np.concatenate(([0], np.cumsum(lengths))).astype(np.int64),
        holders=np.array([paper for item in ordered for paper in holders[item]], dtype=np.int64),
    )


def inverse_document_frequency(n_papers: int, frequency: int) -> float:
    """Return ln(n/df) in nats, rounded to 1/65,536 (Spärck Jones, 1972).

    An item that all n papers hold would get 0, so that a corpus of two papers could never be linked; it gets
    ln((n + 1)/n) instead, which is less than any item gets that some paper lacks.

    >>> round(inverse_document_frequency(226, 2), 3)
    4.727
    >>> inverse_document_frequency(3, 3) < inverse_document_frequency(3, 2)
    True
    """
    ratio = n_papers / frequency if frequency < n_papers else (n_papers + 1) / n_papers
    return max(1, round(math.log(ratio) * FIXED_POINT)) / FIXED_POINT


def divide_by_steps(steps: Ints | Floats, max_steps: int) -> Iterator[tuple[int, int]]:
    """Yield ranges of papers with at most so many steps of work each, but at least one paper.

    `steps` are those before each paper, and at the end all of them.

    >>> list(divide_by_steps(np.array([0, 2, 4, 9, 10]), 4))
    [(0, 2), (2, 3), (3, 4)]
    """
    low, n = 0, steps.size - 1
    while low < n:
        high = max(low + 1, int(np.searchsorted(steps, steps[low] + max_steps, side="right")) - 1)
        yield low, high
        low = high


def largest_affordable_frequency(frequencies: Ints, budget: int) -> int:
    """Return the largest document frequency up to which all pairs together stay within the budget.

    Parameters
    ----------
    frequencies
        Document frequencies of the items, in any order.
    budget
        The maximum number of pairs, Σ df(df - 1)/2.

    Returns
    -------
    int
        A frequency that occurs (the largest if every item fits), at least 2 if the items with two holders fit, and
        1 if nothing fits or no item is shared.
    """
    values, counts = np.unique(frequencies, return_counts=True)
    spent = np.cumsum(counts * (values * (values - 1) // 2))
    affordable = values[spent <= budget]
    return int(affordable[-1]) if affordable.size else 1


def item_information(holdings: Holdings) -> Floats:
    """Return ln²(n/df) of each item in nats², a multiple of 2^-32."""
    by_frequency = {
        frequency: inverse_document_frequency(holdings.n_papers, frequency) ** 2
        for frequency in np.unique(holdings.frequencies).tolist()
    }
    return np.array([by_frequency[frequency] for frequency in holdings.frequencies.tolist()], dtype=np.float64)


def item_fractions(holdings: Holdings) -> Floats:
    """Return 1/(df - 1) of each item, rounded to 2^-32; an item with one holder, which links none, gets 1."""
    others = np.maximum(holdings.frequencies - 1, 1).astype(np.float64)
    return np.round(FIXED_POINT**2 / others) / FIXED_POINT**2
