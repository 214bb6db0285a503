"""Compare the concepts of `extract` with labels: recall, strict and loose precision for each listing.

    python benchmarks/score_concepts.py FOLDER [--labels FOLDER] [--program PROGRAM] [--misses]

FOLDER has a folder for each listing, `NAME/listing.*`; the labels are `NAME.jsonl` (`benchmarks/concepts`, whose
README says how they were made and where the listings are from). A labelled paper that is not found has recall 0.
"""

import argparse
import json
import re
import shlex
import subprocess
import sys
import unicodedata
from collections.abc import Mapping, Sequence
from dataclasses import astuple, dataclass
from pathlib import Path
from typing import Any

LABELS = Path(__file__).resolve().parent / "concepts"
_GREEK = ("alpha", "beta", "gamma", "delta", "kappa", "lamda", "mu", "sigma", "tau", "omega")
_LETTERS = {unicodedata.lookup(f"greek small letter {name}"): name.replace("lamda", "lambda") for name in _GREEK}
_TEX = re.compile(r"\\(?:rm|it|mathrm|mathcal|text[a-z]*|emph)\b")
_WORD = re.compile(r"[a-z0-9+*>]+")
_MIN_STEM = 3


@dataclass(frozen=True, slots=True)
class Counts:
    """Papers, labels, labels met, concepts, and concepts that are right strictly and loosely."""

    papers: int = 0
    labels: int = 0
    met: int = 0
    given: int = 0
    right: int = 0
    loose: int = 0

    def __add__(self, other: "Counts") -> "Counts":
        """Return the sums."""
        return Counts(*map(sum, zip(astuple(self), astuple(other), strict=True)))

    def show(self, name: str) -> str:
        """Return a row of the table."""
        recall, precision = self.met / max(1, self.labels), self.right / max(1, self.given)
        mean = 2 * recall * precision / max(1e-9, recall + precision)
        shares = (recall, precision, mean, self.loose / max(1, self.given))
        numbers = f"{self.papers:>8}{self.labels:>8}{self.given:>10}"
        return f"{name:<16}{numbers}{''.join(f'{share:>10.3f}' for share in shares)}"


def stem(word: str) -> str:
    """Return a word in the singular."""
    if len(word) > _MIN_STEM + 1 and word.endswith("ies"):
        return word[:-3] + "y"
    if len(word) > _MIN_STEM + 1 and word.endswith(("sses", "xes", "ches", "shes", "zes")):
        return word[:-2]
    return word[:-1] if len(word) > _MIN_STEM and word.endswith("s") and not word.endswith(("ss", "us", "is")) else word


def words_of(text: str) -> list[str]:
    """Return the folded words of a term."""
    text = unicodedata.normalize("NFKD", text.lower())
    text = "".join(_LETTERS.get(c, c) for c in text if not unicodedata.combining(c))
    text = re.sub(r"['\u2019]s\b", "", _TEX.sub(" ", text).replace("\\", ""))
    return [stem(word) for word in _WORD.findall(re.sub(r"(?<=[a-z0-9])['\u2019](?=[a-z])", "", text))]


def key_of(text: str) -> str:
    """Return what all spellings of a term have in common."""
    return stem("".join(words_of(text)))


def is_inside(short: Sequence[str], long: Sequence[str]) -> bool:
    """Return whether a phrase of two words or more is in another one."""
    n = len(short)
    return n > 1 and any(long[i : i + n] == short for i in range(len(long) - n + 1))


def fold_title(title: str) -> str:
    """Return a title by which papers are matched."""
    return re.sub(r"[\W_]+", "", title.lower())


def read_concepts(program: Sequence[str], listing: Path) -> dict[str, list[str]]:
    """Return the concepts of each paper of a listing, best first, by folded title."""
    command = [*program, "extract", "-q", str(listing)]
    printed = subprocess.run(command, capture_output=True, text=True, check=True).stdout
    papers = map(json.loads, printed.splitlines())
    return {fold_title(paper["title"]): [_label(one) for one in paper["concepts"]] for paper in papers}


def _label(concept: str | Mapping[str, Any]) -> str:
    return concept if isinstance(concept, str) else str(concept["label"])


def score_paper(row: Mapping[str, Any], given: Sequence[str], *, misses: bool = False) -> Counts:
    """Return the counts of one labelled paper, and print what is missing and what is too much."""
    labels = [spelled.split("|") for spelled in row["concepts"]]
    accepted = [spelling for spelled in row.get("accepted", ()) for spelling in spelled.split("|")]
    keys = set(map(key_of, given))
    strict = {key_of(spelling) for label in labels for spelling in label}
    right = [key_of(one) in strict for one in given]
    every = [*(spelling for label in labels for spelling in label), *accepted]
    loose_keys, phrases = set(map(key_of, every)), list(map(words_of, every))
    loose = [
        key_of(one) in loose_keys or any(is_inside(p, words_of(one)) or is_inside(words_of(one), p) for p in phrases)
        for one in given
    ]
    met = [not keys.isdisjoint(map(key_of, label)) for label in labels]
    if misses:
        missed = [label[0] for label, is_met in zip(labels, met, strict=True) if not is_met]
        beside = [one for one, is_right in zip(given, right, strict=True) if not is_right]
        print(f"{row['title'][:90]}\n    missed: {'; '.join(missed)}\n    beside: {'; '.join(beside)}")
    return Counts(1, len(labels), sum(met), len(given), sum(right), sum(loose))


def main(arguments: Sequence[str] | None = None) -> int:
    """Print the table."""
    parser = argparse.ArgumentParser(description="Compare the concepts of extract with labels.")
    parser.add_argument("folder", type=Path, help="folder with NAME/listing.*")
    parser.add_argument("--labels", type=Path, default=LABELS, help="folder with NAME.jsonl")
    parser.add_argument("--program", help="the papertrace to run (default: this one)")
    parser.add_argument("--misses", action="store_true", help="print the labels missed and the concepts beside them")
    options = parser.parse_args(arguments)
    program = shlex.split(options.program) if options.program else [sys.executable, "-m", "papertrace"]
    columns = ("papers", "labels", "concepts", "R", "P", "F", "P loose")
    print(f"{'':<16}{columns[0]:>8}{columns[1]:>8}{''.join(f'{column:>10}' for column in columns[2:])}")
    total = Counts()
    for path in sorted(options.labels.glob("*.jsonl")):
        listing = next((options.folder / path.stem).glob("listing.*"), None)
        if listing is None:
            print(f"{path.stem}: no listing.* in {options.folder / path.stem}", file=sys.stderr)
            continue
        found = read_concepts(program, listing)
        counts = Counts()
        for line in path.read_text(encoding="utf-8").splitlines():
            row = json.loads(line)
            counts += score_paper(row, found.get(fold_title(row["title"]), []), misses=options.misses)
        print(counts.show(path.stem), flush=True)
        total += counts
    print(total.show("all"))
    return 0 if total.papers else 2


if __name__ == "__main__":
    sys.exit(main())
