"""Which works of which services are the papers of a listing.

A work under an identifier that the paper prints is believed if its title agrees: services have wrong DOIs, and
listings print wrong ones. A work found by a title is believed if the titles are equal or nearly so in full, the years
differ by at most one and, where both name authors, one is common to both; and if no other work has that title. What is
not believed is a candidate: it is reported and gives no fact.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Protocol

from papertrace.enrich.matching.identity import contradict, is_preprint
from papertrace.enrich.matching.objections import (
    MAX_YEARS_APART,
    Subject,
    families_of,
    identifying,
    objection_by_name,
    objection_by_title,
)
from papertrace.enrich.matching.titles import fold_title, is_similar
from papertrace.enrich.sources import SOURCES
from papertrace.model.papers.work import Candidate, Work

OPENCITATIONS = "opencitations"
"""The service that describes no works: its reference lists belong to identifiers that others confirm."""


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
            title=self.subject.title,
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
    found = Resolution(subject=subject)
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
    return found


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
    _withdraw_contested(found)
    _withdraw_contradicting(found)


def _work_by_names(found: Resolution, service: str, known: Known) -> Work | None:
    for name in found.names:
        believed = []
        for work in known.get((service, name), ()):
            objection = objection_by_name(found.subject, work)
            if objection is None:
                believed.append(work)
                continue
            found.reject(service, work, objection)
            if work.title:
                found.disputed.setdefault(name, {})[service] = work.title
        if believed:
            found.keys[service] = name
            return min(believed, key=lambda work: (-(work.n_citations or 0), work.names))
    return None


def _withdraw_contested(found: Resolution) -> None:
    """Withdraw what was found by an identifier that names different works at two services.

    If only one service confirms the paper and another has a different work for the same printed identifier, neither is
    believed. Several services that confirm it outweigh one record with a wrong identifier.
    """
    titles = {
        service: title
        for name in found.subject.names
        for service, title in found.disputed.get(name, {}).items()
        if service not in found.works
    }
    if not titles or len(found.works) > 1:
        return
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
    """Return the works that searches for the title found, if all of them are one work."""
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
    if len(groups) > 1:
        for service, work in hits:
            found.reject(service, work, f"{len(groups)} works have this title")
        return {}
    works: dict[str, Work] = {}
    for service, work in hits:
        works.setdefault(service, work)
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
    if fold_title(one.title) != fold_title(other.title) or not families_of(one) & families_of(other):
        return False
    if one.year is not None and other.year is not None and abs(one.year - other.year) > MAX_YEARS_APART + 2:
        return False
    names = set(identifying((*one.names, *other.names)))
    # A record without DOI and arXiv id contradicts none; two articles with one title and author are two works.
    return not contradict(names) and (any(map(is_preprint, names)) or not all(map(_has_identifier, (one, other))))


def _has_identifier(work: Work) -> bool:
    return any(identifying(work.names))
