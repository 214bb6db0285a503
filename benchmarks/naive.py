"""The plain script that papertrace is compared with: terms by tf-idf, then networkx.

    python benchmarks/naive.py PAPERS.jsonl GRAPH.graphml [--memory-mb N]

It is what one writes in an afternoon: the eight runs of one to three words with the highest tf-idf of each abstract, a
bipartite graph of papers and terms, its weighted projection on papers, communities by Louvain, positions by the spring
layout, and GraphML, all by networkx.
"""

import argparse
import json
import math
import re
import resource
import sys
from collections import Counter
from collections.abc import Iterator, Sequence
from pathlib import Path

import networkx as nx

_STOP_WORDS = frozenset(
    "a an and are as at by can for from in is it its of on our that the these this to we which with".split()  # noqa: SIM905
)
_MAX_WORDS = 3
_N_TERMS = 8
_SEED = 1


def main() -> int:
    """Write the graph of the papers of a file, and print the numbers of papers and links."""
    parser = argparse.ArgumentParser(description="Link papers by shared terms, with networkx alone.")
    parser.add_argument("papers", type=Path, metavar="PAPERS.jsonl")
    parser.add_argument("output", type=Path, metavar="GRAPH.graphml")
    parser.add_argument("--memory-mb", type=int, metavar="N", help="fail beyond N MB of memory")
    arguments = parser.parse_args()
    if arguments.memory_mb:
        limit = arguments.memory_mb << 20
        resource.setrlimit(resource.RLIMIT_AS, (limit, limit))
    with arguments.papers.open(encoding="utf-8") as lines:
        papers = [json.loads(line) for line in lines]
    graph = link(papers)
    nx.write_graphml(graph, arguments.output)
    print(f"{graph.number_of_nodes()} papers, {graph.number_of_edges()} links")
    return 0


def link(papers: Sequence[dict[str, str]]) -> "nx.Graph[str]":
    """Return the graph of papers that share terms, with communities and positions."""
    bipartite: nx.Graph[str] = nx.Graph()
    for paper, terms in zip(papers, find_terms([f"{one['title']}. {one['abstract']}" for one in papers]), strict=True):
        bipartite.add_node(paper["id"])
        bipartite.add_edges_from((paper["id"], f"term {term}") for term in terms)
    ids = [paper["id"] for paper in papers]
    graph: nx.Graph[str] = nx.bipartite.weighted_projected_graph(bipartite, ids)
    for number, community in enumerate(nx.community.louvain_communities(graph, seed=_SEED)):
        for node in community:
            graph.nodes[node]["community"] = number
    for node, (x, y) in nx.spring_layout(graph, seed=_SEED).items():
        graph.nodes[node].update(x=float(x), y=float(y))
    for paper in papers:
        graph.nodes[paper["id"]]["title"] = paper["title"]
    return graph


def find_terms(texts: Sequence[str]) -> Iterator[list[str]]:
    """Yield the terms of each text with the highest tf-idf, best first.

    >>> list(find_terms(["Sparse graphs, sparse graphs.", "Dense graphs."]))[0][0]
    'sparse'
    """
    counts = [Counter(_generate_runs(text)) for text in texts]
    frequencies: Counter[str] = Counter()
    for one in counts:
        frequencies.update(one.keys())
    for one in counts:
        scores = {term: n * math.log(len(texts) / frequencies[term]) for term, n in one.items()}
        yield sorted(scores, key=lambda term, scores=scores: (-scores[term], term))[:_N_TERMS]  # type: ignore[misc]


def _generate_runs(text: str) -> Iterator[str]:
    words = re.findall(r"[a-z][a-z0-9-]+", text.lower())
    for start in range(len(words)):
        for end in range(start + 1, min(len(words), start + _MAX_WORDS) + 1):
            if words[start] not in _STOP_WORDS and words[end - 1] not in _STOP_WORDS:
                yield " ".join(words[start:end])


if __name__ == "__main__":
    sys.exit(main())
