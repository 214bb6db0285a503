"""Common parts of the readers of captures: an entry under construction, leftover lines, and the reader's state machine.

All layouts print the same facts below an abstract: `8 authors` or an organisation, then `·`, then a date.
"""

import re
from abc import ABC, abstractmethod
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import pairwise

from papertrace.model import Entry, Problem, Span, Target
from papertrace.model.text import excerpt
from papertrace.records.dates import parse_printed_date
from papertrace.records.identifiers import identify_first

DOT = "·"
_AUTHORS = re.compile(r"(?:[•·*-]\s*){0,3}(?P<n>\d{1,5}) authors?")
# The counts next to the buttons of a page: "127", "[-] 23", "1.2k".
_COUNT = re.compile(r"(?:\[[ x-]?\]\s*)?\d[\d.,]{0,8}k?", re.IGNORECASE)
# More lines than this before the first paper are not a menu but a part of the listing that cannot be parsed.
_MAX_HEAD_LENGTH = 60


@dataclass(frozen=True, slots=True)
class PageLine:
    """One line without surrounding white space; number and column are counted from 1."""

    number: int
    column: int
    text: str


def parse_author_count(text: str) -> int | None:
    """Return the number in a line such as `8 authors`, or None for any other line.

    >>> parse_author_count("* 11 authors"), parse_author_count("11 others")
    (11, None)
    """
    match = _AUTHORS.fullmatch(text)
    return int(match["n"]) if match else None


def is_count(text: str) -> bool:
    """Return whether a line is the count next to a button.

    >>> is_count("[-] 127"), is_count("127 ways to fail")
    (True, False)
    """
    return _COUNT.fullmatch(text) is not None


@dataclass(slots=True)
class PageDraft:
    """An entry under construction; lines are added in order."""

    title: PageLine
    end_line: int
    abstract: list[PageLine] = field(default_factory=list)
    targets: list[Target] = field(default_factory=list)
    authors: tuple[str, ...] = ()
    n_authors: int | None = None
    organisation: str | None = None
    date: str | None = None
    n_comments: int | None = None

    @property
    def has_facts(self) -> bool:
        """Whether any of the facts below an abstract was read."""
        return self.n_authors is not None or self.organisation is not None or self.date is not None

    def add_abstract(self, line: PageLine) -> None:
        """Append a line to the abstract."""
        self.abstract.append(line)
        self.end_line = line.number

    def add_target(self, target: Target) -> None:
        """Add an address, unless it was added before."""
        if all(known.raw != target.raw for known in self.targets):
            self.targets.append(target)

    def take_fact(self, line: PageLine) -> bool:
        """Read a line as a count of authors or a date, and return whether it was one of them."""
        n_authors = parse_author_count(line.text)
        if n_authors is not None and self.n_authors is None:
            self.n_authors = n_authors
        elif self.date is None and (printed := parse_printed_date(line.text)):
            self.date, self.n_comments = printed
        else:
            return False
        self.end_line = line.number
        return True

    def finish(self, source: str) -> Entry:
        """Return the entry; its identifiers are those in its own addresses."""
        first = self.abstract[0] if self.abstract else None
        return Entry(
            title=self.title.text,
            abstract=_join_printed(self.abstract),
            span=Span(source, self.title.number, self.title.column),
            end_line=self.end_line,
            abstract_span=Span(source, first.number, first.column) if first else None,
            authors=self.authors,
            n_authors=self.n_authors,
            organisation=self.organisation,
            date=self.date,
            n_comments=self.n_comments,
            identifiers=identify_first([target.raw for target in self.targets]),
            targets=tuple(self.targets),
        )


def _join_printed(lines: list[PageLine]) -> str:
    """Join lines with their line breaks and indents, so that offsets give the printed positions."""
    parts = [line.text for line in lines[:1]]
    for before, line in pairwise(lines):
        parts.append("\n" * (line.number - before.number) + " " * (line.column - 1) + line.text)
    return "".join(parts)


class Leftovers:
    """The lines of a page that are not part of any entry, each of which is reported."""

    def __init__(self, source: str) -> None:
        self._source = source
        self._buttons: list[PageLine] = []
        self.waiting: list[PageLine] = []
        self.n_entries = 0
        """The number of entries begun so far: page text before the first of them is harmless."""

    def add_button(self, line: PageLine) -> None:
        """Add a line that is certainly boilerplate."""
        self._buttons.append(line)

    def flush(self, fact: str = "") -> Iterator[Problem]:
        """Yield the waiting lines as one problem, harmless only before the first paper and without a `fact`."""
        lines, self.waiting = self.waiting, []
        if not lines:
            return
        harmless = not fact and not self.n_entries and len(lines) <= _MAX_HEAD_LENGTH
        usual = "page text before the first paper" if harmless else "not part of any entry; left out"
        yield self.problem(lines, fact or usual, harmless=harmless)

    def problem(self, lines: Sequence[PageLine], fact: str, *, harmless: bool = False) -> Problem:
        """Return a problem about some lines, with an excerpt of the first."""
        first, last = lines[0], lines[-1]
        extent = "" if first is last else f" (to line {last.number})"
        span = Span(self._source, first.number, first.column)
        return Problem(
            span, f"{excerpt(first.text)}{extent}: {fact}", n_lines=len(lines), harmless=harmless, outside=True
        )

    def finish(self) -> Iterator[Problem]:
        """Yield the waiting lines, and all boilerplate as one harmless problem."""
        yield from self.flush()
        if self._buttons:
            first = self._buttons[0]
            fact = f"buttons and counts between the papers, {len(self._buttons)} lines in total"
            yield Problem(
                Span(self._source, first.number, first.column), fact, n_lines=len(self._buttons), harmless=True
            )


class PageMachine(ABC):
    """A state machine that reads one layout, given the lines of a page one by one without the blank ones.

    `_draft` is the entry under construction; lines that belong to no entry go to `_left`.
    """

    def __init__(self, source: str) -> None:
        self._source = source
        self._left = Leftovers(source)
        self._draft: PageDraft | None = None

    def run(self, lines: Iterable[str]) -> Iterator[Entry | Problem]:
        """Yield the entries and problems of a page."""
        for number, raw in enumerate(lines, start=1):
            if text := raw.strip():
                yield from self._feed(PageLine(number, len(raw) - len(raw.lstrip()) + 1, text))
        yield from self._finish()

    @abstractmethod
    def _feed(self, line: PageLine, /) -> Iterator[Entry | Problem]:
        """Process one line and yield what it completes."""

    def _finish(self) -> Iterator[Entry | Problem]:
        """Yield the remaining items at the end of the page."""
        yield from self._flush()
        yield from self._left.finish()

    def _begin(self, draft: PageDraft) -> Iterator[Entry | Problem]:
        """Begin an entry; yield the one before it, and the lines between the two."""
        yield from self._flush()
        yield from self._left.flush()
        self._left.n_entries += 1
        self._draft = draft

    def _flush(self) -> Iterator[Entry | Problem]:
        """Yield the entry under construction, if any."""
        draft, self._draft = self._draft, None
        if draft is not None:
            yield draft.finish(self._source)

    def _target(self, line: PageLine, raw: str, words: str, *, offset: int = 0) -> Target:
        """Return an address as a target, located at an offset in its line."""
        return Target(raw=raw, words=words, span=Span(self._source, line.number, line.column + offset))


def share_with_abstracts(head: list[str], found: list[Entry | Problem]) -> float:
    """Return the parsed share of a head (`share_parsed`), or 0 if no entry has an abstract."""
    has_abstract = any(isinstance(item, Entry) and item.abstract for item in found)
    return share_parsed(head, found) if has_abstract else 0.0


def share_parsed(head: list[str], found: list[Entry | Problem]) -> float:
    """Return the share of the lines of a head, except blank ones, that belong to entries or are harmless."""
    shown = sum(not line.isspace() and line != "" for line in head)
    n_unparsed = sum(item.n_lines for item in found if isinstance(item, Problem) and not item.harmless)
    return max(0.0, 1.0 - n_unparsed / shown) if shown else 0.0
