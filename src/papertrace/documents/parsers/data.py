"""Data as text: the strings of JSON with their paths, the cells of tables, tagged records, XML, with their locations.

The tokeniser of JSON keeps a stack instead of recursing: it reads nesting of any depth, reads a truncated file up to
its end, and knows the column of every string, which parsers do not report.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from html import unescape
from typing import TYPE_CHECKING, assert_never

from papertrace.documents.lines import find_passages, link_doi
from papertrace.markup.html import find_tokens
from papertrace.markup.tree import Hidden, Tag, Text
from papertrace.model.document import DocumentLink, LeftOut, LocatedText, Passage, Reference
from papertrace.model.text import decode_attribute

if TYPE_CHECKING:
    from papertrace.model.link import Span


# A string that never ends is one token as well, or its end would be looked for again from each escaped quote in it.
_TOKEN = re.compile(r"\"(?P<text>(?>(?:[^\"\\]++|\\.)*))(?:(?P<end>\")(?P<colon>\s*+:)?|\\?\Z)|[\[\]{},]", re.DOTALL)
_ESCAPE = re.compile(r"\\(?:u([0-9a-fA-F]{4})|(.))", re.DOTALL)
_UNESCAPED = {"n": "\n", "t": "\t", "r": "\r", "b": "\b", "f": "\f"}
_WHOLE_ADDRESS = re.compile(r"https?://(?>(?:[^\s\"<>{},;|]++|[,;|](?!\s?https?://))+)", re.IGNORECASE)
_MAY_CONTAIN_ADDRESS = re.compile(r"[:.\w\\]/|www|git@", re.IGNORECASE)
_DOI = re.compile(r"\s{0,20}(?:doi:\s?)?(10\.\d{4,9}(?:\.\d{1,9})?/[^\s,;]{1,200})\s{0,20}", re.IGNORECASE)
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
    doi = _DOI.fullmatch(value.text)
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
_DOI_FIELD = re.compile(
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
    for field in _DOI_FIELD.finditer(located.text):
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


_REFERENCES = frozenset(("href", "xlink:href", "src", "url", "xml:base"))


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
        if "://" not in value and not (one.name in _REFERENCES and value):
            continue
        is_namespace = one.name.startswith("xmlns") or one.name.endswith(
            ("schemalocation", "profile", "datatype", "namespace")
        )
        if is_namespace:
            yield from find_passages(located, one.start, one.start + len(one.raw), left_out=LeftOut.NAMESPACE)
        elif value.partition("://")[0].isalpha() or one.name in _REFERENCES:
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
