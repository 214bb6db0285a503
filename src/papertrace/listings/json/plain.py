"""Papers as JSON records of any other service: all that is required are records with titles, or items in Markdown.

Keys are recognised by their usual names, ignoring letter case. The readers of known services take precedence.
"""

import re
from collections.abc import Iterable, Iterator
from dataclasses import replace
from itertools import takewhile

from papertrace.listings import extracted
from papertrace.listings.fields.field_dates import read_date
from papertrace.listings.fields.html_text import strip_tags
from papertrace.listings.fields.identifiers import identify_first, make_identifiers, make_reference
from papertrace.listings.fields.publication import count_of_field, first_page_of, split_keywords
from papertrace.listings.fields.targets import find_targets, unique_targets
from papertrace.listings.fields.venues import clean_venue
from papertrace.listings.json import arxiv as arxiv_jsonl
from papertrace.listings.json import hugging_face as hugging_face_json
from papertrace.listings.json import markdown_texts, openalex, semantic_scholar
from papertrace.listings.json.citing_fields import Cited, names_presenter, read_citing_fields, year_of_venue
from papertrace.listings.json.field_names import field_of, name_fields
from papertrace.listings.json.groups import FACTS, VENUE_OF_GROUP, YEAR_OF_GROUP, is_titled_by_key
from papertrace.listings.json.pages import (
    ADDRESS_WORDS,
    BOILERPLATE_WORDS,
    JsonObject,
    find_items,
    has_addresses,
    is_object,
)
from papertrace.listings.json.record_authors import AUTHORS, find_authors
from papertrace.listings.json.records import (
    Record,
    get_object,
    get_objects,
    get_text,
    get_texts,
    keys_of_head,
    read_records,
)
from papertrace.model import Entry, Problem, Span, Target

_TITLES = ("title", "paper_title", "papertitle", "paper title", "display_name")
_ABSTRACTS = ("abstract", "paper_abstract", "summary", "description", "tldr")
_DATES = (
    *("date", "published", "publication_date", "published_date", "publishedat", "issued", "published-print", "created"),
    *("year", "pdate", "cdate"),
)
_PARTS_OF_DATES = ("year", "month", "day")
VENUES = (
    "container-title",
    "venue",
    "journal",
    "booktitle",
    "conference",
    "publicationtitle",
    "journaltitle",
    "publication",
)
_NAMES = {
    "title": _TITLES,
    "authors": AUTHORS,
    "abstract": _ABSTRACTS,
    "venue": VENUES,
    "doi": ("doi",),
    "year": _DATES,
    "date": _DATES,
}
_COUNTS = ("is-referenced-by-count", "citation_count", "citationcount", "n_citations", "cited_by_count", "citations")
_ORGANISATIONS = ("organisation", "organization", "affiliation")
_ADDRESS_WORDS = ADDRESS_WORDS | {"project", "data", "dataset", "video", "html", "ee"}
_BOILERPLATE_WORDS = BOILERPLATE_WORDS | {
    *("author", "authors", "venue", "licence", "license", "reference", "references", "prefix"),
}
PAPER_KEYS = frozenset(
    (*_ABSTRACTS, *AUTHORS, *_DATES, *_ADDRESS_WORDS, "doi", "arxiv", "arxiv_id", "paper_url", "venue")
)
_IS_VENUE = re.compile(r"^\W*arxiv\b|\b(?:19|20)\d\d$", re.IGNORECASE)
# Hugo has venues in Markdown: "In *Harbour Letters*".
_EMPHASIS = re.compile(r"^(?:In:?\s)?(?P<sign>\*\*?|__?)(?P<name>[^*_]{1,300})(?P=sign)(?!\w)")
_WRAPPERS = ("content", "info", "paper", "article", "details", "attributes", "_source")
_KNOWN_SERVICES = (extracted, arxiv_jsonl, hugging_face_json, openalex, semantic_scholar)
_SURE, _HALF = 0.7, 0.5
_VALUE = re.compile(r'"\s{0,8}:\s{0,8}"')
_KEY_OF_RECORD = re.compile(r'"(?P<key>[^"\\]{1,400})"\s{0,8}:\s{0,8}\{\s{0,8}(?!\})')
_NAME_OF_VALUE = re.compile(r'"([A-Za-z_][\w -]{0,60})"\s{0,8}:\s{0,8}["\d]')
_MARKDOWN_VALUE = re.compile(r'"\s{0,8}:\s{0,8}"(?:[-*+] |\|)[^"]{0,600}?(?:\]\(|://)')
_MAX_CHARS_OF_HEAD = 100_000
_MAX_LINES_OF_HEAD = 200


def parse(lines: Iterable[str], source: str) -> Iterator[Entry | Problem]:
    """Yield the entries of a listing in order, and a problem for every record without a title."""
    for record in read_records(lines, source):
        if isinstance(record, Problem):
            yield record
        elif texts := markdown_texts.find_texts(record.value):
            yield from markdown_texts.read_texts(record, texts)
        else:
            yield from _read_record(record)


def _read_record(record: Record) -> Iterator[Entry | Problem]:
    """Yield the entry of a record, or those of the papers in it."""
    n_lines = record.end_line - record.span.line + 1
    problem = Problem(record.span, "a record without a title; left out", n_lines=n_lines)
    if entry := read_entry(record):
        yield entry
        return
    items = (replace(record, value=item) for item in find_items(record.value, is_listed=True))
    entries = [entry for item in items if (entry := read_entry(item))]
    yield from entries
    if not entries:
        yield problem


def read_entry(record: Record) -> Entry | None:
    """Return the entry of a record whose fields have usual names, or None if it has no title."""
    value, span = _flatten(record.value), record.span
    title = strip_tags(get_text(value, *_TITLES))
    if not title:
        return None
    abstract = strip_tags(get_text(value, *_ABSTRACTS))
    targets = unique_targets(_find_targets(record.value, span))
    venue, publisher = _find_venue(value)
    authors = find_authors(value)
    cited = Cited() if authors and venue else read_citing_fields(value, title)
    # What a meeting on a paper has as its date is no date of the paper.
    dates = (read_date(get_text(value, key)) for key in (("year",) if names_presenter(value) else _DATES))
    later = (cited.year, year_of_venue(venue), get_text(value, YEAR_OF_GROUP))
    return Entry(
        title=title,
        abstract=abstract,
        span=span,
        end_line=record.end_line,
        abstract_span=span if abstract else None,
        authors=authors or cited.authors,
        organisation=get_text(value, *_ORGANISATIONS) or None,
        date=next(filter(None, (*dates, *later)), None),
        identifiers=make_identifiers(
            arxiv=[get_text(value, key) for key in value if _may_have_arxiv_id(key)],
            doi=(get_text(value, "doi"), get_text(value, "id")),
        ).or_else(identify_first(target.raw for target in targets)),
        targets=targets,
        references=tuple(dict.fromkeys(_find_references(value))),
        subtitle=_first_text(value, "subtitle") or None,
        venue=venue or cited.venue or get_text(value, VENUE_OF_GROUP) or None,
        publisher=publisher,
        type=_first_text(value, "type", "itemtype", "document_type") or None,
        volume=_first_text(value, "volume") or None,
        first_page=first_page_of(_first_text(value, "page", "pages", "first_page")),
        keywords=split_keywords(get_texts(value, "keywords") or [_first_text(value, "keywords", "keyword")]),
        index_keywords=split_keywords(get_texts(value, "subject") or get_texts(value, "subjects")),
        n_citations=count_of_field(_first_text(value, *_COUNTS)),
    )


def _find_venue(value: JsonObject) -> tuple[str | None, str | None]:
    """Return the venue and the publisher; what is named as a publisher with a year, or is arXiv, is a venue."""
    named = (get_text(get_object(value, key), "name", "title") for key in VENUES)
    printed = _first_text(value, *VENUES)
    printed = strip_tags(printed) if "<" in printed else printed
    venue = _EMPHASIS.sub(r"\g<name>", printed) or next(filter(None, named), "")
    publisher = _first_text(value, "publisher")
    if not venue and _IS_VENUE.search(publisher):
        return clean_venue(publisher, in_column=True), None
    return venue or None, publisher or None


def _first_text(value: JsonObject, *keys: str) -> str:
    """Return the first text in some fields, or in their lists: Crossref has lists of one title."""
    return next((text for key in keys if (text := get_text(value, key) or next(iter(get_texts(value, key)), ""))), "")


def _flatten(value: JsonObject) -> JsonObject:
    """Return the fields of a record under their lower-case names, without the wrappers of services."""
    flat: dict[str, object] = {}
    printed: dict[str, object] = {}
    for layer in _layers(value):
        printed.update(
            (key, _unwrap(one)) for key, one in layer.items() if key not in _WRAPPERS or isinstance(one, str)
        )
    flat.update((key.lower(), one) for key, one in printed.items())
    for field, held in name_fields(printed).items():
        if not any(flat.get(key) for key in _NAMES[field]):
            flat[field] = held
    for key in _TITLES:  # Crossref has lists of titles.
        titles = flat.get(key)
        if isinstance(titles, list) and titles:
            flat[key] = titles[0]
    return flat


def _layers(value: JsonObject) -> list[JsonObject]:
    return [value, *(get_object(value, wrapper) for wrapper in _WRAPPERS)]


def _unwrap(value: object) -> object:
    """Return the value that an object wraps: OpenReview's `{"value": …}`, Crossref's `{"date-parts": …}`, one list."""
    if isinstance(value, list) and len(value) == 1 and _is_parted_date(value[0]):
        value = value[0]
    if not is_object(value):
        return value
    if _is_parted_date(value):
        numbers = takewhile(str.isdigit, (get_text(value, key) for key in _PARTS_OF_DATES))
        return "-".join(number.zfill(2) for number in numbers)
    if "value" in value:
        return value["value"]
    parts = value.get("date-parts")
    if isinstance(parts, list) and parts and isinstance(parts[0], list):
        return "-".join(str(part).zfill(2) for part in parts[0] if str(part).isdigit())  # Zotero prints years as text
    inner = list(value.values())
    return inner[0] if len(inner) == 1 and isinstance(inner[0], list | dict) else value


def _is_parted_date(value: object) -> bool:
    """Return whether a value is a date in parts, as CSL has it in YAML."""
    return is_object(value) and "year" in value and value.keys() <= set(_PARTS_OF_DATES)


def _may_have_arxiv_id(key: str) -> bool:
    return "arxiv" in key or key in ("id", "eprint")


def _find_references(value: JsonObject) -> Iterator[str]:
    for cited in (*get_objects(value, "reference"), *get_objects(value, "references")):
        if name := make_reference(arxiv=get_text(cited, "arxiv", "arxiv_id"), doi=get_text(cited, "DOI", "doi")):
            yield name


def _find_targets(value: JsonObject, span: Span) -> Iterator[Target]:
    for key, held in ((key, held) for layer in _layers(value) for key, held in layer.items()):
        if not has_addresses(key, _ADDRESS_WORDS, _BOILERPLATE_WORDS):
            continue
        field = {key: _unwrap(held)}
        linked = get_objects(field, key) or [get_object(field, key)]
        objects = [url for one in linked if (url := get_text(one, "url", "URL", "href"))]
        for text in get_texts(field, key) or objects or [get_text(field, key)]:
            for target in find_targets(text, key, span):
                yield Target(raw=target.raw, words=key, span=span)


def recognise(head: list[str]) -> float:
    """Return the confidence, from 0 to 1, that a listing consists of papers as JSON of any other service."""
    records = [
        frozenset(name for key in keys for name in (key.lower(), field_of(key)) if name) for keys in keys_of_head(head)
    ]
    fitting = [keys for keys in records if (keys & set(_TITLES) and keys & PAPER_KEYS) or keys & {"content", "info"}]
    if not fitting and (_holds_markdown(head) or _has_titles_as_keys(head)):
        return _SURE
    if not fitting or any(reader.recognise(head) > _HALF for reader in _KNOWN_SERVICES):
        return 0.0
    return _SURE * len(fitting) / len(records)


def _has_titles_as_keys(head: list[str]) -> bool:
    """Return whether the first lines have keys that are titles, above records with facts of papers."""
    shown = [line[:_MAX_CHARS_OF_HEAD] for line in head[:_MAX_LINES_OF_HEAD]]
    keys = [found["key"] for line in shown for found in _KEY_OF_RECORD.finditer(line)]
    n_titles = sum(is_titled_by_key(key, {"year": "2021"}) for key in keys)
    has_facts = any(field_of(name) in FACTS for line in shown for name in _NAME_OF_VALUE.findall(line))
    return has_facts and n_titles > 1 and n_titles * 2 > len(keys)


def _holds_markdown(head: list[str]) -> bool:
    """Return whether the first lines hold Markdown items under keys; the object may go on after them."""
    first = next((line.lstrip() for line in head if line.strip()), "")
    shown = [line[:_MAX_CHARS_OF_HEAD] for line in head[:_MAX_LINES_OF_HEAD]] if first.startswith("{") else []
    n_items = sum(len(_MARKDOWN_VALUE.findall(line)) for line in shown)
    n_values = sum(len(_VALUE.findall(line)) for line in shown)
    return n_items > n_values / 2
