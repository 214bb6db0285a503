"""The layout of the map: coordinates for communities, then for the papers inside each.

One force-directed layout of all papers costs n² per step and gives a hairball. Two levels cost far less and keep
neighbours together: communities are arranged by the edges between them, as discs that do not overlap; inside each disc
the papers are arranged by theirs (Fruchterman & Reingold, 1991).

Coordinates are computed with +, -, *, / and √ only. IEEE 754 defines their results to the last bit, while sines,
powers and matrix products differ between processors, and a layout amplifies any difference.
"""

import math
import struct
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from itertools import chain

import numpy as np

from papertrace.engine import Engine
from papertrace.engine.inline import InlineEngine
from papertrace.engine.protocol import ignore_count
from papertrace.graph.communities.detection import UNLINKED
from papertrace.graph.pairs.projection import Floats, Ints

SPACING = 100.0
"""The side of the square allotted to one paper, in pixels; it has room for a short label."""

MAX_DISCS = 1_000
"""The number of communities up to which their edges decide where each is; smaller ones are placed in rows below."""

_DISC_GAP = 60.0
_MIN_DISTANCE = 42.0
_STEPS = 60
_MIN_ROW_LENGTH = 12
# In a community of more papers than this, each is repelled by a sample of the others instead of all.
_MAX_DENSE = 400
_SAMPLE = 48
_MIN_SQUARE = 1e-6  # of a distance, so that none is 0
_CHUNK_STEPS = 100_000  # pairs of papers of the communities that are arranged at once
_HEAD = struct.Struct("<QQqd")
_DISCS, _PAPERS = b"D", b"P"


@dataclass(frozen=True, slots=True, kw_only=True)
class WeightedGraph:
    """A weighted undirected graph on the nodes 0 to `n` - 1, each pair once."""

    n: int
    first: Ints
    second: Ints
    weights: Floats


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
    if engine is None:
        with InlineEngine() as inline:
            return arrange_papers(graph, of_paper, seed=seed, engine=inline, on_count=on_count)
    x, y = np.zeros(graph.n), np.zeros(graph.n)
    n_communities = int(of_paper.max(initial=UNLINKED)) + 1
    sizes = np.bincount(of_paper[of_paper >= 0], minlength=n_communities)
    radii = SPACING * np.sqrt(sizes / math.pi)
    members = np.argsort(of_paper, kind="stable")[np.count_nonzero(of_paper == UNLINKED) :]
    discs = _DISCS + _pack(_between(graph, of_paper, n_communities), seed) + radii.tobytes()
    chunks = chain([discs], _pack_communities(graph, of_paper, members, sizes, radii, seed))
    results = (np.frombuffer(result).reshape(-1, 2) for result in engine.map(arrange_chunk, chunks))
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


def arrange_chunk(chunk: bytes, _: None) -> bytes:
    """Return the coordinates of the papers of some communities, each around its own centre, or those of the centres."""
    if chunk.startswith(_DISCS):
        graph, seed, _radius, place = _unpack(chunk, len(_DISCS))
        return np.stack(_arrange_discs(graph, np.frombuffer(chunk, offset=place), seed), axis=1).tobytes()
    place, parts = len(_PAPERS), []
    while place < len(chunk):
        graph, seed, radius, place = _unpack(chunk, place)
        parts.append(np.stack(_separate(*_spread(*_force_directed(graph, seed), radius)), axis=1))
    return b"".join(part.tobytes() for part in parts)


def _pack(graph: WeightedGraph, seed: int, radius: float = 0.0) -> bytes:
    """Return a graph, the seed of its layout and the radius of its disc as bytes."""
    return b"".join(
        (
            _HEAD.pack(graph.n, graph.first.size, seed, radius),
            graph.first.astype(np.int64).tobytes(),
            graph.second.astype(np.int64).tobytes(),
            graph.weights.astype(np.float64).tobytes(),
        )
    )


def _unpack(chunk: bytes, place: int) -> tuple[WeightedGraph, int, float, int]:
    """Return what `_pack` has packed at a place, and the place after it."""
    n, n_edges, seed, radius = _HEAD.unpack_from(chunk, place)
    place += _HEAD.size
    first, second = np.frombuffer(chunk, dtype=np.int64, count=2 * n_edges, offset=place).reshape(2, -1)
    weights = np.frombuffer(chunk, count=n_edges, offset=place + 16 * n_edges)
    graph = WeightedGraph(n=n, first=first, second=second, weights=weights)
    return graph, seed, radius, place + 24 * n_edges


def _pack_communities(  # noqa: PLR0917 - the graph, its communities, and how they are arranged
    graph: WeightedGraph, of_paper: Ints, members: Ints, sizes: Ints, radii: Floats, seed: int
) -> Iterator[bytes]:
    """Yield the graphs of the communities, several in a chunk; `members` are the papers sorted by community."""
    places = np.zeros(graph.n, dtype=np.int64)
    places[members] = np.arange(members.size) - np.repeat(np.cumsum(sizes) - sizes, sizes)
    inside = np.flatnonzero((of_paper[graph.first] == of_paper[graph.second]) & (of_paper[graph.first] != UNLINKED))
    inside = inside[np.argsort(of_paper[graph.first[inside]], kind="stable")]
    starts = np.searchsorted(of_paper[graph.first[inside]], np.arange(sizes.size + 1))
    chunk, n_steps = bytearray(_PAPERS), 0
    for community, n in enumerate(sizes.tolist()):
        own = inside[starts[community] : starts[community + 1]]
        local = WeightedGraph(
            n=n, first=places[graph.first[own]], second=places[graph.second[own]], weights=graph.weights[own]
        )
        chunk += _pack(local, seed + community, float(radii[community]))
        n_steps += n * min(n, _MAX_DENSE)
        if n_steps >= _CHUNK_STEPS:
            yield bytes(chunk)
            chunk, n_steps = bytearray(_PAPERS), 0
    if n_steps:
        yield bytes(chunk)


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
    x, y = _force_directed(graph, seed)
    extent = math.sqrt(float((radii**2).sum()))
    x, y = _spread(x, y, extent)
    needed = radii[:, None] + radii[None, :] + _DISC_GAP
    np.fill_diagonal(needed, 0.0)
    # The larger disc moves less.
    share = radii[None, :] ** 2 / (radii[:, None] ** 2 + radii[None, :] ** 2)
    x, y = _push_apart(x, y, needed, share, 200)
    _, _, distance = _differences(x, y)
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


def _push_apart(x: Floats, y: Floats, needed: Floats, share: Floats | float, n_steps: int) -> tuple[Floats, Floats]:
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


def _separate(x: Floats, y: Floats) -> tuple[Floats, Floats]:
    """Separate papers that would overlap; the largest communities are spread evenly enough without it."""
    if not 1 < x.size <= _MAX_DENSE:
        return x, y
    needed = np.full((x.size, x.size), _MIN_DISTANCE)
    np.fill_diagonal(needed, 0.0)
    return _push_apart(x, y, needed, 0.5, 30)


def _force_directed(graph: WeightedGraph, seed: int) -> tuple[Floats, Floats]:
    """Return coordinates from edge attraction and node repulsion, in units of the ideal edge length."""
    random = np.random.default_rng(seed)
    side = math.sqrt(graph.n)
    x, y = random.random(graph.n) * side, random.random(graph.n) * side
    if graph.n == 1:
        return np.zeros(1), np.zeros(1)
    x, y = x - side / 2, y - side / 2
    # Attraction grows with the root of the weight: a pair with ten common concepts must not collapse into one point.
    pull = np.sqrt(graph.weights / graph.weights.mean()) if graph.weights.size else graph.weights
    buffers = tuple(np.empty((graph.n, graph.n)) for _ in range(4)) if graph.n <= _MAX_DENSE else ()
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


def _differences(x: Floats, y: Floats) -> tuple[Floats, Floats, Floats]:
    """Return x_i - x_j, y_i - y_j and the distance, never 0, for all pairs."""
    dx, dy = x[:, None] - x[None, :], y[:, None] - y[None, :]
    return dx, dy, np.sqrt(dx * dx + dy * dy + _MIN_SQUARE)


def _spread(x: Floats, y: Floats, radius: float) -> tuple[Floats, Floats]:
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


def _arrange_unlinked(x: Floats, y: Floats, of_paper: Ints) -> None:
    """Arrange the papers without edges below the map, in order: in one row, or in even rows if there are many."""
    alone = np.flatnonzero(of_paper == UNLINKED)
    linked = of_paper != UNLINKED
    n_rows = math.ceil(alone.size / max(_MIN_ROW_LENGTH, math.ceil(math.sqrt(2 * alone.size))))
    columns = math.ceil(alone.size / max(n_rows, 1)) or 1
    top = float(y[linked].max()) + 2 * SPACING if linked.any() else 0.0
    positions = np.arange(alone.size)
    x[alone] = (positions % columns - (columns - 1) / 2) * SPACING
    y[alone] = top + positions // columns * SPACING
