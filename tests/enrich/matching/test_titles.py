"""Whether two titles are those of one work."""

import pytest

from papertrace.enrich.matching.titles import Likeness, compare_titles, is_similar, is_specific

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
        pytest.param("Sparse Attention for Long Protein Sequences: A Survey", Likeness.RELATED, id="continued"),
        pytest.param("Sparse Attention", Likeness.RELATED, id="beginning"),
        pytest.param("Sparse Attention for Long Protein Sequences 2", Likeness.RELATED, id="number"),
        pytest.param("Sparse Attention for Lung Protein Sequences", Likeness.RELATED, id="short word"),
        pytest.param("Dense Pooling of Speech", Likeness.DIFFERENT, id="another one"),
        pytest.param("", Likeness.DIFFERENT, id="none"),
    ],
)
def test_titles_are_compared_in_full(other: str, expected: Likeness) -> None:
    assert compare_titles(TITLE, other) is expected
    assert compare_titles(other, TITLE) is expected


@pytest.mark.parametrize(
    ("one", "other"),
    [
        pytest.param("supervised", "unsupervised", id="negation"),
        pytest.param("inductive", "deductive", id="opposite"),
        pytest.param("microscopic", "macroscopic", id="one letter near the beginning"),
        pytest.param("GPT-3", "GPT-4", id="version"),
    ],
)
def test_words_of_another_meaning_are_not_variants(one: str, other: str) -> None:
    pattern = "On {} Training of Large Models for Text"

    assert compare_titles(pattern.format(one), pattern.format(other)) is Likeness.RELATED


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


@pytest.mark.parametrize(
    ("one", "other", "expected"),
    [
        ("Tides", "Tides of Frost", True),
        ("Tides of Frost", "tides", True),
        ("Tides of Frost", "Frost of Tides", False),
        ("", "Tides", False),
    ],
)
def test_a_title_that_continues_another_is_similar(one: str, other: str, *, expected: bool) -> None:
    assert is_similar(one, other) is expected


@pytest.mark.parametrize("title", ["Editorial", "Introduction", "Image segmentation", "", "R", "图像"])
def test_general_titles_identify_nothing(title: str) -> None:
    assert not is_specific(title)
