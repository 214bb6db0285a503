"""Entries of one paper made into a paper, and references resolved to papers.

A paper is found by its identifiers, and by first author and year together with its title, with volume and page, or with
page and source; never by author and year alone. Volume and source tell too little: of 19 such references that print a
DOI in an export of Scopus and one of Web of Science, all are to other works. Lists that people type spell titles
otherwise: one title may go on where the other ends, and the year may be that of the first or of the printed issue.
So a long title also finds a paper of the year before or after, a title the one that it continues, and a main title the
only paper that continues it after a colon, a dash or a question mark. A title that is cut off elsewhere finds none: to
compare it would take the titles of all papers in every process.
"""

import hashlib
import re
import unicodedata
from array import array
from bisect import bisect_left
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace
from functools import reduce
from itertools import count
from typing import ClassVar, NamedTuple, overload

from papertrace.counting import hash_text, hash_texts
from papertrace.model import Entry, Identifiers, Paper, Problem, hide_userinfo
from papertrace.model.identifiers import date_of_arxiv, fold, name_work, normalise_identifier
from papertrace.model.papers.facts import merge_facts
from papertrace.model.papers.paper import Added
from papertrace.resolve.papers.evidence import is_whole, normalise_title, stands_in
from papertrace.resolve.papers.grouping import (
    argsort,
    describe_join,
    find_repeated,
    find_roots,
    ignore_join,
    ignore_problem,
    sort_pairs,
)
from papertrace.spool import Spool

_SLUG_CHARS = 40
_DIGEST_CHARS = 8


def paper_id(title: str, identifiers: Identifiers) -> str:
    """Return the stable id of a paper: its arXiv id, else its DOI, else a slug of its title.

    >>> paper_id("Attention Is All You Need", Identifiers())
    'attention-is-all-you-need-ab8508f2'
    """
    if registered := identifiers.names():
        return registered[0]
    name = normalise_title(title)
    shown = normalise_title(hide_userinfo(title))  # ids appear in reports, which must not contain passwords
    plain = unicodedata.normalize("NFKD", shown).encode("ascii", "ignore").decode().lower()
    slug = re.sub(r"[^a-z0-9]+", "-", plain)[:_SLUG_CHARS].strip("-")
    digest = hashlib.sha256(name.encode("utf-8", "surrogatepass")).hexdigest()[:_DIGEST_CHARS]
    return f"{slug}-{digest}" if slug else digest


class MergedPapers(Sequence[Paper]):
    """The papers merged from entries, each built on access, so that a corpus need not fit into memory.

    In addition to the entries it keeps a few numbers per paper, and the indices of further entries of a paper.
    """

    def __init__(self, entries: Sequence[Entry], roots: Sequence[int]) -> None:
        self._entries = entries
        self._firsts = array("L", (index for index, root in enumerate(roots) if index == root))
        self._others: dict[int, list[int]] = {}
        for index, root in enumerate(roots):
            if index != root:
                self._others.setdefault(root, []).append(index)
        self._ids: dict[int, str] = {}
        self._make_ids_unique()

    def __len__(self) -> int:
        """Return the number of papers."""
        return len(self._firsts)

    @overload
    def __getitem__(self, index: int) -> Paper: ...
    @overload
    def __getitem__(self, index: slice) -> list[Paper]: ...
    def __getitem__(self, index: int | slice) -> Paper | list[Paper]:
        """Return a paper, or several, built on each access."""
        if isinstance(index, slice):
            return [self[number] for number in range(*index.indices(len(self)))]
        first = self._firsts[index]
        return self._make(index % len(self), self._entries[first])

    def __iter__(self) -> Iterator[Paper]:
        """Yield the papers in order, each built anew."""
        number = 0
        for index, entry in enumerate(self._entries):
            if number < len(self._firsts) and index == self._firsts[number]:
                yield self._make(number, entry)
                number += 1

    def _make(self, number: int, first: Entry) -> Paper:
        paper = merge_group([first, *(self._entries[other] for other in self._others.get(self._firsts[number], ()))])
        return replace(paper, id=self._ids[number]) if number in self._ids else paper

    def _generate_ids(self) -> Iterator[str]:
        """Yield the ids of the papers in order, without building those of a single entry."""
        number = 0
        for index, entry in enumerate(self._entries):
            if number < len(self._firsts) and index == self._firsts[number]:
                is_single = index not in self._others
                yield paper_id(entry.title, entry.identifiers) if is_single else self._make(number, entry).id
                number += 1

    def _make_ids_unique(self) -> None:
        """Give different papers with the same title different ids."""
        ids = array("q", map(hash, self._generate_ids()))
        repeated = find_repeated(ids)
        taken = argsort(ids) if repeated else ()
        given: set[str] = set()
        for numbers in repeated:
            same = defaultdict(list)
            for number in numbers:
                same[self[number].id].append(number)
            for identifier, equals in same.items():
                papers = {number: self[number] for number in equals}
                ranked = sorted(equals, key=lambda n: (papers[n].abstract, papers[n].entries[0].span))
                free = (
                    name
                    for suffix in count(2)
                    if not _contains(taken, ids, hash(name := f"{identifier}-{suffix}")) and name not in given
                )
                renamed = dict(zip(ranked[1:], free, strict=False))
                self._ids |= renamed
                given.update(renamed.values())


def _contains(order: Sequence[int], hashes: "array[int]", number: int) -> bool:
    """Return whether a number is among hashes, given the indices that sort them."""
    index = bisect_left(order, number, key=hashes.__getitem__)
    return index < len(order) and hashes[order[index]] == number


def merge_entries(entries: Iterable[Entry], on_problem: Callable[[Problem], None] = ignore_problem) -> Sequence[Paper]:
    """Merge entries into papers, in the order of their first entries.

    The facts of a merged paper do not depend on the order of its entries: the longest abstract, the most complete
    date, the longest list of authors and a whole title rather than a name alone win, and every entry is kept. Ids are
    unique.

    Entries are read once. A small corpus is kept in memory, a larger one in a temporary file, from which papers are
    built on access. An identifier that several papers have is reported to `on_problem`, and so, as harmless, is each
    entry that is one paper with an earlier one.
    """
    kept = Spool(Entry, entries)
    is_told = on_problem is not ignore_problem
    on_join = (lambda join: on_problem(describe_join(join))) if is_told else ignore_join
    papers: Sequence[Paper] = MergedPapers(kept, find_roots(kept, on_problem, on_join))
    return list(papers) if kept.is_in_memory else papers


def _fullest_title(titles: set[str]) -> str:
    """Return the first title in alphabetical order that is no mere name, and that no other title continues."""
    if len(titles) == 1:
        return next(iter(titles))
    whole = set(filter(is_whole, titles)) or {title for title in titles if not stands_in(title)} or titles
    first = min(whole)
    continued = [title for title in whole if title.casefold().startswith(first.casefold())]
    return min(continued, key=lambda title: (-len(title), title))


def merge_group(group: Sequence[Entry]) -> Paper:
    """Return the paper that some entries print, whatever their titles and identifiers."""
    ranked = ordered = group
    identifiers = group[0].identifiers
    if len(group) > 1:
        # A total order of the entries themselves, so that facts do not depend on the order of reading.
        ranked = sorted(group, key=lambda entry: (-len(entry.abstract), entry.span, repr(entry)))
        ordered = sorted(group, key=lambda entry: (entry.span, repr(entry)))
        identifiers = Identifiers(
            arxiv=min((entry.identifiers.arxiv for entry in group if entry.identifiers.arxiv), default=None),
            doi=min((entry.identifiers.doi for entry in group if entry.identifiers.doi), default=None),
        )
        identifiers = reduce(Identifiers.or_else, (entry.identifiers for entry in ranked), identifiers)
    title = _fullest_title({entry.title for entry in group})
    facts = merge_facts(ranked)
    facts["n_authors"] = max(facts["n_authors"] or 0, len(facts["authors"])) or None
    facts["date"] = facts["date"] or date_of_arxiv(identifiers.arxiv or "")
    return Paper(
        id=paper_id(title, identifiers),
        title=hide_userinfo(title),
        abstract=hide_userinfo(ranked[0].shown_abstract),
        entries=tuple(ordered),
        identifiers=identifiers,
        references=tuple(sorted({reference for entry in group for reference in entry.references})),
        cited=_merge_pairs(entry.cited for entry in ranked),
        cited_authors=_merge_pairs(entry.cited_authors for entry in ranked),
        added=_merge_added([entry.added for entry in ranked if entry.added is not None]),
        **facts,
    )


def _merge_added(parts: Sequence[Added]) -> Added | None:
    """Return the facts that services have added, of the first part that has each."""
    if len(parts) <= 1:
        return parts[0] if parts else None
    return Added(
        sources=_merge_pairs(part.sources for part in parts),
        urls=tuple(dict.fromkeys(url for part in parts for url in part.urls)),
        is_open_access=next((part.is_open_access for part in parts if part.is_open_access is not None), None),
        code=tuple(dict.fromkeys(one for part in parts for one in part.code)),
        orcids=_merge_pairs(part.orcids for part in parts),
    )


def _merge_pairs(parts: Iterable[tuple[tuple[str, str], ...]]) -> tuple[tuple[str, str], ...]:
    """Return names with their values, each that of the first part that has it, in the order of the names."""
    found: dict[str, str] = {}
    for part in parts:
        found = dict(part) | found
    return tuple(sorted(found.items()))


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
