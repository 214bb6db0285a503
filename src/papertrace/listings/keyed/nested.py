"""Records of nested notations (JSON, YAML, TOML): whose they are, their rows, and the papers that groups have.

A service is known by the names in its records. Records of others are read by the names that people use, ignoring letter
case; what wraps the metadata of a paper is opened, and where a record has no authors or no venue, a field that cites
the paper, or the group around it, says them.
"""

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import replace

from papertrace.listings.keyed.citing import Cited, names_presenter, read_citing_fields, year_of_venue
from papertrace.listings.keyed.json_scanner import Record
from papertrace.listings.keyed.pages import WRAPPERS, JsonObject, find_items, is_object, is_of_words
from papertrace.listings.lines.decoding import MAX_TEXT_CHARS, describe_long_text
from papertrace.model import Entry, Problem
from papertrace.records.identifiers import arxiv_of_field
from papertrace.records.reading import fields_of, read_row
from papertrace.records.rows import Printed, Row, text_of
from papertrace.records.table import Section, fact_of, has_addresses, section

_PAPER_PAGES = ("huggingface.co/papers/", "hf.co/papers/")
_OF_ARXIV = frozenset({"authors", "submitter", "authors_parsed", "author", "categories"})
_NO_ITEMS = frozenset({"attachment", "note", "annotation"})
SAYING_PAPER = frozenset(
    {"abstract", "authors", "date", "year", "doi", "arxiv", "venue", "url", "link", "eprint", "references"}
)


def service_of(value: JsonObject) -> str:
    """Return the section of the service that wrote a record, or `json`."""
    names = value.keys()
    for name in ("openalex", "semantic-scholar", "zotero"):
        if section(name).is_of(names) or (name == "zotero" and section(name).is_of(_inner(value, "data"))):
            return name
    if _is_of_hugging_face(value):
        return "hugging-face"
    is_of_arxiv = (
        {"id", "title"} <= names
        and bool(names & {"abstract", "summary"})
        and bool(names & _OF_ARXIV)
        and arxiv_of_field(text_of(value["id"])) is not None
        and "concepts" not in names
    )
    return "arxiv-json" if is_of_arxiv else "json"


def _is_of_hugging_face(value: JsonObject) -> bool:
    layers = [value, _inner(value, "paper"), _inner(value, "details")]
    if "concepts" in value or not any(text_of(layer.get("title")) for layer in layers):
        return False
    if is_object(value.get("paper")) or any(map(section("hugging-face").is_of, layers)):
        return True
    texts = (held for layer in layers for held in layer.values() if isinstance(held, str))
    return any(_leads_to_paper_page(text) for text in texts)


def _leads_to_paper_page(text: str) -> bool:
    _, scheme, rest = text.partition("://")
    page = next((page for page in _PAPER_PAGES if rest.removeprefix("www.").startswith(page)), "")
    return bool(scheme and page) and rest.removeprefix("www.").removeprefix(page)[:1].isdigit()


def _inner(value: JsonObject, key: str) -> JsonObject:
    inner = value.get(key)
    return inner if is_object(inner) else {}


def read_record(record: Record, service: str, unknown: Counter[str]) -> Iterator[Entry | Problem]:
    """Yield the entry of a record, or those of the papers in it; `service` is its section, if the user named it."""
    n_lines = record.end_line - record.span.line + 1
    longest = max((len(text) for text in record.value.values() if isinstance(text, str)), default=0)
    if longest > MAX_TEXT_CHARS:  # Before copies of it are made.
        yield Problem(record.span, describe_long_text(longest), n_lines=n_lines)
        return
    name = service or service_of(record.value)
    value = _unwrap_layers(record.value, section(name))
    if name == "zotero" and (kind := text_of(value.get("itemType"))) in _NO_ITEMS:
        yield Problem(record.span, f"{kind}, no paper; left out", n_lines=n_lines, harmless=True)
        return
    if name == "json" and not title_in(value):
        items = [replace(record, value=item, text="") for item in find_items(record.value, is_listed=True)]
        inner = [
            one for one in items if one.value is not record.value and title_in(_unwrap_layers(one.value, section(name)))
        ]
        for one in inner:
            yield from read_record(one, service, unknown)
        if inner:
            return
    yield from read_row(_make_row(record, value, name), unknown)


def title_in(value: JsonObject) -> str:
    """Return the title of a record on one line, by the names that people use."""
    titles = ((key, text_of(held)) for key, held in value.items() if fact_of(key, "json") == "title")
    return next((text for key, text in titles if text and (key.lower() != "paper" or is_of_words(text))), "")


def is_paper(names: Mapping[str, object]) -> bool:
    """Return whether a record with a title has the name of another fact of a paper, or of an address."""
    return any(fact_of(name, "json") in SAYING_PAPER or has_addresses(name) for name in names)


def _unwrap_layers(value: JsonObject, of: Section) -> JsonObject:
    """Return the fields of a record and of what it wraps; of those with one name the innermost counts."""
    wrappers = of.wrappers or (WRAPPERS if of.name == "json" else ())
    layers = [_inner(value, name) for name in wrappers]
    if not any(layers):
        return value
    opened = {name for name, layer in zip(wrappers, layers, strict=True) if layer}
    merged: dict[str, object] = {}
    for layer in (*layers, value):
        merged.update((key, held) for key, held in layer.items() if key not in opened and not merged.get(key))
    # What is around is printed first, as a rule, and addresses are looked for in that order.
    return {key: merged[key] for layer in (value, *layers) for key in layer if key in merged}


def _make_row(record: Record, value: JsonObject, name: str) -> Row:
    fields = fields_of(value, section(name))
    if name == "json":
        fields = _complete(value, fields)
    return Row(name, fields, record.span, record.end_line, text=record.text)


def _complete(value: JsonObject, fields: list[Printed]) -> list[Printed]:
    """Return fields with what those say that cite the paper; a meeting's date is no date of the paper."""
    fields = [
        one for one in fields if one.name.lower() != "paper" or (isinstance(one.value, str) and is_of_words(one.value))
    ]
    if names_presenter(value):
        fields = [one for one in fields if fact_of(one.name, "json") != "date"]
    filled = {fact_of(one.name, "json"): one for one in reversed(fields) if one.value not in (None, "", [], {})}
    cited = Cited() if {"authors", "venue"} <= filled.keys() else read_citing_fields(value, title_in(value))
    venue = text_of(filled["venue"].value) if "venue" in filled else cited.venue
    said = {
        "authors": list(cited.authors) if "authors" not in filled else (),
        "venue of the citation": cited.venue,
        "year of the citation": cited.year,
        "year of the venue": year_of_venue(venue),
    }
    return [*fields, *(Printed(key, held) for key, held in said.items() if held)]
