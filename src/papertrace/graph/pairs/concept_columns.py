"""The concepts of papers as columns, which take a twentieth of the memory of objects."""

from array import array
from collections.abc import Iterable
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from papertrace.graph.pairs.projection import Ints
from papertrace.model import Concept

_MAX_COUNT = 255


@dataclass(frozen=True, slots=True, kw_only=True)
class ConceptColumns:
    """The concepts of papers, each once for a paper, sorted by paper.

    Those of paper `p` are at `starts[p]` to `starts[p + 1]`. `keys` and `labels` are numbers of `key_texts` and
    `label_texts`. `counts` says how often the paper says it, at most 255, `is_best` whether it is among the best ones.
    """

    key_texts: list[str]
    label_texts: list[str]
    starts: Ints
    keys: NDArray[np.int32]
    labels: NDArray[np.int32]
    counts: NDArray[np.uint8]
    is_best: NDArray[np.bool_]

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
            counts=self.counts[chosen],
            is_best=self.is_best[chosen],
        )


class ConceptCollector:
    """A collector of the concepts of papers."""

    def __init__(self) -> None:
        """Start without papers."""
        self._key_numbers, self._label_numbers = _Numbers(), _Numbers()
        self._starts = array("q", [0])
        self._keys, self._labels, self._counts, self._is_best = array("i"), array("i"), bytearray(), bytearray()

    def add(self, best: Iterable[Concept], minor: Iterable[Concept]) -> None:
        """Add the best and the minor concepts of the next paper."""
        found: dict[str, Concept] = {concept.key: concept for concept in best}
        n_best = len(found)
        for concept in minor:
            found.setdefault(concept.key, concept)
        concepts = found.values()
        keys, labels = self._key_numbers, self._label_numbers
        self._keys.extend([keys[key] for key in found])
        self._labels.extend([labels[concept.label] for concept in concepts])
        self._counts += bytes([min(max(1, concept.n), _MAX_COUNT) for concept in concepts])
        self._is_best += b"\1" * n_best + b"\0" * (len(found) - n_best)
        self._starts.append(len(self._keys))

    def finish(self) -> ConceptColumns:
        """Return the concepts of all papers."""
        return ConceptColumns(
            key_texts=list(self._key_numbers),
            label_texts=list(self._label_numbers),
            starts=np.frombuffer(self._starts, dtype=np.int64),
            keys=np.frombuffer(self._keys, dtype=np.int32),
            labels=np.frombuffer(self._labels, dtype=np.int32),
            counts=np.frombuffer(self._counts, dtype=np.uint8),
            is_best=np.frombuffer(self._is_best, dtype=np.bool_),
        )


class _Numbers(dict[str, int]):
    def __missing__(self, text: str) -> int:
        number = self[text] = len(self)
        return number
