"""References to papers of the corpus, by any of their names.

A paper is found by its identifiers, and by first author and year together with its title, with volume and page, or with
page and source; never by author and year alone. Volume and source tell too little: of 19 such references that print a
DOI in an export of Scopus and one of Web of Science, all are to other works. Lists that people type spell titles
otherwise: one title may go on where the other ends, and the year may be that of the first or of the printed issue.
So a long title also finds a paper of the year before or after, a title the one that it continues, and a main title the
only paper that continues it after a colon, a dash or a question mark. A title that is cut off elsewhere finds none: to
compare it would take the titles of all papers in every process.
"""

import re
from array import array
from bisect import bisect_left
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from typing import ClassVar, NamedTuple

from papertrace.counting.hashing import hash_text, hash_texts
from papertrace.model import Paper
from papertrace.model.identifiers import fold, name_work, normalise_identifier
from papertrace.resolve.papers.evidence import is_whole
from papertrace.resolve.papers.hashes import sort_pairs

_WORK, _MAIN, _BEGIN = "work:", "main:", "begin:"
"""What names of works begin with, and names that only the index has: of main titles and of beginnings of titles."""
_MIN_LONG_TITLE = 40
"""Letters and digits of a title from which it is hardly that of another paper of the same author."""
_END_OF_MAIN_TITLE = re.compile(r"[:?\N{EN DASH}\N{EM DASH}]|\s-\s")


class ReferenceIndex:
    """An index from the names of papers to their numbers, for resolving references.

    It stores the hash of each name and the number of its paper, 16 bytes for a name; most papers have three to six.

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
        """Return the number of the paper that a reference names, spelled as by `normalise_identifier`, or None."""
        if (number := self._look_up(name)) is not None or not name.startswith(_WORK):
            return number
        family, year, title = _split(name)
        if len(title) >= _MIN_LONG_TITLE and year.isdigit():
            for near in (int(year) - 1, int(year) + 1):
                if (number := self._look_up(f"{_WORK}{family}-{near}-{title}")) is not None:
                    return number
        if (number := self._look_up(_MAIN + name.removeprefix(_WORK), is_alone=True)) is not None:
            return number
        # Only one lookup for most references: those to papers that are not in the corpus.
        if len(title) <= _MIN_LONG_TITLE or self._look_up(f"{_BEGIN}{family}-{year}-{title[:_MIN_LONG_TITLE]}") is None:
            return None
        ends = range(len(title) - 1, _MIN_LONG_TITLE - 1, -1)
        found = (self._look_up(f"{_WORK}{family}-{year}-{title[:end]}") for end in ends)
        return next((number for number in found if number is not None), None)

    def _look_up(self, name: str, *, is_alone: bool = False) -> int | None:
        """Return the least number of a paper with this name, or None, also if only one may have it and several do."""
        self.sort()
        wanted = hash_text(name)
        at = bisect_left(self._hashes, wanted)
        if at >= len(self._hashes) or self._hashes[at] != wanted:
            return None
        if (
            is_alone
            and self._hashes[at + 1 : at + 2] == array("Q", [wanted])
            and self._numbers[at + 1] != self._numbers[at]
        ):
            return None
        return self._numbers[at]

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


def _split(name: str) -> tuple[str, str, str]:
    """Return the family name, the year and the rest of the name of a work."""
    family, _, rest = name.removeprefix(_WORK).partition("-")
    year, _, rest = rest.partition("-")
    return family, year, rest


def _names_as_cited(paper: Paper) -> Iterator[str]:
    """Yield the names that reference lists give to a work without an identifier, and those of its main title."""
    if not paper.authors or paper.year is None:
        return
    year, page = str(paper.year), paper.first_page or ""
    author = paper.authors[0]
    # Some print the particles of a name as a part of it: `VANDERWAALS J`.
    for one in dict.fromkeys((author, f"{fold(author.partition(',')[0])}," if "," in author else author)):
        if by_title := name_work(one, year, title=paper.title):
            yield by_title
            family, _, title = _split(by_title)
            if len(title) >= _MIN_LONG_TITLE:
                yield f"{_BEGIN}{family}-{year}-{title[:_MIN_LONG_TITLE]}"
        main = _END_OF_MAIN_TITLE.split(paper.title, maxsplit=1)[0]
        if main != paper.title and is_whole(main) and (by_main := name_work(one, year, title=main)):
            yield _MAIN + by_main.removeprefix(_WORK)
        if by_page := name_work(one, year, volume=paper.volume or "", page=page):
            yield by_page
        if page and paper.venue and (by_source := name_work(one, year, page=page, source=paper.venue)):
            yield by_source


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
