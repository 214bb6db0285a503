"""The papers of a graph, read in chunks: what the graph needs of each, and the terms of its text.

Chunks are read where the engine is, so that the process that builds the graph decodes no abstract. Text that recurs
from paper to paper is left out of the terms, so that these are counted once all chunks have been read.
"""

import pickle
from collections.abc import Iterable, Iterator, Sequence
from itertools import islice
from typing import NamedTuple, TypeVar

from papertrace.engine import Engine
from papertrace.engine.inline import InlineEngine
from papertrace.extract.text.word_columns import load_reader
from papertrace.graph.collecting import DigestCollector, PaperPart
from papertrace.graph.pairs.texts.term_counts import TermCounts
from papertrace.graph.pairs.texts.terms import MAX_PAPERS, CountedConcept, TermCounter
from papertrace.graph.steps import COUNTING, READING, Steps
from papertrace.memory import collect_garbage_rarely
from papertrace.model import Paper
from papertrace.pipeline.inputs.stored_papers import StoredPapers, read_lines
from papertrace.pipeline.parts import join_frames, split_frames
from papertrace.pipeline.recurring_text import blank_recurring, count_sentences
from papertrace.resolve.boilerplate import Boilerplate
from papertrace.spool import Codec, Spool


class _Text(NamedTuple):
    title: str
    abstract: str
    concepts: list[CountedConcept]


class Reading(NamedTuple):
    """How a chunk is read: as lines of a file, or as packed papers; and whether surfaces of concepts matter."""

    source: str | None
    keep_surfaces: bool


_TEXTS: Codec[list[_Text]] = Codec(list[_Text])
_PAPER: Codec[Paper] = Codec(Paper)
_MAX_PARTS_IN_MEMORY = 4
_T = TypeVar("_T")


def count_terms(papers: Iterable[Paper], engine: Engine | None = None) -> Iterator[TermCounts]:
    """Yield the words and phrases of papers, part by part in their order; by default they are counted here."""
    for part in read_parts(list(papers), engine, keep_surfaces=False, steps=Steps((READING, COUNTING))):
        yield part.counts


def read_parts(
    papers: Sequence[Paper], engine: Engine | None, *, keep_surfaces: bool, steps: Steps
) -> Iterator[PaperPart]:
    """Yield what the graph needs of papers and the counts of their terms, part by part in their order.

    Papers are read where the engine is, by default here; those that are kept on disk are handed over as they are.
    """
    engine = engine or InlineEngine()
    source = papers.source if isinstance(papers, StoredPapers) else None
    show = steps.begin(READING, len(papers))
    texts, digests = Spool(bytes, in_memory=_MAX_PARTS_IN_MEMORY), Spool(bytes, in_memory=_MAX_PARTS_IN_MEMORY)
    boilerplate = Boilerplate()
    for n_chunks, result in enumerate(engine.map(read_chunk, _pack(papers), Reading(source, keep_surfaces)), start=1):
        show(n_chunks * MAX_PAPERS)
        of_texts, digest, sentences = split_frames(result)
        texts.append(bytes(of_texts))
        digests.append(bytes(digest))
        boilerplate.merge(pickle.loads(sentences))  # noqa: S301 - of `read_chunk`
    boilerplate.finish()
    show = steps.begin(COUNTING, len(papers))
    counts = engine.map(count_chunk, texts, boilerplate)
    for n_chunks, (of_papers, of_terms) in enumerate(zip(digests, counts, strict=True), start=1):
        show(n_chunks * MAX_PAPERS)
        yield PaperPart(of_papers, TermCounts.unpack(of_terms))


def read_chunk(chunk: bytes, shared: Reading) -> bytes:
    """Return the texts of a chunk of papers, their digest, and the pickled `Boilerplate` of their sentences."""
    with collect_garbage_rarely():
        frames = split_frames(chunk)
        papers = (
            ((paper, paper.minor_concepts) for paper in map(_PAPER.decode, frames))
            if shared.source is None
            else read_lines(frames, shared.source)
        )
        collector = DigestCollector(keep_surfaces=shared.keep_surfaces)
        texts = []
        for paper, minor_concepts in papers:
            collector.add(paper, minor_concepts)
            concepts = [CountedConcept(concept.key, concept.n, concept.in_title) for concept in paper.concepts]
            texts.append(_Text(paper.title, paper.abstract, concepts))
        sentences = count_sentences(text.abstract for text in texts)
        return join_frames([_TEXTS.encode(texts), collector.finish(), pickle.dumps(sentences)])


def count_chunk(chunk: bytes, boilerplate: Boilerplate) -> bytes:
    """Return the packed `TermCounts` of the texts that `read_chunk` has read."""
    with collect_garbage_rarely():
        texts = _TEXTS.decode(chunk)
        counter = TermCounter(
            load_reader().read(
                [(title, blank_recurring(abstract, boilerplate), f"{title} {abstract}") for title, abstract, _ in texts]
            )
        )
        for text in texts:
            counter.add_concepts(text.concepts)
        return counter.finish().pack()


def _pack(papers: Sequence[Paper]) -> Iterator[bytes]:
    """Yield papers in chunks: those on disk as they are there, others packed."""
    stored = papers.generate_packed() if isinstance(papers, StoredPapers | Spool) else map(_PAPER.encode, papers)
    for some in _divide(stored):
        yield join_frames(some)


def _divide(values: Iterable[_T]) -> Iterator[list[_T]]:
    rest = iter(values)
    while some := list(islice(rest, MAX_PAPERS)):
        yield some
