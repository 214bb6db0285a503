"""Reference lists of several services united, with one name for each cited work.

Services name cited works differently: OpenAlex by its own ids, Crossref by DOI or as publishers print them, Semantic
Scholar by several identifiers or by title. Names are joined where a record says that they are names of one work. A
reference without an identifier is resolved by author, year and title, volume or page, first to a paper of the list. A
record that bears an identifier of a paper of the list, but the title of another work, is not that paper: such
identifiers are left out, and so are works that OpenAlex has removed.
"""

from collections import Counter
from collections.abc import Hashable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from typing import Generic, TypeVar

from papertrace.enrich.objections import Identities, are_same, families_of
from papertrace.enrich.resolution import OPENCITATIONS, Known, Resolution
from papertrace.enrich.sources import CITING, SOURCES
from papertrace.enrich.titles import Likeness, compare_titles, fold_title, is_specific, title_words, without_name
from papertrace.model.identifiers import name_work
from papertrace.model.papers.facts import CitedWork, CitingWork, Work

MAX_YEARS_APART = 1
_N_WORDS = 4
"""The words with which a title begins, by which it is looked for; a specific title has as many."""
_MAX_WORDS_OF_TEXT = 300

Key = TypeVar("Key", bound=Hashable)


# A work is found by its title if that is specific and no other work has it, and if the year agrees where both are
# known. In a text, which says where nothing is, the title has to stand as a whole, with the name of an author and the
# year; or else the first page and the volume, with both of them.
@dataclass(frozen=True, slots=True, kw_only=True)
class Described:
    """What is known of a work: its title, and other facts as far as they are known."""

    title: str
    year: int | None = None
    families: frozenset[str] = frozenset()
    volume: str = ""
    page: str = ""


class Catalogue(Generic[Key]):
    """Works by title and by page.

    >>> catalogue = Catalogue[int]()
    >>> catalogue.add(7, Described(title="Sparse folding of long proteins", year=2001, families=frozenset({"doe"})))
    >>> catalogue.find_title("Sparse Folding of Long Proteins.", 2002)
    7
    >>> catalogue.find_text("[3] J. Doe, Sparse folding of long proteins. Made-up Letters 3, 2001.")
    7
    """

    def __init__(self) -> None:
        self._by_title: dict[str, dict[Key, list[Described]]] = {}
        self._by_start: dict[tuple[str, ...], list[tuple[tuple[str, ...], Key, Described]]] = {}
        self._by_page: dict[str, list[tuple[Key, Described]]] = {}

    def add(self, key: Key, work: Described) -> None:
        """Add a description of a work, which may have several."""
        for title in filter(None, (work.title, without_name(work.title))):
            if is_specific(title):
                self._by_title.setdefault(fold_title(title), {}).setdefault(key, []).append(work)
                words = title_words(title)
                self._by_start.setdefault(words[:_N_WORDS], []).append((words, key, work))
        if work.page and work.volume and work.families and work.year:
            self._by_page.setdefault(work.page.casefold(), []).append((key, work))

    def find_title(self, title: str, year: int | None) -> Key | None:
        """Return the one work with a title, of about a year if that is known; None if there is none, or several."""
        for form in filter(None, (title, without_name(title))):
            found = self._by_title.get(fold_title(form), {})
            fitting = [key for key, works in found.items() if any(_are_near(work.year, year) for work in works)]
            if len(fitting) == 1:
                return fitting[0]
        return None

    def find_text(self, text: str) -> Key | None:
        """Return the one work that a reference is of, given its text; None if there is none, or several."""
        words = title_words(text)[:_MAX_WORDS_OF_TEXT]
        said = frozenset(words)
        found = [(len(title), key) for title, key, work in self._titles_in(words) if _is_said(work, said)]
        longest = max((n for n, _ in found), default=0)
        keys = {key for n, key in found if n == longest} or {
            key
            for page in said
            for key, work in self._by_page.get(page, ())
            if any(map(partial(_is_name_said, said), work.families))
            and str(work.year) in said
            and work.volume.casefold() in said - {page}
        }
        return next(iter(keys)) if len(keys) == 1 else None

    def _titles_in(self, words: tuple[str, ...]) -> Iterator[tuple[tuple[str, ...], Key, Described]]:
        for start in range(len(words) - _N_WORDS + 1):
            for title, key, work in self._by_start.get(words[start : start + _N_WORDS], ()):
                if words[start : start + len(title)] == title:
                    yield title, key, work


def _are_near(one: int | None, other: int | None) -> bool:
    return one is None or other is None or abs(one - other) <= MAX_YEARS_APART


def _is_said(work: Described, said: frozenset[str]) -> bool:
    """Return whether a text names an author and the year of a work; neither may be unknown of it."""
    years = {str(work.year + n) for n in range(-MAX_YEARS_APART, MAX_YEARS_APART + 1)} if work.year else set()
    return bool(years & said) and any(map(partial(_is_name_said, said), work.families))


def _is_name_said(said: frozenset[str], family: str) -> bool:
    """Return whether a text has a family name; in Chinese, each character is a word."""
    return family in said or (not family.isascii() and said.issuperset(family))


def unique_names(pairs: Iterable[tuple[str, int]]) -> dict[str, int]:
    """Return the names that belong to one number only, with it.

    >>> unique_names([("a", 1), ("b", 1), ("b", 2), ("a", 1)])
    {'a': 1}
    """
    found: dict[str, int | None] = {}
    for name, number in pairs:
        found[name] = number if found.get(name, number) == number else None
    return {name: number for name, number in found.items() if number is not None}


_BY_FACTS = "work:"
"""The beginning of names that are made of printed facts, and no identifiers."""
MAX_DESCRIBED = 1000
"""Cited works, the most cited ones, that are asked for since references may name them by their facts alone."""
_UNASKED = (Work(names=()),)
TITLED_BY = ("openalex", "crossref")
"""The services that are asked for the titles of cited works, one after the other."""


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
        by_facts = unique_names(
            (name, number)
            for number, found in enumerate(resolutions)
            for work in _describe(found)
            for name in _names_by_facts(work, MAX_YEARS_APART)
        )
        self._owner = {**by_facts, **self._owner}
        self._identities = Identities()
        self._titles: dict[str, tuple[str, int | None]] = {}
        self._lists = [dict(self._list_references(found)) for found in resolutions]
        for found in resolutions:
            self._identities.join(found.names)
        for lists in self._lists:
            for cited in lists.values():
                for one in cited:
                    self._add(one.names, one.title, one.year)
        self._listed, self._outside = Catalogue[int](), Catalogue[str]()
        for number, found in enumerate(resolutions):
            for work in _describe(found):
                self._listed.add(number, _as_described(work))
        for name in sorted(set(self._cited_names())):
            self._read_records(name)
        for name, (title, year) in sorted(self._titles.items()):
            # What is known by facts alone is what is looked for.
            if not self._identities.best(name).startswith(_BY_FACTS):
                self._outside.add(self._identities.find(name), Described(title=title, year=year))

    def unnamed(self) -> list[str]:
        """Return the cited works to ask about, the most cited ones first.

        These are works that only OpenAlex names, which gives no titles in lists, and works without a title that several
        papers cite: they link these papers, and a reader should see by what. If references are printed by author,
        volume and page, what is known of other works that several papers cite may tell which ones they are of.
        """
        counts = Counter(
            name
            for lists in self._lists
            for name in {self._identities.best(name) for cited in lists.values() for one in cited for name in one.names}
        )
        needs_facts = any(name.startswith(_BY_FACTS) for name in counts) or any(
            one.text for lists in self._lists for cited in lists.values() for one in cited
        )
        ranked = sorted(counts.items(), key=lambda pair: (-pair[1], pair[0]))
        ranked = [(name, n) for name, n in ranked if self._find_owner(name) is None]
        described = {name for name, n in ranked[:MAX_DESCRIBED] if needs_facts and n > 1 and not self._records_of(name)}
        return [
            name
            for name, n in ranked
            if name.startswith("openalex:") or (n > 1 and not self._shown(name)) or name in described
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

    def describe(self) -> Iterator[CitingWork]:
        """Yield the works outside of the list that several papers cite, if a service has authors or counts of them."""
        counts = Counter(
            name
            for lists in self._lists
            for name in {self._name(one) for cited in lists.values() for one in cited}
            if name and self._find_owner(name) is None
        )
        for name in sorted(name for name, n in counts.items() if n > 1):
            pairs = ((service, other) for other in self._identities.names(name) for service in ("openalex", *TITLED_BY))
            # A service may have several records under a DOI, of which at most one is of that work.
            records = (work for pair in pairs for work in self._known.get(pair, ()))
            works = [work for work in records if self._shown(name) in (work.title, f"{work.title} ({work.year})")]
            best = max(works, key=lambda work: (work.n_citations or 0, len(work.authors)), default=None)
            if best is not None and (best.authors or best.n_citations):
                yield CitingWork(
                    names=(name,),
                    title=best.title,
                    year=best.year,
                    authors=best.authors,
                    n_citations=best.n_citations,
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
                    found.keys[OPENCITATIONS] = name
                    yield OPENCITATIONS, work.references
                    return

    def _read_records(self, name: str) -> None:
        """Take over what services say of a cited work: its names, its title, and by what facts references name it."""
        if name.startswith("openalex:"):
            records = self._known.get(("openalex", name), ())
            for work in records:
                self._add(
                    (name, *(other for other in work.names if other != name)), work.title, work.year, families_of(work)
                )
        else:
            records = self._records_of(name)
            # A service may have several records under a DOI, of which at most one is of that work.
            if len(records) != 1 or not records[0].title or self._is_other_paper(name, records[0].title):
                return
            self._titles.setdefault(name, (records[0].title, records[0].year))
        for work in records if self._find_owner(name) is None else ():
            self._identities.join([name, *_names_by_facts(work, 0)])
            self._outside.add(self._identities.find(name), _as_described(work))

    def _records_of(self, name: str) -> Sequence[Work]:
        return next((works for service in TITLED_BY if (works := self._known.get((service, name), ()))), ())

    def _find_owner(self, name: str) -> int | None:
        names = self._identities.names(name)
        return next((number for one in names if (number := self._owner.get(one)) is not None), None)

    def _cited_names(self) -> Iterator[str]:
        yield from (name for lists in self._lists for cited in lists.values() for one in cited for name in one.names)

    def _add(self, names: Iterable[str], title: str, year: int | None, families: Iterable[str] = ()) -> None:
        """Join the names of a cited work, except those of papers with another title."""
        kept = [name for name in names if not self._is_other_paper(name, title, families)]
        self._identities.join(kept)
        for name in kept:
            if title and name not in self._titles:
                self._titles[name] = (title, year)

    def _is_other_paper(self, name: str, title: str, families: Iterable[str] = ()) -> bool:
        """Return whether a name is that of a paper of the list whose title is another one, and so are its authors."""
        owner = self._owner.get(name)
        if owner is None or not title:
            return False
        subject = self._subjects[owner]
        return compare_titles(title, subject.title) is Likeness.DIFFERENT and not are_same(families, subject.families)

    def _name(self, one: CitedWork) -> str:
        """Return the one name of a cited work: that of a paper of the list, else the best one, else an empty text."""
        kept = [name for name in one.names if not self._is_other_paper(name, one.title) and not self._is_gone(name)]
        owners = (self._find_owner(name) for name in kept)
        owned = next((number for number in owners if number is not None), None)
        if owned is None and all(name.startswith(_BY_FACTS) for name in one.names):
            owned = _find(self._listed, one)
            if owned is None and (other := _find(self._outside, one)):
                kept = [other]
        if owned is not None:
            return self._subjects[owned].paper
        return self._identities.best(kept[0]) if kept else ""

    def _is_gone(self, name: str) -> bool:
        """Return whether OpenAlex does not know a work that it names itself: it has removed it."""
        return name.startswith("openalex:") and not self._known.get(("openalex", name), _UNASKED)

    def _shown(self, name: str) -> str:
        for other in self._identities.names(name):
            if found := self._titles.get(other):
                title, year = found
                return f"{title} ({year})" if year else title
        return ""


def _find(catalogue: Catalogue[Key], one: CitedWork) -> Key | None:
    """Return the work of a catalogue that a reference without an identifier is of, by its title, else by its text."""
    found = catalogue.find_title(one.title, one.year) if one.title else None
    return catalogue.find_text(one.text) if found is None and one.text else found


def _describe(found: Resolution) -> Iterator[Work]:
    """Yield a paper as it is printed, as far as that is kept, and as services describe it."""
    subject = found.subject
    yield Work(names=(subject.paper,), title=subject.title, year=subject.year)
    yield from found.works.values()


def _as_described(work: Work) -> Described:
    return Described(
        title=work.title,
        year=work.year,
        families=frozenset(families_of(work)),
        volume=work.volume or "",
        page=work.first_page or "",
    )


def _names_by_facts(work: Work, n_years: int) -> Iterator[str]:
    """Yield the names that a reference without an identifier may give a work, of years up to some apart."""
    if not work.authors or work.year is None:
        return
    first = work.authors[0]
    for year in range(work.year - n_years, work.year + n_years + 1):
        for name in (
            name_work(first, str(year), title=work.title),
            name_work(first, str(year), volume=work.volume or "", page=work.first_page or ""),
        ):
            if name:
                yield name


MAX_CITING = 1000
DESCRIBING = ("openalex", "crossref", "semantic-scholar")
"""The services that are asked for the titles of works of which only identifiers are known, in order."""


# A work that one service names by several identifiers, or two services by a common one, is one work. How many papers
# it cites follows from the papers under which a service lists it, and from its own reference list if the service gives
# one.
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
                for work in (_describe_citing(one, known) for one in known.get((service, CITING + name), ())):
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


def _describe_citing(work: Work, known: Known) -> Work:
    """Return a work with the title and the year that services have for its identifiers, if it has no title."""
    if work.title:
        return work
    pairs = ((service, name) for name in work.names for service in DESCRIBING)
    found = (other for pair in pairs for other in known.get(pair, ()) if other.title)
    other = next(found, work)
    return replace(work, title=other.title, year=other.year)
