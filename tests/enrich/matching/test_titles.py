"""Whether two titles are those of one work."""

import pytest
from tests.case_tables import cases

from papertrace.enrich.titles import Likeness, compare_titles, core_of, is_similar, is_specific, match_title

TITLE = "Sparse Attention for Long Protein Sequences"


def test_a_title_is_equal_to_itself() -> None:
    assert compare_titles(TITLE, TITLE) is Likeness.EQUAL


@pytest.mark.parametrize(
    ("other", "expected"),
    [
        pytest.param("SPARSE ATTENTION FOR LONG PROTEIN SEQUENCES.", Likeness.EQUAL, id="case and full stop"),
        pytest.param("Sparse  Attention for <i>Long</i> Protein-Sequences", Likeness.EQUAL, id="tags and hyphens"),
        pytest.param("Sparse Attention for Long Proteín Sequences", Likeness.EQUAL, id="accent"),
        pytest.param("Sparse Attentions for Long Protein Sequences", Likeness.NEAR, id="plural"),
        pytest.param("The Sparse Attention for Long Protein Sequences", Likeness.NEAR, id="article"),
        pytest.param("Sparse Attention for Long Protein Sequences: A Survey", Likeness.SUBTITLED, id="subtitle"),
        pytest.param("Sparse Attention for Long Protein Sequences in Mice", Likeness.RELATED, id="continued"),
        pytest.param("Sparse Attention", Likeness.RELATED, id="beginning"),
        pytest.param("Sparse Attention for Long Protein Sequences 2", Likeness.RELATED, id="number"),
        pytest.param("Sparse Attention for Lung Protein Sequences", Likeness.RELATED, id="short word"),
        pytest.param("Correction: Sparse Attention for Long Protein Sequences", Likeness.DIFFERENT, id="correction"),
        pytest.param("Reply to “Sparse Attention for Long Protein Sequences”", Likeness.DIFFERENT, id="reply"),
        pytest.param("Sparse Attention for Long Protein Sequences: Part II", Likeness.RELATED, id="part"),
        pytest.param("Dense Pooling of Speech", Likeness.DIFFERENT, id="another one"),
        pytest.param("", Likeness.DIFFERENT, id="none"),
    ],
)
def test_titles_are_compared_in_full(other: str, expected: Likeness) -> None:
    assert compare_titles(TITLE, other) is expected
    assert compare_titles(other, TITLE) is expected


@cases("one, other", named=True)
def test_words_of_another_meaning_are_not_variants(one: str, other: str) -> None:
    pattern = "On {} Training of Large Models for Text"

    assert compare_titles(pattern.format(one), pattern.format(other)) is Likeness.RELATED


@cases("one, other")
def test_titles_with_other_numbers_are_different(one: str, other: str) -> None:
    assert compare_titles(one, other) is Likeness.DIFFERENT


@cases("printed, title", named=True)
def test_what_stands_around_a_title_is_left_out(printed: str, title: str) -> None:
    assert match_title(printed, title) is Likeness.WITHOUT_NAME


@cases("printed, title", named=True)
def test_what_tells_of_another_work_is_never_left_out(printed: str, title: str) -> None:
    assert match_title(printed, title) < Likeness.NEAR


@cases("one, other", named=True)
def test_notations_of_one_title_are_equal(one: str, other: str) -> None:
    assert compare_titles(one, other) is Likeness.EQUAL


@cases("printed, words")
def test_a_title_is_searched_without_what_stands_around_it(printed: str, words: str) -> None:
    assert core_of(printed) == words


@pytest.mark.parametrize(
    ("one", "other", "expected"),
    [
        ("modeling", "modelling", Likeness.NEAR),
        ("colour", "color", Likeness.NEAR),
        ("analysing", "analyzing", Likeness.NEAR),
        ("process", "processes", Likeness.NEAR),
        ("process", "processors", Likeness.RELATED),
        ("process", "processed", Likeness.RELATED),
        ("analysis", "analytic", Likeness.RELATED),
        ("training", "trainings", Likeness.NEAR),
        ("net", "nets", Likeness.RELATED),
        ("model1", "model2", Likeness.RELATED),
    ],
)
def test_spellings_of_a_word_differ_in_one_letter_or_a_plural(one: str, other: str, expected: Likeness) -> None:
    pattern = "On the Slow {} of Large Waves for Text"

    assert compare_titles(pattern.format(one), pattern.format(other)) is expected
    assert compare_titles(pattern.format(other), pattern.format(one)) is expected


@cases("one, other, expected")
def test_a_title_that_continues_another_is_similar(one: str, other: str, *, expected: bool) -> None:
    assert is_similar(one, other) is expected


@pytest.mark.parametrize("title", ["Editorial", "Introduction", "Image segmentation", "", "R", "图像"])
def test_general_titles_identify_nothing(title: str) -> None:
    assert not is_specific(title)


def test_eight_characters_of_chinese_are_specific() -> None:
    assert is_specific("基于深度学习的分割")
    assert not is_specific("图像分割方法研究"[:7])
