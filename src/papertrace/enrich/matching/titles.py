"""Whether two titles are those of one work: our own comparison, since services answer with what is merely similar.

Titles are equal if their letters and digits are, whatever the case, accents, white space, punctuation and inline
tags. They are nearly equal if, word by word, they differ in a plural, in one letter (colour, modelling) or in an
article; never in a number, a short word or the beginning of a word (GPT-3 and GPT-4, Part I and Part II, supervised and
unsupervised). A title that only begins like another one is another title.
"""

import re
import unicodedata
from collections.abc import Sequence
from difflib import SequenceMatcher
from enum import IntEnum
from functools import lru_cache

from papertrace.model.html_text import strip_tags

_WORD = re.compile(r"[^\W_]+")
_ARTICLES = frozenset({"a", "an", "the"})
_MIN_WORDS_OF_NEAR = 5
_MIN_LETTERS_OF_VARIANT = 5
_MAX_VARIANTS_PER_WORD = 1 / 5
_MIN_CHARS_OF_SPECIFIC = 20
_MIN_WORDS_OF_SPECIFIC = 4


class Likeness(IntEnum):
    """How alike two titles are, in ascending order."""

    DIFFERENT = 0
    RELATED = 1  # most words are common, or one continues the other: another version may be titled so
    NEAR = 2
    EQUAL = 3


@lru_cache(maxsize=65_536)  # the title of a paper is compared with those of all works that bear its names
def title_words(title: str) -> tuple[str, ...]:
    """Return the words of a title as they are compared.

    >>> title_words("Über <i>E. coli</i>: GPT-4's view")
    ('uber', 'e', 'coli', 'gpt', '4', 's', 'view')
    """
    plain = unicodedata.normalize("NFKD", strip_tags(title[:2000]).casefold())
    if not plain.isascii():
        plain = "".join(char for char in plain if not unicodedata.combining(char))
    return tuple(_WORD.findall(plain))


def fold_title(title: str) -> str:
    """Return the letters and digits of a title, by which equal titles are found.

    >>> fold_title("A Re-Think, of Things.") == fold_title("a rethink of things")
    True
    """
    return "".join(title_words(title))


def compare_titles(one: str, other: str) -> Likeness:
    """Return how alike two titles are.

    >>> compare_titles("Modelling of Neural Network Training", "Modeling of neural network training").name
    'NEAR'
    >>> compare_titles("Attention Is All You Need", "Attention Is All You Need In Speech Separation").name
    'RELATED'
    >>> compare_titles("Language Models: Part I", "Language Models: Part II").name
    'RELATED'
    >>> compare_titles("", "").name
    'DIFFERENT'
    """
    if one == other and one:
        return Likeness.EQUAL if title_words(one) else Likeness.DIFFERENT
    words, others = title_words(one), title_words(other)
    folded, other_folded = "".join(words), "".join(others)
    if not folded or not other_folded:
        return Likeness.DIFFERENT
    if folded == other_folded:
        return Likeness.EQUAL
    if _differ_slightly(words, others):
        return Likeness.NEAR
    if folded.startswith(other_folded) or other_folded.startswith(folded):
        return Likeness.RELATED
    common = len(set(words) & set(others))
    return Likeness.RELATED if 2 * common >= max(len(set(words)), len(set(others))) else Likeness.DIFFERENT


def is_similar(one: str, other: str) -> bool:
    """Return whether two titles are nearly equal or one continues the other, so that a person may take them for one.

    >>> is_similar("Attention Is All You Need", "Attention Is All You Need In Speech Separation")
    True
    """
    folded, other_folded = sorted((fold_title(one), fold_title(other)), key=len)
    return bool(folded) and (other_folded.startswith(folded) or compare_titles(one, other) >= Likeness.NEAR)


def is_specific(title: str) -> bool:
    """Return whether a title is long enough to identify a work; "Introduction" and "Image segmentation" are not.

    >>> is_specific("Editorial"), is_specific("Neural machine translation by jointly learning to align")
    (False, True)
    """
    words = title_words(title)
    return len(words) >= _MIN_WORDS_OF_SPECIFIC and sum(map(len, words)) >= _MIN_CHARS_OF_SPECIFIC


def _differ_slightly(words: Sequence[str], others: Sequence[str]) -> bool:
    if min(len(words), len(others)) < _MIN_WORDS_OF_NEAR:
        return False
    words = [word for word in words if word not in _ARTICLES]
    others = [word for word in others if word not in _ARTICLES]
    if len(words) != len(others):
        return False
    variants = [(word, other) for word, other in zip(words, others, strict=True) if word != other]
    return len(variants) <= len(words) * _MAX_VARIANTS_PER_WORD and all(_is_variant(*pair) for pair in variants)


def _is_variant(word: str, other: str) -> bool:
    """Return whether two words are spellings of one: they begin alike and differ in one letter, or in a plural."""
    short, long = sorted((word, other), key=len)
    if len(short) < _MIN_LETTERS_OF_VARIANT or not (short + long).isalpha() or short[:3] != long[:3]:
        return False
    if long in {f"{short}s", f"{short}es"}:
        return True
    if len(long) - len(short) > 1:
        return False
    changes = [
        change for change in SequenceMatcher(None, short, long, autojunk=False).get_opcodes() if change[0] != "equal"
    ]
    return len(changes) == 1 and max(changes[0][2] - changes[0][1], changes[0][4] - changes[0][3]) <= 1
