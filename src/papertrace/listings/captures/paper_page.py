"""Captures of paper pages as plain text: title, abstract and, on some pages, a line or two of facts below.

The two layouts (`paper-lines`, `paper-blocks`) differ only in white space, so one state machine reads both. It keeps
the short lines that it has not assigned yet; the last of them before an abstract is its title, and the others are
reported as page text. The facts below an abstract are `• N authors` or a line with an organisation, then `·`, then a
date; any of them may be missing, and then the next line is the next title.
"""

import re
from collections.abc import Generator, Iterable, Iterator

from papertrace.listings.captures.buttons import find_label, is_button, is_submitter
from papertrace.listings.captures.draft import (
    DOT,
    PageDraft,
    PageLine,
    PageMachine,
    parse_author_count,
    share_parsed,
)
from papertrace.listings.fields.labels import is_label
from papertrace.listings.fields.prose import LONG_PROSE, find_glued_button, is_prose, is_short_sentence, is_title
from papertrace.model import Entry, Problem
from papertrace.records.dates import parse_printed_date
from papertrace.records.people import parse_byline, split_names


class _Machine(PageMachine):
    def __init__(self, source: str) -> None:
        super().__init__(source)
        self._after_dot = False
        self._after_submitter = False
        self._has_bylines = False
        self._first_of_next = -1  # the index in the waiting lines at which the next paper begins, or -1 if unknown

    def _feed(self, line: PageLine) -> Iterator[Entry | Problem]:
        after_dot, self._after_dot = self._after_dot, False
        after_submitter, self._after_submitter = self._after_submitter, is_submitter(line.text)
        if self._after_submitter or after_submitter or self._is_button(line):
            if self._left.n_entries:
                self._left.add_button(line)
            else:  # part of the page's menu, which is reported as one problem
                self._left.waiting.append(line)
            self._first_of_next = len(self._left.waiting)
            return
        if parse_author_count(line.text) is not None:
            self._take_paragraphs()
        if self._take_fact(line, after_dot=after_dot):
            return
        if self._is_untitled_fact(line):
            yield from self._start_without_abstract()
            yield self._left.problem(
                [line], "no abstract before this line; the entry is kept without one", harmless=True
            )
            self._take_fact(line, after_dot=False)
            return
        if self._is_abstract(line):
            yield from self._take_abstract(line)
            return
        self._left.waiting.append(line)

    def _finish(self) -> Iterator[Entry | Problem]:
        self._take_paragraphs()
        yield from super()._finish()

    def _take_fact(self, line: PageLine, *, after_dot: bool) -> bool:
        draft = self._draft
        if draft is None:
            return False
        if line.text == DOT:
            if self._left.waiting and draft.has_facts:
                return False  # It belongs to the next paper.
            if self._left.waiting and draft.abstract:
                draft.organisation = self._left.waiting.pop().text
            self._after_dot = not self._left.waiting
        elif self._left.waiting:
            return False
        elif (n_authors := parse_author_count(line.text)) is not None:
            draft.n_authors = n_authors
        elif (after_dot or draft.n_authors is not None) and (printed := _parse_date(line.text)):
            draft.date, draft.n_comments = printed
        else:
            return False
        draft.end_line = line.number
        return True

    def _is_untitled_fact(self, line: PageLine) -> bool:
        waiting = self._left.waiting
        above = [one for one in waiting[-2:] if one.text != DOT]
        return bool(above) and parse_author_count(line.text) is not None and is_title(above[-1].text)

    def _start_without_abstract(self) -> Iterator[Entry | Problem]:
        """Begin an entry with a count of authors but no abstract: a title, perhaps with an organisation below it."""
        waiting = self._left.waiting
        has_dot = waiting[-1].text == DOT
        if has_dot:
            waiting.pop()
        organisation = None
        # A count of votes is followed by the title, and only then by the organisation.
        if has_dot and len(waiting) > max(self._first_of_next, 0) + 1 and self._first_of_next >= 0:
            organisation = waiting.pop().text
        title = waiting.pop()
        self._first_of_next = -1
        draft = yield from self._start(title)
        draft.organisation = organisation

    def _is_button(self, line: PageLine) -> bool:
        """Return whether a line is a button or its count, at a position where it cannot be a title or an abstract."""
        draft = self._draft
        return is_button(line.text) and (draft is None or bool(draft.abstract) or draft.has_facts)

    def _is_abstract(self, line: PageLine) -> bool:
        if is_prose(line.text):
            return True
        return bool(self._left.waiting) and self._left.n_entries > 0 and is_short_sentence(line.text)

    def _take_abstract(self, line: PageLine) -> Iterator[Entry | Problem]:
        if self._left.waiting and is_title(self._left.waiting[-1].text):
            facts = self._take_facts_above()
            draft = yield from self._start(self._left.waiting.pop())
            for above in facts:
                self._read_fact_above(draft, above)
            label = _ABSTRACT_LABEL.match(line.text)
            n = label.end() if label else 0
            draft.add_abstract(PageLine(line.number, line.column + n, line.text[n:]))
        elif self._draft is None or self._draft.has_facts or self._left.waiting:
            self._left.waiting.append(line)
            if len(line.text) >= LONG_PROSE:
                fact = "an abstract without a title before it; left out"
                yield from self._left.flush(fact)
        elif self._draft.abstract and len(line.text) < LONG_PROSE:
            self._left.waiting.append(line)  # a long title or a short paragraph, which the next line decides
        else:
            self._draft.add_abstract(line)

    def _take_facts_above(self) -> list[PageLine]:
        """Remove and return the lines between a title and its abstract: authors, a date, buttons, labelled facts."""
        waiting = self._left.waiting
        n = len(waiting)
        while n > max(1, len(waiting) - _MAX_FACTS_ABOVE) and self._is_fact_above(waiting[n - 2], waiting[n - 1]):
            n -= 1
        if n == len(waiting) or not is_title(waiting[n - 1].text) or find_label(waiting[n - 1].text) == "other":
            return []
        facts = waiting[n:]
        del waiting[n:]
        return facts

    def _is_fact_above(self, above: PageLine, line: PageLine) -> bool:
        text = line.text
        if text == DOT or is_submitter(text) or is_submitter(above.text) or is_button(text) or find_label(text):
            return True
        if _parse_date(text) is not None or is_label(text) or _SOURCE_LINE.fullmatch(text[:_MAX_SOURCE_LINE_LENGTH]):
            return True
        n_names = len(parse_byline(text))
        return (n_names > 1 or (n_names == 1 and self._has_bylines)) and is_title(above.text)

    def _read_fact_above(self, draft: PageDraft, line: PageLine) -> None:
        label = find_label(line.text)
        names = parse_byline(line.text) if not label else ()
        if label == "authors":
            names = split_names(line.text.partition(":")[2])
        if names:
            draft.authors, self._has_bylines = names, True
        elif printed := _parse_date(line.text):
            draft.date = printed[0]

    def _start(self, title: PageLine) -> Generator[Entry | Problem, None, PageDraft]:
        glued = find_glued_button(title.text) if not self._left.n_entries else 0
        if label := _TITLE_LABEL.match(title.text):
            glued = label.end()
        if glued:
            title = PageLine(title.number, title.column + glued, title.text[glued:])
        self._take_paragraphs()
        draft = PageDraft(title=title, end_line=title.number)
        yield from self._begin(draft)
        return draft

    def _take_paragraphs(self) -> None:
        """Append sentences that directly follow an abstract to that abstract."""
        draft, waiting = self._draft, self._left.waiting
        while draft and draft.abstract and not draft.has_facts and waiting and is_prose(waiting[0].text):
            draft.add_abstract(waiting.pop(0))


def _parse_date(text: str) -> tuple[str, int | None] | None:
    return parse_printed_date(_PUBLISHED.sub("", text, count=1))


def parse(lines: Iterable[str], source: str) -> Iterator[Entry | Problem]:
    """Yield the entries of a capture in order, and a problem for every run of lines outside entries.

    Nothing is dropped silently: each line that is not blank belongs to an entry or is counted by a problem.
    """
    return _Machine(source).run(lines)


def recognise_lines(head: list[str]) -> float:
    """Return the confidence, from 0 to 1, that a listing alternates titles and abstracts without blank lines."""
    return _recognise(head) if not _has_blank_lines(head) else 0.0


def recognise_blocks(head: list[str]) -> float:
    """Return the confidence, from 0 to 1, that a listing has titles, abstracts and facts separated by blank lines."""
    return _recognise(head) if _has_blank_lines(head) else 0.0


def _has_blank_lines(head: list[str]) -> bool:
    blank = sum(not line.strip() for line in head)
    return blank * 5 > len(head)


_MIN_PARSED = 0.1
_MAX_FACTS_ABOVE = 12
_MAX_SOURCE_LINE_LENGTH = 600
# Search engines and conference pages print these labels before titles, digests the sign of an item.
_TITLE_LABEL = re.compile(r"(?:title\s?:|\[(?:PDF|HTML|BOOK|CITATION|B|C)\]|[-–•])\s+(?=\S)", re.IGNORECASE)  # noqa: RUF001 - a dash as printed
_ABSTRACT_LABEL = re.compile(r"abstract\s?[:.—-]\s*(?=\S)", re.IGNORECASE)
# "J Doe, R Roe - Journal of Nothing, 2025 - example.org"
_SOURCE_LINE = re.compile(r".{3,300}\s[-–]\s.{0,200}\b(?:19|20)\d\d\s[-–]\s\S{3,80}")  # noqa: RUF001 - dashes as printed
_PUBLISHED = re.compile(r"^[·•*-]?\s?published (?:on )?", re.IGNORECASE)
_MIN_WITHOUT_ABSTRACT = 2
_BULLETS = ("- ", "\u2013 ", "\u2022 ")
# The header of a table, whose rows may contain whole abstracts.
_TABLE_HEADER = re.compile(r"\ufeff?\w[\w ]{0,40}(?:[,;|]\w[\w ]{0,40}){2,}")

# Beginnings and parts of lines in other formats: Markdown, HTML, JSON, BibTeX, RIS, tables.
_MARKUP = re.compile(
    r"#{1,6} |[*+] |\.\. [_\[a-z]|#\+[A-Za-z]|\*{2,6} \S|={1,6} \S|\[\d{1,4}\]\s|[<{}@|`]|\[[\[{\"]|[-*] \[|\w{2}  - |https?://\S+$|\[$|\]\S|[^:]*\]\(http|[^\t]*\t|(?:[Tt]itle|[Aa]uthors?)\s?:|\"[^\"]*\","
)


def _recognise(head: list[str]) -> float:
    shown = [line.strip() for line in head if line.strip()]
    if not shown or _TABLE_HEADER.fullmatch(shown[0]):
        return 0.0
    if sum(_MARKUP.match(line) is not None for line in shown) * 10 > len(shown):
        return 0.0
    found = list(parse(head, ""))
    entries = [item for item in found if isinstance(item, Entry)]
    if not any(entry.abstract for entry in entries) and len(entries) < _MIN_WITHOUT_ABSTRACT:
        return 0.0
    # The items of a list are no abstracts of those above them.
    if sum(entry.abstract.startswith(_BULLETS) for entry in entries) * 2 > len(entries):
        return 0.0
    share = share_parsed(head, found)
    # A page of which half cannot be parsed is still a page: the reader then reports what is wrong, and where.
    return 0.5 + share / 2 if share >= _MIN_PARSED else 0.0
