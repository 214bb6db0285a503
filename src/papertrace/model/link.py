"""Links, and where they were printed."""

import logging
from dataclasses import dataclass, field
from enum import StrEnum

from papertrace.model.addresses import comparable_host
from papertrace.model.values import quick_init

_LOG = logging.getLogger(__name__)


@quick_init
@dataclass(frozen=True, slots=True, order=True)
class Span:
    """A position in a source: the name of the source as given, line and column from 1, columns in characters."""

    source: str
    line: int
    column: int = 1

    def __str__(self) -> str:
        """Return the position in the format of compilers: `source:line:column`."""
        return f"{self.source}:{self.line}:{self.column}"


def advance(start: Span, text: str, offset: int) -> Span:
    r"""Return the span of `text[offset]`, given the span of `text[0]`.

    >>> str(advance(Span("a.txt", 3, 5), "one\ntwo", 5))
    'a.txt:4:2'
    """
    newlines = text.count("\n", 0, offset)
    if not newlines:
        return Span(start.source, start.line, start.column + offset)
    return Span(start.source, start.line + newlines, offset - text.rfind("\n", 0, offset))


@dataclass(frozen=True, slots=True, order=True)
class Problem:
    """Text that could not be read or assigned to an entry: where it is, and what was done about it.

    `n_lines` is the number of lines concerned. `harmless` marks text that is not a loss: the menus and buttons of a
    page. `doubts` marks what makes everything that was read of a file doubtful. `outside` marks text that is in no
    record of a notation. `refused` marks a file that could not be read, or not to its end.
    """

    span: Span
    message: str
    n_lines: int = 1
    harmless: bool = False
    outside: bool = False
    doubts: bool = False
    refused: bool = False

    def __str__(self) -> str:
        """Return the problem as one line."""
        return f"{self.span}: {self.message}"


def log_problem(problem: Problem) -> None:
    """Log a problem as a warning, a harmless one at level INFO: for callers that do not collect problems."""
    _LOG.log(logging.INFO if problem.harmless else logging.WARNING, "%s", problem)


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
