"""The map: places of papers, their sizes and their betweenness.

Coordinates are computed with +, -, *, / and √ only. IEEE 754 defines their results to the last bit, while sines,
powers and matrix products differ between processors, and a layout amplifies any difference.

The map is divided into squares. A paper occupies its own square and the eight around it, an additional node one; it
gets the nearest free square, so that it ends up near the requested position however crowded the map is.

One force-directed layout of all papers costs n² per step and gives a hairball. Two levels cost far less and keep
neighbours together: communities are arranged by the edges between them, as discs that do not overlap; inside each disc
the papers are arranged by theirs.
"""

import math
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import chain, count

import numpy as np

from papertrace.engine import Engine
from papertrace.engine.protocol import InlineEngine, ignore_count
from papertrace.graph.attributes import Scalar, paper_attributes
from papertrace.graph.communities import UNLINKED, colour_communities, find_fitting, label_communities
from papertrace.graph.pairs.products import Floats, Ints
from papertrace.model import Paper

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


MAX_EXACT_PAPERS = 1_000
"""The number of papers up to which betweenness is exact; above, it is estimated."""

N_PIVOTS = 128
"""The number of papers whose shortest paths are sampled for the estimate."""

# Papers times sources that are handled at once: 2 MB of numbers stay in the cache of a processor.
_BLOCK = 1 << 16
# Arcs times sources, of which there are many where papers cite: each takes some 50 bytes until all levels are known.
_MAX_ARCS = 1 << 20


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

    It is from 0 to 1, rounded to six decimals; 0 for fewer than three papers. Each pair of linked papers is there once.
    Path length is the number of edges, regardless of weight. Brandes' algorithm (2001) runs level by level for several
    source papers at once, and looks at each edge once per source in either direction. Up to `MAX_EXACT_PAPERS` all
    papers are sources; above, `N_PIVOTS` are drawn at random and the sum is scaled up (Brandes & Pich, 2007). Paths are
    counted by the engine, by default in this process; `on_count` is told from how many sources they are.
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
    n_columns = max(1, min(_BLOCK // n_papers, _MAX_ARCS // neighbours.size))
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


MAX_DENSE = 400
"""The number of nodes up to which each is repelled by all others; of more nodes, by a sample of them."""

_STEPS = 60
_SAMPLE = 48
_MIN_SQUARE = 1e-6  # of a distance, so that none is 0


@dataclass(frozen=True, slots=True, kw_only=True)
class WeightedGraph:
    """A weighted undirected graph on the nodes 0 to `n` - 1, each pair once."""

    n: int
    first: Ints
    second: Ints
    weights: Floats


def arrange_by_forces(graph: WeightedGraph, seed: int) -> tuple[Floats, Floats]:
    """Return coordinates from edge attraction and node repulsion, in units of the ideal edge length."""
    random = np.random.default_rng(seed)
    side = math.sqrt(graph.n)
    x, y = random.random(graph.n) * side, random.random(graph.n) * side
    if graph.n == 1:
        return np.zeros(1), np.zeros(1)
    x, y = x - side / 2, y - side / 2
    # Attraction grows with the root of the weight: a pair with ten common concepts must not collapse into one point.
    pull = np.sqrt(graph.weights / graph.weights.mean()) if graph.weights.size else graph.weights
    buffers = tuple(np.empty((graph.n, graph.n)) for _ in range(4)) if graph.n <= MAX_DENSE else ()
    for step in range(_STEPS):
        force_x, force_y = _repulsion(x, y, random, buffers)
        dx, dy = x[graph.second] - x[graph.first], y[graph.second] - y[graph.first]
        strength = pull * np.sqrt(dx * dx + dy * dy)
        for sign, end in ((1.0, graph.first), (-1.0, graph.second)):
            force_x += sign * np.bincount(end, weights=dx * strength, minlength=graph.n)
            force_y += sign * np.bincount(end, weights=dy * strength, minlength=graph.n)
        # Weak gravity keeps nodes without edges from drifting away.
        force_x -= 0.3 * x
        force_y -= 0.3 * y
        length = np.sqrt(force_x * force_x + force_y * force_y) + 1e-9
        stride = np.minimum(length, 0.15 * side * (1 - step / _STEPS)) / length
        x, y = x + force_x * stride, y + force_y * stride
    return x, y


def _repulsion(x: Floats, y: Floats, random: np.random.Generator, buffers: tuple[Floats, ...]) -> tuple[Floats, Floats]:
    """Return the repulsive force k²/d from all other nodes, or from a sample if there are many.

    `buffers` are four squares to compute in: new arrays of this size cost more than the arithmetic.
    """
    if buffers:
        dx, dy, push, square = buffers
        np.subtract(x[:, None], x[None, :], out=dx)
        np.subtract(y[:, None], y[None, :], out=dy)
        np.multiply(dx, dx, out=push)
        push += np.multiply(dy, dy, out=square)
        push += _MIN_SQUARE
        np.sqrt(push, out=push)  # and squared again, which is not the same to the last bit
        np.multiply(push, push, out=push)
        np.divide(1.0, push, out=push)
        dx *= push
        dy *= push
        return dx.sum(axis=1), dy.sum(axis=1)
    others = random.integers(0, x.size, size=_SAMPLE)
    dx, dy = x[:, None] - x[others], y[:, None] - y[others]
    push = (x.size / _SAMPLE) / np.maximum(dx * dx + dy * dy, 0.05)
    return (dx * push).sum(axis=1), (dy * push).sum(axis=1)


def find_differences(x: Floats, y: Floats) -> tuple[Floats, Floats, Floats]:
    """Return x_i - x_j, y_i - y_j and the distance, never 0, for all pairs."""
    dx, dy = x[:, None] - x[None, :], y[:, None] - y[None, :]
    return dx, dy, np.sqrt(dx * dx + dy * dy + _MIN_SQUARE)


def spread(x: Floats, y: Floats, radius: float) -> tuple[Floats, Floats]:
    """Spread nodes evenly over a disc: each keeps its direction, and its distance follows from its rank.

    Force-directed layouts are dense in the middle, where labels would overlap.
    """
    x, y = x - x.mean(), y - y.mean()
    distance = np.sqrt(x * x + y * y)
    order = np.argsort(distance, kind="stable")
    target = np.empty(x.size)
    target[order] = radius * np.sqrt(np.arange(x.size) / max(x.size - 1, 1))
    stretch = np.divide(target, distance, out=np.zeros(x.size), where=distance > 0)
    # Two thirds of the way to the even disc: going all the way would separate neighbours.
    natural = radius / max(float(distance.max()), 1e-9)
    return x * (2 * stretch + natural) / 3, y * (2 * stretch + natural) / 3


def push_apart(x: Floats, y: Floats, needed: Floats, share: Floats | float, n_steps: int) -> tuple[Floats, Floats]:
    """Move nodes that are closer than `needed`; `share` is each node's part of the missing distance."""
    # New arrays of this size in every step cost more than the arithmetic.
    dx, dy, distance, push = (np.empty((x.size, x.size)) for _ in range(4))
    for _ in range(n_steps):
        np.subtract(x[:, None], x[None, :], out=dx)
        np.subtract(y[:, None], y[None, :], out=dy)
        np.multiply(dx, dx, out=distance)
        distance += np.multiply(dy, dy, out=push)
        distance += _MIN_SQUARE
        np.sqrt(distance, out=distance)
        np.maximum(0.0, np.subtract(needed, distance, out=push), out=push)
        if not push.any():
            break
        # All neighbours push at once, so each push is damped; it slightly exceeds half, so that the iteration ends.
        push *= 0.61
        push *= share
        push /= distance
        dx *= push
        dy *= push
        x = x + dx.sum(axis=1)
        y = y + dy.sum(axis=1)
    return x, y


SIDE = 24.0
"""The side of a square in pixels, which leaves a gap around nodes of at most 20 pixels."""

_RING = 16  # the width of a search ring, in squares


def find_free_positions(wanted_x: Floats, wanted_y: Floats, x: Floats, y: Floats) -> tuple[Floats, Floats]:
    """Return positions for additional nodes near the requested ones, overlapping neither papers nor each other.

    They are centres of squares, at least `SIDE` pixels from one another and from the centre of every paper (`x`, `y`);
    the requested ones are in order of precedence.
    """
    columns, rows = np.floor(x / SIDE).astype(np.int64), np.floor(y / SIDE).astype(np.int64)
    taken = {
        (column + aside, row + above)
        for column, row in zip(columns.tolist(), rows.tolist(), strict=True)
        for aside in (-1, 0, 1)
        for above in (-1, 0, 1)
    }
    wanted = zip(
        np.floor(wanted_x / SIDE).astype(np.int64).tolist(),
        np.floor(wanted_y / SIDE).astype(np.int64).tolist(),
        strict=True,
    )
    squares = np.zeros((wanted_x.size, 2))
    for number, (column, row) in enumerate(wanted):
        square = next(
            (column + aside, row + above) for aside, above in _offsets() if (column + aside, row + above) not in taken
        )
        taken.add(square)
        squares[number] = square
    return (squares[:, 0] + 0.5) * SIDE, (squares[:, 1] + 0.5) * SIDE


def _offsets() -> Iterator[tuple[int, int]]:
    """Return the offsets to the squares around one, nearest first, without end."""
    return chain.from_iterable(map(_ring_offsets, count()))


@cache
def _ring_offsets(ring: int) -> tuple[tuple[int, int], ...]:
    """Return the offsets of a ring, nearest first; compared as integers, so that the order is the same everywhere."""
    inner, outer = (ring * _RING) ** 2, ((ring + 1) * _RING) ** 2
    reach = range(-(ring + 1) * _RING, (ring + 1) * _RING + 1)
    offsets = [(a, b) for a in reach for b in reach if inner <= a * a + b * b < outer]
    return tuple(sorted(offsets, key=lambda offset: (offset[0] ** 2 + offset[1] ** 2, offset[1], offset[0])))


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
    """Return the coordinates of each paper in pixels, y upwards, with the map around the origin, rounded to 1/100.

    A map of n papers is about 100 √n to 200 √n pixels wide; `UNLINKED` papers are arranged in rows below it. The same
    seed gives the same map. Communities are arranged by the engine, by default in this process; `on_count` is told of
    how many papers they are.
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


@dataclass(frozen=True, slots=True, kw_only=True)
class PaperMap:
    """The coordinates and communities of the papers, each array in the order of the papers.

    `degrees` are weighted, `x` and `y` are in pixels, `of_paper` is the community, `fits` whether the paper fits its
    label; `names` and `colours` are by community.
    """

    degrees: Floats
    x: Floats
    y: Floats
    of_paper: Ints
    fits: Sequence[bool]
    names: Mapping[int, str]
    colours: Mapping[int, str]


def draw_papers(
    papers: Sequence[Paper],
    pair_graph: WeightedGraph,
    of_paper: Ints,
    *,
    grouping: WeightedGraph,
    seed: int,
    engine: Engine | None = None,
    on_count: Callable[[int], None] = ignore_count,
) -> PaperMap:
    """Return the map of papers, in the order of their ids, with known edges and communities, `UNLINKED` if none.

    `pair_graph` has the weights of all layers added up; `grouping`, which decides the positions, may be the same or
    that of some layers. Communities are arranged by the engine, by default in this process; `on_count` is told of how
    many papers they are. The map is identical for identical arguments, on every machine.
    """
    degrees = strengths(pair_graph.first, pair_graph.second, pair_graph.weights, n_papers=pair_graph.n)
    x, y = arrange_papers(grouping, of_paper, seed=seed, engine=engine, on_count=on_count)
    labels = label_communities(papers, of_paper.tolist(), degrees.tolist())
    return PaperMap(
        degrees=degrees,
        x=x,
        y=y,
        of_paper=of_paper,
        fits=find_fitting(papers, of_paper, labels),
        names={community: label.name for community, label in labels.items()},
        colours=colour_communities(of_paper, x, y),
    )


def describe_papers(papers: Sequence[Paper], paper_map: PaperMap, between: Floats) -> Iterator[dict[str, Scalar]]:
    """Yield the node attributes of the papers, in their order; `between` is the betweenness of each."""
    columns = zip(
        papers,
        paper_map.of_paper.tolist(),
        paper_map.fits,
        np.round(paper_map.degrees, 4).tolist(),
        between.tolist(),
        paper_map.x.tolist(),
        paper_map.y.tolist(),
        sizes(paper_map.degrees).tolist(),
        strict=True,
    )
    for paper, community, fits, degree, betweenness, x, y, size in columns:
        yield paper_attributes(paper) | {
            "community": community,
            "community_label": paper_map.names[community],
            "fits_community": "yes" if fits else "no",
            "degree_weighted": degree,
            "betweenness": betweenness,
            "x": x,
            "y": y,
            "size": size,
            "color": paper_map.colours[community],
        }
