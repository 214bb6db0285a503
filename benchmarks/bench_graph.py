"""Measure time, memory and growth of the stages of the graph, compared with a plain networkx script.

    python benchmarks/bench_graph.py [--sizes 1000,10000,50000] [--runs 3] [--peer 1000]

The papers are generated: about eight concepts each, drawn by Zipf's law from a vocabulary that grows by Heaps' law.
Every size runs in a separate process. Times are CPU seconds, medians over the runs; memory is the peak resident set of
the stage in MB, where it is available (Linux). The growth exponent of a stage is the slope of log time over log papers
by least squares: 1 is linear, 2 quadratic. Stages that process every pair grow with the number of pairs, shown in the
last row: until the budget of pairs limits common concepts, pairs per paper increase. The script does the same with
networkx alone: bipartite projection, Louvain, spring layout; its ratios are medians over runs in turn with ours.
"""

import argparse
import json
import math
import random
import subprocess
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from itertools import accumulate
from pathlib import Path
from statistics import fmean, median

from papertrace.model import Concept, Paper

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))  # for `tests`

CONCEPTS_PER_PAPER = 8
_STATUS, _CLEAR = Path("/proc/self/status"), Path("/proc/self/clear_refs")
_MIN_S = 0.005  # shorter times are noise, from which growth cannot be estimated

_PAIRS = "pairs a paper"

Measured = dict[str, tuple[float, float]]


def make_papers(n_papers: int) -> list[Paper]:
    """Return generated papers on √n topics: half of their concepts belong to their topic, half to all topics.

    Ranks of concepts follow Zipf's law. There are 25 · n^0.7 concepts in all, half of them in topics, which grow by
    Heaps' law.
    """
    rng = random.Random(n_papers)  # noqa: S311 - not security-relevant
    n_topics, n_common = round(n_papers**0.5), round(12.5 * n_papers**0.7)
    common, own = _zipf(n_common), _zipf(n_common // n_topics)
    papers = []
    for number in range(n_papers):
        topic = rng.randrange(n_topics)
        drawn = rng.choices(range(len(common)), cum_weights=common, k=rng.randint(2, 6))
        of_topic = rng.choices(range(len(own)), cum_weights=own, k=rng.randint(2, 7))
        keys = sorted({f"common {rank}" for rank in drawn} | {f"topic {topic} {rank}" for rank in of_topic})
        papers.append(
            Paper(
                id=f"paper-{number:06}",
                title=f"Paper {number} on Topic {topic}",
                abstract="",
                entries=(),
                concepts=tuple(Concept(key=key, label=key, surfaces=(key,)) for key in keys),
            )
        )
    return papers


def _zipf(n: int) -> list[float]:
    """Return the cumulative weights of `n` ranks by the Zipf-Mandelbrot law."""
    return list(accumulate(1 / (rank + 2.7) for rank in range(1, n + 1)))


@contextmanager
def measuring(into: Measured, stage: str) -> Iterator[None]:
    """Record the CPU seconds and the peak resident memory, in MB, of the block."""
    if _CLEAR.exists():
        _CLEAR.write_text("5", encoding="ascii")  # Linux: reset the peak
    started = time.process_time()
    yield
    spent = time.process_time() - started
    peak = math.nan
    if _STATUS.exists():
        lines = dict(line.split(":", 1) for line in _STATUS.read_text(encoding="ascii").splitlines() if ":" in line)
        peak = int(lines["VmHWM"].split()[0]) / 1024
    into[stage] = (spent, peak)


def run_ours(papers: Sequence[Paper]) -> Measured:
    """Run the stages in order, then all of `build_graph`."""
    from tests.backbones import compute_totals, prune

    from papertrace.graph.build import build_graph
    from papertrace.graph.communities import find_communities
    from papertrace.graph.layers import prepare_linking
    from papertrace.graph.map import WeightedGraph, arrange_papers
    from papertrace.graph.pairs.products import EdgeList
    from papertrace.graph.settings import GraphSettings

    measured: Measured = {}
    settings = GraphSettings()
    n = len(papers)
    with measuring(measured, "linking"):
        keys = [[concept.key for concept in paper.concepts] for paper in papers]
        linking = prepare_linking(keys, weight="idf2", pairs_per_paper=settings.pairs_per_paper)
        made = list(linking.generate())

        def blocks() -> Iterator[EdgeList]:
            return iter(made)

        totals = compute_totals(blocks, n)
    measured[_PAIRS] = (totals.n_edges / n, math.nan)
    with measuring(measured, "pruning"):
        kept = prune(blocks, totals, settings).edges
    first, second, weights = kept.first, kept.second, kept.weights / linking.steps_per_unit
    with measuring(measured, "communities"):
        found = find_communities(first, second, weights, n_papers=n, seed=1, n_seeds=5)
    with measuring(measured, "layout"):
        arrange_papers(WeightedGraph(n=n, first=first, second=second, weights=weights), found.of_paper, seed=1)
    del linking, blocks, totals
    with measuring(measured, "whole graph"):
        graph = build_graph(papers)
    assert graph.number_of_nodes() == n
    assert graph.number_of_edges() > n / 2
    return measured


def run_peer(papers: Sequence[Paper]) -> Measured:
    """Do the same with networkx alone, as in its tutorials, which do not prune."""
    import networkx as nx

    measured: Measured = {}
    with measuring(measured, "linking"):
        held: nx.Graph[str] = nx.Graph()
        held.add_nodes_from(paper.id for paper in papers)
        held.add_edges_from((paper.id, f"concept:{concept.key}") for paper in papers for concept in paper.concepts)
        graph = nx.bipartite.weighted_projected_graph(held, [paper.id for paper in papers])
    with measuring(measured, "communities"):
        nx.community.louvain_communities(graph, seed=1)
    with measuring(measured, "layout"):
        positions = nx.spring_layout(graph, seed=1)
    assert len(positions) == len(papers)
    measured["whole graph"] = (sum(seconds for seconds, _ in measured.values()), max(mb for _, mb in measured.values()))
    return measured


RUNS: dict[str, Callable[[Sequence[Paper]], Measured]] = {"papertrace": run_ours, "networkx": run_peer}


def in_own_process(who: str, n_papers: int) -> Measured:
    """Run one side once in a new process, so that runs do not share memory."""
    printed = subprocess.run(
        [sys.executable, __file__, "--one", who, "--sizes", str(n_papers)], capture_output=True, check=True, text=True
    ).stdout
    return {stage: (seconds, mb) for stage, (seconds, mb) in json.loads(printed).items()}


def growth(points: Sequence[tuple[int, float]]) -> float:
    """Return the slope of log time over log papers by least squares."""
    logs = [(math.log(n), math.log(seconds)) for n, seconds in points]
    mean_x, mean_y = (fmean(values) for values in zip(*logs, strict=True))
    return sum((x - mean_x) * (y - mean_y) for x, y in logs) / sum((x - mean_x) ** 2 for x, _ in logs)


def main() -> int:
    """Print the tables."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--sizes", default="1000,10000,50000", help="numbers of papers")
    parser.add_argument("--runs", type=int, default=3, help="runs of each size")
    parser.add_argument("--peer", default="1000", help="numbers of papers to run networkx on too; '' for none")
    parser.add_argument("--one", choices=sorted(RUNS), help=argparse.SUPPRESS)
    arguments = parser.parse_args()
    sizes = [int(size) for size in arguments.sizes.split(",")]
    if arguments.one:
        json.dump(RUNS[arguments.one](make_papers(sizes[0])), sys.stdout)
        return 0
    compare_growth(sizes, arguments.runs)
    for n_papers in (int(size) for size in arguments.peer.split(",") if size):
        compare_peer(n_papers, arguments.runs)
    return 0


def compare_growth(sizes: Sequence[int], n_runs: int) -> None:
    """Print seconds and megabytes of each stage at each size, and their growth."""
    runs = {n: [in_own_process("papertrace", n) for _ in range(n_runs)] for n in sizes}
    heads = "".join(f"{f'{n:,}':>16}" for n in sizes)
    print(f"{'CPU s / peak MB':<16}{heads}{'growth':>9}")
    for stage in (stage for stage in runs[sizes[0]][0] if stage != _PAIRS):
        seconds = {n: median(run[stage][0] for run in runs[n]) for n in sizes}
        cells = "".join(f"{seconds[n]:>9.2f}{median(run[stage][1] for run in runs[n]):>7,.0f}" for n in sizes)
        points = [(n, spent) for n, spent in seconds.items() if spent >= _MIN_S]
        slope = f"{growth(points):9.2f}" if len(points) > 1 else f"{'-':>9}"
        print(f"{stage:<16}{cells}{slope}", flush=True)
    pairs = [(n, runs[n][0][_PAIRS][0]) for n in sizes]
    slope = f"{1 + growth(pairs):9.2f}" if len(pairs) > 1 else f"{'-':>9}"
    cells = "".join(f"{each:>9,.0f}       " for _, each in pairs)
    print(f"{_PAIRS:<16}{cells}{slope} (of all pairs)")


def compare_peer(n_papers: int, n_runs: int) -> None:
    """Print the CPU time and memory of networkx alone relative to ours, measured in turn."""
    pairs = [(in_own_process("papertrace", n_papers), in_own_process("networkx", n_papers)) for _ in range(n_runs)]
    print(f"\n{n_papers:,} papers: networkx alone (no pruning) over papertrace, medians of {n_runs} ratios")
    for stage in pairs[0][1]:
        times, peaks = (median(theirs[stage][k] / ours[stage][k] for ours, theirs in pairs) for k in (0, 1))
        taken = median(theirs[stage][0] for _, theirs in pairs)
        print(f"{stage:<16}{taken:>9.2f} s{times:>9.1f} x the time{peaks:>8.1f} x the memory", flush=True)


if __name__ == "__main__":
    sys.exit(main())
