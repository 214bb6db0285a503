"""Texts cut into tokens and sentences; acronyms with what they stand for, and notices of publishers.

A token never contains a hyphen. Whether two tokens form a compound ("state-space") is recorded in the gap between
them, so that a phrase and its hyphenated form give the same tokens.

A full stop ends a sentence only if white space and something that can open a sentence follow, so decimals and
URLs need no rule of their own. The remaining exceptions are abbreviations, which are a closed list.

The right-to-left search is that of Schwartz and Hearst, "A simple algorithm for identifying abbreviation
definitions in biomedical text" (PSB 2003). It accepts any letters in order, so its results are checked again
against the initials of the words.

Most of them recur from paper to paper, but a publisher with one paper in a listing has one too. What they name is a
publisher, a society or a licence, and nothing that the paper is about.
"""

import re
import unicodedata
from collections.abc import Iterable
from enum import StrEnum
from functools import lru_cache
from typing import NamedTuple

from papertrace.extract.text.folding import (
    CHINESE,
    HANGUL,
    HIRAGANA,
    KATAKANA,
    STOP_WORDS,
    SUFFIXES,
    UNSPACED,
    fold_word,
    is_character,
    is_hiragana,
    needs_characters,
    strip_particle,
)
from papertrace.late_imports import compile_on_use

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
_TOKEN = compile_on_use(rf"({_START}[^\W_]+(?:[{_MARKS}]+[^\W_]*|{_INSIDE_WORD})*)")
# The same where scripts change within a word: a character, or a word of function, of katakana, hiragana or Hangul.
_MIXED_TOKEN = compile_on_use(
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


# Every match begins with one of a few characters, so that the search skips quickly over the others.
# The group is that of most ends: after a word that is too long for an abbreviation, before one with a capital.
_STOP = re.compile(r"[.!?\n](?:(?<=[a-z]{7}\.)( )(?=[A-Z])|(?<=\n)[ \t]*\n|(?<!\n)[\"'\u2019\u201d)\]]{0,3}(?=\s))")
_BEFORE_WORD = "([\"'\u201c\u2018"
_MAX_WORD = 24  # characters
_OPENERS = "\"'\u201c\u2018([*_$\\"

ABBREVIATIONS = frozenset(
    """
al e.g i.e eg ie fig figs eq eqs sec secs tab ref refs no nos vs cf viz resp approx dr prof mr mrs ms st jr sr inc ltd
co corp dept univ vol pp ed eds etc. w.r.t wrt a.k.a aka s.t i.i.d et ca app thm def lem prop alg ch
""".split()  # noqa: SIM905 - words read best so
)


def split_sentences(text: str) -> list[tuple[int, int]]:
    """Return the sentences of a text as offsets, start inclusive and end exclusive, in order.

    White space between sentences belongs to neither; an empty or blank text has no sentences. No sentence ends at
    an abbreviation ("et al.", "e.g.", "Fig."), at an initial, inside a number or inside a URL. A blank line ends one.

    >>> text = "See Fig. 2 of Doe et al. (2020). It is 1.5 times faster."
    >>> [text[start:end] for start, end in split_sentences(text)]
    ['See Fig. 2 of Doe et al. (2020).', 'It is 1.5 times faster.']
    """
    sentences: list[tuple[int, int]] = []
    start = _skip_space(text, 0)
    for match in _STOP.finditer(text):
        if match.lastindex:
            sentences.append((start, match.end() - 1))
            start = match.end()
            continue
        end = match.start() if text[match.start()] == "\n" else match.end()
        if end <= start:
            continue  # Checked before skipping white space, or a megabyte of blank lines would take quadratic time.
        following = _skip_space(text, match.end())
        if not _ends_sentence(text, start, match.start(), following):
            continue
        sentences.append((start, end))
        start = following
    end = len(text.rstrip())
    if start < end:
        sentences.append((start, end))
    return sentences


def _ends_sentence(text: str, start: int, stop: int, following: int) -> bool:
    if text[stop] != "." or following >= len(text):
        return True
    opener = text[following]
    if opener in _OPENERS and following + 1 < len(text):
        opener = text[following + 1]
    if opener.islower() and text[stop + 1 : stop + 2] != "\n":
        # Names such as vLLM or cuBLAS do open sentences: a capital soon after distinguishes them from a word.
        word = text[following : following + 12].split(maxsplit=1)[0]
        if not any(character.isupper() for character in word):
            return False
    words = text[max(start, stop - _MAX_WORD - 2) : stop]
    if words[-1:].isspace():
        return True
    last = words.rsplit(maxsplit=1)[-1] if words else ""
    if not last.isalnum():
        for opener in _BEFORE_WORD:
            last = last.rpartition(opener)[2]
    word = last[-_MAX_WORD:].casefold()
    if word in ABBREVIATIONS:
        return False
    return not (len(word) == 1 and last.isupper() and last != "I")


def _skip_space(text: str, offset: int) -> int:
    n = len(text)
    while offset < n and text[offset].isspace():
        offset += 1
    return offset


_PARENTHESIS = re.compile(r"\(([^()\n]{2,100})\)")
_INSIDE_END = re.compile(r"[,;]|\be\.g|\bi\.e")
_MAX_SHORT_LENGTH = 12
_SHORT = re.compile(r"(?=[^A-Z]*[A-Z][^A-Z]*[A-Z])[A-Za-z0-9][A-Za-z0-9&/:.+-]*\Z")
_MAX_BEFORE = 200  # characters before a parenthesis that are searched for the long form
_WORD = re.compile(r"[^\s-]+")
_LINKING = frozenset(["of", "the", "for", "and", "a", "an", "in", "on", "to", "with", "by", "via", "from", "as"])
_CLAUSE_END = re.compile(r".*(?:[.;:!?,](?=\s)|[()¦])", re.DOTALL)  # to the last of them
_MIN_INITIALS = 0.6  # the share of a short form's letters that must open a word


class Acronym(NamedTuple):
    """A short form and the long form that the text gives for it, both as printed."""

    short: str
    long: str


def find_acronyms(text: str) -> list[Acronym]:
    """Return the acronyms that a clean text defines, in order of their parentheses.

    >>> find_acronyms("A state-space model (SSM) and SpMM (sparse matrix multiplication), seen here (see Sec).")
    [Acronym(short='SSM', long='state-space model'), Acronym(short='SpMM', long='sparse matrix multiplication')]
    """
    return list(_find_acronyms(text)) if "(" in text else []


@lru_cache(maxsize=4)  # Those of an abstract are asked for several times in turn.
def _find_acronyms(text: str) -> tuple[Acronym, ...]:
    found: list[Acronym] = []
    for match in _PARENTHESIS.finditer(text):
        inside, start = match[1], match.start()
        if not inside.isalpha():
            inside = _INSIDE_END.split(inside, maxsplit=1)[0].strip()
        before = text[max(0, start - _MAX_BEFORE) : start].rstrip()
        if _is_short(inside):
            short, long = inside, _last_clause(before)
        elif before and _is_short(word := before.rsplit(maxsplit=1)[-1].strip("\"'“”")):
            short, long = word, inside
        else:
            continue
        if acronym := _match_long(short, long, whole=long is inside):
            found.append(acronym)
    return tuple(found)


def _is_short(text: str) -> bool:
    return 1 < len(text) <= _MAX_SHORT_LENGTH and _SHORT.match(text) is not None


def _last_clause(before: str) -> str:
    match = _CLAUSE_END.match(before)
    return before[match.end() :] if match else before


def _match_long(short: str, text: str, *, whole: bool = False) -> Acronym | None:
    letters = short[:-1] if short.endswith("s") and short[-2].isupper() else short
    letters = "".join(c for c in letters if c.isalnum())
    n_words = min(len(letters) + 5, 2 * len(letters))
    words = list(_WORD.finditer(text))[-n_words if not whole else 0 :]
    if not words:
        return None
    start = _search_initials(letters.casefold(), text.casefold(), words)
    if start is None:
        start = _search_right_to_left(letters.casefold(), text.casefold(), words[0].start())
    if start is None:
        return None
    compound = text.rfind(" ", 0, start) + 1
    if text[start - 1 : start] == "-" and text[compound].casefold() == letters[0].casefold():
        start = compound  # "multi-matrix attention" for MA, not "matrix attention"
    long = text[start:].strip(" \"'“”-")
    if whole and start > words[0].start():
        return None
    if long.casefold() == short.casefold() or len(long) <= len(letters) or not _initials_agree(letters, long):
        return None
    return Acronym(short, long)


def _search_initials(letters: str, text: str, words: list[re.Match[str]]) -> int | None:
    """Return where the last words whose initials are all of the letters begin, linking words aside, or None."""
    at = len(letters)
    for word in reversed(words):
        if at and text[word.start()] == letters[at - 1]:
            at -= 1
            if not at:
                return word.start()
        elif word.group().casefold() not in _LINKING:
            return None
    return None


def _search_right_to_left(letters: str, text: str, lowest: int) -> int | None:
    at = len(text)
    for letter in letters[:0:-1]:
        if (at := text.rfind(letter, lowest, at)) < 0:
            return None
    while (at := text.rfind(letters[0], lowest, at)) > 0 and text[at - 1].isalnum():
        pass
    return None if at < 0 else at


def _initials_agree(letters: str, long: str) -> bool:
    words = _WORD.findall(long)
    content = [w for w in words if w.casefold() not in _LINKING]
    if not content or len(content) > len(letters) + 1:
        return False
    if len(content) == 1:
        # "KL (Kullback)" and the like: a single word is the long form of an acronym only if it has inner capitals.
        return False
    initials = [w.lstrip("\"'“(")[:1].casefold() for w in words]
    matched, position = 0, 0
    for letter in letters.casefold():
        if letter in initials[position:]:
            position = initials.index(letter, position) + 1
            matched += 1
    if matched < max(2, _MIN_INITIALS * len(letters)):
        return False
    return matched == len(letters) or not _repeats_initial(letters, [w[0].casefold() for w in content])


def _repeats_initial(letters: str, initials: list[str]) -> bool:
    """Return whether a capital of the short form that begins a word stands there more often than such words.

    "Policy optimization" is not all of PPO, nor "information retrieval" of IIR: the first word is not there.
    """
    return any(
        0 < initials.count(letter.casefold()) < letters.count(letter) for letter in set(letters) if letter.isupper()
    )


# The mark needs a year and an owner, since "(c)" may number a list, and "copyright" be what a paper is about.
_NOTICE = re.compile(
    r"(?:(?:\bcopyright\b[:,]?\s{0,3}(?:by\s)?)?(?:©|\(c\)|\bcopyright\b)(?:\s{0,3}copyright\b)?)"
    r"\s{0,3}(?:19|20)\d\d(?=[,.]?\s{0,3}(?-i:[^\W\d_a-z]|by\b|the\b)|,?\s{0,3}\()",
    re.IGNORECASE,
)
_MORE = compile_on_use(
    r"\b(?:all rights reserved|published by|on behalf of|production and hosting|open[- ]access|licen[cs]ed?|licensee"
    r"|exclusive licen[cs]e|creative commons|reprinted|copyright)\b|^(?:published|elsevier|wiley|springer)\b",
    re.IGNORECASE,
)
_MAX_LENGTH = 1_000  # characters
_AT_START = 10  # characters before a notice that opens a text


def find_notices(text: str, sentences: Iterable[tuple[int, int]]) -> list[tuple[int, int]]:
    """Return the parts of an abstract that are notices of copyright, given the offsets of its sentences.

    A notice at the beginning reaches to the end of its sentence, and over the next ones if these speak of publication
    or licences; one further on reaches to the end of the text.

    >>> text = "We sail far. (C) 2015 The Harbour Society. Production and hosting by Acme B.V."
    >>> [text[start:end] for start, end in find_notices(text, [(0, 12), (13, 42), (43, 78)])]
    ['(C) 2015 The Harbour Society. Production and hosting by Acme B.V.']
    """
    found = _NOTICE.search(text) if may_have_notice(text) else None
    if found is None:
        return []
    if found.start() > _AT_START:
        return [(found.start(), len(text))] if len(text) - found.start() <= _MAX_LENGTH else []
    end = found.end()
    for start, stop in sentences:
        if start > found.end() and not _MORE.search(text, start, stop):
            break
        end = max(end, stop)
    return [(0, end)] if end < len(text) else []


def may_have_notice(text: str) -> bool:
    """Return whether a text has a mark that notices of copyright have; most texts have none."""
    return "©" in text or "(C)" in text or "(c)" in text or "opyright" in text or "COPYRIGHT" in text
