"""What is known of a paper: facts, people, concepts, and works that it cites.

A fact is a field of `Facts`, which holds it, and a row of `facts.toml`, and nowhere else. The extracted form, merging,
attributes of nodes, the page, data frames and the tables of the documentation are made from these rows.

A `Work` is the record of one service, reduced to facts. Names of works are spelled as in lists of references: `doi:…`,
`arxiv:…`, `openalex:W…`, `s2:…`, `pmid:…`, `acl:…`.
"""

import re
import tomllib
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, fields
from enum import StrEnum
from itertools import takewhile
from operator import attrgetter
from pathlib import Path
from typing import Any, NamedTuple

from papertrace.model.link import Span
from papertrace.model.text import format_count
from papertrace.model.values import quick_init

_SUFFIXES = frozenset({"jr", "sr", "ii", "iii", "iv"})
# Words that no person has in a name.
_OF_ORGANISATIONS = frozenset(
    (
        *("agency", "alliance", "association", "authors", "center", "centre", "collaboration", "college", "commission"),
        *("committee", "community", "company", "consortium", "contributors", "corporation", "council", "department"),
        *("developers", "editors", "foundation", "gmbh", "group", "inc", "initiative", "institut", "institute"),
        *("institution", "lab", "laboratories", "laboratory", "labs", "library", "llc", "ltd", "ministry", "museum"),
        *("network", "office", "organisation", "organization", "partnership", "program", "programme", "project"),
        *("research", "school", "society", "team", "universität", "université", "university"),
        *("&", "and", "for", "of"),
    )
)
# Three capitals are initials unless they can be spoken, as LEE and KIM.
_INITIALS = re.compile(r"(?:[^\W\d_a-z]\.-?){1,4}[^\W\d_a-z]?|[^\W\d_a-z]{1,2}|[^\W\d_a-zAEIOU]{3}")
_GLUED = re.compile(r"(?<=[^\W\d_]\.)(?=[^\W\d_]{2})")  # J.Goodman
_MAX_CHARS = 300


class AuthorName(NamedTuple):
    """The family name with its particles, the given names, and a suffix; the last two may be empty."""

    family: str
    given: str = ""
    suffix: str = ""

    @property
    def is_plain(self) -> bool:
        """Whether readers of BibTeX find the same parts in the name as it is usually printed, given names first."""
        words = self.family.split()
        return len(words) == 1 or (bool(self.given) and words[0].islower())


def read_author(name: str) -> AuthorName:
    """Return the parts of a name in one of its usual forms; an organisation has a family name alone.

    >>> read_author("Bram de Wit")[:2], read_author("Ito A.")[:2], read_author("Wit, Bram de")[:2]
    (('de Wit', 'Bram'), ('Ito', 'A.'), ('Wit', 'Bram de'))
    >>> read_author("Martin King, Jr."), read_author("TIGER Collaboration").family
    (AuthorName(family='King', given='Martin', suffix='Jr.'), 'TIGER Collaboration')
    """
    name = " ".join(name[:_MAX_CHARS].split())
    if name.startswith("The ") or any(word.strip(".,()").casefold() in _OF_ORGANISATIONS for word in name.split()):
        return AuthorName(name)
    first, *others = (part.strip() for part in name.split(","))
    suffix = next((part for part in others if _is_suffix(part)), "")
    if given := " ".join(part for part in others if part and part != suffix):
        return AuthorName(first, given, suffix) if first else AuthorName(name)
    words = _GLUED.sub(" ", first).split()
    if len(words) > 1 and _is_suffix(words[-1]):
        suffix = words.pop()
    n_given = len(list(takewhile(_INITIALS.fullmatch, reversed(words[1:]))))
    if n_given:  # "Ito A.", as databases print names
        return AuthorName(" ".join(words[:-n_given]), " ".join(words[-n_given:]), suffix)
    n_family = 1 + len(list(takewhile(str.islower, reversed(words[1:-1]))))
    return AuthorName(" ".join(words[-n_family:]) or name, " ".join(words[:-n_family]), suffix)


def _is_suffix(word: str) -> bool:
    return word.lower().rstrip(".") in _SUFFIXES


def parts_for_bibtex(name: str) -> Sequence[str]:
    """Return the parts of a name that commas separate in BibTeX; one alone stands in braces, and none is printed as is.

    >>> parts_for_bibtex("Ito A."), parts_for_bibtex("Smith and Sons"), parts_for_bibtex("Ada Örn")
    (('Ito', 'A.'), ('Smith and Sons',), ())
    """
    author = read_author(name)
    if not author.given:
        return () if author.is_plain and not author.suffix else (author.family,)
    is_inverted = name.rsplit(maxsplit=1)[-1] != author.family.split()[-1]
    if author.suffix:
        return (author.family, author.suffix, author.given)
    return (author.family, author.given) if is_inverted or not author.is_plain else ()


_KINDS: Mapping[Any, type] = {str | None: str, int | None: int}
Merge = Callable[[Sequence[Any]], Any]
"""The value of a paper from those of its entries that have one, in an order that does not depend on that of reading."""


def longest(values: Sequence[tuple[str, ...]]) -> tuple[str, ...]:
    """Return the longest list; of several, the last in alphabetical order."""
    return max(values, key=lambda items: (len(items), items))


def earliest(values: Sequence[str]) -> str:
    """Return the first date. One with a year begins with a digit and is preferred to one without."""
    return min(values, key=lambda date: (date[0] == "-", date))


def of_publication(values: Sequence[Any]) -> Any:  # noqa: ANN401 - whatever the type of the fact
    """Return the value of the entry that says most about where the paper was published, which is the only one given.

    The volume of the journal is not one of the proceedings, so all such facts are of one entry.
    """
    return values[0]


@dataclass(frozen=True, slots=True, kw_only=True)
class Fact:
    """The definition of a fact.

    `name` is the field or property that holds it, dotted where it is part of another value; the extracted form has it
    under the same key. `annotation` is the type of the field.

    `meaning` says what it is, without a full stop. `merge` chooses among the values of several entries; None for what
    follows from other facts.

    `is_always_written` says that the extracted form has the key even where the fact is not known, as `null` or `[]`.

    `attribute` is the name of the attribute of nodes, empty for none; a list is one text there, joined by `|`. It is
    missing where the fact is not known, unless `is_on_all_papers`: then it is an empty text. `is_verbatim` is a name
    in some registry, in which nothing is a formula.

    `page` is its key in the data of a paper on the page, empty for none. `label` is what readers are shown: a row of
    its own in the panel of a paper if `has_row`, the name of a shade if `is_shade`, by which marks can be coloured, and
    sized if it is a number. Any attribute that the page does not show otherwise is a shade too, under its own name.

    `is_column` says whether data frames have it.
    """

    name: str = ""
    annotation: Any = str | None
    meaning: str
    merge: Merge | None = None
    is_always_written: bool = False
    attribute: str = ""
    is_on_all_papers: bool = False
    is_verbatim: bool = False
    page: str = ""
    label: str = ""
    has_row: bool = False
    is_shade: bool = False
    is_column: bool = True

    @property
    def kind(self) -> type:
        """What a value is: `str`, `int`, or `tuple` for a list."""
        return _KINDS.get(self.annotation, tuple)

    @property
    def column(self) -> str:
        """The name of its column in data frames."""
        return self.name.rpartition(".")[2]

    @property
    def absent(self) -> object:
        """The value where the fact is not known."""
        return () if self.kind is tuple else None

    @property
    def attribute_meaning(self) -> str:
        """What the attribute means, and what stands where it is not known."""
        joined = " joined by `|`" if self.kind is tuple else ""
        if not self.is_on_all_papers:
            return f"{self.meaning}{joined}; absent where none is known"
        return f"{self.meaning}{joined or ', empty where none is printed'}"


@dataclass(frozen=True, slots=True, kw_only=True, order=True)
class Affiliation:
    """Where authors work: the institution and its city as printed, the country as its code of ISO 3166-1 alpha-2.

    `authors` are the names of those who work there, spelled as among the authors of the paper; empty if the source does
    not say who does.
    """

    institution: str
    city: str = ""
    country: str = ""
    authors: tuple[str, ...] = ()

    def __str__(self) -> str:
        """Return institution, city and country, as far as they are known.

        >>> str(Affiliation(institution="Harbour Institute", country="NO"))
        'Harbour Institute, NO'
        """
        return ", ".join(filter(None, (self.institution, self.city, self.country)))


@dataclass(frozen=True, slots=True, kw_only=True)
class Facts:
    """The facts of a publication, each absent unless it is known.

    `date` is ISO 8601, `--MM-DD` if the year is not printed.
    """

    authors: tuple[str, ...] = ()
    n_authors: int | None = None
    organisation: str | None = None
    date: str | None = None
    n_comments: int | None = None
    subtitle: str | None = None
    venue: str | None = None
    publisher: str | None = None
    type: str | None = None
    volume: str | None = None
    first_page: str | None = None
    keywords: tuple[str, ...] = ()
    index_keywords: tuple[str, ...] = ()
    n_citations: int | None = None
    issue: str | None = None
    last_page: str | None = None
    language: str | None = None
    issn: str | None = None
    isbn: str | None = None
    editors: tuple[str, ...] = ()
    affiliations: tuple[Affiliation, ...] = ()
    funding: tuple[str, ...] = ()
    files: tuple[str, ...] = ()

    @property
    def year(self) -> int | None:
        """The year of `date`, or None if it is not printed."""
        year = self.date[:4] if self.date else ""
        return int(year) if year.isascii() and year.isdigit() else None

    @property
    def institutions(self) -> tuple[str, ...]:
        """The institutions of the authors, each once."""
        return tuple(dict.fromkeys(one.institution for one in self.affiliations if one.institution))

    @property
    def countries(self) -> tuple[str, ...]:
        """The countries in which the authors work, each once."""
        return tuple(dict.fromkeys(one.country for one in self.affiliations if one.country))

    @property
    def country(self) -> str | None:
        """The country of the first affiliation with one, or None if none is known."""
        return next(iter(self.countries), None)


def _read_table() -> Iterator[Fact]:
    """Yield the facts of the table, with the types of the fields that hold them."""
    types = {one.name: one.type for one in fields(Facts)}
    kinds = {"int": int | None, "list": tuple[str, ...], "": str | None}
    merges = {one.__name__: one for one in (longest, earliest, of_publication, min, max)}
    table = tomllib.loads(Path(__file__).with_name("facts.toml").read_text(encoding="utf-8"))
    for name, row in table.items():
        annotation = types.get(name, kinds[row.pop("kind", "")])
        yield Fact(name=name, annotation=annotation, **{**row, "merge": merges.get(row.get("merge", ""))})


DEFINED = tuple(_read_table())
"""All facts, in the order in which they are written and shown."""

MERGED = {fact.name: fact for fact in DEFINED if fact.merge is not None}
"""The facts that entries have, by name; the others follow from them."""

OF_PUBLICATION = tuple(name for name, fact in MERGED.items() if fact.merge is of_publication)
"""The names of the facts that say where a paper was published."""

NOTHING = (None, "", ())
"""The values of a fact that is not known."""

_values_of = attrgetter(*MERGED)


def merge_facts(entries: Sequence[Facts]) -> dict[str, Any]:
    """Return the merged facts of some entries, by name; the order of the entries decides between equals.

    Of the entries that say equally much about the publication, one with a journal or conference is preferred to arXiv.
    """
    values = [_values_of(entry) for entry in entries]
    if len(entries) == 1:
        return {name: None if value == "" else value for name, value in zip(MERGED, values[0], strict=True)}
    publication = max(entries, key=_rank_publication)
    merged = {}
    for (name, fact), *column in zip(MERGED.items(), *values, strict=True):
        of = [getattr(publication, name)] if fact.merge is of_publication else column
        known = [value for value in of if value not in NOTHING]
        merged[name] = fact.merge(known) if known and fact.merge else fact.absent
    return merged


def _rank_publication(entry: Facts) -> tuple[int, bool]:
    n_told = sum(getattr(entry, name) not in NOTHING for name in OF_PUBLICATION)
    return n_told, not (entry.venue or "").lower().startswith("arxiv")


@quick_init
@dataclass(frozen=True, slots=True, kw_only=True)
class Concept:
    """An idea that papers can share.

    `key` is the folded identity, equal for all variants; `label` the most common surface form in the corpus;
    `surfaces` the forms that occur in this paper, sorted. `score` is the probability, 0 to 1, that an indexer
    would choose it for this paper; `n` counts its occurrences in title and abstract.
    """

    key: str
    label: str
    surfaces: tuple[str, ...] = ()
    score: float = 1.0
    n: int = 1
    in_title: bool = False

    @property
    def is_topical(self) -> bool:
        """Whether the paper has it in the title or says it more than once."""
        return self.in_title or self.n > 1


@dataclass(frozen=True, slots=True, kw_only=True)
class Mention:
    """An occurrence of the name of another paper's system in a paper's text.

    `target` is the id of the named paper and `title` its title, if known; `surface` is the name as printed,
    `sentence` the evidence.
    """

    target: str
    surface: str
    sentence: str
    span: Span
    title: str | None = None


class Measures(NamedTuple):
    """What the background table says of a term, by which it is judged.

    `title_share` and `burst_share` are the shares of its papers that have it in the title, and at least twice; `rate`
    is how many of 1,000 papers in the fields of the listing have it, `dispersion` how many in the second-rarest field.
    """

    title_share: float
    burst_share: float
    rate: float
    dispersion: float


@dataclass(frozen=True, slots=True, kw_only=True)
class Judgement:
    """The decision on one term of a paper: kept as a concept, or dropped.

    `score` is the probability (0 to 1) that an indexer would choose the term for the paper, and 0 for those that are
    not concepts of the corpus; `df` is the number of papers that have the term and `n` its number of occurrences in
    this one. `spans` are its positions in the listing, in order; terms split by markup have fewer of them than
    occurrences. `is_wanted` marks a term of the user's vocabulary, `is_own` the name of the paper's own system.
    `reason` is why a term was dropped, `measures` what the background table says of it, if it has it.
    """

    label: str
    kept: bool
    reason: str
    score: float = 0.0
    df: int = 0
    n: int = 0
    in_title: bool = False
    is_acronym: bool = False
    is_wanted: bool = False
    is_own: bool = False
    surfaces: tuple[str, ...] = ()
    spans: tuple[Span, ...] = ()
    measures: Measures | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Explanation:
    """The decisions on all terms of one paper: the kept ones best first, then the dropped ones."""

    paper_id: str
    title: str
    span: Span
    n_papers: int
    judgements: tuple[Judgement, ...] = ()


class Form(NamedTuple):
    """A term as written by the user, and its key (as in `papertrace.model.papers.candidate.Candidate`)."""

    text: str
    key: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Terms:
    """A user's thesaurus, vocabulary and stop list; all are empty by default.

    `synonyms` are groups of forms with the same meaning, the preferred one first. Forms in `vocabulary` are concepts
    wherever they occur, those in `ignored` never.
    """

    synonyms: tuple[tuple[Form, ...], ...] = ()
    vocabulary: tuple[Form, ...] = ()
    ignored: tuple[Form, ...] = ()


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
