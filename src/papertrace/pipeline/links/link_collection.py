"""Collecting the links of listings and documents with their occurrences, and the claims of papers about code.

The links of a paper and its claim follow one rule for all commands. An index from locations to papers says which paper
a link belongs to. Of other documents, the addresses in their markup and text are links; those that cannot be requested
get their verdicts here.
"""

import re
from array import array
from bisect import bisect_right
from collections.abc import Callable, Iterable, Iterator, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass, field, replace
from functools import partial
from itertools import chain, islice
from pathlib import Path
from typing import NamedTuple
from urllib.parse import urljoin

from papertrace.counting.hashing import hash_text
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
    Target,
    Verdict,
    hide_userinfo,
    log_problem,
)
from papertrace.model.audit.account import FileAccount, ignore_account
from papertrace.model.document import DocumentLink, LeftOut, Mark, Passage
from papertrace.model.papers.paper import Markup
from papertrace.model.text import format_count
from papertrace.pipeline.inputs.folders import read_each
from papertrace.pipeline.inputs.input_files import read_file
from papertrace.pipeline.links.local_references import LocalReferences
from papertrace.spool import Spool

_MANY = 100_000


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
        from papertrace.extract.urls.spelling import url_identity

        self._identity = url_identity
        by_source: dict[str, list[tuple[int, int, int, Paper]]] = {}
        for paper in papers:
            for entry in paper.entries:
                rows = by_source.setdefault(entry.span.source, [])
                rows.append((entry.span.line, entry.span.column, max(entry.end_line, entry.span.line), paper))
        self._rows = {source: sorted(rows, key=lambda row: (row[0], row[1])) for source, rows in by_source.items()}
        self._starts = {source: [row[:2] for row in rows] for source, rows in self._rows.items()}
        self._links: set[tuple[str, int, str]] = set()
        self._places: set[tuple[str, int, int, str]] = set()
        for link in links:
            span, identity = link.span, url_identity(link.url)
            self._links.add((span.source, span.line, identity))
            self._places.add((span.source, span.line, span.column, identity))
        # The rows of a workbook are located by sheet, its text as a document is not.
        self._workbooks = {source.partition("!")[0] for source in self._rows if "!" in source}
        self._in_sheets = {(source.partition("!")[0], identity) for source, _, identity in self._links if "!" in source}

    def has_papers(self, source: str) -> bool:
        """Return whether a file is a listing of papers."""
        return source in self._rows or source in self._workbooks

    def has_link(self, link: Link) -> bool:
        """Return whether the same URL on the same line is already known from a paper or a list of URLs."""
        identity = self._identity(link.url)
        return (link.span.source, link.span.line, identity) in self._links or (
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


class PaperLinks(NamedTuple):
    """The links of a paper, each URL once, its claim, and the links of all its entries, one per occurrence."""

    links: tuple[Link, ...]
    claim: Claim
    of_entries: Sequence[Link]


def link_paper_and_entries(paper: Paper) -> tuple[Paper, Sequence[Link]]:
    """Return a paper with its links and its claim, and the links of all its entries, one per occurrence."""
    found = find_paper_links(paper)
    return replace(paper, links=found.links, claim=found.claim), found.of_entries


def find_paper_links(paper: Paper) -> PaperLinks:
    """Return the links that the entries of a paper print, and the claim of the paper.

    Two entries may spell one URL differently. The paper has the first spelling; the claim is found with the spelling of
    the text, since the sentence around a URL shows what it links to.
    """
    from papertrace.extract.claims.claims import find_claim
    from papertrace.extract.links import links_of_entry, merge_links, printed_links, spell_as_in

    printed = [printed_links(entry) for entry in paper.entries]
    of_entries = [
        link for entry, own in zip(paper.entries, printed, strict=True) for link in links_of_entry(entry, own)
    ]
    links = merge_links(of_entries)
    entry = paper.main_entry
    text = f"{paper.title}\n{entry.abstract}"
    claim = find_claim(text, spell_as_in(text, links, [link for own in printed for link in own]))
    return PaperLinks(links, replace(claim, sentence=entry.as_shown(claim.sentence)), of_entries)


MAX_LINKS = 2_000_000
"""The number of links after which the rest of a document is not read."""
MAX_IN_MEMORY = 20_000
"""The number of links beyond which they are kept in a temporary file: each takes half a kilobyte of memory."""
_SCHEME = re.compile(r"([a-z][a-z0-9+.-]{1,31}):", re.IGNORECASE)
_HTTP_SCHEMES = frozenset(("http", "https", "hxxp", "hxxps"))
_MIN_LIKENESS_OF_MISPRINTS = 0.7  # of one wrong letter in http; ftps and https are less alike
_MARKUP = r"/?(?:a|b|br|code|div|em|i|img|li|p|small|span|strong|sub|sup|td|tr|u)\b"
# Parts of an address that a program replaces: %s, %1$d, %(name)s, $NAME, :id, @NAME@, __NAME__.
_IN_ADDRESS = (
    r"%(?:\d{1,2}\$)?[sdif](?![0-9A-Fa-f])|%\(\w{1,60}\)[sdr]|(?<=[/=.])\$[A-Z][A-Z0-9_]{1,60}\b|(?<=/):[A-Za-z_]\w{0,60}(?=[/?#]|\Z)"
    r"|@[A-Z][A-Z_]{1,60}@|__[A-Z][A-Z_]{0,60}__"
)
_PLACEHOLDER = re.compile(
    rf"{_IN_ADDRESS}|%%\w+%%|\{{\{{|\{{%|\$\{{|<%|\{{[\w.:-]*\}}|<(?!{_MARKUP})[\w -]+>|%\([a-z_]+\)s|\[\["
    r"|\$[a-z]\w{0,30}\^|\A%[a-z]\Z|%[A-Z_]{0,30}[G-Z_][A-Z_]{1,30}%|\A\$[A-Z][A-Z_]+"
)
# A placeholder after the end of an address in code and templates: f"…/{name}", "…/%s", `…/${name}`, …/<name>.
_FOLLOWING_PLACEHOLDER = re.compile(rf"\{{|\$\{{?\w|<(?!{_MARKUP})[a-z_]|%[sdr]\b|%\(|\\\(", re.IGNORECASE)
_PLACEHOLDER_IN_ADDRESS = re.compile(_IN_ADDRESS)
_FOLLOWING_IN_CODE = re.compile(r"\*|:\$")
_SEGMENT_IN_CODE = re.compile(r"/(?:\$\d|\[\w{1,60}\])(?=/|\Z)")
_HTTP_ADDRESS = re.compile(r"https?://[^\s<>\"'`\0]*+", re.IGNORECASE)
_ADDRESS_IN_BRACES = re.compile(r"https?://[^\s<>\"'`\0{}]*+", re.IGNORECASE)
# User information, even if the rest of the address is not a valid URL.
_USERINFO = re.compile(r"^((?:[a-z][a-z0-9+.-]*:(?=//))?(?://)?)[^\s/?#]*@", re.IGNORECASE)
_NON_SPACE = re.compile(r"[^\s\"'`\0]+")
_IS_TEMPLATE = "contains a template placeholder"
_CLOSING = ".,;:!?)]}*_'\""
_FORMATS_WITH_RELATIVE_LINKS = frozenset(("markdown", "html", "rst", "notebook", "asciidoc", "org"))
_GIT_SCHEMES = frozenset(("git", "ssh", "git+https", "git+http", "git+ssh"))
_TOP_OF_PAGE = frozenset(("", "#"))


class LineNumbers:
    """A set of line numbers that takes one byte for each line of a file, not the sixty of a number in a set."""

    __slots__ = ("_marks",)

    def __init__(self) -> None:
        self._marks = bytearray()

    def add(self, line: int) -> None:
        """Add a line number."""
        if line >= len(self._marks):
            self._marks.extend(bytes(line + 1 - len(self._marks)))
        self._marks[line] = 1

    def __bool__(self) -> bool:
        """Return whether it contains any line number."""
        return bool(self._marks)

    def __contains__(self, line: int) -> bool:
        """Return whether a line number was added."""
        return line < len(self._marks) and self._marks[line] == 1


def spool_links(links: Iterable[Link] = ()) -> Spool[Link]:
    """Return links as a sequence that takes little memory however many there are."""
    return Spool(Link, links, in_memory=MAX_IN_MEMORY)


@dataclass(slots=True)
class DocumentLinks:
    """The links of one document: those to request, those with a verdict already, and those that are left out.

    `known_lines` were already read as a list of URLs, one per line; their links are not read again.
    """

    source: str
    links: Spool[Link] = field(default_factory=spool_links)
    verdicts: list[Verdict] = field(default_factory=list)
    left_out: list[tuple[LeftOut, str]] = field(default_factory=list)
    ignored_lines: set[int] = field(default_factory=set)
    known_lines: LineNumbers = field(default_factory=LineNumbers)
    _last: tuple[int, int] = (0, 0)
    _is_sorted: bool = True

    def add(self, link: Link) -> None:
        """Add a link, unless its line is known."""
        if link.span.line in self.known_lines:
            return
        here = _place_link(link)
        self._is_sorted = self._is_sorted and self._last <= here
        self._last = here
        self.links.append(link)

    def finish(self) -> None:
        """Sort the links and verdicts by their locations, and leave out those on ignored and known lines."""
        ignored = self.ignored_lines
        if ignored:
            self.left_out += ((LeftOut.IGNORED, link.url) for link in self.links if link.span.line in ignored)
            self.left_out += ((LeftOut.IGNORED, one.link.url) for one in self.verdicts if one.link.span.line in ignored)
            self.links = spool_links(link for link in self.links if link.span.line not in ignored)
        if not self._is_sorted:
            places = [_place_link(link) for link in self.links]
            self.links = spool_links(self.links[i] for i in sorted(range(len(places)), key=places.__getitem__))
        lines = (ignored, self.known_lines)
        self.verdicts = [one for one in self.verdicts if not any(one.link.span.line in some for some in lines)]
        self.verdicts.sort(key=lambda one: _place_link(one.link))


def read_document(
    path: str | Path,
    source: str,
    local: LocalReferences,
    *,
    known_lines: LineNumbers,
    data: bytes | None = None,
    on_problem: Callable[[Problem], None],
) -> DocumentLinks:
    """Return the links of a document, in order, without those on lines whose links are known.

    Raises
    ------
    DocumentError
        If it cannot be read.
    """
    from papertrace.documents.reading import read_pieces

    document, pieces = read_pieces(path, source, data=data)
    found = DocumentLinks(source=source, ignored_lines=document.ignored_lines, known_lines=known_lines)
    relative: list[DocumentLink] = []
    marks: set[Mark] = set()
    for piece in pieces:
        if len(found.links) > MAX_LINKS:
            span = found.links[-1].span
            fact = f"more than {MAX_LINKS:,} links; those from here on are not read; split the file"
            on_problem(Problem(span, fact, refused=True))
            break
        if isinstance(piece, Mark):
            marks.add(piece)
        elif isinstance(piece, Problem):
            on_problem(piece)
        elif isinstance(piece, Passage):
            _read_passage(piece, found)
        elif piece.left_out is not None:
            found.left_out.append((piece.left_out, piece.raw))
        elif not _read_link(_with_base(piece, local.base_url), found):
            relative.append(piece)
    local.add_anchors(path, marks)
    for reference in relative:
        if document.format.name in _FORMATS_WITH_RELATIVE_LINKS:
            found.verdicts.append(local.check(path, source, reference))
        else:
            found.verdicts.append(skip(reference.raw, reference.span, "relative, and the format defines no base"))
    found.finish()
    return found


def skip(raw: str, span: Span, reason: str) -> Verdict:
    """Return the verdict on an address that will not be requested."""
    link = Link(raw=raw, url=_USERINFO.sub(r"\1", raw), span=span, kind=LinkKind.PAGE)
    return Verdict(link=link, outcome=Outcome.SKIPPED, reason=reason)


def read_target(target: Target) -> Link | Verdict:
    """Return a line of a list of URLs as a link, or as a verdict if it cannot be requested."""
    from papertrace.extract.links import find_targets

    found = find_targets((target,))
    return found[0] if found else skip(target.raw, target.span, _explain_invalid(target.raw))


def _with_base(reference: DocumentLink, base_url: str) -> DocumentLink:
    """Return a reference with the address of its site as base, if it is an absolute path."""
    address = (reference.address or reference.raw).strip()
    is_absolute = address.startswith("/") and not address.startswith("//")
    return replace(reference, base=base_url) if base_url and is_absolute and not reference.base else reference


def _read_link(reference: DocumentLink, found: DocumentLinks) -> bool:
    """Add a marked address to the links of the document, or return False if it is relative."""
    address = (reference.address or reference.raw).strip()
    if _PLACEHOLDER.search(address):
        skipped = skip(address, reference.span, _IS_TEMPLATE)
        found.verdicts.append(replace(skipped, link=replace(skipped.link, raw=reference.raw)))
        return True
    if reference.base and not _SCHEME.match(address):
        try:
            address = urljoin(reference.base, address)
        except ValueError:
            found.verdicts.append(skip(reference.raw, reference.span, "is not a valid URL"))
            return True
    scheme = _SCHEME.match(address)
    if address in _TOP_OF_PAGE:
        return True  # The top of the page always exists.
    if scheme is None and not address.startswith("//") and not reference.raw.lower().startswith("www."):
        return False
    if scheme is not None and scheme[1].lower() not in (*_HTTP_SCHEMES, *_GIT_SCHEMES):
        if meant := _meant_scheme(scheme[1]):
            reason = f"{scheme[1]} is no scheme, but probably a misprint of {meant}"
            found.verdicts.append(skip(reference.raw, reference.span, reason))
        else:
            found.left_out.append((LeftOut.NOT_HTTP, reference.raw))
        return True
    read = read_target(Target(raw=address, words=reference.words, span=reference.span))
    if isinstance(read, Link):
        _add(replace(read, raw=reference.raw), found)
    else:
        found.verdicts.append(replace(read, link=replace(read.link, raw=reference.raw)))
    return True


def _meant_scheme(scheme: str) -> str:
    """Return the scheme of the web that a word is a misprint of, or an empty string.

    >>> [_meant_scheme(word) for word in ("ttps", "htpp", "mailto", "ftp", "ftps")]
    ['https', 'http', '', '', '']
    """
    from difflib import get_close_matches

    return next(iter(get_close_matches(scheme.lower(), ("http", "https"), n=1, cutoff=_MIN_LIKENESS_OF_MISPRINTS)), "")


def _add(link: Link, found: DocumentLinks) -> None:
    """Add a link, or leave it out if its scheme is not HTTP and it is not a repository."""
    scheme = link.url.partition(":")[0]
    if scheme in _HTTP_SCHEMES or link.repository is not None:
        found.add(link)
    else:
        found.left_out.append((LeftOut.NOT_HTTP, link.raw))


def _explain_invalid(address: str) -> str:
    """Return why a URL cannot be requested."""
    if _PLACEHOLDER.search(address):
        return _IS_TEMPLATE
    if "://" not in address:
        return "has no scheme; if it is a URL, write https:// before it"
    host = re.split(r"[/?#]", hide_userinfo(address).partition("://")[2], maxsplit=1)[0]
    if not host:
        return "has no host"
    if re.fullmatch(r"[\w-]+(?::\d+)?", host):
        return f"{host} is not a public host name"
    return f"{host} is not a valid host name"


def _read_passage(passage: Passage, found: DocumentLinks) -> None:
    """Add the addresses in a text to the links of the document."""
    from papertrace.extract.links import find_links

    text = passage.text
    if passage.left_out is not None:
        found.left_out += ((passage.left_out, match[0].rstrip(_CLOSING)) for match in _HTTP_ADDRESS.finditer(text))
        return
    links = find_links(text, passage.markup)
    starts = [0]
    while links and (end := text.find("\n", starts[-1])) >= 0:
        starts.append(end + 1)
    covered: list[tuple[int, int]] = []
    for link in links:
        offset = starts[link.span.line - 1] + link.span.column - 1
        end = offset + len(link.raw)
        covered.append((offset, end))
        if passage.needs_scheme and "://" not in link.raw:
            continue
        span = passage.locate(offset)
        is_template = _PLACEHOLDER_IN_ADDRESS.search(link.raw) is not None or (
            passage.needs_scheme and (_FOLLOWING_IN_CODE.match(text, end) or _SEGMENT_IN_CODE.search(link.raw))
        )
        if is_template or (_FOLLOWING_PLACEHOLDER.match(text, end) and not link.raw.endswith((")", "]"))):
            found.verdicts.append(skip(_whole_template(text, offset, link.raw), span, _IS_TEMPLATE))
        else:
            _add(replace(link, span=span), found)
    _read_others(passage, covered, found)


def _read_others(passage: Passage, covered: list[tuple[int, int]], found: DocumentLinks) -> None:
    """Add what begins like an address outside the links of a text: another spelling of one of them, or not a link."""
    covered.sort()
    pattern = _ADDRESS_IN_BRACES if passage.markup in (Markup.TEX, Markup.BIBTEX) else _HTTP_ADDRESS
    for match in pattern.finditer(passage.text):
        index = bisect_right(covered, (match.start(), len(passage.text)))
        before = covered[index - 1] if index else (0, 0)
        if before[0] <= match.start() < before[1]:
            continue
        raw = match[0].rstrip(_CLOSING)
        is_template = passage.text[match.end() : match.end() + 1] == "<" or _PLACEHOLDER.search(match[0]) is not None
        is_template = is_template or (passage.needs_scheme and _SEGMENT_IN_CODE.search(raw) is not None)
        if any(start < match.start() + len(raw) and match.start() < end for start, end in covered[index : index + 1]):
            continue
        if is_template:
            whole = _whole_template(passage.text, match.start(), raw)
            found.verdicts.append(skip(whole, passage.locate(match.start()), _IS_TEMPLATE))
        elif len(raw) > len("https://"):
            read = read_target(Target(raw=raw, words="", span=passage.locate(match.start())))
            if isinstance(read, Link):
                _add(read, found)
            else:
                found.verdicts.append(read)


def _whole_template(text: str, start: int, raw: str) -> str:
    """Return an address with its placeholders, up to the next white space or quotation mark."""
    match = _NON_SPACE.match(text, start)
    return match[0].rstrip(".,;:!?)'\"") if match else raw


def _place_link(link: Link) -> tuple[int, int]:
    return link.span.line, link.span.column


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
    follow_links: bool = False,
    root: str | Path | None = None,
    base_url: str = "",
    on_problem: Callable[[Problem], None] = log_problem,
    on_account: Callable[[FileAccount], None] = ignore_account,
) -> LinkCollection:
    """Return every link of listings, documents, extracted files and lists of URLs, with its occurrences.

    Links of extracted files and lists of URLs come first, in reading order, then those of listings, paper by paper,
    then those of documents outside papers. With `papers_only`, the latter are left out; without `follow_links`, so are
    symbolic links out of a folder. References to absolute paths (`/img/logo.png`) are looked up below `root`, or
    requested below `base_url`; without either, in the folders of the program whose configuration is above the document.
    The account of each listing is passed to `on_account`.

    Raises
    ------
    ListingError
        If no file can be read; one that cannot be read among others is reported to `on_problem`.
    """
    from papertrace.resolve.papers.merging import merge_entries

    read = partial(
        read_file,
        local=LocalReferences(root, base_url),
        format_name=format_name,
        papers_only=papers_only,
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
    return LinkCollection(
        links=links, claims=claims, verdicts=tuple(verdicts), left_out=tuple(left_out), n_papers=len(papers)
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
    knows only where the entry of a link begins, the document says where the link is.
    """
    from papertrace.extract.urls.spelling import url_identity

    sources = {document.source for document, n_links in documents if n_links or document.verdicts}
    known = chain((link for link, _ in found), (one.link for one, _ in verdicts))
    index = PaperIndex(papers, (one for one in known if not sources.isdisjoint(_names_of_file(one.span.source))))
    links = iter(in_documents)
    located: set[tuple[str, int, int, str]] = set()
    exact: set[tuple[str, int, str]] = set()
    for document, n_links in documents:
        for link in islice(links, n_links):
            if not index.has_link(link):
                found.append((link, _document_occurrence(link, index)))
                located.add(index.entry_place(link))
            else:
                exact.add((link.span.source, link.span.line, url_identity(link.url)))
        verdicts += [
            (one, _document_occurrence(one.link, index)) for one in document.verdicts if not index.has_link(one.link)
        ]
    vague = {(source, line, column, url) for source, line, column, url in located if (source, line, url) not in exact}
    if not index.starts_with_any(vague):
        return found
    return _spool(one for one in found if (*_place(one[0]), url_identity(one[0].url)) not in vague)


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
        title=paper.title,
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
    return ClaimedCode(occurrence=occurrence, claim=claim, links=links, candidates=tuple(_candidates(paper, span)))


def _candidates(paper: Paper, span: Span) -> Iterator[tuple[str, Link]]:
    """Yield the repositories that services name for a paper and that it does not link itself."""
    from papertrace.extract.links import find_links
    from papertrace.extract.urls.spelling import url_identity

    known = {url_identity(link.url) for link in paper.links}
    for one in paper.added.code if paper.added else ():
        for link in find_links(one.url)[:1]:
            if url_identity(link.url) not in known:
                known.add(url_identity(link.url))
                service = one.source.partition(" ")[0]
                yield service, replace(link, span=span, role=LinkRole.OTHER, evidence=f"{service} names it")
