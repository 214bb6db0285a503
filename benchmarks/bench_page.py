"""Measure when the map is visible and usable, and the cost of a frame: our page, other renderers, and that of pyvis.

    python benchmarks/bench_page.py [--runs 5] [--sizes 200,1000,5000,20000] [--limit 60]

All pages show the same generated graph in headless Chromium, in new browsers and in turn, with the network off; ours
also contains the data of the papers. `seen` is the time when the first paint can be read from the canvas, `usable` the
first idle moment of the page after it; both are seconds from the start of navigation, medians over the runs. `frame`
and `p95` are the median and the 95th percentile of the milliseconds between two frames while the mouse drags the map,
from 1,000 papers on; `zoom` is that percentile while the wheel turns. `choice` is the median of the milliseconds from a
press on a row of our list to the next paint. Our page draws its papers, up to 2,000 with the lines between them,
before it has read its data: `seen` is that, and `usable` is when the page answers; names, the legend and what is below
the first screen of the list come in the idle moments after that. `tab MB` is
the memory of the process that renders the page, half a second after that.

The pages of the renderers are built by npm in a temporary folder. Those with WebGL draw here in software: with a
graphics card their frames are far cheaper. A page that shows nothing within the limit is not opened again and reported
as `> limit`; that of pyvis is left out beyond 1,000 papers, where it takes many minutes.
"""

import argparse
import sys
import tempfile
from collections.abc import Mapping
from dataclasses import dataclass, field
from math import isnan, nan
from pathlib import Path
from statistics import median

import networkx as nx

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from tests.browser.field import make_field  # noqa: E402

from benchmarks.page_browser import Load, measure_choices, measure_drag, measure_load, measure_zoom  # noqa: E402 - the path comes first
from benchmarks.page_rivals import NoBundleError, bundle_renderers, write_pyvis, write_renderer  # noqa: E402
from papertrace.export.page.marks import MAX_SHOWN_PAPERS  # noqa: E402
from papertrace.export.page.writer import write_html  # noqa: E402

PYVIS_AT_MOST = 1000
DRAG_AT_LEAST = 1000
OURS, PYVIS = "papertrace", "pyvis"


@dataclass(slots=True, kw_only=True)
class Page:
    """A page and its measurements."""

    name: str
    path: Path
    loads: list[Load | None] = field(default_factory=list)
    frames_ms: list[float] = field(default_factory=list)
    zoom_ms: list[float] = field(default_factory=list)
    choices_ms: list[float] = field(default_factory=list)

    @property
    def timed_out(self) -> bool:
        """Whether the page showed nothing within the limit."""
        return None in self.loads

    def row(self, limit_s: float) -> str:
        """Return the row of the page in the table."""
        size = f"{self.path.stat().st_size / 1e6:7.2f}"
        done = [load for load in self.loads if load is not None]
        if self.timed_out:
            times = [f"> {limit_s:.0f}"] * 2 + [""]
        else:
            times = [f"{median(load.seen_s for load in done):.2f}", f"{median(load.usable_s for load in done):.2f}"]
            times.append(f"{median(load.tab_mb for load in done):.0f}")
        measured = [
            *(median(self.frames_ms or [nan]), _percentile(self.frames_ms)),
            *(_percentile(self.zoom_ms), median(self.choices_ms or [nan])),
        ]
        shown = [*times, *("" if isnan(one) else f"{one:.1f}" for one in measured)]
        return f"{self.name:<24} {size} {' '.join(f'{one:>8}' for one in shown)}"


def _percentile(values: list[float]) -> float:
    """Return the 95th percentile, not a number for none."""
    return sorted(values)[int(0.95 * (len(values) - 1))] if values else nan


def make_pages(n: int, folder: Path, bundles: Mapping[str, str]) -> list[Page]:
    """Write the pages of one graph of `n` papers."""
    made = make_field(n)
    plain: nx.Graph[str] = nx.Graph(made.graph)
    pages = [Page(name=name, path=folder / f"{n}.{name}.html") for name in (OURS, *bundles)]
    write_html(made.graph, pages[0].path, papers=made.papers, verdicts=made.verdicts)
    for page in pages[1:]:
        write_renderer(plain, page.path, bundles[page.name])
    if n <= PYVIS_AT_MOST:
        pages.append(Page(name=PYVIS, path=folder / f"{n}.{PYVIS}.html"))
        write_pyvis(plain, pages[-1].path)
    return pages


def measure(pages: list[Page], n: int, runs: int, limit_s: float) -> list[Page]:
    """Measure the pages in turn; return them, and our page of a large graph again with its largest community open."""
    opened = Page(name=f"{OURS}, one open", path=pages[0].path)
    for _ in range(runs):
        for page in pages:
            if not page.timed_out:
                page.loads.append(measure_load(page.path, limit_s))
        for page in pages:
            if page.name != PYVIS and n >= DRAG_AT_LEAST and not page.timed_out:
                page.frames_ms += measure_drag(page.path, limit_s)
                page.zoom_ms += measure_zoom(page.path, limit_s)
        pages[0].choices_ms += measure_choices(pages[0].path, limit_s)
        if n > MAX_SHOWN_PAPERS:
            opened.loads.append(measure_load(opened.path, limit_s, "#open=0"))
            opened.frames_ms += measure_drag(opened.path, limit_s, "#open=0")
    return [pages[0], opened, *pages[1:]] if n > MAX_SHOWN_PAPERS else pages


def main() -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--runs", type=int, default=5)
    parser.add_argument("--sizes", default="200,1000,5000,20000")
    parser.add_argument("--limit", type=float, default=60.0, help="seconds after which a page times out")
    parser.add_argument("--without-pyvis", action="store_true", help="leave out the slowest page")
    arguments = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        try:
            bundles = bundle_renderers(Path(folder))
        except NoBundleError as error:
            bundles = {}
            print(error, file=sys.stderr)
        heads = ("seen", "usable", "tab MB", "frame", "p95", "zoom", "choice")
        print(f"{'papers':>6} {'page':<24} {'MB':>7} {' '.join(f'{head:>8}' for head in heads)}")
        for n in (int(size) for size in arguments.sizes.split(",")):
            pages = make_pages(n, Path(folder), bundles)
            shown = [page for page in pages if page.name != PYVIS or not arguments.without_pyvis]
            for page in measure(shown, n, arguments.runs, arguments.limit):
                print(f"{n:6} {page.row(arguments.limit)}", flush=True)


if __name__ == "__main__":
    main()
