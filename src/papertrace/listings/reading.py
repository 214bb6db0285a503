"""Reading of listings from files, folders and standard input."""

import logging
import os
import sys
from array import array
from bisect import bisect_left, bisect_right
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from itertools import chain, islice
from pathlib import Path

from papertrace.errors import ListingError
from papertrace.files import leads_outside
from papertrace.listings.choice import EMPTY, choose_reader
from papertrace.listings.opening import (
    MAX_TEXT_CHARS,
    STANDARD_INPUT,
    TranscodedLines,
    decode_lines,
    describe_long_text,
    describe_text,
    open_listing,
)
from papertrace.model import Entry, Problem, Span, log_problem
from papertrace.model.audit import (
    IN_LOST_LINES,
    IN_PAPERS_UNREAD,
    KEY_LENGTH,
    FileAccount,
    find_addresses,
    ignore_account,
)
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


_LOG = logging.getLogger(__name__)

# Enough for some twenty papers in the longest layout, and few enough to keep in memory.
HEAD_LINES = 200


def name_source(path: str | Path) -> str:
    """Return the name of a listing for spans and messages, always encodable as UTF-8.

    A name is decoded as UTF-8 whatever the locale of the process; bytes that are not UTF-8 become escapes.

    >>> name_source("-"), name_source(Path("papers.txt"))
    ('<stdin>', 'papers.txt')
    """
    return "<stdin>" if str(path) == STANDARD_INPUT else os.fsencode(path).decode("utf-8", "backslashreplace")


def read_listing(
    path: str | Path,
    *,
    format_name: str | None = None,
    on_problem: Callable[[Problem], None] = log_problem,
    on_account: Callable[[FileAccount], None] = ignore_account,
) -> Iterator[Entry]:
    """Yield the entries of one listing in order, reading it line by line.

    The format is recognised from the text unless `format_name` is given. Lines that cannot be parsed are passed to
    `on_problem`, and reading continues; the account of the whole file is passed to `on_account` at its end. `-` reads
    standard input.

    Raises
    ------
    ListingError
        If the listing is missing, empty, binary or of an unknown format, or, after its last entry, if it has none.
    """
    with open_lines(path) as (head, lines, source):
        yield from parse_listing(
            head, lines, source, format_name=format_name, on_problem=on_problem, on_account=on_account
        )


@contextmanager
def open_lines(
    path: str | Path, data: bytes | None = None, *, has_account: bool = True
) -> Iterator[tuple[list[str], "CountedLines", str]]:
    """Open a listing and yield its first lines, the remaining lines, and its name for spans and messages.

    Of damaged data, the lines before the damage are yielded, and what is wrong is raised when the listing is closed.
    `data` is what the listing holds where it was read before, as standard input can be read only once. Without an
    account, addresses of lines are not noted.

    Raises
    ------
    ListingError
        If the file is missing, empty or binary.
    """
    source = name_source(path)
    with open_listing(path, data) as stream:
        doubts: list[Problem] = []
        if isinstance(stream, TranscodedLines) and stream.is_assumed:
            fact = f"without a byte order mark; read as {stream.encoding.upper()}, as every other byte is zero"
            doubts.append(Problem(Span(source, 1), fact, n_lines=0))
        lines = CountedLines(decode_lines(stream, source, doubts.append), source, doubts, has_account=has_account)
        first = list(islice(lines, HEAD_LINES))
        if lines.failure is not None and not first:
            raise lines.failure
        yield first, lines, source
        if lines.failure is not None:
            raise lines.failure


def parse_listing(
    head: list[str],
    lines: "CountedLines",
    source: str,
    *,
    format_name: str | None = None,
    on_problem: Callable[[Problem], None] = log_problem,
    on_account: Callable[[FileAccount], None] = ignore_account,
) -> Iterator[Entry]:
    """Yield the entries of an open listing; see `read_listing`.

    Of damaged data, what comes before the damage is read and accounted for; the error is raised at the end.
    """
    try:
        choice = choose_reader(head, lines, source, format_name)
    except ListingError as error:
        if lines.failure is not None:
            raise lines.failure from error
        facts = "".join(f" ({doubt})" for doubt in lines.doubts)
        message = f"{error}{facts}"
        raise ListingError(message) from error
    _LOG.info("%s: read as %s", source, choice.describe())
    ledger = lines.ledger
    is_empty = True
    for found in choice.items:
        is_empty = False
        item = _refuse_too_long(found) if isinstance(found, Entry) else found
        ledger.add_item(item)
        if isinstance(item, Entry):
            yield item
        else:
            on_problem(item)
    for doubt in lines.doubts:
        on_problem(doubt)
    if lines.failure is not None and not ledger.n_entries:
        raise lines.failure
    if not ledger.n_entries:
        way_out = "leave out --from, and the format is recognised" if format_name else "name its format with --from"
        fact = f"no paper found in the format {choice.reader.name}; check the file, or {way_out}"
        if not format_name:
            fact = describe_text(head, is_unread=True) or (EMPTY if is_empty else fact)
        message = f"{source}:1:1: {fact}"
        raise ListingError(message)
    rival = (choice.rival.reader.name, choice.rival.n_entries) if choice.rival else ("", 0)
    on_account(ledger.close(choice.reader.name, choice.next_best, rival))


def _refuse_too_long(entry: Entry) -> Entry | Problem:
    """Return the entry, or a problem in its place if it is too long for one of a paper."""
    n_chars = len(entry.title) + len(entry.abstract)
    if n_chars <= MAX_TEXT_CHARS:
        return entry
    n_lines = max(entry.end_line, entry.span.line) - entry.span.line + 1
    return Problem(entry.span, describe_long_text(n_chars), n_lines=n_lines)


class CountedLines:
    """The lines of a listing, up to where the data is damaged, which notes their addresses in a ledger.

    All iterators go on where the others are. `doubts` are what was assumed about the encoding, and what was left out,
    up to the current line, `failure` is what is wrong with damaged data, and where. Without an account, nothing is
    noted.
    """

    def __init__(
        self, batches: Iterable[Sequence[str]], source: str, doubts: Sequence[Problem] = (), *, has_account: bool = True
    ) -> None:
        self._lines = self._count(batches, has_account=has_account)
        self.ledger: Ledger = Ledger(source)
        self.doubts = doubts
        self.failure: ListingError | None = None

    def __iter__(self) -> Iterator[str]:
        """Return the iterator over the lines that are left."""
        return self._lines

    def _count(self, batches: Iterable[Sequence[str]], *, has_account: bool) -> Iterator[str]:
        """Yield lines and note their addresses, a batch at a time."""
        number = 1
        try:
            for lines in batches:
                if has_account:
                    self.ledger.add_lines(lines, number)
                number += len(lines)
                yield from lines
        except ListingError as error:
            self.failure = error


def walk_listings(
    paths: Iterable[str | Path],
    *,
    follow_links: bool = False,
    on_problem: Callable[[Problem], None] = log_problem,
) -> Iterator[Path]:
    """Yield the files of the given listings: each file, and the files of each folder by name except hidden ones.

    Symbolic links in a folder that lead out of it are reported to `on_problem`, and followed only with `follow_links`:
    whoever fills a folder does not decide which other files of this machine are read, published or changed.

    Raises
    ------
    ListingError
        If a folder contains no file. A missing path is reported only when it is opened.
    """
    for path in map(Path, paths):
        if not path.is_dir():
            yield path
            continue
        files = []
        for file in sorted(path.rglob("*")):
            if _is_hidden(file.relative_to(path)):
                continue
            if file.is_symlink() and not follow_links and file.exists() and leads_outside(file, path):
                way_out = "name that folder to read it" if file.is_dir() else "--follow-links follows it"
                fact = f"a symbolic link out of {path}, not followed ({way_out})"
                on_problem(Problem(Span(name_source(file), 1), fact))
            elif file.is_file():
                files.append(file)
        if not files:
            message = f"{path}: the folder is empty; name a folder with listings"
            raise ListingError(message)
        yield from files


def _is_hidden(path: Path) -> bool:
    return any(part.startswith(".") for part in path.parts)
