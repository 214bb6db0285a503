"""The picture as PNG: what resvg draws, measured in its pixels."""

import importlib.util
import io
import re
import subprocess
import sys
from pathlib import Path

import networkx as nx
import numpy as np
import pytest
from numpy.typing import NDArray
from PIL import Image

from papertrace.errors import ExportError
from papertrace.export.picture import png as raster
from papertrace.export.picture.names import text_width
from papertrace.export.picture.png import ZOOM, render, write_png
from papertrace.export.picture.svg import WIDTH, generate_svg


def ring_of(n: int, label: str = "Paper number {} of many") -> "nx.MultiGraph[str]":
    """Return a graph of papers on a grid, each linked with the next, in four communities."""
    graph: nx.MultiGraph[str] = nx.MultiGraph()
    for i in range(n):
        facts = {"community": i * 4 // n, "community_label": f"field {i * 4 // n}", "degree_weighted": float(i % 13)}
        graph.add_node(f"p{i:04}", label=label.format(i), x=float(i % 17), y=float(i // 17), color="#0072b2", **facts)
    for i in range(n - 1):
        graph.add_edge(f"p{i:04}", f"p{i + 1:04}", kind="concept", weight=1.0, evidence="ink")
    return graph


def decode(image: bytes) -> NDArray[np.uint8]:
    """Return the pixels of a PNG as rows, columns, RGBA."""
    return np.asarray(Image.open(io.BytesIO(image), formats=["PNG"]).convert("RGBA"))


def inked(svg: str) -> tuple[int, int, int, int] | None:
    """Return the box of what an SVG draws, in its own pixels: left, top, right, bottom."""
    alpha = decode(render(svg, Path("a.png"), zoom=1))[:, :, 3]
    rows, columns = np.flatnonzero(alpha.any(axis=1)), np.flatnonzero(alpha.any(axis=0))
    return (int(columns[0]), int(rows[0]), int(columns[-1]), int(rows[-1])) if rows.size else None


def test_png_is_the_picture_twice_as_wide_and_the_same_each_time(tmp_path: Path) -> None:
    graph = ring_of(40)
    for name in ("one.png", "two.png"):
        write_png(graph, tmp_path / name, title="A field")

    pixels = decode((tmp_path / "one.png").read_bytes())
    assert pixels.shape[1] == ZOOM * WIDTH
    assert (pixels[:, :, 3] == 255).all(), "opaque, so that it can be read on a dark page"
    assert (tmp_path / "one.png").read_bytes() == (tmp_path / "two.png").read_bytes()
    assert nx.utils.graphs_equal(graph, ring_of(40))


@pytest.mark.slow
def test_names_do_not_cover_one_another_as_they_are_drawn() -> None:
    svg = generate_svg(ring_of(120, "Warm milk number {}"), title="A field of whims")
    head = svg[: svg.index("<rect")]
    texts = re.findall(r"<text [^>]*>[^<]*</text>", svg)
    names = [text for text in texts if "paint-order" in text]
    assert len(names) > 12

    # Without the halo, which is the colour of the paper and may touch another's.
    plain = [re.sub(r' stroke="[^"]*"', "", name) for name in names]
    boxes = [box for text in plain if (box := inked(f"{head}{text}</svg>")) is not None]

    assert len(boxes) == len(names)
    for i, (left, top, right, bottom) in enumerate(boxes):
        assert 0 < left < right < WIDTH - 1
        for other in boxes[i + 1 :]:
            assert right < other[0] or other[2] < left or bottom < other[1] or other[3] < top


@pytest.mark.parametrize("family", ["DejaVu Sans", "DejaVu Serif", "Liberation Sans", "Liberation Serif"])
@pytest.mark.parametrize(
    "text", ["Illimitable fit", "Warm Mammoth Wow…", "OUTDOING GHOSTS", "0123456789 %", "sky-high vexing jazz"]
)
def test_estimated_width_is_at_least_that_of_common_fonts(text: str, family: str) -> None:
    style = f'x="20" y="40" font-size="30" font-family="{family}"'
    box = inked(f'<svg xmlns="http://www.w3.org/2000/svg" width="900" height="60"><text {style}>{text}</text></svg>')

    assert box is not None
    assert box[2] - box[0] <= text_width(text, 30)


@pytest.mark.parametrize(
    "text",
    [
        pytest.param("</text><script>alert(1)</script>", id="script"),
        pytest.param('"onload="alert(1)', id="handler"),
        pytest.param("a & b <c>", id="markup"),
        pytest.param("a\x00b\x1b", id="control characters"),
        pytest.param("a\ud800b", id="half a surrogate pair"),
        pytest.param("\u202eabc", id="right to left"),
        pytest.param("x" * 9999, id="long"),
    ],
)
def test_hostile_text_is_drawn_as_text(text: str, tmp_path: Path) -> None:
    write_png(ring_of(2, text), tmp_path / "a.png", title=text)

    write_png(ring_of(2, text), tmp_path / "blank.png", title="\u200b")
    titles = [decode((tmp_path / name).read_bytes())[: ZOOM * 65] for name in ("a.png", "blank.png")]
    assert (titles[0] != titles[1]).any()


def test_a_system_without_fonts_is_an_error_and_not_a_picture_without_text(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    import resvg_py

    draw = resvg_py.svg_to_bytes
    monkeypatch.setattr(resvg_py, "svg_to_bytes", lambda **facts: draw(**facts, skip_system_fonts=True))
    raster._family.cache_clear()  # noqa: SLF001 - it caches the fonts of the machine
    try:
        with pytest.raises(ExportError, match="no font was found"):
            write_png(ring_of(2), tmp_path / "a.png")
    finally:
        raster._family.cache_clear()  # noqa: SLF001
    assert list(tmp_path.iterdir()) == []


def test_without_resvg_the_extra_is_named(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    from papertrace import write_graph

    find = importlib.util.find_spec
    monkeypatch.setattr(
        importlib.util, "find_spec", lambda name, *rest: None if name == "resvg_py" else find(name, *rest)
    )
    with pytest.raises(ExportError, match=r"map\.png: not written: resvg_py is not installed.*papertrace\[png\]"):
        write_graph(ring_of(2), tmp_path / "map.png")
    assert list(tmp_path.iterdir()) == []


def test_an_svg_costs_no_import_of_resvg(tmp_path: Path) -> None:
    program = (
        "import sys, networkx, papertrace; "
        f"papertrace.write_graph(networkx.MultiGraph(), {str(tmp_path / 'a.svg')!r}); "
        "print('resvg_py' in sys.modules)"
    )
    printed = subprocess.run([sys.executable, "-c", program], capture_output=True, check=True, text=True).stdout
    assert printed.strip() == "False"
