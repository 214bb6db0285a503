"""The layers from reference lists: 100,000 made-up papers with 30 references each, beside networkx alone.

    python benchmarks/bench_citations.py [--papers 100000]

Half of the references are to papers of the list, with preferential attachment, half to works outside. networkx counts
the pairs of papers that share references, for as many works as it manages in the time that all layers take here.
"""

import argparse
import random
import resource
import sys
import time
from itertools import combinations
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

import networkx as nx  # noqa: E402

from papertrace.graph.layers import link_references  # noqa: E402
from papertrace.graph.settings import GraphSettings  # noqa: E402
from papertrace.model import Paper  # noqa: E402

N_REFERENCES = 30


def make_papers(n: int) -> list[Paper]:
    """Return papers in the order of their ids, each citing earlier papers and works outside."""
    rng = random.Random(3)  # noqa: S311 - a benchmark
    ids = [f"p{number:07}" for number in range(n)]
    cited: list[int] = []
    papers = []
    for number, name in enumerate(ids):
        own = {rng.choice(cited) if cited and rng.random() < 0.5 else rng.randrange(max(number, 1)) for _ in range(15)}  # noqa: PLR2004
        cited.extend(own)
        outside = {f"doi:10.5555/{int(3 * n * rng.random() ** 2)}" for _ in range(N_REFERENCES - 15)}
        references = (*(ids[other] for other in sorted(own) if other != number), *sorted(outside))
        papers.append(Paper(id=name, title=f"Paper {number}", abstract="", entries=(), references=references))
    return papers


def main() -> None:
    """Print seconds, memory and edges."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--papers", type=int, default=100_000)
    papers = make_papers(parser.parse_args().papers)
    base = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    print(f"{len(papers):,} papers, {sum(len(paper.references) for paper in papers):,} references, {base:.0f} MiB")
    started = time.monotonic()
    found = link_references(papers, 1.0, GraphSettings())
    seconds = time.monotonic() - started
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    kinds = {str(kind): layer.totals.n_edges for kind, layer in found.layers.items()}
    print(f"papertrace: {len(found.edges):,} edges of {kinds} pairs in {seconds:.1f} s, {peak:.0f} MiB at most")
    started = time.monotonic()
    graph: nx.Graph[str] = nx.Graph()
    holders: dict[str, list[str]] = {}
    n_done = 0
    for paper in papers:
        for name in paper.references:
            holders.setdefault(name, []).append(paper.id)
    for name in sorted(holders):
        if time.monotonic() - started > seconds:
            break
        n_done += 1
        for one, other in combinations(holders[name], 2):
            weight = graph[one][other]["weight"] + 1 if graph.has_edge(one, other) else 1
            graph.add_edge(one, other, weight=weight)
    share = n_done / max(len(holders), 1)
    grown = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    print(
        f"networkx alone, coupling only, in the same time: {share:.0%} of the works, "
        f"{graph.number_of_edges():,} pairs, {grown:.0f} MiB at most"
    )


if __name__ == "__main__":
    main()
