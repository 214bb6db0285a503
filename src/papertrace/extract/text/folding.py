"""Scripts of texts, common words, and spellings folded together.

The lists, and what each is for, are in `stop_words.toml`; the inflected forms of the verbs are derived here.

A Chinese character is a token of its own, so that phrases are sequences of characters; which of them are terms is
counted over the corpus. Where a library for the language is installed (the extra `cjk`), a phrase begins and ends only
where a word does. Words in katakana are tokens; hiragana is inflection and grammar, and ends a phrase.
"""

import re
from collections.abc import Callable
from functools import cache

from papertrace.late_imports import compile_on_use
from papertrace.word_lists import read_word_lists

_LISTS = read_word_lists(__package__, "stop_words.toml")

SUFFIXES = frozenset(_LISTS["suffixes"].split())
"""Words that after a hyphen express only a relation: "GPU-based", "cache-aware"."""

VERB_OPENERS = frozenset(_LISTS["verb_openers"].split())
"""Prepositions and conjunctions after which a gerund with an object is a verb."""

ARTICLES = frozenset(_LISTS["articles"].split())


def _inflect(verb: str) -> set[str]:
    if verb.endswith("e"):
        return {verb, verb + "s", verb + "d", verb[:-1] + "ing"}
    if verb.endswith(("s", "sh", "ch", "x", "z")):
        return {verb, verb + "es", verb + "ed", verb + "ing"}
    if verb.endswith("y") and verb[-2] not in "aeiou":
        return {verb, verb[:-1] + "ies", verb[:-1] + "ied", verb + "ing"}
    return {verb, verb + "s", verb + "ed", verb + "ing", verb + verb[-1] + "ing", verb + verb[-1] + "ed"}


CHINESE = frozenset(_LISTS["chinese"].split())
"""Function words and verbs of Chinese prose."""

_VERB_FORMS = frozenset(form for verb in _LISTS["verbs"].split() for form in _inflect(verb))

STOP_WORDS = (
    frozenset(word for name in ("function_words", "adverbs", "irregular_forms") for word in _LISTS[name].split())
    | (_VERB_FORMS - frozenset(_LISTS["nominal_forms"].split()))
    | frozenset(_LISTS["stopping_forms"].split())
    | CHINESE
)


HAN = "\u3005\u3007\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff"
HIRAGANA = "\u3041-\u309f"
KATAKANA = "\u30a1-\u30fa\u30fc-\u30ff"
HANGUL = "\uac00-\ud7a3"
UNSPACED = f"{HAN}{HIRAGANA}{KATAKANA}"
_HAN = compile_on_use(f"[{HAN}]")
_KANA = compile_on_use(f"[{HIRAGANA}{KATAKANA}]")
_SPECIAL = re.compile(f"[{UNSPACED}{HANGUL}]")
_UNSPACED = compile_on_use(f"[{UNSPACED}]")
_HIRAGANA_ONLY = compile_on_use(f"[{HIRAGANA}]+")
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


_IRREGULAR = {
    "matrices": "matrix",
    "vertices": "vertex",
    "indices": "index",
    "axes": "axis",
    "hypotheses": "hypothesis",
    "syntheses": "synthesis",
    "theses": "thesis",
    "bases": "base",
    "criteria": "criterion",
    "phenomena": "phenomenon",
    "corpora": "corpus",
    "children": "child",
    "movies": "movie",
    "caches": "cache",
    "mice": "mouse",
    "metrics": "metric",
    "lens": "lens",
    "series": "series",
    "species": "species",
    "always": "always",
    "news": "news",
    "bias": "bias",
    "canvas": "canvas",
    "atlas": "atlas",
    "alias": "alias",
    "gas": "gas",
    "perhaps": "perhaps",
    "fibre": "fiber",
    "metre": "meter",
    "litre": "liter",
    "programme": "program",
    "analogue": "analog",
    "catalogue": "catalog",
    "artefact": "artifact",
    "defence": "defense",
    "licence": "license",
    "grey": "gray",
    "judgement": "judgment",
    "ageing": "aging",
}
# The stems whose -ise is not a suffix, so that American English spells them so too.
_TRUE_ISE = re.compile(
    r"(?:adv|rev|dev|superv|telev|improv|prec|conc|exerc|surpr|compr|prom|prem|franch|disgu|expert|enterpr|treat|"
    r"merchand|paradise|no|ra|ri|wi|cru|bru|prai|poi|to|tortoi|otherw|likew|pairw|stepw|pointw|elementw|pract|"
    r"dem|exc|inc|circumc|chem)is"
)
_BETWEEN_LETTERS = re.compile(r"[\W_]+")
_OUR = re.compile(r"\A((?:mis)?(?:behavi|col|fav|flav|hon|lab|neighb|rum|vap|harb|hum|vig|endeav))our")
_DOUBLED_L = re.compile(r"(model|label|channel|travel|cancel|level|tunnel|signal|parallel|kernel)l(ing|ed|er)\Z")


def fold_plural(word: str) -> str:
    """Return the singular of a lower-case English noun, or the word itself if it does not look like a plural.

    >>> [fold_plural(word) for word in ("matrices", "kernels", "analyses", "physics", "loss", "GPU")]
    ['matrix', 'kernel', 'analysis', 'physics', 'loss', 'GPU']
    """
    if word in _IRREGULAR:
        return _IRREGULAR[word]
    if len(word) <= 3 or not word.endswith("s") or word.endswith(("ss", "us", "is", "ics")):  # noqa: PLR2004 - letters of a word
        return word
    if word.endswith("ies") and len(word) > 4:  # noqa: PLR2004 - letters of a word
        return word[:-3] + "y"
    if word.endswith("yses"):
        return word[:-2] + "is"
    if word.endswith(("sses", "shes", "ches", "xes", "zzes")):
        return word[:-2]
    return word[:-1]


def lower_keeping_length(text: str) -> str:
    """Return a text in lower case with its length unchanged, so that offsets remain valid.

    >>> lower_keeping_length("AİB")
    'aİb'
    """
    low = text.lower()
    return low if len(low) == len(text) else "".join(char.lower() if char.isascii() else char for char in text)


def squash(text: str) -> str:
    """Return the letters and digits of a text in lower case, without any other characters.

    >>> squash("Fast-MM 2")
    'fastmm2'
    """
    return _BETWEEN_LETTERS.sub("", text).casefold()


def fold_word(word: str) -> str:
    """Return the normal form of an ordinary word: lower case, singular, American spelling.

    >>> [fold_word(word) for word in ("Behaviours", "parallelisation", "Modelling", "noise", "Centres")]
    ['behavior', 'parallelization', 'modeling', 'noise', 'center']
    """
    word = word.casefold()
    if not word.isalpha():
        word = word.removesuffix("'s").removesuffix("\u2019s")
    word = fold_plural(word)
    word = _IRREGULAR.get(word, word)
    if "is" in word and not _TRUE_ISE.match(word):
        word = re.sub(r"(?<=[a-z]{3})is(ation|ing|ed|er|able)\Z", r"iz\1", word)
        word = re.sub(r"(?<=[a-z]{4})ise\Z", "ize", word)
    if "yse" in word:
        word = word.replace("yse", "yze")
    if "our" in word:
        word = _OUR.sub(r"\1or", word)
    if word.endswith("tre") and len(word) > 4:  # noqa: PLR2004 - letters of a word
        word = word[:-2] + "er"
    return _DOUBLED_L.sub(r"\1\2", word) if "ll" in word else word
