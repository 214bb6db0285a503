"""Texts and data for links: plain text, code and settings, JSON, tables, tagged records, XML, LaTeX and BibTeX.

A comment leaves links out: `papertrace: ignore` on the same line, or alone on the line above. The tokeniser of JSON
keeps a stack instead of recursing: it reads nesting of any depth, reads a truncated file up to its end, and knows the
column of every string, which parsers do not report.
"""

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from html import unescape
from typing import TYPE_CHECKING, assert_never

from papertrace.markup.tree import Hidden, Tag, Text, find_tokens
from papertrace.model.document import DocumentLink, LeftOut, LocatedText, Passage, Reference
from papertrace.model.papers.paper import Markup
from papertrace.model.text import decode_attribute

if TYPE_CHECKING:
    from papertrace.model.link import Span

_DOI_RESOLVER = "https://doi.org/"
_NAME = r"(10\.\d{4,9}(?:\.\d{1,9})?/[^\s\"'<>{},;\[\]\0]{1,200})"
# A field of settings: `doi: 10.1234/x`, `doi = "10.1234/x"`; in CFF, an identifier has its DOI as `value`.
_DOI_OF_SETTINGS = re.compile(
    rf"^[ \t]{{0,40}}(?:-[ \t]{{1,9}})?[\"']?(?:[\w-]{{0,20}}doi|value|identifier)[\"']?[ \t]{{0,9}}[:=][ \t]{{0,9}}"
    rf"[\"']?(?:doi:[ \t]?)?{_NAME}[\"']?[ \t]{{0,9}}(?:\#.{{0,500}})?$",
    re.IGNORECASE | re.MULTILINE,
)
# The packages of R name DOIs so: <doi:10.1234/x>.
_DOI_IN_BRACKETS = re.compile(rf"<doi:[ \t]?{_NAME}>", re.IGNORECASE)


def parse_settings(located: LocatedText) -> Iterator[DocumentLink | Passage]:
    """Yield the DOIs in fields of settings, and the lines that may contain addresses."""
    yield from _link_dois(located, _DOI_OF_SETTINGS)
    yield from parse_text(located)


def parse_text(located: LocatedText) -> Iterator[DocumentLink | Passage]:
    """Yield the DOIs that a text marks as such, and the lines that may contain addresses."""
    yield from _link_dois(located, _DOI_IN_BRACKETS)
    yield from find_passages(located)


def _link_dois(located: LocatedText, pattern: re.Pattern[str]) -> Iterator[DocumentLink]:
    if "10." in located.text:
        yield from (link_doi(located, one.start(1), one[1].rstrip(".")) for one in pattern.finditer(located.text))


def parse_code(located: LocatedText) -> Iterator[Passage]:
    """Yield the lines of source code that may contain addresses, which require a scheme there."""
    yield from find_passages(located, needs_scheme=True)


def link_doi(located: LocatedText, start: int, doi: str) -> DocumentLink:
    """Return a DOI that a field consists of as a link to the resolver."""
    span = located.locate(start)
    return DocumentLink(raw=doi, span=span, reference=Reference.FIELD, words="doi", address=f"{_DOI_RESOLVER}{doi}")


def find_passages(
    located: LocatedText,
    start: int = 0,
    end: int | None = None,
    *,
    masked: str | None = None,
    markup: Markup = Markup.TEXT,
    needs_scheme: bool = False,
    left_out: LeftOut | None = None,
) -> Iterator[Passage]:
    """Yield a part of a text line by line: except on printed pages, an address does not continue on the next line.

    `masked` is that part, of the same length, with everything masked that must not be searched.
    """
    text = located.text[start:end] if masked is None else masked
    offset = 0
    for line in text.split("\n"):
        if "/" in line or "www" in line.lower():  # Most lines contain neither.
            yield Passage(
                text=line,
                located=located,
                start=start + offset,
                # The target of a Markdown link is an address in any surrounding text.
                markup=Markup.MARKDOWN if markup is Markup.TEXT and "](" in line else markup,
                needs_scheme=needs_scheme,
                left_out=left_out,
            )
        offset += len(line) + 1


_IGNORING_COMMENT = re.compile(
    r"(?:<!--|#|//|/\*|%|;|\.\.|--|\{#|\(\*|\[//\]: # \()\s*papertrace:\s*ignore\b[^\n]{0,200}", re.IGNORECASE
)
_KEYWORD = "papertrace:"


def find_ignored_lines(lines: Iterable[str], *, first: int = 1) -> Iterator[int]:
    """Yield the numbers of the lines whose links are left out.

    >>> list(find_ignored_lines(["<!-- papertrace: ignore -->", "https://example.org", "x = 1  # papertrace: ignore"]))
    [2, 3]
    """
    ignores_next = False
    for number, line in enumerate(lines, start=first):
        if ignores_next and line.strip():
            yield number
            ignores_next = False
        if _KEYWORD not in line.lower():
            continue
        match = _IGNORING_COMMENT.search(line)
        if match is None:
            continue
        rest = line[: match.start()] + line[match.end() :]
        if rest.strip(" \t*/->}#"):
            yield number
        else:
            ignores_next = True


# A string that never ends is one token as well, or its end would be looked for again from each escaped quote in it.
_TOKEN = re.compile(r"\"(?P<text>(?>(?:[^\"\\]++|\\.)*))(?:(?P<end>\")(?P<colon>\s*+:)?|\\?\Z)|[\[\]{},]", re.DOTALL)
_ESCAPE = re.compile(r"\\(?:u([0-9a-fA-F]{4})|(.))", re.DOTALL)
_UNESCAPED = {"n": "\n", "t": "\t", "r": "\r", "b": "\b", "f": "\f"}
_WHOLE_ADDRESS = re.compile(r"https?://(?>(?:[^\s\"<>{},;|]++|[,;|](?!\s?https?://))+)", re.IGNORECASE)
_MAY_CONTAIN_ADDRESS = re.compile(r"[:.\w\\]/|www|git@", re.IGNORECASE)
_WHOLE_DOI = re.compile(r"\s{0,20}(?:doi:\s?)?(10\.\d{4,9}(?:\.\d{1,9})?/[^\s,;]{1,200})\s{0,20}", re.IGNORECASE)
# Keys whose values identify vocabularies (https://www.w3.org/TR/json-ld11/#keywords).
_VOCABULARIES = frozenset(("@context", "@vocab", "$schema"))
_MAX_PATH_LENGTH = 64

Path = tuple[str | int, ...]


@dataclass(frozen=True, slots=True)
class JsonString:
    """A string value: its path of keys and indices, and its decoded text with locations."""

    path: Path
    located: LocatedText


def parse_json(located: LocatedText) -> Iterator[DocumentLink | Passage]:
    """Yield the addresses in the strings of a JSON text, keys included; invalid JSON in it is skipped."""
    for one in find_strings(located):
        left_out = LeftOut.NAMESPACE if one.path and _VOCABULARIES.intersection(map(str, one.path)) else None
        yield from find_links_in_value(one.located, words=str(one.path[-1]) if one.path else "", left_out=left_out)


def find_links_in_value(
    value: LocatedText, *, words: str = "", left_out: LeftOut | None = None
) -> Iterator[DocumentLink | Passage]:
    """Yield a value as a link if the whole of it is an address or a DOI, or else as passages to search."""
    text = value.text.strip()
    doi = _WHOLE_DOI.fullmatch(value.text)
    if doi and left_out is None:
        yield link_doi(value, doi.start(1), doi[1])
    elif _WHOLE_ADDRESS.fullmatch(text):
        start = value.text.index(text)
        yield DocumentLink(
            raw=text, span=value.locate(start), reference=Reference.FIELD, words=words, left_out=left_out
        )
    else:
        yield from find_passages(value, left_out=left_out)


def find_strings(located: LocatedText, *, include_all: bool = False) -> Iterator[JsonString]:
    """Yield the strings of a JSON text that may contain addresses, in order, or all of its values."""
    text = located.text
    path: list[str | int] = []
    is_array: list[bool] = []
    for token in _TOKEN.finditer(text):
        raw = token["text"]
        if raw is None:
            _update_path(token[0], path, is_array)
        elif not token["end"]:
            return  # it may break off in an address
        elif token["colon"]:
            if is_array and not is_array[-1]:
                path[-1] = decode(raw)
            if "://" in raw:
                yield JsonString((), _decoded(located, *token.span("text")))
        elif include_all or _MAY_CONTAIN_ADDRESS.search(raw):
            yield JsonString(tuple(path[:_MAX_PATH_LENGTH]), _decoded(located, *token.span("text")))


def _update_path(character: str, path: list[str | int], is_array: list[bool]) -> None:
    """Update the path at a bracket, brace or comma."""
    if character in "[{":
        is_array.append(character == "[")
        path.append(0 if character == "[" else "")
    elif character in "]}":
        if is_array:
            is_array.pop()
            path.pop()
    elif is_array and is_array[-1]:
        number = path[-1]
        path[-1] = number + 1 if isinstance(number, int) else 0


def decode(raw: str) -> str:
    """Return the content of a string with its escapes decoded."""
    return _ESCAPE.sub(_unescape, raw) if "\\" in raw else raw


def _unescape(match: re.Match[str]) -> str:
    return chr(int(match[1], 16)) if match[1] else _UNESCAPED.get(match[2], match[2])


def _decoded(located: LocatedText, start: int, end: int) -> LocatedText:
    """Return the decoded content of a string with its locations: a new segment begins after each escape."""
    segments: list[tuple[str, Span]] = []
    for match in _ESCAPE.finditer(located.text, start, end):
        if match.start() > start:
            segments.extend(located.segments(start, match.start()))
        segments.append((_unescape(match), located.locate(match.start())))
        start = match.end()
    if end > start:
        segments.extend(located.segments(start, end))
    return LocatedText.from_segments(segments, located.spans[0].source)


_HEAD_CHARACTERS = 20_000
_DOI_OF_RECORD = re.compile(
    r"^(?:(?:DO|DI|D2|DOI|LID|AID)[ ]{0,3}-|%R|DI)[ ]{1,3}(?:doi:\s?)?(10\.\d{4,9}/[^\s\[\]]{1,200})", re.MULTILINE
)


def parse_table(located: LocatedText) -> Iterator[DocumentLink | Passage]:
    """Yield the addresses in the cells of a table; the most frequent separator of its first line is used."""
    head = located.text[:_HEAD_CHARACTERS].partition("\n")[0]
    separator = max(",;\t", key=head.count)
    for cell in find_cells(located, separator):
        yield from find_links_in_value(cell)


def parse_tagged(located: LocatedText) -> Iterator[DocumentLink | Passage]:
    """Yield the addresses in records of tagged lines (RIS, EndNote, PubMed), and the DOIs in their fields."""
    for field in _DOI_OF_RECORD.finditer(located.text):
        yield link_doi(located, field.start(1), field[1])
    yield from find_passages(located)


def find_cells(located: LocatedText, separator: str) -> Iterator[LocatedText]:
    """Yield the cells that may contain an address; doubled quotation marks of a quoted cell are unescaped."""
    outside = re.escape(separator)
    cell = re.compile(rf"[ ]*+\"((?>(?:[^\"]++|\"\")*))\"|([^{outside}\n]++)")
    position, length = 0, len(located.text)
    while position < length:
        match = cell.match(located.text, position)
        if match is None:
            position += 1
            continue
        group = 1 if match[1] is not None else 2
        position = max(match.end(), position + 1)
        if "/" in match[group] or "www" in match[group]:
            segments: list[tuple[str, Span]] = []
            start = match.start(group)
            for part in re.split('(?<=")"', match[group]) if group == 1 else [match[group]]:
                segments.extend(located.segments(start, start + len(part)))
                start += len(part) + 1
            yield LocatedText.from_segments(segments, located.spans[0].source)


_REFERENCES_OF_XML = frozenset(("href", "xlink:href", "src", "url", "xml:base"))


def parse_xml(located: LocatedText) -> Iterator[DocumentLink | Passage]:
    """Yield the addresses of an XML document; names of vocabularies are left out."""
    for token in find_tokens(located.text, is_xml=True):
        match token:
            case Tag():
                yield from _links_of_tag(located, token)
            case Text():
                yield from find_links_in_value(_decoded_text(located, token, is_cdata=bool(token.element)))
            case Hidden():
                yield from find_passages(located, token.start, token.end, left_out=LeftOut.COMMENT)
            case _:
                assert_never(token)


def _links_of_tag(located: LocatedText, tag: Tag) -> Iterator[DocumentLink | Passage]:
    for one in tag.attributes:
        value = one.value.strip()
        if "://" not in value and not (one.name in _REFERENCES_OF_XML and value):
            continue
        is_namespace = one.name.startswith("xmlns") or one.name.endswith(
            ("schemalocation", "profile", "datatype", "namespace")
        )
        if is_namespace:
            yield from find_passages(located, one.start, one.start + len(one.raw), left_out=LeftOut.NAMESPACE)
        elif value.partition("://")[0].isalpha() or one.name in _REFERENCES_OF_XML:
            raw = one.raw.strip()
            yield DocumentLink(
                raw=raw,
                span=located.locate(one.start + one.raw.index(raw)),
                reference=Reference.LINK,
                address=decode_attribute(raw) if "&" in raw else "",
            )
        else:
            yield from find_passages(located, one.start, one.start + len(one.raw))


def _decoded_text(located: LocatedText, part: Text, *, is_cdata: bool) -> LocatedText:
    """Return a text with its entities decoded and the location of each character kept."""
    segments: list[tuple[str, Span]] = []
    start, text = part.start, located.text
    while start < part.end:
        ampersand = -1 if is_cdata else text.find("&", start, part.end)
        stop = part.end if ampersand < 0 else ampersand
        segments.extend(located.segments(start, stop))
        if ampersand < 0:
            break
        semicolon = text.find(";", stop, min(part.end, stop + 32))
        end = semicolon + 1 if semicolon >= 0 else stop + 1
        segments.append((unescape(text[stop:end]), located.locate(stop)))
        start = end
    return LocatedText.from_segments(segments, located.spans[0].source)


# An unescaped percent sign begins a comment, unless it is in an address: \url{…a%20b}.
_COMMENT_OF_TEX = re.compile(r"(?<![\\\w/=.-])%.*")
_END_OF_PARAGRAPH = re.compile(r"\n[ \t]*\n|\n(?=@)")
_MAX_PARAGRAPH = 20_000
_DOI_OF_TEX = re.compile(
    r"(?:\\doi\s?\{\s?|(?<![\w/.])doi:[ ~]?)(10\.\d{4,9}(?:\.\d{1,9})?/(?>(?:\\[_#&%$]|[^\s{}\\,;\"]){1,200}))",
    re.IGNORECASE,
)
_ESCAPED = re.compile(r"\\([_#&%$])")
_DOI_OF_BIBTEX = re.compile(r"(?:^|,)[ \t]*doi\s*=\s*[{\"]\s*(10\.\d{4,9}/[^\s{}\"]+)", re.IGNORECASE | re.MULTILINE)


def parse_latex(located: LocatedText) -> Iterator[DocumentLink | Passage]:
    """Yield the DOIs and paragraphs of a LaTeX document, and its comments, which are left out."""
    masked = list(located.text)
    for comment in _COMMENT_OF_TEX.finditer(located.text):
        yield from find_passages(located, comment.start(), comment.end(), left_out=LeftOut.COMMENT)
        masked[comment.start() : comment.end()] = " " * (comment.end() - comment.start())
    text = "".join(masked)
    for match in _DOI_OF_TEX.finditer(text):
        raw = match[1].rstrip(".:")
        yield replace(link_doi(located, match.start(1), _ESCAPED.sub(r"\1", raw)), raw=raw)
    yield from _paragraphs(located, text, Markup.TEX)


def parse_bibtex(located: LocatedText) -> Iterator[DocumentLink | Passage]:
    """Yield the entries of a bibliography, and the DOIs in their fields as links to the resolver."""
    for match in _DOI_OF_BIBTEX.finditer(located.text):
        yield link_doi(located, match.start(1), match[1])
    yield from _paragraphs(located, located.text, Markup.BIBTEX)


def _paragraphs(located: LocatedText, text: str, markup: Markup) -> Iterator[Passage]:
    """Yield the paragraphs that may contain an address, which may continue on the next line within its braces."""
    start = 0
    while start < len(text):
        match = _END_OF_PARAGRAPH.search(text, start, start + _MAX_PARAGRAPH)
        end = match.start() if match else min(len(text), start + _MAX_PARAGRAPH)
        if match is None and end < len(text):
            end = max(text.rfind("\n", start, end), start) or end
            end = end if end > start else min(len(text), start + _MAX_PARAGRAPH)
        part = text[start:end]
        if "/" in part or "www" in part:
            yield Passage(text=part, located=located, start=start, markup=markup, wraps=True)
        start = max(match.end() if match else end, start + 1)
