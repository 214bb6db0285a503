"""What the readers of captures share: what one line can be, an entry under construction, and a state machine.

The words of buttons, of links within a site and of labels are those of the table `captures.toml`.
"""

import re
from abc import ABC, abstractmethod
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import pairwise

from papertrace.model import Entry, Problem, Span, Target
from papertrace.model.identifiers import identify_address
from papertrace.model.text import excerpt
from papertrace.records.dates import parse_printed_date
from papertrace.records.identifiers import identify_first
from papertrace.word_lists import read_tables

_WORDS = read_tables(__package__ or "", "captures.toml")["page"]
DOT = "·"
_AUTHORS = re.compile(r"(?:[•·*-]\s*){0,3}(?P<n>\d{1,5}) authors?")
# The counts next to the buttons of a page: "127", "[-] 23", "1.2k".
_COUNT = re.compile(r"(?:\[[ x-]?\]\s*)?\d[\d.,]{0,8}k?", re.IGNORECASE)
_BUTTON = re.compile(
    rf"(?:[-*•▲△⬆↑♥❤⭐★☆+]\s{{0,2}})?(?:{_WORDS['buttons']})(?:[ :()]{{0,2}}\d[\d.,]{{0,8}}k?\)?)?"
    rf"|[\[(]?(?:(?:{_WORDS['side_by_side']})[\s,|/·\])\[(]{{0,4}}){{2,8}}",
    re.IGNORECASE,
)
_ACTIONS = re.compile(_WORDS["actions"], re.IGNORECASE)
_NAVIGATION = re.compile(rf"(?:{_WORDS['navigation']})\W*", re.IGNORECASE)
GLUED_BUTTON = re.compile(rf"(?:{_WORDS['glued']})(?=[A-Z0-9])")
LABEL = re.compile(_WORDS["facts"], re.IGNORECASE)
_SUBMITTED = re.compile(r"submitted (?:on .{1,40} )?by\b:?", re.IGNORECASE)
_SITE_ADDRESS = re.compile(rf"(?:https?://[^/?#\s]+)?/(?:{_WORDS['site']})(?:[/?#]|$)")
_PICTURE = re.compile(r"!\[[^\[\]]{0,200}\]\([^()\s]{0,500}\)")
_LINK = re.compile(r"\[(?P<words>[^\[\]]{0,300})\]\(<?(?P<url>[^\s()<>]+)>?(?:\s\"[^\"]{0,200}\")?\)")
_BETWEEN = " \t|·•-*,"
MAX_LINE_LENGTH, _MAX_BUTTON_LENGTH = 2000, 60
# More lines than this before the first paper are not a menu but a part of the listing that cannot be parsed.
_MAX_HEAD_LENGTH = 60


@dataclass(frozen=True, slots=True)
class PageLine:
    """One line without surrounding white space; number and column are counted from 1."""

    number: int
    column: int
    text: str

    def cut(self, offset: int) -> "PageLine":
        """Return the line from an offset on."""
        return PageLine(self.number, self.column + offset, self.text[offset:])


@dataclass(frozen=True, slots=True)
class LineLink:
    """One link of a line: its words, its address, and the offset of the address in the line."""

    words: str
    url: str
    offset: int


def parse_author_count(text: str) -> int | None:
    """Return the number in a line such as `8 authors`, or None for any other line."""
    match = _AUTHORS.fullmatch(text)
    return int(match["n"]) if match else None


def is_count(text: str) -> bool:
    """Return whether a line is the count next to a button."""
    return _COUNT.fullmatch(text) is not None


def is_button(text: str) -> bool:
    """Return whether a line is the label of a button, with or without a count, or several side by side.

    >>> is_button("Upvote 68"), is_button("GitHub1.2k"), is_button("GitHub Copilot in the Wild")
    (True, True, False)
    """
    if len(text) > _MAX_BUTTON_LENGTH:
        return False
    return is_count(text) or _BUTTON.fullmatch(text) is not None or _ACTIONS.match(text) is not None


def is_submitter(text: str) -> bool:
    """Return whether a line begins with "Submitted by"."""
    return len(text) <= MAX_LINE_LENGTH and _SUBMITTED.match(text) is not None


def without_pictures(text: str) -> str:
    """Return a line without pictures of Markdown."""
    return (_PICTURE.sub(" ", text) if "![" in text[:MAX_LINE_LENGTH] else text).strip()


def find_line_links(text: str) -> list[LineLink] | None:
    """Return the links of a line that consists only of links, except those of buttons; None for any other line.

    >>> find_line_links("[Upvote 6](/login?next=x)[GitHub 1.2k](https://github.com/acme/x)")
    [LineLink(words='GitHub 1.2k', url='https://github.com/acme/x', offset=39)]
    """
    if "](" not in text or len(text) > MAX_LINE_LENGTH:
        return None
    found: list[LineLink] = []
    position = 0
    plain = _PICTURE.sub(lambda picture: " " * len(picture[0]), text)
    for link in _LINK.finditer(plain):
        if plain[position : link.start()].strip(_BETWEEN):
            return None
        position = link.end()
        words, url = " ".join(link["words"].split()), link["url"]
        # What leads to another page of the site is no address of the paper.
        is_relative = url.startswith(("/", "#", "?", ".")) and not identify_address(url)
        leads_to_site = is_relative or _SITE_ADDRESS.match(url) or _NAVIGATION.fullmatch(words)
        if words and not is_count(words) and not leads_to_site:
            found.append(LineLink(words, url, link.start("url")))
    return None if not position or plain[position:].strip(_BETWEEN) else found


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


class PageMachine(ABC):
    """A state machine that reads one layout, given the lines of a page one by one without the blank ones.

    `draft` is the entry under construction, `waiting` are the lines in no entry so far, `n_entries` is the number of
    entries begun: page text before the first of them is harmless, and so are buttons anywhere.
    """

    def __init__(self, source: str) -> None:
        self.source = source
        self.draft: PageDraft | None = None
        self.waiting: list[PageLine] = []
        self.buttons: list[PageLine] = []
        self.n_entries: int = 0

    def run(self, lines: Iterable[str]) -> Iterator[Entry | Problem]:
        """Yield the entries and problems of a page."""
        for number, raw in enumerate(lines, start=1):
            if text := raw.strip():
                yield from self.feed(PageLine(number, len(raw) - len(raw.lstrip()) + 1, text))
        yield from self.finish()

    @abstractmethod
    def feed(self, line: PageLine, /) -> Iterator[Entry | Problem]:
        """Process one line and yield what it completes."""

    def finish(self) -> Iterator[Entry | Problem]:
        """Yield the remaining items at the end of the page, and all boilerplate as one harmless problem."""
        yield from self.flush()
        yield from self.drop_waiting()
        if self.buttons:
            fact = f"buttons and counts between the papers, {len(self.buttons)} lines in total"
            first = self.buttons[0]
            span = Span(self.source, first.number, first.column)
            yield Problem(span, fact, n_lines=len(self.buttons), harmless=True)

    def begin(self, draft: PageDraft) -> Iterator[Entry | Problem]:
        """Begin an entry; yield the one before it, and the lines between the two."""
        yield from self.flush()
        yield from self.drop_waiting()
        self.n_entries += 1
        self.draft = draft

    def flush(self) -> Iterator[Entry | Problem]:
        """Yield the entry under construction, if any."""
        draft, self.draft = self.draft, None
        if draft is not None:
            yield draft.finish(self.source)

    def drop_waiting(self, fact: str = "") -> Iterator[Problem]:
        """Yield the waiting lines as one problem, harmless only before the first paper and without a `fact`."""
        lines, self.waiting = self.waiting, []
        if lines:
            harmless = not fact and not self.n_entries and len(lines) <= _MAX_HEAD_LENGTH
            usual = "page text before the first paper" if harmless else "not part of any entry; left out"
            yield self.problem(lines, fact or usual, harmless=harmless)

    def problem(self, lines: Sequence[PageLine], fact: str, *, harmless: bool = False) -> Problem:
        """Return a problem about some lines, with an excerpt of the first."""
        first, last = lines[0], lines[-1]
        extent = "" if first is last else f" (to line {last.number})"
        span = Span(self.source, first.number, first.column)
        message = f"{excerpt(first.text)}{extent}: {fact}"
        return Problem(span, message, n_lines=len(lines), harmless=harmless, outside=True)

    def target(self, line: PageLine, raw: str, words: str, *, offset: int = 0) -> Target:
        """Return an address as a target, located at an offset in its line."""
        return Target(raw=raw, words=words, span=Span(self.source, line.number, line.column + offset))


def share_parsed(head: Sequence[str], found: Sequence[Entry | Problem]) -> float:
    """Return the share of the lines of a head, except blank ones, that belong to entries or are harmless."""
    shown = sum(not line.isspace() and line != "" for line in head)
    n_unparsed = sum(item.n_lines for item in found if isinstance(item, Problem) and not item.harmless)
    return max(0.0, 1.0 - n_unparsed / shown) if shown else 0.0
