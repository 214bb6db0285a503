"""How long a venue may be, where a single word is one, and where its year stands."""

from papertrace.listings.fields.venues import clean_venue, find_venue


def test_the_words_of_a_venue_are_few_and_more_than_months() -> None:
    assert clean_venue(" ".join(["Harbour"] * 16) + " 2020") == " ".join(["Harbour"] * 16)
    assert clean_venue(" ".join(["Harbour"] * 17) + " 2020") is None
    assert clean_venue("Jan. Feb. 2020") is None


def test_a_single_word_without_two_capitals_is_a_venue_in_a_column_alone() -> None:
    assert clean_venue("Harbours 2020", in_column=True) == "Harbours"
    assert clean_venue("Harbours 2020") is None


def test_a_year_may_begin_the_part_that_names_the_venue() -> None:
    assert find_venue(" (2020, WAVES)") == "WAVES"
