"""Print the figures that the project promises, measured on the real listings and the manual gold standard.

    python benchmarks/figures.py [--shared FOLDER] [--runs 5]

The folder (default: `PAPERTRACE_SHARED`, else `../shared`) contains `seeds/` and `gold/`. Times and memory are those of
whole processes, medians over the runs.
"""

import argparse
import json
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Sequence
from itertools import chain
from pathlib import Path
from statistics import median
from typing import Any, NamedTuple

ROOT = Path(__file__).resolve().parent.parent
SEEDS = ("000_ad416b3092caf491.txt", "001_bb22b9fa9b819595.txt")

Row = tuple[str, str, bool]
"""What is measured, the result, and whether it meets its target."""


def records(path: Path) -> list[dict[str, Any]]:
    """Return the records of a JSON Lines file."""
    return [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]


def reading(shared: Path) -> Iterator[Row]:
    """Compare entries and papers with the gold."""
    import papertrace

    gold = records(shared / "gold" / "entries.jsonl")
    n_right = 0
    for seed in SEEDS:
        rows = [row for row in gold if row["seed"] == seed]
        entries = list(papertrace.read_listing(shared / "seeds" / seed))
        for entry, row in zip(entries, rows, strict=True):
            n_right += (
                entry.title == row["title"]
                and entry.abstract.startswith(row["abstract_start"])
                and entry.abstract.endswith(row["abstract_end"])
                and (entry.n_authors, entry.date, entry.organisation)
                == (row["authors"], row["date_iso"], row["organisation"])
            )
    yield "entries as in the gold, of 226", str(n_right), n_right == len(gold)
    papers = list(papertrace.extract_papers([shared / "seeds"]))
    yield "papers after merging, of 215", str(len(papers)), len(papers) == 215  # noqa: PLR2004


def extraction(shared: Path, folder: Path) -> Iterator[Row]:
    """Score URLs and repositories with the program of the gold standard."""
    import papertrace
    from papertrace.extract.links import links_of_entry

    seeds = []
    for seed in SEEDS:
        for n, entry in enumerate(papertrace.read_listing(shared / "seeds" / seed), start=1):
            seeds.append({"seed": seed, "n": n, **_found(links_of_entry(entry))})
    hard = [
        {"id": row["id"], **_found(papertrace.find_links(row["text"], row["format"]))}
        for row in records(shared / "gold" / "url_hard.jsonl")
    ]
    for name, gold, found in (("seeds", "urls", seeds), ("hard cases", "url_hard", hard)):
        predictions = folder / f"{gold}.jsonl"
        predictions.write_text("".join(json.dumps(row) + "\n" for row in found), encoding="utf-8")
        score = subprocess.run(
            [sys.executable, shared / "gold" / "evaluate_urls.py", shared / "gold" / f"{gold}.jsonl", predictions],
            capture_output=True,
            text=True,
            check=True,
        ).stdout.splitlines()
        for line in score:
            yield f"{name}: {line.split()[0]}", " ".join(line.split()[1:]), "fp 0 fn 0" in line or _all_right(line)
    yield from _traps(shared, seeds)


def _found(links: Sequence[Any]) -> dict[str, list[str]]:
    repositories = [link.repository for link in links if link.repository]
    return {
        "urls": [link.url for link in links],
        "repos": [repository.slug for repository in repositories if repository.host == "github.com"],
    }


def _all_right(line: str) -> bool:
    words = line.split()
    return words[0] == "texts" and words[-1] == words[-3]


def _traps(shared: Path, found: list[dict[str, Any]]) -> Iterator[Row]:
    traps = [(row, trap) for row in records(shared / "gold" / "urls.jsonl") for trap in row.get("trap", ())]
    by_entry = {(row["seed"], row["n"]): row["urls"] for row in found}
    n_taken = sum(any(trap.lower() in url.lower() for url in by_entry[row["seed"], row["n"]]) for row, trap in traps)
    yield f"traps mistaken for URLs, of {len(traps)}", str(n_taken), n_taken == 0


class Run(NamedTuple):
    """The cost of one process."""

    wall_s: float
    cpu_s: float
    peak_mb: float


def measure(runs: int, *argv: str) -> Run:
    """Return the medians over several runs of a process, after a warm-up."""
    found = []
    for number in range(runs + 1):
        started = time.perf_counter()
        process = subprocess.Popen(argv, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE)
        _, status, usage = os.wait4(process.pid, 0)
        wall_s = time.perf_counter() - started
        process.returncode = os.waitstatus_to_exitcode(status)
        if process.returncode:
            message = f"{' '.join(argv)} failed: {process.stderr.read().decode() if process.stderr else ''}"
            raise SystemExit(message)
        if process.stderr:
            process.stderr.close()
        if number:
            found.append(Run(wall_s, usage.ru_utime + usage.ru_stime, usage.ru_maxrss / 1024))
    return Run(*(median(column) for column in zip(*found, strict=True)))


def processes(shared: Path, folder: Path, runs: int) -> Iterator[Row]:
    """Measure whole processes: a build and the help."""
    program = str(Path(sys.executable).with_name("papertrace"))
    job = measure(
        runs, program, "build", str(shared / "seeds"), "-o", str(folder / "graphs"), "--to", "html,graphml", "-q"
    )
    yield "seeds to page and GraphML, wall s (≤ 2)", f"{job.wall_s:.2f}", job.wall_s <= 2  # noqa: PLR2004
    yield "  CPU s", f"{job.cpu_s:.2f}", True
    yield "  peak memory MB (≤ 250)", f"{job.peak_mb:.0f}", job.peak_mb <= 250  # noqa: PLR2004
    aid = measure(runs, program, "--help")
    yield "papertrace --help, wall s (≤ 0.1)", f"{aid.wall_s:.3f}", aid.wall_s <= 0.1  # noqa: PLR2004


def graphml(shared: Path, folder: Path) -> Iterator[Row]:
    """Read the GraphML back with networkx and igraph, and compare it with the original graph."""
    import igraph
    import networkx as nx

    import papertrace

    graph = papertrace.build_graph(papertrace.extract_papers([shared / "seeds"]))
    path = folder / "graphs" / "papers.graphml"
    theirs = nx.read_graphml(path, force_multigraph=True)
    edges = {key: data for *_, key, data in graph.edges(keys=True, data=True)}
    read = {data["edge_key"]: data for *_, data in theirs.edges(data=True)}
    same = (
        set(theirs) == set(graph)
        and set(read) == set(edges)
        and all(_types(theirs.nodes[node]) == _types(graph.nodes[node]) for node in graph)
        and all(_types(read[key]) == _types(edges[key]) for key in edges)
    )
    yield "GraphML by networkx: nodes, edges", f"{theirs.number_of_nodes()}, {theirs.number_of_edges()}", same
    other = igraph.Graph.Read_GraphML(str(path))
    nodes = {vertex["id"]: vertex.attributes() for vertex in other.vs}
    read = {edge["edge_key"]: edge.attributes() for edge in other.es}
    same = (
        set(nodes) == set(graph)
        and set(read) == set(edges)
        and all(_is_held(graph.nodes[node], nodes[node]) for node in graph)
        and all(_is_held(edges[key], read[key]) for key in edges)
    )
    yield "GraphML by igraph: nodes, edges", f"{other.vcount()}, {other.ecount()}", same


def _is_held(meant: dict[str, Any], read: dict[str, Any]) -> bool:
    """Return whether igraph has read every value; its only numeric type is the double."""
    return all(
        read[name] == (float(value) if isinstance(value, int | float) else value) and type(read[name]) in {float, str}
        for name, value in meant.items()
    )


def _types(attributes: dict[str, Any]) -> dict[str, type]:
    """Return the types of the non-empty attributes: an empty text is left out of the file."""
    return {name: type(value) for name, value in attributes.items() if value != "" and name not in _GEPHI}


_GEPHI = {"r", "g", "b", "z"}  # additional attributes for Gephi


def page(folder: Path, runs: int) -> Iterator[Row]:
    """Open the page in headless Chromium with the network off."""
    from selenium.webdriver.common.by import By
    from tests.browser.chromium import opened, requests_of

    address = (folder / "graphs" / "papers.html").as_uri()
    with opened() as chrome:
        paints = []
        for _ in range(runs):
            chrome.get("about:blank")
            chrome.get_log("performance")  # type: ignore[no-untyped-call]
            chrome.get(address)
            paint = "return performance.getEntriesByName('first-contentful-paint')[0]?.startTime"
            while (at := chrome.execute_script(paint)) is None:
                time.sleep(0.02)
            paints.append(at / 1000)
        others = [url for url in requests_of(chrome) if url != address and not url.startswith("data:")]
        yield "page: requests", str(len(others)), not others
        yield "page: first paint s (≤ 1)", f"{median(paints):.2f}", median(paints) <= 1
        box = chrome.find_element(By.CSS_SELECTOR, "#query")
        box.send_keys("mixture of experts")
        n_found = len(chrome.find_elements(By.CSS_SELECTOR, "#results .title"))
        yield "page: papers found for 'mixture of experts'", str(n_found), 0 < n_found < 60  # noqa: PLR2004
        chrome.find_element(By.CSS_SELECTOR, "#results .title").click()
        shown = chrome.find_element(By.CSS_SELECTOR, "#details").text
        why = "Shared concepts" in shown
        yield "page: a paper says why it is linked", "yes" if why else "no", why
        messages = [entry["message"] for entry in chrome.get_log("browser")]  # type: ignore[no-untyped-call]
        yield "page: console messages", str(len(messages)), not messages


def replay(folder: Path) -> Iterator[Row]:
    """Audit the loopback server while recording, then replay with the server stopped."""
    from tests.origin.cases import SECTIONS, FixedDate, links_of, settings_for, verdict_bytes
    from tests.origin.server import Origin

    from papertrace.audit import Cassette, RecordMode, generate_verdicts

    for section in SECTIONS:
        path = folder / f"{section}.yaml"
        with Origin() as origin, Cassette(path, RecordMode.ONCE) as cassette:
            settings = settings_for(origin.write_ca_bundle(folder / "authority.pem"))
            live = list(
                generate_verdicts(
                    links_of(section), settings=settings, cassette=cassette, resolve=origin.resolve, clock=FixedDate()
                )
            )
        with Cassette(path, RecordMode.NONE) as cassette:
            again = list(generate_verdicts(links_of(section), settings=settings, cassette=cassette))
        same = verdict_bytes(again) == verdict_bytes(live)
        yield f"replay of {len(live)} links ({section}) byte for byte", "yes" if same else "no", same


def main() -> int:
    """Print the table; return 1 if a figure misses its target."""
    parser = argparse.ArgumentParser(description="Print the figures that the project promises.")
    default = Path(os.environ.get("PAPERTRACE_SHARED", ROOT.parent / "shared"))
    parser.add_argument("--shared", type=Path, default=default, help="folder with seeds/ and gold/")
    parser.add_argument("--runs", type=int, default=5, help="runs of each whole process")
    arguments = parser.parse_args()
    if not (arguments.shared / "seeds").is_dir():
        print(
            f"{arguments.shared}: has no folder seeds; give the folder of the real listings with --shared",
            file=sys.stderr,
        )
        return 2
    sys.path.insert(0, str(ROOT))
    missed = 0
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        parts: list[Callable[[], Iterator[Row]]] = [
            lambda: reading(arguments.shared),
            lambda: extraction(arguments.shared, folder),
            lambda: processes(arguments.shared, folder, arguments.runs),
            lambda: graphml(arguments.shared, folder),
            lambda: page(folder, arguments.runs),
            lambda: replay(folder),
        ]
        for what, figure, good in chain.from_iterable(part() for part in parts):
            print(f"{'ok  ' if good else 'MISS'}  {what:<52} {figure}", flush=True)
            missed += not good
    return int(missed > 0)


if __name__ == "__main__":
    sys.exit(main())
