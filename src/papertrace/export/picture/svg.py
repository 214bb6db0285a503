"""A graph as a static picture, legible at the width of a README.

The picture has the layout, colours and marks of the page. The SVG is written directly: a few long paths for the links,
one `use` element per paper, text that needs no embedded fonts, and no script.
"""

import math
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING
from xml.sax.saxutils import escape, quoteattr

from papertrace.export.colours import legible
from papertrace.export.marks import NAMES, SHAPES
from papertrace.export.page.data import page_data, summary
from papertrace.export.page.json_objects import JsonObject
from papertrace.export.picture.labels import (
    Box,
    LabelSpace,
    Mark,
    centroid,
    overlaps,
    place_below,
    place_name,
    place_over,
)
from papertrace.export.picture.text_widths import text_width
from papertrace.files import atomic_text
from papertrace.model import EdgeKind, Paper, Verdict
from papertrace.model.text import fit_for_xml, isolate

if TYPE_CHECKING:
    import networkx as nx

    from papertrace.model.graphs.columns import GraphColumns

WIDTH = 1200
_MARGIN = 56.0
_TOP = 116.0  # below title and summary
_FOOT = 60.0  # height of the legend
_MAX_HEIGHT = 1000.0
_FEW_LINKS = 400
_MAX_LINKS = 2000
_MAX_COMMUNITIES = 30
_MAX_NAMES = 48
_MAX_TRIED_NAMES = 160
_FAINT = frozenset({EdgeKind.CONCEPT, EdgeKind.OWNER, EdgeKind.COUPLING})
_DIRECTED = frozenset({EdgeKind.MENTION, EdgeKind.CITATION})
_HEAD = 7.0  # length of an arrowhead
_RINGS = ((), (), (1, 1), (0.15, 0.85))  # dashes and gaps, of which eight go around
_RING_GAP = 2.4
_MIN_RINGED = 2.0  # pixels; smaller marks have no room for a ring
_TITLE_SIZES = (34, 20)  # largest and smallest
_MAKER = "papertrace"
_MIN_CONTRAST = 4.5  # of text, level AA of WCAG 2

_PAPER, _INK, _SOFT, _RULE = "#fcfbf8", "#1c1b19", "#5d594f", "#d9d5ca"
_SERIF = "'Iowan Old Style','Palatino Linotype',P052,Palatino,Georgia,'Liberation Serif',serif"
_SANS = "system-ui,-apple-system,'Segoe UI',Roboto,'Helvetica Neue','Liberation Sans',Arial,sans-serif"


def write_svg(
    graph: "nx.MultiGraph[str] | GraphColumns",
    path: Path,
    *,
    papers: Sequence[Paper] = (),
    verdicts: Iterable[Verdict] = (),
    title: str = "papertrace",
) -> None:
    """Write a graph as an SVG picture, 1,200 pixels wide, on a light background.

    The heaviest 2,000 links are drawn; communities and the most linked papers are named, as many as fit without
    overlapping. Only the name of a dense community may cover marks, and only its own. The graph is not modified, and
    the same arguments give the same bytes.

    Raises
    ------
    ExportError
        If the file cannot be written; no partial file is left then.
    """
    text = generate_svg(graph, papers=papers, verdicts=verdicts, title=title)
    with atomic_text(path) as file:
        file.write(text)


def generate_svg(
    graph: "nx.MultiGraph[str] | GraphColumns",
    *,
    papers: Sequence[Paper] = (),
    verdicts: Iterable[Verdict] = (),
    title: str = "papertrace",
) -> str:
    """Return the picture of `write_svg` as text."""
    data = page_data(graph, papers, verdicts)
    positions, radii, height = _fit(data["nodes"])
    label = quoteattr(fit_for_xml(f"{title}: a map of {summary(data)}"))
    named = f'width="{WIDTH}" height="{height}" aria-label={label}'
    lines = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {height}" role="img" {named}>',
        f'<rect width="100%" height="100%" fill="{_PAPER}"/>',
        f"<defs>{''.join(_symbol(mark) for mark in SHAPES)}</defs>",
        *_heading(fit_for_xml(title)),
        _text(summary(data), _MARGIN, 86, f'font-family="{_SANS}" font-size="15" fill="{_SOFT}"'),
        f'<path d="M{_MARGIN:g} 102.5H{WIDTH - _MARGIN:g}" stroke="{_RULE}"/>',
        *_links(data["edges"], positions, radii),
        *_marks(data, positions, radii),
        *_names(data, positions, radii, (0.0, _TOP - 12, float(WIDTH), height - _FOOT + 12)),
        *_legend(data, height),
        "</svg>",
    ]
    return "\n".join(lines) + "\n"


def _heading(title: str) -> Iterator[str]:
    """Yield the title, as large as fits, and the name of this program unless that is the title."""
    available = WIDTH - 2 * _MARGIN
    size = _TITLE_SIZES[0]
    while size > _TITLE_SIZES[1] and text_width(title, size) > available:
        size -= 2
    while text_width(title, size) > available:
        title = title[: len(title) * 9 // 10].rstrip("… ") + "…"
    yield _text(title, _MARGIN, 58, f'font-family="{_SERIF}" font-size="{size}" fill="{_INK}"')
    if title != _MAKER:
        style = f'font-family="{_SERIF}" font-size="16" font-style="italic" text-anchor="end" fill="{_SOFT}"'
        yield _text(_MAKER, WIDTH - _MARGIN, 86, style)


def _fit(nodes: Sequence[JsonObject]) -> tuple[list[tuple[int, int]], list[float], int]:
    """Return coordinates and radii in pixels and the height of the picture; coordinates are integers to save space."""
    if not nodes:
        return [], [], 320
    xs, ys = [node["x"] for node in nodes], [node["y"] for node in nodes]
    width, height = max(max(xs) - min(xs), 1.0), max(max(ys) - min(ys), 1.0)
    available = _MAX_HEIGHT - _TOP - _FOOT - _MARGIN
    scale = min((WIDTH - 2 * _MARGIN) / width, available / height, 2.0)
    left = (WIDTH - width * scale) / 2
    top = _TOP + _MARGIN / 2
    positions = [
        (round(left + (x - min(xs)) * scale), round(top + (y - min(ys)) * scale)) for x, y in zip(xs, ys, strict=True)
    ]
    shrink = min(1.0, max(0.35, scale))
    return (
        positions,
        [round(node["size"] * shrink, 1) for node in nodes],
        round(top + height * scale + _MARGIN / 2 + _FOOT),
    )


def _symbol(mark: str) -> str:
    paint = {"color": "currentColor", "paper": _PAPER, "ink": _INK, "": "none"}
    parts = "".join(
        f'<path d="{d}" fill="{paint[fill]}" stroke="{paint[stroke]}" stroke-width=".24"/>'
        for d, fill, stroke in SHAPES[mark]
    )
    return f'<g id="{mark}">{parts}</g>'


def _links(edges: Sequence[JsonObject], positions: Sequence[tuple[int, int]], radii: Sequence[float]) -> Iterator[str]:
    """Yield a path each for weak links, links by code or citations, directed links, and arrowheads."""
    heaviest = sorted(edges, key=lambda edge: (-edge["reasons"][0]["weight"], edge["from"], edge["to"]))[:_MAX_LINKS]
    groups: dict[str, list[str]] = {"faint": [], "strong": [], "directed": []}
    heads: list[str] = []
    for edge in heaviest:
        start, end = positions[edge["from"]], positions[edge["to"]]
        kinds = {reason["kind"] for reason in edge["reasons"]}
        name = "directed" if kinds & _DIRECTED else "strong" if kinds - _FAINT else "faint"
        groups[name].append(f"M{start[0]} {start[1]}L{end[0]} {end[1]}")
        for tail in sorted({reason["tail"] for reason in edge["reasons"] if "tail" in reason}):
            head = edge["to"] if tail == edge["from"] else edge["from"]
            heads.append(_head(positions[tail], positions[head], radii[head]))
    faint = ".45" if len(heaviest) < _FEW_LINKS else ".22"
    styles = {
        "faint": f'stroke-width=".8" opacity="{faint}"',
        "strong": 'stroke-width="1.6" opacity=".6"',
        "directed": 'stroke-width="1.6" opacity=".8"',
    }
    for name, lines in groups.items():
        if lines:
            yield f'<path d="{"".join(lines)}" fill="none" stroke="{_INK}" {styles[name]}/>'
    if any(heads):
        yield f'<path d="{"".join(heads)}" fill="{_INK}" opacity=".8"/>'


def _head(tail: tuple[int, int], head: tuple[int, int], radius: float) -> str:
    """Return an arrowhead at the mark of the named or cited paper, or an empty string if there is no space."""
    length = math.dist(tail, head)
    if length < radius + _HEAD + 2:
        return ""
    dx, dy = (head[0] - tail[0]) / length, (head[1] - tail[1]) / length
    tip_x, tip_y = head[0] - dx * (radius + 1.5), head[1] - dy * (radius + 1.5)
    back_x, back_y = tip_x - dx * _HEAD, tip_y - dy * _HEAD
    aside_x, aside_y = dy * _HEAD * 0.45, dx * _HEAD * 0.45
    corners = ((tip_x, tip_y), (back_x - aside_x, back_y + aside_y), (back_x + aside_x, back_y - aside_y))
    return "M" + "L".join(f"{x:.1f} {y:.1f}" for x, y in corners) + "Z"


def _marks(data: JsonObject, positions: Sequence[tuple[int, int]], radii: Sequence[float]) -> Iterator[str]:
    for c, community in enumerate(data["communities"]):
        uses = [
            f'<use href="#{paper["mark"]}" transform="translate({x} {y})scale({radius:g})"/>'
            for paper, (x, y), radius in zip(data["papers"], positions, radii, strict=True)
            if paper["community"] == c
        ]
        rings = [
            _ring(community["ring"], at, radius)
            for paper, at, radius in zip(data["papers"], positions, radii, strict=True)
            if paper["community"] == c and "ring" in community and radius >= _MIN_RINGED
        ]
        yield f'<g color="{community["color"]}">{"".join((*uses, *rings))}</g>'


def _ring(ring: int, at: tuple[int, int], radius: float) -> str:
    """Return the ring of a community whose colour an earlier one has: whole, broken or dotted, as on the page."""
    around = radius + _RING_GAP
    dashes = " ".join(f"{part * 2 * math.pi * around / 8:.2f}" for part in _RINGS[ring])
    dashed = f' stroke-dasharray="{dashes}"' if dashes else ""
    style = f'fill="none" stroke="currentColor" stroke-width="1.4"{dashed}'
    return f'<circle cx="{at[0]}" cy="{at[1]}" r="{around:g}" {style}/>'


def _names(data: JsonObject, positions: Sequence[tuple[int, int]], radii: Sequence[float], frame: Box) -> Iterator[str]:
    """Yield the names of communities, then of papers, most linked first, without overlaps."""
    taken: list[Box] = []
    marks = [(x - r, y - r, x + r, y + r) for (x, y), r in zip(positions, radii, strict=True)]
    yield from _community_names(data, positions, radii, frame, taken)
    ranked = sorted(range(len(positions)), key=lambda i: (-data["papers"][i]["weight"], i))
    placed = 0
    style = f'font-family="{_SANS}" font-size="12" stroke-width="3" '
    for i in ranked[:_MAX_TRIED_NAMES]:
        name = data["papers"][i]["short"]
        width, (x, y), r = text_width(name, 12), positions[i], radii[i]
        others = [mark for k, mark in enumerate(marks) if k != i]
        for anchor, left, at_x, at_y in (
            ("middle", x - width / 2, x, y + r + 12),
            ("middle", x - width / 2, x, y - r - 5),
            # A name beside its mark is anchored there, whatever the width of the font.
            ("start", x + r + 4, x + r + 4, y + 4),
            ("end", x - r - 4 - width, x - r - 4, y + 4),
        ):
            box = (left - 1, at_y - 10, left + width + 1, at_y + 3)
            if _inside(box, frame) and not overlaps(box, taken) and not overlaps(box, others):
                taken.append(box)
                placed += 1
                yield _text(name, at_x, at_y, style + _halo(_INK, anchor))
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
        others = [mark for k, group in enumerate(groups) if k != c for mark in group]
        size = 21 if community["linked"] and len(groups[c]) * 12 >= len(positions) else 17
        short = community["short"]
        for name in dict.fromkeys((short, short.partition(", ")[0])):
            space = LabelSpace(
                half_width=text_width(name, size) / 2 + 3, half_height=size * 0.68, frame=frame, taken=taken
            )
            other_centres = centres[:c] + centres[c + 1 :]
            box, halo = place_below(groups[c], space), 5
            if community["linked"]:
                box = place_name(groups[c], others, other_centres, space)
            if community["linked"] and box is None:
                # Over its own marks a name needs a wider halo.
                box, halo = place_over(groups[c], others, space), 11
            if box is not None:
                taken.append(box)
                colour = legible(community["color"], on=_PAPER, ink=_INK, ratio=_MIN_CONTRAST)
                style = (
                    f'font-family="{_SERIF}" font-size="{size}" font-style="italic" stroke-width="{halo}" '
                    f"{_halo(colour)}"
                )
                yield _text(name, round((box[0] + box[2]) / 2, 1), round(box[1] + size, 1), style)
                break


def _legend(data: JsonObject, height: int) -> Iterator[str]:
    present = {paper["mark"] for paper in data["papers"]}
    x, y = _MARGIN, height - 24
    for mark in (mark for mark in SHAPES if mark in present):
        yield f'<use href="#{mark}" color="{_SOFT}" transform="translate({x + 6:g} {y - 5})scale(6)"/>'
        yield _text(NAMES[mark], x + 18, y, f'font-family="{_SANS}" font-size="13" fill="{_SOFT}"')
        x += round(text_width(NAMES[mark], 13)) + 42


def _inside(box: Box, frame: Box) -> bool:
    return box[0] >= frame[0] and box[1] >= frame[1] and box[2] <= frame[2] and box[3] <= frame[3]


def _halo(colour: str, anchor: str = "middle") -> str:
    return f'text-anchor="{anchor}" paint-order="stroke" stroke="{_PAPER}" stroke-linejoin="round" fill="{colour}"'


def _text(text: str, x: float, y: float, style: str) -> str:
    return f'<text x="{x:g}" y="{y:g}" {style}>{escape(isolate(fit_for_xml(text)))}</text>'
