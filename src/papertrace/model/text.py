"""Texts for people: cut, counted, fit for XML, without HTML."""

import re
import unicodedata
from html import unescape
from html.entities import html5

# Tags that databases leave in titles: HTML's inline ones, MathML, JATS. Anything else between < and > is text (a < b).
_TAG = re.compile(
    r"</?(?:i|b|u|em|strong|sub|sup|scp|tt|span|p|br|italic|bold|title|sec|(?:jats|mml):[a-z-]{1,20})(?:\s[^<>]{0,300})?/?>",
    re.IGNORECASE,
)
_SEPARATING = re.compile(r"</?(?:p|br|title|sec|jats:(?:p|title|sec))\b", re.IGNORECASE)
_REFERENCE = re.compile(r"&(?:#[0-9a-zA-Z]{1,10};?|([A-Za-z0-9]{1,40};?))")


def decode_attribute(raw: str) -> str:
    """Return the value of an attribute with its character references decoded.

    A name without its semicolon that goes on with a letter, a digit or `=` is no reference there
    (https://html.spec.whatwg.org/multipage/parsing.html#named-character-reference-state), as addresses have them.

    >>> decode_attribute("?a=1&section=2&amp;b&copy"), decode_attribute("&#x2f;&notit;&region")
    ('?a=1&section=2&b©', '/&notit;&region')
    """
    return _REFERENCE.sub(_decode_reference, raw) if "&" in raw else raw


def _decode_reference(match: re.Match[str]) -> str:
    name = match[1]
    if name is None:
        return unescape(match[0])
    is_text = name not in html5 or (not name.endswith(";") and match.string.startswith("=", match.end()))
    return match[0] if is_text else html5[name]


def strip_tags(text: str) -> str:
    """Return text without inline tags and entities, on one line.

    >>> strip_tags("CO<sub>2</sub> &amp; heat: a <b c")
    'CO2 & heat: a <b c'
    """
    if "<" in text:
        text = _TAG.sub(lambda match: " " if _SEPARATING.match(match[0]) else "", text)
    if "&" in text:
        text = unescape(text)
    return " ".join(text.split())


# What XML 1.0 (fifth edition, production 2, Char) excludes: most control characters, surrogates, U+FFFE and U+FFFF.
# A parser rejects a whole file for one of them, and no escape makes them legal.
_INVALID_IN_XML = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x84\x86-\x9f\ud800-\udfff\ufffe\uffff]")
# Control and format characters, surrogates, and the separators of lines and paragraphs.
_UNPRINTABLE_CATEGORIES = frozenset({"Cc", "Cf", "Cs", "Zl", "Zp"})
# Right-to-left characters (the blocks that Unicode reserves for them, DerivedBidiClass.txt) and the control characters
# that make other text run from right to left.
_RIGHT_TO_LEFT = re.compile(
    "[\u0590-\u08ff\u200f\u202a-\u202e\u2066-\u2069\ufb1d-\ufdff\ufe70-\ufefc\U00010800-\U00010fff\U0001e800-\U0001efff]"
)
# UAX #9: the characters that open and close isolates, and the paragraph separators, which close all isolates.
_OPENING, _CLOSING = "\u2066\u2067\u2068", "\u2069"
_PARAGRAPHS = re.compile("[\n\r\x1c-\x1e\x85\u2029]")
_FIRST_STRONG = "\u2068"
_IN_XML = str.maketrans({"&": "&amp;", "<": "&lt;", ">": "&gt;"})
# A parser turns other white space in attributes into blanks, and a bare carriage return in any text into a line feed
# (XML 1.0, sections 2.11 and 3.3.3).
_IN_ATTRIBUTE = _IN_XML | str.maketrans({"\n": "&#10;", "\r": "&#13;", "\t": "&#9;"})
# The beginnings of workflow commands of GitHub and Azure, which are also read after white space.
_COMMAND = re.compile(r"^([^\S\n]*+)(?=::|##\[)(.)", re.MULTILINE)


def printable(text: str) -> str:
    r"""Return text with control and bidirectional characters escaped, so that a terminal only displays it.

    >>> printable("a\x1b[31mb")
    'a\\x1b[31mb'
    """
    if text.isascii() and text.isprintable():
        return text
    return "".join(_escape(character) for character in text)


def without_commands(text: str) -> str:
    r"""Return text of which no line is a command to a system of continuous integration, which obeys what is printed.

    >>> without_commands("::error::x\n  ##[error]y\nA::b")
    '\\x3a:error::x\n  \\x23#[error]y\nA::b'
    """
    return _COMMAND.sub(lambda found: f"{found[1]}\\x{ord(found[2]):02x}", text) if is_command(text) else text


def is_command(text: str) -> bool:
    """Return whether a system of continuous integration would obey a line of a text if it were printed."""
    return ("::" in text or "##[" in text) and _COMMAND.search(text) is not None


def replace_unprintable(text: str, mark: str = "\N{REPLACEMENT CHARACTER}") -> str:
    r"""Return text with every unprintable character replaced by a mark.

    >>> replace_unprintable("a\x1b\u202eb", "?")
    'a??b'
    """
    if text.isprintable():
        return text
    return "".join(character if character.isprintable() else mark for character in text)


def escape_surrogates(text: str) -> str:
    r"""Return text with lone surrogates, which cannot be encoded, escaped.

    >>> escape_surrogates("a\ud800b")
    'a\\ud800b'
    """
    return text.encode("utf-8", "backslashreplace").decode()


def fit_for_xml(text: str) -> str:
    r"""Return text without characters that XML forbids or that control terminals.

    Tab, line feed, carriage return, U+0085 and all printable characters are kept; control characters (C0, C1, delete),
    lone surrogates and the two noncharacters at the end of the Basic Multilingual Plane are removed.

    >>> fit_for_xml("a\x00b\x1b[1mc\ud800d")
    'ab[1mcd'
    """
    return _INVALID_IN_XML.sub("", text)


def escape_for_xml(text: str) -> str:
    """Return text as the content of an element of XML.

    The standard library has this, together with all that it takes to open an address.
    """
    return text.translate(_IN_XML)


def quote_for_xml(text: str) -> str:
    r"""Return text as the value of an attribute of XML, in quotation marks.

    >>> quote_for_xml("a & b"), quote_for_xml('"a"\n'), quote_for_xml('"it\'s"')
    ('"a &amp; b"', '\'"a"&#10;\'', '"&quot;it\'s&quot;"')
    """
    quoted = text.translate(_IN_ATTRIBUTE)
    if '"' in quoted and "'" not in quoted:
        return f"'{quoted}'"
    return '"' + quoted.replace('"', "&quot;") + '"'


def isolate(text: str) -> str:
    r"""Return a text wrapped in Unicode isolates, so that it cannot change the direction of the text around it.

    Text that is entirely left-to-right is returned unchanged. In other text the isolates are balanced, so that none
    closes the outer one early or stays open after the text.

    >>> isolate("plain"), isolate("\u202eabc"), isolate("\u2069\u202eabc\u2067")
    ('plain', '\u2068\u202eabc\u2069', '\u2068\u202eabc\u2067\u2069\u2069')
    """
    if not _RIGHT_TO_LEFT.search(text):
        return text
    kept = [_FIRST_STRONG]
    depth = 1
    for character in _PARAGRAPHS.sub(" ", text):
        if character == _CLOSING and depth == 1:
            continue  # it would close the isolate around the whole text
        depth += (character in _OPENING) - (character == _CLOSING)
        kept.append(character)
    return "".join(kept) + _CLOSING * depth


def format_count(n: int, one: str, many: str = "") -> str:
    """Return a number with its noun, in the plural unless the number is 1.

    >>> format_count(1, "paper"), format_count(2000, "entry", "entries")
    ('1 paper', '2,000 entries')
    """
    return f"{n:,} {one if n == 1 else many or one + 's'}"


def excerpt(text: str, n_chars: int = 40) -> str:
    """Return the beginning of a text on one line and in quotes, for messages.

    >>> excerpt("a  title"), excerpt("a long title", 6)
    ("'a title'", "'a long…'")
    """
    line = " ".join(text[: n_chars * 4].split())
    return repr(line if len(line) <= n_chars else f"{line[:n_chars]}…")


def _escape(character: str) -> str:
    if unicodedata.category(character) in _UNPRINTABLE_CATEGORIES:
        return character.encode("unicode_escape").decode()
    return character


_TAGS = r"</?(?:a|b|br|code|del|em|font|i|ins|kbd|mark|p|small|span|strong|sub|sup|u)\b[^<>]{0,300}>"
_MARKED = re.compile(
    r"(?P<math>\$[^$\n]{1,300}\$)"
    r"|(?P<ticks>`{1,3})(?P<code>[^`\n]{1,300})(?P=ticks)"
    r"|\\(?P<escaped>[!-/:-@\[-`{-~])"
    r"|!\[[^\[\]\n]{0,300}\]\([^()\s]{0,500}\)"
    r"|\[(?P<words>[^\[\]\n]{1,300})\]\((?:[^()\s]|\([^()\s]{0,300}\)){0,500}\)"
    # Emphasis begins before a word and ends after one (CommonMark 6.2), so that a product (`a * b`) has none.
    r"|(?<![\w*])(?P<stars>\*{1,3})(?=[^\s*])(?P<starred>[^*\n]{1,500})(?<=[^\s*])(?P=stars)(?![\w*])"
    r"|(?<![\w_])(?P<lines>_{1,3})(?=[^\s_])(?P<lined>[^\n]{1,500}?)(?<=[^\s_])(?P=lines)(?![\w_])"
    rf"|(?P<tag>{_TAGS})",
    re.IGNORECASE,
)


def decode_markdown(text: str) -> str:
    r"""Return a text of a list in Markdown as readers see it; mathematics stays as it is printed.

    >>> decode_markdown(r"We *sort* [ropes](https://example.org/x_(y)) and `a*b`, **not _ships_** \* $a*b*c$")
    'We sort ropes and a*b, not ships * $a*b*c$'
    >>> decode_markdown("5 * 3 * 2, snake_case_name, 2*x and 3*y")
    '5 * 3 * 2, snake_case_name, 2*x and 3*y'
    """
    return _MARKED.sub(_inner, text)


def _inner(match: re.Match[str]) -> str:
    if match["math"] is not None or match["code"] is not None or match["escaped"] is not None:
        return match["math"] or match["code"] or match["escaped"]
    if match["tag"] is not None:
        return " " if match["tag"].lower().startswith(("<br", "<p", "</p")) else ""
    return decode_markdown(match["words"] or match["starred"] or match["lined"] or "")
