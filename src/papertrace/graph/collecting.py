"""Papers as the graph needs them, collected in one pass: what it does not need is not kept in memory.

They are papers, or digests of parts of a corpus, which other processes may have made.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import astuple, dataclass, replace
from functools import partial
from typing import NamedTuple, Protocol

import numpy as np

from papertrace.engine import Engine
from papertrace.graph.pairs.concept_columns import ConceptCollector, ConceptColumns, StatedConcept
from papertrace.graph.pairs.texts.similarity import CountTerms, TextVectors, vectorise
from papertrace.graph.pairs.texts.stored_counts import StoredCounts
from papertrace.graph.pairs.texts.term_counts import TermCounts
from papertrace.graph.steps import Steps
from papertrace.memory import collect_garbage_rarely, return_freed_memory
from papertrace.model import Concept, Paper
from papertrace.spool import MAX_IN_MEMORY, Codec


@dataclass(slots=True)
class CollectedPapers:
    """Papers in the order of their ids, without abstracts, entries and minor concepts; their concepts and texts.

    The abstracts are still there if there are no text vectors. Of the concepts of papers, key and label are left, and
    also how each paper prints them if that was wanted.
    """

    papers: list[Paper]
    concepts: ConceptColumns
    texts: TextVectors | None

    def take_texts(self) -> TextVectors | None:
        """Return the texts, and let go of them: they take most memory, and the caller needs them no longer than it."""
        texts, self.texts = self.texts, None
        return texts


class _DigestedPaper(NamedTuple):
    """A paper without what the graph does not need, and its best concepts as numbers of key and label.

    The paper itself has them only if it matters how it prints them.
    """

    paper: Paper
    concepts: list[tuple[int, int]]


class _Packed(NamedTuple):
    papers: list[_DigestedPaper]
    concepts: bytes


_PACKED: Codec[_Packed] = Codec(_Packed)


class DigestCollector:
    """A collector of papers that follow one another, for the graph; other processes get the result as bytes."""

    def __init__(self, *, keep_surfaces: bool) -> None:
        """Start without papers; `keep_surfaces` says whether it matters how papers print their concepts."""
        self._keep_surfaces = keep_surfaces
        self._concepts = ConceptCollector()
        self._papers: list[_DigestedPaper] = []

    def add(self, paper: Paper, minor_concepts: Iterable[StatedConcept]) -> None:
        """Add a paper and its minor concepts, which need not be among its attributes."""
        self._concepts.add(paper.concepts, minor_concepts)
        kept = paper.concepts if self._keep_surfaces else ()
        reduced = replace(paper, abstract="", entries=(), concepts=kept, minor_concepts=())
        self._papers.append(_DigestedPaper(reduced, self._concepts.number_labels(paper.concepts)))

    def finish(self) -> bytes:
        """Return the digest of the papers."""
        return _PACKED.encode(_Packed(self._papers, self._concepts.finish().pack()))


class PaperPart(NamedTuple):
    """Papers that follow one another in a corpus: their digest, and the counts of their terms."""

    digest: bytes
    counts: TermCounts


class ReadParts(Protocol):
    """A function that reads papers part by part, given the engine that does it and whether surfaces matter.

    It begins the steps of reading and of counting terms.
    """

    def __call__(
        self, papers: Sequence[Paper], engine: Engine | None, *, keep_surfaces: bool, steps: Steps
    ) -> Iterable[PaperPart]:
        """Yield the parts of a corpus, in their order."""


def collect_papers(
    papers: Iterable[Paper],
    count_terms: CountTerms | None,
    engine: Engine | None,
    *,
    keep_surfaces: bool = True,
    read_parts: ReadParts | None = None,
    steps: Steps | None = None,
) -> CollectedPapers:
    """Return papers as the graph needs them, each id once.

    Which of two unequal papers with the same id is kept does not depend on their order. `keep_surfaces` says whether it
    matters how papers print their concepts. With `read_parts`, papers are read and their terms counted by the engine,
    and it begins `steps`.
    """
    source = papers if isinstance(papers, Sequence) else list(papers)
    read = partial(read_parts, steps=steps or Steps()) if read_parts is not None else None
    with collect_garbage_rarely():
        try:
            return _collect(source, count_terms, read, engine, keep_surfaces=keep_surfaces)
        except _EqualIdsError:
            chosen = _choose_papers(source)
            return _collect(chosen, count_terms, read, engine, keep_surfaces=keep_surfaces)


class _EqualIdsError(Exception):
    """Two papers have the same id."""


class _Collection:
    """Papers without what the graph does not need; what several have in common is one object."""

    def __init__(self, *, keep_abstracts: bool, keep_surfaces: bool) -> None:
        self._keep_abstracts, self._keep_surfaces = keep_abstracts, keep_surfaces
        self._ids: set[str] = set()
        self._shared: dict[tuple[str, str], Concept] = {}
        self._texts: dict[str, str] = {}
        self.papers: list[Paper] = []
        self.concepts: ConceptCollector = ConceptCollector()

    def add(self, paper: Paper) -> None:
        self.concepts.add(paper.concepts, paper.minor_concepts)
        concepts = paper.concepts
        if not self._keep_surfaces:
            concepts = tuple(self._share_concept(concept.key, concept.label) for concept in concepts)
        self._keep(paper, concepts, paper.abstract if self._keep_abstracts else "")

    def add_digest(self, digest: bytes) -> None:
        papers, packed = _PACKED.decode(digest)
        columns = ConceptColumns.unpack(packed)
        self.concepts.add_columns(columns)
        for paper, numbers in papers:
            concepts = paper.concepts
            if not self._keep_surfaces:
                concepts = tuple(
                    self._share_concept(columns.key_texts[key], columns.label_texts[label]) for key, label in numbers
                )
            self._keep(paper, concepts, "")

    def _keep(self, paper: Paper, concepts: tuple[Concept, ...], abstract: str) -> None:
        if paper.id in self._ids:
            raise _EqualIdsError
        self._ids.add(paper.id)
        self.papers.append(
            replace(
                paper,
                abstract=abstract,
                entries=(),
                authors=tuple(map(self._share, paper.authors)),
                venue=self._share(paper.venue) if paper.venue else paper.venue,
                publisher=self._share(paper.publisher) if paper.publisher else paper.publisher,
                concepts=concepts,
                minor_concepts=(),
            )
        )

    def _share(self, text: str) -> str:
        return self._texts.setdefault(text, text)

    def _share_concept(self, key: str, label: str) -> Concept:
        found = self._shared.get((key, label))
        if found is None:
            found = self._shared[key, label] = Concept(key=key, label=label, score=0.0)
        return found


def _collect(
    papers: Sequence[Paper],
    count_terms: CountTerms | None,
    read_parts: "partial[Iterable[PaperPart]] | None",
    engine: Engine | None,
    *,
    keep_surfaces: bool,
) -> CollectedPapers:
    has_texts = count_terms is not None or read_parts is not None
    collection = _Collection(keep_abstracts=not has_texts, keep_surfaces=keep_surfaces)

    def read() -> Iterator[Paper]:
        for paper in papers:
            collection.add(paper)
            yield paper

    texts = None
    if read_parts is not None:
        counts = StoredCounts()
        for part in read_parts(papers, engine, keep_surfaces=keep_surfaces):
            collection.add_digest(part.digest)
            counts.append(part.counts)
        if not counts.is_in_memory:
            return_freed_memory()
        texts = vectorise(counts)
        del counts
    elif count_terms is not None:
        texts = vectorise(count_terms(read(), engine))
    else:
        for _ in read():
            pass
    kept = collection.papers
    if len(kept) > MAX_IN_MEMORY:
        return_freed_memory()
    order = sorted(range(len(kept)), key=lambda number: kept[number].id)
    columns = collection.concepts.finish()
    if order == list(range(len(kept))):
        return CollectedPapers(kept, columns, texts)  # not a copy: the texts are what takes most memory
    places = np.array(order, dtype=np.int64)
    return CollectedPapers(
        [kept[number] for number in order], columns.take(places), texts.take(places) if texts else None
    )


def _choose_papers(papers: Iterable[Paper]) -> list[Paper]:
    by_id: dict[str, Paper] = {}
    for paper in papers:
        other = by_id.setdefault(paper.id, paper)
        if other != paper and repr(astuple(paper)) < repr(astuple(other)):
            by_id[paper.id] = paper
    return list(by_id.values())
