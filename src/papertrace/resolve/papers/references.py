"""References to papers of the corpus, by any of their identifiers."""

from array import array
from bisect import bisect_left
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from typing import ClassVar, NamedTuple

from papertrace.counting.hashing import hash_text, hash_texts
from papertrace.model import Paper
from papertrace.model.identifiers import name_work, normalise_identifier
from papertrace.resolve.papers.hashes import sort_pairs


class ReferenceIndex:
    """An index from the names of papers to their numbers, for resolving references.

    It stores the hash of each name and the number of its paper, about 32 bytes for a paper with two names.

    >>> index = ReferenceIndex()
    >>> index.add(0, Paper(id="doi:10.1/x", title="X", abstract="", entries=()))
    >>> index.find("doi:10.1/x"), index.find("doi:10.1/y")
    (0, None)
    """

    def __init__(self) -> None:
        self._hashes = array("Q")
        self._numbers = array("Q")
        self._is_sorted = True

    def add(self, number: int, paper: Paper) -> None:
        """Add the names of a paper; if several papers have the same name, it belongs to the one of the least number."""
        aliases = (alias for entry in paper.entries for alias in entry.aliases)
        names = (paper.id, *paper.identifiers.all_names(), *aliases, *_names_as_cited(paper))
        hashes = hash_texts(dict.fromkeys(map(normalise_identifier, names)))
        self._hashes.extend(hashes)
        self._numbers.extend([number] * len(hashes))
        self._is_sorted = False

    def merge(self, other: "ReferenceIndex") -> None:
        """Add the names of other papers."""
        self._hashes.extend(other._hashes)  # noqa: SLF001 - of this class
        self._numbers.extend(other._numbers)  # noqa: SLF001
        self._is_sorted = False

    def find(self, name: str) -> int | None:
        """Return the number of the paper with this name, spelled as by `normalise_identifier`, or None."""
        self.sort()
        wanted = hash_text(name)
        at = bisect_left(self._hashes, wanted)
        if at < len(self._hashes) and self._hashes[at] == wanted:
            return self._numbers[at]
        return None

    def sort(self) -> None:
        """Sort the names, so that they can be found, and what is sent to other processes is ready for use there."""
        if not self._is_sorted:
            self._hashes, self._numbers = sort_pairs(self._hashes, self._numbers)
            self._is_sorted = True

    def __eq__(self, other: object) -> bool:
        """Return whether two indexes give the same papers the same names."""
        if not isinstance(other, ReferenceIndex):
            return NotImplemented
        self.sort()
        other.sort()
        return (self._hashes, self._numbers) == (other._hashes, other._numbers)

    __hash__: ClassVar[None] = None  # type: ignore[assignment]


def _names_as_cited(paper: Paper) -> Iterator[str]:
    """Yield the names that reference lists give to a work without an identifier: by its title, by volume and page."""
    if not paper.authors or paper.year is None:
        return
    author, year = paper.authors[0], str(paper.year)
    if by_title := name_work(author, year, title=paper.title):
        yield by_title
    if by_page := name_work(author, year, volume=paper.volume or "", page=paper.first_page or ""):
        yield by_page


class FoundReferences(NamedTuple):
    """The references of a paper: the numbers of papers of the corpus, and the names of others, both sorted."""

    numbers: tuple[int, ...] = ()
    names: tuple[str, ...] = ()


def find_references(paper: Paper, cited: Iterable[str], index: ReferenceIndex) -> FoundReferences:
    """Return the references of a paper and the works cited in its text, those of the corpus by number.

    A reference to the paper itself is among them; names are normalised by `normalise_identifier`.
    """
    found = {name: index.find(name) for name in set(map(normalise_identifier, (*paper.references, *cited)))}
    return FoundReferences(
        tuple(sorted({number for number in found.values() if number is not None})),
        tuple(sorted(name for name, number in found.items() if number is None)),
    )


def name_references(paper: Paper, found: FoundReferences, ids: Sequence[str]) -> Paper:
    """Return a paper with references to papers of the corpus by id, without those to itself."""
    if not any(found):
        return paper
    named = {*found.names, *(ids[number] for number in found.numbers)}
    return replace(paper, references=tuple(sorted(named - {paper.id})))
