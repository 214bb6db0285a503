"""References to papers of the corpus, by any of their identifiers."""

from array import array
from bisect import bisect_left
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace

from papertrace.model import Paper
from papertrace.model.identifiers import name_work, spell_name
from papertrace.resolve.papers.hashes import argsort


class ReferenceIndex:
    """An index from the names of papers to their numbers, for resolving references.

    It stores the hash of each name and the number of its paper, about 48 bytes for a paper with two names.

    >>> index = ReferenceIndex()
    >>> index.add(0, Paper(id="doi:10.1/x", title="X", abstract="", entries=()))
    >>> index.find("doi:10.1/x"), index.find("doi:10.1/y")
    (0, None)
    """

    def __init__(self) -> None:
        self._hashes = array("q")
        self._numbers = array("q")
        self._order: Sequence[int] | None = None

    def add(self, number: int, paper: Paper) -> None:
        """Add the names of a paper; if several papers have the same name, it belongs to the first one added."""
        aliases = (alias for entry in paper.entries for alias in entry.aliases)
        names = (paper.id, *paper.identifiers.all_names(), *aliases, *_names_as_cited(paper))
        for name in dict.fromkeys(map(spell_name, names)):
            self._hashes.append(hash(name))
            self._numbers.append(number)
        self._order = None

    def find(self, name: str) -> int | None:
        """Return the number of the paper with this name, spelled as by `spell_name`, or None."""
        if self._order is None:
            self._order = argsort(self._hashes)
        at = bisect_left(self._order, hash(name), key=self._hashes.__getitem__)
        if at < len(self._order) and self._hashes[found := self._order[at]] == hash(name):
            return self._numbers[found]
        return None


def _names_as_cited(paper: Paper) -> Iterator[str]:
    """Yield the names that reference lists give to a work without an identifier: by its title, by volume and page."""
    if not paper.authors or paper.year is None:
        return
    author, year = paper.authors[0], str(paper.year)
    if by_title := name_work(author, year, title=paper.title):
        yield by_title
    if by_page := name_work(author, year, volume=paper.volume or "", page=paper.first_page or ""):
        yield by_page


def resolve_references(paper: Paper, cited: Iterable[str], index: ReferenceIndex, ids: Sequence[str]) -> Paper:
    """Replace the references of a paper, and the works cited in its text, by ids of papers in the corpus.

    `index` gives the number of a paper, and `ids` its id. A reference to the paper itself is dropped; one to a paper
    outside the corpus keeps its name, as normalised by `spell_name`. References are sorted, each once.
    """
    references = set(map(spell_name, (*paper.references, *cited)))
    if not references:
        return paper
    found = {name: index.find(name) for name in references}
    named = {name if number is None else ids[number] for name, number in found.items()}
    return replace(paper, references=tuple(sorted(named - {paper.id})))
