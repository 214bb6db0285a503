import pytest
from tests.case_tables import cases

from papertrace.extract.text.tokens import Shape, clean_text, tokenize


def words(text: str) -> list[str]:
    return tokenize(clean_text(text)).texts


@cases("text, expected", named=True)
def test_tokens_of_technical_text(text: str, expected: list[str]) -> None:
    assert words(text) == expected


def test_formula_breaks_a_phrase() -> None:
    assert " ¦ " in clean_text("cost $O(n^2 + m)$ attention")


@pytest.mark.parametrize(
    "formula", [r"\(|u|^{p-2}u + 2N\)", r"\[ x^{2N-1} = \text{tusk} \]", "\\[ a\n= b \\]"], ids=str
)
def test_a_formula_in_the_brackets_of_latex_is_no_text(formula: str) -> None:
    assert clean_text(f"the {formula} equation").split() == ["the", "¦", "equation"]


def test_a_symbol_in_the_brackets_of_latex_is_kept_as_between_dollars() -> None:
    assert clean_text(r"the \(p\)-tusk equation") == clean_text("the $p$-tusk equation")


@cases("text, shape")
def test_shapes(text: str, shape: Shape) -> None:
    assert tokenize(text).shapes == [shape]


def test_a_surface_is_the_text_from_its_first_token_to_its_last() -> None:
    assert tokenize("one key-value cache.").surface(1, 3) == "key-value cache"


def test_a_long_run_of_underscores_is_kept_whatever_stands_around_it() -> None:
    assert clean_text(f"a{'_' * 1_000}b c_ _d") == f"a{'_' * 1_000}b c d"


@cases("text, expected", named=True)
def test_names_joined_by_the_dash_of_latex_are_one_term(text: str, expected: str) -> None:
    assert clean_text(text) == expected


@cases("text, expected")
def test_an_accent_of_latex_never_divides_a_word(text: str, expected: str) -> None:
    assert clean_text(text) == expected


@cases("text, expected", named=True)
def test_scripts_are_neither_glued_nor_shattered(text: str, expected: list[str]) -> None:
    found = tokenize(clean_text(text))
    assert found.texts == expected
    assert "".join(found.parts) == clean_text(text)
    assert [shape for text, shape in zip(found.texts, found.shapes, strict=True) if shape is Shape.SHAPED] == (
        [Shape.SHAPED] if "GPU" in text else []
    )
