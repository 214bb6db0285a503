"""Papers with links and claims, concepts and mentions: the order of the steps over a corpus, and the decisions between.

What the steps count is merged, and each decision is made once, in this process: which sentences recur, which spellings
and acronyms mean the same, which identities recur, which of them are concepts, and who owns a name.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import nullcontext
from dataclasses import replace
from itertools import islice
from typing import TYPE_CHECKING

from papertrace.engine.protocol import A, B, Engine, InlineEngine, S
from papertrace.errors import EngineError
from papertrace.extract.concepts import TermFinder
from papertrace.extract.mentions.names import NO_OWNER, NameTable
from papertrace.memory import collect_garbage_rarely
from papertrace.model import Paper, Problem, log_problem
from papertrace.model.papers.facts import Terms
from papertrace.pipeline import chunks
from papertrace.pipeline.chunks import (
    Counting,
    Described,
    Describing,
    Finding,
    Found,
    FoundCounts,
    Part,
    RecurringCounts,
)
from papertrace.pipeline.steps import Progress, ignore_progress, show_counts
from papertrace.resolve.boilerplate import Boilerplate
from papertrace.resolve.concepts.tallies import Tally, merge_tallies
from papertrace.resolve.concepts.vocabulary import (
    Recurring,
    Vocabulary,
    decide_meanings,
    decide_recurring,
    decide_vocabulary,
    unite_counts,
)
from papertrace.resolve.papers.merging import name_references
from papertrace.spool import MAX_IN_MEMORY, Columns, Spool

if TYPE_CHECKING:
    from papertrace.graph.pairs.texts import StoredCounts

CHUNK_SIZE = 500
"""Papers of a chunk: 20 chunks of 10,000 papers, so that eight workers end at about the same time; 6 MB with their
candidates. In smaller chunks, more of the tallies are of the same identities, and merging them takes longer."""

_N_STEPS = 5
"""The steps that are shown: each hands out every chunk once."""
_MAX_CHUNKS_IN_MEMORY = MAX_IN_MEMORY // CHUNK_SIZE
_MAX_CHUNKS_HERE = 10 * _MAX_CHUNKS_IN_MEMORY
"""The same where one process does everything, which would pack each of them once and unpack it four times."""


def describe_corpus(
    papers: Sequence[Paper],
    terms: Terms | None = None,
    on_problem: Callable[[Problem], None] = log_problem,
    engine: Engine | None = None,
    on_progress: Callable[[Progress], None] = ignore_progress,
    *,
    counts: "StoredCounts | None" = None,
) -> Iterator[Paper]:
    """Yield papers with links and claims, found paper by paper, and concepts and mentions, found in the whole corpus.

    An `engine` says where the work is done, in this process by default. It makes no difference to the result, and is
    not used for a corpus that fits into memory. `counts`, if given, gets the counts of the terms of all papers, from
    the words that the concepts are found in.
    """
    with nullcontext(engine) if engine is not None else InlineEngine() as used:
        try:
            yield from _describe(_Corpus(papers, used, on_progress, counts), terms, on_problem)
        except EngineError as error:
            raise _name_papers(error, len(papers)) from error


def _describe(steps: "_Corpus", terms: Terms | None, on_problem: Callable[[Problem], None]) -> Iterator[Paper]:
    with collect_garbage_rarely():
        boilerplate = steps.count_sentences()
        boilerplate.finish()
        found = steps.find(boilerplate, TermFinder(terms) if terms else None)
        acronyms, user_terms = decide_meanings(found.concepts, terms)
        search = found.names.plan_search()
        counted = steps.count(Counting(acronyms, search, found.any_cites))
        names = found.names.assign(counted.printed, steps.ids, steps.titles, boilerplate.sentences)
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
    first, last = error.chunk * CHUNK_SIZE + 1, min((error.chunk + 1) * CHUNK_SIZE, n_papers)
    chunk, _, fact = str(error).partition(": ")
    return EngineError(f"papers {first:,} to {last:,} ({chunk}): {fact}", chunk=error.chunk)


def _name(described: Described, ids: Sequence[str], titles: Sequence[str]) -> Paper:
    """Return a described paper with the ids of the papers that it mentions and cites."""
    paper = name_references(described.paper, described.references, ids)
    if not described.mentions:
        return paper
    mentions = tuple(one.name(ids, titles) for one in described.mentions)
    return replace(paper, mentions=mentions)


class _Corpus:
    """The chunks of a corpus, and the steps over them, wherever an engine does these.

    What is needed of each paper is in temporary files here, if the papers are many.
    """

    def __init__(
        self,
        papers: Sequence[Paper],
        engine: Engine,
        on_progress: Callable[[Progress], None],
        counts: "StoredCounts | None",
    ) -> None:
        self._engine = engine
        self._counts = counts
        self._given = papers
        self._on_progress = on_progress
        self._n_begun = 0
        n_chunks = _MAX_CHUNKS_HERE if isinstance(engine, InlineEngine) else _MAX_CHUNKS_IN_MEMORY
        self._parts = Spool(Part, in_memory=n_chunks, codec=Columns())
        self._found = Spool(Found, in_memory=n_chunks, codec=Columns())
        self._identities: Spool[list[str]] = Spool(list[str], in_memory=n_chunks)
        self.ids: Spool[str] = Spool(str)
        self.titles: Spool[str] = Spool(str)

    def count_sentences(self) -> Boilerplate:
        merged = Boilerplate()
        for sentences in self._map(chunks.sentences, self._divide(), None):
            merged.merge(sentences)
        return merged

    def find(self, boilerplate: Boilerplate, finder: TermFinder | None) -> FoundCounts:
        merged, shared = FoundCounts(), Finding(boilerplate, finder, keeps_words=self._counts is not None)
        for found, counts in self._map(chunks.find, self._parts, shared):
            self._found.append(found)
            merged.merge(counts)
        return merged

    def count(self, shared: Counting) -> RecurringCounts:
        # The cache of a table is left out, which each process fills for itself.
        sent = shared._replace(acronyms=replace(shared.acronyms, identities={}))
        merged = RecurringCounts()
        for counts, identities in self._map(chunks.count, zip(self._parts, self._found, strict=True), sent):
            self._identities.append(identities)
            merged.merge(counts, shared.search)
        return merged

    def tally(self, shared: Recurring) -> dict[str, Tally]:
        acronyms = replace(shared.acronyms, identities={})
        sent = replace(shared, acronyms=acronyms, listed=frozenset(), joined={})
        merged: dict[str, Tally] = {}
        for packed in self._map(chunks.tally, zip(self._found, self._identities, strict=True), sent):
            merge_tallies(merged, chunks.unpack_tallies(packed))
        return merged

    def describe(self, shared: Describing) -> Iterator[Described]:
        sent = Describing(_send_vocabulary(shared.vocabulary), _send_names(shared.names), shared.references)
        given = zip(self._parts, self._found, self._identities, strict=True)
        for described, counts in self._map(chunks.describe, given, sent):
            if self._counts is not None and counts is not None:
                self._counts.append(counts)
            yield from described

    def _map(self, function: Callable[[A, S], B], given: Iterable[A], shared: S) -> Iterator[B]:
        """Yield the results of the chunks, and show the papers of those that were there as a step."""
        results = self._engine.map_values(function, given, shared)
        n_papers = len(self._given)
        self._n_begun += 1
        if n_papers > MAX_IN_MEMORY:
            step = f"extracting, step {self._n_begun} of {_N_STEPS}"
            return show_counts(results, self._on_progress, step, total=n_papers, each=CHUNK_SIZE)
        if self._n_begun == 1:
            self._on_progress(Progress("extracting"))
        return results

    def _divide(self) -> Iterator[Part]:
        papers = iter(self._given)
        while some := list(islice(papers, CHUNK_SIZE)):
            first = len(self.ids)
            self.ids.extend(paper.id for paper in some)
            self.titles.extend(paper.title for paper in some)
            part = chunks.make_part(first, some)
            self._parts.append(part)
            yield part


def _send_vocabulary(vocabulary: Vocabulary) -> Vocabulary:
    """Return what workers need of a vocabulary: its terms stand for the tallies."""
    acronyms = replace(vocabulary.acronyms, identities={})
    counts = replace(vocabulary.counts, tallies={}, listed=frozenset())
    return replace(vocabulary, acronyms=acronyms, counts=counts)


def _send_names(names: NameTable) -> NameTable:
    """Return what workers need of a table: the owners, and their titles."""
    owners = set(names.owner_numbers.values()) - {NO_OWNER}
    titles = tuple(title if number in owners else "" for number, title in enumerate(names.titles))
    return replace(names, ids=(), titles=titles, refusals={}, refused_uses=())
