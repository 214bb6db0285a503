"""Papers as records of JSON, without passwords.

Listings are read as they are, since an audit may send the passwords of links (`--passwords`).

Records of papers and entries have the facts that `papertrace.model.papers.facts` defines: most are `null` or `[]` where
they are not known, the others have no key.
"""

import re
from collections.abc import Callable, Mapping
from dataclasses import fields, is_dataclass, replace
from functools import cache
from operator import attrgetter
from sys import intern
from typing import TYPE_CHECKING, Any

import msgspec
from msgspec import UNSET, UnsetType

from papertrace.model.addresses import MARKS_OF_USERINFO, hide_userinfo
from papertrace.model.identifiers import Identifiers, normalise_identifiers
from papertrace.model.link import Link, LinkKind, LinkRole, RepoRef, Span
from papertrace.model.papers.facts import DEFINED, MERGED, NOTHING, CodeCandidate, Concept, Mention
from papertrace.model.papers.paper import Added, Claim, Entry, Paper

_ENCODER = msgspec.json.Encoder()
_MARKS = tuple(mark.encode() for mark in MARKS_OF_USERINFO)
_UNFINISHED = re.compile(rb"://[^\s/?#\"]+:(?!\d)")


def hide_passwords(paper: Paper) -> Paper:
    """Return a paper in which no text has user information; the same object if none had any."""
    texts = (paper.title, paper.entries, paper.links, paper.mentions, paper.claim, paper.added)
    try:
        # One search of all texts takes a tenth of the time of searching them one by one.
        encoded = _ENCODER.encode(texts)
    except UnicodeEncodeError:  # a lone surrogate
        return _hide(paper)  # type: ignore[no-any-return]
    is_concerned = any(mark in encoded for mark in _MARKS) or _UNFINISHED.search(encoded)
    return _hide(paper) if is_concerned else paper


def _hide(value: Any) -> Any:  # noqa: ANN401 - any value in a paper
    kind: type = type(value)
    if kind is str:
        return hide_userinfo(value)
    if kind is tuple:
        if not value:
            return value
        hidden = tuple(map(_hide, value))
        return value if all(map(_is_same, value, hidden)) else hidden
    changes = {}
    for name in _names(kind):
        before = getattr(value, name)
        after = _hide(before)
        if after is not before:
            changes[name] = after
    return replace(value, **changes) if changes else value


def _is_same(one: object, other: object) -> bool:
    return one is other


@cache
def _names(kind: type) -> tuple[str, ...]:
    """Return the fields of a value that may have URLs; a span has the name of a file, and concepts are words."""
    is_searched = is_dataclass(kind) and kind not in {Span, Concept}
    return tuple(one.name for one in fields(kind) if one.init) if is_searched else ()


_MAX_OCCURRENCES = 2**31 - 1
_HALLMARKS = frozenset({"id", "title", "links", "concepts"})
_ADDED_MARKS = ('"is_added"', '"cited_works"', '"cited_authors"')
_ADDED_KEYS = frozenset(
    {"urls", "is_open_access", "code_candidates", "cited_works", "cited_authors", "orcids", "sources"}
)
_ALWAYS = tuple(fact for fact in DEFINED if fact.is_always_written)
_WHERE_KNOWN = tuple(fact for fact in MERGED.values() if not fact.is_always_written)
_PRINTED = {"title": str, "abstract": str, **{name: fact.annotation for name, fact in MERGED.items()}}


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


class _Lines(msgspec.Struct, frozen=True):
    source: str
    line: int
    end_line: int


class _Heading(msgspec.Struct, frozen=True):
    id: str
    title: str
    abstract: str = ""


if TYPE_CHECKING:
    _PaperFacts = _Heading
    _EntryFacts = _Lines
else:
    _paper_facts = [
        *((fact.name, fact.annotation, fact.absent) for fact in _ALWAYS),
        *((fact.name, fact.annotation | UnsetType, fact.absent) for fact in _WHERE_KNOWN),
    ]
    _entry_facts = [(name, annotation | UnsetType, UNSET) for name, annotation in _PRINTED.items()]
    _PaperFacts = msgspec.defstruct("_PaperFacts", _paper_facts, bases=(_Heading,), frozen=True)
    _EntryFacts = msgspec.defstruct("_EntryFacts", _entry_facts, bases=(_Lines,), frozen=True)


class EntryRecord(_EntryFacts, frozen=True):
    """The lines of a listing that print the paper, counted from 1.

    The facts after the lines are present only where this entry differs from the merged paper; `null` then means that
    this entry does not print the fact. `is_added` marks the entry with the facts that services have added, which no
    listing prints.
    """

    is_added: bool | UnsetType = UNSET


class PaperRecord(_PaperFacts, frozen=True):
    """A paper as one line of JSON.

    The keys after `claim` are present if services have added facts to it, `cited_works` and `cited_authors` also if a
    listing has titles and authors of what it cites.
    """

    identifiers: Identifiers = Identifiers()
    entries: tuple[EntryRecord, ...] = ()
    links: tuple[LinkRecord, ...] = ()
    concepts: tuple[ConceptRecord, ...] = ()
    minor_concepts: tuple[MinorConceptRecord, ...] = ()
    mentions: tuple[MentionRecord, ...] = ()
    references: tuple[str, ...] = ()
    claim: Claim = Claim()
    urls: tuple[str, ...] | UnsetType = UNSET
    is_open_access: bool | UnsetType | None = UNSET
    code_candidates: tuple[CodeCandidate, ...] | UnsetType = UNSET
    cited_works: dict[str, str] | UnsetType = UNSET
    cited_authors: dict[str, str] | UnsetType = UNSET
    orcids: dict[str, str] | UnsetType = UNSET
    sources: dict[str, str] | UnsetType = UNSET


# With facts as arguments, of which types of the classes say nothing.
_make_paper_record: Callable[..., PaperRecord] = PaperRecord
_make_entry_record: Callable[..., EntryRecord] = EntryRecord
_NOTHING_KNOWN = tuple(fact.absent for fact in _WHERE_KNOWN)
_NO_KEYS = (UNSET,) * len(_WHERE_KNOWN)
_NOTHING_DIFFERS = (UNSET,) * len(_PRINTED)
_FURTHER = ("openalex", "s2", "pmid", "acl", "versions")
_read_further = attrgetter(*_FURTHER)
_read_printed = attrgetter(*_PRINTED)
_read_always = attrgetter(*(fact.name for fact in _ALWAYS))
_read_known = attrgetter(*(fact.name for fact in _WHERE_KNOWN))


def to_record(paper: Paper) -> PaperRecord:
    """Return the extracted form of a paper."""
    written = _NO_KEYS  # as of most papers
    if (known := _read_known(paper)) != _NOTHING_KNOWN:
        written = tuple(UNSET if value in NOTHING else value for value in known)
    return _make_paper_record(
        paper.id,
        paper.title,
        paper.abstract,
        *_read_always(paper),
        *written,
        identifiers=_identifiers_to_record(paper.identifiers),
        entries=[_entry_to_record(entry, paper) for entry in paper.entries],
        links=[_link_to_record(link) for link in paper.links],
        concepts=paper.concepts,
        minor_concepts=[(one.key, one.label, one.score, one.n, one.in_title) for one in paper.minor_concepts],
        mentions=[MentionRecord(one.target, one.title, one.surface, one.sentence) for one in paper.mentions],
        references=paper.references,
        claim=paper.claim,
        **_added_to_record(paper),
    )


def _identifiers_to_record(identifiers: Identifiers) -> dict[str, Any]:
    """Return the identifiers; those of services and other versions have keys if they are known."""
    record = {"arxiv": identifiers.arxiv, "doi": identifiers.doi}
    if any(further := _read_further(identifiers)):
        record |= {name: value for name, value in zip(_FURTHER, further, strict=True) if value}
    return record


def _identifiers_from_record(record: Identifiers) -> Identifiers:
    own = normalise_identifiers(record.arxiv, record.doi) if record else record
    is_same = (own.arxiv, own.doi) == (record.arxiv, record.doi)
    return record if is_same else replace(record, arxiv=own.arxiv, doi=own.doi)


def _added_to_record(paper: Paper) -> dict[str, Any]:
    added = paper.added
    authors = {"cited_authors": dict(paper.cited_authors)} if paper.cited_authors else {}
    if added is None:
        return ({"cited_works": dict(paper.cited)} if paper.cited else {}) | authors
    return authors | {
        "urls": added.urls,
        "is_open_access": added.is_open_access,
        "code_candidates": added.code,
        "cited_works": dict(paper.cited),
        "orcids": dict(added.orcids),
        "sources": dict(added.sources),
    }


def _added_from_record(record: PaperRecord) -> Added | None:
    if not record.sources:
        return None
    return Added(
        sources=tuple(record.sources.items()),
        urls=record.urls or (),
        is_open_access=record.is_open_access if isinstance(record.is_open_access, bool) else None,
        code=record.code_candidates or (),
        orcids=tuple((record.orcids or {}).items()),
    )


def _entry_to_record(entry: Entry, paper: Paper) -> EntryRecord:
    differing: dict[str, Any] = {}
    if len(paper.entries) > 1:
        pairs = zip(_PRINTED, _read_printed(entry), _read_printed(paper), strict=True)
        differing = {name: own for name, own, merged in pairs if own != merged}
    elif entry.date != paper.date:  # The date of a paper may follow from its arXiv id, where the entry prints none.
        differing = {"date": entry.date}
    if entry.added is not None:
        differing["is_added"] = True
    return _make_entry_record(entry.span.source, entry.span.line, entry.end_line, **differing)


def _entry_from_record(record: EntryRecord, merged: Mapping[str, Any], added: Added | None) -> Entry:
    own = _read_printed(record)
    printed = merged
    if own != _NOTHING_DIFFERS:
        printed = {name: merged[name] if one is UNSET else one for name, one in zip(_PRINTED, own, strict=True)}
    span = Span(record.source, record.line)
    return Entry(span=span, end_line=record.end_line, added=added if record.is_added is True else None, **printed)


def _link_to_record(link: Link) -> LinkRecord:
    repository = RepositoryRecord(one.host, one.owner, one.name) if (one := link.repository) else None
    span = link.span
    return LinkRecord(link.url, link.raw, link.kind, link.role, repository, span.source, span.line, span.column)


def from_record(record: PaperRecord, span: Span) -> Paper:
    """Return the paper of a record; `span` is the position of the record itself, for values without their own."""
    entries = record.entries or (EntryRecord(span.source, span.line, span.line),)
    added = _added_from_record(record)
    facts = dict(zip(_PRINTED, _read_printed(record), strict=True))
    paper = Paper(
        id=record.id,
        entries=tuple(_entry_from_record(entry, facts, added) for entry in entries),
        identifiers=_identifiers_from_record(record.identifiers),
        links=tuple(_link_from_record(link) for link in record.links),
        concepts=tuple(_make_concept(one, tuple(map(intern, one.surfaces))) for one in record.concepts),
        minor_concepts=tuple(map(_make_concept, record.minor_concepts)),
        mentions=tuple(
            Mention(target=m.id, title=m.title, surface=m.surface, sentence=m.sentence, span=span)
            for m in record.mentions
        ),
        references=record.references,
        cited=tuple((record.cited_works or {}).items()),
        cited_authors=tuple((record.cited_authors or {}).items()),
        claim=record.claim,
        added=added,
        **facts,
    )
    return hide_passwords(paper)  # which an earlier version has written


def _make_concept(record: ConceptRecord | MinorConceptRecord, surfaces: tuple[str, ...] = ()) -> Concept:
    """Return a concept of a record, its texts shared with those of other papers, and as often as a text can have it.

    Papers have the same concepts: as one string for all of them, these take a third of the memory.

    JSON knows no largest integer, but counts are kept in arrays of 64 bits, and written again as JSON, which takes no
    more; no abstract says anything as often.
    """
    n = record.n
    return Concept(
        key=intern(record.key),
        label=intern(record.label),
        surfaces=surfaces,
        score=record.score,
        n=n if 0 <= n <= _MAX_OCCURRENCES else min(max(n, 0), _MAX_OCCURRENCES),
        in_title=record.in_title,
    )


def _link_from_record(link: LinkRecord) -> Link:
    repository = link.repository
    return Link(
        raw=link.raw,
        url=link.url,
        span=Span(link.source, link.line, link.column),
        kind=link.kind,
        role=link.role,
        repository=RepoRef(repository.host, repository.owner, repository.name) if repository else None,
    )


def without_added(line: str) -> str:
    """Return a line without titles of cited works and what services have added, if it is a paper in the extracted form.

    Their addresses are not links of the paper.
    """
    if not any(mark in line for mark in _ADDED_MARKS):
        return line
    try:
        record = msgspec.json.decode(line, type=dict[str, msgspec.Raw])
    except (msgspec.MsgspecError, UnicodeEncodeError, RecursionError):
        return line
    if not record.keys() >= _HALLMARKS:
        return line
    return msgspec.json.encode({key: value for key, value in record.items() if key not in _ADDED_KEYS}).decode()
