"""The cells of comma-separated and tab-separated values with their places."""

import re
from collections.abc import Iterator
from typing import TYPE_CHECKING

from papertrace.documents.json_strings import links_of_value
from papertrace.model.document import DocumentLink, Passage, PlacedText

if TYPE_CHECKING:
    from papertrace.model.span import Span

_HEAD_CHARACTERS = 20_000


def parse(placed: PlacedText) -> Iterator[DocumentLink | Passage]:
    """Yield the addresses in the cells of a table; the separator is the one that its first lines hold most of."""
    head = placed.text[:_HEAD_CHARACTERS].partition("\n")[0]
    separator = max(",;\t", key=head.count)
    for cell in find_cells(placed, separator):
        yield from links_of_value(cell)


def find_cells(placed: PlacedText, separator: str) -> Iterator[PlacedText]:
    """Yield the cells that may hold an address; a quoted one has its doubled quotation marks undone."""
    outside = re.escape(separator)
    cell = re.compile(rf"[ ]*+\"((?>(?:[^\"]++|\"\")*))\"|([^{outside}\n]++)")
    position, length = 0, len(placed.text)
    while position < length:
        match = cell.match(placed.text, position)
        if match is None:
            position += 1
            continue
        group = 1 if match[1] is not None else 2
        position = max(match.end(), position + 1)
        if "/" in match[group] or "www" in match[group]:
            pieces: list[tuple[str, Span]] = []
            start = match.start(group)
            for part in re.split('(?<=")"', match[group]) if group == 1 else [match[group]]:
                pieces.extend(placed.pieces(start, start + len(part)))
                start += len(part) + 1
            yield PlacedText.joined(pieces, placed.spans[0].source)
