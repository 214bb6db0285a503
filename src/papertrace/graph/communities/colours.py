"""Colours of communities, by where these are on the map."""

import math

import numpy as np

from papertrace.graph.communities.detection import UNLINKED
from papertrace.graph.pairs.projection import Floats, Ints
from papertrace.model.graphs.palette import LIGHT, UNLINKED_COLOUR, spread_colours


def colour_communities(of_paper: Ints, x: Floats, y: Floats) -> dict[int, str]:
    """Return a colour for each community as `#rrggbb`: those of neighbours on the map differ most.

    Parameters
    ----------
    of_paper
        The community of each paper, numbered by falling size from 0, or `UNLINKED`.
    x, y
        The coordinates of each paper, in any unit.

    Returns
    -------
    dict
        A colour of `LIGHT` in `papertrace.model.graphs.palette` for each community, its own if there are no more than
        twelve; `UNLINKED_COLOUR` for unlinked papers.
    """
    numbers = np.unique(of_paper)
    linked = numbers[numbers != UNLINKED]
    order = np.argsort(of_paper, kind="stable")
    starts = np.searchsorted(of_paper[order], linked)
    ends = np.searchsorted(of_paper[order], linked, side="right")
    places = [_place(x[own], y[own]) for own in (order[a:b] for a, b in zip(starts, ends, strict=True))]
    colours = {int(c): LIGHT[i] for c, i in zip(linked, spread_colours(places), strict=True)}
    return colours | ({UNLINKED: UNLINKED_COLOUR} if len(linked) < len(numbers) else {})


def _place(x: Floats, y: Floats) -> tuple[float, float, float]:
    """Return the middle of some papers, and the root of their mean squared distance from it, at least 1."""
    middle_x, middle_y = math.fsum(x.tolist()) / len(x), math.fsum(y.tolist()) / len(y)
    spread = math.fsum(((x - middle_x) ** 2 + (y - middle_y) ** 2).tolist()) / len(x)
    return middle_x, middle_y, max(1.0, math.sqrt(spread))
