"""The concepts of papers as columns, which take a twentieth of the memory of objects."""

from array import array
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any, NamedTuple, TypeAlias

import numpy as np
from numpy.typing import NDArray

from papertrace.graph.pairs.projection import Ints
from papertrace.model import Concept, Paper
from papertrace.model.papers.recording import MinorConceptRecord
from papertrace.spool import Codec

StatedConcept: TypeAlias = Concept | MinorConceptRecord
"""A concept of a paper, or the record of one, which need not become an object for its columns."""

_MAX_COUNT = 255


class _Packed(NamedTuple):
    """The fields of `ConceptColumns` as MessagePack has them."""

    key_texts: list[str]
    label_texts: list[str]
    columns: list[bytes]


_PACKED: Codec[_Packed] = Codec(_Packed)
_KINDS = (np.int64, np.int32, np.int32, np.uint8, np.bool_)


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

    def pack(self) -> bytes:
        """Return the columns as bytes."""
        columns = (self.starts, self.keys, self.labels, self.counts, self.is_best)
        return _PACKED.encode(_Packed(self.key_texts, self.label_texts, [column.tobytes() for column in columns]))

    @classmethod
    def unpack(cls, packed: bytes | memoryview) -> "ConceptColumns":
        """Return what `pack` has packed."""
        key_texts, label_texts, columns = _PACKED.decode(packed)
        unpacked: Iterable[Any] = map(np.frombuffer, columns, _KINDS)
        starts, keys, labels, counts, is_best = unpacked
        return cls(
            key_texts=key_texts,
            label_texts=label_texts,
            starts=starts,
            keys=keys,
            labels=labels,
            counts=counts,
            is_best=is_best,
        )


class ConceptCollector:
    """A collector of the concepts of papers."""

    def __init__(self) -> None:
        """Start without papers."""
        self._key_numbers, self._label_numbers = _Numbers(), _Numbers()
        self._starts = array("q", [0])
        self._keys, self._labels, self._counts, self._is_best = array("i"), array("i"), bytearray(), bytearray()

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
        self._counts += bytes([min(max(1, concept.n), _MAX_COUNT) for concept in concepts])
        self._is_best += b"\1" * n_best + b"\0" * (len(found) - n_best)
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
        self._counts += columns.counts.tobytes()
        self._is_best += columns.is_best.tobytes()

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


def collect_concepts(papers: Iterable[Paper]) -> ConceptColumns:
    """Return the concepts of papers, in their order."""
    collector = ConceptCollector()
    for paper in papers:
        collector.add(paper.concepts, paper.minor_concepts)
    return collector.finish()
