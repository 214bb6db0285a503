r"""Bibliographies in RIS: two-letter tags, a record from `TY` to `ER`.

Lines without a tag go on with the field above them, as databases wrap long abstracts. A record whose `ER` is
lost ends where the next `TY` begins. (rispy gives no line numbers and holds the whole file.)
"""

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field

from papertrace.listings.field_dates import make_date
from papertrace.listings.html_text import strip_tags
from papertrace.listings.identifiers import make_identifiers
from papertrace.listings.people import invert_name
from papertrace.listings.targets import find_targets, unique_targets
from papertrace.model import Entry, Problem, Span, Target, advance

_TAG = re.compile(r"([A-Z][A-Z0-9]) {1,3}-(?: |$)")
_TITLES = ("TI", "T1", "CT", "BT", "ST")
_ABSTRACTS = ("AB", "N2")
_AUTHORS = ("AU", "A1")
_ADDRESSES = ("UR", "L1", "L2", "L3", "L4", "LK", "UL")
_NOTES = (
    "N1",
    "NO",
    "RN",
    "M1",
    "M2",
    "M3",
    "C1",
    "C2",
    "C3",
    "C4",
    "C5",
    "C6",
    "C7",
    "C8",
    "U1",
    "U2",
    "U3",
    "U4",
    "U5",
)
_HALF = 0.5


@dataclass(frozen=True, slots=True)
class _Field:
    tag: str
    span: Span  # of the text after the tag
    lines: list[str]

    @property
    def text(self) -> str:
        return "\n".join(self.lines).rstrip()


@dataclass(slots=True)
class _Record:
    span: Span
    end_line: int
    fields: list[_Field] = field(default_factory=list)

    def all_of(self, *tags: str) -> Iterator[_Field]:
        for tag in tags:
            yield from (one for one in self.fields if one.tag == tag and one.text.strip())

    def go_on(self, line: str, number: int) -> None:
        """Take a line without a tag, and the blank lines before it, for more of the field above."""
        if self.fields:
            last = self.fields[-1]
            last.lines.extend([""] * (number - last.span.line - len(last.lines)))
            last.lines.append(line)

    def text_of(self, *tags: str) -> str:
        return next((one.text for one in self.all_of(*tags)), "")


def parse(lines: Iterable[str], source: str) -> Iterator[Entry | Problem]:
    """Yield the entries of a bibliography in their order, and a problem for what is broken or outside of records."""
    machine = _Machine(source)
    for number, line in enumerate(lines, start=1):
        if line.strip():
            yield from machine.feed(line, number)
    yield from machine.finish()


class _Machine:
    def __init__(self, source: str) -> None:
        self._source = source
        self._record: _Record | None = None
        self._loose: list[int] = []

    def feed(self, line: str, number: int) -> Iterator[Entry | Problem]:
        text = line.lstrip("\ufeff \t")
        tag = _TAG.match(text)
        if tag and tag[1] == "TY":
            yield from self.finish()
            self._record = _Record(Span(self._source, number, len(line) - len(text) + 1), number)
        elif self._record is None:
            self._loose.append(number)
        else:
            self._record.end_line = number
            if tag and tag[1] == "ER":
                yield from _finish(self._record)
                self._record = None
            elif tag:
                span = Span(self._source, number, len(line) - len(text) + tag.end() + 1)
                self._record.fields.append(_Field(tag[1], span, [text[tag.end() :]]))
            else:
                self._record.go_on(line, number)

    def finish(self) -> Iterator[Entry | Problem]:
        if self._record:
            yield from _finish(self._record, "the record has no end (ER)")
        if self._loose:
            span = Span(self._source, self._loose[0])
            yield Problem(span, "text outside of the records", n_lines=len(self._loose), harmless=True)
        self._record, self._loose = None, []


def _finish(record: _Record, fault: str = "") -> Iterator[Entry | Problem]:
    title = next((one for one in record.all_of(*_TITLES)), None)
    if title is None:
        n_lines = record.end_line - record.span.line + 1
        yield Problem(record.span, "a record without a title; left out", n_lines=n_lines)
        return
    abstract = next(record.all_of(*_ABSTRACTS), None)
    printed = abstract.text if abstract else ""
    yield Entry(
        title=strip_tags(title.text),
        abstract=printed.strip(),
        span=record.span,
        end_line=record.end_line,
        abstract_span=advance(abstract.span, printed, len(printed) - len(printed.lstrip())) if abstract else None,
        authors=tuple(name for one in record.all_of(*_AUTHORS) if (name := invert_name(one.text))),
        date=next((date for tag in ("DA", "PY", "Y1", "YR") if (date := make_date(record.text_of(tag)))), None),
        identifiers=make_identifiers(
            arxiv=[one.text for one in record.all_of(*_ADDRESSES, "AN", "JO", "T2", "PB", "M3")],
            doi=[record.text_of("DO"), *(one.text for one in record.all_of(*_ADDRESSES) if "doi.org/" in one.text)],
        ),
        targets=unique_targets(_find_targets(record)),
    )
    if fault:
        yield Problem(record.span, f"{fault}; the entry is kept")


def _find_targets(record: _Record) -> Iterator[Target]:
    for one in record.all_of(*_ADDRESSES, *_NOTES):
        yield from find_targets(one.text, one.tag, one.span)


def recognise(head: list[str]) -> float:
    """Say from 0 to 1 how sure it is that a listing is a bibliography in RIS."""
    shown = [line.lstrip("\ufeff \t") for line in head if line.strip()]
    tagged = [match[1] for line in shown if (match := _TAG.match(line))]
    if "TY" not in tagged:
        return 0.0
    return 1.0 if len(tagged) >= _HALF * len(shown) else 0.4
