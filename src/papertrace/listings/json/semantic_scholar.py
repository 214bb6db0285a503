"""Papers of Semantic Scholar: the records of its bulk files, its graph API and the older corpus (S2ORC)."""

from collections.abc import Iterable, Iterator

from papertrace.listings.fields.field_dates import make_date
from papertrace.listings.fields.html_text import strip_tags
from papertrace.listings.fields.identifiers import make_identifiers, make_reference
from papertrace.listings.fields.publication import count_of_field, first_page_of
from papertrace.listings.fields.targets import unique_targets
from papertrace.listings.json.pages import JsonObject, is_object
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

_HALLMARKS = frozenset({"paperId", "corpusid", "corpusId", "externalIds", "externalids", "paperAbstract", "s2Url"})
# The lists of references and citations wrap each paper in one of these.
_WRAPPERS = ("citedPaper", "citingPaper")


def parse(lines: Iterable[str], source: str) -> Iterator[Entry | Problem]:
    """Yield the papers of a listing in order, and a problem for every line without one."""
    return read_entries(lines, source, _read_entry)


def _read_entry(record: Record) -> Entry | None:
    value, span = _unwrap(record.value), record.span
    title = strip_tags(get_text(value, "title"))
    if not title:
        return None
    abstract = strip_tags(get_text(value, "abstract", "paperAbstract"))
    outer = _external(value)
    return Entry(
        title=title,
        abstract=abstract,
        span=span,
        end_line=record.end_line,
        abstract_span=span if abstract else None,
        authors=tuple(name for person in get_objects(value, "authors") if (name := get_text(person, "name"))),
        date=make_date(get_text(value, "publicationDate", "publicationdate")) or make_date(get_text(value, "year")),
        identifiers=make_identifiers(
            arxiv=(_id_of(outer, "arxiv"), get_text(value, "arxivId")),
            doi=(_id_of(outer, "doi"), get_text(value, "doi")),
        ),
        targets=unique_targets(_find_targets(value, span)),
        references=tuple(dict.fromkeys(_find_references(value))),
        aliases=tuple(_find_aliases(value)),
        venue=get_text(value, "venue") or get_text(get_object(value, "publicationVenue"), "name") or None,
        type=next(iter(get_texts(value, "publicationTypes")), None),
        volume=get_text(get_object(value, "journal"), "volume") or None,
        first_page=first_page_of(get_text(get_object(value, "journal"), "pages")),
        index_keywords=tuple(dict.fromkeys(get_texts(value, "fieldsOfStudy"))),
        n_citations=count_of_field(get_text(value, "citationCount", "citationcount")),
    )


def _unwrap(value: JsonObject) -> JsonObject:
    return next((inner for key in _WRAPPERS if (inner := get_object(value, key))), value)


def _external(value: JsonObject) -> JsonObject:
    """Return the ids of a paper in other registries."""
    return get_object(value, "externalIds") or get_object(value, "externalids")


def _id_of(ids: JsonObject, registry: str) -> str:
    """Return the id in a registry, whose name may be spelled in several ways."""
    return next((get_text(ids, key) for key in ids if key.lower() == registry), "") if ids else ""


def _find_aliases(value: JsonObject) -> Iterator[str]:
    if paper := get_text(value, "paperId", "id"):
        yield f"s2:{paper}"
    if corpus := get_text(value, "corpusid", "corpusId") or _id_of(_external(value), "corpusid"):
        yield f"s2:{corpus}"


def _find_references(value: JsonObject) -> Iterator[str]:
    cited = value.get("references")
    page = get_objects(cited, "data") if is_object(cited) else get_objects(value, "references")
    for reference in map(_unwrap, page):
        ids = _external(reference)
        other = next(_find_aliases(reference), None)
        name = make_reference(arxiv=_id_of(ids, "arxiv"), doi=_id_of(ids, "doi"), other=other)
        if name:
            yield name
    yield from (f"s2:{paper}" for paper in get_texts(value, "outCitations"))


def _find_targets(value: JsonObject, span: Span) -> Iterator[Target]:
    addresses = [
        ("url", get_text(value, "url")),
        ("openAccessPdf", get_text(get_object(value, "openAccessPdf"), "url")),
        ("openaccessinfo", get_text(get_object(value, "openaccessinfo"), "url")),
        ("doiUrl", get_text(value, "doiUrl")),
        ("s2Url", get_text(value, "s2Url")),
        *(("pdfUrls", text) for text in get_texts(value, "pdfUrls")),
    ]
    yield from (Target(raw=text, words=key, span=span) for key, text in addresses if text)


def recognise(head: list[str]) -> float:
    """Return the confidence, from 0 to 1, that a listing consists of papers of Semantic Scholar."""
    records = keys_of_head(head)
    fitting = sum(bool(keys & _HALLMARKS) or bool(keys & {*_WRAPPERS}) for keys in records)
    return fitting / len(records) if records else 0.0
