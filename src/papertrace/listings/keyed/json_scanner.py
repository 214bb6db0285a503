r"""Records of JSON listings, one at a time: lines of JSON, pages of results, arrays, and Python dicts instead of JSON.

A record is the object of one paper: a line of a JSON Lines file, an item of a top-level array, an item of the array
under `results`, `papers` or the like in a page, or any other object with a title. Only the current record is in
memory, so that memory use is constant for a file of any size; an object that maps keys to papers is read whole. A line
that is not JSON is reported, and reading resumes with the next one.
"""

import json
import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field

from papertrace.listings.keyed.nested import Record
from papertrace.listings.keyed.pages import PAGE_KEYS, TITLES, JsonObject, find_items, is_object
from papertrace.model import Problem, Span
from papertrace.model.text import excerpt
from papertrace.records.literals import decode_literal
from papertrace.records.table import fact_of

# The closing quote is optional, so that the text after an unclosed one is not searched again from every quote in it.
_TOKEN = re.compile(r'"(?:[^"\\]|\\.)*+(?P<end>"?)|[{}\[\]]')
_MAX_RECORD_CHARS = 32 * 1024 * 1024
_MAX_DEPTH = 100  # of arrays around the records


def read_records(lines: Iterable[str], source: str) -> Iterator[Record | Problem]:
    """Yield the records of a listing in order, and a problem for every line or object that is not a record."""
    scanner = _Scanner(source)
    for number, line in enumerate(lines, start=1):
        text = line.strip()
        if not text:
            continue
        if scanner.is_cut_off_before(line, text) and (value := _decode(text)):
            # The open record was cut off, and the next one is complete on this line.
            yield from scanner.abandon()
            yield from _unfold(value, Span(source, number, len(line) - len(line.lstrip()) + 1), number, text)
            continue
        if not scanner.is_open and text[0] == "{" and text[-1] == "}" and (value := _decode(text)) is not None:
            yield from _unfold(value, Span(source, number, len(line) - len(line.lstrip()) + 1), number, text)
            continue
        yield from scanner.feed(line, number)
    yield from scanner.finish()


def _unfold(value: JsonObject, span: Span, end_line: int, text: str) -> Iterator[Record]:
    """Yield the object, or its items if it is a page."""
    for item in find_items(value):
        yield Record(item, span, end_line, text if item is value else "")


@dataclass(slots=True)
class _Scanner:
    """A scanner for objects that span several lines or share one line."""

    source: str
    _stack: list[str] = field(default_factory=list)
    _last_key: str = ""
    _has_title: bool = False  # the open object is a paper, whatever lists it contains
    _in_page: bool = False  # within the array of a page's results
    _depth: int | None = None  # of the record's own brace; None outside records
    _start: Span = field(default_factory=lambda: Span("", 1))
    _first_line: str = ""
    _parts: list[str] = field(default_factory=list)
    _n_chars: int = 0
    _taken: int = 0  # the length of the part of the line that is already kept
    _last_line: int = 1

    @property
    def is_open(self) -> bool:
        return bool(self._stack)

    def is_cut_off_before(self, line: str, text: str) -> bool:
        """Return whether the open record was cut off, given that this line turns out to be a whole record.

        In a record printed over many lines (with a bare brace on its first) such a line is part of the record, unless
        it is the second one, where a key would be.
        """
        is_part = len(self._first_line) == 1 and len(self._parts) > 1
        return self._depth is not None and line[0] == "{" and text[-1] == "}" and not is_part

    def feed(self, line: str, number: int) -> Iterator[Record | Problem]:
        self._last_line = number
        self._taken = unread = 0
        was_open, n_closed = self.is_open, 0
        for token in _TOKEN.finditer(line):
            if token["end"] == "":  # a string that does not end on its line
                break
            unread = token.end()
            if self._step(token, line, number):
                n_closed += 1
                yield from self._close(number)
        rest = line[unread:]
        if (
            '"' in rest
            or (not was_open and not self.is_open and rest.strip(" \t\r,"))
            or (self._depth is None and len(self._stack) > _MAX_DEPTH)
        ):
            yield from self._break(line, number)
        elif not was_open and not self.is_open and not n_closed and _is_value(line):
            yield Problem(Span(self.source, number), f"{excerpt(line)}: not a record; left out", outside=True)
        elif self._depth is not None:
            self._parts.append(line[self._taken :])
            self._n_chars += len(line) + 1
            if self._n_chars > _MAX_RECORD_CHARS:
                yield from self.abandon()

    def _step(self, token: re.Match[str], line: str, number: int) -> bool:
        """Process one string or bracket and return whether it ends a record."""
        sign = token[0]
        if sign[0] == '"':
            self._last_key = sign[1:-1]
            if not self._has_title and len(self._stack) == 1:
                self._has_title = self._last_key in TITLES or fact_of(self._last_key, "json") == "title"
        elif sign in "{[":
            if self._opens_record(sign):
                self._depth = len(self._stack)
                self._start = Span(self.source, number, token.start() + 1)
                self._first_line = line.strip()
                self._parts, self._n_chars, self._taken, self._has_title = [], 0, token.start(), False
            self._stack.append(sign)
        elif self._stack:
            self._stack.pop()
            self._in_page = self._in_page and len(self._stack) > 1
            if self._depth == len(self._stack):
                self._parts.append(line[self._taken : token.end()])
                self._taken = token.end()
                return True
        return False

    def _opens_record(self, sign: str) -> bool:
        """Return whether a bracket begins a record; the array of a page replaces the record around it."""
        is_page = self._depth == 0 and self._stack == ["{"] and sign == "[" and self._last_key in PAGE_KEYS
        if is_page and not self._has_title:
            self._depth, self._parts, self._in_page = None, [], True
            return False
        if sign != "{" or self._depth is not None:
            return False
        return "{" not in self._stack or (self._in_page and self._stack == ["{", "["])

    def _close(self, number: int) -> Iterator[Record | Problem]:
        text = "\n".join(self._parts)
        value = _decode(text)
        start, self._depth, self._parts = self._start, None, []
        if value is None:
            yield Problem(start, f"{excerpt(text)}: not JSON; left out", n_lines=number - start.line + 1)
        elif not self._stack:
            yield from _unfold(value, start, number, text)
        else:
            yield Record(value, start, number, text)

    def _break(self, line: str, number: int) -> Iterator[Problem]:
        """Report a line that is not JSON, with the record around it, and resume after it."""
        if self._depth is not None and self._start.line < number:
            start, n_lines, text = self._start, number - self._start.line + 1, self._first_line
        else:
            start, n_lines, text = Span(self.source, number), 1, line
        self._reset()
        yield Problem(start, f"{excerpt(text)}: not JSON; left out", n_lines=n_lines, outside=True)

    def abandon(self) -> Iterator[Problem]:
        """Report the open record as one without an end, and resume after it."""
        if self._depth is not None:
            n_lines = self._last_line - self._start.line + 1
            yield Problem(self._start, f"{excerpt(self._first_line)}: the record has no end; left out", n_lines=n_lines)
        self._reset()

    def finish(self) -> Iterator[Problem]:
        yield from self.abandon()

    def _reset(self) -> None:
        # The array around a broken record continues; inside an object the position is unknown.
        self._stack = self._stack[: self._depth] if self._depth else []
        self._in_page = self._in_page and bool(self._stack)
        self._depth, self._parts, self._n_chars = None, [], 0


def _is_value(line: str) -> bool:
    """Return whether a line is a text or an array with something in it."""
    text = line.strip()
    return text[:1] in {'"', "["} and text[-1:] in {'"', "]"} and bool(text.strip("[]{} \t,"))


def _decode(text: str) -> JsonObject | None:
    """Return the object that a text encodes, or None."""
    import msgspec

    value: object = None
    try:
        value = msgspec.json.decode(text)
    except (msgspec.MsgspecError, UnicodeEncodeError, RecursionError):
        value = _decode_leniently(text)
    return value if is_object(value) else None


def _decode_leniently(text: str) -> object:
    """Decode almost-JSON that programs write: NaN, lone surrogates, Python's own dicts."""
    try:
        return json.loads(text, parse_constant=lambda _: None)
    except (ValueError, RecursionError):
        return decode_literal(text)
