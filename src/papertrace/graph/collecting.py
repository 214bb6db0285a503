"""Papers as the graph needs them, collected in one pass: what it does not need is not kept in memory."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import astuple, replace
from typing import NamedTuple

import numpy as np

from papertrace.engine import Engine
from papertrace.graph.pairs.concept_columns import ConceptCollector, ConceptColumns
from papertrace.graph.pairs.texts import CountTerms, TextVectors, vectorise
from papertrace.model import Paper
from papertrace.spool import collect_garbage_rarely


class CollectedPapers(NamedTuple):
    """Papers in the order of their ids, without abstracts, entries and minor concepts; their concepts and texts.

    The abstracts are still there if there are no text vectors.
    """

    papers: list[Paper]
    concepts: ConceptColumns
    texts: TextVectors | None


def collect_papers(papers: Iterable[Paper], count_terms: CountTerms | None, engine: Engine | None) -> CollectedPapers:
    """Return papers as the graph needs them, each id once.

    Which of two unequal papers with the same id is kept does not depend on their order.
    """
    source = papers if isinstance(papers, Sequence) else list(papers)
    with collect_garbage_rarely():
        try:
            return _collect(source, count_terms, engine)
        except _EqualIdsError:
            return _collect(_choose_papers(source), count_terms, engine)


class _EqualIdsError(Exception):
    """Two papers have the same id."""


def _collect(papers: Iterable[Paper], count_terms: CountTerms | None, engine: Engine | None) -> CollectedPapers:
    ids: set[str] = set()
    kept: list[Paper] = []
    concepts = ConceptCollector()

    def read() -> Iterator[Paper]:
        for paper in papers:
            if paper.id in ids:
                raise _EqualIdsError
            ids.add(paper.id)
            concepts.add(paper)
            abstract = paper.abstract if count_terms is None else ""
            kept.append(replace(paper, abstract=abstract, entries=(), minor_concepts=()))
            yield paper

    texts = None
    if count_terms is None:
        for _ in read():
            pass
    else:
        texts = vectorise(count_terms(read(), engine))
    order = sorted(range(len(kept)), key=lambda number: kept[number].id)
    places = np.array(order, dtype=np.int64)
    return CollectedPapers(
        [kept[number] for number in order], concepts.finish().take(places), texts.take(places) if texts else None
    )


def _choose_papers(papers: Iterable[Paper]) -> list[Paper]:
    by_id: dict[str, Paper] = {}
    for paper in papers:
        other = by_id.setdefault(paper.id, paper)
        if other != paper and repr(astuple(paper)) < repr(astuple(other)):
            by_id[paper.id] = paper
    return list(by_id.values())
