"""Formulas of TeX as readers see them."""

import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from papertrace.model.mathematics import may_have_mathematics, show_mathematics


@pytest.mark.parametrize(
    ("printed", "shown"),
    [
        pytest.param("Old Maps of the North", "Old Maps of the North", id="no formula"),
        pytest.param(r"$\pi_{0}$ for Ferries", "π₀ for Ferries", id="Greek letter and subscript"),
        pytest.param(r"H$_2$O and $^{13}$C", "H₂O and ¹³C", id="scripts of what is outside"),
        pytest.param(r"$\text{Ferry}^{2}$ and $R^{2}>0.9$", "Ferry² and R²>0.9", id="superscripts"),
        pytest.param(r"$\mathcal{N}=4$ and $\mathbb{R}^n$", "N=4 and \N{DOUBLE-STRUCK CAPITAL R}ⁿ", id="fonts"),
        pytest.param(r"$O(n\log n)$ and $\log^2 n$", "O(n log n) and log² n", id="functions"),
        pytest.param(r"$\arg\min_\theta$ of $\sin(x)$", "arg min_θ of sin(x)", id="functions before signs"),
        pytest.param(r"$\tilde{O}(\sqrt{kT})$", "Õ(√kT)", id="accent and root"),
        pytest.param(r"$\frac{1}{2}$ or $\frac{a+b}{2}$", "1/2 or (a+b)/2", id="fractions"),
        pytest.param(r"$x_{i,j}$, $e^{-\tau}$, $B^{\ast}$", "x_(i,j), e^(-τ), B*", id="scripts without characters"),
        pytest.param(r"$\mathcal{L}_{\text{MSE}}$", "L_MSE", id="a word below"),
        pytest.param(r"$B \to K^{*} \mu^+ \mu^-$", "B → K* μ⁺ μ⁻", id="operators set off"),
        pytest.param(r"$P(B\mid A)$ at $90^\circ$", "P(B | A) at 90°", id="relation and degrees"),
        pytest.param(r"\(10\,\mathrm{km}\) and $f\left(x\right)$", "10 km and f(x)", id="brackets and sizes"),
        pytest.param(r"$$\{0,1\}^n$$ in $\| x \|_2$", "{0,1}ⁿ in ‖ x ‖₂", id="escaped signs"),
        pytest.param("D^{2}Ferry and x_{12}", "D²Ferry and x₁₂", id="scripts without dollar signs"),
        pytest.param("from $5 to $10, or 3$ a day", "from $5 to $10, or 3$ a day", id="money"),
        pytest.param("$3 for all and US$ 5", "$3 for all and US$ 5", id="words between money"),
        pytest.param("$mathcal{F}$ of a scraper", "$mathcal{F}$ of a scraper", id="lost backslashes"),
        pytest.param(r"$\begin{cases}1\end{cases}$", r"$\begin{cases}1\end{cases}$", id="an environment"),
        pytest.param(r"$\bar{abc}$ and $\nosuchsign x$", r"$\bar{abc}$ and $\nosuchsign x$", id="no characters"),
        pytest.param(r"$a}{b$ and $\frac{1}$ and $x^$", r"$a}{b$ and $\frac{1}$ and $x^$", id="damaged"),
        pytest.param(r"$x^{2$ and $\sqrt{a$", r"$x^{2$ and $\sqrt{a$", id="an open brace"),
        pytest.param(r"$\"o$ and $\;x$", r"$\"o$ and x", id="an accent of texts, and a space"),
        pytest.param(r"$\mathbb{K}$ and $\mathbb{Z}$", "K and \N{DOUBLE-STRUCK CAPITAL Z}", id="double-struck letters"),
        pytest.param(r"$a & b$ and $5 \%$", r"$a & b$ and 5 %", id="columns"),
        pytest.param("set_{of long words}", "set_{of long words}", id="a script that stays"),
    ],
)
def test_formula_is_shown_in_characters_or_as_printed(printed: str, shown: str) -> None:
    assert show_mathematics(printed) == shown


@pytest.mark.parametrize(
    ("printed", "shown"),
    [
        pytest.param(r"$f( X_1)$ and $[ X^2]$", "f(X₁) and [X²]", id="blanks in brackets, and capitals"),
        pytest.param(r"$\beta x\leq1$ and $a \leq b$", "βx≤1 and a ≤ b", id="blanks around signs"),
        pytest.param(r"$\log\,(x)$ and $\log~x$", "log(x) and log x", id="a function and a blank of any kind"),
        pytest.param(r"$\left[ a,~b\right]$", "[a, b]", id="blanks in sized brackets"),
        pytest.param("$f'(x)$", "f\N{PRIME}(x)", id="a prime"),
        pytest.param(r"$\mathbb{E}[x]$", "E[x]", id="a letter that has no such sign"),
        pytest.param(r"$x^\bm{2}$ and $x_\mathrm{max}$", "x² and xₘₐₓ", id="a script in another font"),
        pytest.param(r"$x_\text\bm{ab}$ and $\sqrt\mathbf x$", "x_ab and √x", id="fonts of arguments"),
        pytest.param(r"$x^{}$ and ${}^{2}$", "x and ²", id="an empty script"),
        pytest.param(r"$x^ 2$ and $\frac 1 2$", "x² and 1/2", id="blanks before arguments"),
        pytest.param(r"$x^}$ and $a#1$ and $a%b$", r"$x^}$ and $a#1$ and $a%b$", id="signs that mean something in TeX"),
        pytest.param(r"\(a\\)", r"\(a\\)", id="a backslash at the end"),
    ],
)
def test_signs_of_a_formula_are_shown_or_it_stays_as_printed(printed: str, shown: str) -> None:
    assert show_mathematics(printed) == shown


@pytest.mark.parametrize("letter", "RNZQCPH")
def test_sets_of_numbers_have_signs_of_their_own(letter: str) -> None:
    shown = show_mathematics(rf"$\mathbb{{{letter}}}$")

    assert unicodedata.name(shown) == f"DOUBLE-STRUCK CAPITAL {letter}"


@pytest.mark.parametrize(
    ("text", "may"),
    [("$x$", True), ("x^{2}", True), ("x_{2}", True), (r"\(x\)", True), ("x^2, (x_2), {x}", False), ("", False)],
)
def test_texts_without_formulas_are_told_apart_cheaply(text: str, *, may: bool) -> None:
    assert may_have_mathematics(text) == may


@pytest.mark.parametrize(
    ("printed", "shown"),
    [
        pytest.param(f"${'{' * 8}x{'}' * 8}$", "x", id="eight braces"),
        pytest.param("$a^{b^{c^{d^{e}}}}$", "a^(b^(c^dᵉ))", id="four scripts"),
    ],
)
def test_a_formula_is_shown_if_it_is_not_too_deep(printed: str, shown: str) -> None:
    assert show_mathematics(printed) == shown


@pytest.mark.parametrize(
    "printed",
    [
        pytest.param(f"${'{' * 9}x{'}' * 9}$", id="nine braces"),
        pytest.param(f"${'{' * 60}x{'}' * 60}$", id="sixty braces"),
        pytest.param("$a^{b^{c^{d^{e^{f}}}}}$", id="five scripts"),
        pytest.param(f"${'^' * 390}x$", id="signs of scripts"),
        pytest.param("$" + r"\hat" * 90 + " x$", id="accents"),
    ],
)
def test_deep_formulas_are_left_as_printed(printed: str) -> None:
    assert show_mathematics(printed) == printed


@given(st.text(alphabet="$\\{}^_ab2 (-)&", max_size=60))
def test_what_is_shown_is_shown_again_as_it_is(text: str) -> None:
    """A page of a graph that was read back from a file shows the same."""
    shown = show_mathematics(text)
    assert show_mathematics(shown) == shown
