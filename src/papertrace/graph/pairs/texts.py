"""How similar the texts of two papers are: the cosine of their words and phrases, weighted with the background table.

A word counts by its information in the fields of the corpus, by how topical it usually is, and more in a title or as a
phrase. Weights are whole numbers, so that sums are exact in any order.
"""

import math
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from papertrace.background import FieldMix, load_background
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


@dataclass(frozen=True, slots=True)
class TextVectors:
    """The texts of papers as sparse rows of whole numbers, with their lengths."""

    rows: "csr_array[Any, Any]"
    lengths: Floats

    def compare(self, first: Ints, second: Ints) -> Floats:
        """Return the cosine of each pair of papers."""
        cosines = np.zeros(first.size)
        for low in range(0, first.size, _MAX_BLOCK_ROWS):
            part = slice(low, low + _MAX_BLOCK_ROWS)
            products = self.rows[first[part]].multiply(self.rows[second[part]])
            dots = np.asarray(products.sum(axis=1), dtype=np.float64).ravel()
            lengths = self.lengths[first[part]] * self.lengths[second[part]]
            cosines[part] = np.divide(dots, lengths, out=np.zeros_like(dots), where=lengths > 0)
        return cosines


def vectorise(papers: Iterable[Paper], count_terms: CountTerms) -> TextVectors:
    """Return the vectors of the texts of papers, in their order."""
    from scipy.sparse import csr_array

    background = load_background()
    mix = FieldMix(background)
    hashes: list[NDArray[np.int64]] = []
    known: list[NDArray[np.int32]] = []
    local: list[NDArray[np.int32]] = []
    for paper in papers:
        terms = _with_concepts(count_terms(paper), paper)
        mix.add(key for key in terms.counts if " " not in key)
        kept = _strongest(terms)
        hashes.append(np.array([hash(key) for key in kept], dtype=np.int64))
        known.append(np.array([background.row(key) for key in kept], dtype=np.int32))
        weights = [_local_weight(key, terms) for key in kept]
        local.append(np.array(weights, dtype=np.int32))
    sizes = [part.size for part in hashes]
    n_papers = len(sizes)
    columns, inverse, counts = np.unique(
        np.concatenate([np.zeros(0, np.int64), *hashes]), return_inverse=True, return_counts=True
    )
    del hashes
    rows = np.concatenate([np.zeros(0, np.int32), *known])
    del known
    ratio = UNKNOWN_SHARE * max(n_papers, MIN_PAPERS)
    information = np.array([math.log(ratio / df) for df in range(1, n_papers + 1)])[counts - 1][inverse]
    rates = background.rates_of(mix)
    is_known = rows >= 0
    from_table = -np.log(np.maximum(rates, 1e-7))
    information[is_known] = np.minimum(information[is_known], from_table[rows[is_known]])
    factors = topical_factors(background.shares_of("title"), background.shares_of("burst"))
    factors *= background.column("genre") == 0
    information[is_known] *= factors[rows[is_known]]
    weights = np.concatenate([np.zeros(0, np.int32), *local]) * information * (_SCALE / _LOCAL_SCALE)
    values = np.rint(weights).astype(np.int64)
    starts = np.concatenate(([0], np.cumsum(sizes)))
    lengths = np.sqrt(np.array([np.dot(part, part) for part in np.split(values, starts[1:-1])], dtype=np.float64))
    matrix = csr_array((values, inverse, starts), shape=(n_papers, max(1, columns.size)))
    return TextVectors(matrix, lengths[:n_papers])


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


def _local_weight(key: str, terms: PaperTerms) -> int:
    weight = 1.0 + math.log(terms.counts[key])
    if key in terms.title:
        weight *= TITLE_FACTOR
    if " " in key:
        weight *= PHRASE_FACTOR
    return round(weight * _LOCAL_SCALE)
