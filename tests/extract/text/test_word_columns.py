from itertools import pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.terms import read_words

from papertrace.background import load_background
from papertrace.extract.text.columns import WordReader

Texts = list[tuple[str, str, str]]
Words = list[tuple[list[str], bytes, bytes]]

WORDS = (
    *("trees", "Trees", "GPU-based", "state-space", "models.", "(KV)", "caches,", "of", "the", "is", "vLLM's", "x.y"),
    *(
        "C++",
        "2,048",
        "3.5",
        "-",
        "\u2014",
        "don\u2019t",
        "naïve",
        "\ufb01le",
        "q/a",
        "A/B",
        "für",
        "die",
        "von",
        "Netzen",
        "und",
    ),
    *(
        "Messung",
        "稀疏矩阵",
        "の",
        "모델을",
        "https://example.org/a",
        "$x^2$",
        "M^3ViT",
        "3times",
        "**bold**",
        "é.",
        "ß",
    ),
    *("İstanbul", "N:M", "a#", "co2(", "e.g.", "\u00a0", "\t", "\x1f", "\n", "  "),
)
TEXTS = st.lists(st.sampled_from(WORDS), max_size=12).map(" ".join) | st.text(max_size=20)


def read(reader: WordReader, papers: Texts) -> Words:
    found = reader.read(papers)
    return [
        (
            [found.vocabulary[number] for number in found.words[start:end].tolist()],
            found.roles[start:end].tobytes(),
            found.joined[start:end].tobytes(),
        )
        for start, end in zip(found.ends[:-1].tolist(), found.ends[1:].tolist(), strict=True)
    ]


def expect(papers: Texts) -> Words:
    """Return the words that are found text by text."""
    return [
        ([word if word.islower() else word.casefold() for word in text.words], text.roles, text.joined)
        for title, abstract, _ in papers
        for text in read_words(title, abstract)
    ]


def rows(reader: WordReader, papers: Texts) -> list[list[int]]:
    found = reader.read(papers)
    ends = found.ends_of_rows.tolist()
    return [found.rows[start:end].tolist() for start, end in pairwise(ends)]


def test_no_papers_have_no_words() -> None:
    assert read(WordReader(), []) == []


@given(st.lists(st.tuples(TEXTS, TEXTS), max_size=4))
@settings(max_examples=300)
def test_words_read_in_bulk_are_those_of_each_text(texts: list[tuple[str, str]]) -> None:
    papers = [(title, abstract, f"{title} {abstract}") for title, abstract in texts]
    reader = WordReader()
    assert read(reader, papers) == expect(papers)
    assert read(reader, papers[::-1]) == expect(papers[::-1])


@given(st.lists(st.tuples(TEXTS, TEXTS, st.booleans()), max_size=4))
def test_rows_are_those_of_the_words_as_printed(texts: list[tuple[str, str, bool]]) -> None:
    papers = [(title, abstract, f"{title} {abstract if is_whole else 'Trees'}") for title, abstract, is_whole in texts]
    row_of = load_background().row
    assert rows(WordReader(), papers) == [[row_of(word) for word in text.casefold().split()] for *_, text in papers]


def test_rows_of_known_words_are_found() -> None:
    ((walrus, model),) = rows(WordReader(), [("Walrus", "model", "Walrus model")])
    assert walrus != model
    assert model == load_background().row("model") >= 0


def test_vocabulary_has_only_the_words_of_the_call() -> None:
    reader = WordReader()
    reader.read([("walrus tusk", "", "")])
    found = reader.read([("tusk", "tusk", "")])
    assert found.vocabulary == ["tusk"]
    assert found.rows_of_vocabulary.tolist() == [load_background().row("tusk")]


def test_words_are_the_same_after_a_reader_forgot_them(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("papertrace.extract.text.columns._MAX_TOKENS", 3)
    reader = WordReader()
    papers = [("Pruning of trees", "Trees, and GPU-based trees.", "")]
    assert read(reader, papers) == read(reader, papers) == expect(papers)


def test_function_words_of_another_language_end_phrases() -> None:
    papers = [("Verfahren für die Messung von Netzen", "", ""), ("Trees", "die von für Messung Netzen", "")]
    assert read(WordReader(), papers) == expect(papers)
    assert 0 in read(WordReader(), papers)[0][1]
