"""The papers that entries print: their facts, whatever the order of the entries, and unique ids."""

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
from typing import overload

from papertrace.model import Entry, Identifiers, Paper, Problem, hide_userinfo
from papertrace.model.identifiers import date_of_arxiv
from papertrace.model.papers.facts import merge_facts
from papertrace.model.papers.paper import Added
from papertrace.resolve.papers.evidence import is_whole, normalise_title, stands_in
from papertrace.resolve.papers.grouping import describe_join, find_roots, ignore_join, ignore_problem
from papertrace.resolve.papers.hashes import argsort, find_repeated
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
