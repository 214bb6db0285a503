"""The texts of papers, divided into terms that few papers have and those that many have, to compare many pairs.

What few papers have is summed over all pairs that share it, which are few; for what many have, rows are looked up,
which have become short. Sums are of whole numbers, so that they are those of the undivided texts.
"""

from functools import cached_property

import numpy as np

from papertrace.graph.pairs.products.pair_sums import PairSums
from papertrace.graph.pairs.products.row_products import RowMultiplier, generate_runs
from papertrace.graph.pairs.projection import Floats, Ints
from papertrace.graph.pairs.texts.similarity import TextVectors, cosines

_MIN_RUN = 24  # pairs in a row with the same first paper, from which that paper's products with all others pay
_SHARE = 0.5  # of the pairs of a paper: terms of up to as many papers are rare


class DividedTexts:
    """Texts as the rows of two matrices: one of rare terms, one of common ones."""

    def __init__(self, texts: TextVectors, pairs_per_paper: float) -> None:
        """Divide texts, given how many pairs each first paper has on average."""
        rows = texts.rows_to_multiply()
        frequencies = np.bincount(rows.columns, minlength=rows.n_columns)
        is_rare = (frequencies <= _SHARE * pairs_per_paper)[rows.columns]
        self._lengths = texts.lengths
        self._rare = rows.choose(is_rare).without_empty_columns()
        self._common = rows.choose(~is_rare).without_empty_columns()

    def prepare(self) -> None:
        """Compute what follows from the texts, so that it is shared with other processes instead of made in each."""
        _ = self._sums

    @cached_property
    def _sums(self) -> PairSums:
        rare = self._rare.to_scipy()
        return PairSums(rare, rare.T.tocsr())

    def compare(self, first: Ints, second: Ints) -> Floats:
        """Return the cosine of each pair of papers; `first` is sorted and less than `second`."""
        dots = np.zeros(first.size)
        common = RowMultiplier(self._common)
        dense = np.zeros(self._common.n_columns, dtype=self._common.data.dtype)
        is_few = np.zeros(first.size, dtype=np.bool_)
        for one, start, end in generate_runs(first):
            if end - start < _MIN_RUN:
                is_few[start:end] = True
                continue
            own = common.own(one)
            dense[self._common.columns[own]] = self._common.data[own]
            dots[start:end] = common.multiply(second[start:end], dense)
            dense[self._common.columns[own]] = 0
        many, few = np.flatnonzero(~is_few), np.flatnonzero(is_few)
        dots[many] += self._sums.add_up(first[many], second[many])
        for rows in (self._rare, self._common):
            dots[few] += rows.share(first[few], second[few]).add_up()
        return cosines(dots, self._lengths, first, second)
