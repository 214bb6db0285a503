"""Inheritance of fields between entries of a bibliography: `crossref` and `xdata`, by the rules of BibLaTeX.

A volume gives its title to its parts as their `booktitle`, a periodical as `journaltitle`, a work of several volumes as
`maintitle`; other fields keep their names. Nothing that an entry has itself is replaced. The parent may come later, so
that an entry with one waits for it.
"""

from collections import deque
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from papertrace.listings.bibliographies.bibtex_blocks import Block, Fields, Value
from papertrace.model import Problem

_BOOKS = frozenset({"book", "mvbook", "collection", "mvcollection", "proceedings", "mvproceedings", "reference"})
_WORKS_OF_SEVERAL_VOLUMES = frozenset({"mvbook", "mvcollection", "mvproceedings", "mvreference"})
_VOLUMES = frozenset({"book", "collection", "proceedings", "reference"})
_PARENTS = _BOOKS | {"mvreference", "periodical", "xdata"}
# Fields that describe the parent alone.
_OWN = frozenset(
    ["title", "subtitle", "titleaddon", "shorttitle", "sorttitle", "indextitle", "indexsorttitle", "shorthand"],
) | {"crossref", "xref", "xdata", "entryset", "ids", "keywords", "label", "options", "abstract", "annotation", "file"}
# Addresses and identifiers of a volume are not those of its parts.
_OF_PARENT = frozenset({"doi", "url", "eprint", "pdf", "isbn", "pages", "author", "pagetotal", "note", "addendum"})
_MAX_PARENTS = 100_000
_MAX_WAITING = 50_000
_MAX_DEPTH = 4


@dataclass(slots=True)
class Member:
    """An entry with its fields, with those that it inherits once it `has_inherited`."""

    block: Block
    fields: Fields
    has_inherited: bool = False


class Families:
    """Entries in order, each ready as soon as the entries that it inherits from are known."""

    def __init__(self) -> None:
        self._parents: dict[str, Member] = {}
        self._waiting: deque[Problem | Member] = deque()

    def wait(self, problem: Problem) -> None:
        """Add a problem, which waits for the entries above it."""
        self._waiting.append(problem)

    def add(self, block: Block, fields: Fields) -> None:
        """Add an entry."""
        member = Member(block, fields)
        if block.type in _PARENTS and len(self._parents) < _MAX_PARENTS:
            self._parents.setdefault(fields.key.lower(), member)
        self._waiting.append(member)

    def take_ready(self) -> Iterator[Problem | Member]:
        """Yield the first entries whose parents are known; if very many wait, the first of them goes without."""
        while self._waiting:
            first = self._waiting[0]
            if (
                isinstance(first, Member)
                and len(self._waiting) < _MAX_WAITING
                and any(key not in self._parents for key in _keys_of_parents(first.fields))
            ):
                return
            yield self._take()

    def take_all(self) -> Iterator[Problem | Member]:
        """Yield all that is left: the parents that are missing now do not exist."""
        while self._waiting:
            yield self._take()

    def _take(self) -> Problem | Member:
        one = self._waiting.popleft()
        if isinstance(one, Member):
            self._inherit(one, 0)
        return one

    def _inherit(self, member: Member, depth: int) -> None:
        if member.has_inherited:
            return
        member.has_inherited = True
        for key in _keys_of_parents(member.fields):
            parent = self._parents.get(key)
            if parent is None or parent is member or depth > _MAX_DEPTH:
                continue
            self._inherit(parent, depth + 1)
            for name, value in _inherited(parent, member.block.type).items():
                member.fields.values.setdefault(name, value)


def _keys_of_parents(fields: Fields) -> list[str]:
    if "crossref" not in fields.values and "xdata" not in fields.values:
        return []
    named = [fields.values[name].text for name in ("xdata", "crossref") if name in fields.values]
    return [key.strip().lower() for text in named for key in text.split(",") if key.strip()]


def _inherited(parent: Member, kind: str) -> Mapping[str, Value]:
    """Return the fields that an entry of some type inherits, under the names that they get in it."""
    values = parent.fields.values
    if parent.block.type == "xdata":
        return {name: value for name, value in values.items() if name != "xdata"}
    given = {name: value for name, value in values.items() if name not in _OWN | _OF_PARENT}
    if parent.block.type == "periodical":
        new = {"title": "journaltitle", "subtitle": "journalsubtitle"}
    elif parent.block.type in _WORKS_OF_SEVERAL_VOLUMES and kind in _VOLUMES:
        new = {"title": "maintitle", "subtitle": "mainsubtitle"}
    else:
        new = {"title": "booktitle", "subtitle": "booksubtitle"}
    return given | {new[name]: values[name] for name in new if name in values}
