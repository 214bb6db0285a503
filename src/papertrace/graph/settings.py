"""Settings of a graph, and the steps of its building that are reported."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Literal, get_args

from papertrace.engine.protocol import ignore_count
from papertrace.errors import SettingsError, check_choice
from papertrace.model.values import repr_changes

ReferenceWeight = Literal["idf2", "association", "cosine", "jaccard", "npmi", "fractional"]
Weight = Literal["evidence", "idf2", "association", "cosine", "jaccard", "npmi", "fractional"]
Pruning = Literal["strongest", "disparity", "nearest", "none"]
CommunityAlgorithm = Literal["leiden", "louvain"]
NodeName = Literal["papers", "concepts", "repositories", "authors", "venues"]
LayerName = Literal[
    "all", "concept", "similar", "repository", "owner", "mention", "citation", "co_citation", "coupling"
]


@dataclass(frozen=True, slots=True, kw_only=True)
class GraphSettings:
    """Settings of `build_graph`; names of nodes and layers may be one text with commas, as on the command line.

    Attributes
    ----------
    weight
        How strongly papers are linked: `evidence` (the cosine of the texts of papers of which one is among the nearest
        of the other; what links them are specific concepts that both have, or else similar texts alone), or by shared
        concepts alone `idf2` (Σ ln²(n/df)), `association` (van Eck & Waltman 2009), `cosine`, `jaccard`, `npmi` or
        `fractional` (as for references). The unit of the other layers is the median weight of an edge with `evidence`,
        otherwise the weight of one concept that only two papers share.
    reference_weight
        The same for co-citation and coupling, where `fractional` counting (Perianes-Rodriguez et al. 2016), relative to
        the lengths of the lists, allows for very cited works and very long lists.
    group_by
        The layers whose edges decide communities and positions: `all`, with which similar texts decide as well, or
        some of `concept`, `similar`, `repository`, `owner`, `mention`, `citation`, `co_citation` and `coupling`. A
        paper without an edge in these layers is in no community.
    pruning
        Which edges by concepts, co-citation and coupling are kept: with `strongest` the heaviest of each paper, and
        the heaviest of all others up to 1.3 edges per paper, of which no paper chooses more than four (co-citation and
        coupling are pruned by `disparity` then); the significant ones with `disparity` (Serrano et al. 2009), the
        heaviest of each paper with `nearest`, all with `none`. `disparity` and `nearest` also keep a maximum spanning
        forest.
    alpha
        The significance level of `disparity`, above 0 and at most 1: the smaller, the fewer edges. None selects the
        strictest of 0.05, 0.1, … that keeps two edges per paper, or a stricter one if 0.05 keeps more than ten.
    n_nearest
        The number of edges that `nearest` keeps per paper, at least 1.
    communities
        The community detection algorithm: `leiden` (Traag et al. 2019), or `louvain` (Blondel et al. 2008), which is
        also the fallback if the library for Leiden is not installed; the summary names the one used.
    nodes
        What becomes a node: always `papers`; optionally `concepts` that at least two papers share, all linked
        `repositories`, all `authors` and all `venues`. These do not change the edges, communities and positions of the
        papers.
    with_abstracts
        Whether papers have their abstracts as the attribute `abstract`.
    pairs_per_paper
        The budget of pairs of papers to process, per paper; concepts so common that they would exceed it create no
        edges. 4,000 excludes nothing from a few hundred papers. With `evidence`, no concept is too common.
    seed
        The random seed of community detection and layout.
    n_seeds
        The number of seeds whose partitions are compared to measure stability, at least 1.

    Raises
    ------
    SettingsError
        If a name is unknown, `nodes` does not include `papers`, or a number is out of range.

    Examples
    --------
    >>> GraphSettings(pruning="nearest", n_nearest=3).weight
    'evidence'
    >>> GraphSettings(nodes="papers,authors", group_by="co-citation").nodes
    ('papers', 'authors')
    """

    weight: Weight = "evidence"
    reference_weight: ReferenceWeight = "fractional"
    group_by: Sequence[LayerName] | str = ("all",)
    pruning: Pruning = "strongest"
    alpha: float | None = None
    n_nearest: int = 4
    communities: CommunityAlgorithm = "leiden"
    nodes: Sequence[NodeName] | str = ("papers",)
    with_abstracts: bool = False
    pairs_per_paper: int = 4_000
    seed: int = 20_250_519
    n_seeds: int = 5

    def __repr__(self) -> str:
        """Return the settings that differ from the defaults."""
        return repr_changes(self)

    def __post_init__(self) -> None:
        """Validate the values."""
        for field in ("group_by", "nodes"):
            if isinstance(names := getattr(self, field), str):
                split = (name.strip().lower().replace("-", "_") for name in names.split(","))
                object.__setattr__(self, field, tuple(dict.fromkeys(filter(None, split))))
        check_choice("weight", self.weight, get_args(Weight))
        check_choice("reference_weight", self.reference_weight, get_args(ReferenceWeight))
        for layer in self.group_by:
            check_choice("group_by", layer, get_args(LayerName))
        if not self.group_by:
            message = f"group_by is empty; name at least one of {', '.join(get_args(LayerName))}"
            raise SettingsError(message)
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


READING = "reading papers"
COUNTING = "counting terms"
COMPARING = "comparing papers"
GROUPING = "finding communities"
ARRANGING = "arranging the map"
FOLLOWING = "following shortest paths"
DESCRIBING = "describing papers and links"

STEPS = (COMPARING, GROUPING, ARRANGING, FOLLOWING, DESCRIBING)
"""The steps of every graph; before them, papers are read and terms counted where the extraction has not done so."""

OnStep = Callable[[str, int, int | None], None]
"""A function that is told the step, how much of it is done, and of how much, or None if that is not counted."""


class Steps:
    """The steps that one graph takes, in their order.

    >>> steps = Steps((READING, GROUPING), print)
    >>> count = steps.begin(GROUPING, 10)
    step 2 of 2, finding communities 0 10
    >>> count(10)
    step 2 of 2, finding communities 10 10
    """

    def __init__(self, names: Sequence[str] = (), on_step: OnStep | None = None) -> None:
        """Start before the first of some steps; without a function that is told, nothing is shown."""
        self._names = names
        self._on_step = on_step

    def begin(self, name: str, total: int | None = None) -> Callable[[int], None]:
        """Begin a step, and return the function to call with how much of `total` is done.

        More than the total is shown as the total, so that the last of equal parts may be smaller.
        """
        if self._on_step is None:
            return ignore_count
        on_step, step = self._on_step, f"step {self._names.index(name) + 1} of {len(self._names)}, {name}"

        def show(done: int) -> None:
            on_step(step, done if total is None else min(done, total), total)

        show(0)
        return show
