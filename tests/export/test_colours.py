"""Colours that can be told from their background."""

from papertrace.export.marks import contrast, legible

WHITE, BLACK, BLUE = "#ffffff", "#000000", "#56b4e9"


def test_a_colour_with_enough_contrast_stays() -> None:
    assert legible(BLACK, on=WHITE, ink=BLACK, ratio=4.5) == BLACK


def test_a_pale_colour_is_shifted_no_further_than_needed() -> None:
    shifted = legible(BLUE, on=WHITE, ink=BLACK, ratio=4.5)

    assert 4.5 <= contrast(shifted, WHITE) < 5.5


def test_a_contrast_that_the_ink_does_not_have_is_approached() -> None:
    shifted = legible(BLUE, on=WHITE, ink="#888888", ratio=7)

    assert contrast(BLUE, WHITE) < contrast(shifted, WHITE) < 7
    assert abs(contrast(shifted, WHITE) - contrast("#888888", WHITE)) < 0.3
