"""The account of one file: which of its addresses are in papers, which elsewhere, and which are left out."""

import sys
from array import array
from bisect import bisect_left, bisect_right
from collections.abc import Iterator, Sequence
from itertools import chain, islice

from papertrace.model import Entry, Problem
from papertrace.model.audit import IN_LOST_LINES, IN_PAPERS_UNREAD, KEY_LENGTH, FileAccount, find_addresses
from papertrace.model.identifiers import address_of

_UNSEEN, _IN_PAPER = 0, 1
_RESOLVERS = ("doiorg", "dxdoiorg", "arxivorg", "openalexorg", "pubmedncbinlmnihgov", "aclanthologyorg")


class Ledger:
    """The addresses of a file, noted line by line, and what the entries and problems say about them.

    An address is in a paper if it is in the lines of an entry and the entry has it in a field, its title or its
    abstract; that of a link which is defined elsewhere (`[1]: https://…`) is where it is defined. The keys of such
    addresses are forgotten, so that what is kept is small for a file of any size.
    """

    def __init__(self, source: str) -> None:
        self._source = source
        self.n_lines: int = 0
        self.n_entries: int = 0
        self._n_lost_lines = 0
        self._first_loss = 0
        self._is_questioned = False
        self._lines = array("q")
        self._states = bytearray()
        self._by_key: dict[str, list[int]] = {}
        self._has_resolver = False
        self._covered = _Ranges()
        self._lost = _Ranges()

    def add_lines(self, lines: Sequence[str], first: int) -> None:
        """Note the addresses of some lines, given the number of the first."""
        self.n_lines += len(lines) - lines.count("") - sum(map(str.isspace, lines))
        for number, line in enumerate(lines, start=first):
            if "://" in line or "www." in line or ":\\/" in line:
                for key in find_addresses(_without_added(line)):
                    self._has_resolver = self._has_resolver or key.startswith(_RESOLVERS)
                    self._by_key.setdefault(key, []).append(len(self._lines))
                    self._lines.append(number)
                    self._states.append(_UNSEEN)

    def add_item(self, item: Entry | Problem) -> None:
        """Note what was read: an entry with its addresses, or lines that fit none."""
        if isinstance(item, Entry):
            self.n_entries += item.added is None
            if self._lines:
                self._add_entry(item)
        elif item.doubts:
            self._is_questioned = True
        elif not item.harmless:
            self._n_lost_lines += item.n_lines
            self._first_loss = self._first_loss or item.span.line
            self._lost.add(item.span.line, item.span.line + item.n_lines - 1)

    def _add_entry(self, entry: Entry) -> None:
        first, last = entry.span.line, max(entry.end_line, entry.span.line)
        for target in entry.targets:  # A title may stand below the links of its paper.
            first, last = min(first, target.span.line), max(last, target.span.line)
        if entry.span.source == self._source:
            self._covered.add(first, last)
        else:  # What was extracted from other listings keeps its places there.
            first, last = 0, sys.maxsize
        if not self._by_key:  # The addresses of all lines so far are in papers.
            return
        of_targets = dict.fromkeys(key for target in entry.targets for key in find_addresses(target.raw))
        for key in dict.fromkeys(chain(of_targets, _keys_of(entry, has_resolver=self._has_resolver))):
            if not (indices := self._by_key.get(key)):
                continue
            begin, end = self._find_in_lines(indices, first, last)
            if begin == end and key in of_targets:  # The address of a reference stands elsewhere, by its name.
                begin, end = 0, len(indices)
            for index in indices[begin:end]:
                self._states[index] = _IN_PAPER
            if begin == 0:  # Those of earlier lines will not be asked for again; the others may be.
                del indices[:end]
                if not indices:
                    del self._by_key[key]

    def _find_in_lines(self, indices: Sequence[int], first: int, last: int) -> tuple[int, int]:
        """Return from which and before which of some addresses, by their indices, they are in some lines."""
        if len(indices) == 1 and first <= self._lines[indices[0]] <= last:
            return 0, 1
        line_of = self._lines.__getitem__
        return bisect_left(indices, first, key=line_of), bisect_right(indices, last, key=line_of)

    def close(self, reader: str, next_reader: str, rival: tuple[str, int] = ("", 0)) -> FileAccount:
        """Return the account of the file, once everything is read; of a rival, its name and number of entries."""
        covered, lost = self._covered.merged(), self._lost.merged()
        n_in_papers = n_elsewhere = n_unread = n_lost = 0
        for line, state in zip(self._lines, self._states, strict=True):
            if state == _IN_PAPER:
                n_in_papers += 1
            elif lost.contain(line):
                n_lost += 1
            elif covered.contain(line):
                n_unread += 1
            else:
                n_elsewhere += 1
        left_out = tuple((why, n) for why, n in ((IN_LOST_LINES, n_lost), (IN_PAPERS_UNREAD, n_unread)) if n)
        return FileAccount(
            source=self._source,
            reader=reader,
            next_reader=next_reader,
            rival=rival[0],
            n_entries_of_rival=rival[1],
            n_entries=self.n_entries,
            n_lines=self.n_lines,
            n_lost_lines=self._n_lost_lines,
            n_in_papers=n_in_papers,
            n_elsewhere=n_elsewhere,
            left_out=left_out,
            first_loss=self._first_loss,
            is_questioned=self._is_questioned,
        )


def _without_added(line: str) -> str:
    if line.lstrip()[:1] != "{":
        return line
    from papertrace.model.papers.recording import without_added

    return without_added(line)


def _keys_of(entry: Entry, *, has_resolver: bool) -> Iterator[str]:
    """Yield the keys of what the texts of an entry print; those of works, if there are addresses of resolvers."""
    for text in (entry.title, entry.abstract):
        if "/" in text or "www." in text:
            yield from find_addresses(text)
    for name in (*entry.identifiers.all_names(), *entry.references) if has_resolver else ():
        for key in find_addresses(address_of(name)):
            yield key
            if name.startswith("doi:"):
                yield f"dx{key}"[:KEY_LENGTH]
            elif name.startswith("arxiv:"):
                yield key.replace("abs", "pdf", 1)
                yield from find_addresses(f"https://doi.org/10.48550/arXiv.{name.removeprefix('arxiv:')}")


class _Ranges:
    """Ranges of lines in the order in which they were added; one that continues the last extends it."""

    def __init__(self) -> None:
        self._firsts = array("q")
        self._lasts = array("q")

    def add(self, first: int, last: int) -> None:
        if self._firsts and self._firsts[-1] <= first <= self._lasts[-1] + 1:
            self._lasts[-1] = max(last, self._lasts[-1])
        else:
            self._firsts.append(first)
            self._lasts.append(last)

    def merged(self) -> "_Ranges":
        """Return the same ranges in ascending order, of which none overlaps another."""
        if all(last < first for last, first in zip(self._lasts, islice(self._firsts, 1, None), strict=False)):
            return self
        merged = _Ranges()
        for first, last in sorted(zip(self._firsts, self._lasts, strict=True)):
            merged.add(first, last)
        return merged

    def contain(self, line: int) -> bool:
        """Return whether a line is in one of the ranges, which are merged ones."""
        index = bisect_right(self._firsts, line) - 1
        return index >= 0 and line <= self._lasts[index]
