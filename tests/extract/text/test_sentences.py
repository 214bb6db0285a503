import pytest
from tests.case_tables import cases

from papertrace.extract.text.tokens import split_sentences


def sentences(text: str) -> list[str]:
    return [text[start:end] for start, end in split_sentences(text)]


@pytest.mark.parametrize("text", ["", " \n\t "], ids=["empty", "blank"])
def test_nothing_has_no_sentences(text: str) -> None:
    assert split_sentences(text) == []


@cases("text", named=True)
def test_one_sentence_stays_whole(text: str) -> None:
    assert sentences(text) == [text]


@cases("text, expected", named=True)
def test_sentences_are_split(text: str, expected: list[str]) -> None:
    assert sentences(text) == expected
