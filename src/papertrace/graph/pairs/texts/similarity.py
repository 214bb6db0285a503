"""How similar the texts of two papers are: the cosine of their words and phrases, weighted with the background table.

A term counts by its information in the corpus or in the fields of the corpus, whichever is less, and more in a title.
More weight for phrases, or for terms that are usual topics, tells pairs that belong together from others no better.
Weights are whole numbers, so that sums are exact in any order.
"""

import math
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

import numpy as np

from papertrace.background import Background, FieldMix, load_background
from papertrace.engine import Engine
from papertrace.graph.pairs.products.sparse_rows import SparseRows, narrow_indices
from papertrace.graph.pairs.projection import Floats, Ints
from papertrace.graph.pairs.texts.term_counts import TermCounts
from papertrace.graph.pairs.texts.term_hashes import hash_phrases
from papertrace.graph.pairs.texts.terms import LOCAL_SCALE
from papertrace.model import Paper

if TYPE_CHECKING:
    from numpy.typing import NDArray

CountTerms = Callable[[Iterable[Paper], Engine | None], Iterable[TermCounts]]
"""A function that reads papers once and counts their words and phrases, part by part in their order."""

MIN_COSINE = 0.04
"""The cosine below which two texts are not alike: of 14 such pairs of five listings a reader found none sensible."""

UNKNOWN_SHARE = 3  # A term that df of n papers have is taken to be in df/(3n) of all papers at least.
MIN_PAPERS = 100  # that a corpus counts for at least
_SCALE = 64  # steps of a weight
_MAX_LENGTH = 46_340  # of a text, whose square 32 bits hold


@dataclass(frozen=True, slots=True)
class TextVectors:
    """The texts of papers as sparse rows of whole numbers, and their lengths.

    `printed_fields` counts the papers of each field of the background table, by their texts as printed.
    """

    rows: SparseRows
    lengths: Floats
    printed_fields: Ints

    def take(self, papers: Ints) -> "TextVectors":
        """Return the texts of the given papers, in the order given."""
        return TextVectors(self.rows.take(papers), self.lengths[papers], self.printed_fields)

    def rows_to_multiply(self) -> SparseRows:
        """Return the texts in a type that holds the product of any two: 32 bits but for texts of enormous counts.

        No product exceeds that of the lengths.
        """
        kind = np.int32 if self.lengths.max(initial=0.0) < _MAX_LENGTH else np.float64
        return replace(self.rows, data=self.rows.data.astype(kind, copy=False))

    def compare(self, first: Ints, second: Ints) -> Floats:
        """Return the cosine of each pair of papers; `DividedTexts` is faster for very many pairs."""
        return cosines(self.rows.share(first, second).add_up(), self.lengths, first, second)


def cosines(dots: Floats, lengths: Floats, first: Ints, second: Ints) -> Floats:
    """Return the cosine of each pair of papers, given products and the length of each text; 0 without a text."""
    both = lengths[first] * lengths[second]
    return np.divide(dots, both, out=np.zeros_like(dots), where=both > 0)


def vectorise(counted: Iterable[TermCounts]) -> TextVectors:
    """Return the vectors of the texts of papers, given the terms of all of them, part by part in their order.

    Terms that only one paper has count for its length, but are not kept: no two texts have them in common. A sequence
    is read several times, a part at a time.
    """
    background = load_background()
    parts = counted if isinstance(counted, Sequence) else list(counted)
    mix, printed = FieldMix(background), np.zeros(len(background.fields), dtype=np.int64)
    n_papers, n_distinct = 0, 0
    for part in parts:
        mix.add_counts(part.fields.tolist())
        printed += part.printed_fields
        n_papers, n_distinct = n_papers + part.sizes.size, n_distinct + part.distinct.size
    distinct, of_parts, frequencies = _merge(parts, n_distinct)
    information = _inform(distinct, frequencies, n_papers, mix, background)
    # The commonest terms come first, so that most of a dense row that is read stays in the cache.
    numbers = np.empty(distinct.size, dtype=np.int32)
    numbers[np.argsort(-frequencies, kind="stable")] = np.arange(distinct.size)
    is_shared = frequencies > 1
    n_kept = int(frequencies[is_shared].sum())
    indices, data = np.empty(n_kept, dtype=np.int32), np.empty(n_kept, dtype=np.int32)
    squares, kept = [np.zeros(0, dtype=np.int64)], [np.zeros(1, dtype=np.int64)]
    end = 0
    of_parts.reverse()
    for part in parts:
        own = of_parts.pop()
        values = np.rint(part.weights * information[own][part.terms] * (_SCALE / LOCAL_SCALE)).astype(np.int64)
        is_kept = is_shared[own][part.terms]
        starts = np.concatenate(([0], np.cumsum(part.sizes)))
        squares.append(np.diff(np.concatenate(([0], np.cumsum(values * values)))[starts]))
        ends = np.concatenate(([0], np.cumsum(is_kept)))[starts]
        indices[end : end + ends[-1]] = numbers[own][part.terms[is_kept]]
        data[end : end + ends[-1]] = values[is_kept]
        kept.append(end + ends[1:])
        end += int(ends[-1])
    ends_of_rows = np.concatenate(kept).astype(narrow_indices(n_kept))
    rows = SparseRows(ends_of_rows, indices, data, max(1, int(is_shared.sum()))).sort()
    return TextVectors(rows, np.sqrt(np.concatenate(squares).astype(np.float64)), printed)


def _merge(parts: Sequence[TermCounts], n_distinct: int) -> "tuple[NDArray[np.uint64], list[NDArray[np.int32]], Ints]":
    """Return the terms of all parts, sorted, the place of each part's terms among them, and their frequencies.

    `n_distinct` is the number of terms of all parts, counted in each.
    """
    every, end = np.empty(n_distinct, dtype=np.uint64), 0
    for part in parts:
        every[end : end + part.distinct.size] = part.distinct
        end += part.distinct.size
    every.sort(kind="stable")  # Sorted runs are merged in a tenth of the time of np.unique.
    distinct = every[np.concatenate((every[:1] == every[:1], every[1:] != every[:-1]))]
    frequencies = np.zeros(distinct.size, dtype=np.int64)
    places = []
    for part in parts:
        own = np.searchsorted(distinct, part.distinct).astype(np.int32)
        frequencies[own] += part.frequencies
        places.append(own)
    return distinct, places, frequencies


def _inform(
    distinct: "NDArray[np.uint64]",
    frequencies: Ints,
    n_papers: int,
    mix: FieldMix,
    background: Background,
) -> Floats:
    """Return the information of each term in the fields of the corpus, in nats; kinds of studies have none."""
    ratio = UNKNOWN_SHARE * max(n_papers, MIN_PAPERS)
    information: Floats = np.array([math.log(ratio / df) for df in range(1, n_papers + 1)])[frequencies - 1]
    rows = _find_rows(distinct, background)
    is_known = rows >= 0
    from_table = -np.log(np.maximum(background.rates_of(mix), 1e-7))
    information[is_known] = np.minimum(information[is_known], from_table[rows[is_known]])
    information[is_known] *= background.column("genre")[rows[is_known]] == 0
    return information


def _find_rows(terms: "NDArray[np.uint64]", background: Background) -> Ints:
    """Return the row of each term in the background table, or -1."""
    in_table = hash_phrases(background)
    rows = np.full(terms.size, -1, dtype=np.int64)
    if terms.size:
        places = np.minimum(np.searchsorted(terms, in_table), terms.size - 1)
        found = np.flatnonzero(terms[places] == in_table)
        rows[places[found]] = found
    return rows
