"""Metadata of arXiv as lines of JSON: the records of the yearly snapshot and of daily crawls.

Titles and abstracts are wrapped as in the announcement mails; they are joined to one line, so that a link in them is
reported on the line of its record (columns within a record are those of the text, not of the JSON). A record that
occurs twice gives two entries: duplicates are merged later.
"""

import re
from collections.abc import Iterable, Iterator
from dataclasses import replace

from papertrace.listings.fields.field_dates import make_date
from papertrace.listings.fields.identifiers import arxiv_of_field, make_identifiers
from papertrace.listings.fields.literals import decode_literal
from papertrace.listings.fields.people import split_names, without_affiliations
from papertrace.listings.fields.publication import journal_of_reference
from papertrace.listings.fields.targets import find_targets, unique_targets
from papertrace.listings.json.pages import JsonObject
from papertrace.listings.json.records import (
    Record,
    get_objects,
    get_text,
    get_texts,
    keys_of_head,
    read_entries,
)
from papertrace.model import Entry, Problem, Span, Target
from papertrace.model.latex import decode_latex

_ADDRESSES = (
    "abs",
    "abs_url",
    "pdf",
    "pdf_url",
    "html",
    "url",
    "link",
    "links",
    "code",
    "code_url",
    "github",
    "project",
)
_NOTES = ("comments", "comment", "journal-ref", "journal_ref")
_ID = re.compile(r"[\"']id[\"']\s{0,8}:\s{0,8}[\"']([^\"'\s]{6,80})[\"']")


def parse(lines: Iterable[str], source: str) -> Iterator[Entry | Problem]:
    """Yield the entries of a listing in order, and a problem for every line without one."""
    return read_entries(lines, source, _read_entry)


def _read_entry(record: Record) -> Entry | None:
    value, span = record.value, record.span
    title = get_text(value, "title")
    if not title:
        return None
    abstract = get_text(value, "abstract", "summary")
    return Entry(
        title=title,
        abstract=abstract,
        span=span,
        end_line=record.end_line,
        abstract_span=span if abstract else None,
        authors=_find_authors(value),
        date=_find_date(value),
        venue=journal_of_reference(get_text(value, "journal-ref", "journal_ref")),
        identifiers=make_identifiers(
            arxiv=[get_text(value, key) for key in ("id", "arxiv_id", "abs", "url", "pdf")],
            doi=(get_text(value, "doi").partition(" ")[0],),
        ),
        targets=unique_targets(_find_targets(value, span)),
    )


def _find_authors(value: JsonObject) -> tuple[str, ...]:
    parsed = value.get("authors_parsed")
    if isinstance(parsed, list) and parsed:
        return tuple(name for name in map(_join_parts, parsed) if name)
    names = [get_text(person, "name") for person in get_objects(value, "authors")] or get_texts(value, "authors")
    text = get_text(value, "authors", "author")
    if not names and text.startswith("["):
        listed = decode_literal(text)
        names = [name for name in listed if isinstance(name, str)] if isinstance(listed, list) else []
    if not names:
        names = list(split_names(without_affiliations(text)))
    return tuple(filter(None, map(decode_latex, names)))


def _join_parts(parts: object) -> str:
    """Return a name from the snapshot's list of last name, first name, suffix and perhaps an affiliation."""
    if not isinstance(parts, list):
        return ""
    last, first, suffix = ([part if isinstance(part, str) else "" for part in parts] + [""] * 3)[:3]
    return decode_latex(" ".join(part for part in (first, last, suffix) if part.strip()))


def _find_date(value: JsonObject) -> str | None:
    first = next((get_text(version, "created") for version in get_objects(value, "versions")), "")
    printed = first or get_text(value, "published", "published_date", "date", "created", "updated", "update_date")
    return make_date(printed)


def _find_targets(value: JsonObject, span: Span) -> Iterator[Target]:
    for key in _ADDRESSES:
        texts = get_texts(value, key) or [get_text(value, key)]
        yield from (Target(raw=text, words=key, span=span) for text in texts if "." in text and " " not in text)
    for key in _NOTES:
        yield from (replace(target, span=span) for target in find_targets(get_text(value, key), key, span))


def recognise(head: list[str]) -> float:
    """Return the confidence, from 0 to 1, that a listing consists of arXiv's metadata in JSON."""
    records = keys_of_head(head)
    fitting = [keys for keys in records if _fits(keys)]
    if not fitting:
        return 0.0
    ids = [found[1] for line in head for found in _ID.finditer(line[:100_000])]
    if not any(arxiv_of_field(found) for found in ids):
        return 0.0
    return len(fitting) / len(records)


def _fits(keys: frozenset[str]) -> bool:
    return (
        {"id", "title"} <= keys
        and bool(keys & {"abstract", "summary"})
        and bool(keys & {"authors", "submitter", "authors_parsed", "author", "categories"})
        and not keys & {"concepts", "referenced_works", "paperId", "externalIds", "corpusid"}
    )
