"""The function words of languages other than English, in the sentences that are in them.

The lists are those of the package `stop-words`, which is loaded only for a text with few English function words.
"""

from collections import Counter
from collections.abc import Iterator, Mapping
from functools import cache

from papertrace.background import load_background
from papertrace.extract.text.stopwords import STOP_WORDS
from papertrace.extract.text.tokens import Shape, Tokens

ENGLISH_SHARE = 0.3
"""The share of stop words from which a text is taken to be English; abstracts have some two fifths."""

MIN_WORDS = 3  # that prove a language in a sentence by themselves; fewer need words that English does not have
MIN_ZIPF = 1.0  # of a word that general English has
_STOPS = frozenset({Shape.STOP, Shape.OF})
_WORDS = frozenset({Shape.PLAIN, Shape.CAPITAL})
_ENDS = frozenset(".!?。:")


def demote_function_words(title: Tokens, abstract: Tokens) -> None:
    """Treat the function words of other languages as stop words, in each sentence that is in such a language.

    >>> from papertrace.extract.text.tokens import tokenize
    >>> title = tokenize("Verfahren für die Messung von Netzen")
    >>> demote_function_words(title, tokenize(""))
    >>> [text for text, shape in zip(title.texts, title.shapes, strict=True) if shape is Shape.STOP]
    ['für', 'die', 'von']
    """
    foreign = [tokens for tokens in (title, abstract) if not _is_english(tokens)]
    if not foreign:
        return
    known = _load_function_words()
    if known.keys().isdisjoint([_key(text) for tokens in foreign for text in tokens.texts]):
        return  # as of most titles, which are short and in English
    counts = Counter(language for tokens in foreign for text in tokens.texts for language in known.get(_key(text), ()))
    for tokens in foreign:
        for start, end in _sentences(tokens):
            for i in _find_function_words(tokens, start, end, known, counts):
                tokens.shapes[i] = Shape.STOP


def is_function_word(text: str) -> bool:
    """Return whether a word is a function word of a language other than English, and none of English."""
    return _key(text) in _load_function_words()


def _is_english(tokens: Tokens) -> bool:
    shapes = "".join(tokens.shapes)
    return shapes.count(Shape.STOP) + shapes.count(Shape.OF) >= ENGLISH_SHARE * len(shapes)


def _sentences(tokens: Tokens) -> Iterator[tuple[int, int]]:
    start = 0
    for i in range(1, len(tokens.texts)):
        if not _ENDS.isdisjoint(tokens.parts[2 * i]):
            yield start, i
            start = i
    yield start, len(tokens.texts)


def _find_function_words(
    tokens: Tokens, start: int, end: int, known: Mapping[str, tuple[str, ...]], counts: Mapping[str, int]
) -> list[int]:
    """Return the positions of the function words of a sentence, if it is in another language than English."""
    found: dict[str, list[int]] = {}
    n_english = len({tokens.folds[i] for i in range(start, end) if tokens.shapes[i] in _STOPS})
    for i in range(start, end):
        for language in known.get(_key(tokens.texts[i]), ()):
            found.setdefault(language, []).append(i)
    if not found:
        return []
    distinct = {language: len({_key(tokens.texts[i]) for i in at}) for language, at in found.items()}
    best = min(found, key=lambda language: (-distinct[language], -counts[language], language))
    if distinct[best] <= n_english:
        return []
    if distinct[best] >= MIN_WORDS or _is_unknown(tokens, start, end, frozenset(found[best])):
        return found[best]
    return []


def _is_unknown(tokens: Tokens, start: int, end: int, function_words: frozenset[int]) -> bool:
    """Return whether English has fewer than half of the other words of a sentence."""
    background = load_background()
    others = [tokens.folds[i] for i in range(start, end) if tokens.shapes[i] in _WORDS and i not in function_words]
    n_known = sum((found := background.find(word)) is not None and found.zipf >= MIN_ZIPF for word in others)
    return 2 * n_known < len(others)


def _key(text: str) -> str:
    return text.casefold()


@cache
def _load_function_words() -> Mapping[str, tuple[str, ...]]:
    """Return the languages that have a word as a function word, for every such word that English has not."""
    import stop_words

    found: dict[str, list[str]] = {}
    for language in sorted(set(stop_words.LANGUAGE_MAPPING.values()) - {"english"}):
        for word in sorted({_key(word) for word in stop_words.get_stop_words(language, cache=False)}):
            if word not in STOP_WORDS:
                found.setdefault(word, []).append(language)
    return {word: tuple(languages) for word, languages in found.items()}
