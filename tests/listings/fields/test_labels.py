"""Words that name a venue, label a link, or say that nothing is known."""

import pytest

from papertrace.listings.fields.labels import (
    begins_with_venue,
    is_label,
    is_venue_among_names,
    is_venue_and_year,
    says_nothing,
)


@pytest.mark.parametrize(
    ("words", "expected"),
    [
        ("WAVES 2020", True),
        ("(Harbour Letters 2020),", True),
        ("[WAVES' 20]", True),
        ("Letters of the Harbour 2016", True),
        ("2020", False),
        ("WAVES", False),
        ("WAVES Harbour", False),
        ("2020 WAVES", False),
        ("we weigh ropes of 2016", False),
        (" ".join(["Harbour"] * 9 + ["2020"]), True),
        (" ".join(["Harbour"] * 10 + ["2020"]), False),
        ("", False),
    ],
)
def test_a_venue_and_a_year_are_a_few_words_with_capitals_and_a_year_at_the_end(words: str, *, expected: bool) -> None:
    assert is_venue_and_year(words) is expected


@pytest.mark.parametrize(
    ("words", "expected"), [("Journal of Harbours", True), ("Proceedings of WAVES", True), ("Tides of Frost", False)]
)
def test_a_venue_may_begin_with_the_kind_of_publication(words: str, *, expected: bool) -> None:
    assert begins_with_venue(words) is expected


@pytest.mark.parametrize(
    ("words", "expected"),
    [
        ("Workshop at ICML 2020", True),
        ("Rope Workshop at ICML 2020", True),
        ("WAVES at ICML 2020", True),
        ("Ships at ImageNet 2012", False),
        ("Letters of Harbours 2020", True),
        ("Letters about Harbours 2020", False),
        ("Letters of Old Harbours 2020", True),
        ("Sails of Old Ships 1950", False),
        ("Sails of OLD Ships 1950", True),
        ("Sails of Ships 1950", True),
        ("Ships 1993-2010", False),
        ("(WAVES '20)", True),
        ("paper3", True),
        ("the code", True),
        ("the ropes", False),
    ],
)
def test_a_venue_with_a_year_is_a_label_and_a_title_with_one_is_none(words: str, *, expected: bool) -> None:
    assert is_label(words) is expected


@pytest.mark.parametrize(
    ("words", "expected"),
    [
        ("Harbour Letters 8", True),
        ("J. Harbours 8", False),
        ("J. R. Doe", False),
        ("Ann Doe", False),
        ("Proc. 8", True),
    ],
)
def test_an_initial_among_names_is_no_journal(words: str, *, expected: bool) -> None:
    assert is_venue_among_names(words) is expected


@pytest.mark.parametrize("words", ["na", "N/A", " none ", "None", "tba", "TBD", "Unknown", "unpublished"])
def test_some_words_say_nothing(words: str) -> None:
    assert says_nothing(words)
    assert not says_nothing(f"{words} waves")


def test_the_first_words_of_a_long_text_are_looked_at() -> None:
    assert begins_with_venue("Tides in the Journal " + "x" * 300)
    assert begins_with_venue("J. Harbours")
    assert begins_with_venue("Nature Harbours")
    assert not begins_with_venue("Natural Science of Old Harbours and Their Many Ropes in a Journal")
