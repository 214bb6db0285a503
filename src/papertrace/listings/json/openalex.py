"""Works of OpenAlex, as lines of JSON (its snapshot) or pages of results (its API), with their reference lists."""

import re
from collections.abc import Iterable, Iterator

from papertrace.listings.fields.field_dates import make_date
from papertrace.listings.fields.html_text import strip_tags
from papertrace.listings.fields.identifiers import make_identifiers
from papertrace.listings.fields.publication import count_of_field
from papertrace.listings.fields.targets import unique_targets
from papertrace.listings.json.pages import JsonObject
from papertrace.listings.json.records import (
    Record,
    get_object,
    get_objects,
    get_text,
    get_texts,
    keys_of_head,
    read_entries,
)
from papertrace.model import Entry, Problem, Span, Target

_WORK = re.compile(r"(?:https?://(?:api\.)?openalex\.org/(?:works/)?)?(W\d{1,15})", re.IGNORECASE)
_HALLMARKS = frozenset(
    {"referenced_works", "abstract_inverted_index", "authorships", "open_access", "cited_by_count", "primary_location"}
)
_MIN_HALLMARKS = 2
_MAX_WORDS = 20_000  # the longest abstracts in the database have a few thousand


def parse(lines: Iterable[str], source: str) -> Iterator[Entry | Problem]:
    """Yield the works of a listing in order, and a problem for every line without one."""
    return read_entries(lines, source, _read_entry)


def _read_entry(record: Record) -> Entry | None:
    value, span = record.value, record.span
    title = strip_tags(get_text(value, "title", "display_name"))
    if not title:
        return None
    abstract = rebuild_abstract(get_object(value, "abstract_inverted_index"))
    abstract = abstract or strip_tags(get_text(value, "abstract"))
    locations = [get_object(value, "primary_location"), *get_objects(value, "locations")]
    source = get_object(locations[0], "source")
    alias = _find_work(get_text(value, "id"))
    return Entry(
        title=title,
        abstract=abstract,
        span=span,
        end_line=record.end_line,
        abstract_span=span if abstract else None,
        authors=_find_authors(value),
        date=make_date(get_text(value, "publication_date")) or make_date(get_text(value, "publication_year")),
        identifiers=make_identifiers(
            arxiv=[text for location in locations for text in _arxiv_addresses(location)],
            doi=(get_text(value, "doi"), get_text(get_object(value, "ids"), "doi")),
        ),
        targets=unique_targets(_find_targets(value, locations, span)),
        references=tuple(
            dict.fromkeys(name for text in get_texts(value, "referenced_works") if (name := _find_work(text)))
        ),
        aliases=(alias,) if alias else (),
        venue=get_text(source, "display_name") or None,
        publisher=get_text(source, "host_organization_name") or None,
        type=get_text(value, "type") or None,
        volume=get_text(get_object(value, "biblio"), "volume") or None,
        first_page=get_text(get_object(value, "biblio"), "first_page") or None,
        index_keywords=tuple(
            dict.fromkeys(
                name for one in get_objects(value, "keywords") if (name := get_text(one, "display_name", "keyword"))
            )
        ),
        n_citations=count_of_field(get_text(value, "cited_by_count")),
    )


def rebuild_abstract(index: JsonObject) -> str:
    """Rebuild an abstract from an inverted index, which maps each word to its positions, counted from 0.

    >>> rebuild_abstract({"models": [1], "Language": [0], "learn": [2]})
    'Language models learn'
    """
    words = [
        (position, word)
        for word, positions in index.items()
        if isinstance(positions, list)
        for position in positions[:_MAX_WORDS]
        if isinstance(position, int)
    ]
    return strip_tags(" ".join(word for _, word in sorted(words)[:_MAX_WORDS]))


def _find_work(text: str) -> str | None:
    found = _WORK.fullmatch(text.strip())
    return f"openalex:{found[1].upper()}" if found else None


def _find_authors(value: JsonObject) -> tuple[str, ...]:
    ships = get_objects(value, "authorships")
    names = (
        get_text(get_object(ship, "author"), "display_name") or get_text(ship, "raw_author_name") for ship in ships
    )
    return tuple(name for name in names if name)


def _arxiv_addresses(location: JsonObject) -> Iterator[str]:
    texts = (get_text(location, key) for key in ("landing_page_url", "pdf_url"))
    yield from (text for text in texts if "arxiv" in text.lower())


def _find_targets(value: JsonObject, locations: list[JsonObject], span: Span) -> Iterator[Target]:
    for location in (*locations, get_object(value, "best_oa_location")):
        for key in ("landing_page_url", "pdf_url"):
            if text := get_text(location, key):
                yield Target(raw=text, words=key, span=span)
    if text := get_text(get_object(value, "open_access"), "oa_url"):
        yield Target(raw=text, words="oa_url", span=span)


def recognise(head: list[str]) -> float:
    """Return the confidence, from 0 to 1, that a listing consists of works of OpenAlex."""
    records = keys_of_head(head)
    fitting = sum(len(keys & _HALLMARKS) >= _MIN_HALLMARKS for keys in records)
    return fitting / len(records) if records else 0.0
