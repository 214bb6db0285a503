"""Pairs of papers that concepts link for a reason, and how strong the link is.

Two papers are linked if they share a concept that is among the best of one of them and is evidence: more informative
than even a common one. The texts have to agree, the more so if that concept is all that they share.

The weight is the cosine of the texts. On labelled pairs of five listings it tells those that belong together from
others as well as with any power of the evidence as a factor, and better than with its root; on two others no worse.
Without texts, the weight is that root. Sums are of whole numbers, so that neither the order of papers nor that of
concepts matters.

Pairs that a best concept links are one in six of those that share anything, so these are found first, and only for them
everything that they share is looked at.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from papertrace.graph.pairs.concept_columns import BEST, TOPICAL, ConceptColumns
from papertrace.graph.pairs.concept_facts import SCALE, ConceptFacts, find_facts, mix_fields
from papertrace.graph.pairs.edge_list import EdgeList, join
from papertrace.graph.pairs.nested_concepts import find_parts, is_whole
from papertrace.graph.pairs.products.sparse_rows import SparseRows, narrow_indices
from papertrace.graph.pairs.projection import Holdings, Ints, largest_affordable_frequency
from papertrace.graph.pairs.reasons_of_pairs import (
    Held,
    ReasonedPairs,
    divide_papers,
    find_reasons,
    generate_blocks,
)
from papertrace.graph.pairs.texts.similarity import MIN_COSINE, TextVectors
from papertrace.model import Paper

if TYPE_CHECKING:
    from papertrace.graph.pairs.products.pair_sums import PairSums
    from papertrace.graph.pairs.texts.divided_texts import DividedTexts

MIN_COSINE_ALONE = 0.06
"""The cosine that the texts of papers need that have only one concept in common, by labelled pairs of five listings."""

_MAX_BITS = 62  # of a sum over the concepts that two papers share
STEPS_PER_UNIT = 1_000_000
"""The steps of a weight: weights are whole numbers, which add up to the same in any order."""

MANY_REASONS = 20_000
"""The number of reasons of links in a corpus from which on sums are prepared for its pairs, which needs scipy."""

Bools = NDArray[np.bool_]


class SharedSums(NamedTuple):
    """How to add up what pairs of papers share.

    A sum has two fields: the evidence in steps, and from `bit` on the number of concepts. That of parts is the number
    of concepts that are part of a longer one in both papers.
    """

    bit: int
    of_concepts: "PairSums"
    of_parts: "PairSums"


@dataclass(slots=True, kw_only=True)
class EvidenceLinking:
    """The concepts that may link papers by evidence; it is used as `papertrace.graph.layers.linking.Linking` is.

    `incidence` is the matrix of papers by concepts, with 1 for each concept that a paper has. `parts` has those whose
    concept is part of a longer one of the same paper. `sums` are there if it is for blocks of papers; without them,
    every pair is looked at by itself.
    """

    holdings: Holdings
    held: Held
    facts: ConceptFacts
    incidence: SparseRows
    parts: SparseRows
    texts: "TextVectors | DividedTexts | None"
    n_items: int
    n_shared: int
    frequency_cap: int
    n_increments: int
    n_capped: int
    steps_per_unit: int = STEPS_PER_UNIT
    sums: SharedSums | None = None

    @property
    def sizes(self) -> Ints:
        """The number of concepts of each paper that others have too."""
        return np.diff(self.held.starts)

    def blocks(self) -> Iterator[tuple[int, int]]:
        """Yield ranges of papers, each with about as much work."""
        return generate_blocks(self.held)

    def link(self, low: int, high: int) -> EdgeList:
        """Return the edges whose first paper is in a range, sorted by both ends."""
        return self._weigh(find_reasons(self.held, np.arange(low, high, dtype=np.int64)))

    def for_blocks(self) -> "EvidenceLinking":
        """Return what `link` needs, which other processes get: not what the concepts are called and who has them.

        What makes many pairs quick takes time to prepare, and is left out for few.
        """
        n_reasons = int(self.held.steps[-1])
        if n_reasons < MANY_REASONS:
            return replace(self)
        from papertrace.graph.pairs.texts.divided_texts import DividedTexts

        nothing = np.zeros(0, dtype=np.int64)
        self.held.prepare()
        texts, pairs_per_paper = self.texts, n_reasons / max(1, self.holdings.n_papers)
        return replace(
            self,
            holdings=replace(self.holdings, items=(), starts=nothing, holders=nothing),
            texts=DividedTexts(texts, pairs_per_paper) if isinstance(texts, TextVectors) else texts,
            sums=self._prepare_sums(),
        )

    def prepare(self) -> None:
        """Compute what blocks have in common, so that it is shared with other processes instead of made in each."""
        if not isinstance(self.texts, TextVectors | None):
            self.texts.prepare()

    def generate(self) -> Iterator[EdgeList]:
        """Yield the edges, in blocks."""
        of_blocks = self.for_blocks()
        for low, high in self.blocks():
            yield of_blocks.link(low, high)

    def release(self) -> None:
        """Let go of what makes links; what the concepts are called and who has them is kept."""
        self.held, self.texts = self.held.without_papers(), None
        nobody = np.zeros(0, dtype=np.int64)
        self.incidence, self.parts = self.incidence.take(nobody), self.parts.take(nobody)

    def weight_of(self, first: int, second: int) -> float:
        """Return the weight of a pair of papers before pruning, 0 if they are not linked."""
        edges = self.find_linked(np.array([first]), np.array([second]))
        return float(edges.weights[0]) / STEPS_PER_UNIT if len(edges) else 0.0

    def find_linked(self, first: Ints, second: Ints) -> EdgeList:
        """Return the edges of those of the given pairs of papers that are linked before pruning."""
        n = self.holdings.n_papers
        given = np.minimum(first, second) * n + np.maximum(first, second)
        parts = []
        for papers in divide_papers(self.held, np.unique(np.minimum(first, second))):
            found = find_reasons(self.held, papers)
            parts.append(self._weigh(found.take(np.isin(found.first * n + found.second, given))))
        return join(parts)

    def _weigh(self, pairs: ReasonedPairs) -> EdgeList:
        first, second = pairs.first, pairs.second
        if not first.size:
            return EdgeList(first=first, second=second, weights=np.zeros(0, dtype=np.int64))
        steps, n_shared = self._count_shared(first, second)
        total = steps / SCALE
        linked = total > 0
        first, second, n_shared = first[linked], second[linked], n_shared[linked]
        weights = np.sqrt(total[linked])
        if self.texts is not None:
            weights = self.texts.compare(first, second)
            close = weights >= np.where(n_shared > 1, MIN_COSINE, MIN_COSINE_ALONE)
            first, second, weights = first[close], second[close], weights[close]
        steps = np.rint(weights * STEPS_PER_UNIT).astype(np.int64)
        return EdgeList(first=first, second=second, weights=steps).take(steps > 0)

    def _count_shared(self, first: Ints, second: Ints) -> tuple[Ints, Ints]:
        """Return the evidence of the concepts that each pair shares, in steps, and how many these are.

        Those that are part of a longer one do not count.
        """
        if self.sums is None:
            return self._count_exactly(first, second)
        bit, of_concepts, of_parts = self.sums
        found = of_concepts.add_up(first, second).astype(np.int64)
        steps, n_shared = found & ((1 << bit) - 1), found >> bit
        # What is part of a longer concept in both papers may be part of one that they share.
        several = np.flatnonzero(n_shared > 1)
        places = several[of_parts.add_up(first[several], second[several]) > 0]
        steps[places], n_shared[places] = self._count_exactly(first[places], second[places])
        return steps, n_shared

    def _prepare_sums(self) -> SharedSums | None:
        """Return how to add up what pairs share, if the sums are not too large for it."""
        of_items, n_most = self.facts.steps, int(self.sizes.max(initial=0))
        bit = (n_most * int(of_items.max(initial=0))).bit_length()
        n_bits = bit + n_most.bit_length()
        if n_bits > _MAX_BITS or not self.incidence.data.size:
            return None
        from papertrace.graph.pairs.products.pair_sums import PairSums

        kind = np.int32 if n_bits < np.iinfo(np.int32).bits else np.int64
        plain, held = self.incidence, self.held
        weighted = replace(plain, data=(of_items + (1 << bit)).astype(kind)[plain.columns])
        starts = held.item_starts.astype(plain.starts.dtype)
        columns = SparseRows(starts, held.holders, np.ones(plain.data.size, dtype=kind), plain.n_rows)
        parts = replace(self.parts, data=self.parts.data.astype(kind)).to_scipy()
        of_concepts = PairSums(weighted.to_scipy(), columns.to_scipy())
        return SharedSums(bit, of_concepts, PairSums(parts, parts.T.tocsr()))

    def _count_exactly(self, first: Ints, second: Ints) -> tuple[Ints, Ints]:
        """Return the same, looking at every concept."""
        if not first.size:
            return first, first
        starts, items, _ = self.incidence.share(first, second)
        own = is_whole(starts, items, self.facts.longer, self.incidence.n_columns)
        # Every pair has a concept in common, so that no run is empty.
        return np.add.reduceat(self.facts.steps[items] * own, starts[:-1]), np.add.reduceat(
            own.astype(np.int64), starts[:-1]
        )


def prepare_evidence(
    papers: Sequence[Paper], concepts: ConceptColumns, texts: TextVectors | None, pairs_per_paper: int
) -> EvidenceLinking:
    """Return the concepts that may link papers by evidence, without generating edges.

    Of the papers themselves only their texts matter, and those only where they are not among the arguments as vectors.
    """
    n_papers = len(papers)
    every = np.bincount(concepts.keys, minlength=len(concepts.key_texts))
    cap = largest_affordable_frequency(every, pairs_per_paper * n_papers)
    is_capped = every > max(cap, 1)
    is_kept = ~is_capped & (every > 1)
    kept = sorted(np.flatnonzero(is_kept).tolist(), key=concepts.key_texts.__getitem__)
    items = tuple(concepts.key_texts[number] for number in kept)
    facts = find_facts(items, every[kept], n_papers, mix_fields(papers, texts))
    incidence, elements = _incidence(concepts, is_kept, kept)
    flags = concepts.flags[elements]
    best = flags & BEST > 0
    frequencies = np.bincount(concepts.keys[concepts.flags & BEST > 0], minlength=every.size)
    held = Held(
        items=incidence.columns,
        starts=incidence.starts.astype(np.int64),
        # Only a concept that is evidence can be the reason of a link.
        is_reason=best & (facts.evidence[incidence.columns] > 0),
        is_best=best,
        is_topical=flags & TOPICAL > 0,
        n_items=len(items),
    )
    holdings = Holdings(n_papers=n_papers, items=items, starts=held.item_starts, holders=held.holders)
    return EvidenceLinking(
        holdings=holdings,
        held=held,
        facts=facts,
        incidence=incidence,
        parts=incidence.choose(find_parts(incidence.starts, incidence.columns, facts.longer, len(items))),
        texts=texts,
        n_items=int(np.count_nonzero(frequencies)),
        n_shared=int(np.count_nonzero(frequencies > 1)),
        frequency_cap=cap,
        n_increments=int((holdings.frequencies * (holdings.frequencies - 1) // 2).sum()),
        n_capped=int(is_capped.sum()),
    )


def _incidence(
    concepts: ConceptColumns, is_kept: Bools, kept: Sequence[int]
) -> "tuple[SparseRows, NDArray[np.signedinteger[Any]]]":
    """Return the matrix of papers by concepts kept, in their order, and where its elements are in the columns."""
    elements = np.flatnonzero(is_kept[concepts.keys])
    kind = narrow_indices(concepts.keys.size)
    starts = np.searchsorted(elements, concepts.starts).astype(kind)
    elements = elements.astype(kind)
    numbers = np.empty(is_kept.size, dtype=kind)  # of the concepts kept
    numbers[kept] = np.arange(len(kept), dtype=kind)
    sorted_rows = SparseRows(starts, numbers[concepts.keys[elements]], elements, len(kept)).sort()
    return replace(sorted_rows, data=np.ones(elements.size, dtype=np.int8)), sorted_rows.data
