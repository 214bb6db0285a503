"""Score extracted facts against the manual gold standard: entries, mentions, shared concepts, labelled concepts.

    python benchmarks/bench_facts.py [--shared FOLDER]

Each row shows what is measured, the result, and whether it meets its target.
"""

import argparse
import json
import os
import sys
from collections.abc import Callable, Iterator, Sequence
from itertools import chain
from pathlib import Path
from typing import Any

import papertrace
from papertrace.extract.concepts import key_of
from papertrace.model import Paper, Problem

ROOT = Path(__file__).resolve().parent.parent
MAX_CONCEPTS = 8
COUNTED = {
    "arxiv_daily.jsonl": 60,
    "awesome_list_bullets.md": 165,
    "daily_papers_scrape.json": 15,
    "papers_page_links_on_own_lines.txt": 8,
    "papers_page_numbered_references.txt": 8,
    "proceedings_sample.bib": 24,
    "trending_page_markdown_headings.txt": 12,
}
"""The numbers of entries in the samples of other listings, counted by hand."""

Row = tuple[str, str, bool]


def main() -> int:
    """Print the table; return 1 if a figure misses its target."""
    parser = argparse.ArgumentParser(description="Score extracted facts against the manual gold standard.")
    default = Path(os.environ.get("PAPERTRACE_SHARED", ROOT.parent / "shared"))
    parser.add_argument("--shared", type=Path, default=default, help="folder with seeds/, data/ and gold/")
    shared = parser.parse_args().shared
    if not (shared / "gold").is_dir():
        print(f"{shared}: has no folder gold; give the folder of the real listings with --shared", file=sys.stderr)
        return 2
    papers = list(papertrace.extract_papers(shared / "seeds"))
    parts: list[Callable[[], Iterator[Row]]] = [
        lambda: listings(shared / "data" / "listings"),
        lambda: mentions(shared / "gold", papers),
        lambda: pairs(shared / "gold", papers),
        lambda: concepts(shared / "gold", papers),
    ]
    missed = 0
    for what, figure, good in chain.from_iterable(part() for part in parts):
        print(f"{'ok  ' if good else 'MISS'}  {what:<64} {figure}", flush=True)
        missed += not good
    return int(missed > 0)


def listings(folder: Path) -> Iterator[Row]:
    """Compare the number of entries of each sample with the count by hand."""
    for name, n in COUNTED.items():
        lost: list[Problem] = []
        entries = list(papertrace.read_listing(folder / name, on_problem=lost.append))
        n_lost = sum(not problem.harmless for problem in lost)
        yield f"{name}: entries, of {n}", f"{len(entries)}, {n_lost} lines left out", len(entries) == n


def mentions(gold: Path, papers: Sequence[Paper]) -> Iterator[Row]:
    """Score mentions: the certain ones, and the traps."""
    ids = {paper.title: paper.id for paper in papers}
    found = {paper.title: {mention.target for mention in paper.mentions} for paper in papers}
    rows = _records(gold / "mentions.jsonl")
    for label, most in (("mention", None), ("not", 1)):
        labelled = [row for row in rows if row["label"] == label]
        n = sum(ids[row["to_title"]] in found[row["from_title"]] for row in labelled)
        what = "certain mentions found" if most is None else "traps found"
        yield f"{what}, of {len(labelled)}", str(n), n == len(labelled) if most is None else n <= most


def pairs(gold: Path, papers: Sequence[Paper]) -> Iterator[Row]:
    """Score pairs of papers that share a concept, and pairs that only share a word."""
    keys = {paper.title: {concept.key for concept in paper.concepts} for paper in papers}
    rows = _records(gold / "concept_pairs.jsonl")
    for share, what in ((True, "pairs that share a concept: linked"), (False, "pairs that only share a word: linked")):
        labelled = [row for row in rows if row["share"] is share]
        n = sum(bool(keys[row["a"]] & keys[row["b"]]) for row in labelled)
        yield f"{what}, of {len(labelled)}", str(n), n >= 0.95 * len(labelled) if share else n <= 0.03 * len(labelled)
    most = max(len(paper.concepts) for paper in papers)
    yield f"maximum concepts of a paper (≤ {MAX_CONCEPTS})", str(most), most <= MAX_CONCEPTS


def concepts(gold: Path, papers: Sequence[Paper]) -> Iterator[Row]:
    """Score the labelled concepts of papers, in any of their spellings."""
    spelt = {
        paper.title: {_fold(form) for c in paper.concepts for form in (c.key, c.label, *c.surfaces)} for paper in papers
    }
    hits = total = 0
    for row in _records(gold / "concepts.jsonl"):
        for concept in row["concepts"]:
            total += 1
            hits += not spelt[row["title"]].isdisjoint(map(_fold, (concept, *row["surface"].get(concept, []))))
    yield f"labelled concepts found, of {total}", f"{hits} ({100 * hits / total:.1f} %)", hits >= 0.8 * total


def _fold(text: str) -> str:
    return key_of(text).replace(" ", "").casefold()


def _records(path: Path) -> list[dict[str, Any]]:
    return [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]


if __name__ == "__main__":
    sys.exit(main())
