"""Reading of listings from files, folders and standard input."""

import logging
import os
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from itertools import islice
from pathlib import Path

from papertrace.errors import ListingError
from papertrace.files import leads_outside
from papertrace.listings.choice import EMPTY, choose_reader
from papertrace.listings.ledger import Ledger
from papertrace.listings.lines.opening import (
    MAX_TEXT_CHARS,
    STANDARD_INPUT,
    TranscodedLines,
    decode_lines,
    describe_long_text,
    describe_text,
    open_listing,
)
from papertrace.model import Entry, Problem, Span, log_problem
from papertrace.model.audit import FileAccount, ignore_account

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
