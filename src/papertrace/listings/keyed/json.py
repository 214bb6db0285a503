"""Listings in JSON: works of OpenAlex and Semantic Scholar, metadata of arXiv, and the records of any other service.

All that is required of others are records with titles, or items of Markdown under keys, as scripts
keep them that write a list once a day: `{topic: {id: "- 2024-01-02, **Title**, …"}}`. All texts of one object are one
document then.
"""

import json
import re
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from functools import lru_cache
from itertools import islice

from papertrace.listings import extracted
from papertrace.listings.keyed.nested import Record, is_paper, read_record, service_of, title_in
from papertrace.listings.keyed.pages import (
    FACTS,
    PAGE_KEYS,
    TITLES,
    JsonObject,
    find_items,
    is_object,
    is_titled_by_key,
)
from papertrace.listings.learned.entries import parse_markdown
from papertrace.model import Entry, Problem, Span
from papertrace.model.text import excerpt
from papertrace.records.reading import report_unknown
from papertrace.records.table import fact_of, section
from papertrace.records.values import decode_literal, make_identifiers

# The closing quote is optional, so that the text after an unclosed one is not searched again from every quote in it.
_TOKEN = re.compile(r'"(?:[^"\\]|\\.)*+(?P<end>"?)|[{}\[\]]')
_MAX_RECORD_CHARS = 32 * 1024 * 1024
_MAX_DEPTH = 100  # of arrays around the records
_MAX_LEVELS = 4
_MIN_RECORDS = 2
_NO_END = "the record has no end; left out; close it by }"
_OPENING = {"}": "{", "]": "["}


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
    for item in find_items(value):
        yield Record(item, span, end_line, text if item is value else "")


@dataclass(slots=True)
class _Scanner:
    """A scanner for objects that span several lines or share one line.

    A closing bracket closes the innermost open one of its kind. Thus, and because no object is begun in another one
    without a key, a bracket that was lost is noticed where the next record begins, or the array around it ends.
    """

    source: str
    n_levels: int = _MAX_LEVELS  # of objects around papers that may be opened because they are broken
    _stack: list[str] = field(default_factory=list)
    _n_braces: int = 0
    _last_key: str = ""
    _ends_in_colon: bool = False  # what comes next is the value of a key
    _has_open_text: bool = False  # a string in the record does not end on its line
    _has_title: bool = False  # the open object is a paper, whatever lists it contains
    _in_page: bool = False  # within the array of a page's results
    _depth: int | None = None  # of the record's own brace; None outside records
    _start: Span = field(default_factory=lambda: Span("", 1))
    _first_line: str = ""
    _parts: list[str] = field(default_factory=list)
    _n_chars: int = 0
    _taken: int = 0  # the length of the part of the line that is already kept
    _last_line: int = 1
    _loose: Problem | None = None  # lines between the records of an array

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

    def feed(self, line: str, number: int, column: int = 1) -> Iterator[Record | Problem]:
        """Yield what ends on a line, or on the rest of one from a column on."""
        self._last_line = number
        self._taken = unread = n_ended = 0
        was_open, was_between = self.is_open, self._depth is None and self._is_between_records()
        for token in _TOKEN.finditer(line):
            if token["end"] == "":  # a string that does not end on its line
                break
            sign, before, unread = token[0], unread, token.end()
            if sign[0] == '"':
                self._note_key(sign[1:-1])
            else:
                self._see_colon(line[before : token.start()])
                for item in self._step(token, line, Span(self.source, number, column + token.start())):
                    n_ended += 1
                    yield item
            self._ends_in_colon = False
        rest = line[unread:]
        self._see_colon(rest)
        if self._depth is not None:
            self._has_open_text |= '"' in rest
            self._parts.append(line[self._taken :])
            self._n_chars += len(line) + 1
            if self._n_chars > _MAX_RECORD_CHARS:
                yield from self.abandon()
        elif (
            '"' in rest or (not was_open and not self.is_open and rest.strip(" \t\r,")) or len(self._stack) > _MAX_DEPTH
        ):
            self._reset(0)
            yield Problem(Span(self.source, number), f"{excerpt(line)}: not JSON; left out", outside=True)
        elif not was_open and not self.is_open and not n_ended and _is_value(line):
            yield Problem(Span(self.source, number), f"{excerpt(line)}: not a record; left out", outside=True)
        elif '"' in line and was_between and self._is_between_records() and not n_ended:
            fact = f"{excerpt(line)}: in no record; left out; begin each record by a brace"
            self._loose = (
                Problem(Span(self.source, number), fact, outside=True)
                if self._loose is None
                else replace(self._loose, n_lines=self._loose.n_lines + 1)
            )

    def _see_colon(self, text: str) -> None:
        """Note whether what comes next is the value of a key, given the text before it."""
        if text and (shown := text.strip()):
            self._ends_in_colon = shown[-1] == ":"

    def _note_key(self, text: str) -> None:
        self._last_key = text
        if not self._has_title and self._depth is not None and len(self._stack) == self._depth + 1:
            self._has_title = text in TITLES or fact_of(text, "json") == "title"

    def _step(self, token: re.Match[str], line: str, place: Span) -> Iterator[Record | Problem]:
        """Process one bracket and yield the record that it ends."""
        sign = token[0]
        if sign in "{[":
            if sign == "{" and self._stack[-1:] == ["{"] and self._depth is not None and not self._ends_in_colon:
                begins_line = token.start() < self._start.column and not line[: token.start()].strip()
                if begins_line or len(self._stack) == self._depth + 1:
                    self._parts.append(line[self._taken : token.start()])
                    yield from self.abandon()
                else:  # another item of a list in the record
                    self._pop()
            if self._opens_record(sign):
                yield from self._tell_loose()
                self._depth = len(self._stack)
                self._start = place
                self._first_line = line.strip()
                self._parts, self._n_chars, self._taken = [], 0, token.start()
                self._has_title = self._has_open_text = False
            self._stack.append(sign)
            self._n_braces += sign == "{"
        else:
            n_open = self._n_braces if sign == "}" else len(self._stack) - self._n_braces
            while n_open:
                opened = self._pop()
                is_match = opened == _OPENING[sign]
                if self._depth == len(self._stack):
                    end = token.end() if is_match else token.start()
                    self._parts.append(line[self._taken : end])
                    self._taken = end
                    yield from self._end(place.line) if is_match else self.abandon()
                if is_match:
                    break
            self._in_page = self._in_page and len(self._stack) > 1

    def _pop(self) -> str:
        opened = self._stack.pop()
        self._n_braces -= opened == "{"
        return opened

    def _is_between_records(self) -> bool:
        is_in_array = self._n_braces == 0 or (self._in_page and self._stack == ["{", "["])
        return self._depth is None and self.is_open and is_in_array

    def _opens_record(self, sign: str) -> bool:
        """Return whether a bracket begins a record; the array of a page replaces the record around it."""
        is_page = self._depth == 0 and self._stack == ["{"] and sign == "[" and self._last_key in PAGE_KEYS
        if is_page and not self._has_title:
            self._depth, self._parts, self._in_page = None, [], True
            return False
        return sign == "{" and (not self.is_open or self._is_between_records())

    def _end(self, number: int) -> Iterator[Record | Problem]:
        text = "\n".join(self._parts)
        value = _decode(text)
        if value is None:
            yield from self._lose(f"{excerpt(text)}: not JSON; left out; check its quotes, commas and brackets", number)
        elif not self._stack:
            yield from _unfold(value, self._start, number, text)
        else:
            yield Record(value, self._start, number, text)
        self._depth, self._parts = None, []

    def abandon(self) -> Iterator[Record | Problem]:
        """Report the open record as one without an end, and resume after it; the array around it continues."""
        if self._depth is not None:
            fact = "not JSON; left out; close its quotes" if self._has_open_text else _NO_END
            yield from self._lose(f"{excerpt(self._first_line)}: {fact}", self._last_line)
        self._reset(self._depth or 0)

    def _lose(self, fact: str, end_line: int) -> Iterator[Record | Problem]:
        """Yield the problem that the open record is left out; of a page, the papers in it that are whole."""
        start, first, below = self._start, self._parts[0], self._parts[1:]
        inner: list[Record | Problem] = []
        if not self._has_title and self.n_levels:
            scanner = _Scanner(self.source, self.n_levels - 1)
            inner += scanner.feed(first[1:], start.line, start.column + 1)
            for number, line in enumerate(below, start=start.line + 1):
                inner += scanner.feed(line, number)
            inner += scanner.finish()
        inner = [one for one in inner if (title_in(one.value) if isinstance(one, Record) else not one.outside)]
        if len(inner) >= _MIN_RECORDS and any(isinstance(one, Record) for one in inner):
            yield from inner
        else:
            yield Problem(start, fact, n_lines=end_line - start.line + 1)

    def finish(self) -> Iterator[Record | Problem]:
        yield from self.abandon()
        yield from self._tell_loose()

    def _tell_loose(self) -> Iterator[Problem]:
        if self._loose is not None:
            yield self._loose
        self._loose = None

    def _reset(self, n_kept: int) -> None:
        self._stack = self._stack[:n_kept]
        self._n_braces = self._stack.count("{")
        self._in_page = self._in_page and self.is_open
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


_SURE, _CUT_OFF, _UNSURE = 0.7, 0.9, 0.3
_HEAD_RECORDS = 20
_MAX_CHARS_OF_HEAD = 100_000
_MAX_LINES_OF_HEAD = 200
_LINE = re.compile(r'\s*(?:"[^"]{0,200}"\s*:|[\[\]{}]|"(?:[^"\\]|\\.)*"\s*,?\s*$|-?\d[\d.eE+-]*\s*,?\s*$|$)')
_KEY = re.compile(r'"([A-Za-z_][\w-]{0,60})"\s{0,8}:')
_VALUE = re.compile(r'"\s{0,8}:\s{0,8}"')
_KEY_OF_RECORD = re.compile(r'"(?P<key>[^"\\]{1,400})"\s{0,8}:\s{0,8}\{\s{0,8}(?!\})')
_NAME_OF_VALUE = re.compile(r'"([A-Za-z_][\w -]{0,60})"\s{0,8}:\s{0,8}["\d]')
_MARKDOWN_VALUE = re.compile(r'"\s{0,8}:\s{0,8}"(?:[-*+] |\|)[^"]{0,600}?(?:\]\(|://)')
_OF_HUGGING_FACE = re.compile(
    r'"paper"\s*:\s*\{|"submittedOnDaily(?:By|At)"\s*:|"https?://(?:www\.)?huggingface\.co/papers/\d'
)
_MAX_DEPTH_OF_TEXTS = 3
_MIN_SHARE_OF_ITEMS = 0.5
_BULLETS = ("- ", "* ", "+ ", "|")
_SIGNS_OF_ITEMS = frozenset("-*+|")


def parse(lines: Iterable[str], source: str, *, service: str = "") -> Iterator[Entry | Problem]:
    """Yield the entries of a listing in order, and a problem for every record without a title.

    Each record is read as one of the service whose names it has, or all as those of a given one.
    """
    unknown: Counter[str] = Counter()
    for record in read_records(lines, source):
        if isinstance(record, Problem):
            yield record
        elif not service and (texts := _find_texts(record.value)):
            yield from _read_texts(record, texts)
        else:
            yield from read_record(record, service, unknown)
    report_unknown(unknown, source)


def recognise(head: list[str], *, service: str = "") -> float:
    """Return the confidence, from 0 to 1, that a listing consists of records of a service, or of others.

    Of the records of others it is lower: all that they have in common is a title and another fact.
    """
    begins = [line.lstrip()[:1] for line in head if line.strip()]
    if not begins or (begins[0] not in "{[" and 2 * begins.count("{") <= len(begins)):
        return 0.0  # The first line need not be JSON if most of the others are.
    values, services = _values_of_head(tuple(head))
    if not values:
        return _recognise_cut_off(head, service)
    if service:
        return services.count(service) / len(values)
    if extracted.recognise(head):
        return 0.0
    fitting = sum(
        name == "zotero" or (name == "json" and _fits(value)) for name, value in zip(services, values, strict=True)
    )
    if not fitting:
        is_other = any(name not in {"json", "zotero"} for name in services)
        return _SURE if not is_other and (_holds_markdown(head) or _has_titles_as_keys(head)) else 0.0
    return _SURE * fitting / len(values)


@lru_cache(maxsize=1)
def _values_of_head(head: Sequence[str]) -> tuple[list[JsonObject], list[str]]:
    found = [item for item in islice(read_records(head, ""), _HEAD_RECORDS * 2) if isinstance(item, Record)]
    values = list(islice((item for record in found for item in find_items(record.value)), _HEAD_RECORDS))
    return values, list(map(service_of, values))


def _fits(value: JsonObject) -> bool:
    return (bool(title_in(value)) and is_paper({key: held for key, held in value.items() if held})) or bool(
        value.keys() & {"content", "info"}
    )


def _recognise_cut_off(head: Sequence[str], service: str) -> float:
    """Return the confidence if the first record is longer than the head: by all names in it."""
    names = frozenset(key for line in head for key in _KEY.findall(line[:_MAX_CHARS_OF_HEAD]))
    is_of_hugging_face = any(_OF_HUGGING_FACE.search(line[:_MAX_CHARS_OF_HEAD]) for line in head)
    known = {name for name in ("openalex", "semantic-scholar") if section(name).is_of(names)}
    if service:
        return _CUT_OFF if service == "hugging-face" and is_of_hugging_face and not known else float(service in known)
    if known or is_of_hugging_face:
        return 0.0
    facts = {fact_of(name, "json") for name in names}
    if ("title" in facts and is_paper(dict.fromkeys(names))) or names & {"content", "info"}:
        return _SURE
    if _holds_markdown(head) or _has_titles_as_keys(head):
        return _SURE
    # Settings of a program may stand above its records; what is read of the whole text decides.
    fitting = sum(_LINE.match(line) is not None for line in head)
    return _UNSURE if len(head) >= _MAX_LINES_OF_HEAD and fitting >= _CUT_OFF * len(head) else 0.0


def _has_titles_as_keys(head: Sequence[str]) -> bool:
    """Return whether the first lines have keys that are titles, above records with facts of papers."""
    shown = [line[:_MAX_CHARS_OF_HEAD] for line in head[:_MAX_LINES_OF_HEAD]]
    keys = [found["key"] for line in shown for found in _KEY_OF_RECORD.finditer(line)]
    n_titles = sum(is_titled_by_key(key, {"year": "2021"}) for key in keys)
    has_facts = any(fact_of(name, "json") in FACTS for line in shown for name in _NAME_OF_VALUE.findall(line))
    return has_facts and n_titles > 1 and n_titles * 2 > len(keys)


def _holds_markdown(head: Sequence[str]) -> bool:
    """Return whether the first lines hold Markdown items under keys; the object may go on after them."""
    first = next((line.lstrip() for line in head if line.strip()), "")
    shown = [line[:_MAX_CHARS_OF_HEAD] for line in head[:_MAX_LINES_OF_HEAD]] if first.startswith("{") else []
    n_items = sum(len(_MARKDOWN_VALUE.findall(line)) for line in shown)
    n_values = sum(len(_VALUE.findall(line)) for line in shown)
    return n_items > n_values / 2


def _find_texts(value: JsonObject) -> list[tuple[str, str]]:
    """Return the keys and texts of an object that consists of Markdown items; empty for any other object."""
    found = list(_walk(value, 0))
    if not any(text.lstrip()[:1] in _SIGNS_OF_ITEMS for _, text in found):
        return []
    texts = [(key, " ".join(text.split())) for key, text in found]
    n_items = sum(text.startswith(_BULLETS) and ("](" in text or "://" in text) for _, text in texts)
    return texts if n_items > len(texts) * _MIN_SHARE_OF_ITEMS else []


def _walk(value: JsonObject, depth: int) -> Iterator[tuple[str, str]]:
    for key, held in value.items():
        if isinstance(held, str):
            yield key, held
        elif is_object(held) and depth < _MAX_DEPTH_OF_TEXTS:
            yield from _walk(held, depth + 1)


def _read_texts(record: Record, texts: list[tuple[str, str]]) -> Iterator[Entry | Problem]:
    """Yield the entries of the texts of a record; they keep the lines of the record."""
    lines: list[str] = []
    keys: dict[int, str] = {}
    in_table = False
    for key, text in texts:
        if text.startswith("|") and not in_table:
            n_cells = text.count("|") - 1
            lines += ["", "| " * n_cells + "|", "|-" * n_cells + "|"]
        elif in_table and not text.startswith("|"):
            lines.append("")
        in_table = text.startswith("|")
        lines.append(text)
        keys[len(lines)] = key
    for item in parse_markdown(lines, record.span.source):
        if isinstance(item, Problem):
            yield replace(item, span=record.span)
            continue
        yield replace(
            item,
            span=record.span,
            end_line=record.end_line,
            abstract_span=record.span if item.abstract else None,
            targets=tuple(replace(target, span=record.span) for target in item.targets),
            identifiers=item.identifiers.or_else(make_identifiers(arxiv=(keys.get(item.span.line, ""),))),
        )
