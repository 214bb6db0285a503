"""Collecting the links of listings and documents with their occurrences, and the claims of papers about code.

An index from locations to papers says which paper a link belongs to.
"""

from array import array
from bisect import bisect_right
from collections.abc import Callable, Iterable, Iterator, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass, replace
from functools import partial
from itertools import chain, islice
from pathlib import Path

from papertrace.counting import hash_text
from papertrace.model import (
    Claim,
    ClaimState,
    Entry,
    Link,
    LinkKind,
    LinkRole,
    Occurrence,
    Outcome,
    Paper,
    Problem,
    Span,
    Verdict,
    hide_userinfo,
    log_problem,
)
from papertrace.model.audit import FileAccount, ignore_account
from papertrace.model.document import LeftOut
from papertrace.model.text import format_count
from papertrace.pipeline.document_links import (
    MAX_IN_MEMORY,
    DocumentLinks,
    LocalReferences,
    link_paper_and_entries,
    spool_links,
)
from papertrace.pipeline.reading import read_each, read_file
from papertrace.spool import Spool

_MANY = 100_000
_MARKDOWN = frozenset({".md", ".markdown", ".mdx", ".mkd", ".mdown", ".qmd", ".rmd"})


class DistinctCount:
    """The number of distinct texts, from hashes of 64 bits: eight bytes for each text that is added.

    Two of ten million texts have the same hash, and count as one, with a probability of 3 in a million.

    >>> DistinctCount(["a", "b", "a"]).total()
    2
    """

    __slots__ = ("_hashes",)

    def __init__(self, texts: Iterable[str] = ()) -> None:
        self._hashes = array("Q")
        for text in texts:
            self.add(text)

    def add(self, text: str) -> None:
        """Add a text."""
        self._hashes.append(hash_text(text))

    def total(self) -> int:
        """Return the number of distinct texts so far."""
        if len(self._hashes) <= _MANY:
            return len(set(self._hashes))
        import numpy as np

        return int(np.unique(np.frombuffer(self._hashes, np.uint64)).size)


class PaperIndex:
    """The lines of listings that papers occupy, and the links that are already known."""

    def __init__(self, papers: Iterable[Paper], links: Iterable[Link]) -> None:
        from papertrace.extract.urls.repair import url_identity

        self._identity = url_identity
        by_source: dict[str, list[tuple[int, int, int, Paper]]] = {}
        for paper in papers:
            for entry in paper.entries:
                rows = by_source.setdefault(entry.span.source, [])
                rows.append((entry.span.line, entry.span.column, max(entry.end_line, entry.span.line), paper))
        self._rows = {source: sorted(rows, key=lambda row: (row[0], row[1])) for source, rows in by_source.items()}
        self._starts = {source: [row[:2] for row in rows] for source, rows in self._rows.items()}
        self.links: set[tuple[str, int, str]] = set()
        self._places: set[tuple[str, int, int, str]] = set()
        for link in links:
            span, identity = link.span, url_identity(link.url)
            self.links.add((span.source, span.line, identity))
            self._places.add((span.source, span.line, span.column, identity))
        # The rows of a workbook are located by sheet, its text as a document is not.
        self._workbooks = {source.partition("!")[0] for source in self._rows if "!" in source}
        self._in_sheets = {(source.partition("!")[0], identity) for source, _, identity in self.links if "!" in source}

    def has_papers(self, source: str) -> bool:
        """Return whether a file is a listing of papers."""
        return source in self._rows or source in self._workbooks

    def has_link(self, link: Link) -> bool:
        """Return whether the same URL on the same line is already known from a paper or a list of URLs."""
        identity = self._identity(link.url)
        return (link.span.source, link.span.line, identity) in self.links or (
            link.span.source,
            identity,
        ) in self._in_sheets

    def entry_place(self, link: Link) -> tuple[str, int, int, str]:
        """Return where a link would be known to be if only the beginning of its entry were known."""
        row = self._row_at(link.span)
        line, column = row[:2] if row else (0, 0)
        return link.span.source, line, column, self._identity(link.url)

    def starts_with_any(self, places: AbstractSet[tuple[str, int, int, str]]) -> bool:
        """Return whether a known link is at one of these places."""
        return not self._places.isdisjoint(places)

    def paper_at(self, span: Span) -> Paper | None:
        """Return the paper of the last entry that begins before a location, if that entry extends to its line."""
        row = self._row_at(span)
        return row[3] if row else None

    def _row_at(self, span: Span) -> tuple[int, int, int, Paper] | None:
        rows = self._rows.get(span.source)
        if not rows:
            return None
        index = bisect_right(self._starts[span.source], (span.line, span.column))
        while index < len(rows) and rows[index][0] == span.line and not index:
            index += 1  # The location precedes the title of the first paper, on the same line.
        if not index:
            return None
        return rows[index - 1] if span.line <= rows[index - 1][2] else None


@dataclass(frozen=True, slots=True, kw_only=True)
class ClaimedCode:
    """What a paper claims about its code, and the links that should lead to it.

    `candidates` are repositories that services name for the paper, each after the name of the service.
    """

    occurrence: Occurrence
    claim: Claim
    links: tuple[Link, ...]
    candidates: tuple[tuple[str, Link], ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class LinkCollection:
    """The links of listings and documents, each with its occurrence, and what the papers claim about their code.

    `verdicts` are about references to local files, and about addresses that cannot be requested. `left_out` lists the
    addresses that do not count as links, with the reason: in code, in a comment, ignored. `n_papers` is the number of
    papers that were read. Many thousands of links are kept in a temporary file.
    """

    links: Sequence[tuple[Link, Occurrence]]
    claims: tuple[ClaimedCode, ...] = ()
    verdicts: tuple[tuple[Verdict, Occurrence], ...] = ()
    left_out: tuple[tuple[LeftOut, str], ...] = ()
    n_papers: int = 0

    @property
    def urls(self) -> tuple[str, ...]:
        """The different URLs, in the order of their first occurrences."""
        return tuple(dict.fromkeys(link.url for link, _ in self.links))

    @property
    def candidates(self) -> tuple[Link, ...]:
        """The repositories that services name for papers with claims about code, those that no listing links."""
        named = [link for claimed in self.claims for _, link in claimed.candidates]
        known = set(self.urls) if named else set()
        return tuple({link.url: link for link in named if link.url not in known}.values())

    def __repr__(self) -> str:
        """Return the numbers of links, URLs and claims, on one line."""
        n_urls = DistinctCount(link.url for link, _ in self.links).total()
        links, urls = format_count(len(self.links), "link"), format_count(n_urls, "URL")
        return f"<LinkCollection {links} to {urls}, {format_count(len(self.claims), 'claim')}>"

    @property
    def account(self) -> str:
        """The numbers of links and other addresses as a phrase, such as those of papers and those elsewhere."""
        in_papers, urls = DistinctCount(), DistinctCount()
        left_out = set(self.left_out)
        for link, occurrence in self.links:
            urls.add(link.url)
            if occurrence.id:
                in_papers.add(link.url)
            if left_out:
                left_out.difference_update((reason, known) for reason in LeftOut for known in (link.url, link.raw))
        n_in_papers, n_urls = in_papers.total(), urls.total()
        parts = [f"{n_in_papers:,} in {format_count(self.n_papers, 'paper')}"] if self.n_papers else []
        if self.n_papers and n_in_papers < n_urls:
            parts.append(f"{n_urls - n_in_papers:,} elsewhere")
        line = f"{format_count(n_urls, 'link')}{': ' if parts else ''}{', '.join(parts)}"
        on_disk = {one.link.url for one, _ in self.verdicts if one.outcome is not Outcome.SKIPPED}
        skipped = {one.link.url for one, _ in self.verdicts if one.outcome is Outcome.SKIPPED}
        more = [f"{len(on_disk):,} to files and headings"] if on_disk else []
        more += [f"{len(skipped):,} that cannot be requested"] if skipped else []
        for reason in LeftOut:
            n_left_out = sum(why is reason for why, _ in left_out)
            more += [f"{n_left_out:,} {reason.value}"] if n_left_out else []
        return f"{line}; not among them: {', '.join(more)}" if more else line


def collect_links(
    paths: Iterable[str | Path],
    *,
    format_name: str | None = None,
    papers_only: bool = False,
    reads_papers: bool = True,
    follow_links: bool = False,
    root: str | Path | None = None,
    base_url: str = "",
    on_problem: Callable[[Problem], None] = log_problem,
    on_account: Callable[[FileAccount], None] = ignore_account,
) -> LinkCollection:
    """Return every link of listings, documents, extracted files and lists of URLs, with its occurrences.

    Links of extracted files and lists of URLs come first, in reading order, then those of listings, paper by paper,
    then those of documents outside papers. With `papers_only`, the latter are left out; without `reads_papers`, the
    links of Markdown belong to no papers, which takes a third of the time; without `follow_links`, symbolic links out
    of a folder are left out. References to absolute paths (`/img/logo.png`) are looked up below `root`, or
    requested below `base_url`; without either, in the folders of the program whose configuration is above the document.
    The account of each listing is passed to `on_account`.

    Raises
    ------
    ListingError
        If no file can be read; one that cannot be read among others is reported to `on_problem`.

    Examples
    --------
    >>> from papertrace import sample_path
    >>> collection = collect_links([sample_path()])
    >>> collection.n_papers, collection.urls[0]
    (215, 'https://github.com/EurekaForNLP/SimulPL')
    """
    from papertrace.resolve.papers.merging import merge_entries

    read = partial(
        read_file,
        local=LocalReferences(root, base_url),
        format_name=format_name,
        papers_only=papers_only,
        reads_papers=reads_papers,
        on_problem=on_problem,
        on_account=on_account,
    )
    found = _spool()
    verdicts: list[tuple[Verdict, Occurrence]] = []
    papers: list[Paper] = []
    entries: list[Entry] = []
    documents: list[tuple[DocumentLinks, int]] = []
    in_documents = spool_links()
    for item in read_each(paths, read, on_problem, follow_links=follow_links):
        match item:
            case Entry():
                entries.append(item)
            case Paper():
                papers.append(item)
                found.extend((link, _occurrence(link, item)) for link in item.links)
            case Link():
                found.append((item, _occurrence(item, None)))
            case Verdict():
                verdicts.append((item, _occurrence(item.link, None)))
            case DocumentLinks():
                # One temporary file for all documents, not one for each.
                in_documents.extend(item.links)
                documents.append((replace(item, links=spool_links()), len(item.links)))
    for paper in merge_entries(entries):
        linked, of_entries = link_paper_and_entries(paper)
        found.extend((link, _occurrence(link, paper)) for link in of_entries)
        papers.append(linked)
    found = _add_documents(documents, in_documents, papers, found, verdicts)
    left_out = [one for document, _ in documents for one in document.left_out]
    ignored = {(document.source, line) for document, _ in documents for line in document.ignored_lines}
    if ignored:
        left_out += [(LeftOut.IGNORED, link.url) for link, at in found if (at.source, at.line) in ignored]
        found = _spool(one for one in found if (one[1].source, one[1].line) not in ignored)
    if papers_only:
        left_out += [(LeftOut.ELSEWHERE, link.url) for link, at in found if at.is_elsewhere]
        found = _spool(one for one in found if not one[1].is_elsewhere)
        verdicts = [one for one in verdicts if not one[1].is_elsewhere]
    claims = tuple(_claimed_code(paper) for paper in papers if paper.claim.state is not ClaimState.NONE)
    links = tuple(found) if found.is_in_memory else found
    # Where papers were not looked for, nobody knows which links are outside of them.
    knows_papers = reads_papers or all(Path(one.source).suffix.lower() not in _MARKDOWN for one, _ in documents)
    n_papers = len(papers) if knows_papers else 0
    return LinkCollection(
        links=links, claims=claims, verdicts=tuple(verdicts), left_out=tuple(left_out), n_papers=n_papers
    )


def _spool(links: Iterable[tuple[Link, Occurrence]] = ()) -> Spool[tuple[Link, Occurrence]]:
    return Spool(tuple[Link, Occurrence], links, in_memory=MAX_IN_MEMORY)


def _add_documents(
    documents: Sequence[tuple[DocumentLinks, int]],
    in_documents: Iterable[Link],
    papers: Iterable[Paper],
    found: Spool[tuple[Link, Occurrence]],
    verdicts: list[tuple[Verdict, Occurrence]],
) -> Spool[tuple[Link, Occurrence]]:
    """Return the links with those of documents that are not yet known from papers or lists at the same location.

    `in_documents` has as many links of each document as stand beside it, one document after another. Where a reader
    knows only where the entry of a link begins, the document says where the link is; if that is in no entry, as with
    the address of `[code][1]` in Markdown, the link is only at the papers whose entries refer to it.
    """
    from papertrace.extract.urls.repair import url_identity

    sources = {document.source for document, n_links in documents if n_links or document.verdicts}
    known = chain((link for link, _ in found), (one.link for one, _ in verdicts))
    index = PaperIndex(papers, (one for one in known if not sources.isdisjoint(_names_of_file(one.span.source))))
    links = iter(in_documents)
    located: set[tuple[str, int, int, str]] = set()
    exact: set[tuple[str, int, str]] = set()
    elsewhere: dict[tuple[str, str], Span] = {}
    for document, n_links in documents:
        for link in islice(links, n_links):
            if not index.has_link(link):
                occurrence = _document_occurrence(link, index)
                found.append((link, occurrence))
                located.add(index.entry_place(link))
                if occurrence.is_elsewhere:
                    elsewhere[link.span.source, url_identity(link.url)] = link.span
            else:
                exact.add((link.span.source, link.span.line, url_identity(link.url)))
        verdicts += [
            (one, _document_occurrence(one.link, index)) for one in document.verdicts if not index.has_link(one.link)
        ]
    vague = {(source, line, column, url) for source, line, column, url in located if (source, line, url) not in exact}
    explained = exact.union((source, line, url) for source, line, _, url in located)
    referred = {
        (source, elsewhere[source, url].line, elsewhere[source, url].column, url)
        for source, line, url in (index.links - explained if elsewhere else ())
        if (source, url) in elsewhere
    }
    if not referred and not index.starts_with_any(vague):
        return found
    twice = vague | referred
    return _spool(one for one in found if (*_place(one[0]), url_identity(one[0].url)) not in twice)


def _place(link: Link) -> tuple[str, int, int]:
    return link.span.source, link.span.line, link.span.column


def _names_of_file(source: str) -> tuple[str, str]:
    """Return a source, and the workbook if the source is one of its sheets."""
    return source, source.partition("!")[0]


def _document_occurrence(link: Link, index: PaperIndex) -> Occurrence:
    """Return the occurrence of a link of a document: in the paper whose entry contains it, or elsewhere."""
    paper = index.paper_at(link.span)
    occurrence = _occurrence(link, paper)
    return occurrence if paper else replace(occurrence, is_elsewhere=index.has_papers(link.span.source))


def collect_urls(links: Iterable[Link | str]) -> LinkCollection:
    """Return links and URLs as a collection without papers; the line of a URL is its number in the input."""
    found = [
        Link(raw=one, url=one, span=Span("<urls>", number), kind=LinkKind.PAGE) if isinstance(one, str) else one
        for number, one in enumerate(links, start=1)
    ]
    return LinkCollection(links=tuple((link, _occurrence(link, None)) for link in found))


def collect_from_papers(papers: Iterable[Paper]) -> LinkCollection:
    """Return the links of papers, in their order, and what the papers claim about their code."""
    links: list[tuple[Link, Occurrence]] = []
    claims = []
    n_papers = 0
    for paper in papers:
        n_papers += 1
        links += [(link, _occurrence(link, paper)) for link in paper.links]
        if paper.claim.state is not ClaimState.NONE:
            claims.append(_claimed_code(paper))
    return LinkCollection(links=links, claims=tuple(claims), n_papers=n_papers)


def _occurrence(link: Link, paper: Paper | None) -> Occurrence:
    return Occurrence(
        id=paper.id if paper else "",
        title=paper.title if paper else "",
        source=link.span.source,
        line=link.span.line,
        column=link.span.column,
        raw=link.raw,
        year=paper.year if paper else None,
        date=paper.date if paper else None,
        venue=(paper.venue or "") if paper else "",
    )


def _claimed_code(paper: Paper) -> ClaimedCode:
    """Return what a paper claims about its code, with its links to code and those in the sentence of the claim.

    The sentence may spell a URL differently than the occurrence from which the link was taken.
    """
    from papertrace.extract.links import find_links
    from papertrace.extract.urls.repair import url_identity

    named = {url_identity(link.url) for link in find_links(paper.claim.sentence)}
    span = paper.entries[0].span
    occurrence = Occurrence(
        id=paper.id,
        title=paper.title,
        source=span.source,
        line=span.line,
        column=span.column,
        year=paper.year,
        venue=paper.venue or "",
    )
    links = tuple(
        link
        for link in paper.links
        if link.may_lead_to_own_code
        or (link.role is not LinkRole.OTHER and (link.raw in paper.claim.sentence or url_identity(link.url) in named))
    )
    claim = replace(paper.claim, sentence=hide_userinfo(paper.claim.sentence))
    return ClaimedCode(occurrence=occurrence, claim=claim, links=links, candidates=tuple(_candidates(paper, span)))


def _candidates(paper: Paper, span: Span) -> Iterator[tuple[str, Link]]:
    """Yield the repositories that services name for a paper and that it does not link itself."""
    from papertrace.extract.links import find_links
    from papertrace.extract.urls.repair import url_identity

    known = {url_identity(link.url) for link in paper.links}
    for one in paper.added.code if paper.added else ():
        for link in find_links(one.url)[:1]:
            if url_identity(link.url) not in known:
                known.add(url_identity(link.url))
                service = one.source.partition(" ")[0]
                yield service, replace(link, span=span, role=LinkRole.OTHER, evidence=f"{service} names it")
