"""Tables of papers separated by commas, semicolons, bars or tabs, as exported by Scopus, IEEE Xplore, Web of Science.

A cell of several lines keeps its line breaks, so that positions in it are exact. Any other column than those of fields
may contain addresses, which are kept under the name of the column.
"""

import csv
import re
from collections import Counter
from collections.abc import Generator, Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from itertools import chain, groupby

from papertrace.listings.bibliographies.columns import find_column, fold_name
from papertrace.listings.bibliographies.table_headers import Header, read_header
from papertrace.listings.fields.citation import MAX_LENGTH, parse_citation
from papertrace.listings.fields.field_dates import make_date
from papertrace.listings.fields.html_text import strip_tags
from papertrace.listings.fields.identifiers import (
    addresses_of_resolver,
    identify_first,
    make_identifiers,
)
from papertrace.listings.fields.literals import decode_literal
from papertrace.listings.fields.people import split_names, without_brackets
from papertrace.listings.fields.publication import count_of_field, first_page_of, split_keywords
from papertrace.listings.fields.references import name_references, split_references
from papertrace.listings.fields.targets import find_targets, unique_targets
from papertrace.listings.lines.workbook import SHEET_MARK
from papertrace.model import Entry, Problem, Span, Target
from papertrace.model.text import excerpt

_MAX_CELL_CHARS = 16 * 1024 * 1024  # a list of references may exceed the limit of the module `csv`
csv.field_size_limit(max(csv.field_size_limit(), _MAX_CELL_CHARS))
# What programs and people write where a value is missing.
_MISSING = frozenset(
    {"[no abstract available]", "no abstract available", "n/a", "n.a.", "nan", "none", "null", "-", "na"}
)
# What managers of citations keep beside papers.
_KINDS_OF_PAGES = frozenset(
    {"webpage", "web page", "blogpost", "blog post", "forumpost", "forum post", "podcast", "videorecording"}
) | {
    "video recording",
    "audiorecording",
    "audio recording",
    "radiobroadcast",
    "tvbroadcast",
    "film",
    "artwork",
    "email",
}
# "Doe, Jane (57190000000)": the number is the database's name of the person.
_PERSON_NUMBER = re.compile(r"\(\d{5,15}\)")
_MAX_NAME_LENGTH = 60
_MIN_LENGTH_OF_A_CITATION = 30
_HALF = 0.5
_MAX_HEADER_LINE = 5
_SEPARATORS = frozenset(",;|\t")
_OTHER_FORMATS = frozenset("{[<@#")
_MAX_KEPT_LINES = 2_000
_NO_HEADER = "no header with a title column"
_WORK = re.compile(r"openalex\.org/(W\d{1,15})\b")
_EXCEL_HINT = re.compile(r"sep=(.)", re.IGNORECASE)


@dataclass(slots=True)
class _KeptLines:
    """An iterator over lines for the CSV reader that keeps those of the current row."""

    lines: Iterator[str]
    number: int = 0
    kept: list[str] = field(default_factory=list)

    def __iter__(self) -> Iterator[str]:
        return self

    def __next__(self) -> str:
        line = next(self.lines)
        self.number += 1
        if len(self.kept) < _MAX_KEPT_LINES:
            self.kept.append(line)
        return f"{line}\n"


def parse(lines: Iterable[str], source: str) -> Iterator[Entry | Problem]:
    """Yield the entries of a table in the order of its rows, and a problem for text outside rows.

    A workbook is several tables, each after a line with the name of its sheet; the span of a row then names the sheet.
    """
    stream = iter(lines)
    first = next(stream, None)
    if first is None:
        return
    if not first.startswith(SHEET_MARK):
        yield from _parse_table(chain([first], stream), source)
        return
    marks: list[str] = []

    def count_marks(line: str) -> int:
        if line.startswith(SHEET_MARK):
            marks.append(line)
        return len(marks)

    for _, rows in groupby(chain([first], stream), key=count_marks):
        yield from _parse_sheet(rows, source)


def _parse_sheet(rows: Iterator[str], source: str) -> Iterator[Entry | Problem]:
    """Yield the entries of a sheet, given the line with its name and its rows."""
    name = next(rows).removeprefix(SHEET_MARK)
    for item in _parse_table(rows, f"{source}!{name}"):
        # A workbook has sheets of other things, which are no loss.
        is_other = isinstance(item, Problem) and item.message.startswith(_NO_HEADER)
        yield replace(item, harmless=True) if is_other and isinstance(item, Problem) else item


def _parse_table(lines: Iterable[str], source: str) -> Iterator[Entry | Problem]:
    kept = _KeptLines(iter(lines))
    header = yield from _find_header(kept, source)
    if header is None:
        return
    rows = header.read_rows(kept)
    while True:
        kept.kept = []
        start = kept.number + 1
        try:
            row = next(rows, None)
        except csv.Error as error:
            yield Problem(
                Span(source, start), f"not a table row ({error}); left out", n_lines=max(kept.number - start + 1, 1)
            )
            rows = header.read_rows(kept)
            continue
        if row is None:
            return
        if any(cell.strip() for cell in row):
            yield from _parse_row(row, header, kept, Span(source, start))


def _find_header(kept: _KeptLines, source: str) -> Generator[Problem, None, Header | None]:
    """Return the header, after reporting the text above it."""
    above: list[int] = []
    for line in kept:
        header = read_header(line)
        if header is not None:
            if above:
                yield Problem(Span(source, above[0]), "text above the table", n_lines=len(above), harmless=True)
            return header
        if line.strip() and not _EXCEL_HINT.fullmatch(line.strip()):
            above.append(kept.number)
    if above:
        yield Problem(Span(source, above[0]), f"{_NO_HEADER}; left out", n_lines=len(above))
    return None


def _parse_row(row: Sequence[str], header: Header, kept: _KeptLines, span: Span) -> Iterator[Entry | Problem]:
    def cell(column: str) -> str:
        filled = (row[index].strip() for index in header.columns.get(column, ()) if index < len(row))
        return next((text for text in filled if text and text.lower() not in _MISSING), "")

    title = strip_tags(cell("title"))
    if not title:
        yield Problem(span, "a row without a title; left out", n_lines=kept.number - span.line + 1)
        return
    kind = cell("type")
    if fold_name(kind) in _KINDS_OF_PAGES and not (cell("doi") or cell("arxiv")):
        fact = f"{excerpt(title)}: a {kind} without a DOI, no paper; left out"
        yield Problem(span, fact, n_lines=kept.number - span.line + 1, harmless=True)
        return
    abstract = cell("abstract")
    targets, addresses = _find_targets(row, header, kept.kept, span)
    authors = _find_authors(cell("authors"))
    texts = () if authors else (row[index] for index in header.unknown if index < len(row))
    authors_cited, year_cited = _read_citation(texts)
    yield Entry(
        title=title,
        abstract=abstract,
        span=span,
        end_line=kept.number,
        abstract_span=_locate(abstract, kept.kept, span) if abstract else None,
        authors=authors or authors_cited,
        organisation=cell("organisation") or None,
        date=make_date(cell("date")) or make_date(cell("year"), cell("month")) or make_date(year_cited),
        identifiers=make_identifiers(
            arxiv=(cell("arxiv"), *addresses),
            doi=(cell("doi"), *addresses_of_resolver(addresses)),
        ).or_else(identify_first(addresses)),
        targets=targets,
        venue=cell("venue") or None,
        publisher=cell("publisher") or None,
        type=kind or None,
        volume=cell("volume") or None,
        first_page=first_page_of(cell("first page")),
        keywords=split_keywords([cell("keywords")]),
        index_keywords=split_keywords([cell("index keywords")]),
        n_citations=count_of_field(cell("citations")),
        references=_find_references(cell("references")),
        aliases=tuple(_works_of(cell("arxiv"))[:1]),
    )


def _read_citation(texts: Iterable[str]) -> tuple[tuple[str, ...], str]:
    """Return the authors and the year that the first text which cites a paper says."""
    plain = (strip_tags(text) for text in texts if _MIN_LENGTH_OF_A_CITATION < len(text) <= MAX_LENGTH)
    cited = next((cited for text in plain if (cited := parse_citation(text))), None)
    return (cited.authors, cited.year) if cited else ((), "")


def _find_references(text: str) -> tuple[str, ...]:
    return tuple(_works_of(text)) or name_references(split_references(text))


def _works_of(text: str) -> list[str]:
    """Return the names of the works of OpenAlex whose addresses a cell has."""
    return [f"openalex:{name}" for name in _WORK.findall(text)]


def _find_authors(text: str) -> tuple[str, ...]:
    if text.startswith("["):
        listed = decode_literal(text)
        if isinstance(listed, list):
            return tuple(name for name in listed if isinstance(name, str) and name)
    return split_names(without_brackets(_PERSON_NUMBER.sub("", text)))


def _find_targets(
    row: Sequence[str], header: Header, kept: Sequence[str], span: Span
) -> tuple[tuple[Target, ...], tuple[str, ...]]:
    """Return the addresses of a row, and those among them that may name the paper."""
    found: list[Target] = []
    for index, name in header.with_targets:
        text = row[index] if index < len(row) else ""
        if "." not in text or (find_column(fold_name(name)) == "doi" and "://" not in text):
            continue
        found.extend(find_targets(text.strip(), name, _locate(text, kept, span)))
    targets = unique_targets(found)
    return targets, tuple(target.raw for target in targets)


def _locate(text: str, kept: Sequence[str], span: Span) -> Span:
    """Return the span of a cell in the lines of its row, which the CSV reader does not give."""
    first = text.strip().partition("\n")[0].partition('"')[0]
    for offset, line in enumerate(kept):
        column = line.find(first)
        if column >= 0:
            return Span(span.source, span.line + offset, column + 1)
    return span


def _begins_other_format(line: str) -> bool:
    """Return whether a line begins as another format does; `#` alone is the name of a column of numbers."""
    return line[:1] in _OTHER_FORMATS and not (line[:1] == "#" and line[1:2] in _SEPARATORS)


def recognise(head: list[str]) -> float:
    """Return the confidence, from 0 to 1, that a listing is a table of papers."""
    if head and head[0].startswith(SHEET_MARK):
        return 1.0  # a workbook is nothing else
    shown = [line for line in head if line.strip() and not _EXCEL_HINT.fullmatch(line.strip())]
    if not shown or _begins_other_format(shown[0].lstrip("\ufeff \t")):
        return 0.0
    # A name of the list may precede the header.
    found = ((index, header) for index, line in enumerate(shown[:_MAX_HEADER_LINE]) if (header := read_header(line)))
    index, header = next(found, (0, None))
    if header is None:
        return 0.0
    if sum(map(len, header.names)) > _MAX_NAME_LENGTH * len(header.names):  # a sentence with a separator in it
        return 0.0
    rows = header.read_rows(f"{line}\n" for line in shown[index + 1 :])
    try:
        widths = [len(row) for row in rows if row]
    except csv.Error:
        widths = []
    if not widths:
        return 0.3
    # The last row of the head may be cut off inside a cell of several lines. Cells at the end of a row may be missing,
    # or be more than the header names.
    whole = widths[:-1] or widths
    usual, n_usual = Counter(whole).most_common(1)[0]
    share = n_usual / len(whole) if abs(usual - len(header.names)) <= max(2, len(header.names) // 10) else 0.0
    return 0.5 + share / 2 if share >= _HALF else 0.3
