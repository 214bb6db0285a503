"""The links of listings with their occurrences, and what the papers claim about their code."""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, replace
from functools import partial
from itertools import chain
from pathlib import Path

from papertrace.model import (
    Claim,
    ClaimState,
    Entry,
    Link,
    LinkKind,
    LinkRole,
    Occurrence,
    Paper,
    Problem,
    Span,
    hide_userinfo,
    log_problem,
)
from papertrace.model.account import Account, FileAccount
from papertrace.model.text import count_things
from papertrace.pipeline.folders import read_each
from papertrace.pipeline.paper_links import link_paper_and_entries


@dataclass(frozen=True, slots=True, kw_only=True)
class ClaimedCode:
    """What a paper claims about its code, and the links that should lead to it."""

    occurrence: Occurrence
    claim: Claim
    links: tuple[Link, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class LinkCollection:
    """The links of listings, each with its occurrence, and what the papers claim about their code."""

    links: tuple[tuple[Link, Occurrence], ...]
    claims: tuple[ClaimedCode, ...] = ()

    @property
    def urls(self) -> tuple[str, ...]:
        """The different URLs, in the order of their first occurrences."""
        return tuple(dict.fromkeys(link.url for link, _ in self.links))

    def __repr__(self) -> str:
        """Return the numbers of links, URLs and claims, on one line."""
        links, urls = count_things(len(self.links), "link"), count_things(len(self.urls), "URL")
        return f"<LinkCollection {links} to {urls}, {count_things(len(self.claims), 'claim')}>"


def collect_links(
    paths: Iterable[str | Path],
    *,
    format_name: str | None = None,
    on_problem: Callable[[Problem], None] = log_problem,
    on_account: Callable[[Account], None] | None = None,
) -> LinkCollection:
    """Return every link of listings, extracted files and lists of URLs, with its occurrences.

    Links of extracted files and lists of URLs come first, in reading order, then those of listings, paper by paper.

    Raises
    ------
    ListingError
        If no file can be read as one of the three; one that cannot among others is reported to `on_problem`.
    """
    from papertrace.resolve.papers.merging import merge_entries

    files: list[FileAccount] = []
    read = partial(_read_file, format_name=format_name, on_problem=on_problem, on_account=files.append)
    found: list[tuple[Link, Occurrence]] = []
    papers: list[Paper] = []
    entries: list[Entry] = []
    for item in read_each(paths, read, on_problem):
        match item:
            case Entry():
                entries.append(item)
            case Paper():
                papers.append(item)
                found += [(link, _occurrence(link, item)) for link in item.links]
            case Link():
                found.append((item, _occurrence(item, None)))
    for paper in merge_entries(entries):
        linked, of_entries = link_paper_and_entries(paper)
        found += [(link, _occurrence(link, paper)) for link in of_entries]
        papers.append(linked)
    if on_account is not None and files:
        on_account(Account(files=tuple(files), n_papers=len(papers)))
    claims = tuple(_claimed_code(paper) for paper in papers if paper.claim.state is not ClaimState.NONE)
    return LinkCollection(links=tuple(found), claims=claims)


def collect_urls(links: Iterable[Link | str]) -> LinkCollection:
    """Return links and URLs as a collection without papers; the line of a URL is its number in the input."""
    found = [
        Link(raw=one, url=one, span=Span("<urls>", number), kind=LinkKind.PAGE) if isinstance(one, str) else one
        for number, one in enumerate(links, start=1)
    ]
    return LinkCollection(links=tuple((link, _occurrence(link, None)) for link in found))


def _read_file(
    path: str | Path,
    *,
    format_name: str | None,
    on_problem: Callable[[Problem], None],
    on_account: Callable[[FileAccount], None],
) -> Iterator[Entry | Paper | Link]:
    """Yield the entries of a listing, the papers of an extracted file, or the links of a list of URLs."""
    from papertrace.extract.links import find_targets
    from papertrace.listings import extracted
    from papertrace.listings import url_list as urls
    from papertrace.listings.reading import open_lines, parse_listing

    with open_lines(path) as (head, lines, source):
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
                    yield from find_targets((target,))
        else:
            yield from parse_listing(
                head, lines, source, format_name=format_name, on_problem=on_problem, on_account=on_account
            )


def _occurrence(link: Link, paper: Paper | None) -> Occurrence:
    return Occurrence(
        id=paper.id if paper else "",
        title=hide_userinfo(paper.title) if paper else "",
        source=link.span.source,
        line=link.span.line,
        column=link.span.column,
        raw=link.raw,
        year=paper.year if paper else None,
        date=paper.date if paper else None,
    )


def _claimed_code(paper: Paper) -> ClaimedCode:
    """Return what a paper claims about its code, with its links to code and those in the sentence of the claim.

    The sentence may spell a URL differently than the occurrence from which the link was taken.
    """
    from papertrace.extract.links import find_links
    from papertrace.extract.urls.spelling import url_identity

    named = {url_identity(link.url) for link in find_links(paper.claim.sentence)}
    span = paper.entries[0].span
    occurrence = Occurrence(
        id=paper.id,
        title=hide_userinfo(paper.title),
        source=span.source,
        line=span.line,
        column=span.column,
        year=paper.year,
    )
    links = tuple(
        link
        for link in paper.links
        if link.may_lead_to_own_code
        or (link.role is not LinkRole.OTHER and (link.raw in paper.claim.sentence or url_identity(link.url) in named))
    )
    claim = replace(paper.claim, sentence=hide_userinfo(paper.claim.sentence))
    return ClaimedCode(occurrence=occurrence, claim=claim, links=links)
