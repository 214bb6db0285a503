import pytest
from tests.case_tables import cases

from papertrace.extract.text.tokens import Acronym, find_acronyms


@cases("text", named=True)
def test_brackets_without_a_definition_define_nothing(text: str) -> None:
    assert find_acronyms(text) == []


@cases("text, short, long", named=True)
def test_definition_is_found(text: str, short: str, long: str) -> None:
    assert find_acronyms(text) == [Acronym(short, long)]


@cases("text, long", named=True)
def test_every_initial_is_that_of_a_word(text: str, long: str | None) -> None:
    assert [one.long for one in find_acronyms(text)] == ([long] if long else [])


@cases("text")
def test_an_acronym_is_not_that_of_words_that_lack_its_first_one(text: str) -> None:
    assert find_acronyms(f"In herds, {text} is old.") == []


@pytest.mark.parametrize("text", ["text-to-tusk (TTT)", "an adeno-associated virus (AAV)"], ids=str)
def test_letters_within_a_word_and_words_that_begin_alike_belong_to_the_acronym(text: str) -> None:
    assert len(find_acronyms(text)) == 1
