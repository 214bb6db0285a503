"""Pairs of papers that share concepts, their weights, and the reasons that are shown.

An epithet, a tool, a fragment of a longer phrase, the topic of the whole listing or something said in passing is shared
by papers that have nothing to do with one another. Counts tell it from a subject: how much more alike those papers are
that have the concept than any two of the listing, how often both papers say it, how much alike the two are, and, of the
papers of the background table with the concept, the shares that have it in the title and that say it more than once,
and how many there are in the fields of the listing. They are the features of a logistic regression.

Its weights were fitted to 273 concepts that pairs of papers share, of ten listings: a reader who did not know any count
called half of them a good reason, the others too general or wrong. Left out in turn, each listing is told by the other
nine: of the concepts with a chance of `MIN_CHANCE` that are in no longer one, 85 % are good, and 65 % of the good ones
are among them. In four further listings 80 % of 66 are good. How often a concept is within longer ones, its score and
in how many papers it is add nothing.
"""

import math
from array import array
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from types import MappingProxyType
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from papertrace.background import FieldMix, load_background
from papertrace.graph.pairs.products import (
    FIXED_POINT,
    EdgeList,
    Floats,
    Holdings,
    Ints,
    Pairs,
    SparseRows,
    item_fractions,
    item_information,
)
from papertrace.graph.pairs.texts import STEPS_PER_UNIT, TextVectors
from papertrace.graph.settings import ReferenceWeight
from papertrace.model import Concept

_MAX_COUNT = 255


@dataclass(frozen=True, slots=True, kw_only=True)
class ConceptColumns:
    """The concepts of papers, each once for a paper, sorted by paper.

    Those of paper `p` are at `starts[p]` to `starts[p + 1]`. `keys` and `labels` are numbers of `key_texts` and
    `label_texts`. `counts` says how often the paper says it, at most 255, `is_best` whether it is among the best ones.
    """

    key_texts: list[str]
    label_texts: list[str]
    starts: Ints
    keys: NDArray[np.int32]
    labels: NDArray[np.int32]
    counts: NDArray[np.uint8]
    is_best: NDArray[np.bool_]

    def take(self, papers: Ints) -> "ConceptColumns":
        """Return the concepts of the given papers, in the order given."""
        sizes = np.diff(self.starts)[papers]
        ends = np.cumsum(sizes)
        chosen = np.repeat(self.starts[papers] - ends + sizes, sizes) + np.arange(int(sizes.sum()))
        return ConceptColumns(
            key_texts=self.key_texts,
            label_texts=self.label_texts,
            starts=np.concatenate(([0], ends)).astype(np.int64),
            keys=self.keys[chosen],
            labels=self.labels[chosen],
            counts=self.counts[chosen],
            is_best=self.is_best[chosen],
        )


class ConceptCollector:
    """A collector of the concepts of papers."""

    def __init__(self) -> None:
        """Start without papers."""
        self._key_numbers, self._label_numbers = _Numbers(), _Numbers()
        self._starts = array("q", [0])
        self._keys, self._labels, self._counts, self._is_best = array("i"), array("i"), bytearray(), bytearray()

    def add(self, best: Iterable[Concept], minor: Iterable[Concept]) -> None:
        """Add the best and the minor concepts of the next paper."""
        found: dict[str, Concept] = {concept.key: concept for concept in best}
        n_best = len(found)
        for concept in minor:
            found.setdefault(concept.key, concept)
        concepts = found.values()
        keys, labels = self._key_numbers, self._label_numbers
        self._keys.extend([keys[key] for key in found])
        self._labels.extend([labels[concept.label] for concept in concepts])
        self._counts += bytes([min(max(1, concept.n), _MAX_COUNT) for concept in concepts])
        self._is_best += b"\1" * n_best + b"\0" * (len(found) - n_best)
        self._starts.append(len(self._keys))

    def finish(self) -> ConceptColumns:
        """Return the concepts of all papers."""
        return ConceptColumns(
            key_texts=list(self._key_numbers),
            label_texts=list(self._label_numbers),
            starts=np.frombuffer(self._starts, dtype=np.int64),
            keys=np.frombuffer(self._keys, dtype=np.int32),
            labels=np.frombuffer(self._labels, dtype=np.int32),
            counts=np.frombuffer(self._counts, dtype=np.uint8),
            is_best=np.frombuffer(self._is_best, dtype=np.bool_),
        )


class _Numbers(dict[str, int]):
    def __missing__(self, text: str) -> int:
        number = self[text] = len(self)
        return number


@dataclass(frozen=True, slots=True, kw_only=True)
class Overlap:
    """The inputs of a measure, as arrays with one element per pair.

    `total` is the sum of what the shared concepts add, as the measure requires; `first_size` and `second_size` count
    the concepts of the two papers, `n_items` those of the corpus.
    """

    total: Floats
    first_size: Floats
    second_size: Floats
    n_items: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Measure:
    """A similarity measure: what each shared concept adds, and a formula over the sum; one each by default.

    Weights are rounded to `steps_per_unit`, so that they add up to the same in any order.
    """

    formula: Callable[[Overlap], Floats]
    item_values: Callable[[Holdings], Floats] | None = None
    steps_per_unit: int = FIXED_POINT**2

    def values(self, holdings: Holdings) -> Floats:
        """Return what each item adds to a pair."""
        return np.ones(len(holdings.items)) if self.item_values is None else self.item_values(holdings)

    def weigh(self, pairs: Pairs, sizes: Ints, n_items: int) -> Ints:
        """Return the weight of each pair in steps; zero or less means that the measure does not link it.

        `sizes` counts the concepts of each paper, `n_items` those of the corpus; `pairs` are totals of `values`.
        """
        weights = self.formula(
            Overlap(
                total=pairs.total,
                first_size=sizes[pairs.first].astype(np.float64),
                second_size=sizes[pairs.second].astype(np.float64),
                n_items=n_items,
            )
        )
        return np.rint(weights * self.steps_per_unit).astype(np.int64)


def _idf2(overlap: Overlap) -> Floats:
    """Return Σ ln²(n/df) over the shared concepts, in nats²: rare concepts count most."""
    return overlap.total


def _association(overlap: Overlap) -> Floats:
    """Return the ratio of shared concepts to those expected by chance, k_i k_j / m (van Eck & Waltman, 2009, eq. 6)."""
    return overlap.total * overlap.n_items / (overlap.first_size * overlap.second_size)


def _cosine(overlap: Overlap) -> Floats:
    """Return c / √(k_i k_j), from 0 to 1 (Salton & McGill, 1983; the same as Ochiai, 1957)."""
    return overlap.total / np.sqrt(overlap.first_size * overlap.second_size)


def _jaccard(overlap: Overlap) -> Floats:
    """Return c / (k_i + k_j - c), from 0 to 1 (Jaccard, 1912)."""
    return overlap.total / (overlap.first_size + overlap.second_size - overlap.total)


def _npmi(overlap: Overlap) -> Floats:
    """Return ln(p_ij / p_i p_j) / -ln p_ij, from -1 to 1 (Bouma, 2009); 1 if both papers hold every concept."""
    joint = overlap.total / overlap.n_items
    lift = joint * overlap.n_items**2 / (overlap.first_size * overlap.second_size)
    surprise = -np.log(joint)
    return np.divide(np.log(lift), surprise, out=np.ones_like(joint), where=surprise > 0)


def _fractional(overlap: Overlap) -> Floats:
    """Return Σ 1/(df - 1) / √(k_i k_j), from 0 to 1.

    In fractional counting every shared item has the same total influence, however many papers hold it, so that each of
    its holders is linked with a weight of 1 in all (Perianes-Rodriguez, Waltman & van Eck, 2016). Relative to the
    sizes, as coupling is to the lengths of both reference lists (Glänzel & Czerwon, 1996), a paper that holds very many
    items is not near to all others.
    """
    return overlap.total / np.sqrt(overlap.first_size * overlap.second_size)


WEIGHTS: MappingProxyType[ReferenceWeight, Measure] = MappingProxyType(
    {
        "association": Measure(formula=_association, steps_per_unit=1 << 20),
        "cosine": Measure(formula=_cosine),
        "fractional": Measure(formula=_fractional, item_values=item_fractions),
        "idf2": Measure(formula=_idf2, item_values=item_information),
        "jaccard": Measure(formula=_jaccard),
        "npmi": Measure(formula=_npmi),
    }
)


MIN_CHANCE = 0.65
"""The chance of being a good reason from which a concept is one."""

_COHERENCE, _COUNT, _TITLE_SHARE, _BURST_SHARE, _RATE, _COSINE = 1.29, 0.52, 5.06, 4.18, -0.12, 1.0
_INTERCEPT = -3.67
_USUAL_TITLE_SHARE, _USUAL_BURST_SHARE = 0.15, 0.3  # of concepts that the background table does not know
_MIN_RATE, _MIN_COSINE, _MIN_COSINE_OF_PAIR = 1e-6, 0.005, 0.02
_MAX_COHERENCE = 2.2  # in nats, nine times the usual cosine

_MAX_HOLDERS = 32  # of a concept, which are compared
_MAX_PAPERS, _MAX_OFFSET = 1_024, 8  # of a listing, of which each is compared with so many that follow
_USUAL_COSINE, _N_USUAL = 0.0175, 100  # the mean of six listings, which counts for so many pairs


class Reason(NamedTuple):
    """A concept that two papers share: its label, the chance that it is a good reason, and how many papers have it."""

    key: str
    label: str
    chance: float
    df: int


@dataclass(frozen=True, slots=True, kw_only=True)
class SharedConcepts:
    """The concepts that pairs of papers share, those of pair `p` from `starts[p]` to `starts[p + 1]`.

    `concepts` are places in `keys`, `labels` and `frequencies`, `chances` those of being a good reason.
    """

    starts: Ints
    concepts: Ints
    chances: Floats
    keys: list[str]
    labels: list[str]
    frequencies: list[int]

    def of_pair(self, pair: int) -> list[Reason]:
        """Return what a pair shares, the likeliest reason first."""
        part = slice(int(self.starts[pair]), int(self.starts[pair + 1]))
        found = [
            Reason(self.keys[concept], self.labels[concept], chance, self.frequencies[concept])
            for concept, chance in zip(self.concepts[part].tolist(), self.chances[part].tolist(), strict=True)
        ]
        return sorted(found, key=lambda one: (-one.chance, one.key))


@dataclass(frozen=True, slots=True)
class ReasonFinder:
    """The concepts of papers and their texts, by which reasons are judged."""

    concepts: ConceptColumns
    texts: TextVectors

    def share(self, first: Ints, second: Ints) -> "SharedConcepts":
        """Return the concepts that each pair of papers shares, of those among the best of both."""
        rows = _best_rows(self.concepts)
        shared = rows.share(first, second)
        wanted, places = np.unique(shared.columns, return_inverse=True)
        sizes = np.diff(shared.starts)
        counts = [rows.find(np.repeat(papers, sizes), shared.columns) for papers in (first, second)]
        cosines = np.log(np.maximum(self.texts.compare(first, second), _MIN_COSINE_OF_PAIR))
        scores = self._judge(wanted)[places] + _COUNT * np.log(np.minimum(*counts))
        chances: Floats = (1 / (1 + np.exp(-scores - _COSINE * np.repeat(cosines, sizes)))).round(4)
        frequencies = np.bincount(self.concepts.keys, minlength=len(self.concepts.key_texts))[wanted]
        return SharedConcepts(
            starts=shared.starts,
            concepts=places,
            chances=chances,
            keys=[self.concepts.key_texts[number] for number in wanted.tolist()],
            labels=self._label(wanted),
            frequencies=frequencies.tolist(),
        )

    def _label(self, wanted: Ints) -> list[str]:
        """Return a label of each of the given concepts: that of the first of its papers."""
        concepts = self.concepts
        best = np.flatnonzero(concepts.is_best)
        keys, firsts = np.unique(concepts.keys[best], return_index=True)
        labels = concepts.labels[best[firsts[np.searchsorted(keys, wanted)]]].tolist()
        texts = zip(labels, wanted.tolist(), strict=True)
        return [concepts.label_texts[label].strip() or concepts.key_texts[key] for label, key in texts]

    def _judge(self, wanted: Ints) -> Floats:
        """Return what each of the given concepts adds to the score in any pair; of kinds of studies, -inf."""
        background = load_background()
        mix = FieldMix(background)
        mix.add_counts(self.texts.printed_fields.tolist())

        def judge(key: str) -> float:
            found = background.find(key.casefold())
            if found is None:
                shares, rate = (_USUAL_TITLE_SHARE, _USUAL_BURST_SHARE), 0.0
            else:
                shares, rate = (found.title_share, found.burst_share), background.rate_in(mix, found)
            score = _TITLE_SHARE * shares[0] + _BURST_SHARE * shares[1] + _RATE * math.log(max(rate, _MIN_RATE))
            return -math.inf if found is not None and found.is_genre else score

        of_table = np.array([judge(self.concepts.key_texts[number]) for number in wanted.tolist()], dtype=np.float64)
        coherence = np.log(np.maximum(self._cohere(wanted), _MIN_COSINE) / self._usual_cosine())
        scores: Floats = _COHERENCE * np.minimum(coherence, _MAX_COHERENCE) + of_table + _INTERCEPT
        return scores

    def _cohere(self, wanted: Ints) -> Floats:
        """Return the mean cosine of the papers that have each of the given concepts; of many holders, some are taken.

        Each is compared with the two that follow it, the last ones with the first.
        """
        concepts = self.concepts
        by_key = np.argsort(concepts.keys, kind="stable")
        starts = np.searchsorted(concepts.keys[by_key], wanted)
        frequencies = np.searchsorted(concepts.keys[by_key], wanted, side="right") - starts
        sizes = np.minimum(frequencies, _MAX_HOLDERS)
        numbers = np.repeat(np.arange(wanted.size), sizes)
        ranks = np.arange(numbers.size) - np.repeat(np.cumsum(sizes) - sizes, sizes)
        holders = np.repeat(np.arange(concepts.starts.size - 1), np.diff(concepts.starts))[by_key]
        size = sizes[numbers]

        def holder(rank: Ints) -> Ints:
            found: Ints = holders[starts[numbers] + rank % size * frequencies[numbers] // size]
            return found

        first = holder(ranks)
        cosines = self.texts.compare(first, holder(ranks + 1))
        further = np.where(size > 2, self.texts.compare(first, holder(ranks + 2)), cosines)  # noqa: PLR2004 - of two
        sums = np.bincount(numbers, weights=cosines + further, minlength=wanted.size)
        means: Floats = sums / (2 * np.maximum(sizes, 1))
        return means

    def _usual_cosine(self) -> float:
        """Return the mean cosine of two papers of the listing; in a small one, that of others counts as well."""
        n_papers = self.concepts.starts.size - 1
        n = min(n_papers, _MAX_PAPERS)
        papers = np.arange(n) * n_papers // max(1, n)
        offsets = range(1, min(_MAX_OFFSET, (n - 1) // 2) + 1)
        total = math.fsum(
            float(cosine) for offset in offsets for cosine in self.texts.compare(papers, np.roll(papers, -offset))
        )
        return (total + _N_USUAL * _USUAL_COSINE) / (n * len(offsets) + _N_USUAL)


@dataclass(frozen=True, slots=True)
class NearPapers:
    """The pairs of papers of which one is among those whose texts are most like that of the other, and what they share.

    The figures are those of a linking: the concepts that are among the best of a paper, and of two or more; no concept
    is too common.
    """

    near: EdgeList
    reasons: ReasonFinder
    n_items: int
    n_shared: int
    frequency_cap: int
    n_capped: int = 0
    steps_per_unit: int = STEPS_PER_UNIT

    @property
    def n_increments(self) -> int:
        """The number of pairs."""
        return len(self.near)


def find_near_papers(concepts: ConceptColumns, texts: TextVectors, near: EdgeList) -> NearPapers:
    """Return the pairs of `find_nearest_texts` with what tells which concepts link them."""
    frequencies = np.bincount(concepts.keys[concepts.is_best])
    return NearPapers(
        near=near,
        reasons=ReasonFinder(concepts, texts),
        n_items=int(np.count_nonzero(frequencies)),
        n_shared=int(np.count_nonzero(frequencies > 1)),
        frequency_cap=int(frequencies.max(initial=0)),
    )


def choose_reasons(shared: Sequence[Reason]) -> list[str]:
    """Return the labels of those concepts that are good reasons, without those within a longer one that is shared."""
    words = [f" {one.key.replace('-', ' ')} " for one in shared]
    return [
        one.label
        for one, own in zip(shared, words, strict=True)
        if one.chance >= MIN_CHANCE and not any(own != other and own in other for other in words)
    ]


def _best_rows(concepts: ConceptColumns) -> SparseRows:
    """Return the matrix of papers by their best concepts, with how often the paper says each."""
    places = np.flatnonzero(concepts.is_best)
    starts = np.searchsorted(places, concepts.starts)
    counts = concepts.counts[places].astype(np.int64)
    return SparseRows(starts, concepts.keys[places], counts, max(1, len(concepts.key_texts))).sort()
