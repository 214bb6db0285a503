import pytest

from papertrace.counting.counters import LargeCounter
from papertrace.extract.concepts.candidates import find_candidates
from papertrace.resolve.concepts.acronyms import Definitions, count_definitions, is_same_sense, resolve_acronyms


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
    table = resolve_acronyms(Definitions(pairs=LargeCounter(pairs, max_held=99)))
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


@pytest.mark.parametrize(
    ("short", "one", "other", "same"),
    [
        ("GEMM", "general matrix multiplication", "general matrix matrix multiplication", True),
        ("PCA", "principal component analysis", "pairwise comparison accuracy", False),
        ("DP", "data parallelism", "dynamic programming", False),
    ],
    ids=["GEMM", "PCA", "DP"],
)
def test_senses(short: str, one: str, other: str, *, same: bool) -> None:
    assert is_same_sense(short, one, other) is same
