"""Figures of a graph, and explanations of a pair, as values.

`papertrace.reports.summary` renders them as text.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path

from papertrace.errors import ExportError
from papertrace.model.link import Span
from papertrace.model.papers.paper import ClaimState
from papertrace.model.verdict import Outcome


@dataclass(frozen=True, slots=True, kw_only=True)
class CorpusSummary:
    """The number of papers that were read, and of what was found in them.

    `n_repositories` and `n_concepts` count each repository and concept once, `n_links` and `n_mentions` those of every
    paper. `claims` counts the papers by what they state about their code; promised code counts as promised even where
    its address is given. `n_uncut` counts the papers in Chinese or Japanese whose words a missing library would cut.
    `joined` counts the entries that are one paper with another one, by what they are so.
    """

    n_papers: int
    n_entries: int
    n_listings: int
    n_links: int
    n_repositories: int
    n_concepts: int
    n_mentions: int
    claims: Mapping[ClaimState, int]
    n_uncut: int = 0
    joined: Mapping[str, int] = field(default_factory=dict)


@dataclass(frozen=True, slots=True, kw_only=True)
class VerdictSummary:
    """The number of different URLs that papers link, and of the verdicts of an earlier audit on them, by outcome."""

    n_links: int
    outcomes: Mapping[Outcome, int]


@dataclass(frozen=True, slots=True, kw_only=True)
class GraphSummary:
    """The figures of a graph that a reader needs to judge it.

    `edges` counts the edges of every kind, zeros included, `edges_before` those before pruning of the kinds that are
    pruned. Densities are the share of all pairs of papers that are linked, before and after pruning, 0 to 1.
    `communities` holds the name and the number of papers of each, largest first. `n_concept_nodes`,
    `n_repository_nodes`, `n_author_nodes` and `n_venue_nodes` count the nodes that are not papers, `holdings` the edges
    to them by kind. `main_path` are the titles on the main path through the citations from the earliest,
    `n_cyclic_citations` the citations within circles, `n_self_citations` those between papers with a common author,
    `bursts` the years and titles of works cited unusually often.
    `group_by` are the layers that decided communities and positions, empty if all did; then `n_unlinked` counts the
    papers without an edge in these layers.
    """

    n_papers: int
    n_unlinked: int
    edges: Mapping[str, int]
    edges_before: Mapping[str, int]
    density: float
    pruning: str
    alphas: Mapping[str, float]
    n_nearest: int
    frequency_cap: int
    n_capped: int
    n_increments: int
    communities: tuple[tuple[str, int], ...]
    modularity: float
    stability: float
    n_seeds: int
    library: str
    n_concept_nodes: int = 0
    n_repository_nodes: int = 0
    main_path: tuple[str, ...] = ()
    n_cyclic_citations: int = 0
    n_self_citations: int = 0
    bursts: tuple[tuple[str, str], ...] = ()
    n_author_nodes: int = 0
    n_venue_nodes: int = 0
    holdings: Mapping[str, int] = field(default_factory=dict)
    group_by: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Drawing:
    """A graph that was written to files.

    `verdicts` is None where no earlier audit was given. `files` were written to `folder`, in this order, `picture`
    anywhere; `failures` say why requested files are missing. `n_without_abstract` counts the papers whose texts are
    compared by their titles alone, 0 where the weight does not compare texts. `changes` counts the papers whose code
    has changed since an earlier audit by the kind of change, `n_new` those that an earlier graph lacks; each is None
    where there was none.
    """

    graph: GraphSummary
    n_without_abstract: int = 0
    verdicts: VerdictSummary | None = None
    changes: Mapping[str, int] | None = None
    n_new: int | None = None
    folder: Path
    files: tuple[Path, ...] = ()
    picture: Path | None = None
    failures: tuple[ExportError, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class SharedConcept:
    """A concept that two papers share.

    `chance` is the probability that it is a good reason to link them, 0 to 1; `df` counts the papers that have it.
    """

    label: str
    chance: float
    df: int


@dataclass(frozen=True, slots=True, kw_only=True)
class PairExplanation:
    """Why two papers are linked or not.

    `conclusion` is the reason in one sentence; `edges` are the kinds, weights and evidence of the edges between the
    papers in the graph. `cosine` is that of their texts. `min_cosine` is what a link needs at least, `min_chance` what
    a concept needs to be a reason.
    """

    ids: tuple[str, str]
    titles: tuple[str, str]
    conclusion: str
    shared: tuple[SharedConcept, ...] = ()
    cosine: float = 0.0
    min_cosine: float = 0.0
    min_chance: float = 0.0
    edges: tuple[tuple[str, float, str], ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class MergedEntry:
    """An entry of a paper; `reason` is by what it is one paper with another entry, empty for the first."""

    span: Span
    title: str
    reason: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class PaperApart:
    """Another paper with an identifier or the title of a paper, and why the two are not one."""

    span: Span
    title: str
    reason: str


@dataclass(frozen=True, slots=True, kw_only=True)
class MergingExplanation:
    """Of which entries a paper is made, in reading order, and which papers have stayed apart from it."""

    id: str
    title: str
    entries: tuple[MergedEntry, ...]
    apart: tuple[PaperApart, ...] = ()
