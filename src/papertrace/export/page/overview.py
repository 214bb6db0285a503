"""Communities as one disc each: what a map of thousands of papers shows first.

A canvas redraws some 2,000 marks in the time of a frame, and no reader takes in more. Above that the page shows where
each community is and how large; its papers come when it is opened, at the places they always have.
"""

import math
from collections.abc import Sequence
from typing import Any

#: A map shows at most so many papers at once; above, it shows communities.
CROWD = 2000

_FULL = 35.0  # the radius, in units of the canvas, of the disc that has room for one paper: 62²/π is 35²
_MIN_SHARE = 0.45  # of that radius, where communities lie so close that they would cover one another
_GAP = 0.94  # of the way at which two discs would touch


def discs(places: Sequence[tuple[float, float]], of_paper: Sequence[int], n_communities: int) -> list[dict[str, Any]]:
    """Return the disc of each community: `x`, `y` and `radius` in the units of `places`.

    Parameters
    ----------
    places
        Where each paper stands.
    of_paper
        The community of each paper, 0 to `n_communities` - 1; each has at least one.
    n_communities
        How many there are.

    Returns
    -------
    list of dict
        One a community, rounded to a tenth. A disc stands in the middle of its papers, and its area grows with
        their number: as large as the papers would be side by side, or smaller, so that discs do not overlap;
        but never below a fifth of that area, even if some overlap then.

    >>> discs([(0.0, 0.0), (10.0, 0.0), (200.0, 0.0)], [0, 0, 1], 2)
    [{'x': 5.0, 'y': 0.0, 'radius': 49.5}, {'x': 200.0, 'y': 0.0, 'radius': 35.0}]
    """
    members: list[list[int]] = [[] for _ in range(n_communities)]
    for paper, community in enumerate(of_paper):
        members[community].append(paper)
    middles = [middle_of([places[paper] for paper in own]) for own in members]
    roots = [math.sqrt(len(own)) for own in members]
    share = max(_MIN_SHARE, min(1.0, _GAP * _closest(middles, roots) / _FULL))
    return [
        {"x": round(x, 1), "y": round(y, 1), "radius": round(_FULL * share * root, 1)}
        for (x, y), root in zip(middles, roots, strict=True)
    ]


def middle_of(points: Sequence[tuple[float, float]]) -> tuple[float, float]:
    """Return the mean of some points, at least one."""
    return math.fsum(x for x, _ in points) / len(points), math.fsum(y for _, y in points) / len(points)


def _closest(middles: Sequence[tuple[float, float]], roots: Sequence[float]) -> float:
    """Return the radius of a disc for one paper at which the first two discs would touch."""
    import numpy as np

    if len(middles) <= 1:
        return math.inf
    x, y = np.array(middles).T
    root = np.array(roots)
    # A row at a time: a square of thousands of communities would take much memory.
    return min(
        float(np.min(np.hypot(x[i + 1 :] - x[i], y[i + 1 :] - y[i]) / (root[i + 1 :] + root[i])))
        for i in range(len(middles) - 1)
    )
