"""The terms of the texts of papers, for a graph of papers whose extraction has not counted them.

Text that recurs from paper to paper is left out of the terms, so that these are counted once all sentences are known.
Both are done where the engine is.
"""

from collections.abc import Iterable, Iterator
from itertools import islice
from typing import NamedTuple

from papertrace.engine import Engine
from papertrace.engine.protocol import InlineEngine
from papertrace.extract.text.columns import load_reader
from papertrace.extract.text.tokens import find_notices, may_have_notice, split_sentences
from papertrace.graph.pairs.texts import MAX_PAPERS, CountedConcept, StoredCounts, TermCounter, TermCounts
from papertrace.graph.settings import COUNTING, READING, Steps
from papertrace.memory import collect_garbage_rarely, return_freed_memory
from papertrace.model import Paper
from papertrace.resolve.boilerplate import Boilerplate
from papertrace.spool import Spool


class _Text(NamedTuple):
    title: str
    abstract: str
    concepts: list[CountedConcept]


_MAX_PARTS_IN_MEMORY = 4


def count_terms(
    papers: Iterable[Paper], engine: Engine | None = None, *, steps: Steps | None = None, n_papers: int | None = None
) -> StoredCounts:
    """Read papers once, and return the counts of their words and phrases, part by part in their order.

    Sentences and terms are counted where the engine is, by default here. `n_papers` is the number of papers, which is
    shown with `steps`.
    """
    engine, steps, rest = engine or InlineEngine(), steps or Steps(), iter(papers)
    parts: Spool[list[_Text]] = Spool(list[_Text], in_memory=_MAX_PARTS_IN_MEMORY)

    def read() -> Iterator[list[_Text]]:
        while some := list(islice(rest, MAX_PAPERS)):
            texts = [_take_text(paper) for paper in some]
            parts.append(texts)
            yield texts

    boilerplate, counts = Boilerplate(), StoredCounts()
    show = steps.begin(READING, n_papers)
    for n_chunks, sentences in enumerate(engine.map_values(find_sentences, read(), None), start=1):
        show(n_chunks * MAX_PAPERS)
        boilerplate.merge(sentences)
    boilerplate.finish()
    show = steps.begin(COUNTING, n_papers)
    for n_chunks, counted in enumerate(engine.map_values(count_texts, parts, boilerplate), start=1):
        show(n_chunks * MAX_PAPERS)
        counts.append(counted)
    if not counts.is_in_memory:
        return_freed_memory()
    return counts


def find_sentences(texts: list[_Text], _: None) -> Boilerplate:
    """Return the sentences of texts."""
    with collect_garbage_rarely():
        return count_sentences(text.abstract for text in texts)


def count_texts(texts: list[_Text], boilerplate: Boilerplate) -> TermCounts:
    """Return the terms of texts, counted."""
    with collect_garbage_rarely():
        counter = TermCounter(
            load_reader().read(
                [(title, blank_recurring(abstract, boilerplate), f"{title} {abstract}") for title, abstract, _ in texts]
            )
        )
        for text in texts:
            counter.add_concepts(text.concepts)
        return counter.finish()


def _take_text(paper: Paper) -> _Text:
    concepts = [CountedConcept(concept.key, concept.n, concept.in_title) for concept in paper.concepts]
    return _Text(paper.title, paper.abstract, concepts)


def count_sentences(abstracts: Iterable[str]) -> Boilerplate:
    """Return the sentences of abstracts, to find those that recur."""
    boilerplate = Boilerplate()
    for abstract in abstracts:
        boilerplate.add(abstract, split_sentences(abstract))
    return boilerplate


def blank_recurring(abstract: str, boilerplate: Boilerplate) -> str:
    """Return an abstract with blanks instead of the sentences that recur, and of notices of copyright."""
    may_recur, has_notice = boilerplate.may_recur(abstract), may_have_notice(abstract)
    if not may_recur and not has_notice:
        return abstract
    sentences = split_sentences(abstract)
    shown = boilerplate.blank(abstract, sentences) if may_recur else abstract
    for start, end in find_notices(abstract, sentences) if has_notice else ():
        shown = shown[:start] + "¦".center(end - start) + shown[end:]
    return shown
