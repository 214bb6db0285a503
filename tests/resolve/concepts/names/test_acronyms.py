import pytest
from tests.candidates import make_candidates
from tests.case_tables import cases
from tests.corpora import count_definitions

from papertrace.counting import LargeCounter
from papertrace.extract.concepts import find_candidates
from papertrace.model.papers.candidate import Candidate, CandidateKind, Definition
from papertrace.resolve.concepts.names import Definitions, is_same_sense, resolve_acronyms

PHRASE = CandidateKind.PHRASE


def phrase(key: str, surface: str | None = None, kind: CandidateKind = PHRASE) -> Candidate:
    return Candidate(key=key, kind=kind, surfaces=(surface or key,), n=1, in_title=False, first=0)


def definitions(pairs: dict[tuple[str, str], int]) -> Definitions:
    return Definitions(pairs=LargeCounter(pairs, max_held=99))


def test_no_texts_define_nothing() -> None:
    table = resolve_acronyms(count_definitions([]))
    assert (table.dominant, table.ambiguous) == ({}, {})


@pytest.mark.parametrize(
    ("pairs", "dominant"),
    [
        ({("SSM", "state space model"): 1}, True),
        ({("SSM", "state space model"): 3, ("SSM", "small sorted matrix"): 1}, True),
        ({("SSM", "state space model"): 1, ("SSM", "small sorted matrix"): 1}, False),
        ({("PP", "pipeline parallelism"): 1}, False),
        ({("PP", "pipeline parallelism"): 2}, True),
        ({("MLP", "multilayer perceptron"): 1, ("MLP", "multi layer perceptron"): 1}, True),
    ],
    ids=["one sense", "three to one", "a draw", "two letters, once", "two letters, twice", "two spellings"],
)
def test_one_sense_must_dominate(pairs: dict[tuple[str, str], int], *, dominant: bool) -> None:
    table = resolve_acronyms(definitions(pairs))
    assert bool(table.dominant) is dominant
    assert bool(table.ambiguous) is not dominant


def test_printing_both_before_the_same_word_defines() -> None:
    papers = [find_candidates("", "a KV cache is"), find_candidates("", "the key-value cache of")]
    assert resolve_acronyms(count_definitions(papers)).dominant == {"KV": "key value"}


def test_the_order_of_papers_makes_no_difference() -> None:
    one, other = (
        find_candidates("", "a KV cache is"),
        find_candidates("", "the key-value cache, state space model (SSM)"),
    )
    assert count_definitions([one, other]) == count_definitions([other, one])


@cases("short, one, other, same", named=True)
def test_senses(short: str, one: str, other: str, *, same: bool) -> None:
    assert is_same_sense(short, one, other) is same


def test_phrases_that_begin_with_two_to_four_capitals_are_counted_by_these_and_the_rest() -> None:
    keys = ["K cache", "Kv cache", "ABCDE cache", "KV cache", "ABCD cache of walrus"]
    paper = make_candidates(items=(phrase("GPU", kind=CandidateKind.NAME), *map(phrase, keys)))

    found = count_definitions([paper, make_candidates(items=(phrase("KV cache"),))])

    assert dict(found.headed.items()) == {("KV", "cache"): 2, ("ABCD", "cache of walrus"): 1}
    assert dict(found.compounds.items()) == {}


def test_phrases_that_begin_with_a_compound_are_counted_by_its_initials() -> None:
    items = (
        phrase("key value store"),
        phrase("store key value", "store key-value"),
        phrase("key value", "key-value"),
        phrase("a b c d e store", "a-b-c-d-e store"),
        phrase("key value cache", "key-value cache"),
        phrase("low rank matrix adapter tag", "low-rank-matrix adapter tag"),
        phrase("a b c d store", "a-b-c-d store"),
    )

    found = count_definitions([make_candidates(items=items)])

    assert dict(found.compounds.items()) == {
        ("KV", "cache", "key value"): 1,
        ("LRM", "adapter tag", "low rank matrix"): 1,
        ("ABCD", "store", "a b c d"): 1,
    }
    assert dict(found.headed.items()) == {}


def test_a_compound_counts_as_two_papers_beside_definitions_in_brackets() -> None:
    found = definitions({("KV", "kilo volt"): 1, ("PP", "patch parallelism"): 1})
    found.headed.update([("KV", "cache")])
    found.compounds.update([("KV", "cache", "key value"), ("PP", "cache", "pole position")])

    assert resolve_acronyms(found).ambiguous == {"KV": ("key value", "kilo volt"), "PP": ("patch parallelism",)}


def test_a_compound_that_more_papers_print_counts_as_often() -> None:
    found = definitions({("KV", "kilo volt"): 1, ("KV", "key value"): 1})
    found.headed.update([("KV", "cache")])
    found.compounds.update([("KV", "cache", "key value")])

    assert resolve_acronyms(found).dominant == {"KV": "key value"}  # three of four


def test_senses_are_listed_by_decreasing_count_and_then_by_the_alphabet() -> None:
    pairs = {("PCA", "pole call area"): 1, ("PCA", "walrus count"): 2, ("PCA", "ice area"): 1}

    assert resolve_acronyms(definitions(pairs)).ambiguous == {"PCA": ("walrus count", "ice area", "pole call area")}


def test_a_form_of_the_long_form_with_other_endings_is_a_variant_and_one_with_other_words_is_not() -> None:
    table = resolve_acronyms(
        definitions(
            {
                ("GPU", "graphics processing unit"): 3,
                ("GPU", "graphic processor unit"): 2,
                ("GPU", "general graphics processing unit"): 1,
            }
        )
    )

    assert table.dominant == {"GPU": "graphics processing unit"}
    assert table.variants == {"graphic processor unit": "graphics processing unit"}


def test_the_definitions_of_parts_add_up() -> None:
    items = (phrase("KV cache"), phrase("key value cache", "key-value cache"))
    paper = make_candidates(items=items, definitions=(Definition("GPU", "graphics unit"),) * 2)
    found, other = count_definitions([paper]), count_definitions([paper])

    found.merge(other)

    assert dict(found.pairs.items()) == {("GPU", "graphics unit"): 2}
    assert dict(found.headed.items()) == {("KV", "cache"): 2}
    assert dict(found.compounds.items()) == {("KV", "cache", "key value"): 2}
