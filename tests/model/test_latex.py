"""Plain text from LaTeX titles, names and abstracts, without losing unknown commands."""

import logging

import pytest

from papertrace.model.latex import decode_identifier, decode_latex, decode_prose


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        pytest.param("Plain Text", "Plain Text", id="plain"),
        pytest.param(r"K\"{u}hn, K{\"u}hn, K\"uhn", "Kühn, Kühn, Kühn", id="three ways to an accent"),
        pytest.param(r"Do\u{g}an {\L}ukasz \O rsted {\aa} {\"\i}", "Doğan Łukasz Ørsted å ï", id="letters"),
        pytest.param("{A} {Title}", "A Title", id="protecting braces"),
        pytest.param(r"\emph{Fast} {\it and} \textsc{small}", "Fast and small", id="formatting"),
        pytest.param(r"25\% of 50% \& more_of\_it", "25% of 50% & more_of_it", id="escaped signs"),
        pytest.param("a~b -- c---d ``q''", "a b – c—d “q”", id="print"),  # noqa: RUF001
        pytest.param(r"$M^{3}$ViT and $\alpha$", r"$M^{3}$ViT and $\alpha$", id="mathematics stays"),
        pytest.param(r"\ours: \method{X} \begin{a}", r"\ours: \method{X} \begin{a}", id="unknown commands stay"),
        pytest.param(r"\href{https://example.org}{Page}", "Page", id="an address behind words"),
        pytest.param("line\n  broken", "line broken", id="lines"),
        pytest.param("$5 and {open", "$5 and open", id="unbalanced"),
        pytest.param("\\", "\\", id="a backslash alone"),
    ],
)
def test_latex_becomes_text(text: str, expected: str) -> None:
    assert decode_latex(text) == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        pytest.param("", "", id="nothing"),
        pytest.param(r"77\% of R{\'e}nyi's", "77% of Rényi's", id="as a title"),
        pytest.param(r"(p{$<$}.05, {$\alpha$} $\geq$ 2)", "(p<.05, α ≥ 2)", id="mathematics of one character"),  # noqa: RUF001
        pytest.param(r"30{$^\circ$}", "30\N{DEGREE SIGN}", id="degrees"),
        pytest.param(r"$x^2$ and $\log n$", r"$x^2$ and $\log n$", id="other mathematics stays"),
        pytest.param(r"{\copyright} 2010, x {\textbar} y", "\N{COPYRIGHT SIGN} 2010, x | y", id="other characters"),
        pytest.param(r"a\hspace{0pt} b", "a b", id="space"),
        pytest.param("https://a.org/~ada/b--c.", "https://a.org/~ada/b--c.", id="an address is itself"),
        pytest.param(r"\url{https://a.org/b\_c}, end", "https://a.org/b_c, end", id="an escaped address"),
        pytest.param(r"https://a.org/{\textasciitilde}ada", "https://a.org/~ada", id="an escaped tilde"),
    ],
)
def test_an_abstract_becomes_text(text: str, expected: str) -> None:
    assert decode_prose(text) == expected


def test_odd_commands_are_not_logged(caplog: pytest.LogCaptureFixture) -> None:
    with caplog.at_level(logging.DEBUG):
        decode_latex(r"\frac \sqrt \input{x} \'{} \"{} \c \item \frac{1}{2} \H")

    assert caplog.records == []


@pytest.mark.parametrize(
    ("text", "identifier"),
    [
        pytest.param("10.1000/plain", "10.1000/plain", id="nothing to decode"),
        pytest.param(r"10.1000/a\_b", "10.1000/a_b", id="an escaped sign"),
        pytest.param("10.1000/{a}", "10.1000/a", id="braces"),
        pytest.param(r"10.1000/1234$<$1::a$>$3", "10.1000/1234<1::a>3", id="angles as mathematics"),
        pytest.param(r"10.1000/a\textless{}b\textgreater{}", "10.1000/a<b>", id="angles as commands"),
    ],
)
def test_an_identifier_loses_what_typesetting_needs(text: str, identifier: str) -> None:
    assert decode_identifier(text) == identifier


def test_commands_without_their_argument_stay_and_those_with_it_give_their_text() -> None:
    assert decode_latex(r"\label z \label{x}y") == r"\label z y"
    assert decode_latex(r"\enquote{a} and \mkbibquote{b}") == "“a” and “b”"
    assert decode_latex(r"well\hyphen known") == "well-known"


def test_a_command_keeps_the_blank_behind_its_empty_braces() -> None:
    assert (decode_latex(r"\ss{} is"), decode_latex(r"\ss is")) == (
        "\N{LATIN SMALL LETTER SHARP S} is",
        "\N{LATIN SMALL LETTER SHARP S}is",
    )
