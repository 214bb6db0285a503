"""Reading of listings from files, folders and standard input."""

import logging
import os
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from itertools import chain, islice
from pathlib import Path

from papertrace.errors import ListingError
from papertrace.listings.formats import find_reader, recognise_reader
from papertrace.listings.lines import STANDARD_INPUT, decode_lines, open_listing
from papertrace.model import Entry, Problem, log_problem

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
) -> Iterator[Entry]:
    """Yield the entries of one listing in order, reading it line by line.

    The format is recognised from the text unless `format_name` is given. Lines that cannot be parsed are passed to
    `on_problem`, and reading continues. `-` reads standard input.

    Raises
    ------
    ListingError
        If the listing is missing, empty, binary, not UTF-8 or of an unknown format, or, after its last entry, if
        it has no entry or at least half of its lines could not be parsed.
    """
    with open_lines(path) as (head, lines, source):
        yield from parse_listing(head, lines, source, format_name=format_name, on_problem=on_problem)


@contextmanager
def open_lines(path: str | Path) -> Iterator[tuple[list[str], "CountedLines", str]]:
    """Open a listing and yield its first lines, the remaining lines, and its name for spans and messages.

    Raises
    ------
    ListingError
        If the file is missing, empty, binary or, while it is read, found not to be UTF-8.
    """
    source = name_source(path)
    with open_listing(path) as stream:
        lines = CountedLines(decode_lines(stream, source))
        yield list(islice(lines, HEAD_LINES)), lines, source


def parse_listing(
    head: list[str],
    lines: "CountedLines",
    source: str,
    *,
    format_name: str | None = None,
    on_problem: Callable[[Problem], None] = log_problem,
) -> Iterator[Entry]:
    """Yield the entries of an open listing; see `read_listing`."""
    reader = find_reader(format_name) if format_name else recognise_reader(head, source)
    _LOG.info("%s: read as %s", source, reader.name)
    n_entries = n_unparsed = 0
    first: Problem | None = None
    for item in reader.parse(chain(head, lines), source):
        if isinstance(item, Entry):
            n_entries += 1
            yield item
            continue
        on_problem(item)
        if not item.harmless:
            first = first or item
            n_unparsed += item.n_lines
    if not n_entries:
        message = (
            f"{source}:1:1: no paper found in the format {reader.name}; check the file, or name its format with --from"
        )
        raise ListingError(message)
    if first is not None and n_unparsed * 2 >= lines.n_not_blank:
        message = (
            f"{first.span}: {n_unparsed} of {lines.n_not_blank} lines cannot be parsed in the format {reader.name}, "
            "the first of them here; correct the file, or name another format with --from"
        )
        raise ListingError(message)


class CountedLines:
    """An iterator over lines that counts those that are not blank."""

    def __init__(self, lines: Iterable[str]) -> None:
        self._lines = iter(lines)
        self.n_not_blank = 0

    def __iter__(self) -> Iterator[str]:
        """Return the iterator itself."""
        return self

    def __next__(self) -> str:
        """Return the next line and count it."""
        line = next(self._lines)
        self.n_not_blank += not line.isspace() and line != ""
        return line


def walk_listings(paths: Iterable[str | Path]) -> Iterator[Path]:
    """Yield the files of the given listings: each file, and the files of each folder by name except hidden ones.

    Raises
    ------
    ListingError
        If a folder contains no file. A missing path is reported only when it is opened.
    """
    for path in map(Path, paths):
        if not path.is_dir():
            yield path
            continue
        files = sorted(file for file in path.rglob("*") if file.is_file() and not _is_hidden(file.relative_to(path)))
        if not files:
            message = f"{path}: the folder is empty; name a folder with listings"
            raise ListingError(message)
        yield from files


def _is_hidden(path: Path) -> bool:
    return any(part.startswith(".") for part in path.parts)
