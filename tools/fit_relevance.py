"""Fit the coefficients of `papertrace.resolve.concepts.scoring` to papers that a reader indexed.

    python tools/fit_relevance.py FOLDER [FOLDER ...]

Each folder has listings, `listing*`, and `concepts.jsonl`: for each labelled paper its title and `concepts`, a list of
terms, each with its spellings separated by bars. `benchmarks/concepts` has the labels, and says where the listings are
from. The fit is logistic regression with a quadratic penalty (Hastie, Tibshirani and Friedman 2009, 4.4); it is also
made without each folder and measured there. Prints recall and precision on the folders left out, and the coefficients.
"""

import argparse
import json
import sys
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Protocol

import numpy as np
from numpy.typing import NDArray
from scipy.optimize import minimize

import papertrace
from papertrace.extract.concepts import find_all_candidates, key_of
from papertrace.model.papers.candidate import CandidateColumns, Candidates, join_plain
from papertrace.resolve.concepts import scoring, selection, vocabulary

PENALTY = 3.0  # of a coefficient per standard deviation of its feature
Floats = NDArray[np.float64]


@dataclass(slots=True)
class Indexed:
    """The labelled papers of a folder: candidates and labels of each, and the vocabulary of the whole listing."""

    name: str
    papers: list[tuple[Candidates, list[set[str]]]] = field(default_factory=list)
    corpus: list[CandidateColumns] = field(default_factory=list)


def fold(text: str) -> str:
    """Return a spelling without case, blanks, hyphens and plurals."""
    return join_plain(key_of(text).casefold())


def read_folder(folder: Path) -> Indexed:
    """Read the listing of a folder and the labels of its papers."""
    listings = sorted(folder.glob("listing*"))
    texts = {
        " ".join(paper.title.split()).casefold(): (paper.title, paper.abstract)
        for paper in papertrace.extract_papers(listings, on_problem=lambda _: None)
    }
    columns = find_all_candidates(texts.values())
    papers = dict(zip(texts, columns, strict=True))
    found = Indexed(folder.name, corpus=[columns])
    for line in (folder / "concepts.jsonl").read_text(encoding="utf-8").splitlines():
        label = json.loads(line)
        paper = papers.get(" ".join(label["title"].split()).casefold())
        if paper is None:
            print(f"{folder.name}: no paper with the title {label['title']!r}", file=sys.stderr)
            continue
        found.papers.append((paper, [set(map(fold, concept.split("|"))) for concept in label["concepts"]]))
    return found


class Spelled(Protocol):
    """A concept or a candidate."""

    @property
    def key(self) -> str: ...  # noqa: D102
    @property
    def label(self) -> str: ...  # noqa: D102
    @property
    def surfaces(self) -> tuple[str, ...]: ...  # noqa: D102


def spellings(concept: Spelled) -> set[str]:
    """Return the folded spellings of a concept."""
    return set(map(fold, (concept.key, concept.label, *concept.surfaces)))


def describe(indexed: Indexed) -> Iterator[tuple[Mapping[str, float], bool]]:
    """Yield the features of every candidate that the rules let pass, and whether a label names it."""
    made = vocabulary.build_vocabulary(indexed.corpus)
    for paper, labels in indexed.papers:
        every = set[str]().union(*labels)
        for one in selection.describe_all(paper, made):
            yield one.features, not every.isdisjoint(spellings(one))


def fit(rows: Iterable[tuple[Mapping[str, float], bool]]) -> dict[str, float]:
    """Return the coefficients with the largest penalised likelihood."""
    features, labels = zip(*rows, strict=True)
    names = list(scoring.COEFFICIENTS)
    values = np.array([[row.get(name, 0.0) for name in names] for row in features])
    wanted = np.array(labels, dtype=np.float64)
    mean, scale = values.mean(axis=0), values.std(axis=0)
    mean[0], scale = 0.0, np.where(scale > 0, scale, 1.0)
    scaled = (values - mean) / scale

    def loss(weights: Floats) -> tuple[float, Floats]:
        sums = scaled @ weights
        penalised = np.concatenate(([0.0], weights[1:]))
        value = np.logaddexp(0.0, sums).sum() - wanted @ sums + PENALTY / 2 * (penalised @ penalised)
        return float(value), scaled.T @ (1 / (1 + np.exp(-sums)) - wanted) + PENALTY * penalised

    weights = minimize(loss, np.zeros(len(names)), jac=True, method="L-BFGS-B", options={"maxiter": 1000}).x / scale
    weights[0] -= weights[1:] @ mean[1:]
    return {name: round(float(weight), 2) for name, weight in zip(names, weights, strict=True)}


def measure(indexed: Indexed) -> tuple[int, int, int, int]:
    """Return labels met, labels, concepts that meet one, and concepts, with the current coefficients."""
    made = vocabulary.build_vocabulary(indexed.corpus)
    met = n_labels = right = n = 0
    selected = [one for chunk in indexed.corpus for one in selection.select_concepts(chunk, made)]
    for paper, labels in indexed.papers:
        found = [spellings(concept) for concept in selected[paper.number].best]
        have, every = set[str]().union(*found), set[str]().union(*labels)
        met += sum(not label.isdisjoint(have) for label in labels)
        n_labels += len(labels)
        right += sum(not one.isdisjoint(every) for one in found)
        n += len(found)
    return met, n_labels, right, n


def main(arguments: Sequence[str] | None = None) -> None:
    """Fit with all folders and without each."""
    parser = argparse.ArgumentParser(description="Fit the coefficients of the relevance of concepts.")
    parser.add_argument("folders", type=Path, nargs="+", help="with listing.* and concepts.jsonl")
    parser.add_argument("--fixed", action="store_true", help="measure the present coefficients, fit nothing")
    options = parser.parse_args(arguments)
    folders = [read_folder(folder) for folder in options.folders]
    rows = {} if options.fixed else {one.name: list(describe(one)) for one in folders}
    totals = np.zeros(4, dtype=int)
    for one in folders:
        if not options.fixed:
            scoring.set_coefficients(fit([row for name, some in rows.items() if name != one.name for row in some]))
        counts = measure(one)
        totals += counts
        print(f"{one.name:12} {_shares(counts)}")
    print(f"{'all':12} {_shares(totals.tolist())}")
    if not options.fixed:
        for name, coefficient in fit([row for some in rows.values() for row in some]).items():
            print(f'    "{name}": {coefficient},')


def _shares(counts: Sequence[int]) -> str:
    met, n_labels, right, n = counts
    recall, precision = met / n_labels, right / n
    return f"R {recall:.3f}  P {precision:.3f}  F {2 * recall * precision / (recall + precision):.3f}  ({n} concepts)"


if __name__ == "__main__":
    main()
