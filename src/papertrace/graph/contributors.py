"""Authors and venues of papers, as far as names tell them apart.

Two papers have one author if they name the same ORCID iD, else if they print the same full name. A name that bears one
iD on some papers is taken for that person on the others; one that bears several is left apart where no iD is given.
Names say less than iDs, so that each author states which of the two it rests on.
"""

import unicodedata
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from papertrace.graph.attributes import plain_label
from papertrace.model import Paper

ORCID = "orcid"
NAME = "name"


@dataclass(slots=True, kw_only=True)
class Contributor:
    """An author or venue, and how each of its papers, by number, prints it.

    `identity` is what tells an author from others: `orcid` or `name`; empty for a venue.
    """

    key: str
    label: str
    identity: str = ""
    holders: dict[int, tuple[str, ...]] = field(default_factory=dict)


def collect_authors(papers: Sequence[Paper]) -> list[Contributor]:
    """Return the authors of papers, sorted by key: `orcid:…` or the folded name."""
    ids: dict[str, set[str]] = {}
    for paper in papers:
        for name, orcid in _orcids(paper):
            ids.setdefault(_fold(name), set()).add(orcid)
    found: dict[str, Contributor] = {}
    for number, paper in enumerate(papers):
        own = {_fold(name): orcid for name, orcid in _orcids(paper)}
        for name in paper.authors:
            folded, label = _fold(name), plain_label(name)
            if not folded:
                continue
            known = ids.get(folded, set())
            identifier = own.get(folded) or (next(iter(known)) if len(known) == 1 else None)
            key = f"orcid:{identifier}" if identifier else folded
            author = found.setdefault(key, Contributor(key=key, label=label, identity=ORCID if identifier else NAME))
            author.holders.setdefault(number, (label,))
    return [found[key] for key in sorted(found)]


def collect_venues(papers: Sequence[Paper]) -> list[Contributor]:
    """Return the venues of papers, sorted by key; spellings that differ in case and punctuation are one."""
    found: dict[str, Contributor] = {}
    for number, paper in enumerate(papers):
        label = plain_label(paper.venue or "")
        if key := _fold(label):
            found.setdefault(key, Contributor(key=key, label=label)).holders[number] = (label,)
    return [found[key] for key in sorted(found)]


def _orcids(paper: Paper) -> Iterator[tuple[str, str]]:
    yield from paper.added.orcids if paper.added is not None else ()


def _fold(text: str) -> str:
    """Return the words of a name in lower case, without accents and punctuation, family name last.

    >>> _fold("Kalé, Laxmikant V.") == _fold("Laxmikant V. Kale")
    True
    """
    family, comma, given = text.partition(",")
    plain = unicodedata.normalize("NFKD", f"{given} {family}" if comma else text).casefold()
    kept = "".join(char if char.isalnum() else " " for char in plain if not unicodedata.combining(char))
    return " ".join(kept.split())
