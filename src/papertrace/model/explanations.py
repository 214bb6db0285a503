"""Why two papers are linked or not, and of which entries a paper is made."""

from dataclasses import dataclass

from papertrace.model.span import Span


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
