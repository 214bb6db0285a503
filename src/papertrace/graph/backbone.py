"""Keep the edges of a weighted graph that matter to at least one of their ends.

Two short texts nearly always share some word: unpruned, papers of one listing are joined with nine in ten of the
others. The disparity filter keeps an edge that is stronger than chance would make it at one of its ends.
"""

from types import MappingProxyType

import numpy as np
from numpy.typing import NDArray

from papertrace.graph.projection import Floats, Ints


def disparity(first: Ints, second: Ints, weights: Floats, n_papers: int) -> Floats:
    """Return the significance of each edge by the disparity filter (Serrano, Boguñá & Vespignani, 2009).

    Parameters
    ----------
    first, second
        The ends of each edge, by number; each pair once.
    weights
        Positive weights.
    n_papers
        The number of nodes.

    Returns
    -------
    ndarray
        (1 - w/s)^(k - 1), the smaller of the values at both ends, from 0 to 1; s is the sum of the weights at an
        end and k the number of its edges. An edge that is the only one at both ends has 1.
    """
    strengths = np.bincount(first, weights=weights, minlength=n_papers)
    strengths += np.bincount(second, weights=weights, minlength=n_papers)
    degrees = np.bincount(first, minlength=n_papers) + np.bincount(second, minlength=n_papers)
    values = [
        # Sums of floats may put the share of an only edge a hair above 1.
        np.maximum(0.0, 1.0 - weights / strengths[end]) ** (degrees[end] - 1)
        for end in (first, second)
    ]
    smaller: Floats = np.minimum(*values)
    return smaller


def strongest(first: Ints, second: Ints, weights: Floats) -> NDArray[np.bool_]:
    """Return which edges are the heaviest at one of their ends, so that pruning by them loses no paper.

    Among equals the edge to the paper with the lowest number counts.
    """
    numbers = np.concatenate((np.arange(first.size), np.arange(first.size)))
    here, there = np.concatenate((first, second)), np.concatenate((second, first))
    order = np.lexsort((there, -np.concatenate((weights, weights)), here))
    _, leads = np.unique(here[order], return_index=True)
    chosen = np.zeros(first.size, dtype=np.bool_)
    chosen[numbers[order][leads]] = True
    return chosen


LEVELS = (0.05, 0.1, 0.15, 0.2, 0.25, 0.3, 0.35, 0.4, 0.45, 0.5, 0.6, 0.7, 0.8, 0.9, 1.0)
"""The levels of significance that are tried, the strictest first."""

HELD_TOGETHER = 0.97
"""The share of the largest component that a backbone has to hold together. At 0.05 a dense graph keeps that much, while
a listing of a few hundred papers, which share a dozen concepts each, falls into fifty pieces."""


def choose_level(first: Ints, second: Ints, weights: Floats, n_papers: int) -> float:
    """Return the strictest level of significance whose backbone still holds the graph together.

    The backbone's largest component has at least the share `HELD_TOGETHER` of the papers of the largest one of the
    graph. Serrano et al. (2009) choose the level the same way: edges go until nodes begin to fall off.
    """
    significance = disparity(first, second, weights, n_papers)
    leading = strongest(first, second, weights)
    wanted = HELD_TOGETHER * largest_component(first, second, n_papers)
    for level in LEVELS:
        kept = (significance < level) | leading
        if largest_component(first[kept], second[kept], n_papers) >= wanted:
            return level
    return LEVELS[-1]


def largest_component(first: Ints, second: Ints, n_papers: int) -> int:
    """Return how many nodes the largest connected component has, by hooking and pointer jumping.

    >>> largest_component(np.array([0, 1, 3]), np.array([1, 2, 4]), 6)
    3
    """
    if not n_papers:
        return 0
    labels = np.arange(n_papers)
    while True:
        lower = np.minimum(labels[first], labels[second])
        hooked = labels.copy()
        np.minimum.at(hooked, first, lower)
        np.minimum.at(hooked, second, lower)
        hooked = hooked[hooked]
        if np.array_equal(hooked, labels):
            return int(np.bincount(labels).max())
        labels = hooked


def prune(
    first: Ints, second: Ints, weights: Floats, *, n_papers: int, pruning: str, alpha: float
) -> NDArray[np.bool_]:
    """Return which edges stay.

    Parameters
    ----------
    first, second, weights
        An edge list as for `disparity`.
    n_papers
        The number of nodes.
    pruning
        `disparity`: significant at one end, or the strongest of one; `none`: all.
    alpha
        The level of significance, between 0 and 1: the smaller, the fewer edges.

    Returns
    -------
    ndarray of bool
        True for the edges that stay.

    Raises
    ------
    ValueError
        If the name is not known or the level is not between 0 and 1.
    """
    if pruning not in PRUNINGS:
        message = f"no pruning named {pruning!r} (known: {', '.join(sorted(PRUNINGS))})"
        raise ValueError(message)
    if not 0 < alpha <= 1:
        message = f"alpha is {alpha:g}: give a level of significance above 0 and at most 1"
        raise ValueError(message)
    if pruning == "none" or not first.size:
        return np.ones(first.size, dtype=np.bool_)
    return (disparity(first, second, weights, n_papers) < alpha) | strongest(first, second, weights)


PRUNINGS = MappingProxyType(
    {
        "disparity": "significant at one end (Serrano 2009), or the strongest edge of one",
        "none": "every edge",
    }
)
