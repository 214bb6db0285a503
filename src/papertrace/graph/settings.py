"""How papers are linked, which links are kept, and what becomes a node."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal, get_args

from papertrace.errors import SettingsError, check_choice
from papertrace.model.representation import repr_changes

Weight = Literal["idf2", "association", "cosine", "jaccard", "npmi"]
Pruning = Literal["disparity", "nearest", "none"]
CommunityAlgorithm = Literal["leiden", "louvain"]
NodeName = Literal["papers", "concepts", "repositories"]


@dataclass(frozen=True, slots=True, kw_only=True)
class GraphSettings:
    """The choices of `build_graph`.

    Attributes
    ----------
    weight
        How strongly shared concepts tie two papers: `idf2` (Σ ln²(n/df)), `association` (van Eck & Waltman 2009),
        `cosine`, `jaccard` or `npmi`. The other layers are measured in the weight of one concept that only two papers
        share.
    pruning
        Which edges by concepts, co-citation and coupling are kept: with `disparity` the significant ones (Serrano et
        al. 2009), with `nearest` the heaviest of each paper, both with the heaviest spanning forest; with `none` all.
    alpha
        The level of significance of `disparity`, above 0 and at most 1: the smaller, the fewer edges. None takes the
        strictest of 0.05, 0.1, … that leaves two edges a paper, and a stricter one where 0.05 leaves more than ten.
    n_nearest
        How many edges `nearest` keeps for each paper, at least 1.
    communities
        How communities are found: `leiden` (Traag et al. 2019), or `louvain` (Blondel et al. 2008), which also stands
        in where the library of the first is not installed; the summary names the one that was used.
    nodes
        What becomes a node: always `papers`, and where named `concepts` that two papers share and all linked
        `repositories`. They leave the edges, communities and positions of the papers as they are.
    pairs_per_paper
        The budget of pairs of papers that concepts may cost, for each paper; concepts so common that they would cost
        more link none. 4,000 excludes nothing below some 600 papers.
    seed
        Decides communities and positions where chance has a say.
    n_seeds
        The number of seeds whose communities are compared to measure how stable they are, at least 1.

    Raises
    ------
    SettingsError
        When a name is not known, `nodes` leaves out the papers, or a number is out of range.

    >>> GraphSettings(pruning="nearest", n_nearest=3).weight
    'idf2'
    """

    weight: Weight = "idf2"
    pruning: Pruning = "disparity"
    alpha: float | None = None
    n_nearest: int = 4
    communities: CommunityAlgorithm = "leiden"
    nodes: Sequence[NodeName] = ("papers",)
    pairs_per_paper: int = 4_000
    seed: int = 20_250_519
    n_seeds: int = 5

    def __repr__(self) -> str:
        """Return the settings that differ from the defaults."""
        return repr_changes(self)

    def __post_init__(self) -> None:
        """Refuse values that cannot be used."""
        check_choice("weight", self.weight, get_args(Weight))
        check_choice("pruning", self.pruning, get_args(Pruning))
        check_choice("communities", self.communities, get_args(CommunityAlgorithm))
        for name in self.nodes:
            check_choice("nodes", name, get_args(NodeName))
        if "papers" not in self.nodes:
            message = (
                f"nodes is {tuple(self.nodes)}, without the papers that everything else is linked to; add 'papers'"
            )
            raise SettingsError(message)
        if self.alpha is not None and not 0 < self.alpha <= 1:
            message = f"alpha is {self.alpha:g}; give a level of significance above 0 and at most 1, or None"
            raise SettingsError(message)
        for setting in ("n_nearest", "pairs_per_paper", "n_seeds"):
            if getattr(self, setting) < 1:
                message = f"{setting} is {getattr(self, setting)}; give at least 1"
                raise SettingsError(message)
