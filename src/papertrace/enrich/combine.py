"""What services add to a paper: an entry with the facts that its listings do not print, and the conflicts.

A fact that a listing prints is never replaced. Each added fact is of one service, the first in order of trust that has
it; facts about the publication (venue, publisher, volume, page) are all of one service, since those of a preprint are
not those of the article.
"""

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from datetime import date
from functools import reduce
from operator import attrgetter
from typing import Any

from papertrace.enrich.objections import is_preprint, rank_name
from papertrace.enrich.references import UnitedReferences
from papertrace.enrich.resolution import Resolution
from papertrace.enrich.sources import SOURCES
from papertrace.enrich.titles import Likeness, match_title, title_words
from papertrace.model import Entry, Identifiers, Paper, Span
from papertrace.model.papers.facts import MERGED, NOTHING, OF_PUBLICATION, CodeCandidate, Conflict, Source, Work
from papertrace.model.papers.paper import Added

MAX_URLS = 10
REGISTRIES = ("arxiv", "doi", "openalex", "s2", "pmid", "acl")
"""The fields of identifiers that are names in registries."""


def _first(*names: str) -> tuple[str, ...]:
    """Return all services, some of them before the others."""
    return tuple(dict.fromkeys((*names, *SOURCES)))


_PUBLICATION_ORDER = _first("crossref", "dblp", "openalex", "semantic-scholar", "datacite", "doi", "arxiv")
_ABSTRACT_ORDER = ("arxiv", "openalex", "datacite")
"""The services whose licences allow passing abstracts on (CC0), the cleanest texts first."""
_DATE_ORDER = _first("crossref", "arxiv")
_AUTHOR_ORDER = _first("arxiv", "crossref", "dblp")
_OPEN = ("openalex", "semantic-scholar", "arxiv")
_WITHOUT_YEAR = re.compile(r"--(\d\d)-(\d\d)")


@dataclass(slots=True)
class _Facts:
    """The facts to add, each with its source."""

    found: Resolution
    date_of: Callable[[tuple[str, str]], str]
    values: dict[str, Any] = field(default_factory=dict)
    sources: dict[str, str] = field(default_factory=dict)

    def source(self, service: str) -> str:
        """Return the source of a fact of a service: its name and the day of its answer."""
        at = self.date_of((service, self.found.keys.get(service, "")))
        return str(Source(service=service, date=at[:10])).strip()

    def works(self, order: Sequence[str]) -> Iterator[tuple[str, Work]]:
        """Yield the believed works in order of trust."""
        yield from ((service, self.found.works[service]) for service in order if service in self.found.works)

    def add(self, name: str, order: Sequence[str], value_of: Callable[[Work], object]) -> None:
        """Add the first value that is not empty, of the services in order."""
        for service, work in self.works(order):
            value = value_of(work)
            if value not in NOTHING:
                self.values[name], self.sources[name] = value, self.source(service)
                return


def add_facts(
    paper: Paper, found: Resolution, references: UnitedReferences, date_of: Callable[[tuple[str, str]], str]
) -> tuple[Entry | None, tuple[Conflict, ...]]:
    """Return the entry with the facts to add to a paper, None if there are none, and the conflicts.

    `date_of` returns the time of the answer of a service about a key, empty if it is not known.
    """
    if not found.works:
        return None, tuple(_disagreements(paper, found))
    facts = _Facts(found, date_of)
    order = tuple(SOURCES)
    title = paper.title
    if paper.is_untitled:
        title = found.subject.title
        services = [name for name, work in facts.works(order) if work.title == title] or [*found.works]
        facts.sources["title"] = facts.source(services[0])
    if not paper.abstract:
        facts.add("abstract", _ABSTRACT_ORDER, lambda work: work.abstract)
    for name in MERGED:
        if name not in (*OF_PUBLICATION, "date") and getattr(paper, name) in NOTHING:
            facts.add(name, _AUTHOR_ORDER if name == "authors" else order, attrgetter(name))
    _add_publication(paper, facts)
    _add_date(paper, facts)
    facts.add("is_open_access", _OPEN, lambda work: work.is_open_access)
    identifiers = _add_identifiers(paper, facts)
    urls = tuple(dict.fromkeys(url for _, work in facts.works(order) for url in work.urls))[:MAX_URLS]
    if urls:
        facts.sources["urls"] = ", ".join(facts.source(service) for service, work in facts.works(order) if work.urls)
    if references.names:
        facts.sources["references"] = ", ".join(facts.source(service) for service in references.services)
    code = tuple(
        dict.fromkeys(
            CodeCandidate(url=url, source=facts.source(service))
            for service, work in facts.works(order)
            for url in work.code
        )
    )
    orcids = {name: orcid for _, work in facts.works(order) for name, orcid in work.orcids}
    added = Added(
        sources=tuple(sorted(facts.sources.items())),
        urls=urls,
        is_open_access=facts.values.pop("is_open_access", None),
        code=code,
        orcids=tuple(sorted(orcids.items())),
    )
    service = next(iter(found.works))
    entry = Entry(
        title=title,
        abstract=str(facts.values.pop("abstract", paper.abstract)),
        span=Span(min(found.works[service].names, key=_rank_own), 1),
        end_line=1,
        identifiers=identifiers,
        references=references.names,
        cited=references.titles,
        aliases=(paper.id, *found.names),
        added=added,
    )
    return replace(entry, **facts.values), (*_conflicts(paper, facts), *_disagreements(paper, found))


def _rank_own(name: str) -> tuple[bool, str]:
    """Return the sort key that puts the service's own name of a record first."""
    return name.startswith(("doi:", "arxiv:", "pmid:", "acl:")), name


def unite_identifiers(entries: Sequence[Entry]) -> Identifiers:
    """Return the identifiers of one work that several papers turned out to be: those of the article come first."""
    ranked = sorted(entries, key=lambda entry: rank_name(f"doi:{entry.identifiers.doi}"))
    first, *others = [entry.identifiers for entry in ranked]
    united = reduce(Identifiers.or_else, others, first)
    names = {name for one in others for name in one.names()} - set(united.names())
    return replace(united, versions=tuple(sorted({*united.versions, *names} - set(united.names()))))


def _add_publication(paper: Paper, facts: _Facts) -> None:
    """Add what the service that knows most of the publication says of it, unless some of it is printed."""
    telling = ("venue", "volume", "first_page")
    printed = {name: getattr(paper, name) for name in OF_PUBLICATION}
    if any(printed[name] for name in telling):
        missing = [name for name in ("publisher", "type") if not printed[name]]
        for name in missing:
            facts.add(name, _PUBLICATION_ORDER, attrgetter(name))
        # An entry tells of one publication, so it repeats what is printed of it.
        if missing and any(name in facts.values for name in missing):
            facts.values.update({name: value for name, value in printed.items() if value})
        return
    works = facts.works(_PUBLICATION_ORDER)
    ranked = sorted(works, key=lambda pair: -sum(bool(getattr(pair[1], name)) for name in telling))
    for service, work in ranked[:1]:
        for name in OF_PUBLICATION:
            value = printed[name] or getattr(work, name)
            if value:
                facts.values[name] = value
            if value and not printed[name]:
                facts.sources[name] = facts.source(service)


def _add_date(paper: Paper, facts: _Facts) -> None:
    """Add a date where none is printed, the year where only month and day are."""
    if paper.year is not None:
        return
    for service, work in facts.works(_DATE_ORDER):
        found = work.date or (str(work.year) if work.year else None)
        if found is None:
            continue
        completed = _with_year(paper.date, found) if paper.date else found
        if completed:
            facts.values["date"], facts.sources["date"] = completed, facts.source(service)
            return


def _with_year(printed: str, found: str) -> str | None:
    """Return a printed month and day with the year that brings it nearest to a date that a service states.

    >>> _with_year("--01-02", "2025-12-30"), _with_year("--12-09", "2025")
    ('2026-01-02', '2025-12-09')
    """
    match = _WITHOUT_YEAR.fullmatch(printed)
    if match is None:
        return None
    year, month, day = int(found[:4]), int(match[1]), int(match[2])
    options = []
    for option in (year - 1, year, year + 1):
        try:
            options.append(date(option, month, day))
        except ValueError:
            continue  # the 29th of February
    try:
        stated = date.fromisoformat(found)
    except ValueError:
        return next((one.isoformat() for one in options if one.year == year), None)
    return min(options, key=lambda one: abs((one - stated).days)).isoformat()


def _add_identifiers(paper: Paper, facts: _Facts) -> Identifiers:
    """Return the identifiers of a paper with those that services add; other versions are kept as such."""
    # Of the two ids of Semantic Scholar the longer one is the address of the paper.
    names = sorted(facts.found.names, key=lambda name: (-len(name) if name.startswith("s2:") else 0, rank_name(name)))
    first: dict[str, str] = {}
    for name in names:
        registry, _, value = name.partition(":")
        first.setdefault(registry, value)
    own = paper.identifiers
    found: dict[str, Any] = {registry: first.get(registry) for registry in REGISTRIES}
    merged = own.or_else(Identifiers(**found))
    versions = [
        name
        for name in names
        if name.startswith(("doi:", "arxiv:")) and name not in {f"doi:{merged.doi}", f"arxiv:{merged.arxiv}"}
    ]
    merged = replace(merged, versions=tuple(sorted({*own.versions, *versions})))
    for registry in REGISTRIES:
        value = getattr(merged, registry)
        if value and value != getattr(own, registry):
            for service, work in facts.works(tuple(SOURCES)):
                if f"{registry}:{value}" in (*work.names, *work.versions):
                    facts.sources[registry] = facts.source(service)
                    break
            else:  # It is from a search result that a full record has replaced.
                facts.sources[registry] = facts.source(next(iter(facts.found.works)))
    return merged


def _conflicts(paper: Paper, facts: _Facts) -> Iterator[Conflict]:
    """Yield the facts that are printed otherwise than services state them."""
    title = "" if paper.is_untitled else paper.title
    for service, work in facts.works(tuple(SOURCES)):
        stated = [
            ("title", title, work.title, match_title(title, work.title) < Likeness.NEAR),
            ("year", str(paper.year or ""), str(work.year or ""), paper.year != work.year),
            ("venue", paper.venue or "", work.venue or "", not _share_word(paper.venue or "", work.venue or "")),
        ]
        own = paper.identifiers.doi
        articles = [name for name in work.names if name.startswith("doi:") and not is_preprint(name)]
        if own and articles and not is_preprint(f"doi:{own}"):
            stated.append(("doi", own, articles[0].removeprefix("doi:"), f"doi:{own}" not in articles))
        for fact, printed, found, differs in stated:
            if printed and found and differs:
                yield Conflict(
                    paper=paper.id,
                    title=paper.title,
                    fact=fact,
                    printed=printed,
                    found=found,
                    source=facts.source(service),
                )


def _disagreements(paper: Paper, found: Resolution) -> Iterator[Conflict]:
    if found.disagreement:
        yield Conflict(
            paper=paper.id,
            title=paper.title,
            fact="identity",
            printed=", ".join(paper.identifiers.names()) or paper.title,
            found=found.disagreement,
            source="",
        )


def _share_word(one: str, other: str) -> bool:
    """Return whether two names of venues have a word in common, or one is the abbreviation of the other."""
    words, others = title_words(one), title_words(other)
    if {word for word in words if len(word) > 2} & set(others):  # noqa: PLR2004 - "of", "in"
        return True
    initials = {"".join(word[0] for word in each) for each in (words, others)}
    return bool(initials & {*words, *others})


_SINGLE = ("abstract", *(name for name in MERGED if name not in OF_PUBLICATION))


# A service that cannot be asked today does not take back what it said. A new answer wins over an earlier one.
def carry_on(added: Entry | None, former: Entry | None) -> Entry | None:
    """Return the entry with added facts of this run, with those of an earlier run that it lacks."""
    if added is None or former is None or added.added is None or former.added is None:
        return added or former
    names = [name for name in _SINGLE if getattr(added, name) in (None, "", ())]
    if _tells_more(former, added):
        names.extend(OF_PUBLICATION)
    kept: dict[str, Any] = {name: getattr(former, name) for name in names}
    identifiers = added.identifiers.or_else(former.identifiers)
    names.extend(name for name in REGISTRIES if getattr(added.identifiers, name) is None)
    if added.added.is_open_access is None:
        names.append("is_open_access")
    earlier = dict(former.added.sources)
    sources = {name: source for name, source in added.added.sources if name not in names}
    sources |= {name: earlier[name] for name in names if name in earlier}
    new = dict(added.added.sources)
    for name in ("references", "urls"):
        if united := _unite_sources(new.get(name, ""), earlier.get(name, "")):
            sources[name] = united
    return replace(
        added,
        **kept,
        identifiers=identifiers,
        references=tuple(dict.fromkeys((*added.references, *former.references))),
        cited=tuple(sorted({**dict(former.cited), **dict(added.cited)}.items())),
        cited_authors=tuple(sorted({**dict(former.cited_authors), **dict(added.cited_authors)}.items())),
        aliases=tuple(dict.fromkeys((*added.aliases, *former.aliases))),
        added=_unite(added.added, former.added, sources),
    )


def _tells_more(former: Entry, added: Entry) -> bool:
    """Return whether an earlier entry tells more of the publication than a new one, and another service told it.

    All facts about the publication are of one service, so they are kept or replaced together.
    """
    services = [
        {_service_of(source) for name, source in (entry.added.sources if entry.added else ()) if name in OF_PUBLICATION}
        for entry in (former, added)
    ]
    counts = [sum(bool(getattr(entry, name)) for name in OF_PUBLICATION) for entry in (former, added)]
    return counts[0] > counts[1] and services[0].isdisjoint(services[1])


def _unite(new: Added, former: Added, sources: dict[str, str]) -> Added:
    urls = new.urls
    if sources.get("urls") != dict(new.sources).get("urls"):
        urls = tuple(dict.fromkeys((*new.urls, *former.urls)))[:MAX_URLS]
    return Added(
        sources=tuple(sorted(sources.items())),
        urls=urls,
        is_open_access=former.is_open_access if new.is_open_access is None else new.is_open_access,
        code=tuple(_unite_code(new.code, former.code)),
        orcids=tuple(sorted({**dict(former.orcids), **dict(new.orcids)}.items())),
    )


def _unite_code(new: Iterable[CodeCandidate], former: Iterable[CodeCandidate]) -> dict[CodeCandidate, None]:
    """Return code candidates in order, and those of services that name none now."""
    found = dict.fromkeys(new)
    services = {_service_of(one.source) for one in found}
    return found | dict.fromkeys(one for one in former if _service_of(one.source) not in services)


def _unite_sources(new: str, former: str) -> str:
    """Return the sources of a fact that several services tell, each service once, with its newest answer.

    >>> _unite_sources("openalex 2026-02-01", "openalex 2026-01-01, crossref 2026-01-01")
    'openalex 2026-02-01, crossref 2026-01-01'
    """
    by_service: dict[str, str] = {}
    for source in filter(None, (*new.split(", "), *former.split(", "))):
        by_service.setdefault(_service_of(source), source)
    return ", ".join(by_service.values())


def _service_of(source: str) -> str:
    return source.partition(" ")[0]
