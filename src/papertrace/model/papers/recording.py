"""Papers and their extracted form, each made from the other."""

from collections.abc import Mapping
from operator import attrgetter
from sys import intern
from typing import Any

import msgspec
from msgspec import UNSET

from papertrace.model.identifiers import Identifiers, normalise_identifiers
from papertrace.model.link import Link, RepoRef
from papertrace.model.papers.concept import Concept, Mention
from papertrace.model.papers.facts import MERGED, NOTHING
from papertrace.model.papers.paper import Added, Entry, Paper
from papertrace.model.papers.record import (
    ALWAYS,
    WHERE_KNOWN,
    EntryRecord,
    IdentifiersRecord,
    LinkRecord,
    MentionRecord,
    MinorConceptRecord,
    PaperRecord,
    RepositoryRecord,
)
from papertrace.model.span import Span

_MAX_OCCURRENCES = 2**31 - 1
_HALLMARKS = frozenset({"id", "title", "links", "concepts"})
_ADDED_MARKS = ('"is_added"', '"cited_works"')
_ADDED_KEYS = frozenset({"urls", "is_open_access", "code_candidates", "cited_works", "orcids", "sources"})
_PRINTED = ("title", "abstract", *MERGED)
_NOTHING_DIFFERS = (UNSET,) * len(_PRINTED)
_read_printed = attrgetter(*_PRINTED)
_read_always = attrgetter(*(fact.name for fact in ALWAYS))
_read_known = attrgetter(*(fact.name for fact in WHERE_KNOWN))


def to_record(paper: Paper) -> PaperRecord:
    """Return the extracted form of a paper."""
    return PaperRecord(
        paper.id,
        paper.title,
        paper.abstract,
        *_read_always(paper),
        *[UNSET if value in NOTHING else value for value in _read_known(paper)],
        identifiers=_identifiers_to_record(paper.identifiers),
        entries=[_entry_to_record(entry, paper) for entry in paper.entries],
        links=[_link_to_record(link) for link in paper.links],
        concepts=paper.concepts,
        minor_concepts=[MinorConceptRecord(c.key, c.label, c.score, c.n, c.in_title) for c in paper.minor_concepts],
        mentions=[MentionRecord(one.target, one.title, one.surface, one.sentence) for one in paper.mentions],
        references=paper.references,
        claim=paper.claim,
        **_added_to_record(paper),
    )


def _identifiers_to_record(identifiers: Identifiers) -> IdentifiersRecord:
    return IdentifiersRecord(
        identifiers.arxiv,
        identifiers.doi,
        identifiers.openalex or UNSET,
        identifiers.s2 or UNSET,
        identifiers.pmid or UNSET,
        identifiers.acl or UNSET,
        identifiers.versions or UNSET,
    )


def _identifiers_from_record(record: IdentifiersRecord) -> Identifiers:
    own = normalise_identifiers(record.arxiv, record.doi)
    return Identifiers(
        arxiv=own.arxiv,
        doi=own.doi,
        openalex=record.openalex or None,
        s2=record.s2 or None,
        pmid=record.pmid or None,
        acl=record.acl or None,
        versions=record.versions or (),
    )


def _added_to_record(paper: Paper) -> dict[str, Any]:
    added = paper.added
    if added is None:
        return {"cited_works": dict(paper.cited)} if paper.cited else {}
    return {
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
    return EntryRecord(entry.span.source, entry.span.line, entry.end_line, **differing)


def _entry_from_record(record: EntryRecord, merged: Mapping[str, Any], added: Added | None) -> Entry:
    own = _read_printed(record)
    printed = merged
    if own != _NOTHING_DIFFERS:
        printed = {name: merged[name] if one is UNSET else one for name, one in zip(_PRINTED, own, strict=True)}
    return Entry(
        span=Span(record.source, record.line),
        end_line=record.end_line,
        added=added if record.is_added is True else None,
        **printed,
    )


def _link_to_record(link: Link) -> LinkRecord:
    repository = RepositoryRecord(one.host, one.owner, one.name) if (one := link.repository) else None
    span = link.span
    return LinkRecord(link.url, link.raw, link.kind, link.role, repository, span.source, span.line, span.column)


def from_record(record: PaperRecord, span: Span, *, with_minor_concepts: bool = True) -> Paper:
    """Return the paper of a record; `span` is the position of the record itself, for values without their own.

    Minor concepts are most of the objects of a paper: who needs them otherwise, or not at all, leaves them out.
    """
    entries = record.entries or (EntryRecord(span.source, span.line, span.line),)
    added = _added_from_record(record)
    facts = dict(zip(_PRINTED, _read_printed(record), strict=True))
    return Paper(
        id=record.id,
        entries=tuple(_entry_from_record(entry, facts, added) for entry in entries),
        identifiers=_identifiers_from_record(record.identifiers),
        links=tuple(_link_from_record(link) for link in record.links),
        concepts=tuple(_make_concept(one, tuple(map(intern, one.surfaces))) for one in record.concepts),
        minor_concepts=tuple(map(_make_concept, record.minor_concepts if with_minor_concepts else ())),
        mentions=tuple(
            Mention(target=m.id, title=m.title, surface=m.surface, sentence=m.sentence, span=span)
            for m in record.mentions
        ),
        references=record.references,
        cited=tuple((record.cited_works or {}).items()),
        claim=record.claim,
        added=added,
        **facts,
    )


def _make_concept(record: Concept | MinorConceptRecord, surfaces: tuple[str, ...] = ()) -> Concept:
    """Return a concept of a record, its texts shared with those of other papers, and as often as a text can have it.

    Papers have the same concepts: as one string for all of them, these take a third of the memory.

    JSON knows no largest integer, but counts are kept in arrays of 64 bits, and written again as JSON, which takes no
    more; no abstract says anything as often.
    """
    n = record.n if 0 <= record.n <= _MAX_OCCURRENCES else min(max(record.n, 0), _MAX_OCCURRENCES)
    key, label = intern(record.key), intern(record.label)
    return Concept(key=key, label=label, surfaces=surfaces, score=record.score, n=n, in_title=record.in_title)


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
