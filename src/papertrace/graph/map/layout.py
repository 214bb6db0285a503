"""Places for papers on a map: communities first, then the papers inside each.

One force-directed layout of everything costs n² a step and draws a ball of wool. Two levels cost far less and put
true neighbours near one another: the communities are placed by their ties, as discs that do not overlap; inside
each disc its papers are placed by theirs (Fruchterman & Reingold, 1991).

Only +, -, *, / and √ touch the positions. IEEE 754 fixes their results to the last bit, while sines, powers and
matrix products differ between processors, and a layout amplifies what differs.
"""

import math
from dataclasses import dataclass

import numpy as np

from papertrace.graph.communities.detection import UNLINKED
from papertrace.graph.pairs.projection import Floats, Ints

SPACING = 100.0
"""The side of the square that one paper gets, in pixels: room for a short label."""

_GAP = 60.0
_NEAREST = 42.0
_STEPS = 60
_MIN_ROW_LENGTH = 12
# Above this many papers in one community each is pushed away by a sample of the others instead of by all.
_MAX_DENSE = 400
_SAMPLE = 48


@dataclass(frozen=True, slots=True, kw_only=True)
class Ties:
    """Hold a weighted graph on the nodes 0 to `n` - 1, each pair once."""

    n: int
    first: Ints
    second: Ints
    weights: Floats


def place(ties: Ties, of_paper: Ints, *, seed: int) -> tuple[Floats, Floats]:
    """Return the position of each paper.

    Parameters
    ----------
    ties
        The graph of the papers.
    of_paper
        The community of each paper, from 0; `UNLINKED` papers are set in rows below the map.
    seed
        Decides where everything starts; the same seed gives the same map.

    Returns
    -------
    x, y
        Pixels, y upwards, the map around the origin, rounded to 1/100. A map of n papers measures some
        100 √n to 200 √n pixels.
    """
    x, y = np.zeros(ties.n), np.zeros(ties.n)
    n_communities = int(of_paper.max(initial=UNLINKED)) + 1
    sizes = np.bincount(of_paper[of_paper >= 0], minlength=n_communities)
    radii = SPACING * np.sqrt(sizes / math.pi)
    centre_x, centre_y = _place_discs(_between(ties, of_paper, n_communities), radii, seed)
    inside = of_paper[ties.first] == of_paper[ties.second]
    for community in range(n_communities):
        members = np.flatnonzero(of_paper == community)
        own = np.flatnonzero(inside & (of_paper[ties.first] == community))
        local = Ties(
            n=int(members.size),
            first=np.searchsorted(members, ties.first[own]),
            second=np.searchsorted(members, ties.second[own]),
            weights=ties.weights[own],
        )
        inner_x, inner_y = _separate(*_spread(*_force_directed(local, seed + community), float(radii[community])))
        x[members] = centre_x[community] + inner_x
        y[members] = centre_y[community] + inner_y
    _place_unlinked(x, y, of_paper)
    # In here y runs down the page, in the order of the rows; programs that draw graphs have it run up. Adding to 0.0
    # turns -0.0 into 0.0.
    return 0.0 + np.round(x, 2), 0.0 - np.round(y, 2)


def _between(ties: Ties, of_paper: Ints, n_communities: int) -> Ties:
    """Return the graph of the communities: the weights between two of them added up, over √ of their sizes."""
    ends = np.sort(np.stack((of_paper[ties.first], of_paper[ties.second])), axis=0)
    across = ends[0] != ends[1]
    codes, places = np.unique(ends[0][across] * n_communities + ends[1][across], return_inverse=True)
    weights = np.bincount(places, weights=ties.weights[across], minlength=codes.size)
    sizes = np.bincount(of_paper[of_paper >= 0], minlength=n_communities)
    first, second = codes // max(n_communities, 1), codes % max(n_communities, 1)
    return Ties(n=n_communities, first=first, second=second, weights=weights / np.sqrt(sizes[first] * sizes[second]))


def _place_discs(ties: Ties, radii: Floats, seed: int) -> tuple[Floats, Floats]:
    """Place discs by their ties, then push apart those that overlap."""
    if ties.n == 0:
        return np.zeros(0), np.zeros(0)
    x, y = _force_directed(ties, seed)
    extent = math.sqrt(float((radii**2).sum()))
    x, y = _spread(x, y, extent)
    needed = radii[:, None] + radii[None, :] + _GAP
    np.fill_diagonal(needed, 0.0)
    # The larger disc gives way less.
    yielding = radii[None, :] ** 2 / (radii[:, None] ** 2 + radii[None, :] ** 2)
    x, y = _push_apart(x, y, needed, yielding, 200)
    _, _, distance = _differences(x, y)
    factor = max(1.0, float((needed / distance).max()))
    x, y = x * factor, y * factor
    return x - (x.min() + x.max()) / 2, y - (y.min() + y.max()) / 2


def _push_apart(x: Floats, y: Floats, needed: Floats, yielding: Floats, n_steps: int) -> tuple[Floats, Floats]:
    """Move nodes that are nearer than they need to be; each takes its share, `yielding`, of what is missing."""
    for _ in range(n_steps):
        dx, dy, distance = _differences(x, y)
        missing = np.maximum(0.0, needed - distance)
        if not missing.any():
            break
        # All neighbours push at once, so every push is damped; a little more than needed, so that this ends.
        push = 0.61 * missing * yielding / distance
        x = x + (dx * push).sum(axis=1)
        y = y + (dy * push).sum(axis=1)
    return x, y


def _separate(x: Floats, y: Floats) -> tuple[Floats, Floats]:
    """Move papers that would be drawn over one another; the largest communities are too even to need it."""
    if not 1 < x.size <= _MAX_DENSE:
        return x, y
    needed = np.full((x.size, x.size), _NEAREST)
    np.fill_diagonal(needed, 0.0)
    return _push_apart(x, y, needed, np.full_like(needed, 0.5), 30)


def _force_directed(ties: Ties, seed: int) -> tuple[Floats, Floats]:
    """Return positions in which ties pull and all nodes push, in units of the ideal length of an edge."""
    random = np.random.default_rng(seed)
    side = math.sqrt(ties.n)
    x, y = random.random(ties.n) * side, random.random(ties.n) * side
    if ties.n == 1:
        return np.zeros(1), np.zeros(1)
    x, y = x - side / 2, y - side / 2
    # Weights count by their root: one pair with ten common concepts must not collapse into one dot.
    pull = np.sqrt(ties.weights / ties.weights.mean()) if ties.weights.size else ties.weights
    for step in range(_STEPS):
        force_x, force_y = _repulsion(x, y, random)
        dx, dy = x[ties.second] - x[ties.first], y[ties.second] - y[ties.first]
        strength = pull * np.sqrt(dx * dx + dy * dy)
        for sign, end in ((1.0, ties.first), (-1.0, ties.second)):
            force_x += sign * np.bincount(end, weights=dx * strength, minlength=ties.n)
            force_y += sign * np.bincount(end, weights=dy * strength, minlength=ties.n)
        # A weak pull to the middle keeps what has no tie from flying away.
        force_x -= 0.3 * x
        force_y -= 0.3 * y
        length = np.sqrt(force_x * force_x + force_y * force_y) + 1e-9
        stride = np.minimum(length, 0.15 * side * (1 - step / _STEPS)) / length
        x, y = x + force_x * stride, y + force_y * stride
    return x, y


def _repulsion(x: Floats, y: Floats, random: np.random.Generator) -> tuple[Floats, Floats]:
    """Return the force k²/d away from every other node, from a sample of them where there are many."""
    if x.size <= _MAX_DENSE:
        dx, dy, distance = _differences(x, y)
        push = 1.0 / (distance * distance)
        return (dx * push).sum(axis=1), (dy * push).sum(axis=1)
    others = random.integers(0, x.size, size=_SAMPLE)
    dx, dy = x[:, None] - x[others], y[:, None] - y[others]
    push = (x.size / _SAMPLE) / np.maximum(dx * dx + dy * dy, 0.05)
    return (dx * push).sum(axis=1), (dy * push).sum(axis=1)


def _differences(x: Floats, y: Floats) -> tuple[Floats, Floats, Floats]:
    """Return x_i - x_j, y_i - y_j and the distance, never 0, for all pairs."""
    dx, dy = x[:, None] - x[None, :], y[:, None] - y[None, :]
    return dx, dy, np.sqrt(dx * dx + dy * dy + 1e-6)


def _spread(x: Floats, y: Floats, radius: float) -> tuple[Floats, Floats]:
    """Fill a disc evenly: each node keeps its direction, its distance becomes that of its rank.

    Force-directed layouts are dense in the middle, where labels would lie on one another.
    """
    x, y = x - x.mean(), y - y.mean()
    distance = np.sqrt(x * x + y * y)
    order = np.argsort(distance, kind="stable")
    target = np.empty(x.size)
    target[order] = radius * np.sqrt(np.arange(x.size) / max(x.size - 1, 1))
    stretch = np.divide(target, distance, out=np.zeros(x.size), where=distance > 0)
    # Two thirds of the way to the even disc: all of it would tear neighbours apart.
    natural = radius / max(float(distance.max()), 1e-9)
    return x * (2 * stretch + natural) / 3, y * (2 * stretch + natural) / 3


def _place_unlinked(x: Floats, y: Floats, of_paper: Ints) -> None:
    """Set the papers without edges below the map, in their order: in one row, or where they are many in even rows."""
    alone = np.flatnonzero(of_paper == UNLINKED)
    linked = of_paper != UNLINKED
    n_rows = math.ceil(alone.size / max(_MIN_ROW_LENGTH, math.ceil(math.sqrt(2 * alone.size))))
    columns = math.ceil(alone.size / max(n_rows, 1)) or 1
    top = float(y[linked].max()) + 2 * SPACING if linked.any() else 0.0
    positions = np.arange(alone.size)
    x[alone] = (positions % columns - (columns - 1) / 2) * SPACING
    y[alone] = top + positions // columns * SPACING
