"""Score claims about code against manual labels: precision and recall of each state.

    python benchmarks/bench_claims.py [--shared FOLDER]

`tests/cases/claims/labels.jsonl` has manual labels of 60 papers of the real listings (in the folder, by default
`PAPERTRACE_SHARED`, else `../shared`): every paper that promises code, every one that claims code without a link, some
with links, and some that say nothing, including papers that mention other people's open software.
`labels_unseen.jsonl` labels 73 of the other papers, read before any rule was tried on them: all that mention code,
releases or URLs, and 30 that do not; none of them promises code or claims it without a link.
`sentences.jsonl` has made-up sentences, labelled before the rules were corrected on them: they show what is covered,
not how accurate the rules are on unseen sentences.
"""

import argparse
import json
import os
from collections.abc import Iterable
from pathlib import Path
from typing import NamedTuple

import papertrace
from papertrace.extract.claims import find_claim
from papertrace.extract.links import find_links
from papertrace.model import ClaimState

ROOT = Path(__file__).resolve().parent.parent
CASES = ROOT / "tests" / "cases" / "claims"
SILENT = "Foldy: Fast Folding of Paper\nPaper is thin. "


class Score(NamedTuple):
    """The number of times a state was labelled, found, and both."""

    n_labelled: int
    n_found: int
    n_both: int

    @property
    def precision(self) -> float:
        """The share of the found states that are labelled so; 1 if none was found."""
        return self.n_both / self.n_found if self.n_found else 1.0

    @property
    def recall(self) -> float:
        """The share of the labelled states that were found; 1 if none is labelled."""
        return self.n_both / self.n_labelled if self.n_labelled else 1.0


def score(pairs: Iterable[tuple[str, str]]) -> dict[ClaimState, Score]:
    """Return the score of each state over pairs of label and finding."""
    listed = list(pairs)
    return {
        state: Score(
            sum(label == state for label, _ in listed),
            sum(found == state for _, found in listed),
            sum(label == found == state for label, found in listed),
        )
        for state in ClaimState
    }


def labelled_papers(shared: Path, name: str = "labels.jsonl") -> list[tuple[str, str, str]]:
    """Return title, label and finding of every labelled paper; a missing title raises `KeyError`."""
    papers = {" ".join(paper.title.split()): paper for paper in papertrace.extract_papers([shared / "seeds"])}
    return [(row["title"], row["state"], papers[row["title"]].claim.state) for row in _records(name)]


def labelled_sentences() -> list[tuple[str, str, str]]:
    """Return sentence, label and finding of every made-up sentence, in an abstract without other claims."""
    return [
        (row["sentence"], row["state"], find_claim(text, find_links(text)).state)
        for row in _records("sentences.jsonl")
        for text in [SILENT + row["sentence"]]
    ]


def _records(name: str) -> list[dict[str, str]]:
    return [json.loads(line) for line in (CASES / name).read_text(encoding="utf-8").splitlines()]


def main() -> None:
    """Print the tables and the errors."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    default = Path(os.environ.get("PAPERTRACE_SHARED", ROOT.parent / "shared"))
    parser.add_argument("--shared", type=Path, default=default, help="folder with seeds/")
    arguments = parser.parse_args()
    tables = {
        "papers": labelled_papers(arguments.shared),
        "unseen": labelled_papers(arguments.shared, "labels_unseen.jsonl"),
        "sentences": labelled_sentences(),
    }
    for name, rows in tables.items():
        print(f"{name:<12}{'labelled':>9}{'found':>7}{'right':>7}{'precision':>11}{'recall':>8}")
        for state, one in score((label, found) for _, label, found in rows).items():
            counts = f"{one.n_labelled:>9}{one.n_found:>7}{one.n_both:>7}"
            print(f"{state:<12}{counts}{one.precision:>11.2f}{one.recall:>8.2f}")
        for text, label, found in rows:
            if label != found:
                print(f"  labelled {label}, found {found}: {text}")
        print()


if __name__ == "__main__":
    main()
