"""Tokenization for concepts: the words of a text without URLs, mathematics and markup.

A token never contains a hyphen. Whether two tokens form a compound ("state-space") is recorded in the gap between
them, so that a phrase and its hyphenated form give the same tokens.
"""

import re
import unicodedata
from enum import StrEnum
from typing import NamedTuple

from papertrace.extract.text.folding import fold_word
from papertrace.extract.text.scripts import (
    HANGUL,
    HIRAGANA,
    KATAKANA,
    UNSPACED,
    is_character,
    is_hiragana,
    needs_characters,
    strip_particle,
)
from papertrace.extract.text.stopwords import CHINESE, STOP_WORDS, SUFFIXES

MAX_TOKEN = 40  # Anything longer is not a word but a key, a hash or noise.
BREAK = " ¦ "  # The replacement for a formula or URL, so that no phrase runs across it.

_URL = re.compile(r"(?:https?|ftp)\s?:\s?//\S{1,2000}|www\.\S{1,2000}", re.IGNORECASE)
_MATH = re.compile(r"\$\$?([^$\n]{0,400})\$\$?")
# The other delimiters of LaTeX, in a line and displayed.
_TEX_MATH = re.compile(r"\\\(((?:(?!\\\)).){0,400})\\\)|\\\[((?:(?!\\\]).){0,2000})\\\]", re.DOTALL)
_SIMPLE_MATH = re.compile(r"\\?[A-Za-z0-9:.^_{}]{1,12}\Z")
_STYLE = re.compile(r"\\(?:text(?:bf|it|tt|sc|rm|sf)?|emph|math(?:bf|rm|cal|tt|sf)?|underline|it|bf|tt|em|sc)\b\s?")
_CITE = re.compile(r"\\(?:cite\w{0,8}|ref|eqref|url|href|footnote|label)\s?\{[^{}\n]{0,300}\}")
_ESCAPED = re.compile(r"\\([%&#_$])")
# Accents by sign (\"o, \'{e}) and by letter (\H{o}, \v c), which needs a brace or a blank; around either may be braces.
_ACCENT = re.compile(
    r"\{\\(?:(['`\"^~=.])\s?|([HcdkruvbG])(?=[\s{]) ?)(?:\{(?:\\([ij])|([A-Za-z]))\}|\\([ij])|([A-Za-z]))\}"
    r"|\\(?:(['`\"^~=.])\s?|([HcdkruvbG])(?=[\s{]) ?)(?:\{(?:\\([ij])|([A-Za-z]))\}|\\([ij])(?![A-Za-z])|([A-Za-z]))"
)
_ACCENTS = {
    "'": "\u0301",
    "`": "\u0300",
    '"': "\u0308",
    "^": "\u0302",
    "~": "\u0303",
    "=": "\u0304",
    ".": "\u0307",
    "H": "\u030b",
    "c": "\u0327",
    "d": "\u0323",
    "k": "\u0328",
    "r": "\u030a",
    "u": "\u0306",
    "v": "\u030c",
    "b": "\u0331",
    "G": "\u030f",
}
# LaTeX's own letters, alone or in braces: {\L}ojasiewicz, stra{\ss}e, \o.
_LETTER = re.compile(
    r"\{\\(AE|ae|OE|oe|AA|aa|ss|[LlOoij])\s?\}|\\(AE|ae|OE|oe|AA|aa|ss|[LlOoij])(?![A-Za-z])\s?(?:\{\})?"
)
_LETTERS = {
    "AE": "Æ",
    "ae": "æ",
    "OE": "Œ",
    "oe": "œ",
    "AA": "Å",
    "aa": "å",
    "ss": "ß",
    "L": "Ł",
    "l": "ł",
    "O": "Ø",
    "o": "ø",
    "i": "i",
    "j": "j",
}
_COMMAND = re.compile(r"\\[A-Za-z]{1,20}|\\.")
# The en dash of LaTeX between names, "Cahn--Hilliard"; between other words it is as likely a dash that ends a phrase.
_EN_DASH = re.compile(r"\b([^\W\d_]\w{0,40})--(?=([^\W\d_]))")
# LaTeX that lost its backslash: "3times", "sim!2times".
_LOST = re.compile(r"\bsim!?(?=\d)|(?<=\d)(?:times|\s?sim)\b|\bsim!")
_SCRIPT = re.compile(r"(?<=[A-Za-z0-9])[_^]\{?([A-Za-z0-9]{1,4})\}?(?=[A-Za-z0-9\s.,:;)-]|\Z)")
# Most texts with these letters lost nothing ("similar", "sometimes"); a literal at the beginning is found sooner.
_LOST_SIM = re.compile(r"sim(?:[!\d]|(?<=\dsim)|(?<=\d\ssim))")
_LOST_TIMES = re.compile(r"times(?<=\dtimes)")
_MARKED = "*`{}~|_"
_MARK = re.compile(r"[*`{}~|]+|(?<!\w)_+|(?<!_)_++(?!\w)")

# With one group, `split` returns gaps and words alternately. Most texts are ASCII and are split faster as ASCII.
# Vowels and accents that are characters of their own belong to the word.
_MARKS = "".join(chr(code) for code in range(0x300, 0x1100) if unicodedata.category(chr(code)).startswith("M"))
_ANY_MARK = re.compile(f"[{_MARKS}]+")
_START = r"[A-Za-z]\+\+|[A-Za-z]#|[A-Z0-9][:/&][A-Z0-9](?![\w])|\d+(?:[.,]\d+)+|"
_INSIDE_WORD = r"\.[a-z0-9]+(?:\(\))?|['\u2019](?!s\b)[a-z]{1,2}\b"
_TOKEN = re.compile(rf"({_START}[^\W_]+(?:[{_MARKS}]+[^\W_]*|{_INSIDE_WORD})*)")
# The same where scripts change within a word: a character, or a word of function, of katakana, hiragana or Hangul.
_MIXED_TOKEN = re.compile(
    rf"({_START}{'|'.join(sorted(CHINESE, key=lambda word: (-len(word), word)))}|[{KATAKANA}]+|[{HIRAGANA}]+|"
    rf"[{HANGUL}]+|[{UNSPACED}]|[^\W_{UNSPACED}{HANGUL}]+(?:[{_MARKS}]+[^\W_{UNSPACED}{HANGUL}]*|{_INSIDE_WORD})*)"
)
# The first alternative is that of most words, and is found in half the time of the last.
_ASCII_TOKEN = re.compile(
    r"([A-Za-z]++(?=[ ,;-])|"
    r"[A-Za-z0-9](?:(?<=[A-Za-z])(?:\+\+|#)|(?<=[A-Z0-9])[:/&][A-Z0-9](?!\w))|[0-9]+(?:[.,][0-9]+)+|"
    r"[A-Za-z0-9]+(?:\.[a-z0-9]+(?:\(\))?|'(?!s\b)[a-z]{1,2}\b)*)",
    re.ASCII,
)
_MAX_CACHED_TOKENS = 1 << 17


class Shape(StrEnum):
    """The shape of a token as one letter, so that the shapes of a text form a string."""

    STOP = "T"
    OF = "O"  # the only stop word allowed inside a phrase
    PLAIN = "P"
    CAPITAL = "K"
    SHAPED = "X"
    NUMBER = "N"
    CHARACTER = "Y"  # one Chinese character, a part of a word
    SUFFIX = "U"  # the second half of "GPU-based": ends a phrase, but only after a hyphen


class Tokens(NamedTuple):
    """The tokens of a clean text as parallel sequences.

    A text has a hundred tokens or more and a corpus millions of texts; an object per token would cost more than all
    the work done with it. `texts` are the tokens as printed, `folds` their normal forms, `shapes` their shapes.
    `parts` is the whole text: gap, token, gap and so on, so that token `i` is `parts[2 * i + 1]`.
    """

    texts: list[str]
    folds: list[str]
    shapes: list[Shape]
    parts: list[str]

    def surface(self, first: int, last: int) -> str:
        """Return the text from one token to another, both included."""
        return "".join(self.parts[2 * first + 1 : 2 * last + 2])


def clean_text(text: str) -> str:
    r"""Return the text without URLs, formulas, LaTeX commands and emphasis; removed content leaves a `BREAK`.

    >>> clean_text(r"a **3times** faster \textbf{M^3ViT}, see https://example.org/a")
    'a 3 ¦  faster M3ViT, see  ¦ '
    """
    if not text.isascii():
        text = unicodedata.normalize("NFKC", text)
        text = re.sub(r"[\u2010-\u2013\u2212]", "-", text).replace("\u200b", "").replace("\u00ad", "")
    if "//" in text or "www." in text:
        text = _URL.sub(BREAK, text)
    if "$" in text:
        text = _MATH.sub(_keep_simple_math, text)
    if "\\" in text:
        text = _TEX_MATH.sub(_keep_simple_math, text)
        text = _CITE.sub(BREAK, text)
        text = _STYLE.sub("", text)
        text = _ESCAPED.sub(r"\1", text)
        text = _ACCENT.sub(_compose, text)
        text = _LETTER.sub(lambda match: _LETTERS[match[1] or match[2]], text)
        text = _COMMAND.sub(BREAK, text)
    if "--" in text:
        text = _EN_DASH.sub(_join_names, text)
    if "^" in text or "_" in text:
        text = _SCRIPT.sub(r"\1", text)
    if ("sim" in text and _LOST_SIM.search(text)) or ("times" in text and _LOST_TIMES.search(text)):
        text = _LOST.sub(BREAK, text)
    for mark in _MARKED:  # A search for each of them takes a tenth of the time of one for all.
        if mark in text:
            return _MARK.sub("", text)
    return text


def _compose(match: re.Match[str]) -> str:
    """Return a letter with the accent of LaTeX."""
    accent, *letter = [group for group in match.groups() if group]
    return unicodedata.normalize("NFC", "".join(letter) + _ACCENTS[accent])


def _join_names(match: re.Match[str]) -> str:
    return f"{match[1]}-" if match[1][0].isupper() and match[2].isupper() else match[0]


def _keep_simple_math(match: re.Match[str]) -> str:
    inside = (match[1] or "").strip()  # A displayed formula is never simple.
    return inside if _SIMPLE_MATH.match(inside) else BREAK


def is_shaped(text: str) -> bool:
    """Return whether a token has the shape of a name: an inner capital, a digit among letters, or a `+` or `#`.

    >>> [is_shaped(text) for text in ("vLLM", "GEMM", "INT8", "C++", "N:M", "Mamba", "2048", "matrix", "3rd")]
    [True, True, True, True, True, False, False, False, False]
    """
    if text.isalpha():
        # Slicing is cheaper than a loop: most words are plain, and this runs for every word.
        tail = text[1:]
        # Chinese and others have no capitals: neither small letters nor a shape.
        return bool(tail) and not tail.islower() and text.upper() != text.lower()
    if text[-1] in "+#":
        return True
    return any(c.isalpha() for c in text) and not re.fullmatch(
        r"\d+(?:st|nd|rd|th|s|x|ms|k|K|M|B|GB|MB|KB|TB)|[^\W\d_]+['\u2019][a-z]+|[^\W\d_]+\.[a-z]+", text
    )


def shape_of(text: str) -> tuple[str, Shape]:  # noqa: C901, PLR0911 - one answer a shape
    """Return the normal form of a token and its shape."""
    if len(text) > MAX_TOKEN:
        return text[:MAX_TOKEN], Shape.STOP
    lower = text.casefold()
    if lower in STOP_WORDS and not (len(text) == 2 and text.isupper()):  # noqa: PLR2004
        return lower, Shape.OF if lower == "of" else Shape.STOP  # "HE" and "IF" in capitals may be defined as names.
    if not text.isascii():
        if is_character(text):
            return text, Shape.CHARACTER
        if is_hiragana(text):
            return text, Shape.STOP
    bare = text if text.isascii() else _ANY_MARK.sub("", text)
    if text[0].isdigit() and not any(c.isalpha() for c in text):
        return text, Shape.NUMBER
    if is_shaped(bare):
        if len(text) > 2 and text[-1] == "s" and text[-2].isupper():  # noqa: PLR2004
            text = text[:-1]  # GPUs, LLMs
        return text, Shape.SHAPED
    if len(bare) == 1 or not bare.isalpha():
        return lower, Shape.STOP if len(bare) > 1 else Shape.NUMBER
    if lower in SUFFIXES:
        return lower, Shape.SUFFIX
    return strip_particle(fold_word(text)), Shape.CAPITAL if text[0].isupper() else Shape.PLAIN


class _TokenCache(dict[str, tuple[str, Shape]]):
    """A cache of normal forms and shapes: few of the tokens of a text are new."""

    def __missing__(self, text: str) -> tuple[str, Shape]:
        if len(self) >= _MAX_CACHED_TOKENS:
            self.clear()
        known = self[text] = shape_of(text)
        return known


_TOKEN_CACHE = _TokenCache()


def divide(text: str) -> list[str]:
    """Return a clean text as gaps and tokens by turns; a gap is first and last, and may be empty.

    >>> divide("two KV caches")
    ['', 'two', ' ', 'KV', ' ', 'caches', '']
    """
    pattern = _ASCII_TOKEN if text.isascii() else _MIXED_TOKEN if needs_characters(text) else _TOKEN
    return pattern.split(text)


def tokenize(text: str) -> Tokens:
    """Return the tokens of a clean text in order.

    >>> tokens = tokenize("two KV caches")
    >>> tokens.folds, tokens.parts
    (['two', 'KV', 'cache'], ['', 'two', ' ', 'KV', ' ', 'caches', ''])
    """
    parts = divide(text)
    texts = parts[1::2]
    if not texts:
        return Tokens([], [], [], parts)
    folds, shapes = zip(*map(_TOKEN_CACHE.__getitem__, texts), strict=True)
    return Tokens(texts, list(folds), list(shapes), parts)
