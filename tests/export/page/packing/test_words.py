"""Texts as codes of words and phrases."""

import hashlib
import json
import random
import zlib

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.cpu_limit import cpu_limit

from papertrace.export.page.packing.words import MAX_BITS, _code_lengths, code_texts, read_texts

HOSTILE = [
    "",
    " ",
    "  ",
    "a  b",
    " a b ",
    "a. b",
    "a\nb",
    "摘要 « ink » 摘要",
    "م ر",
    "x\u00a0y",
    "ไทย",
    "\0",
    "a-b c",
    "\U0001d4b3 y",
]


def read_again(groups: list[list[str]]) -> list[list[str]]:
    dictionary, codes = code_texts(groups)
    dictionary = json.loads(json.dumps(dictionary))
    return [read_texts(dictionary, data, len(group)) for data, group in zip(codes, groups, strict=True)]


def test_texts_are_the_same_after_reading() -> None:
    assert read_again([HOSTILE, [], HOSTILE[::-1]]) == [HOSTILE, [], HOSTILE[::-1]]


@given(st.lists(st.lists(st.text(st.sampled_from("ab .,é摘"), max_size=30), max_size=6), max_size=4))
def test_any_texts_are_the_same_after_reading(groups: list[list[str]]) -> None:
    assert read_again(groups) == groups


def make_texts(n: int) -> list[str]:
    rng = random.Random(5)  # noqa: S311 - made-up texts, nothing secret
    words = [f"{one}{other}" for one in ("tide", "ink", "moss", "harp") for other in ("", "s", "less", "ward", "like")]
    phrases = [" ".join(rng.choices(words, k=3)) for _ in range(12)]
    return [". ".join([" ".join(rng.choices(words, k=5)), *rng.choices(phrases, k=6)]) + "." for _ in range(n)]


def test_texts_with_phrases_are_the_same_after_reading_and_short() -> None:
    texts = make_texts(300)

    dictionary, (codes,) = code_texts([texts])

    assert read_texts(dictionary, codes, len(texts)) == texts
    assert dictionary["phrases"][0]
    zipped = zlib.compress(json.dumps(texts).encode(), 9)
    assert len(codes) + len(zlib.compress(json.dumps(dictionary).encode(), 9)) < 0.7 * len(zipped)


def test_same_texts_are_the_same_bytes() -> None:
    dictionary, (codes,) = code_texts([make_texts(100)])

    text = json.dumps(dictionary).encode() + codes
    assert hashlib.sha256(text).hexdigest() == "b6d985a5b25c49f337ee7a724f288575a092c080d409b276f3e517c0ed98b66e"


def test_no_code_is_longer_than_the_page_reads() -> None:
    fibonacci = [1, 1]
    while len(fibonacci) < 40:
        fibonacci.append(sum(fibonacci[-2:]))

    lengths = _code_lengths(fibonacci)

    assert max(lengths) <= MAX_BITS
    assert sum(2.0**-length for length in lengths) == pytest.approx(1)


def test_symbol_that_is_alone_has_a_code() -> None:
    assert _code_lengths([0, 5, 0]) == [0, 1, 0]


def bomb(**changes: object) -> dict[str, object]:
    return {"words": ["a", "b"], "others": [], "phrases": [[], []], "end": 1, "bits": _BITS} | changes


_BITS = {"words": [0, 0, 2], "others": [], "phrases": []}
_DOUBLED = [[1, *range(3, 43)], [1, *range(3, 43)]]  # each phrase is the one before it, twice


@pytest.mark.parametrize(
    ("dictionary", "fact"),
    [
        (bomb(bits=_BITS | {"words": [0, 10**15]}), "the codes do not fit the words"),
        (bomb(bits=_BITS | {"words": [10**15, 2 - 10**15]}), "the codes do not fit the words"),
        (bomb(phrases=_DOUBLED, bits={"words": [2], "others": [], "phrases": [40, 1]}), "a phrase is too long"),
    ],
    ids=["codes", "negative numbers", "phrases"],
)
def test_a_dictionary_that_stands_for_more_than_a_page_has_is_refused(dictionary: dict[str, object], fact: str) -> None:
    with cpu_limit(10), pytest.raises(ValueError, match=fact):
        read_texts(dictionary, b"\xff\x00", 3)


def test_texts_that_are_too_long_are_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    (dictionary, (data,)) = code_texts([["harbour tide frost"] * 9])
    for limit in ("_MAX_TEXT", "_MAX_CHARACTERS"):
        with monkeypatch.context() as limited:
            limited.setattr(f"papertrace.export.page.packing.words.{limit}", 3)
            with pytest.raises(ValueError, match="too long"):
                read_texts(json.loads(json.dumps(dictionary)), data, 9)
