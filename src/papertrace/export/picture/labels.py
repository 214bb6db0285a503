"""Where the name of a community may stand on the picture: the rule of the page's `places.js`, in pixels.

A name that stands nearer to another community than to its own misleads, so a place is only good where it is plain
whose name it is; where there is none, the name is left to the legend.
"""

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

Box = tuple[float, float, float, float]  # left, top, right, bottom in pixels
Mark = tuple[float, float, float]  # x, y, radius
Point = tuple[float, float]

_WAYS = 32  # directions from the middle of a community in which its name is tried
_GAP = 4.0  # pixels between a name and the marks of its community
_APART = 2.0  # the least that a name keeps off marks
_MANY_MARKS = 40  # of so many a name may hide some
_CLEAR = 24.0  # to be clear of others is worth as many pixels of the way


@dataclass(frozen=True, slots=True, kw_only=True)
class Room:
    """Hold what a name needs and where it may stand.

    The name measures 2·`half` by 2·`tall` pixels; its box must lie in `frame` and touch none of `taken`.
    """

    half: float
    tall: float
    frame: Box
    taken: Sequence[Box] = ()


def hits(box: Box, others: Iterable[Box]) -> bool:
    """Say whether a box lies over one of the others."""
    return any(box[0] < o[2] and box[2] > o[0] and box[1] < o[3] and box[3] > o[1] for o in others)


def middle_of(marks: Sequence[Mark]) -> Point:
    """Return the mean of the places of marks, at least one."""
    return math.fsum(x for x, _, _ in marks) / len(marks), math.fsum(y for _, y, _ in marks) / len(marks)


def place_name(own: Sequence[Mark], others: Sequence[Mark], middles: Sequence[Point], room: Room) -> Box | None:
    """Return the box of a name just outside the marks of its community.

    Parameters
    ----------
    own, others
        The marks of the community, at least one, and of all others.
    middles
        The middles of the other communities.
    room
        What the name needs; a place over the border of the frame is moved in.

    Returns
    -------
    Box or None
        None where every place would mislead: over a mark of another community, nearer to its middle than to the
        own, or nearer to one of its marks than to the nearest own one.
    """
    half, tall, frame = room.half, room.tall, room.frame
    x, y = middle_of(own)
    best, least = None, math.inf
    for k in range(_WAYS):
        angle = 2 * math.pi * k / _WAYS
        dx, dy = math.cos(angle), math.sin(angle)
        way = _way_out((x, y), (dx, dy), half, tall, own)
        at_x = min(max(x + dx * way, frame[0] + half), frame[2] - half)
        at_y = min(max(y + dy * way, frame[1] + tall), frame[3] - tall)
        box = (at_x - half, at_y - tall, at_x + half, at_y + tall)
        if way - _CLEAR >= least or hits(box, room.taken):
            continue
        distance = math.dist((at_x, at_y), (x, y))
        if any(math.dist((at_x, at_y), other) <= distance for other in middles):
            continue
        away, beside = (min((far_from(box, mark) for mark in marks), default=math.inf) for marks in (others, own))
        if away <= _APART or away < beside or beside < _APART:
            continue
        # Rounded, so that processors whose sines differ in the last bit choose the same place.
        cost = round(way - min(away, _CLEAR), 6)
        if cost < least:
            best, least = box, cost
    return best


def place_below(own: Sequence[Mark], room: Room) -> Box | None:
    """Return the box of a name in the middle below marks, at least one; None where it does not fit."""
    half, tall, frame = room.half, room.tall, room.frame
    x = (min(x for x, _, _ in own) + max(x for x, _, _ in own)) / 2
    top = max(y + radius for _, y, radius in own) + _GAP
    box = (x - half, top, x + half, top + 2 * tall)
    fits = box[0] >= frame[0] and box[2] <= frame[2] and box[3] <= frame[3]
    return box if fits and not hits(box, room.taken) else None


def place_over(own: Sequence[Mark], others: Iterable[Mark], room: Room) -> Box | None:
    """Return the box of a name over the middle of its own marks, where it covers no other; None where that is not so.

    Of a community with few marks it would hide too many.
    """
    if len(own) < _MANY_MARKS:
        return None
    (x, y), half, tall = middle_of(own), room.half, room.tall
    box = (x - half, y - tall, x + half, y + tall)
    inside = box[0] >= room.frame[0] and box[2] <= room.frame[2]
    free = not hits(box, room.taken) and all(far_from(box, mark) > _APART for mark in others)
    return box if inside and free else None


def far_from(box: Box, mark: Mark) -> float:
    """Return the pixels between a box and a mark; below 0 they touch."""
    x, y, radius = mark
    return math.hypot(max(box[0] - x, x - box[2], 0.0), max(box[1] - y, y - box[3], 0.0)) - radius


def _way_out(middle: Point, direction: Point, half: float, tall: float, marks: Iterable[Mark]) -> float:
    """Return how far a box has to go from a middle in a direction until it is past all marks."""
    way = 0.0
    for x, y, radius in marks:
        start, end = -math.inf, math.inf
        for at, step, room in (
            (x - middle[0], direction[0], half + radius + _GAP),
            (y - middle[1], direction[1], tall + radius + _GAP),
        ):
            if abs(step) < 1e-9:  # noqa: PLR2004 - straight along the other axis
                end = end if abs(at) < room else -math.inf
                continue
            one, other = (at - room) / step, (at + room) / step
            start, end = max(start, min(one, other)), min(end, max(one, other))
        if start < end:
            way = max(way, end)
    return way
