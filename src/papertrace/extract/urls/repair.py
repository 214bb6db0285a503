r"""Character-level repair of addresses that printing or typesetting broke.

A `View` is the repaired text with a map back to the printed one, so that a link can be reported as printed. The
repairs never change the meaning of a sentence: invisible characters vanish, entities and LaTeX escapes become the
characters they represent, full-width and ligature forms become plain ones, `[.]` becomes a dot. Line breaks and stray
spaces need context and are handled by `papertrace.extract.urls.wraps`.
"""

import re
from bisect import bisect_right
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from html import unescape

from papertrace.model import Markup

# Replaces markup: ends an address, and no line is joined across it.
BARRIER = "\x00"

Edit = tuple[int, int, str]


@dataclass(frozen=True, slots=True)
class View:
    """A text made from a source text by edits, with the origin of each of its pieces.

    `pieces` are (offset in `text`, offset in the source, length in the source) in order; a piece whose length differs
    from that of its source was rewritten and is mapped as a whole. `offsets` are the first items of `pieces`.
    """

    text: str
    pieces: tuple[tuple[int, int, int], ...]
    offsets: tuple[int, ...]

    @classmethod
    def of(cls, text: str, edits: Iterable[Edit] = ()) -> "View":
        """Apply sorted, non-overlapping edits (start, end, replacement) to a text."""
        out: list[str] = []
        pieces: list[tuple[int, int, int]] = []
        done = length = 0
        for start, end, new in edits:
            if start > done:
                pieces.append((length, done, start - done))
                out.append(text[done:start])
                length += start - done
            if new:
                pieces.append((length, start, end - start))
                out.append(new)
                length += len(new)
            done = end
        pieces.append((length, done, len(text) - done))
        out.append(text[done:])
        return cls("".join(out), tuple(pieces), tuple(piece[0] for piece in pieces))

    def start_of(self, offset: int) -> int:
        """Return where the character at `offset` begins in the source."""
        index = bisect_right(self.offsets, offset) - 1
        here, there, length = self.pieces[index]
        return there if self._rewritten(index) else there + min(offset - here, length)

    def end_of(self, offset: int) -> int:
        """Return where the character before `offset` ends in the source."""
        if offset <= 0:
            return 0
        index = bisect_right(self.offsets, offset - 1) - 1
        here, there, length = self.pieces[index]
        return there + length if self._rewritten(index) else there + min(offset - here, length)

    def _rewritten(self, index: int) -> bool:
        """Return whether a piece differs in length from its source; equal lengths map character by character."""
        here, _, length = self.pieces[index]
        after = self.offsets[index + 1] if index + 1 < len(self.offsets) else len(self.text)
        return after - here != length


_INVISIBLE = "\u00ad\u180e\u200b-\u200f\u202a-\u202e\u2060-\u2064\u2066-\u2069\ufeff"
# Forms of `/`, `.`, `:`, `~`, `-` and of letters that typesetting, PDF readers and input methods produce.
_PLAIN = {
    "\u2010": "-", "\u2011": "-", "\u2212": "-", "\uff0d": "-",
    "\u2044": "/", "\u2215": "/", "\u29f8": "/", "\uff0f": "/",
    "\uff0e": ".", "\u2024": ".",
    "\uff3f": "_", "\u223c": "~", "\u02dc": "~", "\uff5e": "~",
    "\ufb00": "ff", "\ufb01": "fi", "\ufb02": "fl", "\ufb03": "ffi", "\ufb04": "ffl", "\ufb05": "st", "\ufb06": "st",
}  # fmt: skip
_PLAIN_CLASS = "".join(_PLAIN)

_PATTERN = re.compile(
    rf"""
      (?P<gone>\u00ad[ \t]{{0,8}}\n[ \t]{{0,12}} | [{_INVISIBLE}] | <wbr\s*/?>
        | \\(?:hspace\{{0pt\}}|discretionary\{{\}}\{{\}}\{{\}})
        | \\(?:allowbreak|linebreak|penalty0|string|protect)(?![A-Za-z])(?:\[\d\])?\s?(?:\{{\}})? )
    | (?P<entity> &(?:amp;)*(?:\#[0-9]{{1,7}}|\#[xX][0-9a-fA-F]{{1,6}}|[A-Za-z][A-Za-z0-9]{{1,31}}); )
    | (?P<tilde> \{{?\$\s?\\{{1,2}}(?:thick)?sim\s?\$\}}? | \\symbol\{{126\}} | \{{(?:\\tt\s?)?\\char(?:`\\~|126)\}}
        | \{{?\$\s?\\{{1,2}}tilde\s?(?:\{{\s?\}})?\s?\$\}}? | \{{\\{{1,2}}(?:textasciitilde|texttildelow)\s?(?:\{{\}})?\}}
        | \\{{1,2}}(?:textasciitilde|texttildelow|urltilde|sim)(?![A-Za-z])(?:\{{\}}|\s(?=\w))? | \{{?\\{{0,2}}~\{{\s?\}}\}}? | \\{{1,2}}~ )
    | (?P<underscore> \{{?\\{{1,2}}textunderscore(?![A-Za-z])(?:\{{\}}|\s(?=\w))?\}}? | \$\\{{0,2}}_\$ )
    | (?P<slash> \\{{1,2}}(?:slash|textslash)(?![A-Za-z])(?:\{{\}}|\s(?=\w))? | \\{{1,2}}/ )
    | (?P<escape> \{{\\{{1,2}}[_%\#&$]\}} | \\{{1,2}}[_%\#&$=?@:.+!] )
    | (?P<bracket> \\[()] )
    | (?P<hyphen> \\- )
    | (?P<comment> %(?<=[^\s\\]%)\n[ \t]* )
    | (?P<dot> (?:\[[ ]?(?:\.|dot)[ ]?\]|\([ ]?(?:\.|dot)[ ]?\)|\{{[ ]?(?:\.|dot)[ ]?\}})[ ]? )
    | (?P<colon> \[:\] | \uff1a(?=\s?[/\uff0f]) | \(:\) )
    | (?P<scheme> \[://\] | \[:/\]/ )
    | (?P<bracket_slash> \[/\] | [\[(]slash[\])][ ]? )
    | (?P<stop> [\u3002\uff61](?<=[A-Za-z0-9][\u3002\uff61])(?=(?:com|org|io|net|co|cn)\b) )
    | (?P<plain> [{_PLAIN_CLASS}] | [\uff10-\uff19\uff21-\uff3a\uff41-\uff5a] )
    """,  # noqa: E501 - one alternative a line
    re.VERBOSE | re.IGNORECASE,
)

# The characters that a repair can begin with: searching for them first is many times faster than trying every rule.
# In a run of one ASCII character only the last two can begin a rule.
_RUNS = "|".join(re.escape(char) * 2 + f"(?<={re.escape(char) * 3})" for char in "\\&<{$[(%~")
_OPENER = re.compile(
    rf"[\\&<{{$\[(%~\u3002\uff61\uff1a{_INVISIBLE}{_PLAIN_CLASS}\uff10-\uff19\uff21-\uff3a\uff41-\uff5a](?!{_RUNS})"
)
_SPACED = frozenset(("dot", "bracket_slash"))

_TRIGGERS = (
    "\\",
    "&",
    "<wbr",
    "<WBR",
    "~{",
    "$",
    "[.",
    "(.",
    "{.",
    "[:",
    "(:",
    "[/",
    "%\n",
    "dot",
    "DOT",
    "Dot",
    "slash",
)
# "github dot com slash acme slash name": the name of a known host must come first, since "dot product" is not an
# address.
_SPELLED_OUT = re.compile(
    r"\b(github|gitlab|bitbucket|codeberg|huggingface|zenodo|arxiv|doi)\s{1,2}dot\s{1,2}(com|org|co)\b(?=\s{0,2}/|\s{1,2}slash\b)",
    re.IGNORECASE,
)
_SPELLED_SLASH = re.compile(r"\s{1,2}slash\s{1,2}([\w.~-]+)", re.IGNORECASE)


def needs_repair(text: str) -> bool:
    """Return whether a text contains anything that `repair_characters` may change, by substring tests alone."""
    return not text.isascii() or any(trigger in text for trigger in _TRIGGERS)


_HIDING = re.compile(f"[{_INVISIBLE}\uff0e\u2024\u3002\ufb00-\ufb06\uff41-\uff5a]")


def may_hide_url(text: str) -> bool:
    """Return whether the name of a host may be printed so that no plain substring test finds it."""
    if "[." in text or "(." in text or "{." in text:
        return True
    low = text.lower()
    if "dot" in low and any(sign in low for sign in ("(dot", "[dot", "{dot", "( dot", "[ dot", " dot com", " dot org")):
        return True
    return (not text.isascii()) and _HIDING.search(text) is not None


def repair_characters(text: str, markup: Markup = Markup.TEXT) -> View:
    r"""Undo what printing or typesetting did to the characters of an address.

    >>> repair_characters(r"https://example.org/\_a&amp;b").text
    'https://example.org/_a&b'
    """
    if not needs_repair(text):
        return View.of(text)
    edits: list[Edit] = []
    done = 0
    for opener in _OPENER.finditer(text):
        start = opener.start()
        match = _PATTERN.match(text, start) if start >= done else None
        if match is None:
            continue
        kind = match.lastgroup or ""
        new = _RULES[kind](match[0], markup)
        if new is None:
            continue
        done = match.end()
        if kind in _SPACED and text[start - 1 : start] == " ":
            start -= 1
        edits.append((start, done, new))
    for match in _SPELLED_OUT.finditer(text):
        _add_spoken_edits(text, match, edits)
    edits.sort()
    return View.of(text, _drop_overlaps(edits))


def _add_spoken_edits(text: str, match: re.Match[str], edits: list[Edit]) -> None:
    """Add the edits that restore a spelled-out address: its dot, and each `slash` that follows."""
    edits.append((match.end(1), match.start(2), "."))
    position = match.end()
    while slash := _SPELLED_SLASH.match(text, position):
        edits.append((slash.start(), slash.start(1), "/"))
        position = slash.end()


def _drop_overlaps(edits: list[Edit]) -> list[Edit]:
    """Drop edits that overlap an earlier one."""
    kept: list[Edit] = []
    end = 0
    for edit in edits:
        if edit[0] >= end:
            kept.append(edit)
            end = edit[1]
    return kept


def _entity(raw: str, _markup: Markup) -> str | None:
    """Decode an entity, however often its ampersand was escaped; an unknown entity stays as it is."""
    inner = raw[1:]
    while inner.lower().startswith("amp;") and len(inner) > len("amp;"):
        inner = inner[4:]
    if inner.lower() == "shy;":
        return ""
    decoded = unescape(f"&{inner}")
    if decoded == f"&{inner}":
        return None
    return "".join(_PLAIN.get(char, "" if re.match(f"[{_INVISIBLE}]", char) else char) for char in decoded)


def _plain(raw: str, _markup: Markup) -> str:
    """Return the plain form of a look-alike; full-width letters and digits have a fixed distance from ASCII."""
    return _PLAIN.get(raw) or chr(ord(raw) - 0xFEE0)


def _always(new: str) -> Callable[[str, Markup], str | None]:
    """Return a rule that replaces any match with the same text."""
    return lambda _raw, _markup: new


_RULES: dict[str, Callable[[str, Markup], str | None]] = {
    "gone": _always(""),
    "entity": _entity,
    "tilde": _always("~"),
    "underscore": _always("_"),
    "slash": _always("/"),
    "escape": lambda raw, _markup: raw.strip("{}\\"),
    # In TeX, escaped parentheses begin and end a formula.
    "bracket": lambda raw, markup: raw[1] if markup is Markup.MARKDOWN else None,
    # A discretionary hyphen in TeX, which is invisible; an escaped hyphen in Markdown.
    "hyphen": lambda _raw, markup: "-" if markup is Markup.MARKDOWN else "",
    "comment": lambda _raw, markup: "" if markup in (Markup.TEX, Markup.BIBTEX) else None,
    "dot": _always("."),
    "colon": _always(":"),
    "scheme": _always("://"),
    "bracket_slash": _always("/"),
    "stop": _always("."),
    "plain": _plain,
}
