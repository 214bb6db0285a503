"""Compare the concepts of `extract` with YAKE and RAKE: F1@5 against author keywords, and abstracts per second.

    python -m pip install --group bench
    python benchmarks/bench_keyphrases.py [--shared FOLDER] [--limit 300]

Ours are measured by the product's own function, which reads a listing of the abstracts, and so finds links, mentions
and claims as well. All three get the same abstracts in the same run and are scored by the program that comes with the
gold standard (exact match after stemming). Nothing is learnt from the keywords. Times are CPU seconds of one process.
RAKE is the algorithm of Rose et al. (2010), implemented below with our stop words, because its packages download theirs
at run time.
"""

import argparse
import html
import json
import os
import re
import subprocess
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Callable, Sequence
from importlib import import_module
from pathlib import Path
from typing import Any

import papertrace

ROOT = Path(__file__).resolve().parent.parent
N = 5
Record = dict[str, Any]
Method = Callable[[Sequence[Record]], list[list[str]]]


def ours(records: Sequence[Record]) -> list[list[str]]:
    """Return the concepts of each paper as `extract` gives them for a listing of the abstracts, best first.

    Papers of one title are one paper of the listing.
    """
    with tempfile.TemporaryDirectory() as name:
        listing = Path(name) / "listing.json"
        listing.write_text(json.dumps([{key: record[key] for key in ("title", "abstract")} for record in records]))
        papers = papertrace.extract_papers(listing, on_problem=lambda _: None)
        found = {_fold(paper.title): [concept.label for concept in paper.concepts[:N]] for paper in papers}
    missing = [record["title"] for record in records if _fold(record["title"]) not in found]
    assert not missing, missing
    return [found[_fold(record["title"])] for record in records]


def _fold(title: str) -> str:
    """Return a title without markup and marks, as `extract` prints it without markup."""
    return re.sub(r"\W+", "", re.sub(r"<[^>]*>", "", html.unescape(title))).casefold()


def yake(records: Sequence[Record]) -> list[list[str]]:
    """Run YAKE as its authors recommend for phrases of up to three words."""
    extractor = import_module("yake").KeywordExtractor(lan="en", n=3, dedupLim=0.9, top=N)
    return [[phrase for phrase, _ in extractor.extract_keywords(text_of(record))] for record in records]


def rake(records: Sequence[Record]) -> list[list[str]]:
    """Run RAKE: phrases between stop words, scored by the degree and frequency of their words."""
    from papertrace.extract.text.folding import STOP_WORDS

    found = []
    for record in records:
        phrases: list[list[str]] = []
        for clause in re.split(r"[^\w\s'/-]+", text_of(record).lower()):
            phrase: list[str] = []
            for word in [*re.findall(r"[\w'/-]+", clause), "the"]:
                if word not in STOP_WORDS:
                    phrase.append(word)
                elif phrase:
                    phrases.append(phrase)
                    phrase = []
        frequency = Counter(word for phrase in phrases for word in phrase)
        degree: Counter[str] = Counter()
        for phrase in phrases:
            for word in phrase:
                degree[word] += len(phrase)
        scores = {" ".join(phrase): sum(degree[word] / frequency[word] for word in phrase) for phrase in phrases}
        found.append(sorted(scores, key=lambda phrase: (-scores[phrase], phrase))[:N])
    return found


def text_of(record: Record) -> str:
    """Return the text of a record for the other methods; ours gets title and abstract separately."""
    return f"{record['title']}. {record['abstract']}"


METHODS: dict[str, Method] = {"papertrace": ours, "YAKE": yake, "RAKE": rake}


def score(gold: Path, scorer: Path, records: Sequence[Record], found: Sequence[list[str]], folder: Path) -> float:
    """Return F1@5 in percent, as reported by the program of the gold standard."""
    predictions = folder / "predictions.jsonl"
    rows = ({"id": record["id"], "keyphrases": one} for record, one in zip(records, found, strict=True))
    predictions.write_text("".join(json.dumps(row) + "\n" for row in rows), encoding="utf-8")
    command = [sys.executable, str(scorer), str(gold), str(predictions), "--k", str(N)]
    report = subprocess.run(command, capture_output=True, text=True, check=True).stdout
    figure = re.search(r"F1 +([\d.]+)", report)
    assert figure is not None, report
    return float(figure.group(1))


def main() -> int:
    """Print the table."""
    parser = argparse.ArgumentParser(
        description="Compare the concepts of extract with the keyphrases of YAKE and RAKE."
    )
    default = Path(os.environ.get("PAPERTRACE_SHARED", ROOT.parent / "shared"))
    parser.add_argument("--shared", type=Path, default=default, help="folder with data/ and gold/")
    parser.add_argument("--limit", type=int, help="maximum number of abstracts")
    arguments = parser.parse_args()
    source = arguments.shared / "data" / "keyphrases" / "computing_abstracts_dev.jsonl"
    if not source.is_file():
        print(f"{source}: no such file; give the folder of the real data with --shared", file=sys.stderr)
        return 2
    lines = source.read_text(encoding="utf-8").splitlines()[: arguments.limit]
    records: list[Record] = [json.loads(line) for line in lines]
    scorer = arguments.shared / "gold" / "evaluate_keyphrases.py"
    print(f"{len(records):,} abstracts, {N} keyphrases each\n{'':<12}{'F1@5':>8}{'abstracts/s':>14}")
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        gold = folder / "gold.jsonl"
        gold.write_text("".join(f"{line}\n" for line in lines), encoding="utf-8")
        for method, extract in METHODS.items():
            extract(records[:N])  # Warm up, so that imports, tables and caches are not measured.
            started = time.process_time()
            found = extract(records)
            seconds = time.process_time() - started
            f1 = score(gold, scorer, records, found, folder)
            print(f"{method:<12}{f1:>8.1f}{len(records) / seconds:>14,.0f}", flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
