"""Keep the edges of a weighted graph that matter to at least one of their ends.

Two short texts nearly always share some word: unpruned, papers of one listing are joined with nine in ten of the
others. A sieve keeps what matters by its rule; the heaviest spanning forest is kept besides, so that nobody is lost and
no component falls apart. Edges pass by in blocks and may be more than memory holds.
"""

from dataclasses import dataclass
from typing import Protocol

from papertrace.graph.backbone.forest import add_to_forest
from papertrace.graph.backbone.nearest import Nearest
from papertrace.graph.backbone.significance import Significant
from papertrace.graph.pairs.edge_list import Blocks, EdgeList, Totals, join
from papertrace.graph.settings import GraphSettings


@dataclass(frozen=True, slots=True, kw_only=True)
class Backbone:
    """Hold the edges that stay, in rising order of both ends, and the level of significance that decided, else 1."""

    edges: EdgeList
    alpha: float = 1.0


class Sieve(Protocol):
    """See the edges of a graph in blocks and say in the end which ones stay, the forest among them."""

    def add(self, edges: EdgeList) -> None:
        """Take the next edges."""

    def finish(self, forest: EdgeList) -> tuple[EdgeList, float]:
        """Return the edges that stay, in any order, perhaps some of them twice, and the level that decided."""


def prune(blocks: Blocks, totals: Totals, settings: GraphSettings) -> Backbone:
    """Return the edges that the settings keep.

    `blocks` are all edges, `totals` what `add_up` returns for them.
    """
    n_papers = totals.degrees.size
    if settings.pruning == "none":
        return Backbone(edges=join(list(blocks())).in_order(n_papers))
    is_disparity = settings.pruning == "disparity"
    sieve: Sieve = Significant(totals, settings.alpha) if is_disparity else Nearest(n_papers, settings.n_nearest)
    forest = join([])
    for edges in blocks():
        sieve.add(edges)
        forest = add_to_forest(forest, edges, n_papers)
    kept, level = sieve.finish(forest)
    return Backbone(edges=kept.in_order(n_papers), alpha=level)
