"""Pairs of papers that concepts link for a reason, and how strong the reason is.

Two papers are linked if they share a concept that is among the best of one of them. One shared concept alone has to be
a topic of both papers (in the title, or said more than once) or rare; a single word that general English knows has to
be in a title. The texts have to have something else in common as well.

The weight is the root of the cosine of the texts times the evidence of the shared concepts, which is the information of
each beyond what even a common one has: two rarer concepts say more than one. Sums are of whole numbers, so that neither
the order of papers nor that of concepts matters.
"""

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from papertrace.background import FieldMix, load_background
from papertrace.graph.pairs.edge_list import EdgeList
from papertrace.graph.pairs.projection import Floats, Holdings, Ints, collect_holdings, largest_affordable_frequency
from papertrace.graph.pairs.texts import TextVectors
from papertrace.model import Concept, Paper

# Judged on pairs of papers of three listings; nearby values do as well.
MIN_COSINE = 0.03
MIN_WEIGHT = 0.7
RARE_RATE, RARE_SHARE, RARE_PAPERS = 0.003, 0.04, 4
FREE_INFORMATION = 2.0  # nats that a shared concept needs to be evidence at all
UNKNOWN_SHARE = 4  # A concept that df of n papers have is taken to be in df/(4n) of all papers at least.
MIN_PAPERS = 100  # that a corpus counts for at least: in a small one, what papers share is not common
MIN_ZIPF = 1.0  # of a word that general English knows
_SCALE = 1_024
_MAX_BLOCK_STEPS = 2_000_000

Bools = NDArray[np.bool_]


@dataclass(frozen=True, slots=True, kw_only=True)
class Held:
    """The concepts of papers as parallel arrays, one element for each concept of each paper, sorted by paper.

    `items` numbers the concepts, `starts[p]` to `starts[p + 1]` are those of paper `p`.
    """

    items: Ints
    starts: Ints
    is_best: Bools
    is_topical: Bools
    in_title: Bools


@dataclass(frozen=True, slots=True, kw_only=True)
class ItemFacts:
    """What holds of each concept: its evidence in nats, whether it is rare, and whether it is an ordinary word."""

    evidence: Floats
    is_rare: Bools
    is_plain: Bools
    longer: tuple[Ints, Ints]  # of each pair of concepts, one within the other: the shorter and the longer


@dataclass(frozen=True, slots=True, kw_only=True)
class EvidenceLinking:
    """The concepts that may link papers by evidence; it is used as `papertrace.graph.layers.linking.Linking` is."""

    holdings: Holdings
    held: Held
    facts: ItemFacts
    texts: TextVectors | None
    n_items: int
    n_shared: int
    frequency_cap: int
    n_increments: int
    n_capped: int

    @property
    def sizes(self) -> Ints:
        """The number of concepts of each paper that others have too."""
        return np.diff(self.held.starts)

    def generate(self) -> Iterator[EdgeList]:
        """Yield the edges, in blocks."""
        for shared in self._shared():
            yield self._weigh(shared)

    def count_linked(self, first: Ints, second: Ints) -> int:
        """Return how many of the given pairs of papers are linked, before pruning."""
        n = self.holdings.n_papers
        given = np.minimum(first, second) * n + np.maximum(first, second)
        return sum(
            int(np.isin(edges.first * n + edges.second, given, assume_unique=True).sum()) for edges in self.generate()
        )

    def weight_of(self, first: int, second: int) -> float:
        """Return the weight of a pair of papers before pruning, 0 if they are not linked."""
        for edges in self.generate():
            chosen = edges.weights[(edges.first == first) & (edges.second == second)]
            if chosen.size:
                return float(chosen[0])
        return 0.0

    def _shared(self) -> Iterator["_Shared"]:
        """Yield every concept that two papers share and one of them has among its best, sorted by pair, in blocks."""
        held, holders = self.held, self.holdings
        n = holders.n_papers
        frequencies = holders.frequencies
        by_item = np.lexsort((np.repeat(np.arange(n), np.diff(held.starts)), held.items))
        papers = np.repeat(np.arange(n), np.diff(held.starts))
        steps = np.concatenate(([0], np.cumsum(frequencies[held.items])))[held.starts]
        low = 0
        while low < n:
            high = max(low + 1, int(np.searchsorted(steps, steps[low] + _MAX_BLOCK_STEPS, side="right")) - 1)
            mine = np.arange(held.starts[low], held.starts[high])
            counts = frequencies[held.items[mine]]
            left = np.repeat(mine, counts)
            offsets = np.arange(left.size) - np.repeat(np.cumsum(counts) - counts, counts)
            right = by_item[holders.starts[held.items[left]] + offsets]
            kept = papers[right] > papers[left]
            left, right = left[kept], right[kept]
            codes = papers[left] * n + papers[right]
            order = np.lexsort((held.items[left], codes))
            left, right, codes = left[order], right[order], codes[order]
            pairs, starts = np.unique(codes, return_index=True)
            numbers = np.repeat(np.arange(pairs.size), np.diff(np.append(starts, codes.size)))
            yield _Shared(left=left, right=right, pairs=numbers, first=pairs // n, second=pairs % n)
            low = high

    def _weigh(self, shared: "_Shared") -> EdgeList:
        held, facts = self.held, self.facts
        n_pairs = shared.first.size
        items = held.items[shared.left]
        # Only a concept that is evidence can be the reason of a link.
        is_best = (held.is_best[shared.left] | held.is_best[shared.right]) & (facts.evidence[items] > 0)
        own = self._is_whole(shared, items)
        steps = np.rint(facts.evidence[items] * _SCALE) * own
        total = np.bincount(shared.pairs, weights=steps, minlength=n_pairs) / _SCALE
        n_shared = np.bincount(shared.pairs, weights=own, minlength=n_pairs)
        topical = held.is_topical[shared.left] & held.is_topical[shared.right]
        titled = held.in_title[shared.left] | held.in_title[shared.right]
        alone = (topical | facts.is_rare[items]) & (~facts.is_plain[items] | titled)
        has_best = np.bincount(shared.pairs, weights=is_best, minlength=n_pairs) > 0
        stands_alone = np.bincount(shared.pairs, weights=alone & is_best, minlength=n_pairs) > 0
        linked = has_best & (total > 0) & ((n_shared > 1) | stands_alone)
        first, second = shared.first[linked], shared.second[linked]
        weights = total[linked]
        if self.texts is not None:
            cosines = self.texts.compare(first, second)
            weights *= np.sqrt(cosines)
            close = (cosines >= MIN_COSINE) & (weights >= MIN_WEIGHT)
            first, second, weights = first[close], second[close], weights[close]
        return EdgeList(first=first, second=second, weights=np.round(weights, 6)).take(weights > 0)

    def _is_whole(self, shared: "_Shared", items: Ints) -> Bools:
        """Return which shared concepts are not part of a longer one that the pair shares too."""
        whole = np.ones(items.size, dtype=np.bool_)
        shorter, longer = self.facts.longer
        if not shorter.size:
            return whole
        n_items = len(self.holdings.items)
        codes = shared.pairs * n_items + items  # sorted
        starts, ends = np.searchsorted(shorter, items), np.searchsorted(shorter, items, side="right")
        counts = ends - starts
        places = np.repeat(np.arange(items.size), counts)
        offsets = np.arange(places.size) - np.repeat(np.cumsum(counts) - counts, counts)
        wanted = shared.pairs[places] * n_items + longer[starts[places] + offsets]
        found = np.searchsorted(codes, wanted)
        hit = (found < codes.size) & (codes[np.minimum(found, max(codes.size - 1, 0))] == wanted)
        whole[places[hit]] = False
        return whole


@dataclass(frozen=True, slots=True, kw_only=True)
class _Shared:
    """Shared concepts, sorted by pair: their positions in `Held` on both sides, and the number of the pair."""

    left: Ints
    right: Ints
    pairs: Ints
    first: Ints
    second: Ints


def prepare_evidence(papers: Sequence[Paper], texts: TextVectors | None, pairs_per_paper: int) -> EvidenceLinking:
    """Return the concepts that may link papers by evidence, without generating edges."""
    concepts = [_concepts_of(paper) for paper in papers]
    everything = collect_holdings([[concept.key for concept, _ in held] for held in concepts])
    cap = largest_affordable_frequency(everything.frequencies, pairs_per_paper * len(papers))
    capped = everything.frequencies > max(cap, 1)
    holdings = everything.without(capped | (everything.frequencies < 2))  # noqa: PLR2004
    numbers = {item: number for number, item in enumerate(holdings.items)}
    rows = [[(numbers[c.key], best, c) for c, best in held if c.key in numbers] for held in concepts]
    flat = [row for part in rows for row in part]
    return EvidenceLinking(
        holdings=holdings,
        held=Held(
            items=np.array([number for number, _, _ in flat], dtype=np.int64),
            starts=np.concatenate(([0], np.cumsum([len(part) for part in rows]))).astype(np.int64),
            is_best=np.array([best for _, best, _ in flat], dtype=np.bool_),
            is_topical=np.array([c.is_topical for _, _, c in flat], dtype=np.bool_),
            in_title=np.array([c.in_title for _, _, c in flat], dtype=np.bool_),
        ),
        facts=_find_facts(holdings, papers),
        texts=texts,
        n_items=len({c.key for paper in papers for c in paper.concepts}),
        n_shared=int((collect_holdings([[c.key for c in paper.concepts] for paper in papers]).frequencies > 1).sum()),
        frequency_cap=cap,
        n_increments=int((holdings.frequencies * (holdings.frequencies - 1) // 2).sum()),
        n_capped=int(capped.sum()),
    )


def _concepts_of(paper: Paper) -> list[tuple[Concept, bool]]:
    """Return the concepts of a paper, each key once, and whether it is among the best."""
    found = {concept.key: (concept, True) for concept in paper.concepts}
    for concept in paper.minor_concepts:
        found.setdefault(concept.key, (concept, False))
    return list(found.values())


def _find_facts(holdings: Holdings, papers: Sequence[Paper]) -> ItemFacts:
    background = load_background()
    mix = FieldMix(background)
    for paper in papers:
        mix.add(f"{paper.title} {paper.abstract}".casefold().split())
    n = max(len(papers), MIN_PAPERS)
    evidence, rare, plain = [], [], []
    for key, df in zip(holdings.items, holdings.frequencies.tolist(), strict=True):
        found = background.find(key.casefold())
        rate = 0.0 if found is None else background.rate_in(mix, found)
        information = -math.log(max(rate, df / (UNKNOWN_SHARE * n)))
        is_genre = found is not None and found.is_genre
        evidence.append(0.0 if is_genre else max(0.0, information - FREE_INFORMATION))
        rare.append(rate <= RARE_RATE and df <= max(RARE_PAPERS, RARE_SHARE * n))
        plain.append(" " not in key and key.islower() and found is not None and found.zipf >= MIN_ZIPF)
    return ItemFacts(
        evidence=np.array(evidence, dtype=np.float64),
        is_rare=np.array(rare, dtype=np.bool_),
        is_plain=np.array(plain, dtype=np.bool_),
        longer=_find_longer(holdings.items),
    )


def _find_longer(items: Sequence[str]) -> tuple[Ints, Ints]:
    """Return the pairs of concepts of which one is within the other, sorted by the shorter one."""
    numbers = {item: number for number, item in enumerate(items)}
    found = []
    for item, number in numbers.items():
        words = item.split(" ")
        for i in range(len(words)):
            for j in range(i + 1, len(words) + 1):
                part = numbers.get(" ".join(words[i:j]))
                if part is not None and part != number:
                    found.append((part, number))
    found.sort()
    return np.array([one for one, _ in found], dtype=np.int64), np.array([other for _, other in found], dtype=np.int64)
