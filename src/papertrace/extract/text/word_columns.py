"""The words of papers as the background table counts them, for comparing texts."""

from collections.abc import Iterable, Iterator
from functools import cache

import numpy as np
from numpy.typing import NDArray

from papertrace.background import load_background
from papertrace.counting.numbering import Numbers
from papertrace.extract.text.columns import BLANK, HYPHEN, NO_GAP, TextColumns, TextReader
from papertrace.extract.text.tokens import Shape, clean_text
from papertrace.model.terms import BEGINS, CONTINUES, ENDS, WordColumns

MAX_CHARACTERS = 40_000
_MAX_ROWS = 1 << 18  # of printed words that are remembered


def _mark(letters: str) -> NDArray[np.bool_]:
    return np.array([chr(code) in letters for code in range(256)], dtype=np.bool_)


_ROLES = np.zeros(256, dtype=np.uint8)
"""The roles of a word of each shape: phrases are counted without stop words, but for "of" inside."""

for _shape in Shape:
    _ROLES[ord(_shape)] = {Shape.STOP: 0, Shape.OF: CONTINUES, Shape.NUMBER: ENDS | CONTINUES}.get(
        _shape, BEGINS | ENDS | CONTINUES
    )

# A phrase may run across a blank or a hyphen between two words, and between characters without either.
_JOINS = _mark(f"{BLANK}{HYPHEN}wv")


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
