"""Measures of papers on the map: strength, and the diameter to draw."""

import numpy as np

from papertrace.graph.pairs.projection import Floats, Ints

_MIN_DIAMETER, _MAX_DIAMETER = 8.0, 32.0


def strengths(first: Ints, second: Ints, weights: Floats, *, n_papers: int) -> Floats:
    """Return the weighted degree of each paper: the sum of the weights of its edges."""
    return np.bincount(
        np.concatenate((first, second)), weights=np.concatenate((weights, weights)), minlength=n_papers
    ).astype(np.float64)


def sizes(degrees: Floats) -> Floats:
    """Return the diameter to draw each node with, 8 to 32 pixels, growing with the root of the weighted degree."""
    largest = float(degrees.max(initial=0.0))
    shares = degrees / largest if largest else np.zeros(degrees.size)
    return np.round(_MIN_DIAMETER + (_MAX_DIAMETER - _MIN_DIAMETER) * np.sqrt(shares), 2).astype(np.float64)
