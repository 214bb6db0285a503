"""Formulas of TeX as readers see them."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from papertrace.model.mathematics import show_mathematics


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


def test_deep_braces_are_left_as_printed() -> None:
    printed = f"${'{' * 60}x{'}' * 60}$"
    assert show_mathematics(printed) == printed


@given(st.text(alphabet="$\\{}^_ab2 (-)&", max_size=60))
def test_what_is_shown_is_shown_again_as_it_is(text: str) -> None:
    """A page of a graph that was read back from a file shows the same."""
    shown = show_mathematics(text)
    assert show_mathematics(shown) == shown
