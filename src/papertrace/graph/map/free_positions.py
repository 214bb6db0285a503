"""Free places on a map that is drawn: where something new may stand without covering a paper.

The map is cut into squares. A paper takes the square it stands in and the eight around it, something new takes one; it
goes to the nearest free square, so that it stands near where it belongs however crowded that is.
"""

from collections.abc import Iterator
from functools import cache
from itertools import count

import numpy as np

from papertrace.graph.pairs.projection import Floats

SIDE = 24.0
"""The side of a square in pixels: what is at most 20 pixels wide has air around it."""

_RING = 16  # squares by which the search widens at a time


def settle(wanted_x: Floats, wanted_y: Floats, x: Floats, y: Floats) -> tuple[Floats, Floats]:
    """Return places for newcomers near where they want to be, none on another and none on a paper.

    Parameters
    ----------
    wanted_x, wanted_y
        Where the newcomers would like to stand, in pixels. The first comes first.
    x, y
        The places of the papers.

    Returns
    -------
    x, y
        Middles of squares; between two newcomers, and between a newcomer and the middle of a paper, are at least
        `SIDE` pixels.
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
            (column + aside, row + above) for aside, above in _around() if (column + aside, row + above) not in taken
        )
        taken.add(square)
        squares[number] = square
    return (squares[:, 0] + 0.5) * SIDE, (squares[:, 1] + 0.5) * SIDE


def _around() -> Iterator[tuple[int, int]]:
    """Yield steps to the squares around one, nearest first, without end."""
    for ring in count():
        yield from _steps(ring)


@cache
def _steps(ring: int) -> tuple[tuple[int, int], ...]:
    """Return the steps of a ring, nearest first; in whole numbers, so that every machine has the same order."""
    inner, outer = (ring * _RING) ** 2, ((ring + 1) * _RING) ** 2
    reach = range(-(ring + 1) * _RING, (ring + 1) * _RING + 1)
    steps = [(a, b) for a in reach for b in reach if inner <= a * a + b * b < outer]
    return tuple(sorted(steps, key=lambda step: (step[0] ** 2 + step[1] ** 2, step[1], step[0])))
