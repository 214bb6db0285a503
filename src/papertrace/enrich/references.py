"""Reference lists of several services united, with one name for each cited work.

Services name cited works differently: OpenAlex by its own ids, Crossref by DOI, Semantic Scholar by several
identifiers. Names are joined where a record says that they are names of one work. A record that bears an identifier of
a paper of the list, but the title of another work, is not that paper: such identifiers are left out.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from papertrace.enrich.matching.identity import Identities
from papertrace.enrich.matching.resolution import OPENCITATIONS, Known, Resolution
from papertrace.enrich.matching.titles import Likeness, compare_titles, fold_title, is_specific
from papertrace.model.papers.work import CitedWork

MAX_YEARS_APART = 1
TITLED_BY = ("openalex", "crossref")
"""The services that are asked for the titles of cited works: the first of them that is asked at all."""


@dataclass(frozen=True, slots=True, kw_only=True)
class UnitedReferences:
    """The reference list of one paper: names of works in order, without the paper itself, and their titles.

    `services` are those whose lists were united. `n_by_service` counts the works that each service gave. `has_itself`
    says that a service lists the paper in its own references, which is left out.
    """

    names: tuple[str, ...] = ()
    titles: tuple[tuple[str, str], ...] = ()
    services: tuple[str, ...] = ()
    n_by_service: Mapping[str, int] = field(default_factory=dict)
    has_itself: bool = False


class ReferenceUnion:
    """The names of all works that the papers are and cite, joined."""

    def __init__(self, resolutions: Sequence[Resolution], known: Known) -> None:
        """Join the names of the papers, then those of the works that they cite."""
        self._known = known
        self._owner = {name: number for number, found in enumerate(resolutions) for name in reversed(found.names)}
        self._subjects = [found.subject for found in resolutions]
        self._identities = Identities()
        self._titles: dict[str, tuple[str, int | None]] = {}
        self._by_title = _unique_titles(resolutions)
        self._lists = [dict(self._list_references(found)) for found in resolutions]
        for found in resolutions:
            self._identities.join(found.names)
        for lists in self._lists:
            for cited in lists.values():
                for one in cited:
                    self._add(one.names, one.title, one.year)
        for name in sorted(set(self._cited_names())):
            if name.startswith("openalex:"):
                for work in known.get(("openalex", name), ()):
                    self._add((name, *(other for other in work.names if other != name)), work.title, work.year)
        for name in sorted(set(self._cited_names()) - self._titles.keys()):
            # A service may have several records under a DOI, of which at most one is of that work.
            records = next((works for service in TITLED_BY if (works := known.get((service, name), ()))), ())
            if len(records) == 1 and records[0].title and not self._is_other_paper(name, records[0].title):
                self._titles[name] = (records[0].title, records[0].year)

    def unnamed(self) -> list[str]:
        """Return the cited works to ask about for their names and titles, the most cited ones first.

        These are works that only OpenAlex names, which gives no titles in lists, and works without a title that several
        papers cite: they link these papers, and a reader should see by what.
        """
        counts = Counter(
            name
            for lists in self._lists
            for name in {self._identities.best(name) for cited in lists.values() for one in cited for name in one.names}
        )
        return [
            name
            for name, n in sorted(counts.items(), key=lambda pair: (-pair[1], pair[0]))
            if not any(other in self._owner for other in self._identities.names(name))
            and (name.startswith("openalex:") or (n > 1 and not self._shown(name)))
        ]

    def unite(self, number: int) -> UnitedReferences:
        """Return the united reference list of a paper, by its number."""
        own = self._subjects[number]
        by_service: dict[str, set[str]] = {}
        has_itself = False
        for service, cited in self._lists[number].items():
            found = {name for one in cited if (name := self._name(one))}
            has_itself = has_itself or not found.isdisjoint({own.paper, *own.names})
            by_service[service] = found - {own.paper, *own.names}
        names = sorted(set().union(*by_service.values()))
        titles = {name: shown for name in names if (shown := self._shown(name))}
        return UnitedReferences(
            names=tuple(names),
            titles=tuple(sorted(titles.items())),
            services=tuple(service for service, found in by_service.items() if found),
            n_by_service={service: len(found) for service, found in by_service.items()},
            has_itself=has_itself,
        )

    def owner(self, name: str) -> int | None:
        """Return the number of the paper that a name is of, or None."""
        return self._owner.get(name)

    def _list_references(self, found: Resolution) -> Iterator[tuple[str, tuple[CitedWork, ...]]]:
        for service, work in found.works.items():
            if work.references:
                yield service, work.references
        for name in found.names:
            for work in self._known.get((OPENCITATIONS, name), ()):
                if work.references and any(name in other.names for other in found.works.values()):
                    yield OPENCITATIONS, work.references
                    return

    def _cited_names(self) -> Iterator[str]:
        yield from (name for lists in self._lists for cited in lists.values() for one in cited for name in one.names)

    def _add(self, names: Iterable[str], title: str, year: int | None) -> None:
        """Join the names of a cited work, except those of papers with another title."""
        kept = [name for name in names if not self._is_other_paper(name, title)]
        self._identities.join(kept)
        for name in kept:
            if title and name not in self._titles:
                self._titles[name] = (title, year)

    def _is_other_paper(self, name: str, title: str) -> bool:
        """Return whether a name is that of a paper of the list whose title is another one."""
        owner = self._owner.get(name)
        return (
            owner is not None
            and bool(title)
            and compare_titles(title, self._subjects[owner].title) is Likeness.DIFFERENT
        )

    def _name(self, one: CitedWork) -> str:
        """Return the one name of a cited work: that of a paper of the list, else the best one, else an empty text."""
        kept = [name for name in one.names if not self._is_other_paper(name, one.title)]
        names = dict.fromkeys(other for name in kept for other in self._identities.names(name))
        owned = next((number for name in names if (number := self._owner.get(name)) is not None), None)
        if owned is None and one.title:
            owned = self._find_by_title(one)
        if owned is not None:
            return self._subjects[owned].paper
        return self._identities.best(kept[0]) if kept else ""

    def _find_by_title(self, one: CitedWork) -> int | None:
        number = self._by_title.get(fold_title(one.title))
        if number is None or one.names:
            return None
        year = self._subjects[number].year
        return None if year and one.year and abs(year - one.year) > MAX_YEARS_APART else number

    def _shown(self, name: str) -> str:
        for other in self._identities.names(name):
            if found := self._titles.get(other):
                title, year = found
                return f"{title} ({year})" if year else title
        return ""


def _unique_titles(resolutions: Sequence[Resolution]) -> dict[str, int]:
    """Return the papers by titles that are specific and that only one of them has."""
    titles = Counter(fold_title(found.subject.title) for found in resolutions)
    return {
        folded: number
        for number, found in enumerate(resolutions)
        if titles[folded := fold_title(found.subject.title)] == 1 and is_specific(found.subject.title)
    }
