"""Headings, lists, rows and paragraphs of a text that is read line by line, as Org is."""

from collections.abc import Callable, Iterable, Iterator, Sequence

from papertrace.markup.tree import Hidden, Tag, Text, Token, is_wrapped
from papertrace.model.document import LeftOut, Mark

_MAX_LEVEL = 6
_STYLES = frozenset(["a", "b", "i"])

Inline = Callable[[int, int], Iterable[Token]]
"""The tokens of a part of the text, from an offset to another, with its links and styles."""
Cell = list[tuple[int, int]]
"""The lines of a cell, from an offset to another each."""


class Outline:
    """The tokens of a text whose lines are given one by one.

    Each line is given with its offsets, and with its indentation where lists depend on it.
    """

    def __init__(self, text: str, inline: Inline) -> None:
        self.tokens: list[Token] = []
        self._text, self._inline = text, inline
        self._lists: list[int] = []  # the indentations of the items around
        self._item = -1  # the token of the item whose first paragraph is open
        self._paragraph: tuple[int, int] | None = None
        self._in_table = False

    def heading(self, level: int, start: int, end: int) -> None:
        """Add a heading, which ends all lists."""
        self.end_lists(start)
        self._add(f"h{min(level, _MAX_LEVEL)}", (start, end))

    def item(self, indent: int, start: int, end: int, label: str = "") -> None:
        """Add an item, whose first line is from `start` to `end`, after a label of its own."""
        self.end_paragraph()
        while self._lists and self._lists[-1] > indent:
            self._end_list(start)
        if self._lists and self._lists[-1] == indent:
            self.tokens.append(Tag("li", start, start, closes=True))
        else:
            self.tokens.append(Tag("ul", start, start))
            self._lists.append(indent)
        self._item = len(self.tokens)
        self.tokens.append(Tag("li", start, start))
        if label:
            self.tokens.append(Text(label, start, start))
        self._paragraph = (start, end)

    def line(self, indent: int, start: int, end: int, *, is_lazy: bool = False) -> None:
        """Add a line of the paragraph that is open, or of a new one.

        One that is not indented more than the item above ends the list, unless it may go on with the paragraph lazily.
        """
        if self._paragraph and (is_lazy or not (self._lists and indent <= self._lists[-1])):
            self._paragraph = (self._paragraph[0], end)
            return
        self.end_paragraph()
        while self._lists and indent <= self._lists[-1]:
            self._end_list(start)
        self._paragraph = (start, end)

    def row(self, indent: int, cells: Sequence[Cell], *, is_header: bool = False) -> None:
        """Add a row of a table with its cells."""
        self.end_paragraph(in_table=True)
        start, end = cells[0][0][0], max(cell[-1][1] for cell in cells)
        if not self._in_table:
            while self._lists and indent <= self._lists[-1]:
                self._end_list(start)
            self.tokens.append(Tag("table", start, start))
            self._in_table = True
        self.tokens.append(Tag("tr", start, start, until=end))
        for cell in cells:
            self._add("th" if is_header else "td", *cell)
        self.tokens.append(Tag("tr", end, end, closes=True))

    def aside(self, start: int, end: int, tokens: Iterable[Token] | None = None) -> None:
        """Add a line whose links count, but which is no text of the document."""
        self.end_paragraph()
        inside = self._inline(start, end) if tokens is None else tokens
        self.tokens += (Tag("template", start, start), *inside, Tag("template", end, end, closes=True))

    def hide(self, start: int, end: int, reason: LeftOut) -> None:
        """Add lines of code, which are shown, but not as text, or of what is not shown at all."""
        self.aside(start, end, [Hidden(start, end, reason)])

    def mark(self, marks: Iterable[Mark]) -> None:
        """Add names and other marks."""
        self.tokens += marks

    def end_paragraph(self, *, in_table: bool = False) -> None:
        """End the paragraph that is open, and the table unless `in_table`."""
        if self._in_table and not in_table:
            self.tokens.append(Tag("table", self._start_of_next(), self._start_of_next(), closes=True))
            self._in_table = False
        if self._paragraph is None:
            return
        start, end = self._paragraph
        self._paragraph = None
        # The lines of an item are broken to fit a width, though one may be that of a link.
        inside = self._inline(start, end) if self._item >= 0 else self._with_breaks(start, end)
        if self._item >= 0:
            tag = self.tokens[self._item]
            self.tokens[self._item] = Tag("li", start, start, until=end) if isinstance(tag, Tag) else tag
            self.tokens += inside
            self._item = -1
        else:
            self.tokens += (Tag("p", start, start, until=end), *inside, Tag("p", end, end, closes=True))

    def leave(self, indent: int, at: int) -> None:
        """End the paragraph that is open, and the lists that are indented as much as what follows or more."""
        self.end_paragraph()
        while self._lists and indent <= self._lists[-1]:
            self._end_list(at)

    def end_lists(self, at: int) -> None:
        """End the paragraph and the lists that are open."""
        self.end_paragraph()
        while self._lists:
            self._end_list(at)

    def _end_list(self, at: int) -> None:
        self._lists.pop()
        self.tokens += (Tag("li", at, at, closes=True), Tag("ul", at, at, closes=True))

    def _start_of_next(self) -> int:
        last = self.tokens[-1]
        return last.end if isinstance(last, Tag) else 0

    def _add(self, name: str, *places: tuple[int, int]) -> None:
        end = places[-1][1]
        self.tokens.append(Tag(name, places[0][0], places[0][0], until=end))
        for nth, (start, stop) in enumerate(places):
            self.tokens += (Text(" ", start, start),) * (nth > 0) + (*self._inline(start, stop),)
        self.tokens += (Tag(name, end, end, closes=True), Text(" ", end, end))

    def _with_breaks(self, start: int, end: int) -> Iterator[Token]:
        """Yield the tokens of a paragraph, whose lines are joined if they were only broken to fit a width."""
        lines = self._text[start:end].split("\n")
        n_open = len(lines) if is_wrapped([line.strip() for line in lines]) else 0
        for token in self._inline(start, end):
            if isinstance(token, Tag) and token.name in _STYLES:
                n_open += -1 if token.closes else 1
            if isinstance(token, Text) and "\n" in token.text and not n_open:
                at = token.start
                for nth, line in enumerate(token.text.split("\n")):
                    if nth:
                        yield Tag("br", at - 1, at - 1)
                    yield Text(line, at, at + len(line))
                    at += len(line) + 1
            else:
                yield token
