"""Why a work that a service describes is not the paper that a listing prints: titles, years, authors, identifiers."""

from collections.abc import Container, Iterable, Iterator
from dataclasses import dataclass

from papertrace.enrich.matching.identity import contradict
from papertrace.enrich.matching.titles import Likeness, compare_titles, is_specific
from papertrace.enrich.sources.source import TITLE
from papertrace.model import Paper
from papertrace.model.identifiers import family_name
from papertrace.model.papers.work import Work

MAX_YEARS_APART = 1
_MAX_NAMED_AUTHORS = 50
"""Services cut longer lists of authors, so that their number says nothing."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Subject:
    """What a paper prints that can tell it from other works."""

    paper: str
    title: str
    subtitle: str
    year: int | None
    families: frozenset[str]
    n_authors: int | None
    names: tuple[str, ...]
    has_code: bool

    @property
    def title_key(self) -> str:
        """The key of a search for the title."""
        return TITLE + self.title

    @property
    def is_title_alone(self) -> bool:
        """Whether nothing but the title tells the paper from others."""
        return self.year is None and not self.families


def subject_of(paper: Paper, dead: Container[str] = frozenset()) -> Subject:
    """Return what can tell a paper from other works; links to repositories that are dead do not count as code."""
    return Subject(
        paper=paper.id,
        title=" ".join(paper.title.split()),
        subtitle=" ".join((paper.subtitle or "").split()),
        year=paper.year,
        families=frozenset(filter(None, map(family_name, paper.authors))),
        n_authors=paper.n_authors,
        names=paper.identifiers.all_names(),
        has_code=any(link.repository is not None and link.url not in dead for link in paper.links),
    )


def objection_by_name(subject: Subject, work: Work) -> str | None:
    """Return why a work under an identifier of the paper is not the paper, or None if it is."""
    if not work.title:
        return "the service has no title for this identifier"
    likeness = max(compare_titles(title, work.title) for title in _titles(subject))
    if likeness >= Likeness.NEAR:
        return None
    if likeness is Likeness.RELATED and not _authors_differ(subject, work) and not _years_differ(subject, work):
        return None
    return "the service has another title for this identifier"


def objection_by_title(subject: Subject, work: Work) -> str | None:  # noqa: PLR0911 - one return per reason
    """Return why a work found by the title is not believed to be the paper, or None if it is."""
    likeness = max(compare_titles(title, work.title) for title in _titles(subject))
    if likeness < Likeness.NEAR:
        return "the title is another one"
    if _years_differ(subject, work):
        return f"it is of {work.year}, the paper of {subject.year}"
    if _authors_differ(subject, work):
        return "no author in common"
    if _numbers_of_authors_differ(subject, work):
        return f"it has {len(work.authors)} authors, the paper {subject.n_authors}"
    if likeness is Likeness.NEAR and not _has_common_author(subject, work):
        return "the title is nearly the same, but no author confirms it"
    if not is_specific(subject.title) and not _has_common_author(subject, work):
        return "the title is too general to identify a work by itself"
    if contradict([*identifying(subject.names), *identifying(work.names)]):
        return "its identifiers contradict those of the paper"
    return None


def _titles(subject: Subject) -> tuple[str, ...]:
    return (subject.title, f"{subject.title}: {subject.subtitle}") if subject.subtitle else (subject.title,)


def _years_differ(subject: Subject, work: Work) -> bool:
    return subject.year is not None and work.year is not None and abs(subject.year - work.year) > MAX_YEARS_APART


def families_of(work: Work) -> set[str]:
    """Return the family names of the authors of a work."""
    return set(filter(None, map(family_name, work.authors)))


def _has_common_author(subject: Subject, work: Work) -> bool:
    return bool(subject.families & families_of(work))


def _authors_differ(subject: Subject, work: Work) -> bool:
    return bool(subject.families and work.authors) and not _has_common_author(subject, work)


def _numbers_of_authors_differ(subject: Subject, work: Work) -> bool:
    """Return whether the numbers of authors are too different for two versions of one work."""
    n, n_other = subject.n_authors, len(work.authors)
    if not n or not n_other or max(n, n_other) > _MAX_NAMED_AUTHORS:
        return False
    return abs(n - n_other) > max(2, max(n, n_other) // 3)


def identifying(names: Iterable[str]) -> Iterator[str]:
    """Yield the DOIs and arXiv ids among names."""
    yield from (name for name in names if name.startswith(("doi:", "arxiv:")))
