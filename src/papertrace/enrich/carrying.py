"""Facts that services added in an earlier run, carried on where the answers of this run lack them.

A service that cannot be asked today does not take back what it said. A new answer wins over an earlier one.
"""

from collections.abc import Iterable
from dataclasses import replace
from typing import Any

from papertrace.enrich.combine import MAX_URLS, REGISTRIES
from papertrace.model import Entry
from papertrace.model.papers.facts import MERGED, OF_PUBLICATION
from papertrace.model.papers.paper import Added
from papertrace.model.papers.work import CodeCandidate

_SINGLE = ("abstract", *(name for name in MERGED if name not in OF_PUBLICATION))


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
