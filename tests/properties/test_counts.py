"""Counts of parts of a corpus, merged in any order, are those of the whole."""

import pickle
from collections.abc import Callable, Sequence
from dataclasses import fields
from random import Random
from typing import Protocol, Self, TypeVar

import numpy as np
from hypothesis import given
from hypothesis import strategies as st
from tests.candidates import count_first, count_identities, tally_candidates

from papertrace.background import FieldMix, load_background
from papertrace.extract.concepts import find_candidates
from papertrace.extract.mentions.names import NameCollector
from papertrace.extract.text.tokens import split_sentences
from papertrace.model import Identifiers, Paper
from papertrace.model.papers.candidate import Candidates
from papertrace.resolve.boilerplate import Boilerplate
from papertrace.resolve.concepts.names import AcronymTable
from papertrace.resolve.concepts.tallies import Tally, merge_tallies
from papertrace.resolve.concepts.vocabulary import FirstCounts, decide_meanings, decide_recurring
from papertrace.resolve.papers.merging import ReferenceIndex


class Mergeable(Protocol):
    def merge(self, other: Self, /) -> None: ...


M = TypeVar("M", bound=Mergeable)
T = TypeVar("T")

WORDS = st.sampled_from(
    (
        *("the", "of", "KV", "cache", "key-value", "MoE", "mixture-of-experts", "Mamba-2", "(SSM)", "model,", "Model"),
        *(
            "state",
            "space",
            "pre-training",
            "pretraining",
            "Pretraining",
            "Walrus",
            "walrus",
            "KV-cache",
            "SSM",
            "WALRUS",
        ),
        *("We", "introduce", "Walrus,", "a", "sorter.", "Here", "C++", "\u00e9", "herd", "tracking.", "FlexGen:"),
    )
)
TEXTS = st.lists(WORDS, max_size=25).map(" ".join)
CORPORA = st.lists(st.tuples(TEXTS, TEXTS), max_size=8)
SEEDS = st.integers(0, 99)


def cut(items: Sequence[T], seed: int) -> list[list[T]]:
    """Return the items in parts, which are shuffled."""
    random = Random(seed)  # noqa: S311 - not security-relevant
    ends = sorted(random.choices(range(len(items) + 1), k=random.randint(0, 3)))
    parts = [list(items[a:b]) for a, b in zip([0, *ends], [*ends, len(items)], strict=True)]
    random.shuffle(parts)
    return parts


def merge(count: Callable[[Sequence[T]], M], items: Sequence[T], seed: int) -> M:
    """Return the counts of parts of the items, each of which has travelled."""
    first, *others = (pickle.loads(pickle.dumps(count(part))) for part in cut(items, seed))  # noqa: S301 - our own
    for other in others:
        first.merge(other)
    merged: M = first
    return merged


def find(papers: Sequence[tuple[str, str]]) -> list[Candidates]:
    return [find_candidates(title, abstract) for title, abstract in papers]


@given(CORPORA, SEEDS)
def test_concepts(papers: list[tuple[str, str]], seed: int) -> None:
    found = find(papers)
    first = count_first(found)
    assert merge(count_first, found, seed) == first
    acronyms, _ = decide_meanings(first)
    identities = count_identities(found, acronyms)
    assert merge(lambda part: count_identities(part, acronyms), found, seed) == identities
    recurring = decide_recurring(first.words.settle(), identities, acronyms)
    merged: dict[str, Tally] = {}
    for part in cut(found, seed):
        merge_tallies(merged, tally_candidates(part, recurring))
    assert merged == tally_candidates(found, recurring)


@given(CORPORA, SEEDS)
def test_decisions_ignore_the_order_of_papers(papers: list[tuple[str, str]], seed: int) -> None:
    found = find(papers)
    shuffled = [paper for part in cut(found, seed) for paper in part]
    one, other = ((decide_meanings(first), first.words.settle()) for first in map(count_first, (found, shuffled)))
    assert one == other
    acronyms = AcronymTable(dominant={}, ambiguous={})
    recurring = [
        decide_recurring(words, count_identities(part, acronyms), acronyms)
        for words, part in ((one[1], found), (other[1], shuffled))
    ]
    compared = [{field.name: getattr(decided, field.name) for field in fields(decided)} for decided in recurring]
    assert np.array_equal(*(values.pop("identities") for values in compared))
    assert compared[0] == compared[1]


def test_no_papers_count_nothing() -> None:
    assert count_first([]) == FirstCounts()


@given(CORPORA, SEEDS)
def test_fields(papers: list[tuple[str, str]], seed: int) -> None:
    def count(part: Sequence[tuple[str, str]]) -> FieldMix:
        background, mix = load_background(), FieldMix(load_background())
        for _, abstract in part:
            rows = np.array([background.row(word) for word in abstract.split()], dtype=np.int64)
            mix.add_counts(background.count_fields(rows, np.array([0, rows.size])).tolist())
        return mix

    assert merge(count, papers, seed) == count(papers)


@given(CORPORA, SEEDS)
def test_names(papers: list[tuple[str, str]], seed: int) -> None:
    def count(part: Sequence[tuple[int, tuple[str, str]]]) -> NameCollector:
        names = NameCollector()
        for number, (title, abstract) in part:
            names.add(number, title, abstract)
        return names

    whole, merged = count(list(enumerate(papers))), merge(count, list(enumerate(papers)), seed)
    assert merged == whole
    search = whole.plan_search()
    assert (merged.plan_search().limits, merged.plan_search().sought) == (search.limits, search.sought)


@given(CORPORA, SEEDS)
def test_sentences_that_recur(papers: list[tuple[str, str]], seed: int) -> None:
    texts = [abstract for _, abstract in papers * 3]

    def count(part: Sequence[str]) -> Boilerplate:
        boilerplate = Boilerplate()
        for text in part:
            boilerplate.add(text, split_sentences(text))
        return boilerplate

    whole, merged = count(texts), merge(count, texts, seed)
    whole.finish()
    merged.finish()
    for text in texts:
        spans = split_sentences(text)
        assert merged.blank(text, spans) == whole.blank(text, spans)
        assert merged.may_recur(text) == whole.may_recur(text)
        assert whole.may_recur(text) or whole.blank(text, spans) == text


@given(st.lists(st.sets(st.integers(0, 5), max_size=3), max_size=8), SEEDS)
def test_references(ids: list[set[int]], seed: int) -> None:
    def count(part: Sequence[tuple[int, set[int]]]) -> ReferenceIndex:
        index = ReferenceIndex()
        for number, names in part:
            for name in sorted(names):
                identifiers = Identifiers(doi=f"10.1/{name}")
                index.add(number, Paper(id=f"p{number}", title="", abstract="", entries=(), identifiers=identifiers))
        return index

    whole, merged = count(list(enumerate(ids))), merge(count, list(enumerate(ids)), seed)
    assert merged == whole
    for name in range(6):
        first = next((number for number, names in enumerate(ids) if name in names), None)
        assert merged.find(f"doi:10.1/{name}") == first
