"""Texts as columns of tokens and words, and their languages.

The lists are those of the package `stop-words`, which is loaded only for a text with few English function words.

Few tokens of a text are new, so that what is known of a token is looked up by its number.
"""

from array import array
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from papertrace.background import load_background
from papertrace.counting import Numbers, hash_parts
from papertrace.extract.text.folding import STOP_WORDS
from papertrace.extract.text.tokens import Shape, Tokens, clean_text, divide, shape_of
from papertrace.model.papers.candidate import stem_last
from papertrace.model.terms import BEGINS, CONTINUES, ENDS, WordColumns

ENGLISH_SHARE = 0.3
"""The share of stop words from which a text is taken to be English; abstracts have some two fifths."""

MIN_WORDS = 3  # that prove a language in a sentence by themselves; fewer need words that English does not have
MIN_ZIPF = 1.0  # of a word that general English has
_STOP_SHAPES = frozenset({Shape.STOP, Shape.OF})
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
    n_english = len({tokens.folds[i] for i in range(start, end) if tokens.shapes[i] in _STOP_SHAPES})
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


Ints = NDArray[np.signedinteger[Any]]
Bytes = NDArray[np.uint8]

BLANK, HYPHEN, NO_GAP = "s", "h", "e"
"""The letters of a single blank, of a hyphen, and of two tokens with nothing between them."""

_SHAPES = {ord(shape): shape for shape in Shape}
_MAX_GAPS, _MAX_TOKENS = 1 << 12, 1 << 17  # that are remembered


def mark_letters(letters: str) -> NDArray[np.bool_]:
    """Return which codes are these letters."""
    return np.array([chr(code) in letters for code in range(256)], dtype=np.bool_)


_STOPS = mark_letters(f"{Shape.STOP}{Shape.OF}")


class _Numbers(dict[str, int]):
    """Numbers of texts, of which nearly all are known."""

    def find(self, texts: list[str]) -> Ints:
        """Return the numbers of texts."""
        found = list(map(self.get, texts))  # in half the time of `self[text]`
        place = 0
        for _ in range(found.count(None)):
            place = found.index(None, place)
            found[place] = self[texts[place]]
        return np.array(found, dtype=np.int32)


class Gaps(_Numbers):
    """The numbers of the gaps between tokens, and of each its letter.

    The letters from s on continue a run of tokens: a blank, a hyphen, other white space. The letters a, b and c break
    it, in upper case if a sentence ends there; one each for a gap that begins with a blank, a hyphen, or anything else.
    """

    def __init__(self) -> None:
        super().__init__()
        self.texts: list[str] = []
        self._letters = bytearray()
        for gap, letter in ((" ", BLANK), ("-", HYPHEN), ("", NO_GAP)):
            self._add(gap, letter)

    def __missing__(self, gap: str) -> int:
        """Give a new gap the next number."""
        start = 0 if gap[:1] == " " else 1 if gap[:1] == "-" else 2
        ends_sentence = "." in gap or "!" in gap or "?" in gap
        return self._add(gap, ("wwv" if gap.isspace() else "ABC" if ends_sentence else "abc")[start])

    def _add(self, gap: str, letter: str) -> int:
        self.texts.append(gap)
        self._letters.append(ord(letter))
        number = self[gap] = len(self.texts) - 1
        return number

    @property
    def letters(self) -> Bytes:
        """The letter of each gap."""
        return np.frombuffer(bytes(self._letters), dtype=np.uint8)


class WordTable(NamedTuple):
    """What is computed once of each token, to compare the phrases that have it.

    `folds` and `names` are numbers of their texts, `hashes` those of the folds by `hash_parts`, `sizes` the characters
    of these. `stems` and `stem_sizes` are the same of the fold at the end of a phrase, if at least `n_before` other
    characters are before it. `are_lower` and `are_cased` are as of `str.islower`: no capitals, and any small letters.
    """

    folds: Ints
    names: Ints
    hashes: NDArray[np.uint64]
    sizes: NDArray[np.int64]
    stems: NDArray[np.uint64]
    stem_sizes: NDArray[np.int64]
    n_before: NDArray[np.int64]
    are_lower: NDArray[np.bool_]
    are_cased: NDArray[np.bool_]
    are_ascii: NDArray[np.bool_]

    def take(self, tokens: Ints) -> "WordTable":
        """Return the same of some tokens."""
        taken: list[Any] = [column[tokens] for column in self]
        return WordTable(*taken)

    def join(self, other: "WordTable") -> "WordTable":
        """Return the same of these tokens, and then others."""
        pairs: zip[Any] = zip(self, other, strict=True)
        return WordTable(*map(np.concatenate, pairs))


class Lexicon(_Numbers):
    """The numbers of tokens as printed, and of each its normal form, its name, the letter of its shape, and marks.

    The name of a token is what names of several tokens have of it: as printed, but acronyms in the singular.
    """

    def __init__(self) -> None:
        super().__init__()
        self.texts: list[str] = []
        self.folds: list[str] = []
        self.names: list[str] = []
        self._letters = bytearray()
        self._foreign = bytearray()
        self._numbers = Numbers()
        self._table: WordTable | None = None

    def __missing__(self, text: str) -> int:
        """Give a new token the next number."""
        fold, shape = shape_of(text)
        self.texts.append(text)
        self.folds.append(fold)
        self.names.append(fold if shape is Shape.SHAPED else text)
        self._letters.append(ord(shape))
        self._foreign.append(is_function_word(text))
        number = self[text] = len(self.folds) - 1
        return number

    @property
    def letters(self) -> Bytes:
        """The letter of the shape of each token."""
        return np.frombuffer(bytes(self._letters), dtype=np.uint8)

    @property
    def foreign(self) -> NDArray[np.bool_]:
        """Whether each token is a function word of a language other than English."""
        return np.frombuffer(bytes(self._foreign), dtype=np.bool_)

    @property
    def table(self) -> WordTable:
        """What is computed of each token; of those that are new since the last time."""
        known = 0 if self._table is None else self._table.folds.size
        if known < len(self.folds) or self._table is None:
            new = self._describe(self.folds[known:], self.names[known:])
            self._table = new if self._table is None else self._table.join(new)
        return self._table

    def _describe(self, folds: list[str], names: list[str]) -> WordTable:
        stems = list(map(stem_last, folds))
        are_lower = [fold.islower() for fold in folds]
        return WordTable(
            np.array([self._numbers[fold] for fold in folds], dtype=np.int32),
            np.array([self._numbers[name] for name in names], dtype=np.int32),
            hash_parts(folds),
            np.array(list(map(len, folds)), dtype=np.int64),
            hash_parts([stem for stem, _ in stems]),
            np.array([len(stem) for stem, _ in stems], dtype=np.int64),
            np.array([n_before for _, n_before in stems], dtype=np.int64),
            np.array(
                [is_lower or not _is_cased(fold) for is_lower, fold in zip(are_lower, folds, strict=True)],
                dtype=np.bool_,
            ),
            np.array(are_lower, dtype=np.bool_),
            np.array([fold.isascii() for fold in folds], dtype=np.bool_),
        )


def _is_cased(text: str) -> bool:
    return any(c.isupper() or c.islower() or c.istitle() for c in text)


@dataclass(slots=True, kw_only=True)
class TextColumns:
    """The tokens of clean texts, one text after the other: text `i` has those from `ends[i]` to before `ends[i + 1]`.

    `texts` are the tokens as printed, `ids` their numbers in `lexicon`, `shapes` the letters of their shapes,
    `gap_ids` the numbers of the gaps before them in `known_gaps`, and `gaps` the letters of these. `parts` has each gap
    and the token after it, but not the gap at the end of a text.
    """

    texts: list[str]
    parts: list[str]
    lexicon: Lexicon
    ids: Ints
    shapes: Bytes
    known_gaps: Gaps
    gap_ids: Ints
    gaps: Bytes
    ends: Ints

    def take(self, number: int) -> Tokens:
        """Return the tokens of one text, without the gap at its end."""
        low, high = self.ends[number : number + 2].tolist()
        folds = [self.lexicon.folds[i] for i in self.ids[low:high].tolist()]
        shapes = list(map(_SHAPES.__getitem__, self.shapes[low:high].tolist()))
        return Tokens(self.texts[low:high], folds, shapes, [*self.parts[2 * low : 2 * high], ""])

    def put_shapes(self, number: int, tokens: Tokens) -> None:
        """Take the shapes of the tokens of one text, which may have changed."""
        low, high = self.ends[number : number + 2].tolist()
        self.shapes[low:high] = np.frombuffer("".join(tokens.shapes).encode(), dtype=np.uint8)


class TextReader:
    """A reader of texts, which remembers the tokens that it has seen."""

    def __init__(self) -> None:
        """Start without texts."""
        self._lexicon = Lexicon()
        self._gaps = Gaps()

    def read(self, texts: Iterable[str]) -> TextColumns:
        """Return the tokens of clean texts; titles and abstracts take turns.

        The function words of other languages are stop words, in each sentence that is in such a language.
        """
        if len(self._lexicon) > _MAX_TOKENS:
            self._lexicon = Lexicon()
        if len(self._gaps) > _MAX_GAPS:
            self._gaps = Gaps()
        lexicon, gaps = self._lexicon, self._gaps
        parts: list[str] = []
        ends = array("q", [0])
        for text in texts:
            parts += divide(text)
            parts.pop()
            ends.append(len(parts) // 2)
        printed = parts[1::2]
        ids, gap_ids = lexicon.find(printed), gaps.find(parts[::2])
        columns = TextColumns(
            texts=printed,
            parts=parts,
            lexicon=lexicon,
            ids=ids,
            shapes=lexicon.letters[ids],
            known_gaps=gaps,
            gap_ids=gap_ids,
            gaps=gaps.letters[gap_ids],
            ends=np.array(ends, dtype=np.int64),
        )
        for paper in np.flatnonzero(_may_be_foreign(columns)).tolist():
            title, abstract = columns.take(2 * paper), columns.take(2 * paper + 1)
            demote_function_words(title, abstract)
            columns.put_shapes(2 * paper, title)
            columns.put_shapes(2 * paper + 1, abstract)
        return columns


def _may_be_foreign(columns: TextColumns) -> NDArray[np.bool_]:
    """Return which papers have a text with few English function words, and one of another language in such a text."""
    ends = columns.ends
    marks = (_STOPS[columns.shapes], columns.lexicon.foreign[columns.ids])
    n_stops, n_foreign = (np.diff(np.concatenate(([0], np.cumsum(of_tokens)))[ends]) for of_tokens in marks)
    is_foreign = (n_stops < ENGLISH_SHARE * np.diff(ends)) & (n_foreign > 0)
    return is_foreign[0::2] | is_foreign[1::2]


MAX_CHARACTERS = 40_000
_MAX_ROWS = 1 << 18  # of printed words that are remembered


_ROLES = np.zeros(256, dtype=np.uint8)
"""The roles of a word of each shape: phrases are counted without stop words, but for "of" inside."""

for _shape in Shape:
    _ROLES[ord(_shape)] = {Shape.STOP: 0, Shape.OF: CONTINUES, Shape.NUMBER: ENDS | CONTINUES}.get(
        _shape, BEGINS | ENDS | CONTINUES
    )

# A phrase may run across a blank or a hyphen between two words, and between characters without either.
_JOINS = mark_letters(f"{BLANK}{HYPHEN}wv")


class _Rows(dict[str, int]):
    """The rows of printed words in the background table, which are looked up in lower case."""

    def __init__(self) -> None:
        super().__init__()
        self._row_of = load_background().row

    def __missing__(self, word: str) -> int:
        row = self._row_of(word.casefold())
        if len(self) < _MAX_ROWS:
            self[word] = row
        return row


class WordReader:
    """A reader of the words of papers, which remembers the words that it has seen."""

    def __init__(self) -> None:
        """Start without texts."""
        self._reader = TextReader()
        self._rows = _Rows()

    def read(self, papers: Iterable[tuple[str, str, str]]) -> WordColumns:
        """Return the words of papers, given the title, the abstract, and the text as printed of each.

        >>> found = WordReader().read([("Pruning of trees", "Trees need pruning.", "")])
        >>> [found.vocabulary[number] for number in found.words.tolist()[:3]], found.roles.tolist()[:3]
        (['pruning', 'of', 'tree'], [7, 4, 7])
        >>> found.joined.tolist(), found.ends.tolist()
        ([1, 1, 0, 1, 1, 0], [0, 3, 6])
        """
        printed: list[str] = []

        def clean() -> Iterator[str]:
            for title, abstract, text in papers:
                printed.append(text)
                yield clean_text(title[:MAX_CHARACTERS])
                yield clean_text(abstract[:MAX_CHARACTERS])

        return self.describe(self._reader.read(clean()), printed)

    def describe(self, columns: TextColumns, printed: Iterable[str]) -> WordColumns:
        """Return the words of papers whose titles and abstracts have been read, given the text as printed of each."""
        rows: list[int] = []
        ends_of_rows = [0]
        for text in printed:
            rows.extend(map(self._rows.__getitem__, text.split()))
            ends_of_rows.append(len(rows))
        used, tokens = np.unique(columns.ids, return_inverse=True)
        numbers = Numbers()
        folds = columns.lexicon.folds
        of_tokens = [folds[number] for number in used.tolist()]
        words = np.array([numbers[fold if fold.islower() else fold.casefold()] for fold in of_tokens], dtype=np.int32)
        row_of = load_background().row
        return WordColumns(
            vocabulary=list(numbers),
            rows_of_vocabulary=np.array([row_of(word) for word in numbers], dtype=np.int32),
            words=words[tokens] if used.size else np.zeros(0, dtype=np.int32),
            roles=_ROLES[columns.shapes],
            joined=_find_joined(columns),
            ends=columns.ends,
            rows=np.array(rows, dtype=np.int32),
            ends_of_rows=np.array(ends_of_rows),
        )


@cache
def load_reader() -> WordReader:
    """Return the reader of this process."""
    return WordReader()


def _find_joined(columns: TextColumns) -> NDArray[np.uint8]:
    """Return 1 for each word that a phrase may join to the next one of its text, and 0 for all others."""
    joins = _JOINS[columns.gaps]
    ends = columns.ends
    if (columns.shapes == ord(Shape.CHARACTER)).any():
        of_texts = np.add.reduceat(
            np.append(columns.shapes == ord(Shape.CHARACTER), 0), np.minimum(ends[:-1], columns.shapes.size)
        )
        has_characters = np.repeat((of_texts > 0) & (np.diff(ends) > 0), np.diff(ends))
        joins |= has_characters & (columns.gaps == ord(NO_GAP))
    joined = np.zeros(joins.size, dtype=np.uint8)
    joined[:-1] = joins[1:]
    last = ends[1:][np.diff(ends) > 0] - 1
    joined[last] = 0
    return joined
