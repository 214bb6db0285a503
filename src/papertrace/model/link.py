"""Links found in listings, and the source repositories that they may lead to."""

from dataclasses import dataclass, field
from enum import StrEnum

from papertrace.model.addresses import comparable_host
from papertrace.model.span import Span


@dataclass(frozen=True, slots=True)
class RepoRef:
    """A repository, by host, owner and name; equality ignores letter case, the spelling is kept.

    A non-ASCII host is converted to the form in which it is requested. The owner of a nested GitLab project is its
    whole group path (`group/subgroup`). `papertrace.extract.urls.repositories.parse_repository` creates the values and
    returns None for a URL that is not a repository's.

    >>> RepoRef("github.com", "NVIDIA", "Megatron-LM") == RepoRef("github.com", "nvidia", "megatron-lm")
    True
    """

    host: str = field(compare=False)
    owner: str = field(compare=False)
    name: str = field(compare=False)
    key: str = field(init=False, repr=False)

    def __post_init__(self) -> None:
        """Derive the key used for equality and hashing."""
        if not self.host.isascii():
            object.__setattr__(self, "host", comparable_host(self.host))
        object.__setattr__(self, "key", f"{self.host}/{self.owner}/{self.name}".casefold())

    @property
    def slug(self) -> str:
        """`owner/name` as spelled."""
        return f"{self.owner}/{self.name}"

    @property
    def url(self) -> str:
        """The URL of the repository's front page."""
        return f"https://{self.host}/{self.owner}/{self.name}"


class LinkKind(StrEnum):
    """What a URL leads to, judged from its host and path."""

    REPOSITORY = "repository"
    CODE = "code"  # code outside a repository: a gist, a notebook, a package page
    PROJECT_PAGE = "project_page"
    MODEL = "model"
    DATASET = "dataset"
    DEMO = "demo"
    VIDEO = "video"
    PAPER = "paper"
    ARCHIVE = "archive"  # a snapshot in a web archive
    PAGE = "page"  # any other URL


CODE_KINDS = frozenset({LinkKind.REPOSITORY, LinkKind.CODE})
"""The kinds of links that lead to code."""


class LinkRole(StrEnum):
    """Whether a URL is the paper's own, judged from the words around it."""

    OWN = "own"
    OTHER = "other"
    UNKNOWN = "unknown"


@dataclass(frozen=True, slots=True, kw_only=True)
class Link:
    """A URL as printed and as repaired, with its kind and role.

    `raw` is the text as printed at `span`, `url` the clean absolute URL. `evidence` is the words that decided `role`,
    empty if it is unknown.
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
        """Whether the link leads to code that the text does not attribute to others."""
        return self.kind in CODE_KINDS and self.role is not LinkRole.OTHER


def repository_of(link: Link) -> RepoRef:
    """Return the repository of a link.

    Raises ValueError if the link does not name one.
    """
    if link.repository is None:
        message = f"{link.url} names no repository"
        raise ValueError(message)
    return link.repository
