r"""Bibliographies of tagged lines: RIS, and the exports of PubMed, Web of Science and EndNote.

RIS begins a record with `TY  -`, PubMed with `PMID-`, Web of Science with `PT`, EndNote with `%0`; the first such line
determines the dialect. Lines without a tag continue the field above them, since databases wrap long abstracts; in Web
of Science each such line of the authors is one author. A record without an end ends where the next begins. (rispy
gives no line numbers and loads the whole file.)

A report of ProQuest as text is documents between rules, each with its title and paragraphs `Name: value`; a paragraph
without a name is an address. The table of contents and the frame of a report have no field `Title`.
"""

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace

from papertrace.model import Entry, Problem, Span
from papertrace.records.reading import read_row, report_unknown
from papertrace.records.rows import Printed, Row
from papertrace.records.table import section

_END_OF_SENTENCE = re.compile(r"(?<=\.)\n(?=\s*\S)")
_HALF = 0.5
_MIN_TAGS = 5
_MAX_START_DEPTH = 40


@dataclass(frozen=True, slots=True, kw_only=True)
class Dialect:
    """A notation: its section in the table of names, the form of a tag, and the tags that begin and end a record.

    `end` is empty if a record ends where the next begins. Of `lists`, continuation lines are separate values; of
    `sentences`, they are so after a line that ends with a full stop.
    """

    section: str
    tag: re.Pattern[str]
    start: str
    end: str = ""
    lists: frozenset[str] = frozenset()
    sentences: frozenset[str] = frozenset()


RIS = Dialect(
    section="ris", tag=re.compile(r"([A-Z][A-Z0-9]) {1,3}-(?: |$)"), start="TY", end="ER", lists=frozenset({"KW"})
)
DIALECTS = (
    RIS,
    Dialect(section="medline", tag=re.compile(r"([A-Z]{2,4}) {0,2}-(?: |$)"), start="PMID"),
    Dialect(
        section="isi",
        tag=re.compile(r"([A-Z][A-Z0-9])(?: |$)"),
        start="PT",
        end="ER",
        lists=frozenset({"AU", "AF", "BA", "BE", "CR"}),
        sentences=frozenset({"C1"}),
    ),
    Dialect(
        section="endnote", tag=re.compile(r"(%[0-9A-Z@!?*+&^(>~\[\]$#=])(?: |$)"), start="%0", lists=frozenset({"%K"})
    ),
)


def find_dialect(line: str) -> Dialect | None:
    """Return the dialect in which a line begins a record, or None.

    >>> [find_dialect(line).section for line in ("TY  - JOUR", "PMID- 38000001", "%0 Thesis")], find_dialect("A title")
    (['ris', 'medline', 'endnote'], None)
    """
    for dialect in DIALECTS:
        tag = dialect.tag.match(line)
        if tag is not None and tag[1] == dialect.start and line[tag.end() :].strip():
            return dialect
    return None


@dataclass(frozen=True, slots=True)
class _Field:
    tag: str
    span: Span
    lines: list[str]


@dataclass(slots=True)
class TaggedRecord:
    """One record with its lines; `closed` is false if its end is missing."""

    dialect: Dialect
    span: Span
    end_line: int
    fields: list[_Field] = field(default_factory=list)
    closed: bool = True

    def add_continuation(self, line: str, number: int) -> None:
        """Append a line without a tag, and the blank lines before it, to the last field."""
        last = self.fields[-1]
        last.lines.extend([""] * (number - last.span.line - len(last.lines)))
        last.lines.append(line)

    def to_row(self) -> Row:
        """Return the fields as printed, each line of a list as a value."""
        fields: list[Printed] = []
        for one in self.fields:
            if one.tag in self.dialect.lists and len(one.lines) > 1:
                lines = enumerate(one.lines)
                fields += (
                    Printed(one.tag, text, Span(one.span.source, one.span.line + n))
                    for n, text in lines
                    if text.strip()
                )
            elif one.tag in self.dialect.sentences and len(one.lines) > 1:
                text = _END_OF_SENTENCE.sub("\0", "\n".join(one.lines).rstrip())
                fields += (Printed(one.tag, " ".join(part.split()), one.span) for part in text.split("\0"))
            elif text := "\n".join(one.lines).rstrip():
                fields.append(Printed(one.tag, text, one.span))
        faults = [] if self.closed else [f"has no end ({self.dialect.end})"]
        return Row(self.dialect.section, fields, self.span, self.end_line, faults=faults)


def parse(lines: Iterable[str], source: str) -> Iterator[Entry | Problem]:
    """Yield the entries of a bibliography in order, and a problem for broken records and text outside records."""
    unknown: Counter[str] = Counter()
    for record in split_records(lines, source):
        if isinstance(record, Problem):
            yield record
        else:
            yield from read_row(record.to_row(), unknown)
    report_unknown(unknown, source)


def recognise(head: list[str]) -> float:
    """Return the confidence, from 0 to 1, that a listing is a bibliography of tagged lines."""
    shown = [line.removeprefix("\ufeff") for line in head if line.strip()]
    found = ((index, dialect) for index, line in enumerate(shown) if (dialect := find_dialect(line.lstrip(" \t"))))
    index, dialect = next(found, (0, None))
    if dialect is None:
        return 0.0
    below = [line for line in shown[index:] if not (dialect.end and line[:1] == " ")]
    found_tags = [tag[1] for line in below if (tag := dialect.tag.match(line.lstrip(" \t")))]
    # A record may be longer than the head: its title comes after the abstract, the keywords and the references.
    is_cut_off = found_tags.count(dialect.start) == 1 and dialect.end not in found_tags
    titles = {
        tag for tag in found_tags if any(rule.fact == "title" for rule in section(dialect.section).rules_of(tag) or ())
    }
    if index > _MAX_START_DEPTH or not (is_cut_off or titles):
        return 0.0
    # Keywords and references continue over many lines without a tag, so that tags may be rare, but they are various.
    return 1.0 if len(found_tags) >= _HALF * len(below) or len(set(found_tags)) >= _MIN_TAGS else 0.4


def split_records(lines: Iterable[str], source: str) -> Iterator[TaggedRecord | Problem]:
    """Yield the records of a bibliography in order, and a problem for each run of lines outside records."""
    dialect: Dialect | None = None
    record: TaggedRecord | None = None
    loose: list[int] = []
    for number, line in _split_lines(lines):
        text = line.lstrip("\ufeff \t")
        dialect = dialect or find_dialect(text)
        # A wrapped line is indented in all dialects but RIS, even if it begins like a tag.
        is_wrapped = dialect is None or (dialect is not RIS and line[:1] == " ")
        tag = None if dialect is None or is_wrapped else dialect.tag.match(text)
        column = len(line) - len(text) + 1
        if dialect and tag and tag[1] == dialect.start:
            if record:
                yield replace(record, closed=not dialect.end)
            yield from _describe_loose(loose, source)
            loose = []
            record = TaggedRecord(dialect, Span(source, number, column), number)
        elif record is None:
            loose.append(number)
            continue
        record.end_line = number
        if dialect and tag and tag[1] == dialect.end:
            yield record
            record = None
        elif tag:
            record.fields.append(_Field(tag[1], Span(source, number, column + tag.end()), [text[tag.end() :]]))
        else:
            record.add_continuation(line, number)
    if record:
        yield replace(record, closed=not record.dialect.end)
    yield from _describe_loose(loose, source)


def _split_lines(lines: Iterable[str]) -> Iterator[tuple[int, str]]:
    """Yield the lines that are not blank; Web of Science ends some by a carriage return alone."""
    for number, line in enumerate(lines, start=1):
        for part in line.split("\r") if "\r" in line else (line,):
            if part.strip():
                yield number, part


def _describe_loose(loose: list[int], source: str) -> Iterator[Problem]:
    if loose:
        yield Problem(Span(source, loose[0]), "text outside records", n_lines=len(loose), harmless=True, outside=True)


_RULE_OF_REPORT = re.compile(r"_{20,}\s*")
_LABELLED = re.compile(r"(?P<name>[A-Z][A-Za-z/()'-]{1,30}(?: [/A-Za-z()'-]{1,30}){0,5}): (?P<text>\S.*)")
_NUMBER_OF_DOCUMENT = re.compile(r"Document \d{1,6} of \d{1,6}")
_MAX_LINES_OF_DOCUMENT = 20_000
_MIN_LABELLEDS = 4


def parse_report(lines: Iterable[str], source: str) -> Iterator[Entry | Problem]:
    """Yield the documents of a report in order, and a problem for each part of it that is none."""
    start, document = 1, list[str]()
    number = 0
    for number, line in enumerate(lines, start=1):
        if _RULE_OF_REPORT.fullmatch(line) or len(document) > _MAX_LINES_OF_DOCUMENT:
            yield from _read_document(document, start, source)
            start, document = number + 1, []
        else:
            document.append(line)
    yield from _read_document(document, start, source)


def _read_document(document: Sequence[str], start: int, source: str) -> Iterator[Entry | Problem]:
    filled = [number for number, line in enumerate(document) if line.strip()]
    if not filled:
        return
    fields: dict[str, Printed] = {}
    for offset, line in enumerate(document):
        if found := _LABELLED.match(line):
            span = Span(source, start + offset, found.start("text") + 1)
            fields.setdefault(found["name"].lower(), Printed(found["name"].lower(), found["text"].strip(), span))
        elif line.startswith(("http://", "https://")):
            fields[f"address {offset}"] = Printed("address", line.strip(), Span(source, start + offset))
    span = Span(source, start + filled[0])
    if "title" not in fields and len(fields) < _MIN_LABELLEDS:
        yield Problem(span, "not a document of the report", n_lines=len(filled), harmless=True)
        return
    yield from read_row(Row("proquest", tuple(fields.values()), span, start + len(document) - 1, label="a document"))


def recognise_report(head: list[str]) -> float:
    """Return the confidence, 0 or 1, that a listing is a report of ProQuest."""
    has_rule = any(_RULE_OF_REPORT.fullmatch(line) for line in head)
    says_so = any("ProQuest" in line[:200] or _NUMBER_OF_DOCUMENT.fullmatch(line.strip()[:40]) for line in head)
    return 1.0 if has_rule and says_so else 0.0
