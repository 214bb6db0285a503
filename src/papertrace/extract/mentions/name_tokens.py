"""Tokenization of names, and rules for whether a name is distinguishable from ordinary words."""

import re
from collections.abc import Set as AbstractSet
from enum import StrEnum
from typing import NamedTuple

from papertrace.extract.text.stopwords import STOP_WORDS

MAX_NAME_WORDS = 5
MIN_LETTERS = 3

# Chinese, Japanese and Korean are written without spaces, also around a name in Latin letters.
_IDEOGRAPHS = "\u2e80-\u9fff\uac00-\ud7af\uf900-\ufaff"
_LETTERS = rf"[^\W_{_IDEOGRAPHS}]"
_TOKEN = re.compile(rf"\d+(?:\.\d+)+|{_LETTERS}+(?:\+\+|\+(?![^\W_])|#)?|[{_IDEOGRAPHS}]+")
_GAP = re.compile(r"[ \n]?[-\u2010\u2011\u2013.^_{}/]{0,2}[ \n]?\Z")

# For ASCII, a translation table does the work of these expressions in a third of the time.
_WORD = re.compile(rf"{_LETTERS}+|[{_IDEOGRAPHS}]+")
_SEPARATED = "".join(c if c.isalnum() else " " for c in map(chr, range(128)))
_FOLDED = _SEPARATED.lower()
# A number with points is a token by itself ("2.5Walrus" is two tokens), a number without is part of one.
_GLUED_NUMBER = re.compile(r"\.\d++[^\W_]")
_NUMBER = re.compile(r"(\d(?<![^\W_]\d)\d*+(?:\.\d++)+)")


class Refusal(StrEnum):
    """The reason why a name is not used."""

    SHORT = "too short to be distinguished from other uses"
    WORD = "also an ordinary word"
    SHARED = "used by more than one paper for its own work"
    PLAIN = "does not have the shape of a name"
    KIND = "the plural of an acronym, which is a kind of thing"
    TERM = "a term of science"
    COMMON = "printed by many papers"


class NameToken(NamedTuple):
    """One token of a text with its offsets, and whether it could continue a name."""

    text: str
    start: int
    end: int
    joins: bool


def name_tokens(text: str) -> list[NameToken]:
    """Tokenize a text as names are: split at spaces, hyphens and points, keeping numbers with points together.

    >>> [token.text for token in name_tokens("Matrix-Game 2.0, LLM.int8()")]
    ['Matrix', 'Game', '2.0', 'LLM', 'int8']
    """
    tokens: list[NameToken] = []
    end = 0
    for m in _TOKEN.finditer(text):
        gap = text[end : m.start()]
        joins = bool(tokens) and len(gap) <= 3 and bool(_GAP.match(gap)) and gap != ". "  # noqa: PLR2004
        tokens.append(NameToken(m.group(), m.start(), m.end(), joins))
        end = m.end()
    return tokens


def token_texts(text: str) -> list[str]:
    """Return only the texts of the tokens of `name_tokens`, at a tenth of the cost.

    >>> token_texts("Matrix-Game 2.0")
    ['Matrix', 'Game', '2.0']
    """
    return _TOKEN.findall(text)


def plain_words(text: str) -> list[str]:
    """Return the letters and digits of a text's tokens, at a quarter of the cost of the tokens, for a prefilter.

    A token gives one word, or several if it contains points; signs at its end are dropped. The words of a name are
    therefore adjacent among the words of a text that prints it.

    >>> plain_words("Matrix-Game 2.0 in C++")
    ['Matrix', 'Game', '2', '0', 'in', 'C']
    """
    if _GLUED_NUMBER.search(text):
        text = " ".join(_NUMBER.split(text))
    return text.translate(_SEPARATED).split() if text.isascii() else _WORD.findall(text)


def folded_words(text: str) -> list[str]:
    """Return the words of `plain_words` in lower case, each without one final s unless it is a lone s.

    >>> folded_words("Matrices of KV caches, the model's")
    ['matrice', 'of', 'kv', 'cache', 'the', 'model', 's']
    """
    if _GLUED_NUMBER.search(text):
        text = " ".join(_NUMBER.split(text))
    if text.isascii():
        text = f" {text.translate(_FOLDED)} "
        if " s " in text:  # Replaced twice, since adjacent ones share a space.
            text = text.replace(" s ", " ss ").replace(" s ", " ss ")
        return text.replace("s ", " ").split()
    return [word.removesuffix("s") or word for word in _WORD.findall(text.casefold())]


def is_mixed(token: str) -> bool:
    """Return whether a token has an inner capital next to a small letter, or both letters and digits.

    The s of a plural is no such letter.

    >>> [is_mixed(token) for token in ("FlexGen", "SN40L", "vLLM", "SCALE", "Monarch", "2.0", "GPUs")]
    [True, True, True, False, False, False, False]
    """
    if token.isascii() and token.isalpha():
        tail = token[1:]
        return not tail.islower() and tail != "" and not token.isupper() and not is_plural_acronym(token)
    letters = [c for c in token if c.isalpha()]
    if not letters:
        return False
    if len(letters) < len(token) and any(c.isdigit() for c in token):
        return True
    return any(c.isupper() for c in letters[1:]) and any(c.islower() for c in letters)


def is_plural_acronym(token: str) -> bool:
    """Return whether a token is several capitals and the s of a plural.

    >>> [is_plural_acronym(token) for token in ("GPUs", "GPUS", "As", "vLLMs")]
    [True, False, False, False]
    """
    return token.endswith("s") and len(token) > MIN_LETTERS - 1 and token[:-1].isupper()


def judge_shape(key: tuple[str, ...]) -> Refusal | None:
    """Return why the shape of a name rules it out, whatever the corpus prints, or None.

    >>> judge_shape(("C4",)).name, judge_shape(("sequence",)).name, judge_shape(("SCALE",))
    ('SHORT', 'PLAIN', None)
    """
    if sum(map(len, key)) < MIN_LETTERS or not any(c.isalpha() for token in key for c in token):
        return Refusal.SHORT
    if is_plural_acronym(key[-1]):
        return Refusal.KIND
    if is_unmistakable(key):
        return None
    return None if key[0][0].isupper() and _marked(key) else Refusal.PLAIN


def judge_name(
    key: tuple[str, ...], lower_words: AbstractSet[str], lower_phrases: AbstractSet[str] = frozenset()
) -> Refusal | None:
    """Return why a name cannot be distinguished from other words, or None if it can.

    `lower_words` are words that a corpus prints in lower case; `lower_phrases` are the names, as tokens joined by
    spaces, that it also prints without their capitals.

    >>> words = {"frontier", "scale", "matrix", "game", "sequence", "parallelism", "net"}
    >>> [judge_name(key, words) for key in (("FlexGen",), ("SO", "Net"), ("Monarch",), ("Matrix", "Game"))]
    [None, None, None, None]
    >>> [judge_name(key, words).name for key in (("C4",), ("SCALE",), ("Frontier",), ("sequence",))]
    ['SHORT', 'WORD', 'WORD', 'PLAIN']
    >>> judge_name(("Sequence", "Parallelism"), words, {"Sequence Parallelism"}).name
    'WORD'
    """
    if (refusal := judge_shape(key)) or is_unmistakable(key):
        return refusal
    if " ".join(key) in lower_phrases:
        return Refusal.WORD
    if _depends_on_words(key) and all(not lower_words.isdisjoint(forms) for forms in _forms_of_marked(key)):
        return Refusal.WORD
    return None


def is_unmistakable(key: tuple[str, ...]) -> bool:
    """Return whether the shape alone of some token of a name shows that it is not a word."""
    return any(len(token) >= MIN_LETTERS and is_mixed(token) for token in key)


def words_to_look_for(key: tuple[str, ...]) -> frozenset[str]:
    """Return the lower-case words that `judge_name` looks up in `lower_words`.

    >>> sorted(words_to_look_for(("Walruses",)))
    ['walruse', 'walruses', 'walrusess']
    """
    return frozenset().union(*_forms_of_marked(key)) if _depends_on_words(key) else frozenset()


def _marked(key: tuple[str, ...]) -> list[str]:
    return [token for token in key if token[0].isupper() and len(token) >= MIN_LETTERS]


def _depends_on_words(key: tuple[str, ...]) -> bool:
    """Return whether a name has at most one marked token or opens with a stop word, so that plain words decide."""
    named = len([token for token in key if token[0].isupper() or token[0].isdigit()])
    # "SO-Net" opens with an acronym, not with a stop word.
    opens_with_word = key[0].casefold() in STOP_WORDS and not (len(key[0]) > 1 and key[0].isupper())
    return named < 2 or opens_with_word  # noqa: PLR2004


def _forms_of_marked(key: tuple[str, ...]) -> list[frozenset[str]]:
    """Return for each marked token that is not a stop word the words that would make it an ordinary word."""
    words = [word for token in _marked(key) if (word := token.casefold()) not in STOP_WORDS]
    return [frozenset((word, word + "s", word.rstrip("s"))) for word in words]
