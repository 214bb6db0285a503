r"""The strings of JSON, with their paths and locations.

The tokeniser keeps a stack instead of recursing: it reads nesting of any depth, reads a truncated file up to its end,
and knows the column of every string, which parsers do not report.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

from papertrace.documents.lines import find_passages, link_doi
from papertrace.model.document import DocumentLink, LeftOut, LocatedText, Passage, Reference

if TYPE_CHECKING:
    from papertrace.model.span import Span

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


def parse(located: LocatedText) -> Iterator[DocumentLink | Passage]:
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
