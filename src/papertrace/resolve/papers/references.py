"""References to papers of the corpus, whatever registry names them."""

from array import array
from bisect import bisect_left
from collections.abc import Iterable, Sequence
from dataclasses import replace

from papertrace.model import Paper
from papertrace.model.identifiers import spell_name
from papertrace.resolve.papers.hashes import rank


class Registry:
    """Tell which paper of a corpus a reference names.

    What is held is the hash of each name and the number of its paper, some 48 bytes for a paper of two names.

    >>> registry = Registry()
    >>> registry.add(0, Paper(id="doi:10.1/x", title="X", abstract="", entries=()))
    >>> registry.find("doi:10.1/x"), registry.find("doi:10.1/y")
    (0, None)
    """

    def __init__(self) -> None:
        self._hashes = array("q")
        self._numbers = array("q")
        self._order: Sequence[int] | None = None

    def add(self, number: int, paper: Paper) -> None:
        """Take the names of a paper; of papers with the same name, the one that was added first has it."""
        aliases = (alias for entry in paper.entries for alias in entry.aliases)
        for name in dict.fromkeys(map(spell_name, (paper.id, *paper.identifiers.names(), *aliases))):
            self._hashes.append(hash(name))
            self._numbers.append(number)
        self._order = None

    def find(self, name: str) -> int | None:
        """Return the number of the paper of that name, given as `spell_name` spells it."""
        if self._order is None:
            self._order = rank(self._hashes)
        place = bisect_left(self._order, hash(name), key=self._hashes.__getitem__)
        if place < len(self._order) and self._hashes[found := self._order[place]] == hash(name):
            return self._numbers[found]
        return None


def resolve_references(paper: Paper, cited: Iterable[str], registry: Registry, ids: Sequence[str]) -> Paper:
    """Return a paper whose references, and what else it cites, name papers of the corpus by their ids.

    `registry` knows the papers by number, and `ids` has their ids. A reference to the paper itself is dropped; one to a
    paper that is not here keeps its name, in the one spelling that it has. References come sorted, each once.
    """
    references = set(map(spell_name, (*paper.references, *cited)))
    if not references:
        return paper
    found = {name: registry.find(name) for name in references}
    named = {name if number is None else ids[number] for name, number in found.items()}
    return replace(paper, references=tuple(sorted(named - {paper.id})))
