r"""Plain text from LaTeX titles, names and abstracts; mathematics and unknown commands stay as printed.

pylatexenc provides the characters of accents and symbols. It converts one command at a time, never a whole title,
because it drops what it cannot parse (`\begin`, `50% of`), and no text of a listing may be lost.
"""

import re
from functools import lru_cache

_TOKEN = re.compile(
    r"(?P<address>(?:https?://|www\.)[^\s<>\"{}$]+(?:\{[^\s{}]{0,40}\}[^\s<>\"{}$]*)*)"
    r"|(?P<math>\$[^$]{1,400}\$)"
    r"|(?P<accent>\\(?:[`'^\"~=.]|[uvHtcdbrk](?![A-Za-z]))[ \t]{0,3}"
    r"(?:\{\\?[A-Za-z]{0,2}\}|\\[ij](?![A-Za-z])|[A-Za-z]))"
    r"|(?P<command>\\[A-Za-z]{1,40})(?P<gap>[ \t]{0,3})"
    r"(?P<argument>\{[^{}]{0,400}(?:\{[^{}]{0,100}\}[^{}]{0,100}){0,8}\})?"
    r"|\\(?P<escaped>[&%$#_{}])"
    r"|(?P<space>\\\\|\\[,;:! ]|~)"
    r"|(?P<hyphenation>\\-|\\/)"
    r"|(?P<dash>-{2,3})"
    r"|(?P<quote>``|'')"
    r"|(?P<brace>[{}])",
)
_ESCAPED = re.compile(r"\\(?P<sign>[&%$#_])|\\text(?P<name>less|greater)(?:\{\})?|\$(?P<math>[<>])\$")
_ANGLES = {"less": "<", "greater": ">"}
_TILDE = re.compile(r"\{\\textasciitilde ?\}|\\textasciitilde(?:\{\}| ?)|\\~\{\}")
_BRACES = re.compile("[{}]")
_MARK = re.compile(r"[\\$~]|--|``|''")
_DASHES = {"--": "\N{EN DASH}", "---": "\N{EM DASH}"}
_QUOTES = {"``": "\N{LEFT DOUBLE QUOTATION MARK}", "''": "\N{RIGHT DOUBLE QUOTATION MARK}"}
# Commands that change only the appearance of a text: their argument stays.
_FORMATTING = frozenset(
    [
        "emph",
        "textbf",
        "textit",
        "texttt",
        "textsc",
        "textrm",
        "textsf",
        "textsl",
        "textup",
        "textmd",
        "textnormal",
        "text",
        "mbox",
        "hbox",
        "underline",
        "uppercase",
        "lowercase",
        "MakeUppercase",
        "MakeLowercase",
        "it",
        "bf",
        "em",
        "tt",
        "sc",
        "rm",
        "sf",
        "sl",
        "itshape",
        "bfseries",
        "ttfamily",
        "scshape",
        "upshape",
        "mathrm",
        "mathbf",
        "mathit",
        "mathsf",
        "protect",
        "relax",
        "url",
        "nobreak",
        "ensuremath",
        "boldmath",
        "bm",
        "large",
        "Large",
        "small",
        "mkbibemph",
        "mkbibitalic",
        "mkbibbold",
        "autocap",
        "NoCaseChange",
        "textsuperscript",
        "textsubscript",
        "textbraceleft",
        "textbraceright",
    ],
)

# Commands that put their argument in quotation marks.
_QUOTING = frozenset({"enquote", "mkbibquote", "textquote", "blockquote"})

# Commands whose first argument is not printed as text: an address, a sort key, a version for other output.
_HIDDEN_ARGUMENT = frozenset(
    {"href", "noopsort", "texorpdfstring", "textcolor", "color", "label", "hspace", "vspace", "phantom", "vphantom"}
)

# Characters whose commands pylatexenc does not know.
_CHARACTERS = {
    "textless": "<",
    "textgreater": ">",
    "textbar": "|",
    "textminus": "\N{MINUS SIGN}",
    "copyright": "\N{COPYRIGHT SIGN}",
    "enspace": " ",
}

# Mathematics that is one character: reference managers write a character so that LaTeX has only there.
_ONE_SIGN = re.compile(
    r"\{?\$\s{0,3}(?:\\(?P<name>[A-Za-z]{2,20})|(?P<sign>[<>=+*|])|(?P<degree>\^\\circ))\s{0,3}\$\}?"
)


def decode_latex(text: str) -> str:
    r"""Return a title or name as plain text on one line.

    >>> decode_latex(r"{\'E}tude of Do\u{g}an's {GPU} \emph{kernels}: $M^3$ \& 50\% more")
    "Étude of Doğan's GPU kernels: $M^3$ & 50% more"
    """
    if _MARK.search(text):
        text = _TOKEN.sub(_decode_token, text)
    elif "{" in text or "}" in text:
        text = text.replace("{", "").replace("}", "")
    return " ".join(text.split())


def decode_prose(text: str) -> str:
    r"""Return an abstract as plain text on one line: as a title, with mathematics of one character as that character.

    >>> decode_prose(r"77\% of R{\'e}nyi's (p {$<$} 0.05, {$\lambda$} = 2{\textpm}1, 30{$^\circ$}) for $x^2$")
    "77% of Rényi's (p < 0.05, λ = 2±1, 30°) for $x^2$"
    """
    return decode_latex(_ONE_SIGN.sub(_decode_sign, text) if "$" in text else text)


def _decode_sign(match: re.Match[str]) -> str:
    if match["degree"]:
        return "\N{DEGREE SIGN}"
    return match["sign"] or find_symbol(match["name"]).strip() or match[0]


def decode_identifier(text: str) -> str:
    r"""Return a DOI or an address of one without the LaTeX escapes of its characters; `~` and `--` are literal.

    >>> decode_identifier(r"10.1007/978-3-319-46487-9{\_}40"), decode_identifier(r"8{\textless}693::AID-ASI4$>$3.0.CO")
    ('10.1007/978-3-319-46487-9_40', '8<693::AID-ASI4>3.0.CO')
    """
    if "\\" not in text and "{" not in text and "$" not in text:
        return text
    return _BRACES.sub("", _ESCAPED.sub(lambda match: match["sign"] or match["math"] or _ANGLES[match["name"]], text))


def _decode_token(match: re.Match[str]) -> str:  # noqa: PLR0911 - one kind of token per line
    text = match[0]
    match match.lastgroup:
        case "address":  # in which a tilde and two hyphens are themselves
            return decode_identifier(_TILDE.sub("~", text))
        case "accent":
            return _accent(text)
        case "command" | "gap" | "argument":
            return _decode_command(match)
        case "escaped":
            return match["escaped"]
        case "space":
            return " "
        case "dash":
            return _DASHES[text]
        case "quote":
            return _QUOTES[text]
        case "brace" | "hyphenation":
            return ""
        case _:
            return text


def _decode_command(match: re.Match[str]) -> str:
    name = match["command"][1:]
    argument = match["argument"] or ""
    if name in _HIDDEN_ARGUMENT:
        return "" if argument else match[0]
    if name in _QUOTING and argument:
        return f"\N{LEFT DOUBLE QUOTATION MARK}{decode_latex(argument)}\N{RIGHT DOUBLE QUOTATION MARK}"
    if name == "hyphen":  # BibLaTeX's hyphen that allows breaks in the words around it
        return f"-{decode_latex(argument)}"
    known = "" if name in _FORMATTING else find_symbol(name)
    if known or name in _FORMATTING:
        # A command swallows the white space after it, unless it ends by {}.
        return known + (match["gap"] if argument == "{}" else "") + _TOKEN.sub(_decode_token, argument)
    return match[0]


@lru_cache(maxsize=4096)
def _accent(command: str) -> str:
    from pylatexenc.latex2text import LatexNodes2Text  # type: ignore[import-untyped]

    return str(LatexNodes2Text().latex_to_text(command)).strip()


@lru_cache(maxsize=4096)
def find_symbol(name: str) -> str:
    r"""Return the character of a command without arguments, such as ± for `\pm`, or an empty string."""
    if name in _CHARACTERS:
        return _CHARACTERS[name]
    from pylatexenc.latex2text import get_default_latex_context_db

    known = get_default_latex_context_db().get_macro_spec(name)
    text = getattr(known, "simplify_repl", None)
    return text if isinstance(text, str) and "%" not in text else ""
