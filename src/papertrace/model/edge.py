"""A link between two papers, with the reason for it."""

from dataclasses import dataclass
from enum import StrEnum


class EdgeKind(StrEnum):
    """Name the layer that an edge belongs to."""

    CONCEPT = "concept"
    REPOSITORY = "repository"
    OWNER = "owner"
    MENTION = "mention"
    CITATION = "citation"
    CO_CITATION = "co_citation"
    COUPLING = "coupling"


@dataclass(frozen=True, slots=True, kw_only=True)
class Edge:
    """Link two papers by id; `evidence` says why and is never empty.

    `source` and `target` are in id order for the kinds without a direction.
    """

    source: str
    target: str
    kind: EdgeKind
    weight: float
    evidence: tuple[str, ...]

    def __post_init__(self) -> None:
        """Refuse an edge that cannot say why it exists."""
        if not self.evidence:
            message = f"edge {self.source} - {self.target} ({self.kind}) has no evidence"
            raise ValueError(message)
