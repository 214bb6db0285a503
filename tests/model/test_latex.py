"""Plain text from LaTeX titles, names and abstracts, without losing unknown commands."""

import logging

import pytest
from tests.case_tables import cases

from papertrace.model.latex import decode_identifier, decode_latex, decode_prose


@cases("text, expected", named=True)
def test_latex_becomes_text(text: str, expected: str) -> None:
    assert decode_latex(text) == expected


@cases("text, expected", named=True)
def test_an_abstract_becomes_text(text: str, expected: str) -> None:
    assert decode_prose(text) == expected


def test_odd_commands_are_not_logged(caplog: pytest.LogCaptureFixture) -> None:
    with caplog.at_level(logging.DEBUG):
        decode_latex(r"\frac \sqrt \input{x} \'{} \"{} \c \item \frac{1}{2} \H")

    assert caplog.records == []


@cases("text, identifier", named=True)
def test_an_identifier_loses_what_typesetting_needs(text: str, identifier: str) -> None:
    assert decode_identifier(text) == identifier


def test_a_command_keeps_the_blank_behind_its_empty_braces() -> None:
    assert (decode_latex(r"\ss{} is"), decode_latex(r"\ss is")) == (
        "\N{LATIN SMALL LETTER SHARP S} is",
        "\N{LATIN SMALL LETTER SHARP S}is",
    )
