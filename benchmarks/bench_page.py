"""Measure when the map is visible and usable, and the cost of a frame: our page, one with sigma, and that of pyvis.

    python benchmarks/bench_page.py [--runs 5] [--sizes 200,1000,5000] [--limit 60]

All pages show the same generated graph in headless Chromium, in new browsers and in turn, with the network off; ours
also contains the data of the papers. `seen` is the time when the first paint can be read from the canvas, `usable` the
first idle moment of the page after it; both are seconds from the start of navigation, medians over the runs. `frame` is
the median of the milliseconds between two frames while the mouse drags the map, from 1,000 papers on. `of sigma` is the
median over the runs of our time until usable divided by that of sigma in the same run.

The page with sigma and graphology is built by npm in a temporary folder. sigma draws with WebGL, here in software: with
a graphics card its frames are far cheaper. A page that shows nothing within the limit is not opened again and reported
as `> limit`; that of pyvis is left out beyond 1,000 papers, where it takes many minutes.
"""

import argparse
import sys
import tempfile
from dataclasses import dataclass, field
from pathlib import Path
from statistics import median

import networkx as nx

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from tests.browser.field import make_field  # noqa: E402

from benchmarks.page_browser import Load, measure_drag, measure_load  # noqa: E402 - the path comes first
from benchmarks.page_rivals import NoBundleError, bundle_sigma, write_pyvis, write_sigma  # noqa: E402
from papertrace.export.page.overview import MAX_SHOWN_PAPERS  # noqa: E402
from papertrace.export.page.writer import write_html  # noqa: E402

PYVIS_AT_MOST = 1000
DRAG_AT_LEAST = 1000
OURS, SIGMA, PYVIS = "papertrace", "sigma", "pyvis"


@dataclass(slots=True, kw_only=True)
class Page:
    """A page and its measurements."""

    name: str
    path: Path
    loads: list[Load | None] = field(default_factory=list)
    frames_ms: list[float] = field(default_factory=list)

    @property
    def timed_out(self) -> bool:
        """Whether the page showed nothing within the limit."""
        return None in self.loads

    def row(self, limit_s: float) -> str:
        """Return the row of the page in the table."""
        size = f"{self.path.stat().st_size / 1e6:7.2f}"
        done = [load for load in self.loads if load is not None]
        if self.timed_out:
            times = [f"> {limit_s:.0f}"] * 2
        else:
            times = [f"{median(load.seen_s for load in done):.2f}", f"{median(load.usable_s for load in done):.2f}"]
        frame = f"{median(self.frames_ms):.1f}" if self.frames_ms else ""
        return f"{self.name:<24} {size} {times[0]:>8} {times[1]:>8} {frame:>8}"


def make_pages(n: int, folder: Path, bundle: str | None) -> list[Page]:
    """Write the pages of one graph of `n` papers."""
    made = make_field(n)
    plain: nx.Graph[str] = nx.Graph(made.graph)
    pages = [Page(name=name, path=folder / f"{n}.{name}.html") for name in (OURS, SIGMA, PYVIS)]
    ours, sigma, pyvis = pages
    write_html(made.graph, ours.path, papers=made.papers, verdicts=made.verdicts)
    kept = [ours]
    if bundle is not None:
        write_sigma(plain, sigma.path, bundle)
        kept.append(sigma)
    if n <= PYVIS_AT_MOST:
        write_pyvis(plain, pyvis.path)
        kept.append(pyvis)
    return kept


def measure(pages: list[Page], n: int, runs: int, limit_s: float) -> list[Page]:
    """Measure the pages in turn; return them, and our page of a large graph again with its largest community open."""
    opened = Page(name=f"{OURS}, one open", path=pages[0].path)
    for _ in range(runs):
        for page in pages:
            if not page.timed_out:
                page.loads.append(measure_load(page.path, limit_s))
        for page in pages:
            if page.name != PYVIS and n >= DRAG_AT_LEAST:
                page.frames_ms.append(measure_drag(page.path, limit_s))
        if n > MAX_SHOWN_PAPERS:
            opened.loads.append(measure_load(opened.path, limit_s, "#open=0"))
            opened.frames_ms.append(measure_drag(opened.path, limit_s, "#open=0"))
    return [pages[0], opened, *pages[1:]] if n > MAX_SHOWN_PAPERS else pages


def of_sigma(pages: list[Page]) -> str:
    """Return our time until usable relative to sigma's; "" if one of them was not measured."""
    loads = {page.name: page.loads for page in pages}
    both = zip(loads[OURS], loads.get(SIGMA, ()), strict=False)
    ratios = [ours.usable_s / sigma.usable_s for ours, sigma in both if ours is not None and sigma is not None]
    return f"{'':24} {'':7} {'':8} {median(ratios):8.2f} of sigma" if ratios else ""


def main() -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--runs", type=int, default=5)
    parser.add_argument("--sizes", default="200,1000,5000")
    parser.add_argument("--limit", type=float, default=60.0, help="seconds after which a page times out")
    parser.add_argument("--without-pyvis", action="store_true", help="leave out the slowest page")
    arguments = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        try:
            bundle = bundle_sigma(Path(folder))
        except NoBundleError as error:
            bundle = None
            print(error, file=sys.stderr)
        print(f"{'papers':>6} {'page':<24} {'MB':>7} {'seen':>8} {'usable':>8} {'frame':>8}")
        for n in (int(size) for size in arguments.sizes.split(",")):
            pages = make_pages(n, Path(folder), bundle)
            shown = [page for page in pages if page.name != PYVIS or not arguments.without_pyvis]
            for page in measure(shown, n, arguments.runs, arguments.limit):
                print(f"{n:6} {page.row(arguments.limit)}", flush=True)
            if ratio := of_sigma(shown):
                print(f"{'':6} {ratio}", flush=True)


if __name__ == "__main__":
    main()
