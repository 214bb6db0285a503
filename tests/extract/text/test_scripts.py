import pytest
from tests.corpora import build_concepts
from tests.terms import read_words, spell_phrases

from papertrace.extract.concepts import find_candidates
from papertrace.extract.text import folding

CHINESE = [
    ("面向海象的声学监测方法", "本文提出了海象的声学监测。"),
    ("海象声学监测综述", "声学监测用于海象。"),
    ("稀疏矩阵乘法的加速", "我们加速稀疏矩阵乘法。"),
    ("GPU上的稀疏矩阵乘法", "稀疏矩阵乘法是核心。"),
]
JAPANESE = [
    ("深層学習による海象の検出", "海象の検出に深層学習を用いる。"),
    ("深層学習の高速化", "深層学習を高速化する。"),
]


def labels(papers: list[tuple[str, str]]) -> list[set[str]]:
    return [{concept.label for concept in found} for found in build_concepts([find_candidates(*one) for one in papers])]


@pytest.fixture(params=["cut", "uncut"])
def cutting(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    if request.param == "uncut":
        monkeypatch.setattr(folding, "_load_chinese", lambda: None)
        monkeypatch.setattr(folding, "_load_japanese", lambda: None)


@pytest.mark.usefixtures("cutting")
def test_terms_of_chinese_papers_are_those_that_recur() -> None:
    found = labels(CHINESE)
    assert all("声学监测" in one for one in found[:2])
    assert all("稀疏矩阵乘法" in one for one in found[2:])


@pytest.mark.usefixtures("cutting")
def test_terms_of_japanese_papers_are_those_that_recur() -> None:
    assert all("深層学習" in one for one in labels(JAPANESE))


@pytest.mark.usefixtures("cutting")
@pytest.mark.parametrize("papers", [CHINESE, JAPANESE], ids=["Chinese", "Japanese"])
def test_neither_a_title_nor_a_piece_of_a_word_is_a_concept(papers: list[tuple[str, str]]) -> None:
    for found, (title, _) in zip(labels(papers), papers, strict=True):
        assert title not in found
        assert not found & {"学监", "疏矩阵", "矩阵乘", "層学習", "的加速", "による"}


@pytest.mark.usefixtures("cutting")
def test_one_chinese_paper_has_only_whole_runs_of_characters_as_terms() -> None:
    (found,) = labels([("海象的声学监测", "")])
    assert found <= {"海象", "声学监测", "声学", "监测"}


def test_texts_without_blanks_are_compared_by_sequences_of_characters() -> None:
    _, abstract = read_words("", "稀疏矩阵的乘法")
    found = set(spell_phrases(abstract))
    assert {"稀 疏", "矩 阵", "稀 疏 矩", "乘 法"} <= found
    assert "阵 乘" not in found


def test_a_long_text_without_blanks_is_read_in_pieces() -> None:
    starts = folding.find_word_starts("海象検出の" * 5_000, japanese=True)
    assert starts is not None
    assert max(starts) > 24_000
