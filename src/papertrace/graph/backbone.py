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
