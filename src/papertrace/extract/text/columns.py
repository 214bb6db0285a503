"""The tokens of many texts at once, as columns that everything reads: a text is divided once.

Few tokens of a text are new, so that what is known of a token is looked up by its number.
"""

from array import array
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from papertrace.counting.joining import hash_parts
from papertrace.counting.numbering import Numbers
from papertrace.extract.text.languages import ENGLISH_SHARE, demote_function_words, is_function_word
from papertrace.extract.text.tokens import Shape, Tokens, divide, shape_of
from papertrace.model.papers.candidate import stem_last

Ints = NDArray[np.signedinteger[Any]]
Bytes = NDArray[np.uint8]

BLANK, HYPHEN, NO_GAP = "s", "h", "e"
"""The letters of a single blank, of a hyphen, and of two tokens with nothing between them."""

_SHAPES = {ord(shape): shape for shape in Shape}
_MAX_GAPS, _MAX_TOKENS = 1 << 12, 1 << 17  # that are remembered
_STOPS = np.frombuffer(bytes(chr(code) in (Shape.STOP, Shape.OF) for code in range(256)), dtype=np.bool_)


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
