"""Single lines: titles, abstracts, buttons, labels, and literals of Python."""

import pytest
from tests.case_tables import cases

from papertrace.listings.fields import is_abstract, is_prose, is_short_sentence, is_title
from papertrace.records import values
from papertrace.records.values import decode_literal

WORDS = "frost moves through narrow harbours in the coldest winters and stays there until the days are long"


@pytest.mark.parametrize(
    "line", ["Tides of Frost", "3 authors", "x" * 479, "In < two", "In {braces}", "- a dash", "== two"]
)
def test_some_words_can_be_a_title(line: str) -> None:
    assert is_title(line)


@cases("line")
def test_numbers_code_addresses_and_rules_are_no_titles(line: str) -> None:
    assert not is_title(line)


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        pytest.param("x" * 240, True, id="longer than any title"),
        pytest.param("x" * 239, False, id="as long as a title"),
        pytest.param(f"{WORDS}.", True, id="a sentence"),
        pytest.param(f"{WORDS}.)", True, id="a sentence in brackets"),
        pytest.param(f"{WORDS}…", True, id="cut short"),
        pytest.param(f"{WORDS}. Then it", True, id="a stop within"),
        pytest.param(WORDS, False, id="no stop"),
        pytest.param(f"{WORDS[:78]}.", False, id="a short sentence"),
        pytest.param(f"{WORDS[:79]}.", True, id="a sentence long enough"),
    ],
)
def test_an_abstract_is_long_and_made_of_sentences(line: str, *, expected: bool) -> None:
    assert is_prose(line) == expected


@cases("line, expected")
def test_a_short_sentence_has_six_words_and_a_stop(line: str, *, expected: bool) -> None:
    assert is_short_sentence(line) == expected


@pytest.mark.parametrize(
    ("text", "value"),
    [
        pytest.param(
            " {'id': 'a', 'doi': None, 'n': [1, -2.5e3]} ", {"id": "a", "doi": None, "n": [1, -2500.0]}, id="a dict"
        ),
        pytest.param("[nan, 1]", [None, 1], id="not a number"),
        pytest.param("9**9", None, id="an expression"),
        pytest.param("b'a'", None, id="bytes"),
        pytest.param("1j", None, id="a complex number"),
        pytest.param("print('a')", None, id="a call"),
        pytest.param("{'a': ", None, id="cut short"),
        pytest.param("[" * 40 + "]" * 40, "nested", id="forty levels"),
        pytest.param("[" * 41 + "]" * 41, None, id="more levels"),
        pytest.param("", None, id="nothing"),
    ],
)
def test_plain_values_of_python_are_read_and_nothing_is_evaluated(text: str, value: object) -> None:
    found = decode_literal(text)

    assert found == value if value != "nested" else isinstance(found, list)


def test_abstracts_in_capitals_alone_are_abstracts() -> None:
    text = f"{WORDS}. Nobody has counted them until now."
    assert is_abstract(text)
    assert is_abstract(text.upper())
    assert not is_abstract(text.title())


@pytest.mark.parametrize(
    ("text", "beside_a_title", "alone"),
    [
        pytest.param(f"{WORDS}. Then it leaves.", True, True, id="two sentences"),
        pytest.param(f"{WORDS}.", False, True, id="one sentence"),
        pytest.param(WORDS, False, False, id="no sentence"),
        pytest.param("frost " * 40, True, True, id="as long as no title is"),
        pytest.param(("frost " * 40)[:-1], False, False, id="as long as a title may be"),
        pytest.param("frost " * 11 + "it. It leaves.", True, True, id="as many characters as an abstract has"),
        pytest.param(("frost " * 11)[1:] + "it. It leaves.", False, False, id="fewer characters than an abstract has"),
        pytest.param("Frost moves. " * 10, True, True, id="half of the words with capitals"),
        pytest.param("Frost Moves slowly. " * 10, False, False, id="most words with capitals"),
    ],
)
def test_an_abstract_has_sentences_with_few_capitals(text: str, *, beside_a_title: bool, alone: bool) -> None:
    assert (is_abstract(text), is_abstract(text, stands_alone=True)) == (beside_a_title, alone)


def test_only_the_beginning_of_a_long_text_is_judged() -> None:
    assert is_abstract(f"{'frost ' * 334}{'Frost ' * 999}")


def test_a_literal_is_read_up_to_a_length(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(values, "_MAX_LITERAL_CHARS", 5)

    assert decode_literal(" 'abc' ") == "abc"
    assert decode_literal("'abcd'") is None
