"""Bibliographies in RIS, and the tagged exports of PubMed, Web of Science and EndNote."""

from collections.abc import Iterable, Iterator

from papertrace.listings.bibliographies.tagged_records import RIS, TaggedRecord, find_dialect, split_records
from papertrace.listings.fields.field_dates import make_date
from papertrace.listings.fields.html_text import strip_tags
from papertrace.listings.fields.identifiers import (
    addresses_of_resolver,
    identify_first,
    make_identifiers,
)
from papertrace.listings.fields.people import invert_name
from papertrace.listings.fields.publication import count_of_field, first_page_of, split_keywords
from papertrace.listings.fields.references import name_references, split_lines
from papertrace.listings.fields.targets import find_targets, unique_targets
from papertrace.model import Entry, Problem, Target, advance

_HALF = 0.5
_MIN_TAGS = 5
_MAX_START_DEPTH = 40


def parse(lines: Iterable[str], source: str) -> Iterator[Entry | Problem]:
    """Yield the entries of a bibliography in order, and a problem for broken records and text outside records."""
    for record in split_records(lines, source):
        if isinstance(record, Problem):
            yield record
        else:
            yield from _read_record(record)


def _read_record(record: TaggedRecord) -> Iterator[Entry | Problem]:
    dialect = record.dialect
    title = next((one for one in record.all_of(*dialect.titles)), None)
    if title is None:
        n_lines = record.end_line - record.span.line + 1
        yield Problem(record.span, "a record without a title; left out", n_lines=n_lines)
        return
    abstract = next(record.all_of(*dialect.abstracts), None)
    printed = abstract.text if abstract else ""
    addresses = list(record.values_of(*dialect.addresses))
    yield Entry(
        title=strip_tags(title.text),
        abstract=printed.strip(),
        span=record.span,
        end_line=record.end_line,
        abstract_span=advance(abstract.span, printed, len(printed) - len(printed.lstrip())) if abstract else None,
        authors=_find_authors(record),
        date=_find_date(record),
        identifiers=make_identifiers(
            arxiv=[*addresses, *record.values_of(*dialect.venues)],
            doi=[*record.values_of(*dialect.dois), *addresses_of_resolver(addresses)],
        ).or_else(identify_first(addresses)),
        targets=unique_targets(_find_targets(record)),
        references=_find_references(record),
        venue=next((text for text in record.values_of(*dialect.journals) if text != strip_tags(title.text)), None),
        publisher=next(record.values_of(*dialect.publishers), None),
        type=next(record.values_of(*dialect.types), None),
        volume=next(record.values_of(*dialect.volumes), None),
        first_page=first_page_of(next(record.values_of(*dialect.pages), "")),
        keywords=split_keywords(record.values_of(*dialect.keywords)),
        index_keywords=split_keywords(record.values_of(*dialect.index_keywords)),
        n_citations=count_of_field(next(record.values_of(*dialect.counts), "")),
    )
    if not record.closed:
        yield Problem(record.span, f"the record has no end ({dialect.end}); the entry is kept")


def _find_authors(record: TaggedRecord) -> tuple[str, ...]:
    for tags in record.dialect.authors:
        names = tuple(name for value in record.values_of(*tags) if (name := invert_name(value)))
        if names:
            return names
    return ()


def _find_date(record: TaggedRecord) -> str | None:
    month = next(record.values_of(*record.dialect.months), "")
    return next((date for text in record.values_of(*record.dialect.dates) if (date := make_date(text, month))), None)


def _find_references(record: TaggedRecord) -> tuple[str, ...]:
    """Return the works in the list of references: Web of Science has a field for it, Scopus writes a note."""
    values = record.values_of(*record.dialect.references)
    if record.dialect is not RIS:
        return name_references(values)
    texts = (one.text for one in record.all_of(*record.dialect.references))
    lists = (text.partition(":")[2] for text in texts if text.startswith("References:"))
    return name_references(reference for text in lists for reference in split_lines(text))


def _find_targets(record: TaggedRecord) -> Iterator[Target]:
    for one in record.all_of(*record.dialect.addresses, *record.dialect.notes):
        yield from find_targets(one.text, one.tag, one.span)


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
    if index > _MAX_START_DEPTH or not (is_cut_off or set(dialect.titles) & set(found_tags)):
        return 0.0
    # Keywords and references continue over many lines without a tag, so that tags may be rare, but they are various.
    return 1.0 if len(found_tags) >= _HALF * len(below) or len(set(found_tags)) >= _MIN_TAGS else 0.4
