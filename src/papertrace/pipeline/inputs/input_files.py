"""Reading of an input file of any kind: a listing, a document, extracted papers or a list of URLs."""

import sys
from collections.abc import Callable, Generator, Iterator
from dataclasses import replace
from functools import partial
from itertools import chain
from pathlib import Path

from papertrace.errors import DocumentError, ListingError
from papertrace.model import Entry, Link, LinkKind, Paper, Problem, Span, Verdict
from papertrace.model.audit.account import FileAccount
from papertrace.pipeline.inputs.document_links import (
    DocumentLinks,
    LineNumbers,
    LocalReferences,
    read_document,
    read_target,
)

Found = Entry | Paper | Link | Verdict | DocumentLinks

# Source code and the like may mention papers and URLs, but they are not listings.
_NEVER_LISTINGS = frozenset(("code", "notebook", "latex", "pdf"))
MAX_LISTING_BYTES = 32 * 1024 * 1024
"""The size up to which `audit` searches a file for papers, unless an option declares it to be a listing."""
MAX_PIPE_BYTES = 256 * 1024 * 1024
"""What is read of standard input, a pipe or a device, all of which is in memory."""
_URL_SCHEMES = ("http://", "https://")


def is_url(path: str | Path) -> bool:
    """Return whether an argument is a URL instead of a file."""
    return str(path).lower().startswith(_URL_SCHEMES) and not Path(path).exists()


def read_file(
    path: str | Path,
    local: LocalReferences,
    *,
    format_name: str | None,
    papers_only: bool,
    on_problem: Callable[[Problem], None],
    on_account: Callable[[FileAccount], None],
) -> Iterator[Found]:
    """Yield the entries, papers and links in a file, and its links as a document.

    Unless the caller declares the file to be a listing, it is not one if more than a third of its addresses, and at
    least ten, are outside papers: the items of a README are not papers. A file over `MAX_LISTING_BYTES` is not a
    listing either. The links of such files are read without papers.

    Raises
    ------
    ListingError
        If the file cannot be read, or not as `format_name`.
    """
    if is_url(path):
        yield _read_argument(str(path))
        return
    from papertrace.documents.formats import find_format
    from papertrace.documents.reading import read_head
    from papertrace.listings.reading import name_source

    source = name_source(path)
    data = _read_once(path)
    document_format = find_format(source, read_head(path, source, data=data))
    is_declared = bool(format_name or papers_only)
    items: list[Found] = []
    problems: list[Problem] = []
    listed = LineNumbers()
    if not is_declared and _size_of(path, data) > MAX_LISTING_BYTES:
        fact = f"is over {MAX_LISTING_BYTES >> 20} MiB; its links are read without papers (--papers-only reads papers)"
        on_problem(Problem(Span(source, 1), fact, harmless=True))
    elif is_declared or document_format.name not in _NEVER_LISTINGS:
        read = partial(_read_listing, path, data, format_name=format_name, on_problem=problems.append)
        items, problems = yield from _read_items(read, on_account, problems, listed, is_declared=is_declared)
    yield from items
    if any(isinstance(item, Paper) for item in items):
        # The links of extracted papers have the locations of the listings that they come from: the file is no document
        # that has those of its broken lines.
        for problem in problems:
            on_problem(problem)
        return
    try:
        found = read_document(path, source, local, known_lines=listed, data=data, on_problem=on_problem)
    except DocumentError as error:
        if not (items or listed):
            raise
        on_problem(Problem(Span(source, 1), f"links outside papers are not read: {error}", refused=True))
    else:
        yield found
        # Lines that fit no entry of the listing are harmless: the document contains their links.
        problems = [replace(problem, harmless=True) for problem in problems]
    for problem in problems:
        on_problem(problem)


def _read_once(path: str | Path) -> bytes | None:
    """Return the content of standard input or a pipe, which can be read only once, or None for a regular file.

    Raises
    ------
    ListingError
        If it does not end within `MAX_PIPE_BYTES`, as that of `/dev/zero`.
    """
    try:
        is_pipe = str(path) == "-" or Path(path).is_fifo() or Path(path).is_char_device()
        if not is_pipe:
            return None
        if str(path) == "-":
            data = sys.stdin.buffer.read(MAX_PIPE_BYTES + 1)
        else:
            with Path(path).open("rb") as stream:
                data = stream.read(MAX_PIPE_BYTES + 1)
    except (OSError, ValueError):
        return None
    if len(data) > MAX_PIPE_BYTES:
        message = f"{path}: has no end within {MAX_PIPE_BYTES >> 20} MiB; give a file, which is read in parts"
        raise ListingError(message)
    return data


def _size_of(path: str | Path, data: bytes | None) -> int:
    """Return the size of a file in bytes, or 0 if it cannot be determined."""
    if data is not None:
        return len(data)
    try:
        return Path(path).stat().st_size
    except (OSError, ValueError):
        return 0


def _read_items(
    read: Callable[..., Iterator[Found]],
    on_account: Callable[[FileAccount], None],
    problems: list[Problem],
    listed: LineNumbers,
    *,
    is_declared: bool,
) -> Generator[Found, None, tuple[list[Found], list[Problem]]]:
    """Return the papers and entries of a file read as a listing, without entries if it is not one, and the problems.

    What a list of URLs contains is yielded at once, and its lines are added to `listed`.

    Raises
    ------
    ListingError
        If the file is declared to be a listing and cannot be read as one.
    """
    accounts: list[FileAccount] = []
    items: list[Found] = []
    try:
        for item in read(on_account=accounts.append):
            if isinstance(item, Link | Verdict):
                listed.add(item.span.line if isinstance(item, Link) else item.link.span.line)
                yield item
            else:
                items.append(item)
    except ListingError:
        if is_declared:
            raise
        problems = problems if items or listed else []
    for account in accounts:
        on_account(account)
    if not is_declared and any(account.has_few_papers for account in accounts):
        items = [item for item in items if not isinstance(item, Entry)]
    return items, problems


def _read_argument(url: str) -> Link | Verdict:
    from papertrace.model import Target

    read = read_target(Target(raw=url, words="", span=Span("<arguments>", 1)))
    return read if isinstance(read, Verdict) else Link(raw=url, url=read.url, span=read.span, kind=LinkKind.PAGE)


def _read_listing(
    path: str | Path,
    data: bytes | None,
    *,
    format_name: str | None,
    on_problem: Callable[[Problem], None],
    on_account: Callable[[FileAccount], None],
) -> Iterator[Entry | Paper | Link | Verdict]:
    """Yield the entries of a listing, the papers of an extracted file, or the links of a list of URLs."""
    from papertrace.listings import extracted
    from papertrace.listings import url_list as urls
    from papertrace.listings.reading import open_lines, parse_listing

    with open_lines(path, data) as (head, lines, source):
        every = chain(head, lines)
        if not format_name and extracted.is_extracted(head):
            for item in extracted.parse(every, source):
                if isinstance(item, Problem):
                    on_problem(item)
                else:
                    yield item
        elif not format_name and urls.is_url_list(head):
            for target in urls.parse(every, source):
                if isinstance(target, Problem):
                    on_problem(target)
                else:
                    yield read_target(target)
        else:
            yield from parse_listing(
                head, lines, source, format_name=format_name, on_problem=on_problem, on_account=on_account
            )
