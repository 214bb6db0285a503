"""Positions and sizes of the marks of papers on the map, from the attributes of a graph."""

import math
from collections.abc import Mapping, Sequence
from typing import Any

from papertrace.export.page.attribute_values import finite_number

_SPACING = 62.0  # canvas units between neighbours if the papers were spread evenly
_RADII = (5.0, 15.0)


def scale_positions(attributes: Sequence[Mapping[str, Any]]) -> list[tuple[float, float]]:
    """Scale the layout so that there is space for the marks, whatever its units.

    The y axis of the attributes points up, that of page and picture down.
    """
    xs = [finite_number(attrs.get("x")) for attrs in attributes]
    ys = [0.0 - finite_number(attrs.get("y")) for attrs in attributes]
    if not xs:
        return []
    if len(xs) > 1 and max(xs) == min(xs) and max(ys) == min(ys):
        # A graph without a layout: arrange the papers in a sunflower spiral.
        angle = math.pi * (3 - math.sqrt(5))
        xs = [math.sqrt(i) * math.cos(i * angle) for i in range(len(xs))]
        ys = [math.sqrt(i) * math.sin(i * angle) for i in range(len(ys))]
    width, height = max(xs) - min(xs), max(ys) - min(ys)
    scale = _SPACING * math.sqrt(len(xs)) / max(math.sqrt(width * height), width / 3, height / 3, 1e-9)
    middle = (max(xs) + min(xs)) / 2, (max(ys) + min(ys)) / 2
    return [(round((x - middle[0]) * scale, 1), round((y - middle[1]) * scale, 1)) for x, y in zip(xs, ys, strict=True)]


def mark_radii(attributes: Sequence[Mapping[str, Any]]) -> list[float]:
    """Return the radius of each mark, whose area grows with the weighted degree."""
    weights = [max(0.0, finite_number(attrs.get("degree_weighted"))) for attrs in attributes]
    top = max(weights, default=0.0) or 1.0
    low, high = _RADII
    return [round(math.sqrt(low**2 + (high**2 - low**2) * weight / top), 1) for weight in weights]
