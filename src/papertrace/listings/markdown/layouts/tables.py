"""Markdown tables: the column of the titles, and the contents of the others.

The column is chosen once for a table, by what its header says and by what its cells look like: titles are long, rarely
repeat and lead to papers. A column of models, data sets or dates beside it is not the title.
"""

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

from papertrace.listings.fields.labels import is_label, says_nothing
from papertrace.listings.fields.venues import clean_venue
from papertrace.listings.markdown.customs.dated_items import find_short_year
from papertrace.listings.markdown.inline.addresses import leads_to_paper
from papertrace.listings.markdown.inline.bylines import find_date, is_date
from papertrace.listings.markdown.inline.decoration import is_cited_name
from papertrace.listings.markdown.inline.item_content import LETTERS, ItemContent
from papertrace.listings.markdown.inline.items import with_title
from papertrace.listings.markdown.layouts.column_names import (
    ABSTRACTS,
    DATES,
    NAMES,
    PAPERS,
    SOURCES,
    TITLES,
    VENUES,
    fold_name,
    names_authors,
    names_presenters,
    never_names_titles,
)
from papertrace.model import Entry, Span
from papertrace.records.people import parse_byline, split_names

_ET_AL = re.compile(r"\bet\.? ?al\.?$", re.IGNORECASE)
# Of a bibliography: "doe2020tides".
_KEY = re.compile(r"[^\W\d_]{2,30}(?:19|20)\d\d[a-z]{0,30}", re.IGNORECASE)
_OF_MEETINGS = frozenset(["date", "time", "week", "day", "when"])
_MAX_WORDS_COUNTED = 6
_MAX_SAMPLED_ROWS = 200


@dataclass(frozen=True, slots=True)
class RowContent:
    """The content of a row as one item, and the columns of its metadata."""

    content: ItemContent
    authors: str
    date: str
    venue: str
    abstract_column: int | None

    def complete(self, entry: Entry, cells: list[str], find: Callable[[str], Span | None]) -> Entry:
        """Return the entry with the metadata of its row; `find` returns the span of a printed text."""
        printed = cells[self.abstract_column].strip() if self.abstract_column is not None else ""
        span = find(printed) if printed else None
        cited = self.content.cited
        authors = split_names(self.authors) if self.authors.strip() else ()
        date = find_date(self.date) or find_short_year(self.date)
        return replace(
            entry,
            abstract=printed if span else entry.abstract,
            abstract_span=span or (entry.abstract_span if entry.abstract else None),
            authors=authors or (cited.authors if cited else ()),
            date=date or (cited.year or None if cited else None),
            venue=clean_venue(self.venue, in_column=True) or (entry.venue if cited else None),
        )


@dataclass(frozen=True, slots=True)
class TableColumns:
    """The names of the columns of a table, and the columns that can hold its titles, best first."""

    names: tuple[str, ...]
    ranked: tuple[int, ...]


def names_papers(header: Sequence[str]) -> bool:
    """Return whether a header has a column of papers or of their titles.

    >>> names_papers(["Year", "Paper Title"]), names_papers(["Year", "Model"])
    (True, False)
    """
    return any(name in TITLES | PAPERS or "title" in name.split() for name in map(fold_name, header))


def choose_columns(header: Sequence[str], rows: Sequence[Sequence[ItemContent]]) -> TableColumns:
    """Return the columns of a table in the order in which they are likely to hold the titles."""
    names = tuple(map(fold_name, header))
    sample = rows[:_MAX_SAMPLED_ROWS]
    scores = {
        column: _score(name, [row[column] for row in sample if column < len(row)]) for column, name in enumerate(names)
    }
    ranked = sorted((column for column, score in scores.items() if score > 0), key=lambda c: (-scores[c], c))
    return TableColumns(names, tuple(ranked))


def _score(name: str, cells: Sequence[ItemContent]) -> float:
    """Return how much the cells of a column and its header look like titles; 0 or less if they are none."""
    titled = [cell for cell in cells if cell.title]
    words = set(name.split())
    is_of_links = bool(name) and is_label(name) and not words & (TITLES | PAPERS | SOURCES | NAMES)
    if not titled or never_names_titles(name) or is_of_links:
        return 0.0
    score = 0.0
    if name in TITLES or words & {"title", "titles"}:
        score = 4.0
    elif words & PAPERS or (words & SOURCES and any(cell.links for cell in titled)):
        score = 2.0  # a source without a link is that of the data
    elif words & NAMES:
        score = 0.5
    n_words = sum(min(len(LETTERS.findall(cell.title)), _MAX_WORDS_COUNTED) for cell in titled)
    n_to_papers = sum(any(p.url and leads_to_paper(p.url) for p in cell.pieces) for cell in titled)
    n_linked = sum(bool(cell.links) for cell in titled)
    n_cited = sum(is_cited_name(cell.title) or _names_authors(_text_of(cell)) for cell in titled)
    n_distinct = len({cell.title for cell in titled})
    looks = n_words / _MAX_WORDS_COUNTED * 2 + n_to_papers + n_linked * 0.5 + n_distinct - n_cited * 3
    return (score + looks / len(titled)) * len(titled) / len(cells)


def _may_name_authors(text: str) -> bool:
    return LETTERS.search(text) is not None and not says_nothing(text) and not _KEY.fullmatch(text)


def _names_authors(text: str) -> bool:
    return _ET_AL.search(text) is not None or len(parse_byline(text)) > 1


def read_row(columns: TableColumns, cells: list[ItemContent]) -> RowContent | None:
    """Return the content of a row with its title, or None if no cell has one.

    The title is in the best column, or else in the best one that has a title and a link in this row.
    """
    ranked = (column for column in columns.ranked if column < len(cells))
    titled = [column for column in ranked if cells[column].title and not says_nothing(cells[column].title)]
    best = columns.ranked[0] if columns.ranked else None
    others = [column for column in titled if cells[column].leads_somewhere]
    column = best if best in titled else next(iter(others), None)
    if column is None:
        return None
    # The dates of a schedule are those of its meetings.
    schedule = {i for i, name in enumerate(columns.names[: len(cells)]) if names_presenters(name) and i != column}
    aside = schedule and schedule | {i for i, name in enumerate(columns.names[: len(cells)]) if name in _OF_MEETINGS}
    cells = [ItemContent([]) if i in aside and i != column else cell for i, cell in enumerate(cells)]
    pieces = [piece for cell in cells for piece in cell.pieces]
    is_of_titles = column < len(columns.names) and columns.names[column] in TITLES
    chosen = _with_whole_title(cells[column]) if is_of_titles else cells[column]
    content = ItemContent(pieces, chosen.title, chosen.title_piece, chosen.rest if chosen.cited else [], chosen.cited)
    names = columns.names
    named = column < len(names) and names[column] in TITLES | PAPERS | SOURCES | NAMES
    if not named and not content.leads_somewhere:
        return None

    named_authors = (_text_of(cells[i]) for i, name in enumerate(names[: len(cells)]) if names_authors(name))
    authors = next(filter(_may_name_authors, named_authors), "")
    described = (i for i, name in enumerate(names) if name in ABSTRACTS and i < len(cells) and i != column)
    abstract = next((i for i in described if any(piece.text.strip() for piece in cells[i].pieces)), None)
    printed = (_text_of(cells[i]) for i, name in enumerate(names[: len(cells)]) if name in DATES and i != column)
    date = next((text for text in printed if find_date(text) or find_short_year(text)), "")
    date = date or next(filter(is_date, map(_text_of, cells)), "")
    year = chosen.cited.year if chosen.cited and "year" not in names else ""
    if year and year not in date:
        date = ""  # the citation of a paper says its year, and the date beside it is that of a meeting
    return RowContent(content, authors, date, _find_venue(columns, cells, column), abstract)


def _with_whole_title(cell: ItemContent) -> ItemContent:
    """Return a cell of a column of titles with all of its sentences, if a question or an exclamation begins it."""
    if cell.cited or len(cell.pieces) != 1 or cell.pieces[0].url is not None or cell.pieces[0].strong:
        return cell
    printed = cell.pieces[0].text
    if not cell.rest or cell.rest[0].text[:1] not in {"?", "!"} or "\n" in printed:
        return cell
    whole = with_title(ItemContent(cell.pieces), 0, printed, "")
    return whole if whole.title else cell


def _find_venue(columns: TableColumns, cells: list[ItemContent], title_column: int) -> str:
    """Return the cell of a row below a header such as `Venue` or `Conference/Journal`, or an empty text."""
    for column, name in enumerate(columns.names[: len(cells)]):
        if column != title_column and VENUES.intersection(name.split()):
            return _text_of(cells[column])
    return ""


def _text_of(cell: ItemContent) -> str:
    return "".join(piece.text for piece in cell.pieces).strip()
