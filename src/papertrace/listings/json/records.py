r"""Records of JSON listings, one at a time: lines of JSON, pages of results, arrays, and Python dicts posing as JSON.

A record is the object that stands for one paper: a line of a JSON Lines file, an item of a top-level array, an item of
the array under `results`, `papers` and the like of one page, or what else in an object has a title. Only the record at
hand is held, so that memory stays flat on a file of any size; of an object that maps names to papers, all of it. A line
that is no JSON is reported, and the next one is read as if nothing had happened.
"""

import json
import re
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from itertools import islice

from papertrace.listings.fields.literals import decode_literal
from papertrace.listings.json.pages import PAGE_KEYS, TITLES, JsonObject, find_items, is_object
from papertrace.model import Entry, Problem, Span
from papertrace.model.text import excerpt

# A string may lack its end, so that what stands behind one is not searched for another from every quote in it.
_TOKEN = re.compile(r'"(?:[^"\\]|\\.)*+(?P<end>"?)|[{}\[\]]')
_KEY = re.compile(r'"([A-Za-z_][\w-]{0,60})"\s{0,8}:')
_MAX_RECORD_CHARS = 32 * 1024 * 1024
_HEAD_RECORDS = 20


@dataclass(frozen=True, slots=True)
class Record:
    """Hold one object with the place of its brace and the line that its end stands on."""

    value: JsonObject
    span: Span
    end_line: int


def read_records(lines: Iterable[str], source: str) -> Iterator[Record | Problem]:
    """Yield the records of a listing in their order, and a problem for every line or object that is none."""
    scanner = _Scanner(source)
    for number, line in enumerate(lines, start=1):
        text = line.strip()
        if not text:
            continue
        if scanner.is_cut_off_by(line, text) and (value := _decode(text)):
            # A record that was cut off, and the next one whole on its line.
            yield from scanner.give_up()
            yield from _unfold(value, Span(source, number, len(line) - len(line.lstrip()) + 1), number)
            continue
        if not scanner.is_open and text[0] == "{" and text[-1] == "}" and (value := _decode(text)) is not None:
            yield from _unfold(value, Span(source, number, len(line) - len(line.lstrip()) + 1), number)
            continue
        yield from scanner.feed(line, number)
    yield from scanner.finish()


def read_entries(
    lines: Iterable[str], source: str, read_entry: Callable[[Record], Entry | None]
) -> Iterator[Entry | Problem]:
    """Yield the entries that a service's records make, and a problem for every record that has no title to make one."""
    for record in read_records(lines, source):
        if isinstance(record, Problem):
            yield record
        else:
            n_lines = record.end_line - record.span.line + 1
            yield read_entry(record) or Problem(record.span, "a record without a title; left out", n_lines=n_lines)


def _unfold(value: JsonObject, span: Span, end_line: int) -> Iterator[Record]:
    """Yield the object, or the items of the page that it is."""
    for item in find_items(value):
        yield Record(item, span, end_line)


@dataclass(slots=True)
class _Scanner:
    """Find the objects of a file that has them over several lines, or several on one line."""

    source: str
    _stack: list[str] = field(default_factory=list)
    _last_key: str = ""
    _has_title: bool = False  # the open object is a paper, whatever lists it holds
    _in_page: bool = False  # within the array of a page's results
    _depth: int | None = None  # of the record's own brace; None outside of records
    _start: Span = field(default_factory=lambda: Span("", 1))
    _first_line: str = ""
    _parts: list[str] = field(default_factory=list)
    _n_chars: int = 0
    _taken: int = 0  # what of the line is kept already
    _last_line: int = 1

    @property
    def is_open(self) -> bool:
        return bool(self._stack)

    def is_cut_off_by(self, line: str, text: str) -> bool:
        """Say whether the open record lost its end, if it is true that this line is a whole record.

        Within a record that is printed over many lines (a bare brace on its first) such a line is a part of it.
        """
        return self._depth is not None and line[0] == "{" and text[-1] == "}" and len(self._first_line) > 1

    def feed(self, line: str, number: int) -> Iterator[Record | Problem]:
        self._last_line = number
        self._taken = unread = 0
        was_open = self.is_open
        for token in _TOKEN.finditer(line):
            if token["end"] == "":  # a string that does not end on its line
                break
            unread = token.end()
            if self._step(token, line, number):
                yield from self._close(number)
        rest = line[unread:]
        if '"' in rest or (not was_open and not self.is_open and rest.strip(" \t\r,")):
            yield from self._break(line, number)
        elif self._depth is not None:
            self._parts.append(line[self._taken :])
            self._n_chars += len(line) + 1
            if self._n_chars > _MAX_RECORD_CHARS:
                yield from self.give_up()

    def _step(self, token: re.Match[str], line: str, number: int) -> bool:
        """Take one string or bracket; say whether it ends a record."""
        sign = token[0]
        if sign[0] == '"':
            self._last_key = sign[1:-1]
            self._has_title = self._has_title or (len(self._stack) == 1 and self._last_key in TITLES)
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
        """Say whether a bracket begins a record; the array of a page takes the place of the object around it."""
        is_page = self._depth == 0 and self._stack == ["{"] and sign == "[" and self._last_key in PAGE_KEYS
        if is_page and not self._has_title:
            self._depth, self._parts, self._in_page = None, [], True
            return False
        if sign != "{" or self._depth is not None:
            return False
        return self._stack in ([], ["["]) or (self._in_page and self._stack == ["{", "["])

    def _close(self, number: int) -> Iterator[Record | Problem]:
        text = "\n".join(self._parts)
        value = _decode(text)
        start, self._depth, self._parts = self._start, None, []
        if value is None:
            yield Problem(start, f"{excerpt(text)}: no JSON; left out", n_lines=number - start.line + 1)
        elif not self._stack:
            yield from _unfold(value, start, number)
        else:
            yield Record(value, start, number)

    def _break(self, line: str, number: int) -> Iterator[Problem]:
        """Report a line that cannot be JSON, with the record that it stands in, and start anew."""
        if self._depth is not None and self._start.line < number:
            start, n_lines, text = self._start, number - self._start.line + 1, self._first_line
        else:
            start, n_lines, text = Span(self.source, number), 1, line
        self._reset()
        yield Problem(start, f"{excerpt(text)}: no JSON; left out", n_lines=n_lines)

    def give_up(self) -> Iterator[Problem]:
        """Report the open record as one without an end, and start anew."""
        if self._depth is not None:
            n_lines = self._last_line - self._start.line + 1
            yield Problem(self._start, f"{excerpt(self._first_line)}: the record has no end; left out", n_lines=n_lines)
        self._reset()

    def finish(self) -> Iterator[Problem]:
        yield from self.give_up()

    def _reset(self) -> None:
        # The array around a broken record goes on; within an object nobody knows where we are.
        self._stack = self._stack[: self._depth] if self._depth else []
        self._in_page = self._in_page and bool(self._stack)
        self._depth, self._parts, self._n_chars = None, [], 0


def _decode(text: str) -> JsonObject | None:
    """Return the object that a text holds, None where it holds none."""
    import msgspec

    value: object = None
    try:
        value = msgspec.json.decode(text)
    except (msgspec.MsgspecError, UnicodeEncodeError, RecursionError):
        value = _decode_leniently(text)
    return value if is_object(value) else None


def _decode_leniently(text: str) -> object:
    """Return what programs write that do not quite write JSON: NaN, lone surrogates, Python's own dicts."""
    try:
        return json.loads(text, parse_constant=lambda _: None)
    except (ValueError, RecursionError):
        return decode_literal(text)


def get_text(record: JsonObject, *keys: str) -> str:
    """Return the first of the fields that holds text or a number, on one line; nothing where none does."""
    for key in keys:
        value = record.get(key)
        if isinstance(value, bool) or not isinstance(value, str | int):
            continue
        text = str(value) if isinstance(value, str) or abs(value) < 10**18 else ""
        if not text.isascii():  # half characters cannot be written again
            text = text.encode("utf-8", "replace").decode()
        text = " ".join(text.split())
        if text:
            return text
    return ""


def get_object(record: JsonObject, key: str) -> JsonObject:
    """Return the object in a field, an empty one where there is none."""
    value = record.get(key)
    return value if is_object(value) else {}


def get_objects(record: JsonObject, key: str) -> list[JsonObject]:
    """Return the objects in the list of a field, without what is none."""
    value = record.get(key)
    return [item for item in value if is_object(item)] if isinstance(value, list) else []


def get_texts(record: JsonObject, key: str) -> list[str]:
    """Return the texts in the list of a field, without what is none."""
    value = record.get(key)
    return [item for item in value if isinstance(item, str) and item] if isinstance(value, list) else []


def keys_of_head(head: list[str]) -> list[frozenset[str]]:
    """Return the keys of the first records; of a record longer than the head, all the keys that are seen of it."""
    begins = [line.lstrip()[:1] for line in head if line.strip()]
    if not begins or (begins[0] not in "{[" and 2 * begins.count("{") <= len(begins)):
        return []  # A line or two that is none, before lines that are, does not tell against the rest.
    found = [item for item in islice(read_records(head, ""), _HEAD_RECORDS * 2) if isinstance(item, Record)]
    if found:
        return [frozenset(record.value) for record in found[:_HEAD_RECORDS]]
    return [frozenset(key for line in head for key in _KEY.findall(line[:100_000]))]
