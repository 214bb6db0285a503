"""Captures of paper pages as plain text: title, abstract and, on some pages, a line or two of facts below.

The two layouts (`paper-lines`, `paper-blocks`) differ in white space alone, so one machine reads both. It keeps the
short lines it has not placed yet; an abstract takes the last of them for its title, and what stood before that
is text of the page, reported with its lines. The facts below an abstract are `• N authors` or a line naming an
organisation, then `·`, then a date; any of them may be missing, and then the next line is the next title.
"""

import re
from collections.abc import Iterable, Iterator

from papertrace.listings.dates import parse_printed_date
from papertrace.listings.page_draft import (
    DOT,
    Leftovers,
    PageDraft,
    PageLine,
    parse_author_count,
    run_machine,
    share_placed,
)
from papertrace.listings.prose import LONG_PROSE, find_glued_button, is_prose, is_short_sentence, is_title
from papertrace.model import Entry, Problem


class _Machine:
    def __init__(self, source: str) -> None:
        self._source = source
        self._draft: PageDraft | None = None
        self._left = Leftovers(source)
        self._n_entries = 0
        self._after_dot = False

    def feed(self, line: PageLine) -> Iterator[Entry | Problem]:
        after_dot, self._after_dot = self._after_dot, False
        if parse_author_count(line.text) is not None:
            self._take_paragraphs()
        if self._take_fact(line, after_dot=after_dot):
            return
        if self._is_untitled_fact(line):
            yield from self._start(self._left.waiting.pop())
            yield self._left.problem([line], "no abstract above this line; the entry is kept without one")
            self._take_fact(line, after_dot=False)
            return
        if self._is_abstract(line):
            yield from self._take_abstract(line)
            return
        self._left.waiting.append(line)

    def finish(self) -> Iterator[Entry | Problem]:
        self._take_paragraphs()
        yield from self._flush_draft()
        yield from self._left.flush(n_entries=self._n_entries)

    def _take_fact(self, line: PageLine, *, after_dot: bool) -> bool:
        draft = self._draft
        if draft is None:
            return False
        if line.text == DOT:
            if self._left.waiting and not draft.has_facts and draft.abstract:
                draft.organisation = self._left.waiting.pop().text
            self._after_dot = not self._left.waiting
        elif self._left.waiting:
            return False
        elif (n_authors := parse_author_count(line.text)) is not None:
            draft.n_authors = n_authors
        elif (after_dot or draft.n_authors is not None) and (printed := parse_printed_date(line.text)):
            draft.date, draft.n_comments = printed
        else:
            return False
        draft.end_line = line.number
        return True

    def _is_untitled_fact(self, line: PageLine) -> bool:
        waiting = self._left.waiting
        return bool(waiting) and parse_author_count(line.text) is not None and is_title(waiting[-1].text)

    def _is_abstract(self, line: PageLine) -> bool:
        if is_prose(line.text):
            return True
        return bool(self._left.waiting) and self._n_entries > 0 and is_short_sentence(line.text)

    def _take_abstract(self, line: PageLine) -> Iterator[Entry | Problem]:
        if self._left.waiting and is_title(self._left.waiting[-1].text):
            yield from self._start(self._left.waiting.pop())
            if self._draft is not None:
                self._draft.add_abstract(line)
        elif self._draft is None or self._draft.has_facts or self._left.waiting:
            self._left.waiting.append(line)
            if len(line.text) >= LONG_PROSE:
                fact = "an abstract without a title above it; left out"
                yield from self._left.flush(n_entries=self._n_entries, fact=fact)
        elif self._draft.abstract and len(line.text) < LONG_PROSE:
            self._left.waiting.append(line)  # a long title or a short paragraph: the next line tells
        else:
            self._draft.add_abstract(line)

    def _start(self, title: PageLine) -> Iterator[Entry | Problem]:
        glued = find_glued_button(title.text) if not self._n_entries else 0
        if glued:
            title = PageLine(title.number, title.column + glued, title.text[glued:])
        self._take_paragraphs()
        yield from self._flush_draft()
        yield from self._left.flush(n_entries=self._n_entries)
        self._n_entries += 1
        self._draft = PageDraft(title=title, end_line=title.number)

    def _take_paragraphs(self) -> None:
        """Give the sentences that follow an abstract directly to that abstract."""
        draft, waiting = self._draft, self._left.waiting
        while draft and draft.abstract and not draft.has_facts and waiting and is_prose(waiting[0].text):
            draft.add_abstract(waiting.pop(0))

    def _flush_draft(self) -> Iterator[Entry]:
        if self._draft is not None:
            yield self._draft.finish(self._source)
        self._draft = None


def parse(lines: Iterable[str], source: str) -> Iterator[Entry | Problem]:
    """Yield the entries of a capture in their order, and a problem for every run of lines that fits none.

    Nothing is dropped silently: each line that is not blank stands in an entry or is counted by a problem.
    """
    return run_machine(_Machine(source), lines)


def recognise_lines(head: list[str]) -> float:
    """Say from 0 to 1 how sure it is that a listing has titles and abstracts in turn, without blank lines."""
    return _recognise(head) if not _has_blank_lines(head) else 0.0


def recognise_blocks(head: list[str]) -> float:
    """Say from 0 to 1 how sure it is that a listing has titles, abstracts and facts with blank lines between."""
    return _recognise(head) if _has_blank_lines(head) else 0.0


def _has_blank_lines(head: list[str]) -> bool:
    blank = sum(not line.strip() for line in head)
    return blank * 5 > len(head)


_LEAST_PLACED = 0.1
# The names of the columns of a table of whatever: its rows may hold whole abstracts.
_TABLE_HEADER = re.compile(r"\ufeff?\w[\w ]{0,40}(?:[,;|]\w[\w ]{0,40}){2,}")

# Beginnings and pieces of lines that other formats are made of: Markdown, HTML, JSON, BibTeX, RIS, tables.
_MARKUP = re.compile(
    r"#{1,6} |[<{}@|`]|\[[\[{\"]|[-*] \[|\w{2}  - |https?://\S+$|\[$|\]\S|[^:]*\]\(http|[^\t]*\t|\"[^\"]*\","
)


def _recognise(head: list[str]) -> float:
    shown = [line.strip() for line in head if line.strip()]
    if not shown or _TABLE_HEADER.fullmatch(shown[0]):
        return 0.0
    if sum(_MARKUP.match(line) is not None for line in shown) * 10 > len(shown):
        return 0.0
    found = list(parse(head, ""))
    if not any(isinstance(item, Entry) and item.abstract for item in found):
        return 0.0
    placed = share_placed(head, found)
    # A page of which half cannot be placed is still a page: the reader then says what is wrong, and where.
    return 0.5 + placed / 2 if placed >= _LEAST_PLACED else 0.0
