"""How similar the texts of two papers are: the cosine of their words and phrases, weighted with the background table.

A word counts by its information in the fields of the corpus, by how topical it usually is, and more in a title or as a
phrase. Weights are whole numbers, so that sums are exact in any order.
"""

import math
from array import array
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from papertrace.background import Background, FieldMix, load_background
from papertrace.background.topicality import topical_factors
from papertrace.graph.pairs.projection import Floats, Ints
from papertrace.model import Paper
from papertrace.model.terms import PaperTerms

if TYPE_CHECKING:
    from numpy.typing import NDArray
    from scipy.sparse import csr_array

CountTerms = Callable[[Paper], PaperTerms]

MAX_TERMS = 250
"""The number of words and phrases of a paper that are compared, those of the title and the most frequent first."""

TITLE_FACTOR, PHRASE_FACTOR = 2.0, 1.3
UNKNOWN_SHARE = 3  # A term that df of n papers have is taken to be in df/(3n) of all papers at least.
MIN_PAPERS = 100  # that a corpus counts for at least
_SCALE = 64  # steps of a weight
_LOCAL_SCALE = 256
_MAX_BLOCK_ROWS = 20_000
_MIN_RUN = 24  # pairs in a row with the same first paper, from which a dense row pays


@dataclass(frozen=True, slots=True)
class TextVectors:
    """The texts of papers as sparse rows of whole numbers, kept as doubles, which are exact; and their lengths."""

    rows: "csr_array[Any, Any]"
    lengths: Floats

    def compare(self, first: Ints, second: Ints) -> Floats:
        """Return the cosine of each pair of papers; fast where many pairs in a row have the same first paper."""
        dots = np.zeros(first.size)
        starts = np.flatnonzero(np.concatenate((first[:1] == first[:1], first[1:] != first[:-1])))
        sizes = np.diff(np.append(starts, first.size))
        dense = np.zeros(self.rows.shape[1])
        for start, size in zip(starts[sizes >= _MIN_RUN].tolist(), sizes[sizes >= _MIN_RUN].tolist(), strict=True):
            # A gather from a dense row takes a tenth of the time of merging two sparse ones.
            low, high = self.rows.indptr[first[start]], self.rows.indptr[first[start] + 1]
            dense[self.rows.indices[low:high]] = self.rows.data[low:high]
            dots[start : start + size] = self.rows[second[start : start + size]] @ dense
            dense[self.rows.indices[low:high]] = 0.0
        few = np.flatnonzero(np.repeat(sizes < _MIN_RUN, sizes))
        for low in range(0, few.size, _MAX_BLOCK_ROWS):
            part = few[low : low + _MAX_BLOCK_ROWS]
            products = self.rows[first[part]].multiply(self.rows[second[part]])
            dots[part] = np.asarray(products.sum(axis=1), dtype=np.float64).ravel()
        lengths = self.lengths[first] * self.lengths[second]
        return np.divide(dots, lengths, out=np.zeros_like(dots), where=lengths > 0)


def vectorise(papers: Iterable[Paper], count_terms: CountTerms) -> TextVectors:
    """Return the vectors of the texts of papers, in their order.

    Terms that only one paper has count for its length, but are not kept: no two texts have them in common.
    """
    from scipy.sparse import csr_array

    background = load_background()
    mix = FieldMix(background)
    hashes, flags, sizes = array("q"), array("i"), array("q")
    for paper in papers:
        terms = _with_concepts(count_terms(paper), paper)
        mix.add([key for key in terms.counts if " " not in key])
        kept = _strongest(terms)
        hashes.extend(map(hash, kept))
        counts, title = terms.counts, terms.title
        flags.extend([counts[key] << 2 | (key in title) << 1 | (" " in key) for key in kept])
        sizes.append(len(kept))
    n_papers = len(sizes)
    columns, inverse, frequencies = np.unique(
        np.frombuffer(hashes, dtype=np.int64), return_inverse=True, return_counts=True
    )
    del hashes
    ratio = UNKNOWN_SHARE * max(n_papers, MIN_PAPERS)
    information = np.array([math.log(ratio / df) for df in range(1, n_papers + 1)])[frequencies - 1]
    rows = _find_rows(columns, background)
    is_known = rows >= 0
    from_table = -np.log(np.maximum(background.rates_of(mix), 1e-7))
    information[is_known] = np.minimum(information[is_known], from_table[rows[is_known]])
    factors = topical_factors(background.shares_of("title"), background.shares_of("burst"))
    factors *= background.column("genre") == 0
    information[is_known] *= factors[rows[is_known]]
    local = _local_weights(np.frombuffer(flags, dtype=np.int32))
    del flags
    values = np.rint(local * information[inverse] * (_SCALE / _LOCAL_SCALE)).astype(np.int64)
    starts = np.concatenate(([0], np.cumsum(np.frombuffer(sizes, dtype=np.int64)))).astype(np.int64)
    squares = np.concatenate(([0], np.cumsum(values * values)))
    lengths = np.sqrt(np.diff(squares[starts]).astype(np.float64))
    is_shared = (frequencies > 1)[inverse]
    # The commonest terms come first, so that most of a dense row that is read stays in the cache.
    numbers = np.empty(columns.size, dtype=np.int64)
    numbers[np.argsort(-frequencies, kind="stable")] = np.arange(columns.size)
    shared_starts = np.concatenate(([0], np.cumsum(is_shared)))[starts]
    matrix = csr_array(
        (values[is_shared].astype(np.float64), numbers[inverse[is_shared]].astype(np.int32), shared_starts),
        shape=(n_papers, max(1, int((frequencies > 1).sum()))),
    )
    matrix.sort_indices()
    return TextVectors(matrix, lengths)


def _find_rows(columns: Ints, background: Background) -> Ints:
    """Return the row of each term in the background table, or -1, given the sorted hashes of the terms."""
    in_table = np.fromiter(map(hash, background), dtype=np.int64, count=len(background))
    order = np.argsort(in_table)
    found = np.searchsorted(in_table, columns, sorter=order)
    candidates = order[np.minimum(found, order.size - 1)]
    return np.where(in_table[candidates] == columns, candidates, -1)


def _local_weights(flags: "NDArray[np.int32]") -> Floats:
    """Return the weight of each term in its text, given its count and whether it is in the title and a phrase."""
    counts = flags >> 2
    logarithms = np.array([0.0, *(1.0 + math.log(count) for count in range(1, int(counts.max(initial=0)) + 1))])
    weights = logarithms[counts]
    weights[flags & 2 > 0] *= TITLE_FACTOR
    weights[flags & 1 > 0] *= PHRASE_FACTOR
    rounded: Floats = np.rint(weights * _LOCAL_SCALE)
    return rounded


def _with_concepts(terms: PaperTerms, paper: Paper) -> PaperTerms:
    """Add the concepts of a paper, which may be acronyms or synonyms of what its text says."""
    more = {key: concept.n for concept in paper.concepts if (key := concept.key.casefold()) not in terms.counts}
    titled = {concept.key.casefold() for concept in paper.concepts if concept.in_title}
    return PaperTerms({**terms.counts, **more}, terms.title | titled) if more else terms


def _strongest(terms: PaperTerms) -> list[str]:
    if len(terms.counts) <= MAX_TERMS:
        return list(terms.counts)
    counts = terms.counts
    return sorted(counts, key=lambda key: (key not in terms.title, -counts[key], key))[:MAX_TERMS]
