"""Rows of Markdown tables: the column of the title, and the contents of the others."""

from collections.abc import Callable
from dataclasses import dataclass, replace

from papertrace.listings.fields.people import split_names
from papertrace.listings.markdown.bylines import find_date
from papertrace.listings.markdown.items import ItemContent
from papertrace.model import Entry, Span

_TITLES = frozenset(
    ["title", "paper", "papers", "paper title", "name", "method", "model", "work", "project", "publication", "tool"],
)
_AUTHORS = frozenset(["author", "authors"])
_DATES = frozenset(["date", "year", "published", "publication date", "time", "venue", "conference", "publication"])
_ABSTRACTS = frozenset(["abstract", "summary", "description", "tl;dr", "tldr", "about", "notes", "comment", "comments"])


@dataclass(frozen=True, slots=True)
class RowContent:
    """The content of a row as one item, and the columns of its metadata."""

    content: ItemContent
    authors: str
    date: str
    abstract_column: int | None

    def complete(self, entry: Entry, cells: list[str], find: Callable[[str], Span | None]) -> Entry:
        """Return the entry with the metadata of its row; `find` returns the span of a printed text."""
        printed = cells[self.abstract_column].strip() if self.abstract_column is not None else ""
        span = find(printed) if printed else None
        return replace(
            entry,
            abstract=printed if span else "",
            abstract_span=span,
            authors=split_names(self.authors) if self.authors.strip() else (),
            date=find_date(self.date),
        )


def read_row(header: list[str], cells: list[ItemContent]) -> RowContent | None:
    """Return the content of a row with its title, or None if no cell has one.

    The title is in a column that the header calls so, or else in the first cell with a title and a link.
    """
    names = [" ".join(name.strip("*_ ").lower().split()) for name in header]
    titled = [index for index, cell in enumerate(cells) if cell.title]
    named = [index for index in titled if index < len(names) and names[index] in _TITLES]
    linked = [index for index in titled if cells[index].links]
    column = next(iter([*named, *linked]), None)
    pieces = [piece for cell in cells for piece in cell.pieces]
    if column is None:
        return None
    chosen = cells[column]
    content = ItemContent(pieces, chosen.title, chosen.title_piece)
    if not named and not content.links:
        return None

    def text_of(wanted: frozenset[str]) -> str:
        found = (i for i, name in enumerate(names) if name in wanted and i < len(cells) and i != column)
        return next(("".join(piece.text for piece in cells[i].pieces) for i in found), "")

    described = (i for i, name in enumerate(names) if name in _ABSTRACTS and i < len(cells) and i != column)
    abstract = next((i for i in described if any(piece.text.strip() for piece in cells[i].pieces)), None)
    return RowContent(content, text_of(_AUTHORS), text_of(_DATES), abstract)
