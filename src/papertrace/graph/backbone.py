"""Keep the edges of a weighted graph that matter to at least one of their ends.

Two short texts nearly always share some word: unpruned, papers of one listing are joined with nine in ten of the
others. The disparity filter keeps an edge that is stronger than chance would make it at one of its ends; the heaviest
spanning forest is kept besides, so that nobody is lost and no component falls apart.
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


def spanning_forest(first: Ints, second: Ints, weights: Floats, n_papers: int) -> NDArray[np.bool_]:
    """Return which edges make the heaviest spanning forest, so that pruning takes no component apart.

    Borůvka's algorithm (1926): every component takes its heaviest edge to another one, until there is none. In the
    first round that is the heaviest edge of each paper. Among equals the edge that comes first counts.
    """
    chosen = np.zeros(first.size, dtype=np.bool_)
    left = np.arange(first.size)
    labels = np.arange(n_papers)
    while True:
        here, there = labels[first[left]], labels[second[left]]
        left = left[here != there]
        if not left.size:
            return chosen
        ends = np.concatenate((labels[first[left]], labels[second[left]]))
        edges = np.concatenate((left, left))
        order = np.lexsort((edges, -weights[edges], ends))
        _, leads = np.unique(ends[order], return_index=True)
        chosen[edges[order][leads]] = True
        labels = components(first[chosen], second[chosen], n_papers)


def components(first: Ints, second: Ints, n_papers: int) -> Ints:
    """Return for each node the lowest number in its connected component, by hooking and pointer jumping.

    >>> components(np.array([0, 1, 3]), np.array([1, 2, 4]), 6).tolist()
    [0, 0, 0, 3, 3, 5]
    """
    labels = np.arange(n_papers)
    while True:
        lower = np.minimum(labels[first], labels[second])
        hooked = labels.copy()
        np.minimum.at(hooked, first, lower)
        np.minimum.at(hooked, second, lower)
        hooked = hooked[hooked]
        if np.array_equal(hooked, labels):
            return labels
        labels = hooked


LEVELS = (0.05, 0.1, 0.15, 0.2, 0.25, 0.3, 0.35, 0.4, 0.45, 0.5, 0.6, 0.7, 0.8, 0.9, 1.0)
"""The levels of significance that are tried, the strictest first."""

EDGES_PER_PAPER = 2
"""So many edges a paper, on average, a backbone should have: with fewer it is hardly more than a tree, and groups in it
are accidents. At 0.05 graphs of hundreds of shared words keep that many, those of a dozen shared concepts do not."""


MOST_EDGES_PER_PAPER = 25
"""More than this nobody can read. Where all papers share the same few concepts every edge weighs the same, and the
level that keeps one keeps millions."""


def choose_level(first: Ints, second: Ints, weights: Floats, n_papers: int) -> float:
    """Return the strictest level of significance at which the linked papers keep `EDGES_PER_PAPER` on average.

    A level that keeps more than `MOST_EDGES_PER_PAPER` is passed over: then the one before it is returned, the
    strictest at the least.
    """
    significance = disparity(first, second, weights, n_papers)
    spanning = spanning_forest(first, second, weights, n_papers)
    n_linked = np.unique(np.concatenate((first, second))).size
    chosen = LEVELS[0]
    for level in LEVELS:
        n_kept = np.count_nonzero((significance < level) | spanning)
        if n_kept > MOST_EDGES_PER_PAPER * n_linked:
            return chosen
        chosen = level
        if n_kept >= EDGES_PER_PAPER * n_linked:
            return chosen
    return chosen


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
        `disparity`: significant at one end, or of the heaviest spanning forest; `none`: all.
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
    significant = disparity(first, second, weights, n_papers) < alpha
    return significant | spanning_forest(first, second, weights, n_papers)


PRUNINGS = MappingProxyType(
    {
        "disparity": "significant at one end (Serrano 2009), or of the heaviest spanning forest",
        "none": "every edge",
    }
)
