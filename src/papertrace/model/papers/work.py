"""What services know about works, and what follows from it for the papers of a listing.

A `Work` is the record of one service, reduced to facts. Names of works are spelled as in lists of references: `doi:…`,
`arxiv:…`, `openalex:W…`, `s2:…`, `pmid:…`, `acl:…`.
"""

from dataclasses import dataclass, field
from enum import StrEnum

from papertrace.model.papers.facts import Facts
from papertrace.model.text import format_count

DELETED = "Deleted Work"
"""The title under which OpenAlex keeps what it has removed; such a record is not a work."""


@dataclass(frozen=True, slots=True, kw_only=True)
class CitedWork:
    """An item of a reference list: the names that the source gives for it, and title, year and first author if stated.

    `text` is the item as printed, if the service says nothing else of it.
    """

    names: tuple[str, ...]
    title: str = ""
    year: int | None = None
    text: str = ""
    author: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Work(Facts):
    """A work as one service describes it.

    `names` are all names of this record, `versions` those of other versions of the work (the preprint of an article).
    `year` is stated beside a date or without one. `orcids` are the ORCID iDs of authors by their names. `references` is
    None if the service says nothing of them. `code` are the repositories that the service names, which the paper need
    not.
    """

    names: tuple[str, ...]
    title: str = ""
    year: int | None = None
    versions: tuple[str, ...] = ()
    orcids: tuple[tuple[str, str], ...] = ()
    references: tuple[CitedWork, ...] | None = None
    abstract: str = ""
    urls: tuple[str, ...] = ()
    is_open_access: bool | None = None
    code: tuple[str, ...] = ()

    def name_of(self, registry: str) -> str | None:
        """Return the first name in a registry, without its prefix, or None.

        >>> Work(names=("doi:10.1000/1", "openalex:W1")).name_of("openalex")
        'W1'
        """
        prefix = f"{registry}:"
        return next((name.removeprefix(prefix) for name in self.names if name.startswith(prefix)), None)


@dataclass(frozen=True, slots=True, kw_only=True, order=True)
class Source:
    """Where an added fact is from: the service and the day of its answer, ISO 8601."""

    service: str
    date: str

    def __str__(self) -> str:
        """Return service and day, as in the extracted form."""
        return f"{self.service} {self.date}"


@dataclass(frozen=True, slots=True, kw_only=True)
class CodeCandidate:
    """A repository that a service names for a paper; the paper itself does not print it."""

    url: str
    source: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Candidate:
    """A work that a service offered for a paper and that was not believed, with the reason."""

    paper: str
    title: str
    service: str
    work: str
    work_title: str
    reason: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Conflict:
    """A fact that a listing prints otherwise than a service states it, or on which two services disagree."""

    paper: str
    title: str
    fact: str
    printed: str
    found: str
    source: str


class Shortfall(StrEnum):
    """Why something could not be asked, or not be read."""

    REFUSED = "refused"  # the service asked to come back later, to the end
    FAILED = "failed"  # errors of the server or the network, to the end
    UNREADABLE = "unreadable"  # an answer that is not what the service documents
    OVER_BUDGET = "over_budget"  # more than the service allows in a day


@dataclass(frozen=True, slots=True, kw_only=True)
class ServiceAccount:
    """What one service was asked and answered in a run.

    `n_answered` counts the identifiers and titles about which it answered, even if it knows no such work.
    """

    service: str
    n_requests: int = 0
    n_answered: int = 0
    n_credits: int = 0
    n_papers: int = 0
    n_references: int = 0
    shortfalls: tuple[tuple[Shortfall, int], ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class CitingWork:
    """A work outside of a list, as a service describes it: all its names, the best first, and what it cites.

    `cites` are the ids of the papers of the list that it cites, none if it is one that they cite. `n_citations` is how
    often anything cites it.
    """

    names: tuple[str, ...]
    title: str
    year: int | None
    authors: tuple[str, ...] = ()
    n_citations: int | None = None
    cites: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class EnrichmentReport:
    """What came of asking services about papers.

    `cited` are works outside of the list that several of its papers cite, as far as services describe them.
    `n_self_references` counts the papers that a service lists in their own references, which is left out. `citing` is
    empty unless citing works were asked for.
    """

    n_papers: int = 0
    n_identified: int = 0
    n_citations: int = 0
    n_self_references: int = 0
    accounts: tuple[ServiceAccount, ...] = ()
    candidates: tuple[Candidate, ...] = ()
    conflicts: tuple[Conflict, ...] = ()
    cited: tuple[CitingWork, ...] = ()
    citing: tuple[CitingWork, ...] = ()

    @property
    def is_unanswered(self) -> bool:
        """Whether services were asked, and none has answered about anything."""
        return any(one.n_requests or one.shortfalls for one in self.accounts) and not any(
            one.n_answered for one in self.accounts
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class ServicePlan:
    """What will be asked of one service: papers by identifier and by title, requests, credits and seconds."""

    service: str
    n_identifiers: int = 0
    n_titles: int = 0
    n_requests: int = 0
    n_credits: int = 0
    seconds: float = 0.0


@dataclass(frozen=True, slots=True, kw_only=True)
class EnrichmentPlan:
    """The requests that are certain before the first is sent; answers can bring further identifiers to ask for.

    `n_citing_requests` is how many will about be needed for the works that cite the papers.
    """

    n_papers: int = 0
    n_known: int = 0
    n_titles: int = 0
    services: tuple[ServicePlan, ...] = field(default=())
    n_citing_requests: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class MissingWork:
    """A work that is not in a list: its name, title and year, how many papers cite it, and how many it cites.

    `authors` are as many as are known, often the first alone; `n_citations` is how often anything cites it.
    """

    name: str
    title: str
    n_citing: int = 0
    n_cited: int = 0
    n_papers: int
    authors: tuple[str, ...] = ()
    n_citations: int | None = None

    @property
    def reason(self) -> str:
        """Why the work is suggested.

        >>> MissingWork(name="doi:10.5555/1", title="X", n_citing=14, n_papers=215).reason
        'cited by 14 of 215'
        >>> MissingWork(name="doi:10.5555/1", title="X", n_citing=1, n_cited=3, n_papers=215).reason
        'cited by 1 of 215, cites 3'
        >>> MissingWork(name="doi:10.5555/1", title="X", n_citing=2, n_papers=9, n_citations=1400).reason
        'cited by 2 of 9, 1,400 citations in all'
        """
        of = f" of {self.n_papers}"
        cited_by = f"cited by {self.n_citing}{of}" if self.n_citing else ""
        cites = f"cites {self.n_cited}{'' if cited_by else of}" if self.n_cited else ""
        in_all = "" if self.n_citations is None else f"{format_count(self.n_citations, 'citation')} in all"
        return ", ".join(filter(None, (cited_by, cites, in_all)))
