"""Acronyms and their long forms: "state-space model (SSM)", "SSM (state-space model)".

The right-to-left search is that of Schwartz and Hearst, "A simple algorithm for identifying abbreviation
definitions in biomedical text" (PSB 2003). It accepts any letters in order, so its results are checked again
against the initials of the words.
"""

import re
from functools import lru_cache
from typing import NamedTuple

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
