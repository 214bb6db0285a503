r"""Texts with labelled lines: `Title: …`, `Authors: …`, `Abstract: …`, in any order and notation.

arXiv's lists of new papers, its announcement mails and digests in Markdown use such labels, in the words of the table
`captures.toml`. A title is labelled, or it is a heading with labelled lines below it. In the mails, where `\\`
separates the fields from the abstract, the lines of an abstract are wrapped and have no label.
"""

import re
from abc import ABC, abstractmethod
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from itertools import pairwise

from papertrace.listings.fields import is_prose, is_title
from papertrace.model import Entry, Problem, Span, Target
from papertrace.model.identifiers import identify_address
from papertrace.model.text import excerpt
from papertrace.records.people import parse_byline, split_names, without_affiliations
from papertrace.records.values import find_targets, identify_first, make_date, make_identifiers, parse_printed_date
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


LABELS = read_tables(__package__ or "", "captures.toml")["labels"]
#: A labelled line; the group that matched is named after the kind of its label.
FIELD = re.compile(
    r"(?:[-*+•>]\s{1,3}|\d{1,4}[.)]\s{1,3})?(?:\*\*|__|\*)?(?:"
    + "|".join(f"(?P<{kind}>{words})" for kind, words in LABELS.items())
    # A label in brackets names the language of a translation: "Title (ZH)".
    + r")(?:\s?\((?P<language>[A-Za-z]{2})\))?(?:\*\*|__|\*)?\s?[:：](?:\*\*|__|\*)?\s*(?P<value>.*)",  # noqa: RUF001
    re.IGNORECASE,
)
HEADING = re.compile(r"#{1,6}\s+(?:\d{1,4}[.)]\s+)?(?P<title>\S.*?)\s*#*")


_LINKED = re.compile(r"\[(?P<title>.+)\]\(<?(?P<url>https?://[^\s()<>]+)>?\)")
_NUMBERED = re.compile(r"(?:\[\d{1,5}\]\s+)?arxiv:(?P<id>\S{6,40})(?:\s.*)?", re.IGNORECASE)
_MAIL_RULE = re.compile(r"\\\\(?:\s*\(\s*(?P<url>https?://[^\s,()]+)[^()]*\))?")
_RULE = re.compile(r"[-=_*]{4,}|---+")
_YEAR_OF_VENUE = re.compile(r"[,;]?\s{0,3}\(?(?:[A-Z][a-z]{2,9}\.?\s)?((?:19|20)\d\d)\)?\W{0,3}$")
_MIN_FIELDS = 2
_NOT_ABOUT_PAPER = frozenset({"license", "readers", "affiliation", "affiliations", "institution", "institutions"})


def read_label(text: str) -> tuple[str, str]:
    """Return the kind of a line's label and its value; kinds are the keys of the table of labels.

    >>> read_label("**Authors:** Jane Doe"), read_label("A line of words")
    (('authors', 'Jane Doe'), ('', ''))
    """
    found = FIELD.fullmatch(text.strip())
    if found is None:
        return "", ""
    kind = next(kind for kind in LABELS if found[kind] is not None)
    return kind if found["language"] is None else "other", found["value"].strip()


def has_labelled_headings(head: list[str]) -> bool:
    """Return whether most headings of a Markdown text have a labelled line below, as titles do and sections do not."""
    shown = [line.strip()[:500] for line in head if line.strip()]
    below = [after for line, after in pairwise(shown) if HEADING.fullmatch(line)]
    return sum(FIELD.fullmatch(line) is not None for line in below) * 2 > len(below)


@dataclass(slots=True)
class _Labelled:
    """An entry under construction, with the last label and the texts that may contain its identifiers."""

    draft: PageDraft
    last: str = "title"
    n_fields: int = 1
    authors: list[str] = field(default_factory=list)
    venue: str = ""
    ids: list[str] = field(default_factory=list)


class _Machine(PageMachine):
    def __init__(self, source: str) -> None:
        super().__init__(source)
        self._current: _Labelled | None = None
        self._heading: PageLine | None = None
        self._before: list[tuple[str, str, PageLine]] = []  # fields printed before their title
        self._in_mail = False

    def feed(self, line: PageLine) -> Iterator[Entry | Problem]:
        if (rule := _MAIL_RULE.fullmatch(line.text)) is not None:
            yield from self._take_mail_rule(line, rule)
        elif (numbered := _NUMBERED.fullmatch(line.text)) is not None and not self._is_within_abstract():
            yield from self.flush()
            self._before.append(("id", numbered["id"], line))
        elif self._in_mail and self._current is not None:
            self._current.draft.add_abstract(line)
        elif (heading := HEADING.fullmatch(line.text)) is not None:
            yield from self.flush()
            self._drop_heading()
            title = heading["title"]
            self._heading = PageLine(line.number, line.column + heading.start("title"), title)
        elif (labelled := FIELD.fullmatch(line.text)) is not None:
            yield from self._take_field(line, labelled)
        else:
            self._take_unlabelled(line)

    def _is_within_abstract(self) -> bool:
        return self._in_mail and self._current is not None and bool(self._current.draft.abstract)

    def _take_mail_rule(self, line: PageLine, rule: re.Match[str]) -> Iterator[Entry | Problem]:
        current = self._current
        if rule["url"] and current is not None:
            current.draft.add_target(self.target(line, rule["url"], "abs", offset=rule.start("url")))
            current.draft.end_line = line.number
            self._in_mail = False
            yield from self.flush()
        else:
            self._in_mail = current is not None
            self.buttons.append(line)

    def _take_field(self, line: PageLine, labelled: re.Match[str]) -> Iterator[Entry | Problem]:
        kind = str(next(name for name in LABELS if labelled[name] is not None))
        label = labelled[kind]
        if labelled["language"] is not None:
            kind = "translation"
        printed = labelled["value"] or ""
        text = printed.strip()
        column = line.column + (labelled.start("value") if text else 0) + len(printed) - len(printed.lstrip())
        value = PageLine(line.number, column, text)
        if kind == "title" and text:
            yield from self.flush()
            yield from self.drop_waiting()
            self._start(value)
            return
        if self._current is None and self._heading is not None and is_title(self._heading.text):
            yield from self.drop_waiting()
            self._start(self._heading)
        if self._current is None:
            self._before.append((kind, text, line))
        else:
            self._read_field(self._current, kind, label, value)

    def _start(self, title: PageLine) -> None:
        linked = _LINKED.fullmatch(title.text)
        printed = PageLine(title.number, title.column + 1, linked["title"]) if linked else title
        self._current = current = _Labelled(PageDraft(title=printed, end_line=title.number))
        if linked:
            target = self.target(title, linked["url"], linked["title"], offset=linked.start("url"))
            current.draft.add_target(target)
        for kind, text, line in self._before:
            self._read_field(current, kind, kind, PageLine(line.number, line.column, text))
        current.draft.end_line, current.last = title.number, "title"
        self._before, self._heading = [], None

    def _read_field(self, current: _Labelled, kind: str, label: str, value: PageLine) -> None:
        draft = current.draft
        current.last = kind
        current.n_fields += 1
        draft.end_line = max(draft.end_line, value.number)
        if kind == "authors":
            current.authors.append(value.text)
        elif kind == "date":
            draft.date = draft.date or make_date(value.text)
        elif kind == "abstract" and value.text:
            if label.lower() == "abstract":  # a one-line summary may precede it
                draft.abstract.clear()
            if not draft.abstract:
                draft.add_abstract(value)
        elif kind == "id":
            current.ids.append(f"arXiv:{value.text}")
        elif kind in ("address", "other", "venue", "publisher") and label.lower() not in _NOT_ABOUT_PAPER:
            self._read_addresses(current, kind, label, value)

    def _read_addresses(self, current: _Labelled, kind: str, label: str, value: PageLine) -> None:
        span = Span(self.source, value.number, value.column)
        for target in find_targets(value.text, label, span):
            current.draft.add_target(target)
        if kind == "address":
            current.ids.append(value.text)
        elif kind == "venue" and "://" not in value.text:
            year = _YEAR_OF_VENUE.search(value.text)
            current.venue = current.venue or value.text[: year.start() if year else None].strip("*_ ")
            current.draft.date = current.draft.date or (make_date(year[1]) if year else None)

    def _take_unlabelled(self, line: PageLine) -> None:
        current = self._current
        if current is None or _RULE.fullmatch(line.text):
            self._drop_heading()
            self._end_abstract(line)
            is_rule = _RULE.fullmatch(line.text) and (self.n_entries or current)
            (self.buttons.append if is_rule else self.waiting.append)(line)
            return
        draft = current.draft
        links = find_line_links(line.text)
        if current.last == "abstract" and not is_button(line.text):
            draft.add_abstract(line)
        elif line.column > 1 and current.last == "title" and not draft.abstract and not parse_byline(line.text):
            draft.title = replace(draft.title, text=f"{draft.title.text} {line.text}")
        elif line.column > 1 and current.last == "authors":
            current.authors.append(f"{line.text},")
        elif line.column > 1 and current.last in ("other", "venue"):
            pass  # a wrapped comment
        elif not current.authors and parse_byline(line.text):
            current.authors.append(line.text)
        elif links is not None:
            for link in links:
                draft.add_target(self.target(line, link.url, link.words, offset=link.offset))
        elif is_prose(line.text):
            draft.add_abstract(line)
            current.last = "abstract"
        else:
            (self.buttons.append if is_button(line.text) else self.waiting.append)(line)
            return
        draft.end_line = max(draft.end_line, line.number)

    def _end_abstract(self, rule: PageLine) -> None:
        """End the abstract at a rule; a short line directly above the rule is a heading that it underlines."""
        current = self._current
        if current is None or current.last != "abstract":
            return
        current.last = "end"
        abstract = current.draft.abstract
        if len(abstract) > 1 and abstract[-1].number == rule.number - 1 and not is_prose(abstract[-1].text):
            self.waiting.append(abstract.pop())
            current.draft.end_line = abstract[-1].number

    def _drop_heading(self) -> None:
        """Report a heading without labelled lines below it, and fields without a title, as leftovers."""
        if self._heading is not None:
            self.waiting.append(self._heading)
        self.waiting.extend(line for _, _, line in self._before)
        self._heading, self._before = None, []

    def flush(self) -> Iterator[Entry | Problem]:
        current, self._current, self._in_mail = self._current, None, False
        if current is None:
            return
        self.n_entries += 1
        yield from self.drop_waiting()
        text = without_affiliations(" ".join(current.authors)).strip(" [],;").replace("'", "")
        current.draft.authors = parse_byline(text) or split_names(text) if text else ()
        entry = current.draft.finish(self.source)
        stated = make_identifiers(arxiv=current.ids, doi=current.ids)
        yield replace(entry, identifiers=entry.identifiers.or_else(stated), venue=current.venue or None)

    def finish(self) -> Iterator[Entry | Problem]:
        yield from self.flush()
        self._drop_heading()
        yield from super().finish()


def parse(lines: Iterable[str], source: str) -> Iterator[Entry | Problem]:
    """Yield the entries of a text in order, and a problem for every run of lines outside entries.

    A wrapped title is joined with single spaces; an abstract keeps its line breaks. Addresses after labels become
    targets named by their labels.
    """
    return _Machine(source).run(lines)


def recognise(head: list[str]) -> float:
    """Return the confidence, from 0 to 1, that the lines of a listing are labelled, including titles."""
    shown = [line.strip()[:500] for line in head if line.strip()]
    n_labelled = sum(FIELD.fullmatch(line) is not None or _NUMBERED.fullmatch(line) is not None for line in shown)
    if n_labelled < _MIN_FIELDS or shown[0].startswith(("{", "[{", "<", "@")):
        return 0.0
    found = list(parse(head, ""))
    entries = [item for item in found if isinstance(item, Entry)]
    if sum(bool(e.authors or e.abstract or e.targets or e.identifiers.arxiv) for e in entries) * 2 <= len(entries):
        return 0.0
    share = share_parsed(head, found)
    # Every title has a label of its own or labels below it; with fewer labels they are chance words before a colon.
    return share if n_labelled >= len(entries) * _MIN_FIELDS else share / 2
