"""Reports of ProQuest as text: documents between rules, each with labelled lines.

A document begins with its title and ends at a rule of underscores. Its fields are paragraphs `Name: value`; a paragraph
without a name continues the field above, or is an address. The table of contents and the frame of a report have no
field `Title`.
"""

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field

from papertrace.listings.fields.field_dates import make_date
from papertrace.listings.fields.html_text import strip_tags
from papertrace.listings.fields.identifiers import addresses_of_resolver, make_identifiers
from papertrace.listings.fields.people import invert_name
from papertrace.listings.fields.publication import first_page_of, split_keywords
from papertrace.listings.fields.targets import find_targets, unique_targets
from papertrace.model import Entry, Problem, Span, Target

_RULE = re.compile(r"_{20,}\s*")
_FIELD = re.compile(r"(?P<name>[A-Z][A-Za-z/()'-]{1,30}(?: [/A-Za-z()'-]{1,30}){0,5}): (?P<text>\S.*)")
_NUMBER = re.compile(r"Document \d{1,6} of \d{1,6}")
_AUTHOR = re.compile(r"\s*;\s*")
_MAX_LINES = 20_000
_MIN_FIELDS = 4
# Fields whose addresses are those of the library that made the report, or that are read separately.
_NO_TARGETS = frozenset({"abstract", "links", "title", "author", "copyright", "database"})


@dataclass(slots=True)
class _Document:
    start: int
    lines: list[str] = field(default_factory=list)


@dataclass(frozen=True, slots=True)
class _Value:
    text: str
    span: Span


def parse(lines: Iterable[str], source: str) -> Iterator[Entry | Problem]:
    """Yield the documents of a report in order, and a problem for each part of it that is none."""
    document = _Document(1)
    number = 0
    for number, line in enumerate(lines, start=1):
        if _RULE.fullmatch(line) or len(document.lines) > _MAX_LINES:
            yield from _read_document(document, source, number - 1)
            document = _Document(number + 1)
        else:
            document.lines.append(line)
    yield from _read_document(document, source, number)


def _read_document(document: _Document, source: str, end_line: int) -> Iterator[Entry | Problem]:
    filled = [number for number, line in enumerate(document.lines) if line.strip()]
    if not filled:
        return
    span = Span(source, document.start + filled[0])
    fields = _find_fields(document, source)
    title = fields.get("title")
    if title is None:
        is_report = len(fields) < _MIN_FIELDS
        fact = "not a document of the report" if is_report else "a document without a title; left out"
        yield Problem(span, fact, n_lines=len(filled), harmless=is_report)
        return
    abstract = fields.get("abstract")
    addresses = unique_targets(_find_targets(fields))
    raw = [target.raw for target in addresses]
    yield Entry(
        title=strip_tags(title.text),
        abstract=abstract.text if abstract else "",
        span=span,
        end_line=end_line,
        abstract_span=abstract.span if abstract else None,
        authors=tuple(
            name for part in _AUTHOR.split(_text(fields, "author", "authors")) if (name := invert_name(part))
        ),
        date=make_date(_text(fields, "publication date", "publication year", "degree date", "date")),
        identifiers=make_identifiers(
            arxiv=raw, doi=(_text(fields, "doi", "digital object identifier"), *addresses_of_resolver(raw))
        ),
        targets=addresses,
        venue=_text(fields, "publication title", "journal title", "source") or None,
        publisher=_text(fields, "publisher") or None,
        type=_text(fields, "document type", "source type") or None,
        volume=_text(fields, "volume") or None,
        first_page=first_page_of(_text(fields, "first page", "pages", "pagination")),
        keywords=split_keywords([_text(fields, "identifier / keyword", "identifiers / keywords", "keywords")]),
        index_keywords=split_keywords([_text(fields, "subject", "subjects", "mesh")]),
    )


def _find_fields(document: _Document, source: str) -> dict[str, _Value]:
    fields: dict[str, _Value] = {}
    last = ""
    for offset, line in enumerate(document.lines):
        found = _FIELD.match(line)
        if found:
            last = found["name"].lower()
            fields.setdefault(
                last, _Value(found["text"].strip(), Span(source, document.start + offset, found.start("text") + 1))
            )
        elif line.startswith(("http://", "https://")):
            name = f"address {offset}"
            fields[name] = _Value(line.strip(), Span(source, document.start + offset))
    return fields


def _text(fields: Mapping[str, _Value], *names: str) -> str:
    return next((fields[name].text for name in names if name in fields), "")


def _find_targets(fields: Mapping[str, _Value]) -> Iterator[Target]:
    for name, value in fields.items():
        if name not in _NO_TARGETS:
            yield from find_targets(
                value.text, name.partition(" ")[0] if name.startswith("address ") else name, value.span
            )


def recognise(head: list[str]) -> float:
    """Return the confidence, 0 or 1, that a listing is a report of ProQuest."""
    has_rule = any(_RULE.fullmatch(line) for line in head)
    says_so = any("ProQuest" in line[:200] or _NUMBER.fullmatch(line.strip()[:40]) for line in head)
    return 1.0 if has_rule and says_so else 0.0
