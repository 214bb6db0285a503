"""Measures of papers on the map: strength, betweenness, and the diameter to draw."""

from typing import TYPE_CHECKING, Any

import numpy as np

from papertrace.graph.pairs.projection import Floats, Ints

if TYPE_CHECKING:
    from scipy.sparse import csr_array

MAX_EXACT_PAPERS = 1_000
"""The number of papers up to which betweenness is exact; above, it is estimated."""

N_PIVOTS = 128
"""The number of papers whose shortest paths are sampled for the estimate."""

_MIN_DIAMETER, _MAX_DIAMETER = 8.0, 32.0
# Blocks of about 2 MB stay in the processor's cache.
_BLOCK = 200_000


def betweenness(first: Ints, second: Ints, *, n_papers: int, seed: int) -> Floats:
    """Return the share of shortest paths between other papers that pass through each paper (Freeman, 1977).

    Path length is the number of edges, regardless of weight. Brandes' algorithm (2001) runs level by level for many
    source papers at once. Up to `MAX_EXACT_PAPERS` all papers are sources; above, `N_PIVOTS` are drawn at random and
    the sum is scaled up (Brandes & Pich, 2007).

    Parameters
    ----------
    first, second
        The edges, each pair once.
    n_papers
        The number of papers.
    seed
        The seed for drawing the sources.

    Returns
    -------
    ndarray
        From 0 to 1, rounded to six decimals; 0 for fewer than three papers.
    """
    if n_papers < 3 or not first.size:  # noqa: PLR2004 - no paper lies between two papers
        return np.zeros(n_papers)
    from scipy.sparse import csr_array

    sources = np.arange(n_papers)
    if n_papers > MAX_EXACT_PAPERS:
        sources = np.sort(np.random.default_rng(seed).choice(n_papers, size=N_PIVOTS, replace=False))
    ends = (np.concatenate((first, second)), np.concatenate((second, first)))
    adjacency = csr_array((np.ones(2 * first.size), ends), shape=(n_papers, n_papers))
    adjacency.sort_indices()
    total = np.zeros(n_papers)
    columns = max(1, _BLOCK // (2 * first.size))
    for low in range(0, sources.size, columns):
        total += _dependencies(sources[low : low + columns], adjacency)
    scale = n_papers / sources.size / ((n_papers - 1) * (n_papers - 2))
    return np.round(np.minimum(total * scale, 1.0), 6).astype(np.float64)


def _dependencies(sources: Ints, adjacency: "csr_array[Any, Any]") -> Floats:
    """Return the sum over the sources of the dependency of each source on each paper (Brandes, 2001, eq. 6).

    Nodes are rows and sources are columns, so that the sum over the neighbours of all nodes is one product.
    """
    n_papers = adjacency.shape[0]
    columns = np.arange(sources.size)
    paths = np.zeros((n_papers, sources.size))
    paths[sources, columns] = 1.0
    level = np.full((n_papers, sources.size), -1, dtype=np.int32)
    level[sources, columns] = 0
    front, depth = paths.copy(), 0
    while True:
        arriving = adjacency @ front
        fresh = (arriving > 0) & (level < 0)
        if not fresh.any():
            break
        depth += 1
        front = np.where(fresh, arriving, 0.0)
        paths += front
        level[fresh] = depth
    dependency = np.zeros((n_papers, sources.size))
    for nearer in range(depth - 1, -1, -1):
        # The dependency that a node at the next level passes back, per path.
        share = np.divide(1.0 + dependency, paths, out=np.zeros_like(paths), where=level == nearer + 1)
        back = adjacency @ share
        dependency += np.where(level == nearer, back * paths, 0.0)
    dependency[sources, columns] = 0.0
    total: Floats = dependency.sum(axis=1)
    return total


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
