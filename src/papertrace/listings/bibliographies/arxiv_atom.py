"""Responses of arXiv's API: a feed in Atom, read one entry at a time.

Each `<entry>` is parsed separately, so that a damaged one affects no other and memory use stays constant. The head of
the feed is never parsed: a document type with its entities has no effect there, and defusedxml rejects it in an entry.
"""

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from papertrace.listings.fields.field_dates import make_date
from papertrace.listings.fields.identifiers import make_identifiers
from papertrace.listings.fields.publication import journal_of_reference
from papertrace.listings.fields.targets import find_targets, unique_targets
from papertrace.model import Entry, Problem, Span, Target, advance

if TYPE_CHECKING:
    from xml.etree.ElementTree import Element  # only the type; parsing is defusedxml's

_START = re.compile(r"<(?:[A-Za-z][\w.-]{0,40}:)?entry(?=[\s>])")
_EDGE = re.compile(r"<(?P<slash>/?)(?:[A-Za-z][\w.-]{0,40}:)?entry(?=[\s>])[^<>]{0,300}>")
_NAMESPACE = re.compile(r"\bxmlns(:[A-Za-z][\w.-]{0,40})?=(?:\"([^\"<&]{1,200})\"|'([^'<&]{1,200})')")
_SUMMARY = re.compile(r"<(?:[A-Za-z][\w.-]{0,40}:)?summary(?:\s[^<>]{0,200})?>\s*+")
_ATOM = "http://www.w3.org/2005/Atom"
_NAMESPACES = {
    "": _ATOM,
    ":arxiv": "http://arxiv.org/schemas/atom",
    ":opensearch": "http://a9.com/-/spec/opensearch/1.1/",
}
_MAX_ENTRY_CHARS = 4 * 1024 * 1024
_MAX_NAMESPACES = 100
_MAX_HEAD_CHARS = 20_000
_NO_END = "the entry has no end"


@dataclass(slots=True)
class _Open:
    span: Span
    lines: list[str] = field(default_factory=list)
    n_chars: int = 0

    def add(self, text: str) -> None:
        self.lines.append(text)
        self.n_chars += len(text)


def parse(lines: Iterable[str], source: str) -> Iterator[Entry | Problem]:
    """Yield the entries of a feed in order, and a problem for each that cannot be parsed."""
    namespaces = dict(_NAMESPACES)
    found: _Open | None = None
    number = 0
    for number, line in enumerate(lines, start=1):
        position = 0
        for edge in _EDGE.finditer(line):
            if found and edge["slash"]:
                found.add(line[position : edge.end()])
                yield _parse_entry(found, number, namespaces)
                found, position = None, edge.end()
            elif not edge["slash"]:
                if found:
                    yield _report(found, number, _NO_END)
                found, position = _Open(Span(source, number, edge.start() + 1)), edge.start()
        if found is None:
            _record_namespaces(line, namespaces)
            continue
        found.add(line[position:])
        if found.n_chars > _MAX_ENTRY_CHARS:
            yield _report(found, number, _NO_END)
            found = None
    if found:
        yield _report(found, number, _NO_END)


def _record_namespaces(line: str, namespaces: dict[str, str]) -> None:
    """Record the prefixes that the feed's own tag declares, since its entries may use them."""
    if "xmlns" in line and len(namespaces) < _MAX_NAMESPACES:
        for declared in _NAMESPACE.finditer(line[:_MAX_HEAD_CHARS]):
            namespaces[declared[1] or ""] = declared[2] or declared[3]


def _report(found: _Open, end_line: int, fact: str) -> Problem:
    return Problem(found.span, f"{fact}; left out", n_lines=end_line - found.span.line + 1)


def _parse_entry(found: _Open, end_line: int, namespaces: dict[str, str]) -> Entry | Problem:
    from xml.etree.ElementTree import ParseError
    from xml.parsers.expat import ErrorString

    from defusedxml import DefusedXmlException
    from defusedxml.ElementTree import fromstring

    text = "\n".join(found.lines)
    declared = " ".join(f'xmlns{prefix}="{name}"' for prefix, name in namespaces.items())
    try:
        feed = fromstring(f"<feed {declared}>{text}</feed>", forbid_dtd=True)
    except ParseError as error:
        line = found.span.line + error.position[0] - 1
        return _report(found, end_line, f"malformed XML on line {line} ({ErrorString(error.code)})")
    except (DefusedXmlException, ValueError, RecursionError) as error:
        return _report(found, end_line, f"unsafe XML ({error})")
    entry = feed[0]
    title = _text(entry, "title")
    if not title:
        return _report(found, end_line, "an entry without a title")
    printed = next((one.text or "" for one in _all(entry, "summary")), "")
    summary = _SUMMARY.search(text)
    authors = (_text(author, "name") for author in _all(entry, "author"))
    links = [one.get("href", "") for one in _all(entry, "link")]
    return Entry(
        title=title,
        abstract=printed.strip(),
        span=found.span,
        end_line=end_line,
        abstract_span=advance(found.span, text, summary.end()) if summary and printed.strip() else None,
        authors=tuple(name for name in authors if name),
        date=make_date(_text(entry, "published")) or make_date(_text(entry, "updated")),
        venue=journal_of_reference(_text(entry, "journal_ref")),
        identifiers=make_identifiers(arxiv=[_text(entry, "id"), *links], doi=[_text(entry, "doi")]),
        targets=unique_targets(_find_targets(entry, found.span, text)),
    )


def _all(entry: "Element", name: str) -> "Iterator[Element]":
    """Yield the children with a name, in any namespace."""
    return (one for one in entry if isinstance(one.tag, str) and one.tag.rpartition("}")[2] == name)


def _text(entry: "Element", name: str) -> str:
    return next((" ".join((one.text or "").split()) for one in _all(entry, name)), "")


def _find_targets(entry: "Element", span: Span, text: str) -> Iterator[Target]:
    for link in _all(entry, "link"):
        href = link.get("href", "").strip()
        if href:
            href_span = advance(span, text, max(text.find(href), 0))
            yield Target(raw=href, words=link.get("title") or link.get("rel") or "link", span=href_span)
    for name in ("comment", "journal_ref"):
        note = next((one.text or "" for one in _all(entry, name)), "")
        if note.strip():
            yield from find_targets(note, name, advance(span, text, max(text.find(note), 0)))


def recognise(head: list[str]) -> float:
    """Return the confidence, from 0 to 1, that a listing is a feed of arXiv's API."""
    text = "\n".join(line[:4000] for line in head)[:200_000]
    if not text.lstrip("\ufeff \t\r\n").startswith("<"):
        return 0.0
    has_feed = _ATOM in text and re.search(r"<(?:[A-Za-z][\w.-]{0,40}:)?feed[\s>]", text) is not None
    return 1.0 if has_feed and "arxiv.org/" in text and _START.search(text) else 0.0
