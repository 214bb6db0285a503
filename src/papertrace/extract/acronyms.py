"""Acronyms and their long forms: "state-space model (SSM)", "SSM (state-space model)".

The search from right to left is that of Schwartz and Hearst, "A simple algorithm for identifying abbreviation
definitions in biomedical text" (PSB 2003). It accepts any letters in order, so what it finds is checked again
against the initials of the words.
"""

import re
from typing import NamedTuple

_PARENTHESIS = re.compile(r"\(([^()\n]{2,100})\)")
_SHORT = re.compile(r"[A-Za-z0-9][A-Za-z0-9&/:.+-]{0,11}\Z")
_WORD = re.compile(r"[^\s-]+")
_LINKING = frozenset(["of", "the", "for", "and", "a", "an", "in", "on", "to", "with", "by", "via", "from", "as"])
_CLAUSE_END = re.compile(r"[.;:!?,](?=\s)|[()¦]")
_MIN_INITIALS = 0.6  # the share of a short form's letters that must open a word


class Acronym(NamedTuple):
    """Hold a short form and the long form that the text gives for it, both as printed."""

    short: str
    long: str


def find_acronyms(text: str) -> list[Acronym]:
    """Return the acronyms that a clean text defines, in order of their parentheses.

    >>> find_acronyms("A state-space model (SSM) and SpMM (sparse matrix multiplication), seen here (see Sec).")
    [Acronym(short='SSM', long='state-space model'), Acronym(short='SpMM', long='sparse matrix multiplication')]
    """
    found: list[Acronym] = []
    if "(" not in text:
        return found
    for match in _PARENTHESIS.finditer(text):
        inside = re.split(r"[,;]|\be\.g|\bi\.e", match.group(1), maxsplit=1)[0].strip()
        before = text[max(0, match.start() - 200) : match.start()].rstrip()
        if _is_short(inside):
            acronym = _match_long(inside, _last_clause(before))
        else:
            words = before.split()
            short = words[-1].strip("\"'“”") if words else ""
            acronym = _match_long(short, inside, whole=True) if _is_short(short) else None
        if acronym is not None:
            found.append(acronym)
    return found


def _is_short(text: str) -> bool:
    return bool(_SHORT.match(text)) and len(text) > 1 and sum(c.isupper() for c in text) > 1


def _last_clause(before: str) -> str:
    ends = [m.end() for m in _CLAUSE_END.finditer(before)]
    return before[ends[-1] :] if ends else before


def _match_long(short: str, text: str, *, whole: bool = False) -> Acronym | None:
    letters = short[:-1] if short.endswith("s") and short[-2].isupper() else short
    letters = "".join(c for c in letters if c.isalnum())
    n_words = min(len(letters) + 5, 2 * len(letters))
    words = list(_WORD.finditer(text))[-n_words if not whole else 0 :]
    if not words:
        return None
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


def _search_right_to_left(letters: str, text: str, lowest: int) -> int | None:
    at = len(text)
    for i in range(len(letters) - 1, -1, -1):
        at -= 1
        while at >= lowest and (text[at] != letters[i] or (i == 0 and at > 0 and text[at - 1].isalnum())):
            at -= 1
        if at < lowest:
            return None
    return at


def _initials_agree(letters: str, long: str) -> bool:
    words = _WORD.findall(long)
    content = [w for w in words if w.casefold() not in _LINKING]
    if not content or len(content) > len(letters) + 1:
        return False
    if len(content) == 1:
        # "KL (Kullback)" and the like: one word makes an acronym only by capitals of its own.
        return False
    initials = [w.lstrip("\"'“(")[:1].casefold() for w in words]
    matched, position = 0, 0
    for letter in letters.casefold():
        if letter in initials[position:]:
            position = initials.index(letter, position) + 1
            matched += 1
    return matched >= max(2, _MIN_INITIALS * len(letters))
