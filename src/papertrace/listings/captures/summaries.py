"""Reports on papers in Markdown: a heading is a title, the block quote or the only paragraph below it the abstract.

`## Fold: A Study of Paper`, then `> We fold …`, then perhaps notes of the writer. The headings of an essay have more
than one paragraph below them or are shorter than titles; a heading without an abstract is page text.
"""

import re
from collections.abc import Iterator, Sequence
from enum import Enum, auto

from papertrace.listings.captures.buttons import find_line_links
from papertrace.listings.captures.draft import PageDraft, PageLine, PageMachine
from papertrace.listings.fields.prose import LONG_PROSE, is_prose, is_title
from papertrace.model import Entry, Problem

_HEADING = re.compile(r"#{1,6}\s+(?P<title>\S.*)")
_QUOTE = re.compile(r">\s*(?=\S)")
_OTHER = re.compile(r"[-*+|<`]\s|\d{1,4}[.)]\s|```|<|\|")
_WORD = re.compile(r"[^\W\d_]{2,}")
_MIN_SECTIONS = 3
_MIN_PARAGRAPHS = 4
_MIN_SHARE = 0.6
_MIN_WORDS = 3
_MIN_WORDS_ABOVE_A_PARAGRAPH = 5


class Custom(Enum):
    """Where a report has its abstracts: in block quotes, or in the only paragraph of a section."""

    QUOTES = auto()
    PARAGRAPHS = auto()


def find_custom(lines: Sequence[str]) -> Custom | None:
    """Return where most headings that may be titles have their abstracts, or None for any other text."""
    n_long = n_longer = n_quotes = n_paragraphs = n_links = 0
    for title, below in _sections(lines):
        n_words = len(_WORD.findall(title))
        if n_words < _MIN_WORDS or not below:
            continue
        n_long += 1
        n_longer += n_words >= _MIN_WORDS_ABOVE_A_PARAGRAPH
        n_links += "](" in title or any("](" in text for text in below)
        quote = _QUOTE.match(below[0])
        if quote:
            n_quotes += is_prose(below[0][quote.end() :])
        elif n_words >= _MIN_WORDS_ABOVE_A_PARAGRAPH and len(below) == 1 and len(below[0]) >= LONG_PROSE:
            n_paragraphs += not _OTHER.match(below[0])
    if n_links * 2 > n_long:
        return None
    if n_quotes >= max(_MIN_SECTIONS, _MIN_SHARE * n_long):
        return Custom.QUOTES
    if n_paragraphs >= max(_MIN_PARAGRAPHS, _MIN_SHARE * n_long) and n_longer >= _MIN_SHARE * n_long:
        return Custom.PARAGRAPHS
    return None


def _sections(lines: Sequence[str]) -> Iterator[tuple[str, list[str]]]:
    """Yield the title of each heading and the lines below it; the last section may be cut off."""
    title = ""
    below: list[str] = []
    for line in lines:
        text = line.strip()
        heading = _HEADING.fullmatch(text)
        if heading:
            yield title, below
            title, below = heading["title"], []
        elif text:
            below.append(text)
    yield title, below


class SummaryMachine(PageMachine):
    """The state machine that reads reports with one custom."""

    def __init__(self, source: str, custom: Custom) -> None:
        super().__init__(source)
        self._custom = custom
        self._in_notes = False

    def _feed(self, line: PageLine) -> Iterator[Entry | Problem]:
        heading = _HEADING.fullmatch(line.text)
        if heading:
            yield from self._flush()
            self._in_notes = False
            title = heading["title"].rstrip("#").rstrip()
            if is_title(title) and len(_WORD.findall(title)) >= _MIN_WORDS:
                column = line.column + heading.start("title")
                self._draft = PageDraft(title=PageLine(line.number, column, title), end_line=line.number)
            else:
                self._left.waiting.append(line)
            return
        if self._draft is None:
            self._left.waiting.append(line)
        elif abstract := self._read_abstract(line):
            self._draft.add_abstract(abstract)
        elif self._draft.abstract:
            self._add_note(self._draft, line)
        elif line.text != ">":
            yield from self._flush()
            self._left.waiting.append(line)

    def _read_abstract(self, line: PageLine) -> PageLine | None:
        """Return a line of an abstract without the mark of a quote, or None."""
        if self._in_notes:
            return None
        if self._custom is Custom.PARAGRAPHS:
            has_begun = self._draft is not None and bool(self._draft.abstract)
            return line if not has_begun and is_prose(line.text) and not _OTHER.match(line.text) else None
        quote = _QUOTE.match(line.text)
        return PageLine(line.number, line.column + quote.end(), line.text[quote.end() :]) if quote else None

    def _add_note(self, draft: PageDraft, line: PageLine) -> None:
        """Add a line about a paper, which may consist of links, below its abstract."""
        self._in_notes = self._in_notes or line.text != ">"
        draft.end_line = line.number
        for link in find_line_links(line.text) or ():
            draft.add_target(self._target(line, link.url, link.words, offset=link.offset))

    def _flush(self) -> Iterator[Entry | Problem]:
        draft, self._draft = self._draft, None
        if draft is None:
            return
        if not draft.abstract:
            self._left.waiting.append(draft.title)
            return
        yield from self._left.flush()
        self._left.n_entries += 1
        yield draft.finish(self._source)
