"""JSON of the daily papers of Hugging Face: responses of its API, and output of scrapers of its pages.

The API nests the metadata of a paper in `paper`, inside that of its discussion; scrapers put what they read from the
paper's own page in `details`. Fields are looked up in all of these, the innermost first.
"""

import json
import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import islice

from papertrace.listings.fields.field_dates import read_date
from papertrace.listings.fields.identifiers import identify_first, make_identifiers
from papertrace.listings.json.pages import JsonObject, has_addresses, is_object
from papertrace.listings.json.records import Record, read_entries, read_records
from papertrace.model import Entry, Identifiers, Problem, Span, Target, advance

_NESTED = ("paper", "details")
_PAPER_PAGE = re.compile(r"https?://(?:www\.)?(?:huggingface\.co|hf\.co)/papers/\d")
_SITE_KEYS = frozenset(
    {"upvotes", "numComments", "submittedOnDailyBy", "submittedOnDailyAt", "discussionId", "githubRepo", "projectPage"},
)
_CUT_OFF_HALLMARK = re.compile(
    r'"paper"\s*:\s*\{|"submittedOnDaily(?:By|At)"\s*:|"https?://(?:www\.)?huggingface\.co/papers/\d'
)
_MAX_RECORDS_JUDGED = 5

_ADDRESS = re.compile(r"[^\s/]+[./]\S*[^\s]|https?://\S+")
_BETWEEN_NAMES = re.compile(r"\s*[,;]\s*(?:and\s+)?|\s+and\s+")
_MAX_LOCATED = 500
# A field further than this from the brace of its record gets the span of the record.
_MAX_RECORD_TEXT = 200_000


class _RecentLines:
    """An iterator over lines that keeps those since the last record, to locate the fields of the next."""

    def __init__(self, lines: Iterable[str]) -> None:
        self._lines = iter(lines)
        self._kept: list[str] = []
        self._first = 1

    def __iter__(self) -> Iterator[str]:
        return self

    def __next__(self) -> str:
        line = next(self._lines)
        self._kept.append(line)
        return line

    def take_record(self, record: Record) -> "_PrintedRecord":
        """Return the text from the brace of a record to the end of its last line, and drop the lines above."""
        del self._kept[: record.span.line - self._first]
        self._first = record.span.line
        first, *rest = self._kept[: record.end_line - record.span.line + 1] or [""]
        first = first[record.span.column - 1 : record.span.column - 1 + _MAX_RECORD_TEXT]
        return _PrintedRecord("\n".join([first, *rest])[:_MAX_RECORD_TEXT], record.span)

    def drop_before(self, number: int) -> None:
        """Drop the lines before a line number."""
        del self._kept[: max(number - self._first, 0)]
        self._first = max(self._first, number)


@dataclass(frozen=True, slots=True)
class _PrintedRecord:
    """A record as printed; its first character is the brace at `span`."""

    text: str
    span: Span

    def find(self, value: str, start: int = 0) -> int:
        """Return the offset of a string in any JSON spelling, or -1 if it is absent."""
        for ascii_only in (False, True):
            printed = json.dumps(value[:1000], ensure_ascii=ascii_only)[1:-1]
            for spelling in (printed, printed.replace("/", "\\/")):
                offset = self.text.find(f'"{spelling}', start)
                if offset >= 0:
                    return offset + 1
        return -1

    def span_at(self, offset: int) -> Span:
        """Return the span at an offset, or that of the record if the offset is negative."""
        return advance(self.span, self.text, offset) if offset >= 0 else self.span


def parse(lines: Iterable[str], source: str) -> Iterator[Entry | Problem]:
    """Yield the papers of a file in order, and a problem for every object without a title.

    Line breaks in an abstract become spaces, since JSON escapes them. The date is that of the paper (`publishedAt`),
    never the day of the scrape. `n_authors` is the length of the API's list, which is complete, unlike scraped ones.
    Addresses of pictures and of users are left out.
    """
    recent = _RecentLines(lines)

    def read_entry(record: Record) -> Entry | None:
        entry = _read_paper(record, recent.take_record(record))
        recent.drop_before(record.end_line)
        return entry

    return read_entries(recent, source, read_entry)


def recognise(head: list[str]) -> float:
    """Return the confidence, from 0 to 1, that the objects of a file are papers of Hugging Face."""
    first = next((line.lstrip()[:1] for line in head if line.strip()), "")
    if first not in {"[", "{"}:
        return 0.0
    records = [item for item in islice(read_records(head, ""), _MAX_RECORDS_JUDGED) if isinstance(item, Record)]
    if records:
        return sum(_is_of_hugging_face(record.value) for record in records) / len(records)
    # A printed object may be longer than the head.
    return 0.9 if any(_CUT_OFF_HALLMARK.search(line) for line in head) else 0.0


def _is_of_hugging_face(fields: JsonObject) -> bool:
    layers = _layers(fields)
    if not _text(layers, "title") or "concepts" in fields:
        return False
    if isinstance(fields.get("paper"), dict):
        return True
    values = [value for layer in layers for value in layer.values() if isinstance(value, str)]
    return any(_SITE_KEYS & layer.keys() for layer in layers) or any(map(_PAPER_PAGE.match, values))


def _layers(fields: JsonObject) -> list[JsonObject]:
    nested = [inner for name in _NESTED if is_object(inner := fields.get(name))]
    return [*nested, fields]


def _text(layers: list[JsonObject], *names: str) -> str:
    """Return the first text that is not blank, searching by name and then by layer."""
    found = (value for name in names for layer in layers if isinstance(value := layer.get(name), str))
    return next((value for value in found if value.strip()), "")


def _count(layers: list[JsonObject], *names: str) -> int | None:
    found = (layer.get(name) for name in names for layer in layers)
    return next((n for n in found if isinstance(n, int) and not isinstance(n, bool) and n >= 0), None)


def _read_paper(item: Record, printed: _PrintedRecord) -> Entry | None:
    layers = _layers(item.value)
    title = _text(layers, "title")
    if not title:
        return None
    abstract = _text(layers, "summary", "abstract", "description")
    at_abstract = printed.find(abstract) if abstract else -1
    authors = _read_authors(layers)
    complete = isinstance(item.value.get("paper"), dict) or "upvotes" in item.value
    n_stated = _count(layers, "n_authors", "num_authors", "numAuthors", "authorsCount")
    targets = tuple(_read_targets(printed, layers))
    return Entry(
        title=" ".join(title.split()),
        abstract=" ".join(abstract.split("\n")).strip(),
        span=printed.span_at(printed.find(title)),
        end_line=item.end_line,
        abstract_span=printed.span_at(at_abstract) if abstract else None,
        authors=authors,
        n_authors=n_stated if n_stated is not None else (len(authors) or None if complete else None),
        organisation=_read_organisation(layers),
        date=_read_date(layers),
        n_comments=_count(layers, "numComments", "num_comments", "n_comments", "comments"),
        identifiers=_read_identifiers(layers, targets),
        targets=targets,
    )


def _read_authors(layers: list[JsonObject]) -> tuple[str, ...]:
    for layer in layers:
        value = layer.get("authors") or layer.get("author")
        if isinstance(value, str):
            return tuple(name for name in _BETWEEN_NAMES.split(" ".join(value.split())) if name)
        if isinstance(value, list) and value:
            names = (one.get("name") or one.get("fullname") if isinstance(one, dict) else one for one in value)
            return tuple(" ".join(name.split()) for name in names if isinstance(name, str) and name.strip())
    return ()


def _read_organisation(layers: list[JsonObject]) -> str | None:
    for layer in layers:
        value = layer.get("organization") or layer.get("organisation")
        if isinstance(value, dict):
            value = _text([value], "fullname", "name")
        if isinstance(value, str) and value.strip():
            return value.strip()
    return None


def _read_date(layers: list[JsonObject]) -> str | None:
    for name in ("publishedAt", "published_at", "published", "publication_date", "date", "published_date"):
        if date := read_date(_text(layers, name)):
            return date
    return None


def _read_identifiers(layers: list[JsonObject], targets: tuple[Target, ...]) -> Identifiers:
    stated = make_identifiers(
        arxiv=(_text(layers, "arxiv_id", "arxivId", "arxiv"), _text(layers, "id")),
        doi=(_text(layers, "doi"),),
    )
    return stated.or_else(identify_first(target.raw for target in targets))


def _read_targets(printed: _PrintedRecord, layers: list[JsonObject]) -> Iterator[Target]:
    seen: set[str] = set()
    offset = 0
    for layer in reversed(layers):
        for name, value in layer.items():
            if not has_addresses(name):
                continue
            for raw in value if isinstance(value, list) else [value]:
                if not isinstance(raw, str) or raw in seen or not _ADDRESS.fullmatch(raw.strip()):
                    continue
                if len(seen) < _MAX_LOCATED:
                    found = printed.find(raw, offset)
                    offset = found if found >= 0 else offset
                    span = printed.span_at(found if found >= 0 else printed.find(raw))
                else:
                    span = printed.span
                seen.add(raw)
                yield Target(raw=raw.strip(), words=name, span=span)
