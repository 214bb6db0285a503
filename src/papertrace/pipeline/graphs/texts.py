"""The terms of the texts of papers, for a graph of papers whose extraction has not counted them.

Text that recurs from paper to paper is left out of the terms, so that these are counted once all sentences are known.
Both are done where the engine is.
"""

import pickle
from collections.abc import Iterable, Iterator
from itertools import islice
from typing import NamedTuple

from papertrace.engine import Engine
from papertrace.engine.inline import InlineEngine
from papertrace.extract.text.word_columns import load_reader
from papertrace.graph.pairs.texts.term_counts import StoredCounts
from papertrace.graph.pairs.texts.terms import MAX_PAPERS, CountedConcept, TermCounter
from papertrace.graph.steps import COUNTING, READING, Steps
from papertrace.memory import collect_garbage_rarely, return_freed_memory
from papertrace.model import Paper
from papertrace.pipeline.recurring_text import blank_recurring, count_sentences
from papertrace.resolve.boilerplate import Boilerplate
from papertrace.spool import Codec, Spool, pack, unpack


class _Text(NamedTuple):
    title: str
    abstract: str
    concepts: list[CountedConcept]


_TEXTS: Codec[list[_Text]] = Codec(list[_Text])
_MAX_PARTS_IN_MEMORY = 4


def count_terms(
    papers: Iterable[Paper], engine: Engine | None = None, *, steps: Steps | None = None, n_papers: int | None = None
) -> StoredCounts:
    """Read papers once, and return the counts of their words and phrases, part by part in their order.

    Sentences and terms are counted where the engine is, by default here. `n_papers` is the number of papers, which is
    shown with `steps`.
    """
    engine, steps, rest = engine or InlineEngine(), steps or Steps(), iter(papers)
    packed = Spool(bytes, in_memory=_MAX_PARTS_IN_MEMORY)

    def read() -> Iterator[bytes]:
        while some := list(islice(rest, MAX_PAPERS)):
            chunk = _TEXTS.encode([_take_text(paper) for paper in some])
            packed.append(chunk)
            yield chunk

    boilerplate, counts = Boilerplate(), StoredCounts()
    show = steps.begin(READING, n_papers)
    for n_chunks, sentences in enumerate(engine.map(read_chunk, read()), start=1):
        show(n_chunks * MAX_PAPERS)
        boilerplate.merge(pickle.loads(sentences))  # noqa: S301 - of `read_chunk`
    boilerplate.finish()
    show = steps.begin(COUNTING, n_papers)
    for n_chunks, counted in enumerate(engine.map(count_chunk, packed, boilerplate), start=1):
        show(n_chunks * MAX_PAPERS)
        counts.append(unpack(counted))
    if not counts.is_in_memory:
        return_freed_memory()
    return counts


def read_chunk(chunk: bytes, _: None) -> bytes:
    """Return the pickled `Boilerplate` of the sentences of texts."""
    with collect_garbage_rarely():
        return pickle.dumps(count_sentences(text.abstract for text in _TEXTS.decode(chunk)))


def count_chunk(chunk: bytes, boilerplate: Boilerplate) -> bytes:
    """Return the packed `TermCounts` of texts."""
    with collect_garbage_rarely():
        texts = _TEXTS.decode(chunk)
        counter = TermCounter(
            load_reader().read(
                [(title, blank_recurring(abstract, boilerplate), f"{title} {abstract}") for title, abstract, _ in texts]
            )
        )
        for text in texts:
            counter.add_concepts(text.concepts)
        return pack(counter.finish())


def _take_text(paper: Paper) -> _Text:
    concepts = [CountedConcept(concept.key, concept.n, concept.in_title) for concept in paper.concepts]
    return _Text(paper.title, paper.abstract, concepts)
