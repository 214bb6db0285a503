import pytest

from papertrace.extract.text.folding import fold_word


@pytest.mark.parametrize("word", ["matrix", "physics", "analysis", "loss", "bus", "series", "noise", "precise", "our"])
def test_folded_words_stay(word: str) -> None:
    assert fold_word(word) == word


@pytest.mark.parametrize(
    ("variants", "expected"),
    [
        (("Kernels", "kernel", "KERNEL", "kernel's"), "kernel"),
        (("matrices", "Matrix"), "matrix"),
        (("libraries", "library"), "library"),
        (("classes", "class"), "class"),
        (("quantisation", "Quantizations"), "quantization"),
        (("optimised", "optimized"), "optimized"),
        (("behaviour", "behaviors"), "behavior"),
        (("modelling", "modeling"), "modeling"),
        (("centre", "centers"), "center"),
        (("analyse", "analyze"), "analyze"),
    ],
    ids=lambda value: value if isinstance(value, str) else "",
)
def test_variants_agree(variants: tuple[str, ...], expected: str) -> None:
    assert {fold_word(variant) for variant in variants} == {expected}
