"""The layout of the map: coordinates for communities, then for the papers inside each.

One force-directed layout of all papers costs n² per step and gives a hairball. Two levels cost far less and keep
neighbours together: communities are arranged by the edges between them, as discs that do not overlap; inside each disc
the papers are arranged by theirs.
"""

import math
from collections.abc import Callable, Iterator
from itertools import chain

import numpy as np

from papertrace.engine import Engine
from papertrace.engine.inline import InlineEngine
from papertrace.engine.protocol import ignore_count
from papertrace.graph.communities.detection import UNLINKED
from papertrace.graph.map.forces import (
    MAX_DENSE,
    WeightedGraph,
    arrange_by_forces,
    find_differences,
    push_apart,
    spread,
)
from papertrace.graph.pairs.projection import Floats, Ints

SPACING = 100.0
"""The side of the square allotted to one paper, in pixels; it has room for a short label."""

MAX_DISCS = 1_000
"""The number of communities up to which their edges decide where each is; smaller ones are placed in rows below."""

_DISC_GAP = 60.0
_MIN_DISTANCE = 42.0
_MIN_ROW_LENGTH = 12
_MAX_ROW_LENGTH = 44  # papers in a row as wide as the map, whose marks would overlap if they were more
_GAP_BELOW = 20.0  # into the width of the map: the space between it and the papers without edges
_MAX_WITHOUT_DISCS = 2_000  # papers up to which the page draws each on its own
_CHUNK_STEPS = 100_000  # pairs of papers of the communities that are arranged at once


_Discs = tuple[WeightedGraph, int, Floats]
_Community = tuple[WeightedGraph, int, float]
"""A graph, the seed of its layout, and the radii of the discs that are its nodes, or that of its own disc."""


def arrange_papers(
    graph: WeightedGraph,
    of_paper: Ints,
    *,
    seed: int,
    engine: Engine | None = None,
    on_count: Callable[[int], None] = ignore_count,
) -> tuple[Floats, Floats]:
    """Return the coordinates of each paper.

    Parameters
    ----------
    graph
        The graph of the papers.
    of_paper
        The community of each paper, from 0; `UNLINKED` papers are arranged in rows below the map.
    seed
        The seed of the initial positions; the same seed gives the same map.
    engine
        Where communities are arranged; by default in this process.
    on_count
        Is told of how many papers the communities are arranged.

    Returns
    -------
    x, y
        Pixels, y upwards, with the map around the origin, rounded to 1/100. A map of n papers is about
        100 √n to 200 √n pixels wide.
    """
    x, y = np.zeros(graph.n), np.zeros(graph.n)
    n_communities = int(of_paper.max(initial=UNLINKED)) + 1
    sizes = np.bincount(of_paper[of_paper >= 0], minlength=n_communities)
    radii = SPACING * np.sqrt(sizes / math.pi)
    members = np.argsort(of_paper, kind="stable")[np.count_nonzero(of_paper == UNLINKED) :]
    discs = (_between(graph, of_paper, n_communities), seed, radii)
    work: Iterator[_Discs | list[_Community]] = chain([discs], _divide(graph, of_paper, members, sizes, radii, seed))
    results = (engine or InlineEngine()).map_values(arrange, work, None)
    centres, arranged, n_arranged = next(results), [np.zeros((0, 2))], 0
    for part in results:
        arranged.append(part)
        on_count(n_arranged := n_arranged + len(part))
    inner = np.concatenate(arranged)
    x[members] = np.repeat(centres[:, 0], sizes) + inner[:, 0]
    y[members] = np.repeat(centres[:, 1], sizes) + inner[:, 1]
    _arrange_unlinked(x, y, of_paper)
    # Internally y points down, in the order of the rows; programs that draw graphs have it point up. Adding to 0.0
    # turns -0.0 into 0.0.
    return 0.0 + np.round(x, 2), 0.0 - np.round(y, 2)


def arrange(work: "_Discs | list[_Community]", _: None) -> Floats:
    """Return the coordinates of the papers of some communities, each around its own centre, or those of the centres."""
    if isinstance(work, tuple):
        graph, seed, radii = work
        return np.stack(_arrange_discs(graph, radii, seed), axis=1)
    return np.concatenate(
        [np.stack(_separate(*spread(*arrange_by_forces(graph, seed), radius)), axis=1) for graph, seed, radius in work]
    )


def _divide(  # noqa: PLR0917 - the graph, its communities, and how they are arranged
    graph: WeightedGraph, of_paper: Ints, members: Ints, sizes: Ints, radii: Floats, seed: int
) -> "Iterator[list[_Community]]":
    """Yield the graphs of the communities, several at once; `members` are the papers sorted by community."""
    places = np.zeros(graph.n, dtype=np.int64)
    places[members] = np.arange(members.size) - np.repeat(np.cumsum(sizes) - sizes, sizes)
    inside = np.flatnonzero((of_paper[graph.first] == of_paper[graph.second]) & (of_paper[graph.first] != UNLINKED))
    inside = inside[np.argsort(of_paper[graph.first[inside]], kind="stable")]
    starts = np.searchsorted(of_paper[graph.first[inside]], np.arange(sizes.size + 1))
    some: list[_Community] = []
    n_steps = 0
    for community, n in enumerate(sizes.tolist()):
        own = inside[starts[community] : starts[community + 1]]
        local = WeightedGraph(
            n=n, first=places[graph.first[own]], second=places[graph.second[own]], weights=graph.weights[own]
        )
        some.append((local, seed + community, float(radii[community])))
        n_steps += n * min(n, MAX_DENSE)
        if n_steps >= _CHUNK_STEPS:
            yield some
            some, n_steps = [], 0
    if some:
        yield some


def _between(graph: WeightedGraph, of_paper: Ints, n_communities: int) -> WeightedGraph:
    """Return the graph of communities; a weight is the sum over all edges between two, divided by √ of both sizes."""
    ends = np.sort(np.stack((of_paper[graph.first], of_paper[graph.second])), axis=0)
    across = ends[0] != ends[1]
    codes, pairs = np.unique(ends[0][across] * n_communities + ends[1][across], return_inverse=True)
    weights = np.bincount(pairs, weights=graph.weights[across], minlength=codes.size)
    sizes = np.bincount(of_paper[of_paper >= 0], minlength=n_communities)
    first, second = codes // max(n_communities, 1), codes % max(n_communities, 1)
    return WeightedGraph(
        n=n_communities, first=first, second=second, weights=weights / np.sqrt(sizes[first] * sizes[second])
    )


def _arrange_discs(graph: WeightedGraph, radii: Floats, seed: int) -> tuple[Floats, Floats]:
    """Arrange discs by their edges, then push apart those that overlap."""
    if graph.n == 0:
        return np.zeros(0), np.zeros(0)
    if graph.n > MAX_DISCS:
        return _arrange_many_discs(graph, radii, seed)
    x, y = arrange_by_forces(graph, seed)
    extent = math.sqrt(float((radii**2).sum()))
    x, y = spread(x, y, extent)
    needed = radii[:, None] + radii[None, :] + _DISC_GAP
    np.fill_diagonal(needed, 0.0)
    # The larger disc moves less.
    share = radii[None, :] ** 2 / (radii[:, None] ** 2 + radii[None, :] ** 2)
    x, y = push_apart(x, y, needed, share, 200)
    _, _, distance = find_differences(x, y)
    factor = max(1.0, float((needed / distance).max()))
    x, y = x * factor, y * factor
    return x - (x.min() + x.max()) / 2, y - (y.min() + y.max()) / 2


def _arrange_many_discs(graph: WeightedGraph, radii: Floats, seed: int) -> tuple[Floats, Floats]:
    """Arrange the `MAX_DISCS` first and largest discs by their edges, the others in rows below, in their order.

    Pushing discs apart takes time with the square of their number.
    """
    inner = (graph.first < MAX_DISCS) & (graph.second < MAX_DISCS)
    largest = WeightedGraph(
        n=MAX_DISCS, first=graph.first[inner], second=graph.second[inner], weights=graph.weights[inner]
    )
    x, y = np.zeros(graph.n), np.zeros(graph.n)
    x[:MAX_DISCS], y[:MAX_DISCS] = _arrange_discs(largest, radii[:MAX_DISCS], seed)
    width = float((np.abs(x[:MAX_DISCS]) + radii[:MAX_DISCS]).max()) * 2
    top = float((y[:MAX_DISCS] + radii[:MAX_DISCS]).max()) + _DISC_GAP
    left, height = 0.0, 0.0
    for disc in range(MAX_DISCS, graph.n):
        diameter = 2 * float(radii[disc])
        if left and left + diameter > width:
            left, top = 0.0, top + height + _DISC_GAP
            height = 0.0
        x[disc], y[disc] = left + diameter / 2 - width / 2, top + diameter / 2
        left, height = left + diameter + _DISC_GAP, max(height, diameter)
    return x, y


def _separate(x: Floats, y: Floats) -> tuple[Floats, Floats]:
    """Separate papers that would overlap; the largest communities are spread evenly enough without it."""
    if not 1 < x.size <= MAX_DENSE:
        return x, y
    needed = np.full((x.size, x.size), _MIN_DISTANCE)
    np.fill_diagonal(needed, 0.0)
    return push_apart(x, y, needed, 0.5, 30)


def _arrange_unlinked(x: Floats, y: Floats, of_paper: Ints) -> None:
    """Arrange the papers without edges below the map, in order, in even rows that take little of its height.

    The rows are as wide as the map, and their papers as close as their marks permit. Where a community is drawn as a
    disc, on large maps, the rows form a block instead, which its disc covers; and so they do if few papers are linked.
    """
    alone = np.flatnonzero(of_paper == UNLINKED)
    linked = of_paper != UNLINKED
    block = max(_MIN_ROW_LENGTH, math.ceil(math.sqrt(2 * alone.size)))
    top, pitch, row_length = 0.0, SPACING, block
    if linked.any():
        width = float(np.ptp(x[linked]))
        top = float(y[linked].max()) + max(SPACING, width / _GAP_BELOW)
        if of_paper.size <= _MAX_WITHOUT_DISCS:
            pitch = min(max(_MIN_DISTANCE, width / _MAX_ROW_LENGTH), SPACING)
            row_length = max(block, int(width / pitch))
        else:
            top += SPACING
    n_rows = math.ceil(alone.size / row_length)
    columns = math.ceil(alone.size / max(n_rows, 1)) or 1
    positions = np.arange(alone.size)
    x[alone] = (positions % columns - (columns - 1) / 2) * pitch
    y[alone] = top + positions // columns * pitch
