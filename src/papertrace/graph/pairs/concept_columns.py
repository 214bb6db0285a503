"""The concepts of papers as columns, which take a twentieth of the memory of objects."""

from array import array
from collections.abc import Iterable
from dataclasses import dataclass
from typing import NamedTuple, TypeAlias

import numpy as np
from numpy.typing import NDArray

from papertrace.graph.pairs.projection import Floats, Ints
from papertrace.model import Concept, Paper
from papertrace.model.papers.recording import MinorConceptRecord
from papertrace.spool import Codec

BEST, TOPICAL = 1, 2


StatedConcept: TypeAlias = Concept | MinorConceptRecord
"""A concept of a paper, or the record of one, which need not become an object for its columns."""


class _Packed(NamedTuple):
    """The fields of `ConceptColumns` as MessagePack has them."""

    key_texts: list[str]
    label_texts: list[str]
    columns: list[bytes]


_PACKED: Codec[_Packed] = Codec(_Packed)
_KINDS = (np.int64, np.int32, np.int32, np.float64, np.uint8)


@dataclass(frozen=True, slots=True, kw_only=True)
class ConceptColumns:
    """The concepts of papers, each once for a paper, sorted by paper.

    Those of paper `p` are at `starts[p]` to `starts[p + 1]`. `keys` and `labels` are numbers of `key_texts` and
    `label_texts`. `flags` are bits: whether the concept is among the best of the paper, and whether it is a topic there
    (in the title, or said more than once).
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

    def pack(self) -> bytes:
        """Return the columns as bytes."""
        columns = (self.starts, self.keys, self.labels, self.scores, self.flags)
        return _PACKED.encode(_Packed(self.key_texts, self.label_texts, [column.tobytes() for column in columns]))

    @classmethod
    def unpack(cls, packed: bytes | memoryview) -> "ConceptColumns":
        """Return what `pack` has packed."""
        key_texts, label_texts, columns = _PACKED.decode(packed)
        starts, keys, labels, scores, flags = map(np.frombuffer, columns, _KINDS)
        return cls(
            key_texts=key_texts,
            label_texts=label_texts,
            starts=starts,
            keys=keys,
            labels=labels,
            scores=scores,
            flags=flags,
        )


class ConceptCollector:
    """A collector of the concepts of papers."""

    def __init__(self) -> None:
        """Start without papers."""
        self._key_numbers, self._label_numbers = _Numbers(), _Numbers()
        self._starts = array("q", [0])
        self._keys, self._labels, self._scores, self._flags = array("i"), array("i"), array("d"), bytearray()

    def add(self, best: Iterable[StatedConcept], minor: Iterable[StatedConcept]) -> None:
        """Add the best and the minor concepts of the next paper."""
        found: dict[str, StatedConcept] = {concept.key: concept for concept in best}
        n_best = len(found)
        for concept in minor:
            found.setdefault(concept.key, concept)
        concepts = found.values()
        keys, labels = self._key_numbers, self._label_numbers
        self._keys.extend([keys[key] for key in found])
        self._labels.extend([labels[concept.label] for concept in concepts])
        self._scores.extend([concept.score for concept in concepts])
        start = len(self._flags)
        self._flags += bytes([TOPICAL if one.in_title or one.n > 1 else 0 for one in concepts])
        for number in range(start, start + n_best):
            self._flags[number] |= BEST
        self._starts.append(len(self._keys))

    def number_labels(self, concepts: Iterable[Concept]) -> list[tuple[int, int]]:
        """Return the numbers of the keys and labels of concepts."""
        return [(self._key_numbers[concept.key], self._label_numbers[concept.label]) for concept in concepts]

    def add_columns(self, columns: ConceptColumns) -> None:
        """Add the concepts of further papers, which have numbers of their own."""
        keys = np.array([self._key_numbers[text] for text in columns.key_texts], dtype=np.int32)
        labels = np.array([self._label_numbers[text] for text in columns.label_texts], dtype=np.int32)
        self._starts.frombytes((columns.starts[1:] + len(self._keys)).tobytes())
        self._keys.frombytes(keys[columns.keys].tobytes())
        self._labels.frombytes(labels[columns.labels].tobytes())
        self._scores.frombytes(columns.scores.tobytes())
        self._flags += columns.flags.tobytes()

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
        collector.add(paper.concepts, paper.minor_concepts)
    return collector.finish()
