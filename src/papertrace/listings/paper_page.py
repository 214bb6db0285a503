"""Captures of paper pages as plain text: title, abstract and, on some pages, a line or two of facts below.

The two layouts (`paper-lines`, `paper-blocks`) differ in white space alone, so one machine reads both. It keeps the
short lines it has not placed yet; an abstract takes the last of them for its title, and what stood before that
is text of the page, reported with its lines. The facts below an abstract are `• N authors` or a line naming an
organisation, then `·`, then a date; any of them may be missing, and then the next line is the next title.
"""

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field

from papertrace.listings.dates import parse_printed_date
from papertrace.listings.prose import LONG_PROSE, find_glued_button, is_prose, is_short_sentence, is_title
from papertrace.model import Entry, Problem, Span

_AUTHORS = re.compile(r"[•·*-]?\s*(?P<n>\d{1,5}) authors?")
_DOT = "·"
_EXCERPT_CHARS = 40
# More short lines than this before the first paper are no menu: they are a part of the listing we cannot read.
_LONGEST_HEAD = 60


@dataclass(frozen=True, slots=True)
class _Line:
    number: int
    column: int
    text: str


@dataclass(slots=True)
class _Draft:
    """Be an entry in the making."""

    title: _Line
    end_line: int
    abstract: list[_Line] = field(default_factory=list)
    n_authors: int | None = None
    organisation: str | None = None
    date: str | None = None
    n_comments: int | None = None

    @property
    def has_facts(self) -> bool:
        return self.n_authors is not None or self.organisation is not None or self.date is not None

    def finish(self, source: str) -> Entry:
        first = self.abstract[0] if self.abstract else None
        return Entry(
            title=self.title.text,
            abstract="\n".join(line.text for line in self.abstract),
            span=Span(source, self.title.number, self.title.column),
            end_line=self.end_line,
            abstract_span=Span(source, first.number, first.column) if first else None,
            n_authors=self.n_authors,
            organisation=self.organisation,
            date=self.date,
            n_comments=self.n_comments,
        )


class _Machine:
    def __init__(self, source: str) -> None:
        self._source = source
        self._draft: _Draft | None = None
        self._waiting: list[_Line] = []
        self._n_entries = 0
        self._after_dot = False

    def feed(self, line: _Line) -> Iterator[Entry | Problem]:
        after_dot, self._after_dot = self._after_dot, False
        if self._take_fact(line, after_dot=after_dot):
            return
        if self._is_untitled_fact(line):
            yield from self._start(self._waiting.pop())
            yield self._problem([line], "no abstract above this line; the entry is kept without one")
            self._take_fact(line, after_dot=False)
            return
        if self._is_abstract(line):
            yield from self._take_abstract(line)
            return
        self._waiting.append(line)

    def finish(self) -> Iterator[Entry | Problem]:
        self._take_paragraphs()
        yield from self._flush_draft()
        yield from self._flush_waiting()

    def _take_fact(self, line: _Line, *, after_dot: bool) -> bool:
        draft = self._draft
        if draft is None:
            return False
        if line.text == _DOT:
            if self._waiting and not draft.has_facts and draft.abstract:
                draft.organisation = self._waiting.pop().text
            self._after_dot = not self._waiting
        elif self._waiting:
            return False
        elif match := _AUTHORS.fullmatch(line.text):
            draft.n_authors = int(match["n"])
        elif (after_dot or draft.n_authors is not None) and (printed := parse_printed_date(line.text)):
            draft.date, draft.n_comments = printed
        else:
            return False
        draft.end_line = line.number
        return True

    def _is_untitled_fact(self, line: _Line) -> bool:
        return bool(self._waiting) and _AUTHORS.fullmatch(line.text) is not None and is_title(self._waiting[-1].text)

    def _is_abstract(self, line: _Line) -> bool:
        if is_prose(line.text):
            return True
        return bool(self._waiting) and self._n_entries > 0 and is_short_sentence(line.text)

    def _take_abstract(self, line: _Line) -> Iterator[Entry | Problem]:
        if self._waiting and is_title(self._waiting[-1].text):
            yield from self._start(self._waiting.pop())
            self._continue(line)
        elif self._draft is None or self._draft.has_facts or self._waiting:
            self._waiting.append(line)
            if len(line.text) >= LONG_PROSE:
                yield from self._flush_waiting("an abstract without a title above it")
        elif self._draft.abstract and len(line.text) < LONG_PROSE:
            self._waiting.append(line)  # a long title or a short paragraph: the next line tells
        else:
            self._continue(line)

    def _continue(self, line: _Line) -> None:
        if self._draft is not None:
            self._draft.abstract.append(line)
            self._draft.end_line = line.number

    def _start(self, title: _Line) -> Iterator[Entry | Problem]:
        glued = find_glued_button(title.text) if not self._n_entries else 0
        if glued:
            title = _Line(title.number, title.column + glued, title.text[glued:])
        self._take_paragraphs()
        yield from self._flush_draft()
        yield from self._flush_waiting()
        self._n_entries += 1
        self._draft = _Draft(title=title, end_line=title.number)

    def _take_paragraphs(self) -> None:
        """Give the sentences that follow an abstract directly to that abstract."""
        draft = self._draft
        while draft and draft.abstract and not draft.has_facts and self._waiting and is_prose(self._waiting[0].text):
            self._continue(self._waiting.pop(0))

    def _flush_draft(self) -> Iterator[Entry]:
        if self._draft is not None:
            yield self._draft.finish(self._source)
        self._draft = None

    def _flush_waiting(self, fact: str = "") -> Iterator[Problem]:
        lines, self._waiting = self._waiting, []
        if not lines:
            return
        if fact:
            yield self._problem(lines, f"{fact}; left out")
        elif not self._n_entries and len(lines) <= _LONGEST_HEAD:
            yield self._problem(lines, "page text above the first paper", harmless=True)
        else:
            yield self._problem(lines, "fits no entry; left out")

    def _problem(self, lines: list[_Line], fact: str, *, harmless: bool = False) -> Problem:
        first, last = lines[0], lines[-1]
        excerpt = first.text if len(first.text) <= _EXCERPT_CHARS else f"{first.text[:_EXCERPT_CHARS]}…"
        extent = "" if first is last else f" (to line {last.number})"
        span = Span(self._source, first.number, first.column)
        return Problem(span, f"{excerpt!r}{extent}: {fact}", n_lines=len(lines), harmless=harmless)


def parse(lines: Iterable[str], source: str) -> Iterator[Entry | Problem]:
    """Yield the entries of a capture in their order, and a problem for every run of lines that fits none.

    Nothing is dropped silently: each line that is not blank stands in an entry or is counted by a problem.
    """
    machine = _Machine(source)
    for number, raw in enumerate(lines, start=1):
        text = raw.strip()
        if text:
            yield from machine.feed(_Line(number, len(raw) - len(raw.lstrip()) + 1, text))
    yield from machine.finish()


def recognise_lines(head: list[str]) -> float:
    """Say from 0 to 1 how sure it is that a listing has titles and abstracts in turn, without blank lines."""
    return _share_placed(head) if not _has_blank_lines(head) else 0.0


def recognise_blocks(head: list[str]) -> float:
    """Say from 0 to 1 how sure it is that a listing has titles, abstracts and facts with blank lines between."""
    return _share_placed(head) if _has_blank_lines(head) else 0.0


def _has_blank_lines(head: list[str]) -> bool:
    blank = sum(not line.strip() for line in head)
    return blank * 5 > len(head)


_LEAST_PLACED = 0.1

# Beginnings and pieces of lines that other formats are made of: Markdown, HTML, JSON, BibTeX, RIS, tables.
_MARKUP = re.compile(
    r"#{1,6} |[<{}@|`]|\[[\[{\"]|[-*] \[|\w{2}  - |https?://\S+$|\[$|\]\S|[^:]*\]\(http|[^\t]*\t|\"[^\"]*\","
)


def _share_placed(head: list[str]) -> float:
    shown = [line.strip() for line in head if line.strip()]
    if not shown or sum(_MARKUP.match(line) is not None for line in shown) * 10 > len(shown):
        return 0.0
    found = list(parse(head, ""))
    if not any(isinstance(item, Entry) and item.abstract for item in found):
        return 0.0
    unplaced = sum(item.n_lines for item in found if isinstance(item, Problem) and not item.harmless)
    placed = 1.0 - unplaced / len(shown)
    # A page of which half cannot be placed is still a page: the reader then says what is wrong, and where.
    return 0.5 + placed / 2 if placed >= _LEAST_PLACED else 0.0
