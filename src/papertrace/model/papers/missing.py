"""Works that a list lacks: those that its papers cite most, and those that cite its papers most."""

import re
from collections.abc import Iterable

from papertrace.model.identifiers import normalise_identifier
from papertrace.model.papers.paper import Paper
from papertrace.model.papers.work import CitingWork, MissingWork

MIN_LINKS = 2
_YEAR = re.compile(r" \(\d{4}\)$")


def rank_missing(
    papers: Iterable[Paper], *, citing: Iterable[CitingWork] = (), n_most: int | None = None
) -> list[MissingWork]:
    """Return the works outside of a list that its papers cite, or that cite its papers, at least two of them.

    The works with most citations from and to the list come first; works with equal numbers are in the order of their
    titles, then names. Titles are those that listings print or services have told; a work without one has an empty
    title.

    Parameters
    ----------
    papers
        The papers of the list, with their references.
    citing
        Works that cite papers of the list, or that these cite, as services know them.
    n_most
        The maximum number of works.
    """
    listed = list(papers)
    own = {
        normalise_identifier(name): number for number, paper in reversed([*enumerate(listed)]) for name in _names(paper)
    }
    titles = {normalise_identifier(name): title for paper in listed for name, title in paper.cited}
    authors: dict[str, tuple[str, ...]] = {
        normalise_identifier(name): (_YEAR.sub("", author),) for paper in listed for name, author in paper.cited_authors
    }
    n_citations: dict[str, int | None] = {}
    cited_by: dict[str, set[int]] = {}
    for number, paper in enumerate(listed):
        for name in map(normalise_identifier, paper.references):
            if name not in own:
                cited_by.setdefault(name, set()).add(number)
    cites: dict[str, set[int]] = {}
    for work in citing:
        names = list(map(normalise_identifier, work.names))
        if not own.keys().isdisjoint(names):
            continue
        name, *others = dict.fromkeys((*(name for name in names if name in cited_by), names[0]))
        cites.setdefault(name, set()).update(own[one] for one in map(normalise_identifier, work.cites) if one in own)
        for other in others:  # the list has the work under several of its names
            cited_by[name] |= cited_by.pop(other, set())
        authors[name] = work.authors or authors.get(name, ())
        n_citations[name] = max((n for n in (work.n_citations, n_citations.get(name)) if n is not None), default=None)
        titles.setdefault(name, f"{work.title} ({work.year})" if work.title and work.year else work.title)
    found = [
        MissingWork(
            name=name,
            title=titles.get(name, ""),
            n_citing=len(cited_by.get(name, ())),
            n_cited=len(cites.get(name, ())),
            n_papers=len(listed),
            authors=authors.get(name, ()),
            n_citations=n_citations.get(name),
        )
        for name in {**cited_by, **cites}
        if len(cited_by.get(name, ())) + len(cites.get(name, ())) >= MIN_LINKS
    ]
    return sorted(found, key=lambda one: (-one.n_citing - one.n_cited, not one.title, one.title, one.name))[:n_most]


def _names(paper: Paper) -> tuple[str, ...]:
    """Return all names of a paper, those that it had before services were asked included."""
    return (paper.id, *paper.identifiers.all_names(), *(alias for entry in paper.entries for alias in entry.aliases))
