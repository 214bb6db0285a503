"""How many communities real lists have, and whether they are the topics that somebody else gave to the papers.

    python benchmarks/bench_communities.py LISTING=TOPICS...

Each argument names a listing and a table of two columns apart by a tab: the number of a paper of the listing, as arXiv
prints it, and its topic, such as the area of a conference. A row each for communities by links and similar texts,
which is the default, and by links alone.

Agreement is the adjusted mutual information of communities and topics (Vinh, Epps & Bailey 2010) of the papers that
have a link and a topic: 1 if they are the same, 0 if they agree as by chance. `small` is the share of these papers that
are in communities of fewer than five.
"""

import argparse
import sys
from collections import Counter
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import get_args

import numpy as np

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT / "src"))

import papertrace  # noqa: E402 - the path comes first
from papertrace.graph.communities import adjusted_mutual_information  # noqa: E402
from papertrace.graph.settings import LayerName  # noqa: E402
from papertrace.model import Paper  # noqa: E402

LAYERS = tuple(name for name in get_args(LayerName) if name != "all")
_SMALL = 5


def main() -> None:
    """Print two rows for each list."""
    parser = argparse.ArgumentParser(description="Compare communities with topics that are known.")
    parser.add_argument("lists", nargs="+", metavar="LISTING=TOPICS")
    print(f"{'list':<20} {'decided by':<16}{'papers':>7}{'communities':>12}{'small':>7}{'largest':>8}{'agreement':>10}")
    for one in parser.parse_args().lists:
        listing, _, table = one.partition("=")
        rows = [line.split("\t") for line in Path(table).read_text("utf-8").splitlines()]
        topics = {row[0]: row[1] for row in rows}
        papers = list(papertrace.extract_papers([Path(listing)]))
        for name, layers in (("links and texts", ("all",)), ("links alone", LAYERS)):
            print(f"{Path(listing).stem:<20} {name:<16}{describe(papers, topics, layers)}", flush=True)


def describe(papers: Sequence[Paper], topics: Mapping[str, str], layers: Sequence[LayerName]) -> str:
    """Return the figures of the communities that some layers decide."""
    graph = papertrace.build_graph(papers, papertrace.GraphSettings(group_by=layers))
    placed = {paper: graph.nodes[paper]["community"] for paper in sorted(graph.nodes)}
    topic_of = {paper: topics.get(paper.rpartition(":")[2]) for paper in placed}
    known = [paper for paper, community in placed.items() if community >= 0 and topic_of[paper] is not None]
    if not known:
        return f"{0:>7}"
    communities = [placed[paper] for paper in known]
    sizes = Counter(communities)
    numbers = {topic: number for number, topic in enumerate(sorted({str(topic_of[paper]) for paper in known}))}
    agreement = adjusted_mutual_information(
        np.array(communities), np.array([numbers[str(topic_of[paper])] for paper in known])
    )
    small = sum(size for size in sizes.values() if size < _SMALL) / len(known)
    largest = max(sizes.values()) / len(known)
    return f"{len(known):>7,}{len(sizes):>12,}{small:>7.0%}{largest:>8.0%}{agreement:>10.3f}"


if __name__ == "__main__":
    main()
