"""A graph as a static picture, legible at the width of a README.

The picture has the layout, colours and marks of the page. The SVG is written directly: a few long paths for the links,
one `use` element per paper, text that needs no embedded fonts, and no script.
"""

import math
from collections.abc import Iterable, Iterator, Sequence
from itertools import pairwise
from pathlib import Path
from typing import TYPE_CHECKING

from papertrace.export.marks import NAMES, SHAPES
from papertrace.export.page.data import page_data, summary
from papertrace.export.page.embedding import JsonObject
from papertrace.export.page.records import resting_pairs
from papertrace.export.picture.names import (
    ACCENT,
    INK,
    PAPER,
    RULE,
    SANS,
    SERIF,
    SOFT,
    draw_names,
    draw_text,
    text_width,
)
from papertrace.files import atomic_text
from papertrace.model import EdgeKind, Paper, Verdict
from papertrace.model.text import fit_for_xml, quote_for_xml

if TYPE_CHECKING:
    import networkx as nx

    from papertrace.model.graphs import GraphColumns

WIDTH = 1200
_MARGIN = 56.0
_TOP = 116.0  # below title and summary
_FOOT = 60.0  # height of the legend
_MAX_HEIGHT = 1000.0
_FEW_LINKS = 400
_MAX_LINKS = 2000
_FAINT = frozenset({EdgeKind.CONCEPT, EdgeKind.SIMILAR, EdgeKind.OWNER, EdgeKind.COUPLING})
_DIRECTED = frozenset({EdgeKind.MENTION, EdgeKind.CITATION})
_HEAD = 7.0  # length of an arrowhead
_RINGS = ((), (), (1, 1), (0.15, 0.85))  # dashes and gaps, of which eight go around
_RING_GAP = 2.4
_MIN_RINGED = 2.0  # pixels; smaller marks have no room for a ring
_TITLE_SIZES = (34, 20)  # largest and smallest
_MAKER = "papertrace"


def write_svg(
    graph: "nx.MultiGraph[str] | GraphColumns",
    path: Path,
    *,
    papers: Sequence[Paper] = (),
    verdicts: Iterable[Verdict] = (),
    title: str = "papertrace",
) -> None:
    """Write a graph as an SVG picture, 1,200 pixels wide, on a light background.

    The strongest links of each paper are drawn, and the main path; communities and the most linked papers are named, as
    many as fit without overlapping. Only the name of a dense community may cover marks, and only its own. The graph is
    not modified, and the same arguments give the same bytes.

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
    return draw_map(page_data(graph, papers, verdicts), title=title)


def draw_map(data: JsonObject, *, title: str) -> str:
    """Return the picture of the data of a page (`page_data`) as text."""
    positions, radii, height = _fit(data["nodes"])
    label = quote_for_xml(fit_for_xml(f"{title}: a map of {summary(data)}"))
    named = f'width="{WIDTH}" height="{height}" aria-label={label}'
    lines = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {height}" role="img" {named}>',
        f'<rect width="100%" height="100%" fill="{PAPER}"/>',
        f"<defs>{''.join(_symbol(mark) for mark in SHAPES)}</defs>",
        *_heading(fit_for_xml(title)),
        draw_text(summary(data), _MARGIN, 86, f'font-family="{SANS}" font-size="15" fill="{SOFT}"'),
        f'<path d="M{_MARGIN:g} 102.5H{WIDTH - _MARGIN:g}" stroke="{RULE}"/>',
        *_links(resting_pairs(data["edges"], data["papers"])[:_MAX_LINKS], positions, radii),
        *_main_path(data["papers"], positions, radii),
        *_marks(data, positions, radii),
        *draw_names(data, positions, radii, (0.0, _TOP - 12, float(WIDTH), height - _FOOT + 12)),
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
    yield draw_text(title, _MARGIN, 58, f'font-family="{SERIF}" font-size="{size}" fill="{INK}"')
    if title != _MAKER:
        style = f'font-family="{SERIF}" font-size="16" font-style="italic" text-anchor="end" fill="{SOFT}"'
        yield draw_text(_MAKER, WIDTH - _MARGIN, 86, style)


def _fit(nodes: Sequence[JsonObject]) -> tuple[list[tuple[int, int]], list[float], int]:
    """Return coordinates and radii in pixels and the height of the picture; coordinates are integers to save space."""
    if not nodes:
        return [], [], 320
    xs, ys = [node["x"] for node in nodes], [node["y"] for node in nodes]
    low_x, low_y = min(xs), min(ys)
    width, height = max(max(xs) - low_x, 1.0), max(max(ys) - low_y, 1.0)
    available = _MAX_HEIGHT - _TOP - _FOOT - _MARGIN
    scale = min((WIDTH - 2 * _MARGIN) / width, available / height, 2.0)
    left = (WIDTH - width * scale) / 2
    top = _TOP + _MARGIN / 2
    positions = [
        (round(left + (x - low_x) * scale), round(top + (y - low_y) * scale)) for x, y in zip(xs, ys, strict=True)
    ]
    shrink = min(1.0, max(0.35, scale))
    return (
        positions,
        [round(node["size"] * shrink, 1) for node in nodes],
        round(top + height * scale + _MARGIN / 2 + _FOOT),
    )


def _symbol(mark: str) -> str:
    paint = {"color": "currentColor", "paper": PAPER, "ink": INK, "": "none"}
    parts = "".join(
        f'<path d="{d}" fill="{paint[fill]}" stroke="{paint[stroke]}" stroke-width=".24"/>'
        for d, fill, stroke in SHAPES[mark]
    )
    return f'<g id="{mark}">{parts}</g>'


def _links(edges: Sequence[JsonObject], positions: Sequence[tuple[int, int]], radii: Sequence[float]) -> Iterator[str]:
    """Yield a path each for weak links, links by code or citations, directed links, and arrowheads."""
    groups: dict[str, list[str]] = {"faint": [], "strong": [], "directed": []}
    heads: list[str] = []
    for edge in edges:
        start, end = positions[edge["from"]], positions[edge["to"]]
        kinds = {reason["kind"] for reason in edge["reasons"]}
        name = "directed" if kinds & _DIRECTED else "strong" if kinds - _FAINT else "faint"
        groups[name].append(f"M{start[0]} {start[1]}L{end[0]} {end[1]}")
        for tail in sorted({reason["tail"] for reason in edge["reasons"] if "tail" in reason}):
            head = edge["to"] if tail == edge["from"] else edge["from"]
            heads.append(_head(positions[tail], positions[head], radii[head]))
    faint = ".45" if len(edges) < _FEW_LINKS else ".22"
    styles = {
        "faint": f'stroke-width=".8" opacity="{faint}"',
        "strong": 'stroke-width="1.6" opacity=".6"',
        "directed": 'stroke-width="1" opacity=".55"',
    }
    for name, lines in groups.items():
        if lines:
            yield f'<path d="{"".join(lines)}" fill="none" stroke="{INK}" {styles[name]}/>'
    if any(heads):
        yield f'<path d="{"".join(heads)}" fill="{INK}" opacity=".55"/>'


def _main_path(
    papers: Sequence[JsonObject], positions: Sequence[tuple[int, int]], radii: Sequence[float]
) -> Iterator[str]:
    """Yield the main path through the citations as a band, with an arrowhead at each paper that the next one cites."""
    chain = sorted((i for i, paper in enumerate(papers) if "main" in paper), key=lambda i: papers[i]["main"])
    if len(chain) > 1:
        band = "L".join(f"{x} {y}" for x, y in (positions[i] for i in chain))
        heads = (_head(positions[tail], positions[head], radii[head]) for head, tail in pairwise(chain))
        style = f'fill="none" stroke="{ACCENT}" stroke-width="3" stroke-linejoin="round" opacity=".55"'
        yield f'<path d="M{band}" {style}/>'
        yield f'<path d="{"".join(heads)}" fill="{ACCENT}"/>'


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


def _legend(data: JsonObject, height: int) -> Iterator[str]:
    present = {paper["mark"] for paper in data["papers"]}
    x, y = _MARGIN, height - 24
    for mark in (mark for mark in SHAPES if mark in present):
        yield f'<use href="#{mark}" color="{SOFT}" transform="translate({x + 6:g} {y - 5})scale(6)"/>'
        yield draw_text(NAMES[mark], x + 18, y, f'font-family="{SANS}" font-size="13" fill="{SOFT}"')
        x += round(text_width(NAMES[mark], 13)) + 42
