"""Positions of nodes from forces: edges attract, nodes repel (Fruchterman & Reingold, 1991), and none covers another.

Coordinates are computed with +, -, *, / and √ only. IEEE 754 defines their results to the last bit, while sines,
powers and matrix products differ between processors, and a layout amplifies any difference.
"""

import math
from dataclasses import dataclass

import numpy as np

from papertrace.graph.pairs.projection import Floats, Ints

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
