"""Formulas of TeX as readers see them."""

import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.case_tables import cases

from papertrace.model.mathematics import may_have_mathematics, show_mathematics


@cases("printed, shown", named=True)
def test_formula_is_shown_in_characters_or_as_printed(printed: str, shown: str) -> None:
    assert show_mathematics(printed) == shown


@cases("printed, shown", named=True)
def test_signs_of_a_formula_are_shown_or_it_stays_as_printed(printed: str, shown: str) -> None:
    assert show_mathematics(printed) == shown


@pytest.mark.parametrize("letter", "RNZQCPH")
def test_sets_of_numbers_have_signs_of_their_own(letter: str) -> None:
    shown = show_mathematics(rf"$\mathbb{{{letter}}}$")

    assert unicodedata.name(shown) == f"DOUBLE-STRUCK CAPITAL {letter}"


@cases("text, may")
def test_texts_without_formulas_are_told_apart_cheaply(text: str, *, may: bool) -> None:
    assert may_have_mathematics(text) == may


@cases("printed, shown", named=True)
def test_a_formula_is_shown_if_it_is_not_too_deep(printed: str, shown: str) -> None:
    assert show_mathematics(printed) == shown


@cases("printed", named=True)
def test_deep_formulas_are_left_as_printed(printed: str) -> None:
    assert show_mathematics(printed) == printed


@given(st.text(alphabet="$\\{}^_ab2 (-)&", max_size=60))
def test_what_is_shown_is_shown_again_as_it_is(text: str) -> None:
    """A page of a graph that was read back from a file shows the same."""
    shown = show_mathematics(text)
    assert show_mathematics(shown) == shown
