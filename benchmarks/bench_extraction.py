"""Measure the abstracts per second of CPU time of each stage of extraction, and of all stages together.

    python benchmarks/bench_extraction.py [--shared FOLDER] [--copies 5] [--runs 3]

The abstracts are those of the real listings, each several times as papers of different ids. A row is the best of
several runs in one process; the first run fills the caches, as a long listing would.
"""

import argparse
import os
import sys
import time
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))  # for `tests`


def main() -> int:
    """Print the table."""
    parser = argparse.ArgumentParser(description="Measure the stages of extraction.")
    default = Path(os.environ.get("PAPERTRACE_SHARED", ROOT.parent / "shared"))
    parser.add_argument("--shared", type=Path, default=default, help="folder with seeds/")
    parser.add_argument("--copies", type=int, default=5, help="copies of each paper")
    parser.add_argument("--runs", type=int, default=3, help="runs of each stage")
    arguments = parser.parse_args()
    if not (arguments.shared / "seeds").is_dir():
        print(
            f"{arguments.shared}: has no folder seeds; give the folder of the real listings with --shared",
            file=sys.stderr,
        )
        return 2

    from tests.corpora import find_mentions_of_others, find_names

    from papertrace.extract.claims import find_claim
    from papertrace.extract.concepts import find_all_candidates
    from papertrace.extract.links import links_of_entry
    from papertrace.pipeline.chunks import named_text
    from papertrace.pipeline.describing import describe_corpus
    from papertrace.pipeline.papers import extract_papers
    from papertrace.resolve.concepts.selection import select_concepts
    from papertrace.resolve.concepts.vocabulary import build_vocabulary

    read = list(extract_papers([arguments.shared / "seeds"]))
    papers = [replace(paper, id=f"{paper.id}-{n}") for n in range(arguments.copies) for paper in read]
    texts = [named_text(paper) for paper in papers]
    names = find_names(texts)
    printed = [(paper.title, paper.abstract) for paper in papers]
    candidates = find_all_candidates(printed)
    claims = [(f"{paper.title}\n{paper.abstract}", paper.links) for paper in papers]
    stages: dict[str, Callable[[], object]] = {
        "links": lambda: [links_of_entry(entry) for paper in papers for entry in paper.entries],
        "claims": lambda: [find_claim(text, links) for text, links in claims],
        "names": lambda: find_names(texts),
        "mentions": lambda: [find_mentions_of_others(text, names) for text in texts],
        "candidates": lambda: find_all_candidates(printed),
        "concepts": lambda: list(select_concepts(candidates, build_vocabulary([candidates]))),
        "all": lambda: list(describe_corpus(papers)),
    }
    n_bytes = sum(len(paper.title.encode()) + len(paper.abstract.encode()) for paper in papers)
    print(f"{len(papers):,} abstracts, {n_bytes / len(papers):,.0f} bytes each")
    print(f"{'':<12}{'abstracts/s':>12}{'ms each':>10}")
    for name, run in stages.items():
        best = min(_seconds(run) for _ in range(arguments.runs + 1))
        print(f"{name:<12}{len(papers) / best:>12,.0f}{1000 * best / len(papers):>10.3f}", flush=True)
    return 0


def _seconds(run: Callable[[], object]) -> float:
    started = time.process_time()
    run()
    return time.process_time() - started


if __name__ == "__main__":
    sys.exit(main())
