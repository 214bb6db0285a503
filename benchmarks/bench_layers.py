"""Which layers should decide communities: agreement with topics that are known, for every choice of layers and weights.

    PAPERTRACE_SHARED=../shared python benchmarks/bench_layers.py [--seeds 5]

Two kinds of lists have known topics. The first is made up: eight topics, concepts and references drawn from the topic
of a paper with some purity and from all topics otherwise. The second has real texts, one day of arXiv with its
categories as topics, of which concepts are extracted as always; references are made up in the same way. In both, works
are cited by a power law, a few methods are cited by papers of all topics, one paper in twenty-five is a survey with a
very long list, one in five has no known references, and a quarter of the references are to papers of the list.

Agreement is the adjusted mutual information of communities and topics (Vinh, Epps & Bailey 2010), 1 if they are the
same and 0 if they agree as by chance, in the mean over seeds; a paper in no community counts as a community of its own.
The bundled sample has neither references nor topics, so that it cannot decide.
"""

import argparse
import json
import os
import random
import sys
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from statistics import mean

import numpy as np

import papertrace
from papertrace.graph.communities import adjusted_mutual_information
from papertrace.model import Concept, Paper

TOPICS = 8
PURITIES = (0.35, 0.55, 0.75)
REFERENCES = "citation,co_citation,coupling"
CHOICES = ("all", "concept", REFERENCES, "citation", "co_citation", "coupling", f"concept,{REFERENCES}")
WEIGHTS = ("fractional", "idf2", "association", "cosine", "jaccard")
Listed = tuple[list[Paper], list[int]]


def add_references(papers: Sequence[Paper], topics: Sequence[int], purity: float, seed: int) -> list[Paper]:
    """Return papers with references that are drawn from the topic of each with a purity, from all topics otherwise."""
    rng = random.Random(seed)  # noqa: S311 - made-up lists
    names = sorted(set(topics))
    works = {topic: [f"doi:10.5555/{topic}.{n}" for n in range(4 * topics.count(topic) + 20)] for topic in names}
    methods = [f"doi:10.5555/method.{n}" for n in range(12)]
    earlier: dict[int, list[str]] = {topic: [] for topic in names}
    found = []
    for paper, topic in zip(papers, topics, strict=True):
        is_survey = rng.random() < 1 / 25
        n = rng.randint(150, 300) if is_survey else min(90, max(5, int(rng.lognormvariate(3.2, 0.5))))
        references = set()
        for _ in range(n):
            of = topic if rng.random() < (purity / 2 if is_survey else purity) else rng.choice(names)
            if rng.random() < 0.1:  # noqa: PLR2004 - the share of common methods
                references.add(rng.choice(methods))
            elif earlier[of] and rng.random() < 0.25:  # noqa: PLR2004 - the share of the list
                references.add(earlier[of][int(len(earlier[of]) * rng.random() ** 2)])
            else:
                references.add(works[of][int(len(works[of]) * rng.random() ** 3)])
        earlier[topic].append(paper.id)
        is_known = rng.random() < 0.8  # noqa: PLR2004 - the share of known lists
        found.append(replace(paper, references=tuple(sorted(references)) if is_known else ()))
    return found


def make_list(purity: float, seed: int, n: int = 300) -> Listed:
    """Return made-up papers with concepts of their topics, without references."""
    rng = random.Random(seed)  # noqa: S311 - made-up lists
    topics = [rng.randrange(TOPICS) for _ in range(n)]
    papers = []
    for number, topic in enumerate(topics):
        terms = set()
        for _ in range(rng.randint(3, 8)):
            of = topic if rng.random() < purity else rng.randrange(TOPICS)
            terms.add(f"term {of} {int(40 * rng.random() ** 2)}")
        concepts = tuple(Concept(key=term, label=term) for term in sorted(terms))
        papers.append(Paper(id=f"p{number:04}", title=f"Paper {number}", abstract="", entries=(), concepts=concepts))
    return papers, topics


def read_categories(path: Path) -> Listed:
    """Return the papers of one day of arXiv, and the number of the first category of each."""
    rows = [json.loads(line) for line in path.read_text("utf-8").splitlines()]
    papers = {paper.title.casefold(): paper for paper in papertrace.extract_papers([path])}
    found: Listed = ([], [])
    names: list[str] = []
    for row in rows:
        category = str(row["categories"]).replace("[", "").replace("'", "").replace(",", " ").split()[0]
        paper = papers.get(" ".join(str(row["title"]).split()).casefold())
        if paper is not None:
            names += [] if category in names else [category]
            found[0].append(paper)
            found[1].append(names.index(category))
    order = sorted(range(len(found[0])), key=lambda at: found[0][at].id)
    return [found[0][at] for at in order], [found[1][at] for at in order]


def agreement(papers: Sequence[Paper], topics: Sequence[int], group_by: str, weight: str) -> float:
    """Return how far the communities agree with the topics."""
    settings = papertrace.GraphSettings(
        group_by=tuple(group_by.split(",")),  # type: ignore[arg-type]  # the names are those of the choices
        reference_weight=weight,  # type: ignore[arg-type]
        n_seeds=1,
    )
    graph = papertrace.build_graph(papers, settings)
    found = [int(graph.nodes[paper.id]["community"]) for paper in papers]
    alone = max(found) + 1
    found = [community if community >= 0 else alone + number for number, community in enumerate(found)]
    return adjusted_mutual_information(np.array(found), np.array(topics))


def main() -> int:
    """Print the agreement of every choice."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--seeds", type=int, default=5)
    seeds = range(parser.parse_args().seeds)
    path = Path(os.environ.get("PAPERTRACE_SHARED", "../shared")) / "data" / "listings" / "arxiv_daily.jsonl"
    real = read_categories(path) if path.exists() else None
    if real is None:
        print(f"{path}: not there, so made-up lists only")
    worlds: dict[str, list[Listed]] = {}
    for concepts in (0.35, 0.75):
        for purity in PURITIES:
            made = [make_list(concepts, seed) for seed in seeds]
            worlds[f"made up, concepts {concepts}, references {purity}"] = [
                (add_references(*one, purity, seed), one[1]) for seed, one in zip(seeds, made, strict=True)
            ]
    for purity in PURITIES if real else ():
        assert real is not None
        worlds[f"{len(real[0])} of arXiv, {len(set(real[1]))} categories, references {purity}"] = [
            (add_references(*real, purity, seed), real[1]) for seed in seeds
        ]
    tables = (
        ("layers that decide, with fractional counting", [(choice, "fractional") for choice in CHOICES]),
        ("weights of references, by co-citation and coupling", [("co_citation,coupling", one) for one in WEIGHTS]),
        ("weights of references, by all layers", [("all", one) for one in WEIGHTS]),
    )
    for title, rows in tables:
        print(f"\n{title}")
        for choice, weight in rows:
            values = [mean(agreement(*one, choice, weight) for one in lists) for lists in worlds.values()]
            shown = "  ".join(f"{value:.2f}" for value in values)
            print(f"  {choice if title.startswith('layers') else weight:<40} {shown}  mean {mean(values):.3f}")
    print("\ncolumns: " + "; ".join(worlds))
    return 0


if __name__ == "__main__":
    sys.exit(main())
