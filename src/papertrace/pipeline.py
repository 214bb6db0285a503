"""The order of the stages; nothing else knows it.

Stages are imported where they are used: a command pays for what it runs, and `--help` for nothing.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import chain, islice
from pathlib import Path
from typing import TYPE_CHECKING

from papertrace.errors import ListingError
from papertrace.model import (
    Entry,
    Finding,
    Link,
    LinkKind,
    Markup,
    Outcome,
    Paper,
    PaperPlace,
    Problem,
    Span,
    Verdict,
)

if TYPE_CHECKING:
    import networkx as nx

    from papertrace.audit import AuditSettings

ListingPath = str | Path


def ignore_problem(_: Problem) -> None:
    """Take a problem and do nothing: for callers who want the results alone."""


def ignore_step(_: str) -> None:
    """Take the name of a step and do nothing: for callers who show no progress."""


def read_listing(
    path: ListingPath,
    *,
    format_name: str | None = None,
    on_problem: Callable[[Problem], None] = ignore_problem,
) -> Iterator[Entry]:
    """Yield the entries of one listing in their order, reading it line by line; `-` is standard input.

    The format is recognised from the text unless `format_name` names one. What cannot be placed is handed to
    `on_problem` with its lines, and reading goes on.

    Raises
    ------
    ListingError
        If the listing is missing, empty, binary, no UTF-8 or of an unknown layout, or, after its last entry, if
        it holds no entry or at least half of its lines could not be placed.
    """
    from papertrace import listings

    return listings.read_listing(path, format_name=format_name, on_problem=on_problem)


def find_links(text: str, markup: Markup | str = Markup.TEXT) -> list[Link]:
    """Return the URLs of a text in the order in which they stand, repaired, each with its place and identity.

    `markup` is `text`, `md`, `html`, `tex` or `bib`. A URL that is printed twice is returned once.

    >>> [link.url for link in find_links("Code: github.com/acme/fastmm.")]
    ['https://github.com/acme/fastmm']
    """
    from papertrace.extract.links import find_links as find

    return find(text, markup)


def extract(
    paths: Iterable[ListingPath],
    *,
    format_name: str | None = None,
    on_problem: Callable[[Problem], None] = ignore_problem,
    on_step: Callable[[str], None] = ignore_step,
) -> Iterator[Paper]:
    """Yield the papers of listings, merged across them, with links, concepts, mentions and claims.

    Papers come in the order of their first entries. Folders are walked by name. Concepts and mentions need the
    whole corpus, so the first paper comes after the last entry was read.

    Raises
    ------
    ListingError
        As `read_listing`; a file inside a folder that is no listing is handed to `on_problem` instead, as long as
        another one of the folder can be read.
    """
    from papertrace.resolve.papers import merge_entries

    on_step("reading")
    entries = list(_read_entries(paths, format_name=format_name, on_problem=on_problem))
    papers = merge_entries(entries)
    on_step("extracting")
    yield from _describe(papers, on_problem)


def _read_entries(
    paths: Iterable[ListingPath],
    *,
    format_name: str | None,
    on_problem: Callable[[Problem], None],
) -> Iterator[Entry]:
    from papertrace.listings import walk_listings

    for path in paths:
        if not Path(path).is_dir():
            yield from read_listing(path, format_name=format_name, on_problem=on_problem)
            continue
        refused: list[ListingError] = []
        n_read = 0
        for file in walk_listings([path]):
            try:
                yield from read_listing(file, format_name=format_name, on_problem=on_problem)
                n_read += 1
            except ListingError as error:
                refused.append(error)
                on_problem(Problem(Span(str(file), 1), f"left out of {path}: {error}"))
        if not n_read and refused:
            message = f"{path}: none of its {len(refused)} files is a listing that can be read; the first: {refused[0]}"
            raise ListingError(message)


def _describe(papers: Sequence[Paper], on_problem: Callable[[Problem], None]) -> Iterator[Paper]:
    """Yield papers with what their texts say: links and claim of each alone, concepts and mentions of all together."""
    raise NotImplementedError


def read_papers(
    path: ListingPath,
    *,
    on_problem: Callable[[Problem], None] = ignore_problem,
) -> Iterator[Paper]:
    """Yield the papers of a file in the extracted form, as `papertrace extract` writes it; `-` is standard input.

    Raises
    ------
    ListingError
        If the file cannot be read, or holds no paper in the extracted form.
    """
    from papertrace.listings import extracted
    from papertrace.listings.lines import decode_lines, open_listing
    from papertrace.listings.reading import name_source

    source = name_source(path)
    n_papers = 0
    with open_listing(path) as stream:
        for item in extracted.parse(decode_lines(stream, source), source):
            if isinstance(item, Paper):
                n_papers += 1
                yield item
            else:
                on_problem(item)
    if not n_papers:
        message = f"{source}:1:1: holds no paper in the extracted form; make one with papertrace extract"
        raise ListingError(message)
