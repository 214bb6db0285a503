r"""The strings of JSON with their paths and places.

A tokeniser that keeps a stack instead of calling itself: nesting of any depth is read, a file cut off in the middle is
read up to there, and every string has its column, which parsers do not tell.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

from papertrace.documents.lines import passages
from papertrace.model.document import DocumentLink, LeftOut, Passage, PlacedText, Reference

if TYPE_CHECKING:
    from papertrace.model.span import Span

_TOKEN = re.compile(r"\"((?>(?:[^\"\\]++|\\.)*))\"(\s*+:)?|[\[\]{},]", re.DOTALL)
_ESCAPE = re.compile(r"\\(?:u([0-9a-fA-F]{4})|(.))", re.DOTALL)
_MEANINGS = {"n": "\n", "t": "\t", "r": "\r", "b": "\b", "f": "\f"}
_WHOLE = re.compile(r"https?://[^\s\"<>{}]+", re.IGNORECASE)
_MAY_HOLD = re.compile(r"[:.\w\\]/|www|git@", re.IGNORECASE)
# JSON for linked data (https://www.w3.org/TR/json-ld11/#keywords) names vocabularies by addresses.
_VOCABULARIES = frozenset(("@context", "@vocab", "$schema"))
_MAX_DEPTH_OF_PATH = 64

Path = tuple[str | int, ...]


@dataclass(frozen=True, slots=True)
class JsonString:
    """A string that is a value: the keys and numbers that lead to it, and the decoded text with its places."""

    path: Path
    placed: PlacedText


def parse(placed: PlacedText) -> Iterator[DocumentLink | Passage]:
    """Yield the addresses in the strings of a JSON text, keys included; what is no JSON in it is skipped."""
    for one in find_strings(placed):
        left_out = LeftOut.NAMESPACE if one.path and _VOCABULARIES.intersection(map(str, one.path)) else None
        yield from links_of_value(one.placed, words=str(one.path[-1]) if one.path else "", left_out=left_out)


def links_of_value(
    value: PlacedText, *, words: str = "", left_out: LeftOut | None = None
) -> Iterator[DocumentLink | Passage]:
    """Yield a value that is an address from its first to its last character as that, any other as texts to search."""
    text = value.text.strip()
    if _WHOLE.fullmatch(text):
        start = value.text.index(text)
        yield DocumentLink(raw=text, span=value.place(start), reference=Reference.FIELD, words=words, left_out=left_out)
    else:
        yield from passages(value, left_out=left_out)


def find_strings(placed: PlacedText, *, gets_all: bool = False) -> Iterator[JsonString]:
    """Yield the strings of a JSON text that may hold addresses, in their order, or all of its values."""
    text = placed.text
    path: list[str | int] = []
    is_array: list[bool] = []
    for token in _TOKEN.finditer(text):
        raw = token[1]
        if raw is None:
            _follow(token[0], path, is_array)
        elif token[2]:
            if is_array and not is_array[-1]:
                path[-1] = decode(raw)
            if "://" in raw:
                yield JsonString((), _decoded(placed, token.start(1), token.end(1)))
        elif gets_all or _MAY_HOLD.search(raw):
            yield JsonString(tuple(path[:_MAX_DEPTH_OF_PATH]), _decoded(placed, token.start(1), token.end(1)))


def _follow(sign: str, path: list[str | int], is_array: list[bool]) -> None:
    """Keep the path up to date with a sign of the structure."""
    if sign in "[{":
        is_array.append(sign == "[")
        path.append(0 if sign == "[" else "")
    elif sign in "]}":
        if is_array:
            is_array.pop()
            path.pop()
    elif is_array and is_array[-1]:
        number = path[-1]
        path[-1] = number + 1 if isinstance(number, int) else 0


def decode(raw: str) -> str:
    """Return what the inside of a string means."""
    return _ESCAPE.sub(_meaning, raw) if "\\" in raw else raw


def _meaning(match: re.Match[str]) -> str:
    return chr(int(match[1], 16)) if match[1] else _MEANINGS.get(match[2], match[2])


def _decoded(placed: PlacedText, start: int, end: int) -> PlacedText:
    """Return the inside of a string decoded, with its places: behind each escape a new piece begins."""
    pieces: list[tuple[str, Span]] = []
    for match in _ESCAPE.finditer(placed.text, start, end):
        if match.start() > start:
            pieces.extend(placed.pieces(start, match.start()))
        pieces.append((_meaning(match), placed.place(match.start())))
        start = match.end()
    if end > start:
        pieces.extend(placed.pieces(start, end))
    return PlacedText.joined(pieces, placed.spans[0].source)
