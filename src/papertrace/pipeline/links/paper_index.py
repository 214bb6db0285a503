"""An index from locations in listings to papers."""

from bisect import bisect_right
from collections.abc import Iterable
from collections.abc import Set as AbstractSet

from papertrace.model import Link, Paper, Span


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
