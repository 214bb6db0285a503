import pytest
from tests.case_tables import cases

from papertrace.extract.text.folding import fold_word


@pytest.mark.parametrize("word", ["matrix", "physics", "analysis", "loss", "bus", "series", "noise", "precise", "our"])
def test_folded_words_stay(word: str) -> None:
    assert fold_word(word) == word


@cases("variants, expected")
def test_variants_agree(variants: tuple[str, ...], expected: str) -> None:
    assert {fold_word(variant) for variant in variants} == {expected}
