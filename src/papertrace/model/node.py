"""What a node of the graph may stand for, and what links papers with the things that they hold."""

from enum import StrEnum


class NodeKind(StrEnum):
    """Name what a node stands for."""

    PAPER = "paper"
    CONCEPT = "concept"
    REPOSITORY = "repository"


class HoldingKind(StrEnum):
    """Name an edge from a paper to something that is no paper; those between two papers have an `EdgeKind`."""

    CONCEPT_USE = "concept_use"
    REPOSITORY_LINK = "repository_link"
