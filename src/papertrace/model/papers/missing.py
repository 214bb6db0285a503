"""Works that a list lacks: those that its papers cite most, and those that cite its papers most."""

from collections import Counter
from collections.abc import Iterable

from papertrace.model.identifiers import normalise_identifier
from papertrace.model.papers.paper import Paper
from papertrace.model.papers.work import CitingWork, MissingWork

MIN_LINKS = 2


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
        Works that cite papers of the list, as services know them.
    n_most
        The maximum number of works.
    """
    listed = list(papers)
    own = {
        normalise_identifier(name): number for number, paper in reversed([*enumerate(listed)]) for name in _names(paper)
    }
    titles = {normalise_identifier(name): title for paper in listed for name, title in paper.cited}
    # A set of references less all names would take as long as there are names, for each paper.
    n_citing = Counter(
        name for paper in listed for name in set(map(normalise_identifier, paper.references)) if name not in own
    )
    n_cited: Counter[str] = Counter()
    for work in citing:
        names = list(map(normalise_identifier, work.names))
        cited = {own[name] for name in map(normalise_identifier, work.cites) if name in own}
        if own.keys().isdisjoint(names):
            name = next((name for name in names if name in n_citing), names[0])
            n_cited[name] = max(n_cited[name], len(cited))
            titles.setdefault(name, f"{work.title} ({work.year})" if work.title and work.year else work.title)
    found = [
        MissingWork(
            name=name,
            title=titles.get(name, ""),
            n_citing=n_citing[name],
            n_cited=n_cited[name],
            n_papers=len(listed),
        )
        for name in {**n_citing, **n_cited}
        if n_citing[name] + n_cited[name] >= MIN_LINKS
    ]
    return sorted(found, key=lambda one: (-one.n_citing - one.n_cited, not one.title, one.title, one.name))[:n_most]


def _names(paper: Paper) -> tuple[str, ...]:
    """Return all names of a paper, those that it had before services were asked included."""
    return (paper.id, *paper.identifiers.all_names(), *(alias for entry in paper.entries for alias in entry.aliases))
