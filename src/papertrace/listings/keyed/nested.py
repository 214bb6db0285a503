"""Records of nested notations (JSON, XML, YAML, TOML): where papers are in a nested value, whose they are, their rows.

Each notation yields records: a nested value and its place. A service is known by the names in its records, or by the
notation. Records of others are read by the names that people use, ignoring letter case; what wraps the metadata of a
paper is opened, and where a record has no authors or no venue, a field that cites the paper, or the group around it,
says them.
"""

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace

from papertrace.listings.fields import is_document, leads_out, leads_to_paper
from papertrace.listings.keyed.citing import names_presenter, read_citing_fields, year_of_venue
from papertrace.listings.keyed.pages import (
    CITATION_KEYS,
    WRAPPERS,
    JsonObject,
    facts_of_group,
    find_items,
    is_object,
    is_of_words,
    is_titled_by_key,
)
from papertrace.listings.learned.entries import Cited
from papertrace.listings.lines.opening import MAX_TEXT_CHARS, describe_long_text
from papertrace.model import Entry, Problem, Span
from papertrace.records.identifiers import arxiv_of_field
from papertrace.records.reading import fields_of, read_row
from papertrace.records.rows import Printed, Row, text_of
from papertrace.records.table import Section, fact_of, has_addresses, section

_PAPER_PAGES = ("huggingface.co/papers/", "hf.co/papers/")
_OF_ARXIV = frozenset({"authors", "submitter", "authors_parsed", "author", "categories"})
_NO_ITEMS = frozenset({"attachment", "note", "annotation"})
_SAYING_PAPER = frozenset(
    {"abstract", "authors", "date", "year", "doi", "arxiv", "venue", "url", "link", "eprint", "references"}
)
_PRINTED_TITLES = ("title", "Title", "TITLE", "paper_title")


@dataclass(frozen=True, slots=True)
class Record:
    """A nested value with its place: that of its first character, the line of its last one, and its text from there.

    Without a text of its own, the places of what is in it are that of the record. `kind` is the type of publication
    that the notation states beside the fields.
    """

    value: JsonObject
    span: Span
    end_line: int
    text: str = ""
    kind: str = ""


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
    return any(fact_of(name, "json") in _SAYING_PAPER or has_addresses(name) for name in names)


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
    return Row(name, fields, record.span, record.end_line, text=record.text, kind=record.kind)


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
        "year of the citation": cited.date,
        "year of the venue": year_of_venue(venue),
    }
    return [*fields, *(Printed(key, held) for key, held in said.items() if held)]


class Located(dict[str, object]):
    """A mapping of a data file and its lines; `is_whole` says that it was read to its end."""

    def __init__(self, start: Span) -> None:
        super().__init__()
        self.start = start
        self.end_line: int = start.line
        self.is_whole: bool = False

    def close(self, last_line: int) -> None:
        """Note the line of the last value in the mapping."""
        self.end_line = max(last_line, self.start.line)
        self.is_whole = True


def find_papers(
    value: object, around: JsonObject | None = None, key: str = "", *, depth: int = 0, is_listed: bool = False
) -> Iterator[Record]:
    """Yield the papers among the mappings in a value, in order, with what the groups around them say of them.

    A mapping around papers is a group. What a paper cites is none of the listing, but a file without a title may name
    its own papers `references`. `around` is what the groups say so far, `key` the name of the value.
    """
    said = around or {}
    if isinstance(value, list):
        for one in value:
            yield from find_papers(one, said, depth=depth + 1, is_listed=True)
    elif isinstance(value, Located):
        # A file may map thousands of keys to papers, so that its keys are not gone through.
        may_cite = depth > 0 or any(name in value for name in _PRINTED_TITLES)
        is_group = False
        for name, one in value.items():
            if isinstance(one, list | Located) and not (may_cite and name.lower() in CITATION_KEYS):
                facts = {**said, **facts_of_group(name, value, is_listed=is_listed)}
                for record in find_papers(one, facts, name, depth=depth + 1):
                    is_group = True
                    yield record
        if not is_group and value.is_whole:
            titled = {**value, "title": key} if is_titled_by_key(key, value) else value
            if paper := _find_paper(titled, may_be_named=depth > 0):
                yield Record({**said, **paper}, value.start, value.end_line)


def _find_paper(value: JsonObject, *, may_be_named: bool) -> JsonObject | None:
    """Return the mapping of a paper with its title as such, or None for any other mapping.

    A file that is one mapping with a name and authors describes software. Menus of sites have titles and addresses:
    where nothing else is known of a title, an address has to be that of a paper.
    """
    facts = {fact_of(key, "json") for key, held in value.items() if held}
    named = next((key for key, held in value.items() if key.lower() == "name" and isinstance(held, str)), None)
    if named and may_be_named and "title" not in facts and "authors" in facts:
        value = {"title" if key == named else key: held for key, held in value.items()}
    if not title_in(value) or not is_paper(value):
        return None
    known = {key: held for key, held in value.items() if fact_of(key, "json") in _SAYING_PAPER or has_addresses(key)}
    says_more = any(fact_of(key, "json") not in {"url", "link", ""} for key in known)
    return value if says_more or any(map(_has_address_of_paper, known.values())) else None


def _has_address_of_paper(value: object) -> bool:
    if isinstance(value, str):
        return is_document(value) or (leads_out(value) and leads_to_paper(value))
    inner = value.values() if isinstance(value, dict) else value if isinstance(value, list) else ()
    return any(map(_has_address_of_paper, inner))
