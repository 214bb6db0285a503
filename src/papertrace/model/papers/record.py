"""The extracted form of a paper: one line of JSON, with its keys in this order.

Writer and reader share these records, so the schema is defined once. Absent facts are `null` or `[]`.
"""

import msgspec

from papertrace.model.link import LinkKind, LinkRole
from papertrace.model.papers.paper import ClaimState


class IdentifiersRecord(msgspec.Struct, frozen=True):
    """The identifiers of a paper; those of services and other versions are present if they are known."""

    arxiv: str | None = None
    doi: str | None = None
    openalex: str | msgspec.UnsetType = msgspec.UNSET
    s2: str | msgspec.UnsetType = msgspec.UNSET
    pmid: str | msgspec.UnsetType = msgspec.UNSET
    acl: str | msgspec.UnsetType = msgspec.UNSET
    versions: tuple[str, ...] | msgspec.UnsetType = msgspec.UNSET


class CodeCandidateRecord(msgspec.Struct, frozen=True):
    """A repository that a service names for the paper."""

    url: str
    source: str


class EntryRecord(msgspec.Struct, frozen=True):
    """The lines of a listing that print the paper, counted from 1.

    The facts after the lines are present only where this entry differs from the merged paper; `null` then means that
    this entry does not print the fact. `is_added` marks the entry with the facts that services have added, which no
    listing prints.
    """

    source: str
    line: int
    end_line: int
    title: str | msgspec.UnsetType = msgspec.UNSET
    abstract: str | msgspec.UnsetType = msgspec.UNSET
    authors: tuple[str, ...] | msgspec.UnsetType = msgspec.UNSET
    n_authors: int | msgspec.UnsetType | None = msgspec.UNSET
    organisation: str | msgspec.UnsetType | None = msgspec.UNSET
    date: str | msgspec.UnsetType | None = msgspec.UNSET
    n_comments: int | msgspec.UnsetType | None = msgspec.UNSET
    subtitle: str | msgspec.UnsetType | None = msgspec.UNSET
    venue: str | msgspec.UnsetType | None = msgspec.UNSET
    publisher: str | msgspec.UnsetType | None = msgspec.UNSET
    type: str | msgspec.UnsetType | None = msgspec.UNSET
    volume: str | msgspec.UnsetType | None = msgspec.UNSET
    first_page: str | msgspec.UnsetType | None = msgspec.UNSET
    keywords: tuple[str, ...] | msgspec.UnsetType = msgspec.UNSET
    index_keywords: tuple[str, ...] | msgspec.UnsetType = msgspec.UNSET
    n_citations: int | msgspec.UnsetType | None = msgspec.UNSET
    is_added: bool | msgspec.UnsetType = msgspec.UNSET


class RepositoryRecord(msgspec.Struct, frozen=True):
    """A repository as spelled."""

    host: str
    owner: str
    name: str


class LinkRecord(msgspec.Struct, frozen=True):
    """A URL as printed and as repaired, with its position."""

    url: str
    raw: str
    kind: LinkKind
    role: LinkRole
    repository: RepositoryRecord | None
    source: str
    line: int
    column: int


class ConceptRecord(msgspec.Struct, frozen=True):
    """A concept with its surface forms in this paper."""

    key: str
    label: str
    surfaces: tuple[str, ...] = ()
    score: float = 1.0
    n: int = 1
    in_title: bool = False


class MinorConceptRecord(msgspec.Struct, frozen=True, array_like=True):
    """A further concept of a paper, which may link it to papers of which it is a main one."""

    key: str
    label: str
    score: float
    n: int
    in_title: bool


class MentionRecord(msgspec.Struct, frozen=True):
    """The id and title of a paper that the text names, with the sentence that names it."""

    id: str
    title: str | None
    surface: str
    sentence: str


class ClaimRecord(msgspec.Struct, frozen=True):
    """What the paper says about its code."""

    state: ClaimState = ClaimState.NONE
    sentence: str = ""


class PaperRecord(msgspec.Struct, frozen=True, kw_only=True):
    """A paper as one line of JSON; the keys after `claim` are present if services have added facts to it."""

    id: str
    title: str
    abstract: str = ""
    authors: tuple[str, ...] = ()
    n_authors: int | None = None
    organisation: str | None = None
    date: str | None = None
    year: int | None = None
    n_comments: int | None = None
    subtitle: str | None = None
    venue: str | None = None
    publisher: str | None = None
    type: str | None = None
    volume: str | None = None
    first_page: str | None = None
    keywords: tuple[str, ...] = ()
    index_keywords: tuple[str, ...] = ()
    n_citations: int | None = None
    identifiers: IdentifiersRecord = IdentifiersRecord()
    entries: tuple[EntryRecord, ...] = ()
    links: tuple[LinkRecord, ...] = ()
    concepts: tuple[ConceptRecord, ...] = ()
    minor_concepts: tuple[MinorConceptRecord, ...] = ()
    mentions: tuple[MentionRecord, ...] = ()
    references: tuple[str, ...] = ()
    claim: ClaimRecord = ClaimRecord()
    urls: tuple[str, ...] | msgspec.UnsetType = msgspec.UNSET
    is_open_access: bool | msgspec.UnsetType | None = msgspec.UNSET
    code_candidates: tuple[CodeCandidateRecord, ...] | msgspec.UnsetType = msgspec.UNSET
    cited_works: dict[str, str] | msgspec.UnsetType = msgspec.UNSET
    orcids: dict[str, str] | msgspec.UnsetType = msgspec.UNSET
    sources: dict[str, str] | msgspec.UnsetType = msgspec.UNSET
