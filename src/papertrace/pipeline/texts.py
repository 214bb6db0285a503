"""The terms of papers for the graph, counted in chunks, without the text that recurs from paper to paper."""

import pickle
from collections.abc import Iterable, Iterator, Sequence
from itertools import islice

from papertrace.engine import Engine
from papertrace.engine.inline import InlineEngine
from papertrace.extract.text.sentences import split_sentences
from papertrace.extract.text.terms import read_words
from papertrace.graph.pairs.terms import MAX_PAPERS, TermCounter, TermCounts
from papertrace.model import Concept, Paper
from papertrace.resolve.boilerplate import Boilerplate
from papertrace.spool import Codec, collect_garbage_rarely

_Text = tuple[str, str, tuple[Concept, ...], bool]
_ABSTRACTS: Codec[list[str]] = Codec(list[str])
_TEXTS: Codec[list[_Text]] = Codec(list[_Text])


def count_terms(papers: Sequence[Paper], engine: Engine | None = None) -> Iterator[TermCounts]:
    """Yield the words and phrases of papers, part by part in their order; by default they are counted here."""
    if engine is None:
        with InlineEngine() as inline:
            yield from count_terms(papers, inline)
        return
    boilerplate = Boilerplate()
    for packed in engine.map(count_sentences, _pack_abstracts(papers)):
        boilerplate.merge(pickle.loads(packed))  # noqa: S301 - of `count_sentences`
    boilerplate.finish()
    for packed in engine.map(count_chunk, _pack_texts(papers, boilerplate), boilerplate):
        yield TermCounts.unpack(packed)


def count_sentences(chunk: bytes, _: None) -> bytes:
    """Return the pickled `Boilerplate` of a chunk of abstracts."""
    boilerplate = Boilerplate()
    with collect_garbage_rarely():
        for abstract in _ABSTRACTS.decode(chunk):
            boilerplate.add(abstract, split_sentences(abstract))
        return pickle.dumps(boilerplate)


def count_chunk(chunk: bytes, boilerplate: Boilerplate) -> bytes:
    """Return the packed `TermCounts` of a chunk of texts."""
    counter = TermCounter()
    with collect_garbage_rarely():
        for title, abstract, concepts, has_recurring in _TEXTS.decode(chunk):
            kept = boilerplate.blank(abstract, split_sentences(abstract)) if has_recurring else abstract
            counter.add(*read_words(title, kept), concepts, f"{title} {abstract}")
        return counter.finish().pack()


def _pack_abstracts(papers: Iterable[Paper]) -> Iterator[bytes]:
    rest = iter(papers)
    while part := list(islice(rest, MAX_PAPERS)):
        yield _ABSTRACTS.encode([paper.abstract for paper in part])


def _pack_texts(papers: Iterable[Paper], boilerplate: Boilerplate) -> Iterator[bytes]:
    rest = zip(papers, boilerplate.recurs_in, strict=True)
    while part := list(islice(rest, MAX_PAPERS)):
        yield _TEXTS.encode([(paper.title, paper.abstract, paper.concepts, bool(recurs)) for paper, recurs in part])
