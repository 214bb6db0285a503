"""How a name is cut into tokens, and whether its tokens can be told from other words."""

import re
from collections.abc import Set as AbstractSet
from enum import StrEnum
from typing import NamedTuple

from papertrace.extract.text.stopwords import STOP_WORDS

MAX_NAME_WORDS = 5
MIN_LETTERS = 3

_TOKEN = re.compile(r"\d+(?:\.\d+)+|[^\W_]+(?:\+\+|#)?")
_GAP = re.compile(r"[ \n]?[-\u2010\u2011\u2013.^_{}/]{0,2}[ \n]?\Z")

# For ASCII a table does what these do in a third of their time.
_WORD = re.compile(r"[^\W_]+")
_SEPARATED = "".join(c if c.isalnum() else " " for c in map(chr, range(128)))
_FOLDED = _SEPARATED.lower()
# A number with points is a token by itself ("2.5Walrus" is two), a number without is a part of one.
_GLUED_NUMBER = re.compile(r"\.\d++[^\W_]")
_NUMBER = re.compile(r"(\d(?<![^\W_]\d)\d*+(?:\.\d++)+)")


class Refusal(StrEnum):
    """Say why a name is not used."""

    SHORT = "too short to be told from other uses"
    WORD = "also an ordinary word"
    SHARED = "claimed by more than one paper"
    PLAIN = "has not the shape of a name"


class NameToken(NamedTuple):
    """Hold one token of a text with its offsets, and whether it could continue a name."""

    text: str
    start: int
    end: int
    joins: bool


def name_tokens(text: str) -> list[NameToken]:
    """Cut a text as names are cut: at spaces, hyphens and points, digits with points kept together.

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
    """Return the texts of the tokens of `name_tokens` alone, which costs a tenth.

    >>> token_texts("Matrix-Game 2.0")
    ['Matrix', 'Game', '2.0']
    """
    return _TOKEN.findall(text)


def plain_words(text: str) -> list[str]:
    """Return the letters and digits of a text's tokens, which costs a quarter of the tokens: for a first look.

    A token gives one word, or several where it holds points; the signs at its end are left out. So the words of a
    name stand side by side among the words of a text that prints it.

    >>> plain_words("Matrix-Game 2.0 in C++")
    ['Matrix', 'Game', '2', '0', 'in', 'C']
    """
    if _GLUED_NUMBER.search(text):
        text = " ".join(_NUMBER.split(text))
    return text.translate(_SEPARATED).split() if text.isascii() else _WORD.findall(text)


def folded_words(text: str) -> list[str]:
    """Return the words of `plain_words` without their letter case and without one s at the end of another letter.

    >>> folded_words("Matrices of KV caches, the model's")
    ['matrice', 'of', 'kv', 'cache', 'the', 'model', 's']
    """
    if _GLUED_NUMBER.search(text):
        text = " ".join(_NUMBER.split(text))
    if text.isascii():
        text = f" {text.translate(_FOLDED)} "
        if " s " in text:  # Twice, since two that stand side by side share a space.
            text = text.replace(" s ", " ss ").replace(" s ", " ss ")
        return text.replace("s ", " ").split()
    return [word.removesuffix("s") or word for word in _WORD.findall(text.casefold())]


def is_mixed(token: str) -> bool:
    """Say whether a token has both cases past its first letter, or letters and digits.

    >>> [is_mixed(token) for token in ("FlexGen", "SN40L", "vLLM", "SCALE", "Monarch", "2.0")]
    [True, True, True, False, False, False]
    """
    if token.isascii() and token.isalpha():
        tail = token[1:]
        return not tail.islower() and tail != "" and not token.isupper()
    letters = [c for c in token if c.isalpha()]
    if not letters:
        return False
    if len(letters) < len(token) and any(c.isdigit() for c in token):
        return True
    return any(c.isupper() for c in letters[1:]) and any(c.islower() for c in letters)


def judge_shape(key: tuple[str, ...]) -> Refusal | None:
    """Say what of a name's shape tells against it, whatever a corpus prints.

    >>> judge_shape(("C4",)).name, judge_shape(("sequence",)).name, judge_shape(("SCALE",))
    ('SHORT', 'PLAIN', None)
    """
    if sum(map(len, key)) < MIN_LETTERS or not any(c.isalpha() for token in key for c in token):
        return Refusal.SHORT
    if is_unmistakable(key):
        return None
    return None if key[0][0].isupper() and _marked(key) else Refusal.PLAIN


def judge_name(
    key: tuple[str, ...], lower_words: AbstractSet[str], lower_phrases: AbstractSet[str] = frozenset()
) -> Refusal | None:
    """Say why a name cannot be told from other words, or None where it can.

    `lower_words` and `lower_phrases` are what a corpus prints without capitals; of phrases, the names are given
    that are printed so, their tokens with spaces between.

    >>> words = {"frontier", "scale", "matrix", "game", "sequence", "parallelism"}
    >>> [judge_name(key, words) for key in (("FlexGen",), ("Megatron", "LM"), ("Monarch",), ("Matrix", "Game"))]
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
    if _rests_on_words(key) and all(not lower_words.isdisjoint(forms) for forms in _forms_of_marked(key)):
        return Refusal.WORD
    return None


def is_unmistakable(key: tuple[str, ...]) -> bool:
    """Say whether a token of a name is no word by its very shape."""
    return any(len(token) >= MIN_LETTERS and is_mixed(token) for token in key)


def words_to_look_for(key: tuple[str, ...]) -> frozenset[str]:
    """Return the words in lower case of which `judge_name` asks whether a corpus prints them.

    >>> sorted(words_to_look_for(("Walruses",)))
    ['walruse', 'walruses', 'walrusess']
    """
    return frozenset().union(*_forms_of_marked(key)) if _rests_on_words(key) else frozenset()


def _marked(key: tuple[str, ...]) -> list[str]:
    return [token for token in key if token[0].isupper() and len(token) >= MIN_LETTERS]


def _rests_on_words(key: tuple[str, ...]) -> bool:
    """Say whether a name has but one word that looks like one, so that all depends on that word."""
    named = len([token for token in key if token[0].isupper() or token[0].isdigit()])
    return named < 2 or key[0].casefold() in STOP_WORDS  # noqa: PLR2004


def _forms_of_marked(key: tuple[str, ...]) -> list[frozenset[str]]:
    """Return for each marked token the words of which one makes a word of it; a stop word needs none."""
    words = [word for token in _marked(key) if (word := token.casefold()) not in STOP_WORDS]
    return [frozenset((word, word + "s", word.rstrip("s"))) for word in words]
