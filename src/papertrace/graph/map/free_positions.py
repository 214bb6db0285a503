"""Free positions on a finished map, for additional nodes that must not cover a paper.

The map is divided into squares. A paper occupies its own square and the eight around it, an additional node one; it
gets the nearest free square, so that it ends up near the requested position however crowded the map is.
"""

from collections.abc import Iterator
from functools import cache
from itertools import chain, count

import numpy as np

from papertrace.graph.pairs.projection import Floats

SIDE = 24.0
"""The side of a square in pixels, which leaves a gap around nodes of at most 20 pixels."""

_RING = 16  # the width of a search ring, in squares


def find_free_positions(wanted_x: Floats, wanted_y: Floats, x: Floats, y: Floats) -> tuple[Floats, Floats]:
    """Return positions for additional nodes near the requested ones, overlapping neither papers nor each other.

    Parameters
    ----------
    wanted_x, wanted_y
        The requested positions, in pixels, in order of precedence.
    x, y
        The positions of the papers.

    Returns
    -------
    x, y
        Centres of squares, at least `SIDE` pixels from one another and from the centre of every paper.
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
