"""Keep the edges of a weighted graph that matter to at least one of their ends.

Two short texts nearly always share some word: unpruned, papers of one listing are joined with nine in ten of the
others. A sieve keeps what matters by its rule; the heaviest spanning forest is kept besides, so that nobody is lost and
no component falls apart. Edges pass by in blocks and may be more than memory holds.
"""

from dataclasses import dataclass
from types import MappingProxyType
from typing import Protocol

from papertrace.graph.backbone.forest import add_to_forest
from papertrace.graph.backbone.nearest import Nearest
from papertrace.graph.backbone.significance import Significant
from papertrace.graph.pairs.edge_list import Blocks, EdgeList, Totals, join

N_NEAREST = 4
"""So many edges of each paper `nearest` keeps: between short abstracts the four nearest leave nobody alone."""


PRUNINGS = MappingProxyType(
    {
        "disparity": "significant at one end (Serrano 2009), or of the heaviest spanning forest",
        "nearest": "among the heaviest of one end, or of the heaviest spanning forest",
        "none": "every edge",
    }
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Backbone:
    """Hold the edges that stay, in rising order of both ends, and the level of significance that decided, else 1."""

    edges: EdgeList
    alpha: float = 1.0


@dataclass(frozen=True, slots=True, kw_only=True)
class Rule:
    """Hold the rule by which edges stay.

    Parameters
    ----------
    pruning
        `disparity`: significant at one end; `nearest`: among the heaviest of one end, both with the heaviest spanning
        forest; `none`: all.
    alpha
        The level of significance of `disparity`, above 0 and at most 1: the smaller, the fewer edges. None chooses it
        (`papertrace.graph.backbone.significance.choose_level`).
    n_nearest
        How many edges `nearest` keeps for each paper, at least 1.

    Raises
    ------
    ValueError
        If the name is not known, or the level or the number is out of range.
    """

    pruning: str = "disparity"
    alpha: float | None = None
    n_nearest: int = N_NEAREST

    def __post_init__(self) -> None:
        """Refuse what is no rule."""
        if self.pruning not in PRUNINGS:
            message = f"no pruning named {self.pruning!r} (known: {', '.join(sorted(PRUNINGS))})"
            raise ValueError(message)
        if self.alpha is not None and not 0 < self.alpha <= 1:
            message = f"alpha is {self.alpha:g}: give a level of significance above 0 and at most 1"
            raise ValueError(message)
        if self.n_nearest < 1:
            message = f"n_nearest is {self.n_nearest}: give at least 1"
            raise ValueError(message)


class Sieve(Protocol):
    """See the edges of a graph in blocks and say in the end which ones stay, the forest among them."""

    def add(self, edges: EdgeList) -> None:
        """Take the next edges."""

    def finish(self, forest: EdgeList) -> tuple[EdgeList, float]:
        """Return the edges that stay, in any order, perhaps some of them twice, and the level that decided."""


def prune(blocks: Blocks, totals: Totals, rule: Rule) -> Backbone:
    """Return which edges stay by a rule: never more than there were.

    `blocks` are the edges, `totals` what `add_up` says of them.
    """
    n_papers = totals.degrees.size
    if rule.pruning == "none":
        return Backbone(edges=join(list(blocks())).in_order(n_papers))
    sieve: Sieve
    sieve = Significant(totals, rule.alpha) if rule.pruning == "disparity" else Nearest(n_papers, rule.n_nearest)
    forest = join([])
    for edges in blocks():
        sieve.add(edges)
        forest = add_to_forest(forest, edges, n_papers)
    kept, level = sieve.finish(forest)
    return Backbone(edges=kept.in_order(n_papers), alpha=level)
