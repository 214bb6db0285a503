"""Which entries are of one paper.

**By identifier.** Entries with one arXiv id, one DOI or one id of a service (`pmid:`, `openalex:`, `wos:` …) are one
paper, unless the identifier stands on titles of two papers. Titles are those of two papers if they are whole ones (four
words or more) in one script, neither is a part of the other, they share too few words, and hardly an author is common:
a title that is cut off, has a subtitle more or is a name alone, a translation into another script, and a preprint that
its authors renamed are still one paper; an identifier or address in place of a title says nothing. Such an identifier
joins only the entries whose titles are akin, which is reported. A DOI of three or more titles is that of their volume
and joins only equal ones, cut off or not. A DOI or an id of a service with several arXiv ids joins nothing.

**By title.** Titles are compared without case, marks and diacritics (`fold_title`). Entries with one title are one
paper unless something contradicts it: other arXiv ids or DOIs, authors none of whom is common, years more than one
apart (but a preprint may appear later, under the same first author), or abstracts with hardly a word in common. A name
or a title of less than four words has to be the same in print as well, or to have the same first author and year: BLAST
and BLaST, Matrix3D and Matrix-3D are different papers. Where entries of one title contradict each other, two are the
same paper if both are contradicted by the same others; so an entry that could be either of two papers is merged with
neither.

Each rule is symmetric, and what it joins does not depend on the order of the entries.
"""

from array import array
from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence
from enum import StrEnum
from itertools import combinations
from typing import NamedTuple

import numpy as np

from papertrace.model import Entry, Paper, Problem
from papertrace.model.identifiers import fold_title
from papertrace.model.text import excerpt, format_count
from papertrace.resolve.papers.evidence import MAX_TEXTS, Heading, Said, find_topics


def argsort(hashes: "array[int]") -> Sequence[int]:
    """Return the indices that sort the numbers; the sort is stable.

    >>> list(argsort(array("q", [5, -7, 5, 0])))
    [1, 3, 0, 2]
    """
    # This needs two numbers per element, where Python objects would take a hundred bytes.
    order = array("q")
    order.frombytes(np.argsort(np.asarray(hashes), kind="stable").astype(np.int64).tobytes())
    return order


def sort_pairs(first: "array[int]", second: "array[int]") -> tuple["array[int]", "array[int]"]:
    """Return two arrays of unsigned numbers of 64 bits, sorted together: by the first, then by the second.

    >>> sort_pairs(array("Q", [5, 0, 5]), array("Q", [2, 7, 1]))
    (array('Q', [0, 5, 5]), array('Q', [7, 1, 2]))
    """
    both = np.asarray(first), np.asarray(second)
    order = np.lexsort(both[::-1])
    ordered = array("Q"), array("Q")
    for target, source in zip(ordered, both, strict=True):
        target.frombytes(source[order].tobytes())
    return ordered


def find_repeated(hashes: "array[int]", ignore: int | None = None) -> list[list[int]]:
    """Return the ascending indices of each number that occurs several times, except the number `ignore`.

    >>> find_repeated(array("q", [5, 7, 5, 9, 7, 5]), ignore=7)
    [[0, 2, 5]]
    """
    order = argsort(hashes)
    repeated: list[list[int]] = []
    end = 0
    while end < len(order):
        number, start = hashes[order[end]], end
        while end < len(order) and hashes[order[end]] == number:
            end += 1
        if end - start > 1 and number != ignore:
            repeated.append(list(order[start:end]))
    return repeated


_MIN_COMMON_OF_WORDINGS = 0.25
"""Titles of a paper that was renamed share at least this part of their words, those with an id by mistake less."""
_MIN_COMMON_UNDER_A_DOI = 0.51
"""Papers of one volume, whose DOI they may print, are about one topic: up to half of their words are common."""
_MIN_PAPERS_OF_A_VOLUME = 3


class By(StrEnum):
    """By what two entries are one paper."""

    ARXIV = "arXiv id"
    DOI = "DOI"
    ID = "other identifier"
    TITLE = "title"


class Join(NamedTuple):
    """Two entries that are one paper, by an identifier or by their title."""

    entry: Entry
    other: Entry
    by: By
    identifier: str = ""

    def __str__(self) -> str:
        """Return by what they are one paper."""
        match self.by:
            case By.TITLE:
                return "by the title"
            case By.ID:
                return f"by the identifier {self.identifier}"
        return f"by the {self.by} {self.identifier}"


def ignore_problem(_: Problem) -> None:
    """Do nothing with a problem."""


def ignore_join(_: Join) -> None:
    """Do nothing with two entries that are one paper."""


class _Groups:
    """A union-find structure over entries; the first entry of a group is its root."""

    def __init__(self, entries: Sequence[Entry], on_join: Callable[[Join], None]) -> None:
        self._parent = array("L", range(len(entries)))
        self._entries = entries
        self._on_join = on_join

    def find(self, number: int) -> int:
        while self._parent[number] != number:
            self._parent[number] = self._parent[self._parent[number]]
            number = self._parent[number]
        return number

    def join(self, numbers: Sequence[int], by: By, identifier: str = "") -> None:
        first, *others = sorted(numbers)
        for number in others:
            low, high = sorted((self.find(first), self.find(number)))
            if low != high:
                self._parent[high] = low
                if self._on_join is not ignore_join:  # as entries may be on disk
                    self._on_join(Join(self._entries[number], self._entries[first], by, identifier))


def find_roots(
    entries: Sequence[Entry],
    on_problem: Callable[[Problem], None] = ignore_problem,
    on_join: Callable[[Join], None] = ignore_join,
) -> "array[int]":
    """Return, for each entry, the index of the first entry of the same paper.

    An identifier of several papers, which is a mistake of the listing or that of a volume, is reported to `on_problem`;
    `on_join` is called once for each entry but the first of a paper.
    """
    arxiv, doi, title = array("q"), array("q"), array("q")
    others, holders = array("q"), array("L")
    for index, entry in enumerate(entries):
        arxiv.append(hash(entry.identifiers.arxiv or ""))
        doi.append(hash(entry.identifiers.doi or ""))
        title.append(hash(fold_title(entry.title)))
        for name in ids_of_services(entry):
            others.append(hash(name))
            holders.append(index)
    groups = _Groups(entries, on_join)
    identified = (
        (By.ARXIV, _group_by_key(entries, arxiv, _arxiv_of)),
        (By.DOI, _group_by_key(entries, doi, _doi_of)),
        (By.ID, _group_by_id(entries, others, holders)),
    )
    for by, found in identified:
        for identifier, same in found:
            parts = _split(entries, same, by)
            if len(parts) > 1:
                on_problem(_describe_several([entries[part[0]] for part in parts], by, identifier))
            for part in parts:
                arxiv_ids = {_arxiv_of(entries[index]) for index in part} - {""}
                if by is not By.ARXIV and len(arxiv_ids) > 1:
                    on_problem(_describe_preprints(entries[part[0]], _name(by, identifier), sorted(arxiv_ids)))
                else:
                    groups.join(part, by, identifier)
    for _, same in _group_by_key(entries, title, _title_of):
        _join_titles(entries, same, groups)
    return array("L", map(groups.find, range(len(title))))


def ids_of_services(entry: Entry) -> list[str]:
    """Return the ids of an entry that are neither arXiv ids nor DOIs, as lists of references print them."""
    identifiers = entry.identifiers
    names = {*identifiers.all_names(), *entry.aliases}.difference(identifiers.names(), identifiers.versions)
    return sorted(name for name in names if ":" in name and not name.startswith(("arxiv:", "doi:", "work:")))


def _arxiv_of(entry: Entry) -> str:
    return entry.identifiers.arxiv or ""


def _doi_of(entry: Entry) -> str:
    return entry.identifiers.doi or ""


def _title_of(entry: Entry) -> str:
    return fold_title(entry.title)


def _group_by_key(
    entries: Sequence[Entry], hashes: "array[int]", key: Callable[[Entry], str]
) -> Iterator[tuple[str, list[int]]]:
    """Yield each key that several entries have, with their indices, in order of the key; "" is none."""
    by_key: defaultdict[str, list[int]] = defaultdict(list)
    for repeated in find_repeated(hashes, ignore=hash("")):
        for index in repeated:
            by_key[key(entries[index])].append(index)
    yield from ((name, same) for name, same in sorted(by_key.items()) if len(same) > 1)


def _group_by_id(
    entries: Sequence[Entry], hashes: "array[int]", holders: "array[int]"
) -> Iterator[tuple[str, list[int]]]:
    """Yield each id of a service that several entries have, with their indices, in order of the id."""
    by_id: defaultdict[str, set[int]] = defaultdict(set)
    for repeated in find_repeated(hashes):
        for index in {holders[place] for place in repeated}:
            for name in ids_of_services(entries[index]):
                by_id[name].add(index)
    yield from ((name, sorted(same)) for name, same in sorted(by_id.items()) if len(same) > 1)


def _split(entries: Sequence[Entry], same: Sequence[int], by: By) -> list[list[int]]:
    """Return the indices of entries with one identifier, divided into those of one paper each.

    A title that is not a whole one belongs to the part with which alone it shares any word or author.
    """
    if len({_title_of(entries[index]) for index in same}) == 1:
        return [list(same)]
    by_heading: defaultdict[Heading, list[int]] = defaultdict(list)
    for index in same:
        by_heading[Heading.of(entries[index])].append(index)
    # A preface of the volume is a paper of its own, too, where it names its authors.
    telling = [one for one in by_heading if one.is_whole or (by is By.DOI and one.authors and one.words)]
    if len(telling) <= 1:
        return [list(same)]
    min_common = _MIN_COMMON_UNDER_A_DOI if by is By.DOI else _MIN_COMMON_OF_WORDINGS
    parts = _unite(telling, lambda one, other: not one.is_other_than(other, min_common))
    if by is By.DOI and len(parts) >= _MIN_PAPERS_OF_A_VOLUME:
        parts = _unite(telling, Heading.continues)
    if len(parts) == 1:
        return [list(same)]
    placed = [[*part] for part in parts]
    for heading in by_heading.keys() - set(telling):
        fitting = [number for number, part in enumerate(parts) if any(map(heading.shares_anything, part))]
        if len(fitting) == 1:
            placed[fitting[0]].append(heading)
        else:
            placed.append([heading])
    return sorted(sorted(index for heading in part for index in by_heading[heading]) for part in placed)


def _unite(headings: Sequence[Heading], is_same: Callable[[Heading, Heading], bool]) -> list[list[Heading]]:
    """Return headings in parts, within which each is connected with the others by pairs that are the same."""
    if len(headings) > MAX_TEXTS:
        by_title: defaultdict[str, list[Heading]] = defaultdict(list)
        for heading in headings:
            by_title[heading.folded].append(heading)
        return list(by_title.values())
    part_of = list(range(len(headings)))
    for one, other in combinations(range(len(headings)), 2):
        if part_of[one] != part_of[other] and is_same(headings[one], headings[other]):
            kept, replaced = part_of[one], part_of[other]
            part_of = [kept if part == replaced else part for part in part_of]
    parts: defaultdict[int, list[Heading]] = defaultdict(list)
    for heading, part in zip(headings, part_of, strict=True):
        parts[part].append(heading)
    return list(parts.values())


def _name(by: By, identifier: str) -> str:
    return f"identifier {identifier}" if by is By.ID else f"{by} {identifier}"


def _describe_several(papers: Sequence[Entry], by: By, identifier: str) -> Problem:
    """Return the problem that several papers have one identifier, given an entry of each."""
    first, second = papers[:2]
    others = f" and {format_count(len(papers) - 2, 'other', 'others')}" if len(papers) > 2 else ""  # noqa: PLR2004
    reason = ", as that of their volume would be" if by is By.DOI else ""
    fact = (
        f"the {_name(by, identifier)} is also that of {excerpt(second.title)} at {second.span}{others}{reason}; each "
        f"is kept as a paper of its own; correct the {'DOI' if by is By.DOI else 'id'}s in the listing"
    )
    return Problem(first.span, fact, n_lines=0)


def _describe_preprints(entry: Entry, name: str, arxiv: Sequence[str]) -> Problem:
    """Return the problem that another identifier is printed with several arXiv ids."""
    others = f" and {format_count(len(arxiv) - 2, 'other', 'others')}" if len(arxiv) > 2 else ""  # noqa: PLR2004
    fact = (
        f"the {name} is printed with the arXiv ids {arxiv[0]} and {arxiv[1]}{others}, so that it joins no entries; "
        "correct the ids in the listing"
    )
    return Problem(entry.span, fact, n_lines=0)


def _join_titles(entries: Sequence[Entry], same: Sequence[int], groups: _Groups) -> None:
    """Join the papers with the same title that nothing contradicts, or that the same others contradict."""
    by_root: defaultdict[int, list[int]] = defaultdict(list)
    for index in same:
        by_root[groups.find(index)].append(index)
    if len(by_root) == 1:
        return
    alike: defaultdict[Said, list[int]] = defaultdict(list)
    for indices in by_root.values():
        alike[Said.of(entries[index] for index in indices)].append(indices[0])
    for indices in alike.values():
        groups.join(indices, By.TITLE)
    if not 1 < len(alike) <= MAX_TEXTS:
        return
    listed = list(alike)
    contradicted: list[set[int]] = [set() for _ in listed]
    for one, other in find_objections(listed):
        contradicted[one].add(other)
        contradicted[other].add(one)
    twins: defaultdict[frozenset[int], list[int]] = defaultdict(list)
    for said, others in zip(listed, contradicted, strict=True):
        twins[frozenset(others)].append(alike[said][0])
    for indices in twins.values():
        groups.join(indices, By.TITLE)


def find_objections(listed: Sequence[Said]) -> Mapping[tuple[int, int], str]:
    """Return, for the numbers of each two that contradict each other, how."""
    topics = find_topics(text for said in listed for text in said.abstracts)
    return {
        (one, other): objection
        for one, other in combinations(range(len(listed)), 2)
        if (objection := listed[one].objection(listed[other], topics)) is not None
    }


def find_joins(paper: Paper) -> list[Join]:
    """Return by what each printed entry of a paper, but for the first, is the same paper as another of them.

    Where services knew that entries are one paper, there are fewer.
    """
    joins: list[Join] = []
    printed = [entry for entry in paper.entries if entry.added is None]
    if len(printed) > 1:
        find_roots(printed, on_join=joins.append)
    return joins


def describe_join(join: Join) -> Problem:
    """Return what is said of an entry that is one paper with another; it is harmless."""
    headings = Heading.of(join.entry), Heading.of(join.other)
    is_odd = join.identifier and not (headings[0].words & headings[1].words or headings[0].continues(headings[1]))
    advice = "; correct the id if they are two papers" if is_odd else ""
    fact = f"one paper with {excerpt(join.other.title)} at {join.other.span}, {join}{advice}"
    return Problem(join.entry.span, fact, n_lines=0, harmless=True)


def find_reasons_apart(paper: Paper, other: Paper) -> Iterator[str]:
    """Yield why two papers with a common identifier or title are not one."""
    for by, names_of in ((By.ARXIV, _arxiv_of), (By.DOI, _doi_of)):
        names, of_other = ({names_of(entry) for entry in each.entries} - {""} for each in (paper, other))
        yield from (f"another title under the same {by} {name}" for name in sorted(names & of_other))
    names, of_other = ({name for entry in each.entries for name in ids_of_services(entry)} for each in (paper, other))
    yield from (f"another title under the same identifier {name}" for name in sorted(names & of_other) if ":" in name)
    titles, of_other = ({fold_title(entry.title) for entry in each.entries} - {""} for each in (paper, other))
    for title in sorted(titles & of_other):
        said = [Said.of(entry for entry in each.entries if fold_title(entry.title) == title) for each in (paper, other)]
        objections = find_objections(said)
        yield f"the same title, but {objections.get((0, 1), 'another paper with it is as likely')}"
