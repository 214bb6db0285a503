"""A made-up field: papers of a list, the works they cite, and traps that services lay for whoever asks them.

Everything is generated from a seed. DOIs have the prefix 10.5555, which is reserved for examples.
"""

import random
from collections.abc import Sequence
from dataclasses import dataclass, field

_SYLLABLES = ("ba", "ce", "di", "fo", "gu", "ka", "le", "mi", "no", "pu", "ra", "se", "ti", "vo", "zu")
_GIVEN = ("Ada", "Bela", "Cleo", "Dora", "Emil", "Fritz", "Greta", "Hugo", "Ines", "Jonas")
_TOPICS = ("graph", "kernel", "tensor", "policy", "lattice", "protein", "speech", "vision", "market", "climate")
_VERBS = ("learning", "pruning", "matching", "sampling", "tracing", "ranking", "folding", "planning")

TRAPS = ("prefix", "homonym", "wrong_doi", "polluted", "fake_preprint", "versions", "number", "deleted")


@dataclass(slots=True)
class MadeUpWork:
    """A work that exists, with everything that is true of it."""

    number: int
    title: str
    authors: tuple[str, ...]
    year: int
    doi: str | None
    arxiv: str | None
    references: list[int] = field(default_factory=list)
    trap: str = ""
    is_listed: bool = False
    preprint_of: int | None = None
    venue: str = "Made-up Letters"
    volume: str = "7"
    page: str = "1"
    type: str = "article"
    titles: dict[str, str] = field(default_factory=dict)
    """Other titles than the work's own, by the service that has them."""
    merged: tuple[int, ...] = ()
    """Numbers of OpenAlex that lead to the record of this work: ids of records that were merged into it."""
    is_deleted: bool = False
    """Whether OpenAlex has removed the work."""

    def title_at(self, service: str) -> str:
        """Return the title that a service has for the work."""
        return self.titles.get(service, self.title)

    @property
    def openalex(self) -> str:
        """The id at OpenAlex."""
        return f"W{9_000_000_000 + self.number}"

    @property
    def s2(self) -> str:
        """The id at Semantic Scholar."""
        return f"{self.number:040x}"


@dataclass(slots=True)
class Listed:
    """A paper as the listing prints it."""

    work: MadeUpWork
    title: str
    authors: tuple[str, ...] = ()
    year: int | None = None
    doi: str | None = None
    arxiv: str | None = None

    def bibtex(self) -> str:
        """Return the entry of the listing."""
        fields = {
            "title": f"{{{self.title}}}",
            "author": " and ".join(self.authors),
            "year": str(self.year or ""),
            "doi": self.doi or "",
            "eprint": self.arxiv or "",
            "archiveprefix": "arXiv" if self.arxiv else "",
        }
        lines = "".join(f"  {name} = {{{value}}},\n" for name, value in fields.items() if value)
        return f"@misc{{p{self.work.number},\n{lines}}}\n"


class World:
    """Works, the listed ones among them, and which service knows which works and references."""

    def __init__(self, n_listed: int = 215, n_outside: int = 400, n_traps: int = 40, seed: int = 7) -> None:
        self._random = random.Random(seed)  # noqa: S311 - a made-up field
        self.works: list[MadeUpWork] = []
        self.listed: list[Listed] = []
        for _ in range(n_listed):
            self._list_work(self._make_work())
        for _ in range(n_outside):
            self._make_work()
        originals = list(self.works)
        for number in range(n_traps):
            self._lay_trap(self.listed[number * 2 % n_listed], TRAPS[number % len(TRAPS)])
        for work in originals:
            older = [other for other in originals if other.number < work.number or not other.is_listed]
            older = [other for other in older if other is not work]
            chosen = self._random.sample(older, min(len(older), self._random.randint(4, 14)))
            work.references = [other.number for other in chosen]
        self.knows = {
            service: {
                work.number
                for work in self.works
                if work.trap in {"stranger", "fake", "preprint"} or self._random.random() < share
            }
            for service, share in (("openalex", 0.95), ("semantic-scholar", 0.93), ("crossref", 0.8), ("arxiv", 1.0))
        }
        self.knows["datacite"] = set()
        self.cites = {
            service: {
                (work.number, other)
                for work in self.works
                for other in work.references
                if self._random.random() < share
            }
            for service, share in (
                ("openalex", 0.85),
                ("semantic-scholar", 0.85),
                ("crossref", 0.7),
                ("opencitations", 0.6),
            )
        }

    def edges(self) -> set[tuple[int, int]]:
        """Return the citations among listed works that are true and that some service that knows both can tell."""
        listed = {one.work.number for one in self.listed}
        return {
            (work.number, other) for work in self.works for other in work.references if {work.number, other} <= listed
        }

    def tellable(self) -> set[tuple[int, int]]:
        """Return the true citations among listed works that at least one service has in a reference list."""
        told = set()
        for service in ("openalex", "semantic-scholar", "crossref"):
            for citing, cited in self.cites[service]:
                work, other = self.works[citing], self.works[cited]
                is_known = citing in self.knows[service] and (
                    service == "semantic-scholar" or cited in self.knows[service]
                )
                has_name = service != "crossref" or (work.doi and other.doi)
                if is_known and has_name:
                    told.add((citing, cited))
        return told & self.edges()

    def bibtex(self) -> str:
        """Return the listing."""
        return "\n".join(one.bibtex() for one in self.listed)

    def crossref_reference(self, citing: MadeUpWork, cited: MadeUpWork, n: int) -> dict[str, object]:  # noqa: ARG002 - that of another world depends on it
        """Return a reference as publishers deposit it."""
        if n % 3:
            return {"key": f"ref{n}", "DOI": cited.doi, "doi-asserted-by": "crossref"}
        return {"key": f"ref{n}", "unstructured": f"{cited.authors[0]}, {cited.title}, doi:{cited.doi}"}

    def _title(self) -> str:
        word = "".join(self._random.sample(_SYLLABLES, 3))
        topic, verb = self._random.choice(_TOPICS), self._random.choice(_VERBS)
        other = self._random.choice(_TOPICS)
        prior = f"{self._random.choice(_SYLLABLES)}{word}"
        return f"{word.title()}: {topic.title()} {verb} for {other} data with {prior} priors"

    def _authors(self) -> tuple[str, ...]:
        def name() -> str:
            return f"{self._random.choice(_GIVEN)} {''.join(self._random.sample(_SYLLABLES, 3)).title()}"

        return tuple(dict.fromkeys(name() for _ in range(self._random.randint(2, 5))))

    def _make_work(self, title: str | None = None, **changes: object) -> MadeUpWork:
        number = len(self.works)
        work = MadeUpWork(
            number=number,
            title=title or self._title(),
            authors=self._authors(),
            year=self._random.randint(2012, 2024),
            doi=f"10.5555/made.{number}",
            arxiv=f"{self._random.randint(12, 24):02}{number % 12 + 1:02}.{number:05}" if number % 2 else None,
        )
        if work.arxiv:
            work.year = 2000 + int(work.arxiv[:2])
        for name, value in changes.items():
            setattr(work, name, value)
        self.works.append(work)
        return work

    def _list_work(self, work: MadeUpWork) -> None:
        work.is_listed = True
        kind = work.number % 4
        self.listed.append(
            Listed(
                work=work,
                title=work.title,
                authors=work.authors if kind != 3 else (),
                year=work.year if kind != 3 else None,
                doi=work.doi if kind == 0 else None,
                arxiv=work.arxiv if kind == 1 else None,
            )
        )

    def _lay_trap(self, listed: Listed, trap: str) -> None:
        work = listed.work
        work.trap = trap
        match trap:
            case "prefix":
                self._make_work(f"{work.title}: A Critical Replication", trap="stranger")
            case "homonym":
                listed.doi = listed.arxiv = listed.year = None
                listed.authors = ()
                self._make_work(work.title, trap="stranger", arxiv=None)
            case "wrong_doi":
                stranger = self._make_work(trap="stranger")
                listed.doi, listed.arxiv = stranger.doi, None
            case "polluted":
                # At OpenAlex the record of a stranger bears the DOI of the paper.
                listed.doi, listed.arxiv = work.doi, None
                self._make_work(trap="stranger", doi=work.doi, arxiv=None)
            case "fake_preprint":
                listed.doi = listed.arxiv = None
                listed.authors, listed.year = work.authors, work.year
                self._make_work(work.title, trap="fake", year=2025, doi=f"10.5555/fake.{work.number}", arxiv=None)
            case "versions":
                listed.doi = work.doi
                preprint = f"10.1101/2020.01.01.{work.number:06}"
                self._make_work(
                    work.title,
                    trap="preprint",
                    authors=work.authors,
                    year=work.year,
                    doi=preprint,
                    arxiv=None,
                    preprint_of=work.number,
                )
            case "number":
                self._make_work(f"{work.title} 2", trap="stranger", authors=work.authors, year=work.year)
            case "deleted":
                self._make_work("Deleted Work", trap="stranger", doi=None, arxiv=None)


def true_numbers(works: Sequence[MadeUpWork]) -> dict[str, int]:
    """Return the number of the work that each DOI and arXiv id belongs to."""
    found: dict[str, int] = {}
    for work in works:
        number = work.number if work.preprint_of is None else work.preprint_of
        for name in (f"doi:{work.doi}" if work.doi else "", f"arxiv:{work.arxiv}" if work.arxiv else ""):
            if name:
                found.setdefault(name, number)
    return found
