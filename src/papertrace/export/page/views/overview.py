"""Communities as one disc each, the initial view of a map of thousands of papers.

A canvas redraws about 2,000 marks within a frame, and no reader takes in more. Above that, the page shows the position
and size of each community; opening one shows its papers, at their usual positions.
"""

import math
from collections.abc import Sequence
from typing import Any

#: The maximum number of papers shown at once; above, the map shows communities.
MAX_SHOWN_PAPERS = 2000

_FULL_RADIUS = 35.0  # canvas units, of a disc with the area allotted to one paper: 62²/π is 35²
_MIN_SHARE = 0.45  # of that radius, if communities are so close that their discs would overlap
_MAX_TOUCHING_SHARE = 0.94  # of the radius at which two discs would touch


def discs(
    positions: Sequence[tuple[float, float]], of_paper: Sequence[int], n_communities: int
) -> list[dict[str, Any]]:
    """Return the disc of each community: `x`, `y` and `radius` in the units of `positions`.

    Parameters
    ----------
    positions
        The coordinates of each paper.
    of_paper
        The community of each paper, 0 to `n_communities` - 1; each has at least one.
    n_communities
        The number of communities.

    Returns
    -------
    list of dict
        One per community, rounded to a tenth. The centre of a disc is the centroid of its papers, and its area is
        proportional to their number: as large as the papers would be side by side, or smaller to avoid overlaps, but
        at least a fifth of that area, even if some discs then overlap.

    Examples
    --------
    >>> discs([(0.0, 0.0), (10.0, 0.0), (200.0, 0.0)], [0, 0, 1], 2)
    [{'x': 5.0, 'y': 0.0, 'radius': 49.5}, {'x': 200.0, 'y': 0.0, 'radius': 35.0}]
    """
    members: list[list[int]] = [[] for _ in range(n_communities)]
    for paper, community in enumerate(of_paper):
        members[community].append(paper)
    centres = [centroid([positions[paper] for paper in own]) for own in members]
    roots = [math.sqrt(len(own)) for own in members]
    share = max(_MIN_SHARE, min(1.0, _MAX_TOUCHING_SHARE * _closest(centres, roots) / _FULL_RADIUS))
    return [
        {"x": round(x, 1), "y": round(y, 1), "radius": round(_FULL_RADIUS * share * root, 1)}
        for (x, y), root in zip(centres, roots, strict=True)
    ]


def centroid(points: Sequence[tuple[float, float]]) -> tuple[float, float]:
    """Return the mean of at least one point."""
    return math.fsum(x for x, _ in points) / len(points), math.fsum(y for _, y in points) / len(points)


def _closest(centres: Sequence[tuple[float, float]], roots: Sequence[float]) -> float:
    """Return the radius per paper at which the first two discs would touch."""
    import numpy as np

    if len(centres) <= 1:
        return math.inf
    x, y = np.array(centres).T
    root = np.array(roots)
    # Row by row: a matrix of thousands of communities would take much memory.
    return min(
        float(np.min(np.hypot(x[i + 1 :] - x[i], y[i + 1 :] - y[i]) / (root[i + 1 :] + root[i])))
        for i in range(len(centres) - 1)
    )
