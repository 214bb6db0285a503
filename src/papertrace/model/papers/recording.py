"""Papers and their extracted form, each made from the other."""

from dataclasses import replace
from sys import intern
from typing import Any

import msgspec

from papertrace.model.identifiers import Identifiers, normalise_identifiers
from papertrace.model.link import Link, RepoRef
from papertrace.model.papers.concept import Concept, Mention
from papertrace.model.papers.paper import Added, Claim, Entry, Paper
from papertrace.model.papers.record import (
    ClaimRecord,
    CodeCandidateRecord,
    ConceptRecord,
    EntryRecord,
    IdentifiersRecord,
    LinkRecord,
    MentionRecord,
    MinorConceptRecord,
    PaperRecord,
    RepositoryRecord,
)
from papertrace.model.papers.work import CodeCandidate
from papertrace.model.span import Span

_MAX_OCCURRENCES = 2**31 - 1
_HALLMARKS = frozenset({"id", "title", "links", "concepts"})
_ADDED_MARK = '"is_added"'
_ADDED_KEYS = frozenset({"urls", "is_open_access", "code_candidates", "cited_works", "orcids", "sources"})


def to_record(paper: Paper) -> PaperRecord:
    """Return the extracted form of a paper."""
    return PaperRecord(
        id=paper.id,
        title=paper.title,
        abstract=paper.abstract,
        authors=paper.authors,
        n_authors=paper.n_authors,
        organisation=paper.organisation,
        date=paper.date,
        year=paper.year,
        n_comments=paper.n_comments,
        subtitle=paper.subtitle,
        venue=paper.venue,
        publisher=paper.publisher,
        type=paper.type,
        volume=paper.volume,
        first_page=paper.first_page,
        keywords=paper.keywords,
        index_keywords=paper.index_keywords,
        n_citations=paper.n_citations,
        identifiers=_identifiers_to_record(paper.identifiers),
        entries=tuple(_entry_to_record(entry, paper) for entry in paper.entries),
        links=tuple(_link_to_record(link) for link in paper.links),
        concepts=tuple(ConceptRecord(c.key, c.label, c.surfaces, c.score, c.n, c.in_title) for c in paper.concepts),
        minor_concepts=tuple(
            MinorConceptRecord(c.key, c.label, c.score, c.n, c.in_title) for c in paper.minor_concepts
        ),
        mentions=tuple(
            MentionRecord(mention.target, mention.title, mention.surface, mention.sentence)
            for mention in paper.mentions
        ),
        references=paper.references,
        claim=ClaimRecord(paper.claim.state, paper.claim.sentence),
        **_added_to_record(paper.added),
    )


def _identifiers_to_record(identifiers: Identifiers) -> IdentifiersRecord:
    return IdentifiersRecord(
        arxiv=identifiers.arxiv,
        doi=identifiers.doi,
        openalex=identifiers.openalex or msgspec.UNSET,
        s2=identifiers.s2 or msgspec.UNSET,
        pmid=identifiers.pmid or msgspec.UNSET,
        acl=identifiers.acl or msgspec.UNSET,
        versions=identifiers.versions or msgspec.UNSET,
    )


def _identifiers_from_record(record: IdentifiersRecord) -> Identifiers:
    return replace(
        normalise_identifiers(record.arxiv, record.doi),
        openalex=record.openalex or None,
        s2=record.s2 or None,
        pmid=record.pmid or None,
        acl=record.acl or None,
        versions=record.versions or (),
    )


def _added_to_record(added: Added | None) -> dict[str, Any]:
    if added is None:
        return {}
    return {
        "urls": added.urls,
        "is_open_access": added.is_open_access,
        "code_candidates": tuple(CodeCandidateRecord(one.url, one.source) for one in added.code),
        "cited_works": dict(added.cited),
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
        code=tuple(CodeCandidate(url=one.url, source=one.source) for one in record.code_candidates or ()),
        cited=tuple((record.cited_works or {}).items()),
        orcids=tuple((record.orcids or {}).items()),
    )


_PRINTED = (
    *("title", "abstract", "authors", "n_authors", "organisation", "date", "n_comments", "subtitle", "venue"),
    *("publisher", "type", "volume", "first_page", "keywords", "index_keywords", "n_citations"),
)


def _entry_to_record(entry: Entry, paper: Paper) -> EntryRecord:
    # The date of a paper may follow from its arXiv id, where the entry prints none.
    facts = _PRINTED if len(paper.entries) > 1 else ("date",)
    differing = {name: getattr(entry, name) for name in facts if getattr(entry, name) != getattr(paper, name)}
    is_added = True if entry.added is not None else msgspec.UNSET
    return EntryRecord(entry.span.source, entry.span.line, entry.end_line, is_added=is_added, **differing)


def _entry_from_record(record: EntryRecord, paper: "PaperRecord") -> Entry:
    printed = {name: getattr(record, name) for name in _PRINTED}
    for name, value in printed.items():
        if value is msgspec.UNSET:
            printed[name] = getattr(paper, name)
    added = _added_from_record(paper) if record.is_added is True else None
    return Entry(span=Span(record.source, record.line), end_line=record.end_line, added=added, **printed)


def _link_to_record(link: Link) -> LinkRecord:
    repository = link.repository
    return LinkRecord(
        url=link.url,
        raw=link.raw,
        kind=link.kind,
        role=link.role,
        repository=RepositoryRecord(repository.host, repository.owner, repository.name) if repository else None,
        source=link.span.source,
        line=link.span.line,
        column=link.span.column,
    )


def from_record(record: PaperRecord, span: Span, *, with_minor_concepts: bool = True) -> Paper:
    """Return the paper of a record; `span` is the position of the record itself, for values without their own.

    Minor concepts are most of the objects of a paper: who needs them otherwise, or not at all, leaves them out.
    """
    entries = record.entries or (EntryRecord(span.source, span.line, span.line),)
    return Paper(
        id=record.id,
        title=record.title,
        abstract=record.abstract,
        entries=tuple(_entry_from_record(entry, record) for entry in entries),
        authors=record.authors,
        n_authors=record.n_authors,
        organisation=record.organisation,
        date=record.date,
        n_comments=record.n_comments,
        subtitle=record.subtitle,
        venue=record.venue,
        publisher=record.publisher,
        type=record.type,
        volume=record.volume,
        first_page=record.first_page,
        keywords=record.keywords,
        index_keywords=record.index_keywords,
        n_citations=record.n_citations,
        identifiers=_identifiers_from_record(record.identifiers),
        links=tuple(_link_from_record(link) for link in record.links),
        concepts=tuple(
            # Papers have the same concepts: as one string for all of them, these take a third of the memory.
            Concept(
                key=intern(c.key),
                label=intern(c.label),
                surfaces=tuple(map(intern, c.surfaces)),
                score=c.score,
                n=_limit_occurrences(c.n),
                in_title=c.in_title,
            )
            for c in record.concepts
        ),
        minor_concepts=tuple(
            Concept(
                key=intern(c.key),
                label=intern(c.label),
                score=c.score,
                n=_limit_occurrences(c.n),
                in_title=c.in_title,
            )
            for c in (record.minor_concepts if with_minor_concepts else ())
        ),
        mentions=tuple(
            Mention(target=m.id, title=m.title, surface=m.surface, sentence=m.sentence, span=span)
            for m in record.mentions
        ),
        references=record.references,
        claim=Claim(state=record.claim.state, sentence=record.claim.sentence),
        added=_added_from_record(record),
    )


def _limit_occurrences(n: int) -> int:
    """Return a number of occurrences that a text can have.

    JSON knows no largest integer, but counts are kept in arrays of 64 bits, and written again as JSON, which takes no
    more; no abstract says anything as often.
    """
    return min(max(n, 0), _MAX_OCCURRENCES)


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
    """Return a line without the facts that services have added, if it is a paper in the extracted form with some.

    Their addresses are not links of the paper.
    """
    if _ADDED_MARK not in line:
        return line
    try:
        record = msgspec.json.decode(line, type=dict[str, msgspec.Raw])
    except (msgspec.MsgspecError, UnicodeEncodeError, RecursionError):
        return line
    if not record.keys() >= _HALLMARKS:
        return line
    return msgspec.json.encode({key: value for key, value in record.items() if key not in _ADDED_KEYS}).decode()
