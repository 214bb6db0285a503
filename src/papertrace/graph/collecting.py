"""Papers as the graph needs them, collected in one pass: what it does not need is not kept in memory."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import astuple, replace
from typing import NamedTuple

import numpy as np

from papertrace.engine import Engine
from papertrace.graph.pairs.concept_columns import ConceptCollector, ConceptColumns
from papertrace.graph.pairs.texts import CountTerms, TextVectors, vectorise
from papertrace.model import Concept, Paper
from papertrace.spool import collect_garbage_rarely


class CollectedPapers(NamedTuple):
    """Papers in the order of their ids, without abstracts, entries and minor concepts; their concepts and texts.

    The abstracts are still there if there are no text vectors. Of the concepts of papers, key and label are left, and
    also how each paper prints them if that was wanted.
    """

    papers: list[Paper]
    concepts: ConceptColumns
    texts: TextVectors | None


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


class _Reduction:
    """Papers without what the graph does not need; what several have in common is one object."""

    def __init__(self, *, keep_abstracts: bool, keep_surfaces: bool) -> None:
        self._keep_abstracts, self._keep_surfaces = keep_abstracts, keep_surfaces
        self._concepts: dict[tuple[str, str], Concept] = {}
        self._texts: dict[str, str] = {}

    def reduce(self, paper: Paper) -> Paper:
        return replace(
            paper,
            abstract=paper.abstract if self._keep_abstracts else "",
            entries=(),
            authors=tuple(map(self._share, paper.authors)),
            venue=self._share(paper.venue) if paper.venue else paper.venue,
            publisher=self._share(paper.publisher) if paper.publisher else paper.publisher,
            concepts=paper.concepts if self._keep_surfaces else tuple(map(self._share_concept, paper.concepts)),
            minor_concepts=(),
        )

    def _share(self, text: str) -> str:
        return self._texts.setdefault(text, text)

    def _share_concept(self, concept: Concept) -> Concept:
        key = (concept.key, concept.label)
        found = self._concepts.get(key)
        if found is None:
            found = self._concepts[key] = Concept(key=concept.key, label=concept.label, score=0.0)
        return found


def _collect(
    papers: Iterable[Paper], count_terms: CountTerms | None, engine: Engine | None, *, keep_surfaces: bool
) -> CollectedPapers:
    ids: set[str] = set()
    kept: list[Paper] = []
    reduction = _Reduction(keep_abstracts=count_terms is None, keep_surfaces=keep_surfaces)
    concepts = ConceptCollector()

    def read() -> Iterator[Paper]:
        for paper in papers:
            if paper.id in ids:
                raise _EqualIdsError
            ids.add(paper.id)
            concepts.add(paper)
            kept.append(reduction.reduce(paper))
            yield paper

    texts = None
    if count_terms is None:
        for _ in read():
            pass
    else:
        texts = vectorise(count_terms(read(), engine))
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
