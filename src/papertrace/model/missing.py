"""Works that a list lacks: those that its papers cite most."""

from collections import Counter
from collections.abc import Iterable

from papertrace.model.identifiers import spell_name
from papertrace.model.paper import Paper
from papertrace.model.work import MissingWork

MIN_CITING = 2


def rank_missing(papers: Iterable[Paper], *, n_most: int | None = None) -> list[MissingWork]:
    """Return the works outside of a list that at least two of its papers cite, the most cited ones first.

    Works with equal counts are in the order of their titles, then names. Titles are those that services have told; a
    work without one has an empty title. `n_most` limits the number.
    """
    listed = list(papers)
    own = {spell_name(name) for paper in listed for name in (paper.id, *paper.identifiers.all_names())}
    titles = {spell_name(name): title for paper in listed if paper.added for name, title in paper.added.cited}
    citing = Counter(name for paper in listed for name in set(map(spell_name, paper.references)) - own)
    found = [
        MissingWork(name=name, title=titles.get(name, ""), n_citing=n, n_papers=len(listed))
        for name, n in citing.items()
        if n >= MIN_CITING
    ]
    return sorted(found, key=lambda work: (-work.n_citing, not work.title, work.title, work.name))[:n_most]
