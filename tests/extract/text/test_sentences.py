import pytest

from papertrace.extract.text.tokens import split_sentences


def sentences(text: str) -> list[str]:
    return [text[start:end] for start, end in split_sentences(text)]


@pytest.mark.parametrize("text", ["", " \n\t "], ids=["empty", "blank"])
def test_nothing_has_no_sentences(text: str) -> None:
    assert split_sentences(text) == []


@pytest.mark.parametrize(
    "text",
    [
        "As Doe et al. Report, it works.",
        "Use caches, e.g. Redis, and i.e. Memory.",
        "See Fig. 3 and Eq. 4 for more.",
        "It is 1.5 times faster than 2.0 and v3.1.4 of it.",
        "Code is at https://example.org/a.b/c.Html?d=1. e and more",
        "J. Doe wrote it",
    ],
    ids=["et al.", "e.g.", "figures", "decimals", "URL", "initial"],
)
def test_one_sentence_stays_whole(text: str) -> None:
    assert sentences(text) == [text]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("It works. We ship it.", ["It works.", "We ship it."]),
        ("Why? Because! So.", ["Why?", "Because!", "So."]),
        ("See example.org. vLLM is fast.", ["See example.org.", "vLLM is fast."]),
        ('He said "yes." Then left.', ['He said "yes."', "Then left."]),
        ("First part\n\nSecond part", ["First part", "Second part"]),
        ("It is (see above). 12 more follow.", ["It is (see above).", "12 more follow."]),
    ],
    ids=["stop", "marks", "name in lower case", "quote", "blank line", "digit"],
)
def test_sentences_are_split(text: str, expected: list[str]) -> None:
    assert sentences(text) == expected
