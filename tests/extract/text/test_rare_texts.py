"""Texts that few listings have: languages without their library, odd gaps, very long tokens."""

import sys

import pytest
from tests.terms import read_words

from papertrace.extract import concepts
from papertrace.extract.concepts import find_candidates
from papertrace.extract.text import columns, folding, tokens
from papertrace.extract.text.folding import find_word_starts, fold_plural, lacks_word_library
from papertrace.extract.text.tokens import MAX_TOKEN, Shape, find_acronyms, shape_of, split_sentences, tokenize


@pytest.mark.parametrize(
    ("text", "library"), [("\u6ce8\u610f\u529b\u673a\u5236", "rjieba"), ("\u3053\u308c\u306f\u8a9e", "sudachipy")]
)
def test_words_of_a_language_without_its_library_are_not_cut(
    text: str, library: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, library, None)
    for load in (folding._load_chinese, folding._load_japanese):  # noqa: SLF001 - whether a library is there is cached
        load.cache_clear()
    try:
        assert lacks_word_library(text)
        assert find_word_starts(text, japanese=library == "sudachipy") is None
    finally:
        for load in (folding._load_chinese, folding._load_japanese):  # noqa: SLF001 - as above
            load.cache_clear()


def test_a_text_that_has_blanks_lacks_no_library() -> None:
    assert not lacks_word_library("walrus tusk")


@pytest.mark.parametrize(
    ("word", "singular"), [("electrolyses", "electrolysis"), ("dies", "die"), ("theories", "theory"), ("ties", "tie")]
)
def test_plurals_of_rare_forms_have_their_singular(word: str, singular: str) -> None:
    assert fold_plural(word) == singular


def test_blank_lines_and_a_stop_after_a_blank_end_sentences() -> None:
    def sentences(text: str) -> list[str]:
        return [text[start:end] for start, end in split_sentences(text)]

    assert sentences("One walrus.\n\n\n\n\nAnother one.") == ["One walrus.", "Another one."]
    assert sentences("It is 5 . Then it dives.") == ["It is 5 .", "Then it dives."]


def test_a_gap_of_any_white_space_joins_words_into_a_phrase() -> None:
    title, _ = read_words("walrus\ttusk, tag", "")

    assert title.words == ["walrus", "tusk", "tag"]
    assert list(title.joined)[:2] == [1, 0]


def test_a_token_that_is_too_long_is_cut_and_no_word() -> None:
    assert shape_of("x" * (MAX_TOKEN + 5)) == ("x" * MAX_TOKEN, Shape.STOP)


def test_caches_that_are_full_change_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    text = "Zorbing a flim-flam with 3 quandors!  Many (zorbing) quandors, of: Xarl\u00a0tasks - and tusk?\ttags."
    long = " ".join(f"zorbin{letter} tusk" for letter in "abcdefghijklmnopqrstuvw")
    expected = [find_candidates("A title", one).items for one in (text, long)], tokenize(text)
    monkeypatch.setattr(columns, "_MAX_GAPS", 0)
    monkeypatch.setattr(columns, "_MAX_TOKENS", 1)
    monkeypatch.setattr(concepts, "_MAX_SPANS", 1)
    monkeypatch.setattr(tokens, "_MAX_CACHED_TOKENS", 1)

    assert ([find_candidates("A title", one).items for one in (text, long)], tokenize(text)) == expected
    assert tokenize("qarlet qarlit qarlot").folds == ["qarlet", "qarlit", "qarlot"]


def test_a_long_form_does_not_begin_in_the_middle_of_its_brackets() -> None:
    assert find_acronyms("We use MA (a very multi-matrix attention).") == []
    assert [one.short for one in find_acronyms("We use MMA (multi-matrix attention).")] == ["MMA"]
