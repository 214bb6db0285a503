"""Scripts without blanks between words: characters of Chinese and Japanese, and what stands between them.

A Chinese character is a token of its own, so that phrases are sequences of characters; which of them are terms is
counted over the corpus. Where a library for the language is installed (the extra `cjk`), a phrase begins and ends only
where a word does. Words in katakana are tokens; hiragana is inflection and grammar, and ends a phrase.
"""

import re
from collections.abc import Callable
from functools import cache

HAN = "\u3005\u3007\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff"
HIRAGANA = "\u3041-\u309f"
KATAKANA = "\u30a1-\u30fa\u30fc-\u30ff"
HANGUL = "\uac00-\ud7a3"
UNSPACED = f"{HAN}{HIRAGANA}{KATAKANA}"
_HAN = re.compile(f"[{HAN}]")
_KANA = re.compile(f"[{HIRAGANA}{KATAKANA}]")
_SPECIAL = re.compile(f"[{UNSPACED}{HANGUL}]")
_UNSPACED = re.compile(f"[{UNSPACED}]")
_HIRAGANA_ONLY = re.compile(f"[{HIRAGANA}]+")
# Particles that no noun of two syllables or more ends in.
_PARTICLE = re.compile(rf"(?<=[{HANGUL}]{{2}})(?:에서|으로|[을를은는의])\Z")

_MAX_CUT = 1_000  # characters that a library is given at once

CutWords = Callable[[str], list[str]]


def needs_characters(text: str) -> bool:
    """Return whether a text contains a script whose tokens are not separated by blanks alone."""
    return not text.isascii() and _SPECIAL.search(text) is not None


def is_unspaced(text: str) -> bool:
    """Return whether a text contains Chinese or Japanese characters."""
    return not text.isascii() and _UNSPACED.search(text) is not None


def is_character(token: str) -> bool:
    """Return whether a token is a Chinese character."""
    return _HAN.fullmatch(token) is not None


def is_hiragana(token: str) -> bool:
    """Return whether a token is in hiragana only."""
    return _HIRAGANA_ONLY.fullmatch(token) is not None


def strip_particle(word: str) -> str:
    """Return a Korean word without the particle that marks its role in the sentence.

    >>> [strip_particle(word) for word in ("모델을", "정의", "kernel")]
    ['모델', '정의', 'kernel']
    """
    return word if word.isascii() else _PARTICLE.sub("", word)


def is_japanese(text: str) -> bool:
    """Return whether a text contains kana, which no other language has."""
    return _KANA.search(text) is not None


def find_word_starts(run: str, *, japanese: bool) -> frozenset[int] | None:
    """Return the offsets at which a word begins, or None if no library cuts words of this language."""
    cut = _load_japanese() if japanese else _load_chinese()
    if cut is None:
        return None
    starts: set[int] = set()
    for low in range(0, len(run), _MAX_CUT):
        offset = low
        for word in cut(run[low : low + _MAX_CUT]):
            starts.add(offset)
            offset += len(word)
    return frozenset(starts)


def lacks_word_library(text: str) -> bool:
    """Return whether the words of a text could be cut only by a library that is not installed."""
    return is_unspaced(text) and (_load_japanese() if is_japanese(text) else _load_chinese()) is None


@cache
def _load_chinese() -> CutWords | None:
    try:
        import rjieba
    except ImportError:
        return None

    def cut(text: str) -> list[str]:
        return [str(word) for word in rjieba.cut(text, False)]  # noqa: FBT003 - without guesses at unknown words

    return cut


@cache
def _load_japanese() -> CutWords | None:
    try:
        from sudachipy import Dictionary, SplitMode

        tokenizer = Dictionary(dict="small").tokenizer(mode=SplitMode.C)
    except ImportError:
        return None

    def cut(text: str) -> list[str]:
        return [morpheme.surface() for morpheme in tokenizer.tokenize(text)]

    return cut
