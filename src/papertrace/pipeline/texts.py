"""The terms of papers for the graph, counted in chunks, without the text that recurs from paper to paper."""

import pickle
from collections.abc import Iterable, Iterator
from itertools import islice

from papertrace.engine import Engine
from papertrace.engine.inline import InlineEngine
from papertrace.extract.text.sentences import split_sentences
from papertrace.extract.text.terms import read_words
from papertrace.graph.pairs.terms import MAX_PAPERS, TermCounter, TermCounts
from papertrace.model import Concept, Paper
from papertrace.resolve.boilerplate import Boilerplate
from papertrace.spool import Codec, collect_garbage_rarely

_Text = tuple[str, str, tuple[Concept, ...]]
_TEXTS: Codec[list[_Text]] = Codec(list[_Text])


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
    for packed in engine.map(count_sentences, texts):
        boilerplate.merge(pickle.loads(packed))  # noqa: S301 - of `count_sentences`
    boilerplate.finish()
    for packed in engine.map(count_chunk, texts, boilerplate):
        yield TermCounts.unpack(packed)


def store(chunk: bytes, _: None) -> bytes:
    """Return a chunk, to keep it."""
    return chunk


def count_sentences(chunk: bytes, _shared: None) -> bytes:
    """Return the pickled `Boilerplate` of a chunk of texts."""
    boilerplate = Boilerplate()
    with collect_garbage_rarely():
        for _title, abstract, _concepts in _TEXTS.decode(chunk):
            boilerplate.add(abstract, split_sentences(abstract))
        return pickle.dumps(boilerplate)


def count_chunk(chunk: bytes, boilerplate: Boilerplate) -> bytes:
    """Return the packed `TermCounts` of a chunk of texts."""
    counter = TermCounter()
    with collect_garbage_rarely():
        for title, abstract, concepts in _TEXTS.decode(chunk):
            may_recur = boilerplate.may_recur(abstract)
            kept = boilerplate.blank(abstract, split_sentences(abstract)) if may_recur else abstract
            counter.add(*read_words(title, kept), concepts, f"{title} {abstract}")
        return counter.finish().pack()


def _pack_texts(papers: Iterable[Paper]) -> Iterator[bytes]:
    rest = iter(papers)
    while part := [(paper.title, paper.abstract, paper.concepts) for paper in islice(rest, MAX_PAPERS)]:
        yield _TEXTS.encode(part)
