"""Links to verdicts: collect them from what prints them, ask, and put the places to the verdicts."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import ExitStack
from functools import partial
from itertools import chain
from pathlib import Path
from typing import TYPE_CHECKING

from papertrace.model import Entry, Finding, Link, Markup, Paper, PaperPlace, Problem, Span, Verdict
from papertrace.pipeline.folders import read_each
from papertrace.pipeline.listening import ignore_problem, ignore_verdict

if TYPE_CHECKING:
    from papertrace.audit.cassette import Cassette
    from papertrace.audit.settings import AuditSettings
    from papertrace.audit.store import Store


def find_links(text: str, markup: Markup | str = Markup.TEXT) -> list[Link]:
    """Return the URLs of a text in the order in which they stand, repaired, each with its place and identity.

    `markup` is `text`, `md`, `html`, `tex` or `bib`. A URL that is printed twice is returned once.

    >>> [link.url for link in find_links("Code: github.com/acme/fastmm.")]
    ['https://github.com/acme/fastmm']
    """
    from papertrace.extract.links import find_links as find

    return find(text, markup)


def audit(
    links: Iterable[Link],
    *,
    settings: "AuditSettings | None" = None,
    cassette: "Cassette | None" = None,
    store: "Store | None" = None,
) -> Iterator[Verdict]:
    """Look at every link and yield one verdict for each, as they come; see `papertrace.audit.run.audit`.

    Raises
    ------
    NetworkDownError
        Where no name resolves and nothing answered: then there is nothing to say of any link.
    CassetteError
        Where a replay lacks a request.
    StoreError
        Where the store cannot be read or written.
    """
    from papertrace.audit.run import audit as run

    return run(links, settings=settings, cassette=cassette, store=store)


def collect_links(
    paths: Iterable[str | Path],
    *,
    format_name: str | None = None,
    on_problem: Callable[[Problem], None] = ignore_problem,
) -> list[tuple[Link, PaperPlace]]:
    """Return every link of listings, extracted files and lists of URLs, with the place that prints it.

    Those of extracted files and lists of URLs come first, in reading order, then those of listings, paper by paper.

    Raises
    ------
    ListingError
        If a file cannot be read or is none of the three; as with `extract`, in a folder one such file is enough.
    """
    from papertrace.extract.links import links_of_entry
    from papertrace.resolve.papers import merge_entries

    read = partial(_read_file, format_name=format_name, on_problem=on_problem)
    found: list[tuple[Link, PaperPlace]] = []
    entries: list[Entry] = []
    for item in read_each(paths, read, on_problem):
        if isinstance(item, Entry):
            entries.append(item)
        else:
            found.append(item)
    for paper in merge_entries(entries):
        found += [(link, _place(link, paper)) for entry in paper.entries for link in links_of_entry(entry)]
    return found


def _read_file(
    path: str | Path, *, format_name: str | None, on_problem: Callable[[Problem], None]
) -> Iterator[Entry | tuple[Link, PaperPlace]]:
    """Yield the entries of a listing, or the links of an extracted file or a list of URLs."""
    from papertrace.extract.links import find_targets
    from papertrace.listings import extracted, urls
    from papertrace.listings.reading import open_lines, parse_listing

    with open_lines(path) as (head, lines, source):
        every = chain(head, lines)
        if not format_name and extracted.is_extracted(head):
            for item in extracted.parse(every, source):
                if isinstance(item, Problem):
                    on_problem(item)
                else:
                    yield from ((link, _place(link, item)) for link in item.links)
        elif not format_name and urls.is_url_list(head):
            for target in urls.parse(every, source):
                if isinstance(target, Problem):
                    on_problem(target)
                else:
                    yield from ((link, _place(link, None)) for link in find_targets((target,)))
        else:
            yield from parse_listing(head, lines, source, format_name=format_name, on_problem=on_problem)


def _place(link: Link, paper: Paper | None) -> PaperPlace:
    return PaperPlace(
        id=paper.id if paper else "",
        title=paper.title if paper else "",
        source=link.span.source,
        line=link.span.line,
        column=link.span.column,
    )


def judge_links(
    found: Sequence[tuple[Link, PaperPlace]],
    *,
    settings: "AuditSettings",
    store: Path | None = None,
    cassette: Path | None = None,
    record: str = "once",
    on_verdict: Callable[[Verdict], None] = ignore_verdict,
) -> list[Finding]:
    """Audit links and return one finding for each URL, in the order of their first places.

    Raises
    ------
    NetworkDownError, CassetteError, StoreError
        As `audit`.
    """
    from papertrace.audit.cassette import Cassette, Record
    from papertrace.audit.store import Store

    first: dict[str, Link] = {}
    places: dict[str, list[PaperPlace]] = {}
    for link, place in found:
        first.setdefault(link.url, link)
        if place not in places.setdefault(link.url, []):
            places[link.url].append(place)
    verdicts: dict[tuple[Span, str], Verdict] = {}
    with ExitStack() as stack:
        kept = stack.enter_context(Store(store)) if store else None
        played = stack.enter_context(Cassette(cassette, Record(record))) if cassette else None
        for verdict in audit(first.values(), settings=settings, cassette=played, store=kept):
            # The URL of a verdict lacks user information, so that the place tells which link it is of.
            verdicts[verdict.link.span, verdict.link.raw] = verdict
            on_verdict(verdict)
    return [
        Finding(verdict=verdicts[link.span, link.raw], papers=tuple(places[url]))
        for url, link in first.items()
        if (link.span, link.raw) in verdicts
    ]
