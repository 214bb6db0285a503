"""What the nodes of a graph stand for, and the edges between them."""

from dataclasses import dataclass
from enum import StrEnum


class NodeKind(StrEnum):
    """What a node stands for."""

    PAPER = "paper"
    CONCEPT = "concept"
    REPOSITORY = "repository"


class HoldingKind(StrEnum):
    """The kind of an edge from a paper to something else; edges between two papers have an `EdgeKind`."""

    CONCEPT_USE = "concept_use"
    REPOSITORY_LINK = "repository_link"


class EdgeKind(StrEnum):
    """The layer that an edge belongs to."""

    CONCEPT = "concept"
    REPOSITORY = "repository"
    OWNER = "owner"
    MENTION = "mention"
    CITATION = "citation"
    CO_CITATION = "co_citation"
    COUPLING = "coupling"


@dataclass(frozen=True, slots=True, kw_only=True)
class Edge:
    """A connection of two papers, by their ids; `evidence` is the reason for it and never empty.

    `source` and `target` are in id order for the kinds without a direction.
    """

    source: str
    target: str
    kind: EdgeKind
    weight: float
    evidence: tuple[str, ...]

    def __post_init__(self) -> None:
        """Refuse an edge without a reason."""
        if not self.evidence:
            message = f"edge {self.source} - {self.target} ({self.kind}) has no evidence"
            raise ValueError(message)
