"""The cells of comma-separated and tab-separated values, and the fields of tagged records, with their locations."""

import re
from collections.abc import Iterator
from typing import TYPE_CHECKING

from papertrace.documents.lines import find_passages, link_doi
from papertrace.documents.parsers.json_strings import find_links_in_value
from papertrace.model.document import DocumentLink, LocatedText, Passage

if TYPE_CHECKING:
    from papertrace.model.span import Span

_HEAD_CHARACTERS = 20_000
_DOI_FIELD = re.compile(
    r"^(?:(?:DO|DI|D2|DOI|LID|AID)[ ]{0,3}-|%R|DI)[ ]{1,3}(?:doi:\s?)?(10\.\d{4,9}/[^\s\[\]]{1,200})", re.MULTILINE
)


def parse(located: LocatedText) -> Iterator[DocumentLink | Passage]:
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
