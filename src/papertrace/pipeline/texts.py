"""The terms of papers for the graph, counted in chunks, without the text that recurs from paper to paper."""

import pickle
from collections.abc import Iterable, Iterator
from itertools import islice
from weakref import WeakKeyDictionary

from papertrace.engine import Engine
from papertrace.engine.inline import InlineEngine
from papertrace.extract.text.word_columns import WordReader
from papertrace.graph.pairs.terms import MAX_PAPERS, TermCounter, TermCounts
from papertrace.model import Concept, Paper
from papertrace.pipeline.recurring_text import blank_recurring, count_sentences, store
from papertrace.resolve.boilerplate import Boilerplate
from papertrace.spool import Codec, collect_garbage_rarely

_Text = tuple[str, str, tuple[Concept, ...]]
_TEXTS: Codec[list[_Text]] = Codec(list[_Text])
_READERS: WeakKeyDictionary[Boilerplate, WordReader] = WeakKeyDictionary()


def count_terms(papers: Iterable[Paper], engine: Engine | None = None) -> Iterator[TermCounts]:
    """Yield the words and phrases of papers, part by part in their order; by default they are counted here.

    The papers are read once.
    """
    if engine is None:
        with InlineEngine() as inline:
            yield from count_terms(papers, inline)
        return
    texts = engine.keep(store, _pack_texts(papers))
    boilerplate = Boilerplate()
    for packed in engine.map(sentences, texts):
        boilerplate.merge(pickle.loads(packed))  # noqa: S301 - of `sentences`
    boilerplate.finish()
    for packed in engine.map(count_chunk, texts, boilerplate):
        yield TermCounts.unpack(packed)


def sentences(chunk: bytes, _shared: None) -> bytes:
    """Return the pickled `Boilerplate` of a chunk of texts."""
    with collect_garbage_rarely():
        return pickle.dumps(count_sentences(abstract for _title, abstract, _concepts in _TEXTS.decode(chunk)))


def count_chunk(chunk: bytes, boilerplate: Boilerplate) -> bytes:
    """Return the packed `TermCounts` of a chunk of texts."""
    with collect_garbage_rarely():
        texts = _TEXTS.decode(chunk)
        counter = TermCounter(
            _find_reader(boilerplate).read(
                [(title, blank_recurring(abstract, boilerplate), f"{title} {abstract}") for title, abstract, _ in texts]
            )
        )
        for _, _, concepts in texts:
            counter.add_concepts(concepts)
        return counter.finish().pack()


def _find_reader(boilerplate: Boilerplate) -> WordReader:
    """Return the reader of all chunks of one call in this process, which remembers what most of them have in common."""
    reader = _READERS.get(boilerplate)
    if reader is None:
        reader = _READERS[boilerplate] = WordReader()
    return reader


def _pack_texts(papers: Iterable[Paper]) -> Iterator[bytes]:
    rest = iter(papers)
    while part := [(paper.title, paper.abstract, paper.concepts) for paper in islice(rest, MAX_PAPERS)]:
        yield _TEXTS.encode(part)
