"""The words of many papers at once, the same as `papertrace.extract.text.terms.read_words` finds paper by paper.

No word of a text depends on what is beyond a blank, but for scripts without blanks. So each text is divided at blanks,
and each piece ("trees,") is analysed once, however often it occurs; everything else is done with arrays of numbers.
"""

from array import array
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, cast

import numpy as np
from numpy.typing import NDArray

from papertrace.background import load_background
from papertrace.extract.text.languages import ENGLISH_SHARE, is_function_word
from papertrace.extract.text.scripts import needs_characters
from papertrace.extract.text.terms import MAX_CHARACTERS, ROLES, describe_tokens, read_words
from papertrace.extract.text.tokens import Shape, clean_text, shape_of, tokenize
from papertrace.model.terms import BEGINS, CONTINUES, ENDS, WordColumns

if TYPE_CHECKING:
    from papertrace.model.terms import TextWords

Ints = NDArray[np.signedinteger[Any]]

MAX_SIZE = 1 << 18
"""The number of pieces and of their words that a reader remembers, but for those of one call."""

MAX_PIECE = 64
"""The length of the pieces that are remembered: longer ones hardly recur."""

_LOWEST = -2  # what stands for row 0, where a number that is not below 0 is that of a piece

_ROLES = BEGINS | ENDS | CONTINUES
_JOINED, _STOP, _FOREIGN = 8, 16, 32
_AFTER_WORD = frozenset(",.;:!?)")
_STOPS = frozenset({Shape.STOP, Shape.OF})


class WordReader:
    """A reader of the words of papers, which remembers the pieces of texts that it has seen."""

    def __init__(self) -> None:
        """Start without texts."""
        self._pieces = _Pieces()

    def read(self, papers: Sequence[tuple[str, str, str]]) -> WordColumns:
        """Return the words of papers, given the title, the abstract, and the text as printed of each."""
        if self._pieces.size > MAX_SIZE:
            self._pieces = _Pieces()
        known = self._pieces
        pieces: list[int] = []
        ends = [0]
        printed: list[int] = []  # pieces, or rows of the background table as numbers below 0
        ends_of_rows = [0]
        for title, abstract, as_printed in papers:
            texts = [clean_text(text[:MAX_CHARACTERS]) for text in (title, abstract)]
            is_divided = not any(map(needs_characters, texts))
            if is_divided:
                of_texts = [known.find(text.split()) for text in texts]
            else:
                of_texts = [[known.add_text(text)] for text in read_words(title, abstract)]
            for own in of_texts:
                pieces += own
                ends.append(len(pieces))
            if is_divided and as_printed == " ".join(texts):
                printed.extend(pieces[ends[-3] :])
            else:
                printed += known.find_printed(as_printed.split())
            ends_of_rows.append(len(printed))
        words, facts, starts = known.expand(np.array(pieces, dtype=np.int32), np.array(ends))
        roles = facts & np.uint8(_ROLES)
        for paper in np.flatnonzero(_is_foreign(facts, starts)).tolist():
            title, abstract, _ = papers[paper]
            own_roles = b"".join(text.roles for text in read_words(title, abstract))
            roles[starts[2 * paper] : starts[2 * paper + 2]] = np.frombuffer(own_roles, dtype=np.uint8)
        used, words = _renumber(words, len(known.folds.texts))
        return WordColumns(
            vocabulary=[known.folds.texts[number] for number in used.tolist()],
            rows_of_vocabulary=_as_array(known.folds.rows)[used],
            words=words,
            roles=roles,
            joined=((facts & _JOINED) > 0).astype(np.uint8),
            ends=starts,
            rows=known.rows_of(np.array(printed, dtype=np.int32)),
            ends_of_rows=np.array(ends_of_rows),
        )


def _is_foreign(facts: NDArray[np.uint8], ends: Ints) -> NDArray[np.bool_]:
    """Return which papers have a text with few English function words, and one of another language in such a text."""
    before = [np.concatenate(([0], np.cumsum(facts & bit > 0)))[ends] for bit in (_STOP, _FOREIGN)]
    n_stops, n_foreign = (np.diff(counts) for counts in before)
    is_foreign = (n_stops < ENGLISH_SHARE * np.diff(ends)) & (n_foreign > 0)
    return is_foreign[0::2] | is_foreign[1::2]


class _Folds(dict[str, int]):
    """Numbers of the normal forms of words, in the order in which they are first looked up."""

    def __init__(self) -> None:
        super().__init__()
        self.texts: list[str] = []
        self.rows = array("i")
        self._row_of = load_background().row

    def __missing__(self, text: str) -> int:
        number = self[text] = len(self.texts)
        self.texts.append(text)
        self.rows.append(self._row_of(text))
        return number


class _Pieces(dict[str, int]):
    """Numbers of the pieces of texts, and the words of each one after the other."""

    def __init__(self) -> None:
        super().__init__()
        self.folds = _Folds()
        self._words, self._facts = array("i"), bytearray()
        self._ends = array("i", [0])
        self._opens, self._closes = bytearray(), bytearray()  # whether a piece begins and ends with a word
        self._rows = array("i")
        self._row_of = load_background().row

    @property
    def size(self) -> int:
        """The number of pieces and of their words."""
        return len(self._rows) + len(self._words)

    def find(self, pieces: list[str]) -> list[int]:
        """Return the numbers of pieces."""
        found = list(map(self.get, pieces))  # in half the time of `self[piece]`, since nearly all are known
        place = 0
        for _ in range(found.count(None)):
            place = found.index(None, place)
            found[place] = self[pieces[place]]
        return cast("list[int]", found)

    def find_printed(self, words: list[str]) -> list[int]:
        """Return the numbers of words that are known as pieces, and the rows of others as numbers below 0."""
        row_of = self._row_of
        return [
            _LOWEST - row_of(word.casefold()) if number is None else number
            for word, number in zip(words, map(self.get, words), strict=True)
        ]

    def rows_of(self, printed: Ints) -> Ints:
        """Return the rows of what `find_printed` has returned."""
        if not self._rows:
            return _LOWEST - printed
        return np.where(printed < 0, _LOWEST - printed, _as_array(self._rows)[np.maximum(printed, 0)])

    def __missing__(self, piece: str) -> int:
        word = piece[:-1] if piece[-1] in _AFTER_WORD else piece
        if word.isascii() and word.isalpha() and len(word) < MAX_PIECE:  # as most are
            fold, shape = shape_of(word)
            self._add_word(
                fold, ROLES[shape] | (_STOP if shape in _STOPS else 0) | (_FOREIGN if is_function_word(word) else 0)
            )
            self._opens.append(1)
            self._closes.append(word is piece)
            self._ends.append(len(self._words))
            self._rows.append(self._row_of(piece.casefold()))
            number = self[piece] = len(self._rows) - 1
            return number
        tokens = tokenize(piece)
        text = describe_tokens(tokens)
        marks = [
            (_STOP if shape in _STOPS else 0) | (_FOREIGN if is_function_word(printed) else 0)
            for printed, shape in zip(tokens.texts, tokens.shapes, strict=True)
        ]
        self._opens.append(tokens.parts[0] == "")
        self._closes.append(tokens.parts[-1] == "")
        number = self._append(text, marks, self._row_of(piece.casefold()))
        if len(piece) <= MAX_PIECE:
            self[piece] = number
        return number

    def add_text(self, text: "TextWords") -> int:
        """Add a whole text as one piece, which will not be found again."""
        self._opens.append(0)
        self._closes.append(0)
        return self._append(text, [0] * len(text.words), -1)

    def _append(self, text: "TextWords", marks: list[int], row: int) -> int:
        for word, role, joined, mark in zip(text.words, text.roles, text.joined, marks, strict=True):
            self._add_word(word, role | mark | (_JOINED if joined else 0))
        self._ends.append(len(self._words))
        self._rows.append(row)
        return len(self._ends) - 2

    def _add_word(self, word: str, facts: int) -> None:
        self._words.append(self.folds[word if word.islower() else word.casefold()])
        self._facts.append(facts)

    def expand(self, pieces: Ints, ends: Ints) -> tuple[Ints, NDArray[np.uint8], Ints]:
        """Return the words of a sequence of pieces and the facts of each, and where texts end in terms of words."""
        ends_of_pieces = np.array(self._ends, dtype=np.int64)
        sizes = np.diff(ends_of_pieces)[pieces]
        before = np.concatenate(([0], np.cumsum(sizes)))
        places = np.repeat(ends_of_pieces[pieces] - before[:-1], sizes) + np.arange(before[-1])
        words = _as_array(self._words)[places]
        facts = np.frombuffer(bytes(self._facts), dtype=np.uint8)[places]
        # A phrase may run across a blank if words are on both sides of it.
        opens, closes = (np.frombuffer(bytes(flags), dtype=np.bool_)[pieces] for flags in (self._opens, self._closes))
        runs_on = closes[:-1] & opens[1:]
        inner = ends[1:-1]
        runs_on[inner[(inner > 0) & (inner < pieces.size)] - 1] = False
        facts[before[1:-1][runs_on] - 1] |= _JOINED
        return words, facts, before[ends]


def _as_array(numbers: "array[int]") -> NDArray[np.int32]:
    return np.array(numbers, dtype=np.int32)


def _renumber(numbers: Ints, n: int) -> tuple[Ints, NDArray[np.int32]]:
    """Return which of `n` numbers are used, and the place of each number among these."""
    is_used = np.zeros(n, dtype=np.bool_)
    is_used[numbers] = True
    used = np.flatnonzero(is_used)
    ranks = np.zeros(n, dtype=np.int32)
    ranks[used] = np.arange(used.size, dtype=np.int32)
    return used, ranks[numbers]
