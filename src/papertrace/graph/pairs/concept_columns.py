"""The concepts of papers as columns, which take a twentieth of the memory of objects."""

from array import array
from collections.abc import Iterable
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from papertrace.graph.pairs.projection import Floats, Ints
from papertrace.model import Concept, Paper

BEST, TOPICAL, TITLED = 1, 2, 4


@dataclass(frozen=True, slots=True, kw_only=True)
class ConceptColumns:
    """The concepts of papers, each once for a paper, sorted by paper.

    Those of paper `p` are at `starts[p]` to `starts[p + 1]`. `keys` and `labels` are numbers of `key_texts` and
    `label_texts`. `flags` are bits: whether the concept is among the best of the paper, whether it is a topic there (in
    the title, or said more than once), and whether it is in the title.
    """

    key_texts: list[str]
    label_texts: list[str]
    starts: Ints
    keys: NDArray[np.int32]
    labels: NDArray[np.int32]
    scores: Floats
    flags: NDArray[np.uint8]

    def take(self, papers: Ints) -> "ConceptColumns":
        """Return the concepts of the given papers, in the order given."""
        sizes = np.diff(self.starts)[papers]
        ends = np.cumsum(sizes)
        chosen = np.repeat(self.starts[papers] - ends + sizes, sizes) + np.arange(int(sizes.sum()))
        return ConceptColumns(
            key_texts=self.key_texts,
            label_texts=self.label_texts,
            starts=np.concatenate(([0], ends)).astype(np.int64),
            keys=self.keys[chosen],
            labels=self.labels[chosen],
            scores=self.scores[chosen],
            flags=self.flags[chosen],
        )


class ConceptCollector:
    """A collector of the concepts of papers."""

    def __init__(self) -> None:
        """Start without papers."""
        self._key_numbers, self._label_numbers = _Numbers(), _Numbers()
        self._starts = array("q", [0])
        self._keys, self._labels, self._scores, self._flags = array("i"), array("i"), array("d"), bytearray()

    def add(self, paper: Paper) -> None:
        """Add the concepts of the next paper."""
        found: dict[str, tuple[Concept, int]] = {concept.key: (concept, BEST) for concept in paper.concepts}
        for concept in paper.minor_concepts:
            found.setdefault(concept.key, (concept, 0))
        self._keys.extend(map(self._key_numbers.__getitem__, found))
        for concept, flag in found.values():
            self._labels.append(self._label_numbers[concept.label])
            self._scores.append(concept.score)
            in_title = concept.in_title
            self._flags.append(flag | (TOPICAL if in_title or concept.n > 1 else 0) | (TITLED if in_title else 0))
        self._starts.append(len(self._keys))

    def finish(self) -> ConceptColumns:
        """Return the concepts of all papers."""
        return ConceptColumns(
            key_texts=list(self._key_numbers),
            label_texts=list(self._label_numbers),
            starts=np.frombuffer(self._starts, dtype=np.int64),
            keys=np.frombuffer(self._keys, dtype=np.int32),
            labels=np.frombuffer(self._labels, dtype=np.int32),
            scores=np.frombuffer(self._scores, dtype=np.float64),
            flags=np.frombuffer(self._flags, dtype=np.uint8),
        )


class _Numbers(dict[str, int]):
    def __missing__(self, text: str) -> int:
        number = self[text] = len(self)
        return number


def collect_concepts(papers: Iterable[Paper]) -> ConceptColumns:
    """Return the concepts of papers, in their order."""
    collector = ConceptCollector()
    for paper in papers:
        collector.add(paper)
    return collector.finish()
