"""Why a work that a service describes is not the paper that a listing prints: titles, years, authors, identifiers."""

import unicodedata
from collections.abc import Container, Iterable, Iterator, Sequence
from dataclasses import dataclass

from papertrace.enrich.sources import TITLE
from papertrace.enrich.titles import Likeness, core_of, is_specific, match_title, tell_of_others
from papertrace.model import Paper
from papertrace.model.identifiers import family_name
from papertrace.model.papers.facts import Work
from papertrace.word_lists import read_word_lists

# Prefixes of DOIs under which servers of preprints register: bioRxiv and medRxiv, SSRN, Research Square, Preprints.org,
# ChemRxiv, OSF, Authorea, TechRxiv, EarthArXiv, ESSOAr, SciELO, arXiv; and Zenodo and figshare, where authors deposit
# copies.
PREPRINT_PREFIXES = (
    "10.1101/",
    "10.64898/",
    "10.2139/ssrn",
    "10.21203/rs",
    "10.20944/preprints",
    "10.26434/chemrxiv",
    "10.31219/osf",
    "10.31234/osf",
    "10.31235/osf",
    "10.22541/au",
    "10.36227/techrxiv",
    "10.31223/",
    "10.1002/essoar",
    "10.1590/scielopreprints",
    "10.48550/arxiv",
    "10.5281/zenodo",
    "10.6084/m9.figshare",
)
_RANKS = ("doi", "arxiv", "openalex", "s2", "pmid", "acl", "work")


# Services name works by different identifiers and say that some are the same: a record with a DOI and an arXiv id, a
# preprint of an article. Names are joined by what they say, except where that would give one work two articles or two
# preprints of arXiv: some records bear identifiers of other works.
def is_preprint(name: str) -> bool:
    """Return whether a name is that of a preprint: an arXiv id, or the DOI of a server of preprints.

    >>> is_preprint("arxiv:2401.00001"), is_preprint("doi:10.1101/2020.01.01.1"), is_preprint("doi:10.1000/1")
    (True, True, False)
    """
    return name.startswith("arxiv:") or name.removeprefix("doi:").startswith(PREPRINT_PREFIXES)


def rank_name(name: str) -> tuple[int, int, str]:
    """Return the key that sorts names of one work, the best first: article before preprint, DOI, arXiv, the others.

    >>> sorted(["s2:1", "openalex:W1", "arxiv:2401.00001", "doi:10.1101/1", "doi:10.9/x"], key=rank_name)[:3]
    ['doi:10.9/x', 'doi:10.1101/1', 'arxiv:2401.00001']
    """
    registry = name.partition(":")[0]
    rank = _RANKS.index(registry) if registry in _RANKS else len(_RANKS)
    return rank, int(is_preprint(name)), name


class Identities:
    """Names joined to works; a union-find structure that refuses contradictions.

    >>> identities = Identities()
    >>> identities.join(["openalex:W1", "doi:10.9/x"])
    >>> identities.join(["openalex:W1", "doi:10.9/y"])  # refused: two articles
    >>> identities.join(["doi:10.9/y", "arxiv:2401.00001"])
    >>> identities.best("openalex:W1"), identities.best("arxiv:2401.00001")
    ('doi:10.9/x', 'doi:10.9/y')
    """

    def __init__(self) -> None:
        self._parent: dict[str, str] = {}
        self._members: dict[str, list[str]] = {}

    def join(self, names: Sequence[str]) -> None:
        """Join names of one work, those that contradict none of the names joined so far."""
        first = names[0] if names else ""
        for other in names[1:]:
            self._join_two(first, other)

    def find(self, name: str) -> str:
        """Return the name that represents a work."""
        while (parent := self._parent.get(name, name)) != name:
            self._parent[name] = self._parent.get(parent, parent)
            name = parent
        return name

    def names(self, name: str) -> list[str]:
        """Return all names of the work that has a name, the best first."""
        return sorted(self._members.get(self.find(name), [name]), key=rank_name)

    def best(self, name: str) -> str:
        """Return the best name of a work: the DOI of the article, else an arXiv id, else that of a service."""
        return min(self._members.get(self.find(name), [name]), key=rank_name)

    def __iter__(self) -> Iterator[list[str]]:
        """Yield the names of each work that has several, the best first."""
        for members in self._members.values():
            yield sorted(members, key=rank_name)

    def _join_two(self, one: str, other: str) -> None:
        one, other = self.find(one), self.find(other)
        if one == other:
            return
        members, others = self._members.get(one, [one]), self._members.get(other, [other])
        if contradict([*members, *others]):
            return
        root, leaf = (one, other) if len(members) >= len(others) else (other, one)
        self._parent[leaf] = root
        self._members.pop(leaf, None)
        self._members[root] = [*members, *others]


def contradict(names: Iterable[str]) -> bool:
    """Return whether names cannot be of one work: two articles, or two papers of arXiv.

    >>> contradict(["doi:10.9/x", "doi:10.1101/1", "arxiv:2401.00001"]), contradict(["doi:10.9/x", "doi:10.9/y"])
    (False, True)
    """
    names = set(names)
    articles = [name for name in names if name.startswith("doi:") and not is_preprint(name)]
    return len(articles) > 1 or sum(name.startswith("arxiv:") for name in names) > 1


MAX_YEARS_APART = 1
MAX_YEARS_MISPRINTED = 5
"""How far the printed year may be from that of the only work with the title, if it has all printed authors."""
_MIN_AUTHORS = 2
_MIN_COMMON = 0.5
_OTHER_TYPES = frozenset(read_word_lists(__package__, "other_works.toml")["types"].split("\n")) - {""}
_MAX_NAMED_AUTHORS = 50
"""Services cut longer lists of authors, so that their number says nothing."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Subject:
    """What a paper prints that can tell it from other works.

    The title of a paper that is known by an identifier alone is empty: it is whatever the identifier names.
    """

    paper: str
    title: str
    subtitle: str
    year: int | None
    families: frozenset[str]
    n_authors: int | None
    names: tuple[str, ...]
    has_code: bool
    type: str = ""

    @property
    def title_key(self) -> str:
        """The key of a search for the title, without what listings put before and behind it."""
        return TITLE + core_of(self.title)

    @property
    def is_title_alone(self) -> bool:
        """Whether nothing but the title tells the paper from others."""
        return self.year is None and not self.families


def subject_of(paper: Paper, dead: Container[str] = frozenset()) -> Subject:
    """Return what can tell a paper from other works; links to repositories that are dead do not count as code."""
    return Subject(
        paper=paper.id,
        title="" if paper.is_untitled else " ".join(paper.title.split()),
        subtitle=" ".join((paper.subtitle or "").split()),
        year=paper.year,
        families=frozenset(filter(None, map(_family, paper.authors))),
        n_authors=paper.n_authors,
        names=paper.identifiers.all_names(),
        has_code=any(link.repository is not None and link.url not in dead for link in paper.links),
        type=(paper.type or "").casefold(),
    )


def objection_by_name(subject: Subject, name: str, work: Work) -> str | None:
    """Return why a work under an identifier of the paper is not the paper, or None if it is.

    Preprints change their titles: one with all the printed authors is the paper unless its title tells of another work.
    """
    if not work.title:
        return "the service has no title for this identifier"
    likeness = likeness_of(subject, work)
    if not subject.title or likeness >= Likeness.NEAR:
        return None
    families = families_of(work)
    has_all_authors = len(families) >= _MIN_AUTHORS and subject.families == families
    is_version = is_preprint(name) and has_all_authors and not tell_of_others(subject.title, work.title)
    is_alike = is_version or (likeness >= Likeness.RELATED and not _authors_differ(subject, work))
    if is_alike and not _years_differ(subject, work):
        return None
    return "the service has another title for this identifier"


def objection_by_title(subject: Subject, work: Work) -> str | None:  # noqa: PLR0911 - one return per reason
    """Return why a work found by the title is not believed to be the paper, or None if it is."""
    likeness = likeness_of(subject, work)
    is_subtitled = likeness is Likeness.SUBTITLED and work.year is not None and subject.year is not None
    if likeness < Likeness.NEAR and not (is_subtitled and _has_common_author(subject, work)):
        return "the title is another one"
    kind = (work.type or "").casefold()
    if kind in _OTHER_TYPES and kind != subject.type:
        return f"it is of the type {kind}"
    if _years_differ(subject, work) and not is_misdated(subject, work):
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


def likeness_of(subject: Subject, work: Work) -> Likeness:
    """Return how alike the titles of a paper and of a work are."""
    return max(match_title(title, work.title) for title in _titles(subject))


def is_misdated(subject: Subject, work: Work) -> bool:
    """Return whether a work has the title and all printed authors of a paper, so that the printed year may be wrong.

    A preprint may be a stranger's copy, which bears them as well.
    """
    if subject.year is None or work.year is None or any(map(is_preprint, work.names)):
        return False
    return (
        MAX_YEARS_APART < abs(subject.year - work.year) <= MAX_YEARS_MISPRINTED
        and likeness_of(subject, work) is Likeness.EQUAL
        and len(subject.families) >= _MIN_AUTHORS
        and subject.families <= families_of(work)
    )


def are_same(families: Iterable[str], others: Iterable[str]) -> bool:
    """Return whether two lists of authors are of versions of one work: most of them are common, and two at least.

    >>> are_same({"doe", "roe"}, {"doe", "roe", "poe"}), are_same({"doe"}, {"doe", "roe"}), are_same((), ())
    (True, False, False)
    """
    common, every = {*families} & {*others}, {*families} | {*others}
    return bool(every) and len(common) >= max(_MIN_COMMON * len(every), min(_MIN_AUTHORS, len(every)))


def _titles(subject: Subject) -> tuple[str, ...]:
    return (subject.title, f"{subject.title}: {subject.subtitle}") if subject.subtitle else (subject.title,)


def _years_differ(subject: Subject, work: Work) -> bool:
    return subject.year is not None and work.year is not None and abs(subject.year - work.year) > MAX_YEARS_APART


def families_of(work: Work) -> set[str]:
    """Return the family names of the authors of a work."""
    return set(filter(None, map(_family, work.authors)))


def _family(name: str) -> str:
    """Return the family name; of a name in another script than Latin all characters, sorted: its order varies.

    >>> _family("Ann Doe"), _family("\u738b\u4f1f") == _family("\u4f1f \u738b")
    ('doe', True)
    """
    folded = "".join(sorted(name.replace(" ", "")))
    return folded if name and not _is_latin(name) else family_name(name)


def _is_latin(name: str) -> bool:
    return any("LATIN" in unicodedata.name(char, "") for char in name[:100])


def _has_common_author(subject: Subject, work: Work) -> bool:
    return bool(subject.families & families_of(work))


def _authors_differ(subject: Subject, work: Work) -> bool:
    """Return whether no author is common; names in different scripts cannot be compared."""
    families = families_of(work)
    scripts, others = ({_is_latin(name) for name in names} for names in (subject.families, families))
    return bool(scripts & others) and not _has_common_author(subject, work)


def _numbers_of_authors_differ(subject: Subject, work: Work) -> bool:
    """Return whether the numbers of authors are too different for two versions of one work.

    A listing may name the first ones only.
    """
    if subject.families and subject.families <= families_of(work):
        return False
    n, n_other = subject.n_authors, len(work.authors)
    if not n or not n_other or max(n, n_other) > _MAX_NAMED_AUTHORS:
        return False
    return abs(n - n_other) > max(2, max(n, n_other) // 3)


def identifying(names: Iterable[str]) -> Iterator[str]:
    """Yield the DOIs and arXiv ids among names."""
    yield from (name for name in names if name.startswith(("doi:", "arxiv:")))
