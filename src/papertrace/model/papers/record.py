"""The extracted form of a paper: one line of JSON, with its keys in this order.

Writer and reader share these records, so the schema is defined once. Those of papers and their entries have the facts
that `papertrace.model.papers.facts` defines: most are `null` or `[]` where they are not known, the others have no key.
"""

from typing import Any

import msgspec
from msgspec import UNSET, UnsetType

from papertrace.model.link import LinkKind, LinkRole
from papertrace.model.papers.concept import Concept
from papertrace.model.papers.facts import DEFINED, MERGED
from papertrace.model.papers.paper import Claim
from papertrace.model.papers.work import CodeCandidate

ALWAYS = tuple(fact for fact in DEFINED if fact.is_always_written)
"""The facts whose keys every paper has."""
WHERE_KNOWN = tuple(fact for fact in MERGED.values() if not fact.is_always_written)
"""The facts whose keys papers have where they are known."""


class IdentifiersRecord(msgspec.Struct, frozen=True):
    """The identifiers of a paper; those of services and other versions are present if they are known."""

    arxiv: str | None = None
    doi: str | None = None
    openalex: str | UnsetType | None = None
    s2: str | UnsetType | None = None
    pmid: str | UnsetType | None = None
    acl: str | UnsetType | None = None
    versions: tuple[str, ...] | UnsetType = ()


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


class _Lines(msgspec.Struct, frozen=True):
    source: str
    line: int
    end_line: int


class _Heading(msgspec.Struct, frozen=True):
    id: str
    title: str
    abstract: str = ""


_PRINTED = {"title": str, "abstract": str, **{name: fact.annotation for name, fact in MERGED.items()}}
_PaperFacts: Any = msgspec.defstruct(
    "_PaperFacts",
    [
        *((fact.name, fact.annotation, fact.absent) for fact in ALWAYS),
        *((fact.name, fact.annotation | UnsetType, fact.absent) for fact in WHERE_KNOWN),
    ],
    bases=(_Heading,),
    frozen=True,
)
_EntryFacts: Any = msgspec.defstruct(
    "_EntryFacts",
    [(name, annotation | UnsetType, UNSET) for name, annotation in _PRINTED.items()],
    bases=(_Lines,),
    frozen=True,
)


class EntryRecord(_EntryFacts, frozen=True):  # type: ignore[misc, call-arg]  # mypy sees no fields of theirs
    """The lines of a listing that print the paper, counted from 1.

    The facts after the lines are present only where this entry differs from the merged paper; `null` then means that
    this entry does not print the fact. `is_added` marks the entry with the facts that services have added, which no
    listing prints.
    """

    is_added: bool | UnsetType = UNSET


class PaperRecord(_PaperFacts, frozen=True):  # type: ignore[misc, call-arg]  # mypy sees no fields of theirs
    """A paper as one line of JSON.

    The keys after `claim` are present if services have added facts to it, `cited_works` also if a listing has titles.
    """

    identifiers: IdentifiersRecord = IdentifiersRecord()
    entries: tuple[EntryRecord, ...] = ()
    links: tuple[LinkRecord, ...] = ()
    concepts: tuple[Concept, ...] = ()
    minor_concepts: tuple[MinorConceptRecord, ...] = ()
    mentions: tuple[MentionRecord, ...] = ()
    references: tuple[str, ...] = ()
    claim: Claim = Claim()
    urls: tuple[str, ...] | UnsetType = UNSET
    is_open_access: bool | UnsetType | None = UNSET
    code_candidates: tuple[CodeCandidate, ...] | UnsetType = UNSET
    cited_works: dict[str, str] | UnsetType = UNSET
    orcids: dict[str, str] | UnsetType = UNSET
    sources: dict[str, str] | UnsetType = UNSET
