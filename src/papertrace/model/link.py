"""A URL found in a listing, and the source repository that it may lead to."""

from dataclasses import dataclass, field
from enum import StrEnum

from papertrace.model.addresses import comparable_host
from papertrace.model.span import Span


@dataclass(frozen=True, slots=True)
class RepoRef:
    """A repository, by host, owner and name; equality ignores letter case, the spelling is kept.

    A host beyond ASCII is put into the form in which it is requested. The owner of a nested GitLab project is its whole
    group path (`group/subgroup`). Values are made by `papertrace.extract.urls.repositories.parse_repository`, which
    answers None for what is no repository.

    >>> RepoRef("github.com", "NVIDIA", "Megatron-LM") == RepoRef("github.com", "nvidia", "megatron-lm")
    True
    """

    host: str = field(compare=False)
    owner: str = field(compare=False)
    name: str = field(compare=False)
    key: str = field(init=False, repr=False)

    def __post_init__(self) -> None:
        """Derive the key that equality and hashing use."""
        if not self.host.isascii():
            object.__setattr__(self, "host", comparable_host(self.host))
        object.__setattr__(self, "key", f"{self.host}/{self.owner}/{self.name}".casefold())

    @property
    def slug(self) -> str:
        """Return `owner/name` as spelled."""
        return f"{self.owner}/{self.name}"

    @property
    def url(self) -> str:
        """Return the address of the repository's front page."""
        return f"https://{self.host}/{self.owner}/{self.name}"


class LinkKind(StrEnum):
    """What a URL leads to, as far as its host and path show."""

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
    """What a URL is to the paper, as far as the words around it show."""

    OWN = "own"
    OTHER = "other"
    UNKNOWN = "unknown"


@dataclass(frozen=True, slots=True, kw_only=True)
class Link:
    """A URL: as printed, as repaired, and whose it is.

    `raw` is the text as it stands at `span`, `url` the clean absolute URL. `evidence` is the words that
    decided `role`, empty where it is unknown.
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
