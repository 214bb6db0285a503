r"""Mathematics of TeX in a text for readers: `$\pi_{0}$` as π₀, `$\mathcal{O}(n^{2})$` as O(n²).

Titles and abstracts of arXiv print TeX, which no map, table or spreadsheet renders. A formula is shown in plain
characters, or else stays as it is printed: a part of a formula says something else. What listings print is kept in
records of papers; this is for what is looked at.
"""

import re
import unicodedata
from collections.abc import Iterable
from functools import lru_cache

from papertrace.model.latex import find_symbol

# As in pandoc: a dollar sign that opens has no blank behind it; one that closes has none before it and no digit behind
# it, so that "$5 and $10" is no formula.
_FORMULA = re.compile(
    r"(?<![\\$])\$\$?(?P<dollars>[^\s$](?:[^$]{0,398}[^\s$\\])?)\$\$?(?![0-9$])|\\\((?P<brackets>[^$]{1,400}?)\\\)"
)
# A script in braces behind a letter or digit is TeX without its dollar signs.
_BARE_SCRIPT = re.compile(r"(?<=[^\W_])(?P<sign>[\^_])\{(?P<script>[^\\{}$^_]{1,20})\}")
_TOKEN = re.compile(
    r"\\(?P<command>[A-Za-z]{1,30})\*?(?P<gap>\s*)|\\(?P<escaped>.)|(?P<space>\s+)|(?P<other>.)", re.DOTALL
)
# No formulas: words between two amounts of money, and what scrapers leave that lose the backslashes.
_PROSE = re.compile(r"(?=.*\s)(?=.*[A-Za-z]{2})[^\\^_{}=<>+*/|]+", re.DOTALL)
_LOST_BACKSLASH = re.compile(r"(?<![\\A-Za-z])[A-Za-z]{3,}\{")

# Commands that choose a font, a size or a style, which characters do not have.
_STYLES = frozenset(
    "text textrm textbf textit textsf texttt textnormal mathrm mathbf mathit mathsf mathtt mathcal mathscr mathfrak "  # noqa: SIM905 - read as a list of words
    "mathnormal boldsymbol bm operatorname rm bf it sf tt cal mbox hbox emph displaystyle textstyle limits nolimits "
    "left right big Big bigg Bigg bigl bigr Bigl Bigr middle ensuremath".split()
)
_FUNCTIONS = frozenset(
    "log ln exp sin cos tan cot sinh cosh tanh arcsin arccos arctan min max inf sup lim limsup liminf arg det dim ker "  # noqa: SIM905 - read as a list of words
    "deg gcd hom Pr mod bmod argmin argmax poly polylog sgn sign tr rank".split()
)
_TEXTS = (
    dict.fromkeys(_STYLES, "")
    | dict.fromkeys(("quad", "qquad", "thinspace", "space"), " ")
    | {name: f" {name} " for name in _FUNCTIONS}
)
_ESCAPED = dict.fromkeys(",;: ", " ") | {"!": "", "|": "\N{DOUBLE VERTICAL LINE}"} | {sign: sign for sign in "{}%&#_"}
_ACCENTS = {
    "hat": "\N{COMBINING CIRCUMFLEX ACCENT}",
    "widehat": "\N{COMBINING CIRCUMFLEX ACCENT}",
    "tilde": "\N{COMBINING TILDE}",
    "widetilde": "\N{COMBINING TILDE}",
    "bar": "\N{COMBINING MACRON}",
    "overline": "\N{COMBINING MACRON}",
    "vec": "\N{COMBINING RIGHT ARROW ABOVE}",
    "dot": "\N{COMBINING DOT ABOVE}",
    "ddot": "\N{COMBINING DIAERESIS}",
    "check": "\N{COMBINING CARON}",
    "breve": "\N{COMBINING BREVE}",
}
_FRACTIONS = frozenset({"frac", "tfrac", "dfrac"})
# Superscripts that are signs of their own.
_SIGNS_ABOVE = {
    "\N{PRIME}": "\N{PRIME}",
    "\N{RING OPERATOR}": "\N{DEGREE SIGN}",
    "\N{ASTERISK OPERATOR}": "*",
    "*": "*",
}
_SCRIPT_BLOCKS = (range(0xB2, 0xBA), range(0x2B0, 0x2E5), range(0x1D2C, 0x1D6B), range(0x2070, 0x209D))
_WORDS = frozenset({"Lu", "Ll", "Lo", "Nd"})  # categories of characters that would run into the name of a function
_MAX_DEPTH = 8


class _UnshownError(Exception):
    """A part of a formula has no characters that show it."""


def show_mathematics(text: str) -> str:
    r"""Return a text with the formulas in TeX in plain characters, each for which there are enough of them.

    >>> show_mathematics(r"$\pi_{0}$, $\mathcal{O}(n\log n)$, $\frac{1}{2}$ of $\theta_\infty$, $x_{i,j}$ and D^{2}MoE")
    'π₀, O(n log n), 1/2 of θ_∞, x_(i,j) and D²MoE'
    >>> show_mathematics(r"between $5 and $10, and $\begin{cases}1\end{cases}$")
    'between $5 and $10, and $\\begin{cases}1\\end{cases}$'
    """
    if may_have_mathematics(text):
        text = _BARE_SCRIPT.sub(_show_bare, _FORMULA.sub(_show_formula, text))
    return text


def may_have_mathematics(text: str) -> bool:
    """Return whether a text has a sign that formulas in TeX have; most texts have none."""
    return "$" in text or "^{" in text or "_{" in text or "\\(" in text


def _show_formula(match: re.Match[str]) -> str:
    return _shown(match["dollars"] or match["brackets"]) or match[0]


def _show_bare(match: re.Match[str]) -> str:
    return _raised(match["sign"], match["script"]) or match[0]


@lru_cache(maxsize=4096)
def _shown(formula: str) -> str:
    """Return a formula in characters; an empty string if it has a part without any."""
    if _LOST_BACKSLASH.search(formula) or _PROSE.fullmatch(formula):
        return ""
    try:
        shown = _Reader(_TOKEN.finditer(formula)).read_all()
    except _UnshownError:
        return ""
    return " ".join(unicodedata.normalize("NFC", shown).split())


class _Reader:
    """A formula that is read from left to right."""

    def __init__(self, tokens: Iterable[re.Match[str]]) -> None:
        self._tokens = iter(tokens)

    def read_all(self) -> str:
        """Return all of the formula; raise an error if a part cannot be shown, or a brace has no partner."""
        return self._read_group(depth=0)

    def _read_group(self, depth: int) -> str:
        """Return what stands before the brace that closes a group, or before the end of the formula."""
        parts: list[str] = []
        for token in self._tokens:
            if token[0] == "}":
                if depth == 0:
                    raise _UnshownError
                return "".join(parts)
            _append(parts, self._show(token, depth))
        if depth:
            raise _UnshownError
        return "".join(parts)

    def _read_argument(self, depth: int) -> str:
        r"""Return the group or the single token that follows; behind a font (`x_\mathrm{max}`), what follows that."""
        token = next((token for token in self._tokens if token.lastgroup != "space"), None)
        if token is None or token[0] == "}":
            raise _UnshownError
        if token["command"] in _STYLES:
            return self._read_argument(depth)
        return self._show(token, depth + 1).strip()

    def _show(self, token: re.Match[str], depth: int) -> str:
        if depth > _MAX_DEPTH:
            raise _UnshownError
        if token["command"]:
            return self._show_command(token["command"], depth, has_gap=bool(token["gap"]))
        if token["space"]:
            return " "
        if token["escaped"]:
            return _found(_ESCAPED, token["escaped"])
        return self._show_character(token[0], depth)

    def _show_character(self, character: str, depth: int) -> str:
        if character == "{":
            return self._read_group(depth + 1)
        if character in "^_":
            return _script(character, self._read_argument(depth))
        if character in "&#%\\":  # columns of a table, a macro's argument, a comment, or a lone backslash at the end
            raise _UnshownError
        return {"~": " ", "'": "\N{PRIME}"}.get(character, character)

    def _show_command(self, name: str, depth: int, *, has_gap: bool) -> str:
        if name in _TEXTS:
            return _TEXTS[name]
        if name in _ACCENTS:
            return _accented(self._read_argument(depth), _ACCENTS[name])
        if name in _FRACTIONS:
            return f"{_grouped(self._read_argument(depth))}/{_grouped(self._read_argument(depth))}"
        if name == "sqrt":
            return f"\N{SQUARE ROOT}{_grouped(self._read_argument(depth))}"
        if name == "mathbb":
            return _double_struck(self._read_argument(depth))
        return _symbol(name, has_gap=has_gap)


def _append(parts: list[str], shown: str) -> None:
    """Add a part; a blank before it counts inside of a group, one behind a function between its name and a word."""
    if not parts or parts[-1][-1] in {"(", "[", " "}:
        shown = shown.lstrip()
    if not shown:
        return
    if parts and parts[-1].strip() in _FUNCTIONS and unicodedata.category(shown[0]) not in _WORDS:
        parts[-1] = parts[-1].rstrip()
    parts.append(shown)


def _found(table: dict[str, str], name: str) -> str:
    if name not in table:
        raise _UnshownError
    return table[name]


def _symbol(name: str, *, has_gap: bool) -> str:
    """Return the sign of a command, set off by blanks if it is an operator or relation that was set off by one."""
    symbol = find_symbol(name).strip()
    if not symbol:
        raise _UnshownError
    return f" {symbol} " if has_gap and unicodedata.category(symbol[0]) == "Sm" else symbol


def _double_struck(text: str) -> str:
    """Return the sign of a set of numbers; other letters have no such sign that fonts can be expected to have."""
    if text not in {"R", "N", "Z", "Q", "C", "P", "H"}:
        return text
    return unicodedata.lookup(f"DOUBLE-STRUCK CAPITAL {text}")


def _script(sign: str, content: str) -> str:
    """Return a superscript or subscript; one without characters of its own keeps its sign."""
    if not content:
        return ""
    if sign == "^" and content in _SIGNS_ABOVE:
        return _SIGNS_ABOVE[content]
    return _raised(sign, content) or f"{sign}{_grouped(content)}"


def _raised(sign: str, content: str) -> str:
    """Return a text in superscript or subscript characters; an empty string if one is lacking."""
    table = _script_table("<super>" if sign == "^" else "<sub>")
    characters = [table.get(character, "") for character in content]
    return "".join(characters) if all(characters) else ""


@lru_cache(maxsize=2)
def _script_table(kind: str) -> dict[str, str]:
    """Return which characters Unicode has raised or lowered, by what they are derived from."""
    table: dict[str, str] = {}
    for code in (code for block in _SCRIPT_BLOCKS for code in block):
        tag, _, plain = unicodedata.decomposition(chr(code)).partition(" ")
        if tag == kind and " " not in plain:
            table.setdefault(chr(int(plain, 16)), chr(code))
    return table | {"-": table["\N{MINUS SIGN}"]}


def _grouped(text: str) -> str:
    """Return a text in brackets, unless it is one number, word, root or sign."""
    return text if re.fullmatch(r"√?[^\W_]+|[^\w\s]", text) else f"({text})"


def _accented(text: str, accent: str) -> str:
    if len(text) != 1:
        raise _UnshownError
    return text + accent
