"""Figures that say which papers matter on the map: strength, bridging, and the size to draw them in."""

import numpy as np

from papertrace.graph.pairs.projection import Floats, Ints

EXACT_UP_TO = 1_000
"""Papers up to which betweenness is exact; above, it is estimated."""

N_PIVOTS = 128
"""Papers whose shortest paths are followed for the estimate."""

_SMALLEST, _LARGEST = 8.0, 32.0
# Some 2 MB at a time stays in the processor's cache.
_BLOCK = 200_000


def betweenness(first: Ints, second: Ints, *, n_papers: int, seed: int) -> Floats:
    """Return the share of shortest paths between other papers that lead through each paper (Freeman, 1977).

    Paths are counted in edges, whatever their weight, by Brandes' algorithm (2001), level by level for many
    starting papers at once. Up to `EXACT_UP_TO` papers all of them are starts; above, `N_PIVOTS` are drawn and the
    sum is scaled up (Brandes & Pich, 2007).

    Parameters
    ----------
    first, second
        The edges, each pair once.
    n_papers
        The number of papers.
    seed
        Decides which papers are drawn.

    Returns
    -------
    ndarray
        From 0 to 1, rounded to six decimals; 0 for fewer than three papers.
    """
    if n_papers < 3 or not first.size:  # noqa: PLR2004 - two papers have nothing between them
        return np.zeros(n_papers)
    starts = np.arange(n_papers)
    if n_papers > EXACT_UP_TO:
        starts = np.sort(np.random.default_rng(seed).choice(n_papers, size=N_PIVOTS, replace=False))
    tails, heads = np.concatenate((first, second)), np.concatenate((second, first))
    order = np.lexsort((tails, heads))
    tails, heads = tails[order], heads[order]
    total = np.zeros(n_papers)
    rows = max(1, _BLOCK // tails.size)
    for low in range(0, starts.size, rows):
        total += _dependencies(starts[low : low + rows], tails, heads, n_papers)
    scale = n_papers / starts.size / ((n_papers - 1) * (n_papers - 2))
    return np.round(np.minimum(total * scale, 1.0), 6).astype(np.float64)


def _dependencies(starts: Ints, tails: Ints, heads: Ints, n_papers: int) -> Floats:
    """Return the sum over the starts of the dependency of each start on each paper (Brandes, 2001, eq. 6).

    Nodes are rows and starts columns, so that adding up what arrives at a node is one reduction over adjacent
    rows; arcs are sorted by head for it.
    """
    columns = np.arange(starts.size)
    paths = np.zeros((n_papers, starts.size))
    paths[starts, columns] = 1.0
    level = np.full((n_papers, starts.size), -1, dtype=np.int32)
    level[starts, columns] = 0
    receivers, leads = np.unique(heads, return_index=True)
    depth = 0
    while True:
        front = np.where(level == depth, paths, 0.0)
        arriving = np.add.reduceat(front[tails], leads, axis=0)
        fresh = (arriving > 0) & (level[receivers] < 0)
        if not fresh.any():
            break
        depth += 1
        paths[receivers] += np.where(fresh, arriving, 0.0)
        level[receivers] = np.where(fresh, depth, level[receivers])
    dependency = np.zeros((n_papers, starts.size))
    for nearer in range(depth - 1, -1, -1):
        # What a node at the next level passes back, in shares of its paths; arcs run both ways, so the
        # arrangement by head serves again.
        share = np.divide(1.0 + dependency, paths, out=np.zeros_like(paths), where=level == nearer + 1)
        back = np.add.reduceat(share[tails], leads, axis=0)
        dependency[receivers] += np.where(level[receivers] == nearer, back * paths[receivers], 0.0)
    dependency[starts, columns] = 0.0
    total: Floats = dependency.sum(axis=1)
    return total


def strengths(first: Ints, second: Ints, weights: Floats, *, n_papers: int) -> Floats:
    """Return the weighted degree of each paper: the sum of the weights of its edges."""
    return np.bincount(
        np.concatenate((first, second)), weights=np.concatenate((weights, weights)), minlength=n_papers
    ).astype(np.float64)


def sizes(degrees: Floats) -> Floats:
    """Return the diameter to draw each paper with, in pixels from 8 to 32: its area follows the weighted degree."""
    largest = float(degrees.max(initial=0.0))
    shares = degrees / largest if largest else np.zeros(degrees.size)
    return np.round(_SMALLEST + (_LARGEST - _SMALLEST) * np.sqrt(shares), 2).astype(np.float64)
