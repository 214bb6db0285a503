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
    """Papers in the order of their ids, their concepts and texts.

    Those of a file are without abstracts, if there are text vectors, without entries and minor concepts, and also
    without how each paper prints its concepts unless that was wanted.
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


class _Reducer:
    """What papers are without what the graph does not need; what several have in common is one object."""

    def __init__(self, *, keep_abstracts: bool, keep_surfaces: bool) -> None:
        self._keep_abstracts, self._keep_surfaces = keep_abstracts, keep_surfaces
        self._concepts: dict[tuple[str, str], Concept] = {}
        self._texts: dict[str, str] = {}

    def reduce(self, paper: Paper) -> Paper:
        concepts = paper.concepts
        if not self._keep_surfaces:
            pairs = ((concept.key, concept.label) for concept in concepts)
            known = self._concepts
            concepts = tuple(
                known.get(one) or known.setdefault(one, Concept(key=one[0], label=one[1], score=0.0)) for one in pairs
            )
        share = self._texts.setdefault
        return replace(
            paper,
            abstract=paper.abstract if self._keep_abstracts else "",
            entries=(),
            authors=tuple(map(share, paper.authors, paper.authors)),
            venue=share(paper.venue, paper.venue) if paper.venue else paper.venue,
            publisher=share(paper.publisher, paper.publisher) if paper.publisher else paper.publisher,
            concepts=concepts,
            minor_concepts=(),
        )


def _collect(
    papers: Sequence[Paper], count_terms: CountTerms | None, engine: Engine | None, *, keep_surfaces: bool
) -> CollectedPapers:
    ids: set[str] = set()
    kept: list[Paper] = []
    concepts = ConceptCollector()
    reduce = _Reducer(keep_abstracts=count_terms is None, keep_surfaces=keep_surfaces).reduce
    is_in_memory = isinstance(papers, list | tuple)  # whatever is kept here

    def read() -> Iterator[Paper]:
        for paper in papers:
            if paper.id in ids:
                raise _EqualIdsError
            ids.add(paper.id)
            concepts.add(paper.concepts, paper.minor_concepts)
            kept.append(paper if is_in_memory else reduce(paper))
            yield paper

    texts = None
    if count_terms is not None:
        texts = vectorise(count_terms(read(), engine))
    else:
        for _ in read():
            pass
    if len(kept) > MAX_IN_MEMORY:
        return_freed_memory()
    order = sorted(range(len(kept)), key=lambda number: kept[number].id)
    columns = concepts.finish()
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
