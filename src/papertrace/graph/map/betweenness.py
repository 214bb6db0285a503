"""Betweenness: the share of shortest paths that lead through each paper."""

from collections.abc import Callable

import numpy as np

from papertrace.engine import Engine
from papertrace.engine.inline import InlineEngine
from papertrace.engine.protocol import ignore_count
from papertrace.graph.pairs.projection import Floats, Ints

MAX_EXACT_PAPERS = 1_000
"""The number of papers up to which betweenness is exact; above, it is estimated."""

N_PIVOTS = 128
"""The number of papers whose shortest paths are sampled for the estimate."""

# Papers times sources that are handled at once: 2 MB of numbers stay in the cache of a processor.
_BLOCK = 1 << 16


def betweenness(
    first: Ints,
    second: Ints,
    *,
    n_papers: int,
    seed: int,
    engine: Engine | None = None,
    on_count: Callable[[int], None] = ignore_count,
) -> Floats:
    """Return the share of shortest paths between other papers that pass through each paper (Freeman, 1977).

    Path length is the number of edges, regardless of weight. Brandes' algorithm (2001) runs level by level for several
    source papers at once, and looks at each edge once per source in either direction. Up to `MAX_EXACT_PAPERS` all
    papers are sources; above, `N_PIVOTS` are drawn at random and the sum is scaled up (Brandes & Pich, 2007).

    Parameters
    ----------
    first, second
        The edges, each pair once.
    n_papers
        The number of papers.
    seed
        The seed for drawing the sources.
    engine
        Where paths are counted; by default in this process.
    on_count
        Is told from how many sources the paths are counted.

    Returns
    -------
    ndarray
        From 0 to 1, rounded to six decimals; 0 for fewer than three papers.
    """
    if n_papers < 3 or not first.size:  # noqa: PLR2004 - no paper lies between two papers
        return np.zeros(n_papers)
    sources, n_sources = np.arange(n_papers, dtype=np.int64), count_sources(n_papers)
    if n_sources < n_papers:
        sources = np.sort(np.random.default_rng(seed).choice(n_papers, size=n_sources, replace=False))
    ends = np.concatenate((first, second))
    neighbours = np.concatenate((second, first))[np.argsort(ends, kind="stable")]
    starts = np.concatenate(([0], np.cumsum(np.bincount(ends, minlength=n_papers))))
    total = np.zeros(n_papers)
    n_columns = max(1, _BLOCK // n_papers)
    parts = (sources[low : low + n_columns] for low in range(0, sources.size, n_columns))
    results = (engine or InlineEngine()).map_values(count_paths, parts, (starts, neighbours))
    for n_chunks, result in enumerate(results, start=1):
        total += result
        on_count(min(n_chunks * n_columns, sources.size))
    scale = n_papers / sources.size / ((n_papers - 1) * (n_papers - 2))
    return np.round(np.minimum(total * scale, 1.0), 6).astype(np.float64)


def count_sources(n_papers: int) -> int:
    """Return the number of papers whose shortest paths are counted."""
    return n_papers if n_papers <= MAX_EXACT_PAPERS else N_PIVOTS


def count_paths(sources: Ints, shared: tuple[Ints, Ints]) -> Floats:
    """Return the sum over the sources of the dependency of each source on each paper (Brandes, 2001, eq. 6).

    The neighbours of paper `p` are `neighbours[starts[p]:starts[p + 1]]`. Every source has a copy of the graph, whose
    nodes are numbered on from those of the copy before.
    """
    starts, neighbours = shared
    n_papers = starts.size - 1
    degrees = np.diff(starts)
    front = sources + np.arange(sources.size) * n_papers
    roots = front
    paths = np.zeros(n_papers * sources.size)
    paths[roots] = 1.0
    is_new = np.ones(paths.size, dtype=np.bool_)
    is_new[roots] = False
    last_arc = np.empty(paths.size, dtype=np.int64)
    levels: list[tuple[Ints, Ints]] = []
    while front.size:
        papers = front % n_papers
        counts = degrees[papers]
        offsets = np.repeat(starts[papers] - np.cumsum(counts) + counts, counts)
        heads = neighbours[offsets + np.arange(offsets.size)] + np.repeat(front - papers, counts)
        leads_on = np.flatnonzero(is_new[heads])
        heads, tails = heads[leads_on], np.repeat(front, counts)[leads_on]
        np.add.at(paths, heads, paths[tails])
        levels.append((tails, heads))
        # Each node that several arcs lead to is taken once: at the last of them.
        last_arc[heads] = np.arange(heads.size)
        front = heads[last_arc[heads] == np.arange(heads.size)]
        is_new[front] = False
    dependency = np.zeros(paths.size)
    for tails, heads in reversed(levels):
        np.add.at(dependency, tails, paths[tails] / paths[heads] * (1.0 + dependency[heads]))
    dependency[roots] = 0.0
    total: Floats = dependency.reshape(sources.size, n_papers).sum(axis=0)
    return total
