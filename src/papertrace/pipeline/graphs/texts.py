"""The papers of a graph, read in chunks: what the graph needs of each, and the terms of its text.

Chunks are read where the engine is, so that the process that builds the graph decodes no abstract. Text that recurs
from paper to paper is left out of the terms, so that these are counted once all chunks have been read.
"""

import pickle
from collections.abc import Iterable, Iterator, Sequence
from itertools import islice
from typing import NamedTuple, TypeVar
from weakref import WeakKeyDictionary

from papertrace.engine import Engine
from papertrace.engine.inline import InlineEngine
from papertrace.extract.text.word_columns import WordReader
from papertrace.graph.collecting import DigestCollector, PaperPart
from papertrace.graph.pairs.concept_columns import StatedConcept
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


class _Part(NamedTuple):
    """What is read of papers that follow one another."""

    texts: list[_Text]
    digest: bytes
    sentences: Boilerplate


class Reading(NamedTuple):
    """How a chunk is read: as lines of a file, or as packed papers; and whether surfaces of concepts matter."""

    source: str | None
    keep_surfaces: bool


_TEXTS: Codec[list[_Text]] = Codec(list[_Text])
_PAPER: Codec[Paper] = Codec(Paper)
_T = TypeVar("_T")
_READERS: WeakKeyDictionary[Boilerplate, WordReader] = WeakKeyDictionary()


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
    if engine is None and not isinstance(papers, StoredPapers | Spool):
        yield from _read_objects(papers, keep_surfaces=keep_surfaces)
        return
    engine = engine or InlineEngine()
    source = papers.source if isinstance(papers, StoredPapers) else None
    reading, show = Reading(source, keep_surfaces), steps.begin(READING, len(papers))
    kept = engine.keep(read_chunk, _pack(papers), reading, lambda n_chunks: show(n_chunks * MAX_PAPERS))
    boilerplate = Boilerplate()
    for packed in engine.map(take_sentences, kept):
        boilerplate.merge(pickle.loads(packed))  # noqa: S301 - of `read_chunk`
    boilerplate.finish()
    show = steps.begin(COUNTING, len(papers))
    for n_chunks, result in enumerate(engine.map(count_chunk, kept, boilerplate), start=1):
        show(n_chunks * MAX_PAPERS)
        digest, counts = split_frames(result)
        yield PaperPart(bytes(digest), TermCounts.unpack(bytes(counts)))


def _read_objects(papers: Sequence[Paper], *, keep_surfaces: bool) -> Iterator[PaperPart]:
    """Yield the same of papers in memory, of which nothing is packed."""
    parts = [
        _read_part(((paper, paper.minor_concepts) for paper in some), keep_surfaces=keep_surfaces)
        for some in _divide(papers)
    ]
    boilerplate = Boilerplate()
    for part in parts:
        boilerplate.merge(part.sentences)
    boilerplate.finish()
    for part in parts:
        yield PaperPart(part.digest, _count_texts(part.texts, boilerplate))


def read_chunk(chunk: bytes, shared: Reading) -> bytes:
    """Return the texts of a chunk of papers, their digest, and the pickled `Boilerplate` of their sentences."""
    with collect_garbage_rarely():
        frames = split_frames(chunk)
        papers = (
            ((paper, paper.minor_concepts) for paper in map(_PAPER.decode, frames))
            if shared.source is None
            else read_lines(frames, shared.source)
        )
        part = _read_part(papers, keep_surfaces=shared.keep_surfaces)
        return join_frames([_TEXTS.encode(part.texts), part.digest, pickle.dumps(part.sentences)])


def take_sentences(chunk: bytes, _: None) -> bytes:
    """Return the pickled `Boilerplate` of a chunk that `read_chunk` has read."""
    return bytes(split_frames(chunk)[2])


def count_chunk(chunk: bytes, boilerplate: Boilerplate) -> bytes:
    """Return the digest of a chunk that `read_chunk` has read, and its packed `TermCounts`."""
    with collect_garbage_rarely():
        texts, digest, _ = split_frames(chunk)
        return join_frames([digest, _count_texts(_TEXTS.decode(texts), boilerplate).pack()])


def _read_part(papers: Iterable[tuple[Paper, Iterable[StatedConcept]]], *, keep_surfaces: bool) -> _Part:
    collector = DigestCollector(keep_surfaces=keep_surfaces)
    texts = []
    for paper, minor_concepts in papers:
        collector.add(paper, minor_concepts)
        concepts = [CountedConcept(concept.key, concept.n, concept.in_title) for concept in paper.concepts]
        texts.append(_Text(paper.title, paper.abstract, concepts))
    return _Part(texts, collector.finish(), count_sentences(text.abstract for text in texts))


def _count_texts(texts: Sequence[_Text], boilerplate: Boilerplate) -> TermCounts:
    counter = TermCounter(
        _find_reader(boilerplate).read(
            [(title, blank_recurring(abstract, boilerplate), f"{title} {abstract}") for title, abstract, _ in texts]
        )
    )
    for text in texts:
        counter.add_concepts(text.concepts)
    return counter.finish()


def _find_reader(boilerplate: Boilerplate) -> WordReader:
    """Return the reader of all chunks of one call in this process, which remembers what most of them have in common."""
    reader = _READERS.get(boilerplate)
    if reader is None:
        reader = _READERS[boilerplate] = WordReader()
    return reader


def _pack(papers: Sequence[Paper]) -> Iterator[bytes]:
    """Yield papers in chunks: those on disk as they are there, others packed."""
    stored = papers.generate_packed() if isinstance(papers, StoredPapers | Spool) else map(_PAPER.encode, papers)
    for some in _divide(stored):
        yield join_frames(some)


def _divide(values: Iterable[_T]) -> Iterator[list[_T]]:
    rest = iter(values)
    while some := list(islice(rest, MAX_PAPERS)):
        yield some
