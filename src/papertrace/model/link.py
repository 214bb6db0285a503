"""A URL found in a listing."""

from dataclasses import dataclass
from enum import StrEnum

from papertrace.model.repo import RepoRef
from papertrace.model.span import Span


class LinkKind(StrEnum):
    """Say what a URL leads to, as far as its host and path tell."""

    REPOSITORY = "repository"
    CODE = "code"  # code that is no repository: a gist, a notebook, a package page
    PROJECT_PAGE = "project_page"
    MODEL = "model"
    DATASET = "dataset"
    DEMO = "demo"
    VIDEO = "video"
    PAPER = "paper"
    ARCHIVE = "archive"  # a snapshot in a web archive
    PAGE = "page"  # any other address


CODE_KINDS = frozenset({LinkKind.REPOSITORY, LinkKind.CODE})
"""The kinds of links that lead to code."""


class LinkRole(StrEnum):
    """Say what a URL is to the paper, as far as the words around it tell."""

    OWN = "own"
    OTHER = "other"
    UNKNOWN = "unknown"


@dataclass(frozen=True, slots=True, kw_only=True)
class Link:
    """Hold one URL: as printed, as repaired, and whose it is.

    `raw` is the text as it stands at `span`, `url` the clean absolute URL. `evidence` holds the words that
    decided `role`, or nothing where it is unknown.
    """

    raw: str
    url: str
    span: Span
    kind: LinkKind
    role: LinkRole = LinkRole.UNKNOWN
    repository: RepoRef | None = None
    evidence: str = ""

    @property
    def may_lead_to_own_code(self) -> bool:
        """Return whether it leads to code that is not said to be another's."""
        return self.kind in CODE_KINDS and self.role is not LinkRole.OTHER


def repository_of(link: Link) -> RepoRef:
    """Return the repository of a link.

    Raises
    ------
    ValueError
        Where it names none.
    """
    if link.repository is None:
        message = f"{link.url} names no repository"
        raise ValueError(message)
    return link.repository
