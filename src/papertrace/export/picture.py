"""A graph as one still picture, to be read at the width of a README.

The picture has the layout, colours and marks of the page. It is SVG written by hand: a few long paths for the links,
one reference a paper, text that any renderer can set without fonts of ours, and no script.
"""

from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from statistics import median
from typing import TYPE_CHECKING
from xml.sax.saxutils import escape, quoteattr

from papertrace.export.characters import clean_text
from papertrace.export.marks import NAMES, SHAPES
from papertrace.export.page import Record, page_data, summary
from papertrace.files import atomic_text
from papertrace.model import Paper, Verdict

if TYPE_CHECKING:
    import networkx as nx

Box = tuple[float, float, float, float]  # left, top, right, bottom in pixels

WIDTH = 1200
_MARGIN = 56.0
_TOP = 116.0  # below title and summary
_FOOT = 60.0  # for the legend
_TALLEST = 1000.0
_FEW_LINKS = 400
_MOST_LINKS = 2000
_MOST_COMMUNITIES = 18
_MOST_NAMES = 48
_TRIED_NAMES = 160

_PAPER, _INK, _SOFT, _RULE = "#fcfbf8", "#1c1b19", "#5d594f", "#d9d5ca"
_SERIF = "'Iowan Old Style','Palatino Linotype',P052,Palatino,Georgia,'Liberation Serif',serif"
_SANS = "system-ui,-apple-system,'Segoe UI',Roboto,'Helvetica Neue','Liberation Sans',Arial,sans-serif"


def write_svg(
    graph: "nx.MultiGraph[str]",
    path: Path,
    *,
    papers: Sequence[Paper] = (),
    verdicts: Iterable[Verdict] = (),
    title: str = "papertrace",
) -> None:
    """Write a graph as an SVG picture, 1,200 pixels wide, on a light background.

    The heaviest 2,000 links are drawn; names stand at the communities and at the most linked papers, as many as
    find room without covering one another. The graph is left as it is, and the same arguments give the same bytes.

    Raises ExportError where the file cannot be written; nothing is left behind then.
    """
    text = generate_svg(graph, papers=papers, verdicts=verdicts, title=title)
    with atomic_text(path) as file:
        file.write(text)


def generate_svg(
    graph: "nx.MultiGraph[str]",
    *,
    papers: Sequence[Paper] = (),
    verdicts: Iterable[Verdict] = (),
    title: str = "papertrace",
) -> str:
    """Return the picture of `write_svg` as text."""
    data = page_data(graph, papers, verdicts)
    places, radii, height = _fit(data["nodes"])
    label = quoteattr(clean_text(f"{title}: a map of {summary(data)}"))
    named = f'width="{WIDTH}" height="{height}" aria-label={label}'
    lines = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {height}" role="img" {named}>',
        f'<rect width="100%" height="100%" fill="{_PAPER}"/>',
        f"<defs>{''.join(_symbol(mark) for mark in SHAPES)}</defs>",
        _text(title[:120], _MARGIN, 58, f'font-family="{_SERIF}" font-size="34" fill="{_INK}"'),
        _text(summary(data), _MARGIN, 86, f'font-family="{_SANS}" font-size="15" fill="{_SOFT}"'),
        f'<path d="M{_MARGIN:g} 102.5H{WIDTH - _MARGIN:g}" stroke="{_RULE}"/>',
        *_links(data["edges"], places),
        *_marks(data, places, radii),
        *_names(data, places, radii, (0.0, _TOP - 12, float(WIDTH), height - _FOOT + 12)),
        *_legend(data, height),
        "</svg>",
    ]
    return "\n".join(lines) + "\n"


def _fit(nodes: Sequence[Record]) -> tuple[list[tuple[int, int]], list[float], int]:
    """Return places and radii in pixels and the height of the picture, whole numbers to keep the file small."""
    if not nodes:
        return [], [], 320
    xs, ys = [node["x"] for node in nodes], [node["y"] for node in nodes]
    width, height = max(max(xs) - min(xs), 1.0), max(max(ys) - min(ys), 1.0)
    room = _TALLEST - _TOP - _FOOT - _MARGIN
    scale = min((WIDTH - 2 * _MARGIN) / width, room / height, 2.0)
    left = (WIDTH - width * scale) / 2
    top = _TOP + _MARGIN / 2
    places = [
        (round(left + (x - min(xs)) * scale), round(top + (y - min(ys)) * scale)) for x, y in zip(xs, ys, strict=True)
    ]
    shrink = min(1.0, max(0.35, scale))
    return (
        places,
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


def _links(edges: Sequence[Record], places: Sequence[tuple[int, int]]) -> Iterator[str]:
    """Yield one path for the links within reach of a shared idea and one for those that code or text make."""
    heaviest = sorted(edges, key=lambda edge: (-edge["reasons"][0]["weight"], edge["from"], edge["to"]))[:_MOST_LINKS]
    groups: dict[bool, list[str]] = {False: [], True: []}
    for edge in heaviest:
        (x, y), (to_x, to_y) = places[edge["from"]], places[edge["to"]]
        telling = any(reason["kind"] not in {"concept", "owner", "coupling"} for reason in edge["reasons"])
        groups[telling].append(f"M{x} {y}L{to_x} {to_y}")
    faint = ".45" if len(heaviest) < _FEW_LINKS else ".22"
    for telling, style in ((False, f'stroke-width=".8" opacity="{faint}"'), (True, 'stroke-width="1.6" opacity=".6"')):
        if groups[telling]:
            yield f'<path d="{"".join(groups[telling])}" fill="none" stroke="{_INK}" {style}/>'


def _marks(data: Record, places: Sequence[tuple[int, int]], radii: Sequence[float]) -> Iterator[str]:
    for c, community in enumerate(data["communities"]):
        uses = [
            f'<use href="#{paper["mark"]}" transform="translate({x} {y})scale({radius:g})"/>'
            for paper, (x, y), radius in zip(data["papers"], places, radii, strict=True)
            if paper["community"] == c
        ]
        yield f'<g color="{community["color"]}">{"".join(uses)}</g>'


def _names(data: Record, places: Sequence[tuple[int, int]], radii: Sequence[float], frame: Box) -> Iterator[str]:
    """Yield the names of communities, then of papers from the most linked on, none over another."""
    taken: list[Box] = []
    marks = [(x - r, y - r, x + r, y + r) for (x, y), r in zip(places, radii, strict=True)]
    halo = f'text-anchor="middle" paint-order="stroke" stroke="{_PAPER}" stroke-linejoin="round" fill="{_INK}"'

    communities = data["communities"] if len(data["communities"]) > 1 else []
    for c, community in enumerate(communities):
        if c >= _MOST_COMMUNITIES and community["linked"]:
            continue
        own = [place for paper, place in zip(data["papers"], places, strict=True) if paper["community"] == c]
        size = 21 if len(own) * 12 >= len(places) else 17
        name = community["short"]
        half = text_width(name, size) / 2
        x = min(max(median(x for x, _ in own), frame[0] + half + 8), frame[2] - half - 8)
        ys = sorted(y for _, y in own)
        heights = (ys[0] - 16, ys[-1] + size + 6, median(ys), ys[len(ys) // 4], ys[3 * len(ys) // 4])
        boxes = [(x - half - 3, y - size, x + half + 3, y + size * 0.35) for y in heights]
        room = [box for box in boxes if _inside(box, frame) and not _hits(box, taken)]
        if room:
            # Where it covers the fewest marks; above the community before anywhere else.
            box = min(room, key=lambda box: sum(_hits(box, [mark]) for mark in marks))
            taken.append(box)
            style = f'font-family="{_SERIF}" font-size="{size}" font-style="italic" stroke-width="5" {halo}'
            yield _text(name, x, box[1] + size, style)

    ranked = sorted(range(len(places)), key=lambda i: (-data["papers"][i]["weight"], i))
    placed = 0
    style = f'font-family="{_SANS}" font-size="12" stroke-width="3" {halo}'
    for i in ranked[:_TRIED_NAMES]:
        name = data["papers"][i]["short"]
        half, (x, y), r = text_width(name, 12) / 2, places[i], radii[i]
        others = [mark for k, mark in enumerate(marks) if k != i]
        for at_x, at_y in ((x, y + r + 12), (x, y - r - 5), (x + r + half + 4, y + 4), (x - r - half - 4, y + 4)):
            box = (at_x - half - 1, at_y - 10, at_x + half + 1, at_y + 3)
            if _inside(box, frame) and not _hits(box, taken) and not _hits(box, others):
                taken.append(box)
                placed += 1
                yield _text(name, at_x, at_y, style)
                break
        if placed == _MOST_NAMES:
            break


def _legend(data: Record, height: int) -> Iterator[str]:
    present = {paper["mark"] for paper in data["papers"]}
    x, y = _MARGIN, height - 24
    for mark in (mark for mark in SHAPES if mark in present):
        yield f'<use href="#{mark}" color="{_SOFT}" transform="translate({x + 6:g} {y - 5})scale(6)"/>'
        yield _text(NAMES[mark], x + 18, y, f'font-family="{_SANS}" font-size="13" fill="{_SOFT}"')
        x += round(text_width(NAMES[mark], 13)) + 42


def text_width(text: str, size: float) -> float:
    """Estimate the width of a text in pixels, rather too wide than too narrow for the common sans and serif fonts.

    >>> text_width("ill", 10) < text_width("WWW", 10)
    True
    """
    ems = 0.0
    for character in text:
        if character in "iljtfrI.,:;'|!()[] ":
            ems += 0.34
        elif character in "mwMW@%":
            ems += 0.9
        elif character > "\u2e7f":
            ems += 1.05  # Chinese, Japanese and Korean set in full squares
        else:
            ems += 0.7 if character.isupper() else 0.57
    return ems * size


def _inside(box: Box, frame: Box) -> bool:
    return box[0] >= frame[0] and box[1] >= frame[1] and box[2] <= frame[2] and box[3] <= frame[3]


def _hits(box: Box, others: Iterable[Box]) -> bool:
    return any(box[0] < o[2] and box[2] > o[0] and box[1] < o[3] and box[3] > o[1] for o in others)


def _text(text: str, x: float, y: float, style: str) -> str:
    return f'<text x="{x:g}" y="{y:g}" {style}>{escape(clean_text(text))}</text>'
