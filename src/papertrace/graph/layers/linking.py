"""Papers linked by what they share: concepts, references, papers that cite them. One way for all three layers."""

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass

import numpy as np

from papertrace.graph.backbone.pruning import prune
from papertrace.graph.pairs.edge_list import Blocks, EdgeList, Totals, add_up
from papertrace.graph.pairs.projection import (
    Floats,
    Holdings,
    Ints,
    Pairs,
    collect_holdings,
    generate_pairs,
    largest_affordable_frequency,
    total_of,
)
from papertrace.graph.pairs.weights import WEIGHTS, Measure
from papertrace.graph.settings import GraphSettings, Weight

# Up to so many edges, 24 bytes each, remembering them is cheaper than linking twice.
_MAX_REMEMBERED = 2_000_000


@dataclass(frozen=True, slots=True, kw_only=True)
class Linking:
    """Hold which papers hold which of the items that may link, and how shared ones are weighed.

    `n_items` counts all items, `n_shared` those of two papers at least. `frequency_cap` is the largest document
    frequency of an item that may link, `n_increments` the pairs Σ df(df - 1)/2 that this costs, `n_capped` the items
    above the cap.
    """

    holdings: Holdings
    measure: Measure
    values: Floats
    sizes: Ints
    n_items: int
    n_shared: int
    frequency_cap: int
    n_increments: int
    n_capped: int

    def generate(self) -> Iterator[EdgeList]:
        """Yield the edges between papers that share items, in blocks."""
        for pairs in generate_pairs(self.holdings, self.values):
            yield self._weigh(pairs)

    def count_tied(self, first: Ints, second: Ints) -> int:
        """Return how many of the given pairs of papers are linked, before pruning."""
        total = total_of(self.holdings, self.values, first, second)
        shared = total > 0
        return len(self._weigh(Pairs(first=first[shared], second=second[shared], total=total[shared])))

    def _weigh(self, pairs: Pairs) -> EdgeList:
        weights = self.measure.weigh(pairs, self.sizes, len(self.holdings.items))
        return EdgeList(first=pairs.first, second=pairs.second, weights=weights).take(weights > 0)


@dataclass(frozen=True, slots=True, kw_only=True)
class Layer:
    """Hold the edges of one layer that stay, what is known of all of them, and what they came from.

    `edges` are in rising order of both ends. `alpha` is the level of significance that was used, 1 where none was.
    """

    edges: EdgeList
    alpha: float
    totals: Totals
    linking: Linking


def link_by(sets: Sequence[Collection[str]], settings: GraphSettings, *, weight: Weight | None = None) -> Layer:
    """Link the papers that share items.

    Parameters
    ----------
    sets
        What each paper holds, by key.
    settings
        How items weigh, which edges are kept, and the budget of pairs that decides the cap on document frequency.
    weight
        A weight to use instead of that of the settings.

    Returns
    -------
    Layer
        Papers are numbered in the order of `sets`.
    """
    linking = prepare_linking(sets, weight=weight or settings.weight, pairs_per_paper=settings.pairs_per_paper)
    blocks = remember(linking)
    totals = add_up(blocks, len(sets))
    backbone = prune(blocks, totals, settings)
    return Layer(edges=backbone.edges, alpha=backbone.alpha, totals=totals, linking=linking)


def prepare_linking(sets: Sequence[Collection[str]], *, weight: Weight, pairs_per_paper: int) -> Linking:
    """Return what links papers, without the links; parameters as for `link_by`."""
    measure = WEIGHTS[weight]
    everything = collect_holdings(sets)
    cap = largest_affordable_frequency(everything.frequencies, pairs_per_paper * len(sets))
    capped = everything.frequencies > max(cap, 1)
    holdings = everything.without(capped)
    return Linking(
        holdings=holdings,
        measure=measure,
        values=measure.values(holdings),
        sizes=np.bincount(holdings.holders, minlength=len(sets)),
        n_items=len(everything.items),
        n_shared=int((everything.frequencies > 1).sum()),
        frequency_cap=cap,
        n_increments=int((holdings.frequencies * (holdings.frequencies - 1) // 2).sum()),
        n_capped=int(capped.sum()),
    )


def remember(linking: Linking) -> Blocks:
    """Return the edges so that they can be gone through twice: from memory if they are few, else made anew."""
    if linking.n_increments > _MAX_REMEMBERED:
        return linking.generate
    blocks = list(linking.generate())
    return lambda: iter(blocks)


def count_linked(layers: Sequence[Layer], first: Ints, second: Ints) -> int:
    """Return how many pairs of papers one of some layers links before pruning, or one of the given pairs is.

    At least one layer. Of several, all that share an item count, a tie that a measure finds below chance too.
    """
    if len(layers) == 1:
        (layer,) = layers
        return layer.totals.n_edges + int(first.size) - layer.linking.count_tied(first, second)
    together = _together([layer.linking.holdings for layer in layers])
    values = np.ones(len(together.items))
    n_sharing = sum(pairs.first.size for pairs in generate_pairs(together, values))
    return n_sharing + int(np.count_nonzero(total_of(together, values, first, second) == 0))


def _together(parts: Sequence[Holdings]) -> Holdings:
    """Return the holdings of the same papers as one; items of different parts stay apart."""
    offsets = np.cumsum([0, *(part.holders.size for part in parts)])
    starts = [part.starts[:-1] + offset for part, offset in zip(parts, offsets[:-1].tolist(), strict=True)]
    return Holdings(
        n_papers=parts[0].n_papers,
        items=tuple(f"{number} {item}" for number, part in enumerate(parts) for item in part.items),
        starts=np.concatenate([*starts, offsets[-1:]]),
        holders=np.concatenate([part.holders for part in parts]),
    )
