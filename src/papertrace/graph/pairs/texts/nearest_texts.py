"""The papers whose texts are most like that of each, whatever concepts they share.

Terms that very many papers have are left out of the products, since they cost most and say least, but not out of the
lengths of texts. Each paper's neighbours follow from its own row, so that blocks of papers can be compared anywhere.
"""

import math
from collections.abc import Callable, Iterator
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from papertrace.engine import Engine
from papertrace.engine.inline import InlineEngine
from papertrace.engine.protocol import ignore_count
from papertrace.graph.pairs.edge_list import EdgeList
from papertrace.graph.pairs.products.sparse_rows import SparseRows
from papertrace.graph.pairs.projection import Floats, Ints, divide_by_steps, largest_affordable_frequency
from papertrace.graph.pairs.texts.similarity import MIN_COSINE, TextVectors

N_NEAREST = 5
"""The number of papers that are near to one; the root of the number of papers, where that is less."""

STEPS_PER_UNIT = 1_000_000
"""The steps of a cosine."""

_PAIRS_PER_PAPER = 2_000  # that share a term, counted once for each term
_MAX_BLOCK_STEPS = 2_000_000
_MAX_DENSE = 4_000_000  # elements of a matrix that is multiplied without scipy, 32 MB


def find_nearest_texts(
    texts: TextVectors, engine: Engine | None = None, *, on_count: Callable[[int], None] = ignore_count
) -> EdgeList:
    """Return the pairs of papers of which one is among those whose texts are most like that of the other.

    Parameters
    ----------
    texts
        The texts of all papers.
    engine
        Where blocks of papers are compared; by default in this process.
    on_count
        Is told of how many papers the nearest ones are known.

    Returns
    -------
    EdgeList
        Each pair once, sorted by both papers; the weight is the cosine of their texts in steps. Of equally near papers
        the one with the lower number is nearer.
    """
    engine, n_papers = engine or InlineEngine(), texts.rows.n_rows
    nearest = _Nearest.of(texts, min(N_NEAREST, math.isqrt(n_papers)))
    blocks = list(nearest.blocks())
    results = engine.map_values(compare_block, blocks, nearest)
    found = []
    for (_, high), result in zip(blocks, results, strict=True):
        on_count(high)
        found.append(result)
    first, second, weights = np.concatenate([np.zeros((3, 0), dtype=np.int64), *found], axis=1)
    low, high = np.minimum(first, second), np.maximum(first, second)
    codes, places = np.unique(low * n_papers + high, return_index=True)
    return EdgeList(first=codes // max(1, n_papers), second=codes % max(1, n_papers), weights=weights[places])


def compare_block(block: tuple[int, int], nearest: "_Nearest") -> Ints:
    """Return the papers of a range, those near to each, and the cosines in steps, a row each."""
    return nearest.compare(*block)


@dataclass(frozen=True, slots=True)
class _Nearest:
    """Texts without the terms of very many papers, and how many neighbours each paper has."""

    rows: SparseRows
    columns: SparseRows | None  # the same transposed, or None if dense rows are multiplied
    lengths: Floats
    n_nearest: int

    @classmethod
    def of(cls, texts: TextVectors, n_nearest: int) -> "_Nearest":
        rows = texts.rows_to_multiply()
        frequencies = np.bincount(rows.columns, minlength=rows.n_columns)
        cap = largest_affordable_frequency(frequencies, _PAIRS_PER_PAPER * rows.n_rows)
        rows = rows.choose((frequencies <= cap)[rows.columns]).without_empty_columns()
        columns = None
        if rows.n_rows * rows.n_columns > _MAX_DENSE:
            transposed = rows.to_scipy().T.tocsr()
            columns = SparseRows(transposed.indptr, transposed.indices, transposed.data, rows.n_rows)
        return cls(rows, columns, texts.lengths, n_nearest)

    def blocks(self) -> Iterator[tuple[int, int]]:
        """Yield ranges of papers with at most `_MAX_BLOCK_STEPS` steps of the product, but at least one paper."""
        n = self.rows.n_rows
        if self.columns is None:
            yield from [(0, n)] if n else []
            return
        frequencies = np.diff(self.columns.starts).astype(np.int64)
        steps = np.concatenate(([0], np.cumsum(frequencies[self.rows.columns])))[self.rows.starts]
        yield from divide_by_steps(steps, _MAX_BLOCK_STEPS)

    def compare(self, low: int, high: int) -> Ints:
        """Return the papers of a range, those near to each, and the cosines in steps."""
        papers, others, dots = self._products(low, high)
        both = self.lengths[papers]
        both *= self.lengths[others]
        np.divide(dots, both, out=both, where=both > 0)  # 0 without a text
        steps = np.rint(both * STEPS_PER_UNIT).astype(np.int64)
        at = np.flatnonzero((steps >= MIN_COSINE * STEPS_PER_UNIT) & (others != papers))
        papers, others, steps = papers[at], others[at], steps[at]
        order = np.lexsort((others, -steps, papers))  # Of equally near papers the first are taken.
        papers = papers[order]
        rank = np.arange(papers.size) - np.searchsorted(papers, papers)
        chosen = rank < self.n_nearest
        return np.stack((papers[chosen], others[order][chosen], steps[order][chosen])).astype(np.int64)

    def _products(self, low: int, high: int) -> tuple[NDArray[np.int32], NDArray[np.int32], Floats]:
        """Return the papers of a range, the papers that may share something with each, and the products of the texts.

        Products are sums of whole numbers, and so exact in any order.
        """
        everyone, of_range = np.arange(self.rows.n_rows, dtype=np.int32), np.arange(low, high, dtype=np.int32)
        if self.columns is None:
            dense = np.zeros((self.rows.n_rows, self.rows.n_columns))
            dense[np.repeat(everyone, np.diff(self.rows.starts)), self.rows.columns] = self.rows.data
            dots = (dense[low:high] @ dense.T).ravel()
            return np.repeat(of_range, everyone.size), np.tile(everyone, of_range.size), dots
        product = (self.rows.to_scipy()[low:high] @ self.columns.to_scipy()).tocsr()
        return np.repeat(of_range, np.diff(product.indptr)), product.indices, product.data
