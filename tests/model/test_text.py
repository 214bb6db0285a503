"""Texts of listings do not change the direction of the text around them."""

import pytest
from tests.case_tables import cases

from papertrace.model.text import is_command, isolate, without_commands

FSI, RLI, PDI, RLO = "\u2068", "\u2067", "\u2069", "\u202e"


@pytest.mark.parametrize(
    "text", ["", "plain", "Über 日本語 · 2024", "a\nb"], ids=["empty", "plain", "accents", "lines"]
)
def test_text_from_left_to_right_is_left_as_it_is(text: str) -> None:
    assert isolate(text) == text


@cases("text, inside", named=True)
def test_isolate_holds_the_whole_text_and_nothing_after_it(text: str, inside: str) -> None:
    assert isolate(text) == f"{FSI}{inside}{PDI}"


@pytest.mark.parametrize("text", ["", "A::b", "a # [b]", "std::vector\nis ::x", "1: :x"])
def test_text_without_a_command_is_left_as_it_is(text: str) -> None:
    assert without_commands(text) == text
    assert not is_command(text)


@pytest.mark.parametrize(
    "text", ["::error::x", "a\n::error::x", " \t::stop-commands::x", "##[error]x", "a\n  ##[error]x"]
)
def test_no_line_remains_a_command(text: str) -> None:
    assert is_command(text)
    assert not is_command(without_commands(text))
    assert without_commands(text).count("\n") == text.count("\n")
