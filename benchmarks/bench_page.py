"""How soon a reader sees the map and can use it: our page against the one that pyvis writes of the same graph.

    python benchmarks/bench_page.py [--runs 5] [--sizes 200,1000,5000] [--limit 60]

Measured in headless Chromium with the network off. `seen` is the first moment at which a paper is painted on the
canvas of the page, `usable` the first idle moment of the page after it; both count from the start of navigation, in
seconds, medians over the runs. A page that shows nothing within the limit is asked once and reported as `> limit`.
"""

import argparse
import random
import sys
import tempfile
import time
from pathlib import Path
from statistics import median

import networkx as nx

from papertrace.export.html import write_html

PYVIS_AT_MOST = 1000  # beyond that it takes many minutes
# Notes the first disc or path painted on a canvas that is on the page, then the first idle moment.
WATCH = """
  window.seen = null; window.usable = null;
  for (const name of ["fill", "stroke"]) {
    const paint = CanvasRenderingContext2D.prototype[name];
    CanvasRenderingContext2D.prototype[name] = function (...rest) {
      if (window.seen === null && this.canvas.isConnected && this.canvas.width > 200) {
        window.seen = 0;
        requestAnimationFrame(() => {
          window.seen = performance.now();
          requestIdleCallback(() => { window.usable = performance.now(); });
        });
      }
      return paint.apply(this, rest);
    };
  }
"""


def make_graph(n: int) -> "nx.MultiGraph[str]":
    """Make a graph of `n` papers with three links each, in groups of about forty."""
    rng = random.Random(n)  # noqa: S311 - a made-up graph, nothing secret
    graph: nx.MultiGraph[str] = nx.MultiGraph()
    for i in range(n):
        group = i * 25 // n
        graph.add_node(
            f"p{i}",
            label=f"Paper{i}: A Study of Subject {group}",
            community=group,
            community_label=f"subject {group}",
            degree_weighted=float(i % 17),
            x=10 * (group % 5) + rng.gauss(0, 2),
            y=10 * (group // 5) + rng.gauss(0, 2),
            concepts=f"subject {group}",
        )
    for i in range(n):
        for _ in range(3):
            near = min(n - 1, max(0, i + rng.choice((-3, -2, -1, 1, 2, 3)) * rng.randint(1, 6)))
            if near != i:
                weight = rng.uniform(1, 9)
                graph.add_edge(f"p{i}", f"p{near}", kind="concept", weight=weight, evidence="a subject")
    return graph


def write_pyvis(graph: "nx.MultiGraph[str]", path: Path) -> None:
    """Write the page that pyvis makes by itself, with its script inlined so that it works offline."""
    from pyvis.network import Network

    plain: nx.Graph[str] = nx.Graph()
    plain.add_nodes_from((node, {"label": attrs["label"]}) for node, attrs in graph.nodes(data=True))
    plain.add_edges_from((source, target) for source, target in graph.edges())
    network = Network(cdn_resources="in_line")
    network.from_nx(plain)
    path.write_text(network.generate_html(), encoding="utf-8")


def measure(path: Path, limit_s: float) -> tuple[float, float] | None:
    """Open a page in a fresh browser; return the seconds until seen and until usable, None beyond the limit."""
    from tests.browser.chromium import opened

    with opened(page_load_strategy="none") as chrome:
        chrome.execute_cdp_cmd("Page.addScriptToEvaluateOnNewDocument", {"source": WATCH})
        chrome.set_script_timeout(limit_s)
        start = time.monotonic()
        chrome.get(path.as_uri())
        while time.monotonic() - start < limit_s:
            seen, usable = chrome.execute_script("return [window.seen, window.usable]")
            if usable:
                return seen / 1000, usable / 1000
            time.sleep(0.05)
        return None


def row(name: str, path: Path, runs: int, limit_s: float) -> str:
    """Measure a page and return its line of the table."""
    size = f"{path.stat().st_size / 1e6:7.2f}"
    times = []
    for _ in range(runs):
        result = measure(path, limit_s)
        if result is None:
            return f"{name:<12} {size} {'> ' + format(limit_s, '.0f'):>8} {'> ' + format(limit_s, '.0f'):>8}"
        times.append(result)
    seen, usable = (median(values) for values in zip(*times, strict=True))
    return f"{name:<12} {size} {seen:8.2f} {usable:8.2f}"


def main() -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--runs", type=int, default=5)
    parser.add_argument("--sizes", default="200,1000,5000")
    parser.add_argument("--limit", type=float, default=60.0, help="seconds after which a page is given up")
    parser.add_argument("--without-pyvis", action="store_true", help="measure our page alone")
    arguments = parser.parse_args()
    print(f"{'papers':>6} {'page':<12} {'MB':>7} {'seen':>8} {'usable':>8}")
    with tempfile.TemporaryDirectory() as folder:
        for n in (int(size) for size in arguments.sizes.split(",")):
            graph = make_graph(n)
            ours, theirs = Path(folder, f"{n}.html"), Path(folder, f"{n}.pyvis.html")
            write_html(graph, ours)
            print(f"{n:6} {row('papertrace', ours, arguments.runs, arguments.limit)}", flush=True)
            if not arguments.without_pyvis and n <= PYVIS_AT_MOST:
                write_pyvis(graph, theirs)
                print(f"{n:6} {row('pyvis', theirs, arguments.runs, arguments.limit)}", flush=True)


if __name__ == "__main__":
    sys.path.insert(0, str(Path(__file__).resolve().parent.parent))  # for `tests.browser`
    main()
