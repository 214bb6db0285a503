"""Whether two titles are those of one work: our own comparison, since services answer with what is merely similar.

Titles are equal if their letters and digits are, whatever the case, accents, white space, punctuation, inline tags and
notation of formulas. They are nearly equal if, word by word, they differ in a plural, in one letter (colour, modelling)
or in an article; never in a number, a short word or the beginning of a word (GPT-3 and GPT-4, Part I and Part II,
supervised and unsupervised). A title that only begins like another one is another title.

Listings put before a title the name of its system, and behind it a prize or a venue; some titles begin with a name
that a listing leaves out. What remains without it has to be specific and equal to the other title as a whole. Two
titles that begin with different names are two.

A character of Chinese, Japanese or Korean writing counts as a word, and says as much as two or three letters.
"""

import re
import unicodedata
from collections.abc import Sequence
from difflib import SequenceMatcher
from enum import IntEnum
from functools import cache, lru_cache

from papertrace.model.mathematics import show_mathematics
from papertrace.model.text import strip_tags
from papertrace.word_lists import read_word_lists

_EAST_ASIAN = "\u3040-\u30ff\u3400-\u4dbf\u4e00-\u9fff\uac00-\ud7a3\uf900-\ufaff"
_WORD = re.compile(rf"[{_EAST_ASIAN}]|[^\W_{_EAST_ASIAN}]+")
# The letters that have no decomposition into a letter and a mark.
_LETTERS = str.maketrans(
    {"ø": "o", "ł": "l", "đ": "d", "ð": "d", "þ": "th", "æ": "ae", "œ": "oe", "\N{LATIN SMALL LETTER DOTLESS I}": "i"}
)
_ARTICLES = frozenset({"a", "an", "the"})
_MIN_WORDS_OF_NEAR = 5
_MIN_LETTERS_OF_VARIANT = 5
_MAX_VARIANTS_PER_WORD = 1 / 5
_MIN_CHARS_OF_SPECIFIC = 20
_MIN_WORDS_OF_SPECIFIC = 4
_LETTERS_PER_CHARACTER = 2.5
_MAX_CHARS_OF_NAME = 30
_ELLIPSES = ("…", "...")
_QUOTES = {"“": "”", "„": "“", "«": "»", "「": "」", "『": "』", "《": "》", '"': '"'}
_OTHER_WORKS = read_word_lists(__package__, "other_works.toml")
_ABOUT, _PARTS, _NUMBERS = (frozenset(_OTHER_WORKS[name].split()) for name in ("about", "part", "numbers"))


class Likeness(IntEnum):
    """How alike two titles are, in ascending order."""

    DIFFERENT = 0
    RELATED = 1  # most words are common, or one continues the other: another version may be titled so
    SUBTITLED = 2  # one is the other without its subtitle
    NEAR = 3
    WITHOUT_NAME = 4  # equal without what a listing or the work itself puts before or behind the title
    EQUAL = 5


@lru_cache(maxsize=65_536)  # the title of a paper is compared with those of all works that bear its names
def title_words(title: str) -> tuple[str, ...]:
    r"""Return the words of a title as they are compared.

    >>> title_words("Über <i>E. coli</i>: GPT-4's view")
    ('uber', 'e', 'coli', 'gpt', '4', 's', 'view')
    >>> title_words(r"$\alpha$-Stable 图像") == title_words("\N{GREEK SMALL LETTER ALPHA}-stable 图像")
    True
    """
    plain = unicodedata.normalize("NFKD", strip_tags(show_mathematics(title[:2000]))).casefold()
    if not plain.isascii():
        plain = "".join(map(_spell, plain.translate(_LETTERS)))
        plain = unicodedata.normalize("NFC", plain)  # syllables of Hangul were taken apart
    return tuple(_WORD.findall(plain))


@cache
def _spell(char: str) -> str:
    """Return a character without marks; a Greek letter by its name, as listings print it."""
    if unicodedata.combining(char):
        return ""
    name = unicodedata.name(char, "")
    if name.startswith("GREEK ") and " LETTER " in name:
        return name.rpartition(" LETTER ")[2].split()[-1].lower().replace("lamda", "lambda").removeprefix("final")
    return char


def fold_title(title: str) -> str:
    """Return the letters and digits of a title, by which equal titles are found.

    >>> fold_title("A Re-Think, of Things.") == fold_title("a rethink of things")
    True
    """
    return "".join(title_words(title))


def compare_titles(one: str, other: str) -> Likeness:  # noqa: PLR0911 - one return per likeness
    """Return how alike two titles are.

    >>> compare_titles("Modelling of Neural Network Training", "Modeling of neural network training").name
    'NEAR'
    >>> compare_titles("Attention Is All You Need", "Attention Is All You Need In Speech Separation").name
    'RELATED'
    >>> compare_titles("Language Models: Part I", "Language Models: Part II").name
    'DIFFERENT'
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
    if tell_of_others(one, other):
        return Likeness.DIFFERENT
    if _has_subtitle(one, other) or _has_subtitle(other, one):
        return Likeness.SUBTITLED
    if folded.startswith(other_folded) or other_folded.startswith(folded):
        return Likeness.RELATED
    common = len(set(words) & set(others))
    return Likeness.RELATED if 2 * common >= max(len(set(words)), len(set(others))) else Likeness.DIFFERENT


def tell_of_others(one: str, other: str) -> bool:
    """Return whether titles have different numbers, or one of them begins by telling what it is about another work.

    >>> tell_of_others("Folding, Part I", "Folding, Part II"), tell_of_others("Erratum: Folding", "Folding")
    (True, True)
    """
    words, others = title_words(one), title_words(other)
    numbers, other_numbers = _numbers_of(words), _numbers_of(others)
    if numbers and other_numbers and numbers != other_numbers:
        return True
    return _ABOUT.isdisjoint(words[:2]) != _ABOUT.isdisjoint(others[:2])


def match_title(printed: str, title: str) -> Likeness:
    """Return how alike a printed title and that of a work are, without what may stand before and behind a title.

    >>> match_title("FOLD: Sparse Folding of Long Proteins (Best paper)", "Sparse folding of long proteins").name
    'WITHOUT_NAME'
    >>> match_title("FOLD: Sparse Folding of Long Proteins", "BEND: Sparse Folding of Long Proteins").name
    'RELATED'
    >>> match_title("Sparse Folding of Long Prot…", "Sparse Folding of Long Proteins in Vivo").name
    'WITHOUT_NAME'
    """
    likeness = compare_titles(printed, title)
    if likeness >= Likeness.WITHOUT_NAME:
        return likeness
    whole = _unpack(printed)
    pairs = (whole, title), (without_name(whole), title), (whole, without_name(title))
    if any(compare_titles(*pair) is Likeness.EQUAL for pair in pairs) or _is_cut(whole, title):
        return Likeness.WITHOUT_NAME
    return likeness


def core_of(printed: str) -> str:
    r"""Return the words by which to search for a printed title: without a name before it and what is behind it.

    >>> core_of("**FOLD**: “Sparse Folding of Long Proteins”, *Made-up Letters*"), core_of("FOLD: Origami")
    ('Sparse Folding of Long Proteins', 'FOLD: Origami')
    >>> core_of("Sparse Folding of Long Prot…"), core_of(r"Bounds of $\mathcal{O}(n)$ for Folding of Proteins")
    ('Sparse Folding of Long', 'Bounds of O(n) for Folding of Proteins')
    """
    whole = _unpack(printed)
    core = without_name(whole) or whole
    for mark in _ELLIPSES:
        if core.endswith(mark) and (whole := core.removesuffix(mark).rpartition(" ")[0]):
            return show_mathematics(whole)
    return show_mathematics(core)


def is_similar(one: str, other: str) -> bool:
    """Return whether two titles are nearly equal or one continues the other, so that a person may take them for one.

    >>> is_similar("Attention Is All You Need", "Attention Is All You Need In Speech Separation")
    True
    """
    folded, other_folded = sorted((fold_title(one), fold_title(other)), key=len)
    return bool(folded) and (other_folded.startswith(folded) or match_title(one, other) >= Likeness.NEAR)


def is_specific(title: str) -> bool:
    """Return whether a title is long enough to identify a work; "Introduction" and "Image segmentation" are not.

    >>> is_specific("Editorial"), is_specific("Neural machine translation by jointly learning to align")
    (False, True)
    >>> is_specific("绪论"), is_specific("基于深度学习的图像分割")
    (False, True)
    """
    words = title_words(title)
    n_letters = sum(_LETTERS_PER_CHARACTER if _is_east_asian(word) else len(word) for word in words)
    return len(words) >= _MIN_WORDS_OF_SPECIFIC and n_letters >= _MIN_CHARS_OF_SPECIFIC


def _is_east_asian(word: str) -> bool:
    return len(word) == 1 and re.match(f"[{_EAST_ASIAN}]", word) is not None


def _unpack(printed: str) -> str:
    """Return the title in a printed text, with a name that stands before it, without what is behind it."""
    text = _quoted(printed) or printed
    return _without_brackets(text) or text


def _quoted(text: str) -> str:
    """Return the quoted title of a text, with the name before it if there is one; else an empty text."""
    starts = [(at, sign) for sign in _QUOTES if (at := text.find(sign)) >= 0]
    if not starts:
        return ""
    at, sign = min(starts)
    end = text.find(_QUOTES[sign], at + 1)
    inside, before = text[at + 1 : end].strip(" ,."), text[:at].strip(" :*_\uff1a")
    if end <= at or len(before.split()) > 1 or not is_specific(inside):
        return ""
    return f"{before}: {inside}" if before else inside


def _without_brackets(text: str) -> str:
    """Return a text without brackets at its end, unless what is in them tells another work; else an empty text."""
    stripped = text.rstrip(" .")
    opening = {")": "(", "]": "["}.get(stripped[-1:])
    if opening is None:
        return ""
    before, _, inside = stripped[:-1].rpartition(opening)
    words = set(title_words(inside))
    return before.strip() if is_specific(before) and not words & (_ABOUT | _PARTS | _NUMBERS) else ""


def without_name(text: str) -> str:
    """Return a text without the name and the colon before it, if the rest is specific; else an empty text."""
    name, colon, rest = text.replace("\uff1a", ":").partition(":")
    words = title_words(name)
    if not colon or not words or len(name.split()) > 1 or len(name) > _MAX_CHARS_OF_NAME or _ABOUT & set(words):
        return ""
    return rest.strip() if is_specific(rest) else ""


def _is_cut(printed: str, title: str) -> bool:
    """Return whether a printed title ends with an ellipsis, is specific, and the other one goes on from there."""
    mark = next((mark for mark in _ELLIPSES if printed.rstrip().endswith(mark)), None)
    if mark is None:
        return False
    begun = printed.rstrip().removesuffix(mark)
    return is_specific(begun) and fold_title(title).startswith(fold_title(begun))


def _has_subtitle(one: str, other: str) -> bool:
    """Return whether a title is another, specific one with a subtitle, which tells of no other work."""
    head, colon, tail = one.replace("\uff1a", ":").partition(":")
    return bool(
        colon
        and is_specific(other)
        and fold_title(head) == fold_title(other)
        and not {*title_words(tail)[:3]} & (_ABOUT | _PARTS | _NUMBERS)
    )


def _numbers_of(words: Sequence[str]) -> tuple[str, ...]:
    """Return the numbers in a title: digits, and the numbers of parts that end it or follow the word for a part."""
    return tuple(
        word
        for before, word in zip(("", *words), words, strict=False)
        if word.isdigit() or (word in _NUMBERS and (before in _PARTS or (word == words[-1] and word.isascii())))
    )


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
