r"""Splitting of bibliographies of tagged lines into records and fields, with the span of each.

RIS begins a record with `TY  -`, PubMed with `PMID-`, Web of Science with `PT`, EndNote with `%0`; the first such line
determines the dialect. Lines without a tag continue the field above them, since databases wrap long abstracts; in Web
of Science each such line of the authors is one author. A record without an end ends where the next begins. (rispy
gives no line numbers and loads the whole file.)
"""

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field

from papertrace.model import Problem, Span


@dataclass(frozen=True, slots=True, kw_only=True)
class Dialect:
    """A notation: the form of a tag, the tags that begin and end a record, and the tags of each kind of field.

    `end` is empty if a record ends where the next begins. `lists` are the tags whose continuation lines are separate
    values.
    """

    tag: re.Pattern[str]
    start: str
    end: str
    titles: tuple[str, ...]
    abstracts: tuple[str, ...]
    authors: tuple[tuple[str, ...], ...]  # the first of these groups that is not empty counts
    dates: tuple[str, ...]
    dois: tuple[str, ...]
    addresses: tuple[str, ...] = ()
    notes: tuple[str, ...] = ()
    months: tuple[str, ...] = ()
    venues: tuple[str, ...] = ()  # journals and numbers that may contain an arXiv id
    references: tuple[str, ...] = ()
    lists: frozenset[str] = frozenset()
    journals: tuple[str, ...] = ()
    publishers: tuple[str, ...] = ()
    types: tuple[str, ...] = ()
    volumes: tuple[str, ...] = ()
    pages: tuple[str, ...] = ()
    keywords: tuple[str, ...] = ()
    index_keywords: tuple[str, ...] = ()
    counts: tuple[str, ...] = ()  # how often the work is cited


RIS = Dialect(
    tag=re.compile(r"([A-Z][A-Z0-9]) {1,3}-(?: |$)"),
    start="TY",
    end="ER",
    titles=("TI", "T1", "CT", "BT", "ST", "TT"),
    abstracts=("AB", "N2"),
    authors=(("AU", "A1"),),
    dates=("DA", "PY", "Y1", "YR"),
    dois=("DO", "DI"),
    addresses=("UR", "L1", "L2", "L3", "L4", "LK", "UL"),
    notes=(
        "N1",
        "NO",
        "RN",
        *(f"{letter}{n}" for letter, n_tags in (("M", 3), ("C", 8), ("U", 5)) for n in range(1, n_tags + 1)),
    ),
    months=("DA",),
    venues=("AN", "JO", "T2", "PB", "M3"),
    references=("N1",),
    lists=frozenset(("KW", "N1")),
    journals=("T2", "JO", "JF", "JA", "J1", "J2", "BT", "T3"),
    publishers=("PB", "PU"),
    types=("M3", "TY"),
    volumes=("VL",),
    pages=("SP",),
    keywords=("KW",),
)
PUBMED = Dialect(
    tag=re.compile(r"([A-Z]{2,4}) {0,2}-(?: |$)"),
    start="PMID",
    end="",
    titles=("TI", "BTI", "TT"),
    abstracts=("AB", "OAB"),
    authors=(("FAU",), ("AU",), ("CN",)),
    dates=("DP", "DEP"),
    dois=("LID", "AID", "DOI"),
    notes=("GN", "CI"),
    venues=("JT", "TA", "SO"),
    journals=("JT", "TA", "BTI"),
    publishers=("PB",),
    types=("PT",),
    volumes=("VI",),
    pages=("PG",),
    keywords=("OT",),
    index_keywords=("MH",),
)
WEB_OF_SCIENCE = Dialect(
    tag=re.compile(r"([A-Z][A-Z0-9])(?: |$)"),
    start="PT",
    end="ER",
    titles=("TI",),
    abstracts=("AB",),
    authors=(("AF",), ("AU",), ("BA", "GP")),
    dates=("PY", "EA"),
    months=("PD",),
    dois=("DI", "D2"),
    addresses=("UR",),
    venues=("SO", "AR"),
    references=("CR",),
    lists=frozenset(("AU", "AF", "BA", "CR")),
    journals=("SO",),
    publishers=("PU",),
    types=("DT",),
    volumes=("VL",),
    pages=("BP", "AR"),
    keywords=("DE",),
    index_keywords=("ID",),
    counts=("TC", "Z9"),
)
ENDNOTE = Dialect(
    tag=re.compile(r"(%[0-9A-Z@!?*+&^(>~\[\]$#=])(?: |$)"),
    start="%0",
    end="",
    titles=("%T",),
    abstracts=("%X",),
    authors=(("%A",), ("%E",)),
    dates=("%8", "%D"),
    dois=("%R",),
    addresses=("%U", "%>"),
    notes=("%Z", "%O", "%1", "%2", "%3"),
    venues=("%J", "%M"),
    lists=frozenset(("%K",)),
    journals=("%J", "%B"),
    publishers=("%I",),
    types=("%9", "%0"),
    volumes=("%V",),
    pages=("%P",),
    keywords=("%K",),
)
DIALECTS = (RIS, PUBMED, WEB_OF_SCIENCE, ENDNOTE)


def find_dialect(line: str) -> Dialect | None:
    """Return the dialect in which a line begins a record, or None.

    >>> find_dialect("TY  - JOUR") is RIS, find_dialect("PMID- 38000001") is PUBMED, find_dialect("A title")
    (True, True, None)
    """
    for dialect in DIALECTS:
        tag = dialect.tag.match(line)
        if tag is not None and tag[1] == dialect.start and line[tag.end() :].strip():
            return dialect
    return None


@dataclass(frozen=True, slots=True)
class TaggedField:
    """One field: its tag, the span of its text, and its lines."""

    tag: str
    span: Span
    lines: list[str]

    @property
    def text(self) -> str:
        """The lines as printed, without blank ones at the end."""
        return "\n".join(self.lines).rstrip()


@dataclass(slots=True)
class TaggedRecord:
    """One record with its lines; `closed` is false if its end is missing."""

    dialect: Dialect
    span: Span
    end_line: int
    fields: list[TaggedField] = field(default_factory=list)
    closed: bool = True

    def all_of(self, *tags: str) -> Iterator[TaggedField]:
        """Yield the non-empty fields with some tags, in the order of the tags."""
        for tag in tags:
            yield from (one for one in self.fields if one.tag == tag and one.text.strip())

    def values_of(self, *tags: str) -> Iterator[str]:
        """Yield the values of fields with some tags, each on one line."""
        for one in self.all_of(*tags):
            parts = one.lines if one.tag in self.dialect.lists else [one.text]
            yield from (value for part in parts if (value := " ".join(part.split())))

    def add_continuation(self, line: str, number: int) -> None:
        """Append a line without a tag, and the blank lines before it, to the last field."""
        last = self.fields[-1]
        last.lines.extend([""] * (number - last.span.line - len(last.lines)))
        last.lines.append(line)


def split_records(lines: Iterable[str], source: str) -> Iterator[TaggedRecord | Problem]:
    """Yield the records of a bibliography in order, and a problem for each run of lines outside records."""
    splitter = _Splitter(source)
    for number, line in enumerate(lines, start=1):
        if line.strip():
            yield from splitter.feed(line, number)
    yield from splitter.finish()


class _Splitter:
    def __init__(self, source: str) -> None:
        self._source = source
        self._dialect: Dialect | None = None
        self._record: TaggedRecord | None = None
        self._loose: list[int] = []

    def feed(self, line: str, number: int) -> Iterator[TaggedRecord | Problem]:
        text = line.lstrip("\ufeff \t")
        if self._dialect is None:
            self._dialect = find_dialect(text)
        dialect = self._dialect
        if dialect is None:
            self._loose.append(number)
            return
        # A wrapped line is indented in these dialects, even if it begins like a tag.
        indented = dialect is not RIS and line[:1] == " "
        tag = None if indented else dialect.tag.match(text)
        if tag and tag[1] == dialect.start:
            yield from self.finish(closed=not dialect.end)
            self._record = TaggedRecord(dialect, Span(self._source, number, len(line) - len(text) + 1), number)
            span = Span(self._source, number, len(line) - len(text) + tag.end() + 1)
            self._record.fields.append(TaggedField(tag[1], span, [text[tag.end() :]]))
        elif self._record is None:
            self._loose.append(number)
        elif tag and tag[1] == dialect.end:
            self._record.end_line = number
            yield self._record
            self._record = None
        else:
            self._record.end_line = number
            if tag:
                span = Span(self._source, number, len(line) - len(text) + tag.end() + 1)
                self._record.fields.append(TaggedField(tag[1], span, [text[tag.end() :]]))
            else:
                self._record.add_continuation(line, number)

    def finish(self, *, closed: bool = False) -> Iterator[TaggedRecord | Problem]:
        if self._record:
            self._record.closed = closed or not self._record.dialect.end
            yield self._record
        if self._loose:
            span = Span(self._source, self._loose[0])
            yield Problem(span, "text outside records", n_lines=len(self._loose), harmless=True)
        self._record, self._loose = None, []
