"""Captures of paper pages as text with numbered references, as text browsers and HTML-to-text tools write them.

A title is a heading `### [Title][32]`; the abstract is between `[` and `][33]`, wrapped to the width of a screen.
Every linked part of the page is in such brackets; its content shows what it is (a count of votes, of authors, an
abstract). The addresses are in a list at the end (`[32]: https://…` or `32. https://…`), so entries wait for it.
"""

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field

from papertrace.listings.captures.draft import (
    DOT,
    PageDraft,
    PageLine,
    PageMachine,
    is_count,
    parse_author_count,
    share_with_abstracts,
)
from papertrace.model import Entry, Problem, Span

_TITLE = re.compile(r"#{1,6}\s+\[(?P<title>.*)\]\[(?P<n>\d{1,6})\]")
_TITLE_BEGINS = re.compile(r"#{1,6}\s+\[(?P<title>.*)")
_TITLE_ENDS = re.compile(r"(?P<title>.*)\]\[(?P<n>\d{1,6})\]")
_OPEN = "["
_CLOSE = re.compile(r"\]\[(?P<n>\d{1,6})\]")
_ONE_LINE = re.compile(r"\[(?P<words>.*)\]\[(?P<n>\d{1,6})\]")
_INLINE = re.compile(r"\[(?P<words>[^\[\]]{1,200})\]\[(?P<n>\d{1,6})\]")
_ADDRESS = re.compile(r"(?:\[(?P<n>\d{1,6})\]:|(?P<m>\d{1,6})\.)\s+<?(?P<url>[a-z][a-z0-9+.-]{1,12}:[^\s>]+)>?")
_FOOT = re.compile(r"(?:#{1,6} )?(?:references|(?:visible )?links):?", re.IGNORECASE)
_MAX_TITLE_LINES = 5
# A page has some hundred papers. A longer text in this layout is processed without waiting for its end.
_MAX_WAITING = 10_000


@dataclass(slots=True)
class _Numbered:
    """An entry under construction, with the number, words and span of each of its references."""

    draft: PageDraft
    numbers: list[tuple[int, str, Span]] = field(default_factory=list)


class _Machine(PageMachine):
    def __init__(self, source: str) -> None:
        super().__init__(source)
        self._done: list[_Numbered] = []
        self._current: _Numbered | None = None
        self._title: list[PageLine] = []
        self._title_offset = 0
        self._bracket: list[PageLine] | None = None
        self._loose: PageLine | None = None
        self._addresses: dict[int, tuple[str, PageLine]] = {}

    def _feed(self, line: PageLine) -> Iterator[Entry | Problem]:
        if self._title:
            self._continue_title(line)
        elif match := _TITLE.fullmatch(line.text):
            self._end_bracket(None, line)
            yield from self._start(line, match["title"], match.start("title"), int(match["n"]), line)
        elif match := _TITLE_BEGINS.fullmatch(line.text):
            self._end_bracket(None, line)
            self._title, self._title_offset = [line], match.start("title")
        elif match := _CLOSE.fullmatch(line.text):
            self._end_bracket(int(match["n"]), line)
        elif self._bracket is None and (match := _ONE_LINE.fullmatch(line.text)):
            self._bracket = [PageLine(line.number, line.column + 1, match["words"])]
            self._end_bracket(int(match["n"]), line)
        elif self._bracket is None and (match := _ADDRESS.fullmatch(line.text)):
            self._addresses.setdefault(int(match["n"] or match["m"]), (match["url"], line))
        elif line.text == _OPEN and self._bracket is None:
            self._bracket = []
            self._left.add_button(line)
        elif self._bracket is not None:
            self._bracket.append(line)
        else:
            self._take_fact(line)

    def _continue_title(self, line: PageLine) -> None:
        self._title.append(line)
        match = _TITLE_ENDS.fullmatch(line.text)
        if match is None:
            if len(self._title) > _MAX_TITLE_LINES:
                self._left.waiting.extend(self._title)
                self._title = []
            return
        first, *rest = self._title
        self._title = []
        parts = [first.text[self._title_offset :], *(part.text for part in rest[:-1]), match["title"]]
        title = " ".join(part.strip() for part in parts)
        self._open(first, title, self._title_offset, int(match["n"]), line)

    def _start(self, line: PageLine, title: str, offset: int, n: int, last: PageLine) -> Iterator[Entry | Problem]:
        yield from self._left.flush()
        self._open(line, title, offset, n, last)
        if len(self._done) > _MAX_WAITING:
            yield from self._release()

    def _open(self, line: PageLine, title: str, offset: int, n: int, last: PageLine) -> None:
        if not title.strip():
            self._left.waiting.append(line)
            return
        self._keep_current()
        self._left.n_entries += 1
        printed = PageLine(line.number, line.column + offset + len(title) - len(title.lstrip()), title.strip())
        self._current = _Numbered(PageDraft(title=printed, end_line=last.number))
        self._current.numbers.append((n, printed.text, Span(self._source, last.number, last.column)))

    def _end_bracket(self, n: int | None, line: PageLine) -> None:
        """Process the text in a bracket; `n` is the number of its reference, None if it was never closed."""
        bracket, self._bracket = self._bracket, None
        current = self._current
        words = " ".join(part.text for part in bracket or ())
        if bracket is None or current is None or not bracket or is_count(words):
            for part in bracket or ():
                (self._left.add_button if is_count(part.text) else self._left.waiting.append)(part)
            if n is not None:
                self._left.add_button(line)
            return
        draft = current.draft
        if not draft.abstract and not draft.has_facts and parse_author_count(words) is None:
            for part in bracket:
                draft.add_abstract(part)
                for match in _INLINE.finditer(part.text):
                    span = Span(self._source, part.number, part.column + match.start())
                    current.numbers.append((int(match["n"]), match["words"], span))
        elif len(bracket) > 1 or not draft.take_fact(bracket[0]):
            self._loose = PageLine(bracket[0].number, bracket[0].column, words)
        draft.end_line = line.number if n is not None else bracket[-1].number
        if n is not None:
            current.numbers.append((n, words if self._loose else "", Span(self._source, line.number, line.column)))

    def _take_fact(self, line: PageLine) -> None:
        current = self._current
        draft = current.draft if current else None
        loose, self._loose = self._loose, None
        if current is not None and line.text == DOT and not self._left.waiting:
            if loose is not None and not current.draft.has_facts:
                current.draft.organisation = loose.text.removeprefix("* ")
                current.numbers.pop()  # It leads to a page of the site, not of the paper.
            current.draft.end_line = line.number
        elif _FOOT.fullmatch(line.text):
            self._left.add_button(line)
        elif draft is None or self._left.waiting or not draft.take_fact(line):
            self._left.waiting.append(line)

    def _keep_current(self) -> None:
        if self._current is not None:
            self._done.append(self._current)
        self._current, self._loose = None, None

    def _release(self) -> Iterator[Entry | Problem]:
        """Yield the waiting entries with the addresses known so far."""
        missing: list[tuple[int, Span]] = []
        for numbered in self._done:
            for n, words, printed in numbered.numbers:
                if n not in self._addresses:
                    missing.append((n, printed))
                    continue
                url, line = self._addresses[n]
                numbered.draft.add_target(self._target(line, url, words, offset=line.text.find(url)))
            yield numbered.draft.finish(self._source)
        self._done.clear()
        if missing:
            numbers = sorted({n for n, _ in missing})
            fact = (
                f"no address for {len(numbers)} references, [{numbers[0]}] to [{numbers[-1]}]: the list at the end of "
                "the page is missing from the capture; the papers are kept without these addresses"
            )
            yield Problem(missing[0][1], fact)

    def _finish(self) -> Iterator[Entry | Problem]:
        self._left.waiting.extend(self._title)
        if self._bracket:
            self._end_bracket(None, self._bracket[-1])
        self._keep_current()
        n_addresses = len(self._addresses)
        yield from self._release()
        yield from self._left.finish()
        if n_addresses and not self._left.n_entries:
            line = next(iter(self._addresses.values()))[1]
            yield Problem(Span(self._source, line.number), "references without papers; left out", n_lines=n_addresses)


def parse(lines: Iterable[str], source: str) -> Iterator[Entry | Problem]:
    r"""Yield the entries of a capture in order, then its problems.

    A wrapped title is joined with single spaces; an abstract keeps its line breaks as `\n`. The references of the
    title, of the facts and inside the abstract become targets if the list at the end resolves them, each address
    once; the references of vote buttons are ignored. A missing list is a problem.
    """
    return _Machine(source).run(lines)


def recognise(head: list[str]) -> float:
    """Return the confidence, from 0 to 1, that titles are headings with a number, and abstracts are in brackets."""
    return share_with_abstracts(head, list(parse(head, "")))
