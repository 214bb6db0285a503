"""Counts of single words, and which of them may be terms."""

from collections import Counter

import pytest
from tests.case_tables import cases

from papertrace.resolve.concepts.tallies import WordCounter, WordCounts


def test_the_words_of_papers_add_up_by_paper() -> None:
    one, other = WordCounter(), WordCounter()
    one.add_counts({"walrus": 1, "tusk": 1, "ice": 1}, {"walrus": 1, "tusk": 1}, {"walrus": 1, "ice": 1}, {})
    other.add_counts({"walrus": 1}, {}, {}, {"walrus": 1})

    one.merge(other)

    assert one.settle() == WordCounts(
        df=Counter(walrus=2, tusk=1, ice=1),
        prominent=Counter(walrus=1, tusk=1),
        lower=Counter(walrus=1, ice=1),
        undecided=Counter(walrus=1),
    )


@pytest.mark.parametrize("parts", [(1, 1), (2, 0)])
def test_beyond_the_largest_number_the_words_of_most_papers_are_kept(
    parts: tuple[int, int], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("papertrace.resolve.concepts.tallies._MAX_WORDS", 1)
    counters = [WordCounter(), WordCounter()]
    for number, n in enumerate(parts):
        for _ in range(n):
            counters[number].add_counts({"walrus": 1}, {"walrus": 1}, {"walrus": 1}, {})
    counters[0].add_counts({"tusk": 1}, {"tusk": 1}, {"tusk": 1}, {})
    counters[0].merge(counters[1])

    assert counters[0].settle() == WordCounts(
        df=Counter(walrus=2), prominent=Counter(walrus=2), lower=Counter(walrus=2)
    )


@cases("word, df, lower, may_be")
def test_a_term_is_long_enough_no_adjective_and_mostly_in_lower_case(
    word: str, df: int, lower: int, *, may_be: bool
) -> None:
    counts = WordCounts(df=Counter({word: df}), lower=Counter({word: lower}))

    assert counts.may_be_term(word) is may_be


@pytest.mark.parametrize(("lower", "undecided", "may_be"), [(0, 3, True), (0, 2, False), (1, 1, True), (1, 0, False)])
def test_titles_that_do_not_tell_a_word_from_a_name_do_not_count(lower: int, undecided: int, *, may_be: bool) -> None:
    counts = WordCounts(df=Counter(walrus=3), lower=Counter(walrus=lower), undecided=Counter(walrus=undecided))

    assert counts.may_be_term("walrus") is may_be
