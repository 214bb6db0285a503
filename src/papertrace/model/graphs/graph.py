"""The kinds of nodes and edges of a graph, and the edges between papers."""

from dataclasses import dataclass
from enum import StrEnum


class NodeKind(StrEnum):
    """What a node represents."""

    PAPER = "paper"
    CONCEPT = "concept"
    REPOSITORY = "repository"
    AUTHOR = "author"
    VENUE = "venue"


class HoldingKind(StrEnum):
    """The kind of an edge from a paper to something else; edges between two papers have an `EdgeKind`."""

    CONCEPT_USE = "concept_use"
    REPOSITORY_LINK = "repository_link"
    AUTHORSHIP = "authorship"
    PUBLICATION = "publication"


class EdgeKind(StrEnum):
    """The layer that an edge belongs to."""

    CONCEPT = "concept"
    SIMILAR = "similar"
    REPOSITORY = "repository"
    OWNER = "owner"
    MENTION = "mention"
    CITATION = "citation"
    CO_CITATION = "co_citation"
    COUPLING = "coupling"


@dataclass(frozen=True, slots=True, kw_only=True)
class Edge:
    """A connection between two papers, by id, with its `evidence`, which is never empty.

    For undirected kinds, `source` and `target` are in id order.
    """

    source: str
    target: str
    kind: EdgeKind
    weight: float
    evidence: tuple[str, ...]

    def __post_init__(self) -> None:
        """Raise `ValueError` for an edge without evidence."""
        if not self.evidence:
            message = f"edge {self.source} - {self.target} ({self.kind}) has no evidence"
            raise ValueError(message)
