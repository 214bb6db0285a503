"""The picture as PNG, for programs that do not show SVG: slides, word processors, some README renderers.

resvg renders the SVG of `svg.py`. It is a compiled library, a wheel of 1.4 MB under MIT, and an optional extra. It uses
system fonts, so the same graph gives the same bytes only with the same fonts, while all positions are the same
everywhere.
"""

from collections.abc import Iterable, Sequence
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

from papertrace.errors import ExportError
from papertrace.export.picture.svg import generate_svg
from papertrace.files import replacing
from papertrace.model import Paper, Verdict

if TYPE_CHECKING:
    import networkx as nx

    from papertrace.model.graphs import GraphColumns

ZOOM = 2
"""Pixels of the PNG per SVG pixel: sharp on high-density screens, and 20 cm wide on paper at 300 dpi."""

# Candidates for each generic family, of which the first one installed is used: resvg itself tries only Arial and Times
# New Roman, and silently omits text if they are missing.
_SANS = ("Liberation Sans", "Arial", "Helvetica Neue", "Segoe UI", "Roboto", "Noto Sans", "DejaVu Sans")
_SERIF = ("Liberation Serif", "Times New Roman", "Georgia", "Noto Serif", "DejaVu Serif", "DejaVu Sans")


def write_png(
    graph: "nx.MultiGraph[str] | GraphColumns",
    path: Path,
    *,
    papers: Sequence[Paper] = (),
    verdicts: Iterable[Verdict] = (),
    title: str = "papertrace",
) -> None:
    """Write a graph as a PNG picture, 2,400 pixels wide: that of `papertrace.export.picture.svg.write_svg`.

    Raises
    ------
    ExportError
        If resvg is not installed, the system has no font, or the file cannot be written; no partial file is left then.
    """
    image = render(generate_svg(graph, papers=papers, verdicts=verdicts, title=title), path)
    with replacing(path) as temporary:
        temporary.write_bytes(image)


def render(svg: str, path: Path, *, zoom: float = ZOOM) -> bytes:
    """Render an SVG without external references as PNG; error messages name `path`."""
    sans, serif = _family("sans-serif", _SANS), _family("serif", _SERIF)
    if sans is None or serif is None:
        message = f"{path}: not written: no font was found for its text; install one (such as DejaVu) or write .svg"
        raise ExportError(message)
    return _rasterise(svg, sans=sans, serif=serif, zoom=zoom)


@cache
def _family(generic: str, candidates: Sequence[str]) -> str | None:
    """Return the first font that draws text of a generic family, or None."""
    empty = '<svg xmlns="http://www.w3.org/2000/svg" width="40" height="20">{}</svg>'
    text = f'<text x="2" y="16" font-size="16" font-family="{generic}">Ag</text>'
    blank = _rasterise(empty.format(""), sans="", serif="", zoom=1)
    for name in candidates:
        if _rasterise(empty.format(text), sans=name, serif=name, zoom=1) != blank:
            return name
    return None


def _rasterise(svg: str, *, sans: str, serif: str, zoom: float) -> bytes:
    import resvg_py

    return bytes(
        resvg_py.svg_to_bytes(svg_string=svg, zoom=zoom, sans_serif_family=sans, serif_family=serif, font_family=sans)
    )
