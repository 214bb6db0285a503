"""Works outside of a list that cite its papers, united from what services say.

A work that one service names by several identifiers, or two services by a common one, is one work. How many papers it
cites follows from the papers under which a service lists it, and from its own reference list if the service gives one.
"""

from collections import Counter
from collections.abc import Sequence
from dataclasses import replace

from papertrace.enrich.matching.identity import Identities
from papertrace.enrich.matching.resolution import Known, Resolution
from papertrace.enrich.matching.titles import fold_title, is_specific
from papertrace.enrich.sources import CITING, SOURCES
from papertrace.model.papers.work import CitingWork, Work

MAX_CITING = 1000
DESCRIBING = ("openalex", "crossref", "semantic-scholar")
"""The services that are asked for the titles of works of which only identifiers are known, in order."""


def unite_citing(resolutions: Sequence[Resolution], known: Known) -> tuple[CitingWork, ...]:
    """Return the works that cite papers of a list, those that cite most of them first, at most `MAX_CITING`.

    Papers of the list themselves are left out, by any of their names and by their titles.
    """
    owner = {name: number for number, found in reversed([*enumerate(resolutions)]) for name in found.names}
    listed = {fold_title(found.subject.title) for found in resolutions if is_specific(found.subject.title)}
    identities = Identities()
    described: dict[str, Work] = {}
    cited: list[tuple[str, int]] = []
    for number, found in enumerate(resolutions):
        for service in SOURCES:
            for name in found.names if found.works else ():
                for work in (_describe(one, known) for one in known.get((service, CITING + name), ())):
                    if owner.keys() & set(work.names) or fold_title(work.title) in listed:
                        continue
                    identities.join(work.names)
                    first = work.names[0]
                    if first not in described or (work.title and not described[first].title):
                        described[first] = work
                    others = {other for one in work.references or () for other in one.names} & owner.keys()
                    cited += [(first, number), *((first, owner[other]) for other in others)]
    papers: dict[str, set[int]] = {}
    for name, number in cited:
        papers.setdefault(identities.find(name), set()).add(number)
    best: dict[str, Work] = {}
    for name in sorted(described):
        root, work = identities.find(name), described[name]
        if root not in best or (work.title and not best[root].title):
            best[root] = work
    ranked = Counter({root: len(numbers) for root, numbers in papers.items()})
    chosen = sorted(ranked, key=lambda root: (-ranked[root], best[root].title, identities.best(root)))[:MAX_CITING]
    return tuple(
        CitingWork(
            names=tuple(identities.names(root)),
            title=best[root].title,
            year=best[root].year,
            authors=best[root].authors,
            n_citations=best[root].n_citations,
            cites=tuple(resolutions[number].subject.paper for number in sorted(papers[root])),
        )
        for root in chosen
    )


def _describe(work: Work, known: Known) -> Work:
    """Return a work with the title and the year that services have for its identifiers, if it has no title."""
    if work.title:
        return work
    pairs = ((service, name) for name in work.names for service in DESCRIBING)
    found = (other for pair in pairs for other in known.get(pair, ()) if other.title)
    other = next(found, work)
    return replace(work, title=other.title, year=other.year)
