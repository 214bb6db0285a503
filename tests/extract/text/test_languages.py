from tests.case_tables import cases

from papertrace.extract.text.columns import demote_function_words
from papertrace.extract.text.tokens import Shape, tokenize


def stops(title: str, abstract: str = "") -> list[str]:
    tokens = tokenize(title), tokenize(abstract)
    demote_function_words(*tokens)
    return [
        text
        for part in tokens
        for text, shape in zip(part.texts, part.shapes, strict=True)
        if shape in {Shape.STOP, Shape.OF}
    ]


@cases("title, expected", named=True)
def test_function_words_of_a_language_end_a_phrase(title: str, expected: list[str]) -> None:
    assert stops(title) == expected


@cases("title")
def test_english_words_stay_where_the_sentence_is_english(title: str) -> None:
    assert not {"die", "de", "los", "con", "la"} & {word.casefold() for word in stops(title)}


def test_a_title_in_another_language_than_its_abstract_is_judged_by_itself() -> None:
    found = stops(
        "Robuste Verfahren für die Messung", "We measure the tusks of a walrus, and of the whales, in the sea."
    )
    assert found[:2] == ["für", "die"]


def test_each_sentence_is_judged_by_itself() -> None:
    found = stops(
        "", "Die Messung der Walrosse ist für die Praxis. Measured walrus herds show die stacking effects, die."
    )
    assert found.count("die") == 1
