"""Links of documents: addresses in their markup and text, and verdicts on those that cannot be requested."""

import re
from bisect import bisect_right
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field, replace
from pathlib import Path
from urllib.parse import urljoin

from papertrace.model import Link, LinkKind, Outcome, Problem, Span, Target, Verdict, hide_userinfo
from papertrace.model.document import DocumentLink, LeftOut, Mark, Passage
from papertrace.model.papers.paper import Markup
from papertrace.pipeline.links.local_references import LocalReferences
from papertrace.spool import Spool

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
        here = _place(link)
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
            places = [_place(link) for link in self.links]
            self.links = spool_links(self.links[i] for i in sorted(range(len(places)), key=places.__getitem__))
        lines = (ignored, self.known_lines)
        self.verdicts = [one for one in self.verdicts if not any(one.link.span.line in some for some in lines)]
        self.verdicts.sort(key=lambda one: _place(one.link))


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


def _place(link: Link) -> tuple[int, int]:
    return link.span.line, link.span.column
