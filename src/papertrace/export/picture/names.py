"""Names on the picture: how wide they are, where they have room, and how they are written."""

import math
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from papertrace.export.marks import legible
from papertrace.export.page.embedding import JsonObject
from papertrace.model.text import escape_for_xml, fit_for_xml, isolate

# Estimated text widths for unknown fonts.
#
# A picture places its names before the reader's fonts are known, so the estimate has to hold for all common ones: it
# follows the widest of them, DejaVu Sans and Serif.

_WIDTHS = (
    ("\u2066\u2067\u2068\u2069", 0.0),  # invisible directional marks
    ("ijl.,:;'| ", 0.34),
    ("I()[]!-/", 0.42),
    ("rft", 0.45),
    ("DGHNOQU", 0.86),
    ("w", 0.86),
    ("mMW@%\u2026", 1.03),
)


def text_width(text: str, size: float) -> float:
    """Estimate the width of a text in pixels, at least that of common sans and serif fonts.

    >>> text_width("ill", 10) < text_width("WWW", 10)
    True
    """
    return size * math.fsum(_ems(character) for character in text)


def _ems(character: str) -> float:
    """Return the width of a character in ems, at least that of the widest common fonts, DejaVu Sans and Serif."""
    for characters, width in _WIDTHS:
        if character in characters:
            return width
    if character > "\u2e7f":
        return 1.05  # Chinese, Japanese and Korean characters are full-width
    return 0.76 if character.isupper() else 0.65


# Texts of the picture: fonts that readers have, colours, and text elements with a halo.

PAPER, INK, SOFT, RULE, ACCENT = "#fcfbf8", "#1c1b19", "#5d594f", "#d9d5ca", "#8a2b13"
SERIF = "'Iowan Old Style','Palatino Linotype',P052,Palatino,Georgia,'Liberation Serif',serif"
SANS = "system-ui,-apple-system,'Segoe UI',Roboto,'Helvetica Neue','Liberation Sans',Arial,sans-serif"


def draw_text(text: str, x: float, y: float, style: str) -> str:
    """Return a text element with its baseline at `x`, `y` in pixels; `style` are further attributes."""
    return f'<text x="{x:g}" y="{y:g}" {style}>{escape_for_xml(isolate(fit_for_xml(text)))}</text>'


def halo_style(colour: str, width: int, anchor: str = "middle") -> str:
    """Return the attributes of a text with a rim in the colour of the paper, which separates it from what it covers."""
    rim = f'stroke-width="{width}" text-anchor="{anchor}" paint-order="stroke" stroke="{PAPER}"'
    return f'{rim} stroke-linejoin="round" fill="{colour}"'


# Label placement for community names on the picture, by the rules of `names.js` of the page, in pixels.
#
# A name nearer to another community than to its own misleads, so a position is only valid if it is clear whose name it
# is; if there is none, the name appears only in the legend.

Box = tuple[float, float, float, float]  # left, top, right, bottom in pixels
Mark = tuple[float, float, float]  # x, y, radius
Marks = Sequence[Mark] | NDArray[np.float64]
Point = tuple[float, float]

_N_DIRECTIONS = 32  # the directions from the centre of a community in which its name is tried
_STEP = 8.0  # pixels between positions between the marks of a community
_GAP = 4.0  # pixels between a name and the marks of its community
_MIN_CLEARANCE = 2.0  # the minimum distance between a name and marks
_MIN_MARKS_TO_COVER = 40  # a name may cover some of its own marks if there are at least so many
_MAX_CLEARANCE_BONUS = 24.0  # the distance to other marks lowers the cost, up to this many pixels


@dataclass(frozen=True, slots=True, kw_only=True)
class LabelSpace:
    """The size of a name and the space available to it.

    The name measures 2·`half_width` by 2·`half_height` pixels; its box must lie in `frame` and overlap none of `taken`.
    """

    half_width: float
    half_height: float
    frame: Box
    taken: Sequence[Box] = ()


def overlaps(box: Box, others: Iterable[Box]) -> bool:
    """Return whether a box overlaps any of the others."""
    return any(box[0] < o[2] and box[2] > o[0] and box[1] < o[3] and box[3] > o[1] for o in others)


def centroid(marks: Marks) -> Point:
    """Return the mean of the centres of at least one mark."""
    return math.fsum(x for x, _, _ in marks) / len(marks), math.fsum(y for _, y, _ in marks) / len(marks)


def place_name(own: Marks, others: Marks, centres: Sequence[Point], space: LabelSpace) -> Box | None:
    """Return the box of a name just outside the marks of its community.

    Parameters
    ----------
    own, others
        The marks of the community, at least one, and of all others.
    centres
        The centres of the other communities.
    space
        The size of the name and the space available; a position across the border of the frame is moved inside.

    Returns
    -------
    Box or None
        None if every position would mislead: over a mark of another community, nearer to the centre of another
        community than to its own, or nearer to a mark of another community than to the nearest of its own.
    """
    half_width, half_height, frame = space.half_width, space.half_height, space.frame
    own, others = np.asarray(own), np.asarray(others)
    x, y = centroid(own)
    best, least = None, math.inf
    for k in range(_N_DIRECTIONS):
        angle = 2 * math.pi * k / _N_DIRECTIONS
        dx, dy = math.cos(angle), math.sin(angle)
        reach = _distance_past((x, y), (dx, dy), half_width, half_height, own)
        at_x = min(max(x + dx * reach, frame[0] + half_width), frame[2] - half_width)
        at_y = min(max(y + dy * reach, frame[1] + half_height), frame[3] - half_height)
        box = (at_x - half_width, at_y - half_height, at_x + half_width, at_y + half_height)
        if reach - _MAX_CLEARANCE_BONUS >= least or overlaps(box, space.taken):
            continue
        distance = math.dist((at_x, at_y), (x, y))
        if any(math.dist((at_x, at_y), other) <= distance for other in centres):
            continue
        to_others, to_own = gap_to_marks(box, others), gap_to_marks(box, own)
        if to_others <= _MIN_CLEARANCE or to_others < to_own or to_own < _MIN_CLEARANCE:
            continue
        # Rounded, so that processors whose sines differ in the last bit choose the same position.
        cost = round(reach - min(to_others, _MAX_CLEARANCE_BONUS), 6)
        if cost < least:
            best, least = box, cost
    return best


def place_between(own: Marks, others: Marks, centres: Sequence[Point], space: LabelSpace) -> Box | None:
    """Return the box of a name between the marks of its community; parameters and result as of `place_name`.

    Among other communities there may be no position outside. The nearest to the centre is chosen.
    """
    half_width, half_height, frame = space.half_width, space.half_height, space.frame
    own, others = np.asarray(own), np.asarray(others)
    centre = centroid(own)
    low_x, high_x = min(x for x, _, _ in own) - half_width, max(x for x, _, _ in own) + half_width
    low_y, high_y = min(y for _, y, _ in own) - 2 * half_height, max(y for _, y, _ in own) + 2 * half_height
    low_x, high_x = max(low_x, frame[0] + half_width), min(high_x, frame[2] - half_width)
    low_y, high_y = max(low_y, frame[1] + half_height), min(high_y, frame[3] - half_height)
    columns, rows = (range(math.floor(size / _STEP) + 1) for size in (high_x - low_x, high_y - low_y))
    places = [(low_x + column * _STEP, low_y + row * _STEP) for column in columns for row in rows]
    for x, y in sorted(places, key=lambda place: (round(math.dist(place, centre), 6), place)):
        box = (x - half_width, y - half_height, x + half_width, y + half_height)
        distance = math.dist((x, y), centre)
        if overlaps(box, space.taken) or any(math.dist((x, y), other) <= distance for other in centres):
            continue
        to_own = gap_to_marks(box, own)
        if to_own >= _MIN_CLEARANCE and gap_to_marks(box, others) > to_own:
            return box
    return None


def place_below(own: Sequence[Mark], space: LabelSpace) -> Box | None:
    """Return the box of a name centred below at least one mark, or None if it does not fit."""
    half_width, half_height, frame = space.half_width, space.half_height, space.frame
    x = (min(x for x, _, _ in own) + max(x for x, _, _ in own)) / 2
    top = max(y + radius for _, y, radius in own) + _GAP
    box = (x - half_width, top, x + half_width, top + 2 * half_height)
    fits = box[0] >= frame[0] and box[2] <= frame[2] and box[3] <= frame[3]
    return box if fits and not overlaps(box, space.taken) else None


def place_over(own: Marks, others: Marks, space: LabelSpace) -> Box | None:
    """Return the box of a name over the centre of its own marks, or None if it would cover others.

    Also None for a community with few marks, of which the name would cover too many.
    """
    if len(own) < _MIN_MARKS_TO_COVER:
        return None
    (x, y), half_width, half_height = centroid(own), space.half_width, space.half_height
    box = (x - half_width, y - half_height, x + half_width, y + half_height)
    inside = box[0] >= space.frame[0] and box[2] <= space.frame[2]
    free = not overlaps(box, space.taken) and gap_to_marks(box, others) > _MIN_CLEARANCE
    return box if inside and free else None


def gap_to_marks(box: Box, marks: Marks) -> float:
    """Return the distance in pixels between a box and the nearest of some marks, negative if they overlap."""
    if not len(marks):
        return math.inf
    x, y, radii = np.asarray(marks).T
    beside = np.maximum(np.maximum(box[0] - x, x - box[2]), 0.0)
    above = np.maximum(np.maximum(box[1] - y, y - box[3]), 0.0)
    return float((np.hypot(beside, above) - radii).min())


def _distance_past(
    centre: Point, direction: Point, half_width: float, half_height: float, marks: NDArray[np.float64]
) -> float:
    """Return how far a box must move from a centre in a direction to clear all marks."""
    start, end = np.full(len(marks), -math.inf), np.full(len(marks), math.inf)
    for at, step, extent in (
        (marks[:, 0] - centre[0], direction[0], half_width + marks[:, 2] + _GAP),
        (marks[:, 1] - centre[1], direction[1], half_height + marks[:, 2] + _GAP),
    ):
        if abs(step) < 1e-9:  # noqa: PLR2004 - parallel to the other axis
            end[np.abs(at) >= extent] = -math.inf
            continue
        one, other = (at - extent) / step, (at + extent) / step
        start, end = np.maximum(start, np.minimum(one, other)), np.minimum(end, np.maximum(one, other))
    return max(0.0, float(end[start < end].max(initial=0.0)))


# The names on the picture: those of communities, then of papers, as many as fit without overlapping.

_LARGE, _USUAL, _SMALL = 21, 17, 13  # sizes of names of communities; the small one where no other fits
_MAX_COMMUNITIES = 30
_MAX_NAMES = 48
_MAX_TRIED_NAMES = 160
_MIN_CONTRAST = 4.5  # of text, level AA of WCAG 2


def draw_names(
    data: JsonObject, positions: Sequence[tuple[int, int]], radii: Sequence[float], frame: Box
) -> Iterator[str]:
    """Yield the names of communities, then of papers, most linked first, without overlaps."""
    taken: list[Box] = []
    boxes = [(x - r, y - r, x + r, y + r) for (x, y), r in zip(positions, radii, strict=True)]
    lefts, tops, rights, bottoms = np.asarray(boxes, dtype=float).reshape(-1, 4).T
    yield from _community_names(data, positions, radii, frame, taken)
    ranked = sorted(range(len(positions)), key=lambda i: (-data["papers"][i]["weight"], i))
    placed = 0
    style = f'font-family="{SANS}" font-size="12" '
    for i in ranked[:_MAX_TRIED_NAMES]:
        name = data["papers"][i]["short"]
        width, (x, y), r = text_width(name, 12), positions[i], radii[i]
        for anchor, left, at_x, at_y in (
            ("middle", x - width / 2, x, y + r + 12),
            ("middle", x - width / 2, x, y - r - 5),
            # A name beside its mark is anchored there, whatever the width of the font.
            ("start", x + r + 4, x + r + 4, y + 4),
            ("end", x - r - 4 - width, x - r - 4, y + 4),
        ):
            box = (left - 1, at_y - 10, left + width + 1, at_y + 3)
            covered = (box[0] < rights) & (box[2] > lefts) & (box[1] < bottoms) & (box[3] > tops)
            covered[i] = False
            if _inside(box, frame) and not overlaps(box, taken) and not covered.any():
                taken.append(box)
                placed += 1
                yield draw_text(name, at_x, at_y, style + halo_style(INK, 3, anchor))
                break
        if placed == _MAX_NAMES:
            break


def _community_names(
    data: JsonObject, positions: Sequence[tuple[int, int]], radii: Sequence[float], frame: Box, taken: list[Box]
) -> Iterator[str]:
    """Yield the names of communities in their colours, largest first; add the boxes of those placed to `taken`."""
    communities = data["communities"] if len(data["communities"]) > 1 else []
    groups: list[list[Mark]] = [[] for _ in communities]
    for paper, (x, y), radius in zip(data["papers"], positions, radii, strict=True):
        if communities:
            groups[paper["community"]].append((x, y, radius))
    centres = [centroid(group) for group in groups]
    # The name of the unlinked papers has only one possible position, so it comes first.
    for c, community in sorted(enumerate(communities), key=lambda item: item[1]["linked"]):
        if c >= _MAX_COMMUNITIES and community["linked"]:
            continue
        others = np.asarray([mark for k, group in enumerate(groups) if k != c for mark in group])
        large = _LARGE if community["linked"] and len(groups[c]) * 12 >= len(positions) else _USUAL
        short = community["short"]
        first = short.partition(", ")[0]
        for name, size in dict.fromkeys(((short, large), (first, large), (first, _SMALL))):
            space = LabelSpace(
                half_width=text_width(name, size) / 2 + 3, half_height=size * 0.68, frame=frame, taken=taken
            )
            other_centres = centres[:c] + centres[c + 1 :]
            box, halo = place_below(groups[c], space), 5
            if community["linked"]:
                box = place_name(groups[c], others, other_centres, space)
            if box is None and community["linked"] and size == _SMALL:
                box = place_between(groups[c], others, other_centres, space)
            if community["linked"] and box is None:
                # Over its own marks a name needs a wider halo.
                box, halo = place_over(groups[c], others, space), 11
            if box is not None:
                taken.append(box)
                colour = legible(community["color"], on=PAPER, ink=INK, ratio=_MIN_CONTRAST)
                style = f'font-family="{SERIF}" font-size="{size}" font-style="italic" {halo_style(colour, halo)}'
                yield draw_text(name, round((box[0] + box[2]) / 2, 1), round(box[1] + size, 1), style)
                break


def _inside(box: Box, frame: Box) -> bool:
    return box[0] >= frame[0] and box[1] >= frame[1] and box[2] <= frame[2] and box[3] <= frame[3]
