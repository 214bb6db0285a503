"""Link papers by shared items: concepts, references, or the papers that cite them. Common to all three layers."""

from collections.abc import Callable, Collection, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Generic, TypeVar

import numpy as np

from papertrace.engine import Engine
from papertrace.engine.inline import InlineEngine
from papertrace.engine.protocol import ignore_count
from papertrace.graph.backbone.pruning import prune_reduced, reduce_edges
from papertrace.graph.pairs.edge_list import EdgeList, Totals, no_totals
from papertrace.graph.pairs.products.pair_products import PairProduct
from papertrace.graph.pairs.projection import (
    Floats,
    Holdings,
    Ints,
    Pairs,
    collect_holdings,
    largest_affordable_frequency,
)
from papertrace.graph.pairs.reasons import NearPapers
from papertrace.graph.pairs.weights import WEIGHTS, Measure
from papertrace.graph.settings import GraphSettings, ReferenceWeight
from papertrace.spool import Spool, pack, unpack


@dataclass(frozen=True, kw_only=True)
class Linking:
    """The items that may link papers, who holds them, and the weighting of shared items.

    `n_items` counts all items, `n_shared` those held by at least two papers. `frequency_cap` is the largest document
    frequency of an item that may link, `n_increments` the number of pairs Σ df(df - 1)/2 that this costs, `n_capped`
    the number of items above the cap.
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

    @property
    def steps_per_unit(self) -> int:
        """The number of steps in a weight of one."""
        return self.measure.steps_per_unit

    @cached_property
    def _product(self) -> PairProduct:
        return PairProduct(self.holdings, self.values)

    def blocks(self) -> Iterator[tuple[int, int]]:
        """Yield ranges of papers, each with about as much work."""
        return self._product.blocks()

    def link(self, low: int, high: int) -> EdgeList:
        """Return the edges between papers that share items, the first of which is in a range."""
        return self._weigh(self._product.pairs(low, high))

    def generate(self) -> Iterator[EdgeList]:
        """Yield the edges between papers that share items, in blocks."""
        for low, high in self.blocks():
            yield self.link(low, high)

    def prepare(self) -> None:
        """Compute what blocks have in common, so that it is shared with other processes instead of made in each."""
        self._product.prepare()

    def _weigh(self, pairs: Pairs) -> EdgeList:
        weights = self.measure.weigh(pairs, self.sizes, len(self.holdings.items))
        return EdgeList(first=pairs.first, second=pairs.second, weights=weights).take(weights > 0)


_LinkingT_co = TypeVar("_LinkingT_co", bound=Linking | NearPapers, covariant=True)


@dataclass(frozen=True, slots=True, kw_only=True)
class Layer(Generic[_LinkingT_co]):
    """The kept edges of one layer, the totals before pruning, and the linking that produced them.

    `edges` are sorted by both ends. Strengths and degrees are among the totals only if the pruning needs them.
    `alpha` is the significance level applied, 1 if none.
    """

    edges: EdgeList
    alpha: float
    totals: Totals
    linking: _LinkingT_co

    @property
    def weights(self) -> Floats:
        """The weights of the edges, in units."""
        return self.edges.weights / self.linking.steps_per_unit

    @property
    def largest(self) -> float:
        """The largest weight before pruning, in units; 1 without edges."""
        return self.totals.largest / self.linking.steps_per_unit or 1.0

    def rows(self) -> Iterator[tuple[int, int, float]]:
        """Yield each edge as plain Python values, its weight in units."""
        return self.edges.rows(self.linking.steps_per_unit)


def link_by(
    sets: Sequence[Collection[str]],
    settings: GraphSettings,
    *,
    weight: ReferenceWeight,
    engine: Engine | None = None,
    on_count: Callable[[int], None] = ignore_count,
) -> Layer[Linking]:
    """Link the papers that share items.

    Parameters
    ----------
    sets
        The item keys of each paper.
    settings
        The pruning, and the budget of pairs that determines the cap on document frequency.
    weight
        The weight of a pair.
    engine
        Where blocks of papers are linked; by default in this process.
    on_count
        Is told of how many papers all links to later ones are known.

    Returns
    -------
    Layer
        Papers are numbered in the order of `sets`.
    """
    if settings.pruning == "strongest":
        settings = replace(settings, pruning="disparity")
    linking = prepare_linking(sets, weight=weight, pairs_per_paper=settings.pairs_per_paper)
    return link_all(linking, len(sets), settings, engine, on_count=on_count)


def link_all(
    linking: Linking,
    n_papers: int,
    settings: GraphSettings,
    engine: Engine | None = None,
    *,
    on_count: Callable[[int], None] = ignore_count,
) -> Layer[Linking]:
    """Make the edges of a linking, each once, and prune them.

    Blocks of papers are linked by the engine, by default in this process, and pruned once the totals of all are known:
    all edges together are many times as many as are kept. `on_count` is told of how many papers all links to later ones
    are known.
    """
    engine = engine or InlineEngine()
    blocks = list(linking.blocks())
    linking.prepare()
    totals, edges = no_totals(n_papers), Spool(bytes, in_memory=1)
    for (_, high), result in zip(blocks, engine.map(link_block, map(pack, blocks), linking), strict=True):
        on_count(high)
        totals = totals.add(unpack(result))
        edges.append(result)
    backbone = prune_reduced(map(unpack, engine.map(reduce_block, edges, (totals, settings))), totals, settings)
    return Layer(edges=backbone.edges, alpha=backbone.alpha, totals=totals, linking=linking)


def link_block(chunk: bytes, linking: Linking) -> bytes:
    """Return the edges of a block, whose first paper is in a range of papers."""
    return pack(linking.link(*unpack(chunk)))


def reduce_block(chunk: bytes, shared: tuple[Totals, GraphSettings]) -> bytes:
    """Return those edges of `link_block` that pruning may keep.

    What blocks give is merged exactly: strengths are whole numbers, the heaviest edges of all are among the heaviest
    of each block, and the forest of all is that of the forests.
    """
    return pack(reduce_edges(unpack(chunk), *shared))


def prepare_linking(sets: Sequence[Collection[str]], *, weight: ReferenceWeight, pairs_per_paper: int) -> Linking:
    """Return the items and weights that link papers, without generating edges; parameters as for `link_by`."""
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
