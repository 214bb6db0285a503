"""Which works of which services are the papers of a listing.

A work under an identifier that the paper prints is believed if its title agrees: services have wrong DOIs, and
listings print wrong ones. A paper that prints nothing but an identifier is what the registry of the identifier says, or
else most services. A work found by a title is believed if the titles are equal or nearly so in full, the years
differ by at most one and, where both name authors, one is common to both; and if no other work has that title, or one
that is more like it. What is not believed is a candidate: it is reported and gives no fact.
"""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from typing import Protocol

from papertrace.enrich.objections import (
    MAX_YEARS_APART,
    Subject,
    are_same,
    contradict,
    families_of,
    identifying,
    is_misdated,
    is_preprint,
    likeness_of,
    objection_by_name,
    objection_by_title,
)
from papertrace.enrich.sources import SOURCES
from papertrace.enrich.titles import Likeness, compare_titles, fold_title, is_similar, match_title
from papertrace.model.papers.facts import Candidate, Work

OPENCITATIONS = "opencitations"
"""The service that describes no works: its reference lists belong to identifiers that others confirm."""
_REGISTRIES = {"arxiv": ("arxiv",), "doi": ("crossref", "datacite", "doi")}
"""The services that register the identifiers of a kind, and know what an identifier is of."""


@dataclass(slots=True)
class Resolution:
    """What is known of one paper so far: the believed works by service, and the candidates with their reasons.

    `keys` are the keys under which the services gave the believed works.

    `disputed` are identifiers under which a service has another work than the paper. `learned` are the names of works
    that the title led to. `disagreement` says on what two services disagree, empty if on nothing.
    """

    subject: Subject
    works: dict[str, Work] = field(default_factory=dict)
    keys: dict[str, str] = field(default_factory=dict)
    candidates: dict[tuple[str, str], Candidate] = field(default_factory=dict)
    disputed: dict[str, dict[str, str]] = field(default_factory=dict)
    learned: tuple[str, ...] = ()
    disagreement: str = ""

    @property
    def names(self) -> tuple[str, ...]:
        """All names of the paper, those that it prints first, without disputed ones that it does not print."""
        found = (name for work in self.works.values() for name in (*work.names, *work.versions))
        names = dict.fromkeys((*self.subject.names, *self.learned, *found))
        return tuple(name for name in names if name not in self.disputed or name in self.subject.names)

    def reject(self, service: str, work: Work, reason: str) -> None:
        """Keep a work as a candidate."""
        name = work.names[0]
        self.candidates[service, name] = Candidate(
            paper=self.subject.paper,
            title=self.subject.title or self.subject.paper,
            service=service,
            work=name,
            work_title=work.title,
            reason=reason,
        )


class Known(Protocol):
    """The works that services have for keys, by pairs of a service and a key."""

    def get(self, pair: tuple[str, str], default: Sequence[Work], /) -> Sequence[Work]:
        """Return the works that a service has for a key; the default if it was not asked or did not answer."""


def resolve(subject: Subject, known: Known) -> Resolution:
    """Return which works are a paper, given all answers so far.

    The result does not depend on the order of the answers. Names of believed works lead to more works, until no
    further ones are known.
    """
    found = Resolution(subject=subject if subject.title else _describe(subject, known))
    _believe_names(found, known)
    if not found.works and not found.disagreement:
        by_title = _works_by_title(found, known)
        if by_title:
            found.learned = tuple(dict.fromkeys(name for work in by_title.values() for name in work.names))
            _believe_names(found, known)
            if not found.disagreement:
                # The record under a name says more than the one that a search returned.
                found.works = {**by_title, **found.works}
                found.keys = {**dict.fromkeys(by_title, subject.title_key), **found.keys}
                _withdraw_contradicting(found)
    elif found.works:
        _add_versions(found, known)
    return found


def _add_versions(found: Resolution, known: Known) -> None:
    """Add what searches for the title found at services that do not know the paper by its names: its other versions."""
    hits = {
        service: works
        for service in SOURCES
        if service not in found.works
        for works in [known.get((service, found.subject.title_key), ())]
        if works
    }
    fitting = {
        service: [work for work in works if any(_is_one_work(work, other) for other in found.works.values())]
        for service, works in hits.items()
    }
    names = [name for name in found.names if name.startswith(("doi:", "arxiv:"))]
    for service, works in fitting.items():
        if len(works) == 1 and not contradict([*names, *identifying(works[0].names)]):
            found.works[service] = works[0]
            found.keys[service] = found.subject.title_key
            names.extend(identifying(works[0].names))
    if any(fitting.values()):
        _believe_names(found, known)


def _describe(subject: Subject, known: Known) -> Subject:
    """Return an untitled paper with what its identifier is of: as its registry says, else as most services do."""
    for name in subject.names:
        of_registry = _REGISTRIES.get(name.partition(":")[0], ())
        works = [
            work
            for service in (*of_registry, *SOURCES)
            for work in known.get((service, name), ())
            if work.title and name in (*work.names, *work.versions)
        ]
        if not works:
            continue
        if not any(known.get((service, name), ()) for service in of_registry):
            counts = Counter(fold_title(work.title) for work in works)
            works.sort(key=lambda work: -counts[fold_title(work.title)])
        work = works[0]
        return replace(
            subject,
            title=work.title,
            year=work.year or subject.year,
            families=frozenset(families_of(work)),
            n_authors=len(work.authors) or None,
        )
    return subject


def _believe_names(found: Resolution, known: Known) -> None:
    """Add the works under the names of the paper, of each service one, until nothing is added."""
    added = True
    while added:
        added = False
        for service in SOURCES:
            if service not in found.works and service != OPENCITATIONS:
                work = _work_by_names(found, service, known)
                if work is not None:
                    found.works[service] = work
                    added = True
    for service in SOURCES:
        for name in found.names if service not in found.works else ():
            for work in known.get((service, name), ()):
                found.reject(service, work, objection_by_name(found.subject, name, work) or "")
                if work.title:
                    found.disputed.setdefault(name, {})[service] = work.title
    _withdraw_contested(found)
    _withdraw_contradicting(found)


def _work_by_names(found: Resolution, service: str, known: Known) -> Work | None:
    for name in found.names:
        believed = [
            work
            for work in known.get((service, name), ())
            if objection_by_name(found.subject, name, work) is None
            or any(_is_version(name, work, other, found) for other in found.works.values())
        ]
        if believed:
            found.keys[service] = name
            return min(believed, key=lambda work: (-(work.n_citations or 0), work.names))
    return None


def _is_version(name: str, work: Work, other: Work, found: Resolution) -> bool:
    """Return whether a work with another title than the paper is a version of a believed one."""
    if not work.title or not are_same(families_of(work), families_of(other)):
        return False
    return name in found.subject.names or compare_titles(work.title, other.title) >= Likeness.NEAR


def _withdraw_contested(found: Resolution) -> None:
    """Withdraw what was found by an identifier that names different works at two services.

    If only one service confirms the paper and another has a different work for the same printed identifier, neither is
    believed, unless the one is the registry of the identifier. Several services that confirm it outweigh one record
    with a wrong identifier.
    """
    disputed = {
        name: titles
        for name in found.subject.names
        if (titles := {key: title for key, title in found.disputed.get(name, {}).items() if key not in found.works})
    }
    is_registered = any(
        found.keys.get(service) == name and service in found.works
        for name in disputed
        for service in _REGISTRIES.get(name.partition(":")[0], ())
    )
    if not disputed or len(found.works) > 1 or is_registered:
        return
    titles = {service: title for of_name in disputed.values() for service, title in of_name.items()}
    others = ", ".join(f"{service}: {title}" for service, title in sorted(titles.items()))
    if not found.works:
        found.disagreement = f"its identifier names another work ({others})"
        return
    ((service, work),) = found.works.items()
    found.disagreement = f"its identifier names different works ({service}: {work.title}; {others})"
    found.works.clear()
    found.reject(service, work, "two services disagree on what the identifier names")


def _withdraw_contradicting(found: Resolution) -> None:
    """Withdraw works that are different articles by their identifiers: those that contradict what the paper prints.

    If the paper prints neither, the services disagree and none of them is believed.
    """
    printed = [name for name in found.subject.names if name.startswith(("doi:", "arxiv:"))]
    contradicting = [
        service for service, work in found.works.items() if contradict([*printed, *_own_identifiers(found, work)])
    ]
    for service in contradicting:
        found.reject(service, found.works.pop(service), "its identifiers contradict those of the paper")
    claimed = {service: _own_identifiers(found, work) for service, work in found.works.items()}
    if contradict(name for names in claimed.values() for name in names):
        shown = "; ".join(f"{service}: {', '.join(names)}" for service, names in sorted(claimed.items()) if names)
        found.disagreement = f"services give it different identifiers ({shown})"
        for service in [service for service, names in claimed.items() if names]:
            found.reject(service, found.works.pop(service), "two services disagree on the identifiers of the paper")


def _own_identifiers(found: Resolution, work: Work) -> list[str]:
    """Return the DOIs and arXiv ids of a record, without disputed ones and those that a service calls versions."""
    versions = {name for other in found.works.values() for name in other.versions}
    return [name for name in identifying(work.names) if name not in versions and name not in found.disputed]


def _works_by_title(found: Resolution, known: Known) -> dict[str, Work]:
    """Return the works that searches for the title found, if all are one work, or one is most like the paper."""
    subject = found.subject
    hits: list[tuple[str, Work]] = []
    for service in SOURCES:
        for work in known.get((service, subject.title_key), ()):
            objection = objection_by_title(subject, work)
            if objection is None:
                hits.append((service, work))
            elif is_similar(subject.title, work.title):
                found.reject(service, work, objection)
    groups = group_versions([work for _, work in hits])
    ranks = [max((not is_misdated(subject, work), likeness_of(subject, work)) for work in group) for group in groups]
    best = [group for group, rank in zip(groups, ranks, strict=True) if rank == max(ranks)]
    if len(best) > 1:
        for service, work in hits:
            found.reject(service, work, f"{len(best)} works have this title")
        return {}
    works: dict[str, Work] = {}
    for service, work in hits:
        if any(work is one for one in best[0]):
            works.setdefault(service, work)
        else:
            found.reject(service, work, "another work is more like the paper")
    return works


def group_versions(works: Sequence[Work]) -> list[list[Work]]:
    """Group works of one title that are one work: by a common name, or as preprint and article of the same authors."""
    groups: list[list[Work]] = []
    for work in works:
        same = [group for group in groups if any(_is_one_work(work, other) for other in group)]
        joined = [work, *(other for group in same for other in group)]
        groups = [group for group in groups if group not in same]
        groups.append(joined)
    return groups


def _is_one_work(one: Work, other: Work) -> bool:
    if {*one.names, *one.versions} & {*other.names, *other.versions}:
        return True
    if match_title(one.title, other.title) < Likeness.SUBTITLED or not families_of(one) & families_of(other):
        return False
    if one.year is not None and other.year is not None and abs(one.year - other.year) > MAX_YEARS_APART + 2:
        return False
    names = set(identifying((*one.names, *other.names)))
    # A record without DOI and arXiv id contradicts none; two articles with one title and author are two works.
    return not contradict(names) and (any(map(is_preprint, names)) or not all(map(_has_identifier, (one, other))))


def _has_identifier(work: Work) -> bool:
    return any(identifying(work.names))
