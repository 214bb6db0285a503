"""The tokens of many texts at once, as columns that everything reads: a text is divided once.

Few tokens of a text are new, so that what is known of a token is looked up by its number.
"""

from array import array
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from papertrace.extract.text.languages import ENGLISH_SHARE, demote_function_words, is_function_word
from papertrace.extract.text.tokens import Shape, Tokens, divide, shape_of

Ints = NDArray[np.signedinteger[Any]]
Bytes = NDArray[np.uint8]

BLANK, HYPHEN, NO_GAP = "s", "h", "e"
"""The letters of a single blank, of a hyphen, and of two tokens with nothing between them."""

_SHAPES = {ord(shape): shape for shape in Shape}
_MAX_GAPS, _MAX_TOKENS = 1 << 12, 1 << 17  # that are remembered
_STOPS = np.frombuffer(bytes(chr(code) in (Shape.STOP, Shape.OF) for code in range(256)), dtype=np.bool_)


class _Gaps(dict[str, str]):
    """The letters of the gaps between tokens.

    The letters from s on continue a run of tokens: a blank, a hyphen, other white space. The letters a, b and c break
    it, in upper case if a sentence ends there; one each for a gap that begins with a blank, a hyphen, or anything else.
    """

    def __missing__(self, gap: str) -> str:
        start = 0 if gap[:1] == " " else 1 if gap[:1] == "-" else 2
        ends_sentence = "." in gap or "!" in gap or "?" in gap
        letter = ("wwv" if gap.isspace() else "ABC" if ends_sentence else "abc")[start]
        if len(self) < _MAX_GAPS:
            self[gap] = letter
        return letter


_GAPS = _Gaps({" ": BLANK, "-": HYPHEN, "": NO_GAP})


class Lexicon(dict[str, int]):
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

    def find(self, texts: list[str]) -> list[int]:
        """Return the numbers of tokens."""
        found = list(map(self.get, texts))  # in half the time of `self[text]`, since nearly all are known
        place = 0
        for _ in range(found.count(None)):
            place = found.index(None, place)
            found[place] = self[texts[place]]
        return found  # type: ignore[return-value]

    @property
    def letters(self) -> Bytes:
        """The letter of the shape of each token."""
        return np.frombuffer(bytes(self._letters), dtype=np.uint8)

    @property
    def foreign(self) -> NDArray[np.bool_]:
        """Whether each token is a function word of a language other than English."""
        return np.frombuffer(bytes(self._foreign), dtype=np.bool_)


@dataclass(slots=True, kw_only=True)
class TextColumns:
    """The tokens of clean texts, one text after the other: text `i` has those from `ends[i]` to before `ends[i + 1]`.

    `texts` are the tokens as printed, `ids` their numbers in `lexicon`, `shapes` the letters of their shapes, and
    `gaps` those of the gaps before them. `parts` has each gap and the token after it, but not the gap at the end of a
    text.
    """

    texts: list[str]
    parts: list[str]
    lexicon: Lexicon
    ids: Ints
    shapes: Bytes
    gaps: Bytes
    ends: Ints

    @property
    def folds(self) -> list[str]:
        """The normal forms of the tokens."""
        return list(map(self.lexicon.folds.__getitem__, self.ids.tolist()))

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

    def read(self, texts: Iterable[str]) -> TextColumns:
        """Return the tokens of clean texts; titles and abstracts take turns.

        The function words of other languages are stop words, in each sentence that is in such a language.
        """
        if len(self._lexicon) > _MAX_TOKENS:
            self._lexicon = Lexicon()
        lexicon = self._lexicon
        parts: list[str] = []
        ends = array("q", [0])
        for text in texts:
            parts += divide(text)
            parts.pop()
            ends.append(len(parts) // 2)
        printed = parts[1::2]
        ids = np.array(lexicon.find(printed), dtype=np.int32)
        columns = TextColumns(
            texts=printed,
            parts=parts,
            lexicon=lexicon,
            ids=ids,
            shapes=lexicon.letters[ids],
            gaps=np.frombuffer("".join(map(_GAPS.__getitem__, parts[::2])).encode(), dtype=np.uint8).copy(),
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
