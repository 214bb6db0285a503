"""The names on the picture: those of communities, then of papers, as many as fit without overlapping."""

from collections.abc import Iterator, Sequence

import numpy as np

from papertrace.export.marks import legible
from papertrace.export.page.json_objects import JsonObject
from papertrace.export.picture.labels import (
    Box,
    LabelSpace,
    Mark,
    centroid,
    overlaps,
    place_below,
    place_between,
    place_name,
    place_over,
)
from papertrace.export.picture.lettering import INK, PAPER, SANS, SERIF, draw_text, halo_style
from papertrace.export.picture.text_widths import text_width

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
