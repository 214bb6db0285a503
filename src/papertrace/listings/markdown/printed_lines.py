"""The lines of a part of a document, where texts stand in them, and the abstracts that they print."""

import re

from papertrace.listings.captures.labels import read_label
from papertrace.listings.fields.prose import is_abstract
from papertrace.listings.markdown.inline.quotes import fold_quotes
from papertrace.listings.markdown.tree import Item
from papertrace.model import Span

_ITEM = re.compile(r"\s*(?:[-*+]|\d{1,4}[.)])\s")
_UNFOLDED = re.compile(
    r"<summary\b[^<>]{0,200}>[^\n]{0,80}?\b(?:abstract|summary|tl;?dr)\b[^\n]{0,80}?</summary>", re.IGNORECASE
)
_TAG = re.compile(r"</?(?:p|br|div|blockquote|i|em|details|td|li)\b[^<>]{0,200}>", re.IGNORECASE)
_QUOTE = re.compile(r"\s{0,3}(?:>\s?)+")
_MAX_WORDS_OF_A_START = 8
_MAX_LINES_OF_AN_ABSTRACT = 200


class PrintedLines:
    """The lines of one part of a document, with the number of its first line."""

    def __init__(self, source: str, lines: list[str], first_number: int) -> None:
        self.lines = lines
        self._source = source
        self._offset = first_number

    def find_abstract(
        self, item: Item, end: int, labelled: str, description: str, below: tuple[str, Item]
    ) -> tuple[Span | None, str]:
        """Return the abstract of an item, as printed, and its span; None and an empty text if it has none.

        A labelled text is one, as is one that unfolds; the description after a title, or a paragraph of its own with
        its item, only if it is long enough for one (`is_abstract`). Shorter ones are notes.
        """
        if labelled and (span := self.find_span(labelled, item.start, end)):
            return span, self.cut_paragraph(span, end)
        for stands_alone, (text, paragraph) in ((False, (description, item)), (True, below)):
            span = self.find_span(text.split("\n")[0], item.start, end) if text else None
            if span is None and text and stands_alone:
                span = self._find_emphasised(text, paragraph)
            printed = self.cut_paragraph(span, end) if span else ""
            is_labelled = read_label(printed.partition("\n")[0])[0] == "abstract"
            if is_labelled or is_abstract(printed, stands_alone=stands_alone):
                return span, printed
        return self._find_unfolded(item.start, end)

    def cut_paragraph(self, span: Span, end: int) -> str:
        """Return the text from a span to the end of its paragraph, as printed."""
        first = span.line - self._offset
        is_quotation = _QUOTE.match(self.lines[first]) is not None
        parts = [self.lines[first][span.column - 1 :]]
        for line in self.lines[first + 1 : end]:
            if not line.strip() or _ITEM.match(line):
                break
            # The sign of a quotation is no text; blanks in its place keep the columns.
            sign = _QUOTE.match(line) if is_quotation else None
            parts.append(" " * sign.end() + line[sign.end() :] if sign else line)
        return "\n".join(parts).rstrip()

    def _find_emphasised(self, prose: str, item: Item) -> Span | None:
        """Return the span of a paragraph that is not printed as it reads, since words in it are emphasised."""
        words = prose.split()
        starts = (" ".join(words[:n_words]) for n_words in range(_MAX_WORDS_OF_A_START, 0, -1))
        return next((span for start in starts if (span := self.find_span(start, item.start, item.start + 1))), None)

    def _find_unfolded(self, start: int, end: int) -> tuple[Span | None, str]:
        """Return the abstract that a reader of the page unfolds (`<details>`), or an empty text."""
        for index in range(start, end):
            summary = _UNFOLDED.search(self.lines[index]) if "<summary" in self.lines[index].lower() else None
            if summary is None:
                continue
            parts: list[str] = []
            span: Span | None = None
            column = summary.end()
            for inside in range(index, min(end, index + _MAX_LINES_OF_AN_ABSTRACT)):
                printed = self.lines[inside][column:]
                text, closed, _ = printed.partition("</details>")
                shown = _TAG.sub(" ", text).strip()
                if shown:
                    span = span or self.find_span(shown.split("  ")[0], inside, inside + 1, column)
                    parts.append(shown)
                if closed:
                    return (span, "\n".join(parts)) if span else (None, "")
                column = 0
        return None, ""

    def find_span(self, text: str, start: int, end: int, column: int = 0) -> Span | None:
        """Return the span of a text between two lines; the first line is searched from a column on."""
        for fold in (str, fold_quotes):
            for index in range(start, min(end, len(self.lines))):
                found = fold(self.lines[index]).find(text, column if index == start else 0)
                if found >= 0:
                    return Span(self._source, self._offset + index, found + 1)
        return None

    def span(self, index: int) -> Span:
        """Return the span of the first character of a line."""
        line = self.lines[index]
        return Span(self._source, self._offset + index, len(line) - len(line.lstrip()) + 1)
