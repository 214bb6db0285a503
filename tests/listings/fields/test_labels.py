"""Words that name a venue, label a link, or say that nothing is known."""

import pytest

from papertrace.listings.fields.labels import begins_with_venue, is_venue_and_year


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
