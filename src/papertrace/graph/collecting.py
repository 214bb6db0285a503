"""Papers as the graph needs them, collected in one pass: what it does not need is not kept in memory."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import astuple, dataclass, replace

import numpy as np

from papertrace.engine import Engine
from papertrace.graph.pairs.concepts import ConceptCollector, ConceptColumns
from papertrace.graph.pairs.texts import CountTerms, TextVectors, vectorise
from papertrace.memory import collect_garbage_rarely, return_freed_memory
from papertrace.model import Concept, Paper
from papertrace.spool import MAX_IN_MEMORY


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


def collect_papers(
    papers: Iterable[Paper], count_terms: CountTerms | None, engine: Engine | None, *, keep_surfaces: bool = True
) -> CollectedPapers:
    """Return papers as the graph needs them, each id once.

    Which of two unequal papers with the same id is kept does not depend on their order. `keep_surfaces` says whether it
    matters how papers print their concepts.
    """
    source = papers if isinstance(papers, Sequence) else list(papers)
    with collect_garbage_rarely():
        try:
            return _collect(source, count_terms, engine, keep_surfaces=keep_surfaces)
        except _EqualIdsError:
            return _collect(_choose_papers(source), count_terms, engine, keep_surfaces=keep_surfaces)


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
        if paper.id in self._ids:
            raise _EqualIdsError
        self._ids.add(paper.id)
        self.concepts.add(paper.concepts, paper.minor_concepts)
        concepts = paper.concepts
        if not self._keep_surfaces:
            concepts = tuple(self._share_concept(concept.key, concept.label) for concept in concepts)
        self.papers.append(
            replace(
                paper,
                abstract=paper.abstract if self._keep_abstracts else "",
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
    papers: Sequence[Paper], count_terms: CountTerms | None, engine: Engine | None, *, keep_surfaces: bool
) -> CollectedPapers:
    collection = _Collection(keep_abstracts=count_terms is None, keep_surfaces=keep_surfaces)

    def read() -> Iterator[Paper]:
        for paper in papers:
            collection.add(paper)
            yield paper

    texts = None
    if count_terms is not None:
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
