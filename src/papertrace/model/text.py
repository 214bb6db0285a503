"""Text as it is shown: without the characters that a terminal, a parser or an encoding would not take as text."""

import re
import unicodedata

# What XML 1.0 (fifth edition, production 2, Char) leaves out: most control characters, surrogates, U+FFFE and
# U+FFFF. A parser refuses a whole file for one of them, and no escape makes them legal.
_UNFIT_FOR_XML = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x84\x86-\x9f\ud800-\udfff\ufffe\uffff]")
# Control and format characters, surrogates, and the separators of lines and paragraphs.
_STEERING = frozenset({"Cc", "Cf", "Cs", "Zl", "Zp"})
# What runs from right to left (the blocks that Unicode sets aside for such letters, DerivedBidiClass.txt) and the marks
# that make other text run so.
_TURNING = re.compile(
    "[\u0590-\u08ff\u200f\u202a-\u202e\u2066-\u2069\ufb1d-\ufdff\ufe70-\ufefc\U00010800-\U00010fff\U0001e800-\U0001efff]"
)
# UAX #9: the isolates that these open or end, and the ends of paragraphs, which end all isolates.
_OPENING, _CLOSING = "\u2066\u2067\u2068", "\u2069"
_PARAGRAPHS = re.compile("[\n\r\x1c-\x1e\x85\u2029]")
_FIRST_STRONG = "\u2068"


def printable(text: str) -> str:
    r"""Return text that a terminal shows and does not obey: control and bidirectional characters are written out.

    >>> printable("a\x1b[31mb")
    'a\\x1b[31mb'
    """
    if text.isascii() and text.isprintable():
        return text
    return "".join(_write_out(character) for character in text)


def replace_unprintable(text: str, mark: str = "\N{REPLACEMENT CHARACTER}") -> str:
    r"""Return text with a mark in the place of every character that does not show.

    >>> replace_unprintable("a\x1b\u202eb", "?")
    'a??b'
    """
    if text.isprintable():
        return text
    return "".join(character if character.isprintable() else mark for character in text)


def escape_surrogates(text: str) -> str:
    r"""Return text with lone surrogates, which no encoding has, written out.

    >>> escape_surrogates("a\ud800b")
    'a\\ud800b'
    """
    return text.encode("utf-8", "backslashreplace").decode()


def fit_for_xml(text: str) -> str:
    r"""Return text without characters that XML forbids or that steer terminals.

    Tab, line feed, carriage return and U+0085 stay, every printable character too; control characters (C0, C1,
    delete), lone surrogates and the two non-characters at the end of the first plane go.

    >>> fit_for_xml("a\x00b\x1b[1mc\ud800d")
    'ab[1mcd'
    """
    return _UNFIT_FOR_XML.sub("", text)


def isolate(text: str) -> str:
    r"""Return a text that leaves the direction of its neighbours alone, between the marks of Unicode that isolate it.

    A text that runs from left to right throughout needs none and is returned as it is. In others the isolates are
    balanced, so that none ends before the text or goes on after it.

    >>> isolate("plain"), isolate("\u202eabc"), isolate("\u2069\u202eabc\u2067")
    ('plain', '\u2068\u202eabc\u2069', '\u2068\u202eabc\u2067\u2069\u2069')
    """
    if not _TURNING.search(text):
        return text
    kept = [_FIRST_STRONG]
    depth = 1
    for character in _PARAGRAPHS.sub(" ", text):
        if character == _CLOSING and depth == 1:
            continue  # it would end the isolate of the whole text
        depth += (character in _OPENING) - (character == _CLOSING)
        kept.append(character)
    return "".join(kept) + _CLOSING * depth


def count_things(n: int, one: str, many: str = "") -> str:
    """Return a number with its noun, in the plural where it is one of many.

    >>> count_things(1, "paper"), count_things(2000, "entry", "entries")
    ('1 paper', '2,000 entries')
    """
    return f"{n:,} {one if n == 1 else many or one + 's'}"


def excerpt(text: str, n_chars: int = 40) -> str:
    """Return the beginning of a text on one line and in quotes, as messages name it.

    >>> excerpt("a  title"), excerpt("a long title", 6)
    ("'a title'", "'a long…'")
    """
    line = " ".join(text[: n_chars * 4].split())
    return repr(line if len(line) <= n_chars else f"{line[:n_chars]}…")


def _write_out(character: str) -> str:
    if unicodedata.category(character) in _STEERING:
        return character.encode("unicode_escape").decode()
    return character
