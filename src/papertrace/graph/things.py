"""What papers name: authors, countries, venues, keywords, concepts, repositories, the works that they cite and others.

`THINGS` says of each kind which facts of a paper name it; nodes beside papers, networks and tables are made from it.

Two papers have one author if they name the same ORCID iD, else if they print the same full name. A name that bears one
iD on some papers is taken for that person on the others; one that bears several is left apart where no iD is given.
Names say less than iDs, so that each author states which of the two it rests on. Reference lists print little more than
the family name and an initial of first authors, which several people may share. Other things are one if they have the
same letters and digits.
"""

import re
import unicodedata
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from types import MappingProxyType
from typing import NamedTuple

from papertrace.graph.attributes import plain_label
from papertrace.graph.layers import linked_repositories, resolve_references, slug
from papertrace.model import Paper
from papertrace.model.identifiers import family_name

ORCID = "orcid"
NAME = "name"
Named = Iterable[tuple[str, ...]]
"""The key and the label of each thing that a paper names, and how it prints that, if otherwise."""

_DATED = re.compile(r"(?P<text>.*) \((?P<year>\d{4})\)", re.DOTALL)
_NAME_OF_WORK = re.compile(r"work:(?P<text>[^-]*)-(?P<year>\d{4})-")


@dataclass(slots=True, kw_only=True)
class Thing:
    """An author, a venue or whatever else papers name, and how each of its papers, by number, prints it.

    `identity` is what tells an author from others: `orcid` or `name`; empty for others.
    """

    key: str
    label: str
    identity: str = ""
    holders: dict[int, tuple[str, ...]] = field(default_factory=dict)


class CitedWork(NamedTuple):
    """A work that a paper cites: the id of a paper or the name of another work, its title, first author and year."""

    key: str
    label: str
    author: str
    year: int | None


def collect_things(papers: Sequence[Paper], kind: str) -> list[Thing]:
    """Return the things of a kind in `THINGS`, sorted by key; the label is the spelling of the first paper."""
    found: dict[str, Thing] = {}
    for number, named in enumerate(THINGS[kind](papers)):
        for key, label, *printed in named:
            thing = found.setdefault(key, Thing(key=key, label=label))
            thing.holders.setdefault(number, tuple(printed) or (label,))
            if kind == "authors":
                thing.identity = ORCID if key.startswith("orcid:") else NAME
    return [found[key] for key in sorted(found)]


def read_cited_works(papers: Sequence[Paper]) -> list[list[CitedWork]]:
    """Return the works that each paper cites, without itself, as far as papers and reference lists describe them."""
    own = {
        paper.id: CitedWork(paper.id, _dated(paper.title, paper.year), next(iter(paper.authors), ""), paper.year)
        for paper in papers
    }
    works = []
    for paper, cited in zip(papers, resolve_references(papers), strict=True):
        titles, authors = dict(paper.cited), dict(paper.cited_authors)
        works.append([own.get(key) or _describe(key, name, titles, authors) for key, name in cited.items()])
    return works


def _describe(key: str, name: str, titles: Mapping[str, str], authors: Mapping[str, str]) -> CitedWork:
    title, author, named = titles.get(name, ""), authors.get(name, ""), _NAME_OF_WORK.match(name)
    by = _DATED.fullmatch(author)
    year = _DATED.fullmatch(title) or by or named
    printed = by["text"] if by else author or (named["text"].title() if named else "")
    return CitedWork(key, title or author or name, printed, int(year["year"]) if year else None)


def _dated(title: str, year: int | None) -> str:
    return f"{plain_label(title)} ({year})" if year else plain_label(title)


def fold_name(text: str) -> str:
    """Return the words of a name in lower case, without accents and punctuation, family name last.

    >>> fold_name("Kalé, Laxmikant V.") == fold_name("Laxmikant V. Kale")
    True
    """
    family, comma, given = text.partition(",")
    return _fold(f"{given} {family}" if comma else text)


@lru_cache(maxsize=1 << 16)
def _fold(text: str) -> str:
    plain = unicodedata.normalize("NFKD", text).casefold()
    kept = "".join(char if char.isalnum() else " " for char in plain if not unicodedata.combining(char))
    return " ".join(kept.split())


def key_of_cited_author(name: str) -> str:
    """Return the family name and an initial, which is as much as most reference lists print.

    >>> key_of_cited_author("KEENEY RL"), key_of_cited_author("Ralph L. Keeney"), key_of_cited_author("Keeney, R.")
    ('keeney r', 'keeney r', 'keeney r')
    """
    family = family_name(name)
    others = [word for word in fold_name(name).split() if word != family]
    return f"{family} {others[0][0]}" if family and others else family


def _each(read: Callable[[Paper], Iterable[str | None]]) -> Callable[[Sequence[Paper]], Iterator[Named]]:
    """Return a function that finds the things which one fact of a paper names."""

    def find(papers: Sequence[Paper]) -> Iterator[Named]:
        for paper in papers:
            labels = [plain_label(text or "") for text in read(paper)]
            yield [(key, label) for label in labels if (key := _fold(label))]

    return find


def _find_authors(papers: Sequence[Paper]) -> Iterator[Named]:
    ids: dict[str, set[str]] = {}
    orcids = [{fold_name(name): one for name, one in paper.added.orcids} if paper.added else {} for paper in papers]
    for own in orcids:
        for folded, orcid in own.items():
            ids.setdefault(folded, set()).add(orcid)
    for paper, own in zip(papers, orcids, strict=True):
        found = []
        for label in map(plain_label, paper.authors):
            folded = fold_name(label)
            known = ids.get(folded, set())
            identifier = own.get(folded) or (next(iter(known)) if len(known) == 1 else None)
            if folded:
                found.append((f"orcid:{identifier}" if identifier else folded, label))
        yield found


def _find_concepts(papers: Sequence[Paper]) -> Iterator[Named]:
    for paper in papers:
        yield [
            (one.key, plain_label(one.label) or plain_label(one.key) or "(no name)", *filter(None, one.surfaces))
            for one in paper.concepts
        ]


def _find_repositories(papers: Sequence[Paper]) -> Iterator[Named]:
    for paper in papers:
        yield [
            (
                ref.key,
                slug(ref),
                *dict.fromkeys(one.raw.strip() or one.url for one in paper.links if one.repository == ref),
            )
            for ref in linked_repositories(paper)
        ]


def _find_cited_authors(papers: Sequence[Paper]) -> Iterator[Named]:
    for works in read_cited_works(papers):
        yield [(key, work.author) for work in works if (key := key_of_cited_author(work.author))]


THINGS: Mapping[str, Callable[[Sequence[Paper]], Iterable[Named]]] = MappingProxyType(
    {
        "authors": _find_authors,
        "institutions": _each(lambda paper: paper.institutions),
        "countries": _each(lambda paper: paper.countries),
        "venues": _each(lambda paper: (paper.venue,)),
        "keywords": _each(lambda paper: paper.keywords),
        "index_keywords": _each(lambda paper: paper.index_keywords),
        "concepts": _find_concepts,
        "repositories": _find_repositories,
        "cited_works": lambda papers: ([work[:2] for work in works] for works in read_cited_works(papers)),
        "cited_authors": _find_cited_authors,
    }
)
"""For each kind, the function that yields what each paper names, in the order of the papers."""

SINGULAR: Mapping[str, str] = MappingProxyType(
    {name: f"{name[:-3]}y" if name.endswith("ies") else name[:-1] for name in THINGS}
)
"""What one thing of each kind is called."""
