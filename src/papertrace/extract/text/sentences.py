"""Sentence boundaries in abstracts.

A full stop ends a sentence only if white space and something that can open a sentence follow, so decimals and
URLs need no rule of their own. The remaining exceptions are abbreviations, which are a closed list.
"""

import re

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
