"""Papers with links and claims, concepts and mentions: the order of the steps over a corpus, and the decisions between.

What the steps count is merged, and each decision is made once, in this process: which sentences recur, which spellings
and acronyms mean the same, which identities recur, which of them are concepts, and who owns a name.
"""

import pickle
from collections.abc import Callable, Iterator, Sequence
from contextlib import nullcontext
from dataclasses import replace
from itertools import islice
from typing import Any

from papertrace.counting.sets import OrderedlyPickled
from papertrace.engine.inline import InlineEngine
from papertrace.engine.protocol import ChunkFunction, Engine, Kept
from papertrace.errors import EngineError
from papertrace.extract.concepts.terms import TermFinder
from papertrace.extract.mentions.names import NO_OWNER, NameTable
from papertrace.memory import collect_garbage_rarely
from papertrace.model import Paper, Problem
from papertrace.model.papers.concept import Terms
from papertrace.pipeline import chunks
from papertrace.pipeline.chunks import Counting, Described, Describing, Finding, FoundCounts, RecurringCounts
from papertrace.pipeline.parts import MemoryPart, PackedTexts, pack_papers, split_frames
from papertrace.pipeline.progress import Progress, show_counts
from papertrace.pipeline.recurring_text import count_sentences, store
from papertrace.resolve.boilerplate import Boilerplate
from papertrace.resolve.concepts.names.acronyms import AcronymTable
from papertrace.resolve.concepts.passes import (
    Recurring,
    decide_meanings,
    decide_recurring,
    tally_candidates,
    unite_counts,
)
from papertrace.resolve.concepts.tallies import Tally, merge_tallies
from papertrace.resolve.concepts.vocabulary import Vocabulary, decide_vocabulary
from papertrace.resolve.papers.references import name_references
from papertrace.spool import MAX_IN_MEMORY, Spool

CHUNK_SIZE = 500
"""Papers of a chunk: 20 chunks of 10,000 papers, so that eight workers end at about the same time; 6 MB with their
candidates. In smaller chunks, more of the tallies are of the same identities, and merging them takes longer."""

_N_STEPS = 7
"""The steps that are shown while an engine extracts: each hands out every chunk once."""


def describe_corpus(
    papers: Sequence[Paper],
    terms: Terms | None,
    on_problem: Callable[[Problem], None],
    engine: Engine | None,
    on_progress: Callable[[Progress], None],
) -> Iterator[Paper]:
    """Yield papers with links and claims, concepts and mentions, as `describe_papers` does."""
    if len(papers) <= MAX_IN_MEMORY:
        on_progress(Progress("extracting"))
        yield from _describe(_MemorySteps(papers), terms, on_problem)
        return
    with nullcontext(engine) if engine is not None else InlineEngine() as used:
        try:
            yield from _describe(_EngineSteps(papers, used, on_progress), terms, on_problem)
        except EngineError as error:
            raise _name_papers(error, len(papers)) from error


def _describe(
    steps: "_MemorySteps | _EngineSteps", terms: Terms | None, on_problem: Callable[[Problem], None]
) -> Iterator[Paper]:
    with collect_garbage_rarely():
        boilerplate = steps.count_sentences()
        boilerplate.finish()
        found = steps.find(Finding(boilerplate, TermFinder(terms) if terms else None))
        acronyms, user_terms = decide_meanings(found.concepts, terms)
        search = found.names.plan_search()
        counted = steps.count(Counting(acronyms, search, found.any_cites))
        names = found.names.assign(counted.printed, steps.ids, steps.titles)
        words = found.concepts.words.settle()
        recurring = decide_recurring(words, counted.identities, acronyms)
        counts = unite_counts(found.concepts, words, recurring, steps.tally(recurring))
        vocabulary = decide_vocabulary(counts, acronyms, user_terms)
        counted.index.sort()
    described = steps.describe(Describing(vocabulary, names, counted.index))
    refused = names.find_refused_uses()
    refusal = next(refused, None)
    for number, one in enumerate(described):
        paper = _name(one, steps.ids, steps.titles)
        while refusal is not None and refusal.paper == number:
            fact = f"the name {refusal.name!r} is not counted as a mention of this paper: {refusal.reason}"
            on_problem(Problem(paper.entries[0].span, fact, harmless=True))
            refusal = next(refused, None)
        yield paper


def _name_papers(error: EngineError, n_papers: int) -> EngineError:
    """Return an error about a chunk that says which papers are in it."""
    if error.chunk is None:
        return error
    first, last = error.chunk * CHUNK_SIZE + 1, min((error.chunk + error.n_chunks) * CHUNK_SIZE, n_papers)
    chunk, _, fact = str(error).partition(": ")
    return EngineError(f"papers {first:,} to {last:,} ({chunk}): {fact}", chunk=error.chunk, n_chunks=error.n_chunks)


def _name(described: Described, ids: Sequence[str], titles: Sequence[str]) -> Paper:
    """Return a described paper with the ids of the papers that it mentions and cites."""
    paper = name_references(described.paper, described.references, ids)
    if not described.mentions:
        return paper
    mentions = tuple(one.name(ids, titles) for one in described.mentions)
    return replace(paper, mentions=mentions)


class _MemorySteps:
    """The steps over papers in memory, where nothing is encoded."""

    def __init__(self, papers: Sequence[Paper]) -> None:
        papers = list(papers)
        self._parts = [
            MemoryPart(papers[first : first + CHUNK_SIZE], first) for first in range(0, len(papers), CHUNK_SIZE)
        ]
        self.ids: Sequence[str] = [paper.id for paper in papers]
        self.titles: Sequence[str] = [paper.title for paper in papers]

    def count_sentences(self) -> Boilerplate:
        return count_sentences(abstract for part in self._parts for abstract in part.abstracts)

    def find(self, shared: Finding) -> FoundCounts:
        counts = FoundCounts()
        for part in self._parts:
            part.candidates, part.cited = chunks.find_part(part, shared, counts)
        return counts

    def count(self, shared: Counting) -> RecurringCounts:
        merged = RecurringCounts()
        for part in self._parts:
            merged.merge(chunks.count_part(part, shared), shared.search)
        return merged

    def tally(self, shared: Recurring) -> dict[str, Tally]:
        merged: dict[str, Tally] = {}
        for part in self._parts:
            merge_tallies(merged, tally_candidates(part.candidates, shared))
        return merged

    def describe(self, shared: Describing) -> Iterator[Described]:
        for part in self._parts:
            with collect_garbage_rarely():
                described = list(chunks.describe_part(part, shared))
            yield from described


class _EngineSteps:
    """The steps over chunks of papers, wherever an engine does them; ids and titles are in temporary files here."""

    def __init__(self, papers: Sequence[Paper], engine: Engine, on_progress: Callable[[Progress], None]) -> None:
        self._engine = engine
        self._papers = papers
        self._on_progress = on_progress
        self._n_begun = 0
        self._chunks: Kept | None = None
        self.ids: Spool[str] = Spool(str)
        self.titles: Spool[str] = Spool(str)

    def count_sentences(self) -> Boilerplate:
        self._chunks = self._engine.keep(store, self._show(self._pack()))
        merged = Boilerplate()
        for packed in self._map(chunks.sentences):
            merged.merge(pickle.loads(packed))  # noqa: S301 - of our own workers, as below
        return merged

    def find(self, shared: Finding) -> FoundCounts:
        step, n_papers = self._begin_step(), len(self._papers)

        def show(n_chunks: int) -> None:
            self._on_progress(Progress(step, min(n_chunks * CHUNK_SIZE, n_papers), n_papers))

        show(0)
        self._chunks = self._engine.keep(chunks.find, self._kept, shared, on_result=show)
        merged = FoundCounts()
        for packed in self._map(chunks.found_counts):
            merged.merge(pickle.loads(packed))  # noqa: S301
        return merged

    def count(self, shared: Counting) -> RecurringCounts:
        merged = RecurringCounts()
        for packed in self._map(chunks.count, shared._replace(acronyms=_send_acronyms(shared.acronyms))):
            merged.merge(pickle.loads(packed), shared.search)  # noqa: S301
        return merged

    def tally(self, shared: Recurring) -> dict[str, Tally]:
        merged: dict[str, Tally] = {}
        for packed in self._map(chunks.tally, _send_recurring(shared)):
            merge_tallies(merged, chunks.unpack_tallies(packed))
        return merged

    def describe(self, shared: Describing) -> Iterator[Described]:
        sent = Describing(_send_vocabulary(shared.vocabulary), _send_names(shared.names), shared.references)
        for packed in self._map(chunks.describe, sent):
            yield from map(chunks.DESCRIBED.decode, split_frames(packed))

    def _map(self, function: ChunkFunction, shared: Any = None) -> Iterator[bytes]:  # noqa: ANN401
        return self._show(self._engine.map(function, self._kept, shared))

    def _show(self, of_chunks: Iterator[bytes]) -> Iterator[bytes]:
        """Yield what belongs to the chunks, and show the papers of those that were there as a step."""
        step = self._begin_step()
        return show_counts(of_chunks, self._on_progress, step, total=len(self._papers), each=CHUNK_SIZE)

    def _begin_step(self) -> str:
        self._n_begun += 1
        return f"extracting, step {self._n_begun} of {_N_STEPS}"

    @property
    def _kept(self) -> Kept:
        if self._chunks is None:
            message = "the sentences of a corpus are counted first"
            raise RuntimeError(message)
        return self._chunks

    def _pack(self) -> Iterator[bytes]:
        papers = iter(self._papers)
        while some := list(islice(papers, CHUNK_SIZE)):
            first = len(self.ids)
            self.ids.extend(paper.id for paper in some)
            self.titles.extend(paper.title for paper in some)
            yield pack_papers(first, some)


# What is sent has to have the same bytes in each run: an engine whose results persist finds them by these.


def _send_acronyms(acronyms: AcronymTable) -> AcronymTable:
    """Return a table without its cache, which each process fills for itself."""
    return replace(acronyms, identities={})


def _send_vocabulary(vocabulary: Vocabulary) -> Vocabulary:
    """Return what workers need of a vocabulary: its terms stand for the tallies."""
    counts, terms = vocabulary.counts, vocabulary.user_terms
    return replace(
        vocabulary,
        acronyms=_send_acronyms(vocabulary.acronyms),
        counts=replace(counts, tallies={}, listed=frozenset(), namesakes=OrderedlyPickled(counts.namesakes)),
        words=OrderedlyPickled(vocabulary.words),
        long_forms=OrderedlyPickled(vocabulary.long_forms),
        eponyms=OrderedlyPickled(vocabulary.eponyms),
        exempt=OrderedlyPickled(vocabulary.exempt),
        user_terms=replace(
            terms,
            wanted=OrderedlyPickled(terms.wanted),
            ignored=OrderedlyPickled(terms.ignored),
            ignored_labels=OrderedlyPickled(terms.ignored_labels),
        ),
    )


def _send_recurring(recurring: Recurring) -> Recurring:
    """Return what workers need to tally candidates."""
    return replace(
        recurring,
        acronyms=_send_acronyms(recurring.acronyms),
        identities=OrderedlyPickled(recurring.identities),
        words=OrderedlyPickled(recurring.words),
        listed=frozenset(),
        joined={},
    )


def _send_names(names: NameTable) -> NameTable:
    """Return what workers need of a table: the owners, and their titles in one array."""
    owners = set(names.owner_numbers.values()) - {NO_OWNER}
    titles = PackedTexts(title if number in owners else "" for number, title in enumerate(names.titles))
    return replace(names, ids=(), titles=titles, refusals={}, refused_uses=())
