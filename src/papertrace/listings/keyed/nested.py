"""Records of nested notations (JSON, XML, YAML, TOML): where papers are in a nested value, whose they are, their rows.

Each notation yields records: a nested value and its place. A service is known by the names in its records, or by the
notation. Records of others are read by the names that people use, ignoring letter case; what wraps the metadata of a
paper is opened, and where a record has no authors or no venue, a field that cites the paper, or the group around it,
says them.
"""

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from functools import lru_cache

from papertrace.listings.fields import is_document, leads_out, leads_to_paper
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
from papertrace.listings.learned.entries import Cited, read_citation
from papertrace.listings.opening import MAX_TEXT_CHARS, describe_long_text
from papertrace.model import Entry, Problem, Span
from papertrace.model.text import strip_tags
from papertrace.records.reading import fields_of, read_row
from papertrace.records.rows import Printed, Row, text_of
from papertrace.records.table import Section, fact_of, has_addresses, load_table, section
from papertrace.records.values import arxiv_of_field, without_pages

_EMPHASIS = re.compile(r"\*\*|__|(?<![\w*])[*_](?=\S)|(?<=[^\s*_])[*_](?![\w*])|</?(?:b|strong|u|span)\b[^<>]{0,200}>")
_YEAR = re.compile(r"(?<![\d.:/-])(?:19|20)\d\d(?![\d-])")
# "WAVES '21"
_SHORT_YEAR = re.compile(r"[^\W_]\s?['’](\d\d)$")  # noqa: RUF001 - an apostrophe as printed
_FIRST_SHORT_YEAR = 50
# Numbers, or capitals that are initials: a text without either cites nothing.
_MAY_CITE = re.compile(r"\d|\b[^\W\d_a-z]{1,3}(?:\.|$|,|;| (?:&|and) )")
_INITIALS = re.compile(r"(?<!\w)[^\W\d_a-z]\.|^[^\W\d_a-z]{1,3}(?=\s)")
_LONG_WORD = re.compile(r"[^\W\d_]{4,}")
_WORDS = re.compile(r"[^\W\d_][^\d(;,:]{2,}")
_VENUE_AND_PAGES = re.compile(
    r"(?P<venue>[^\W\d_][^\d,;:()]{1,100}?),?\s+(?:vol(?:ume)?\.?\s*)?"
    r"(?:\d{1,4}\s?(?:\(\d{1,4}\))?\s?[,:;]\s?(?:pp?\.\s?)?e?\d{1,6}|\d{1,6}\s?[-–]\s?\d{1,6})\b"  # noqa: RUF001 - dashes as printed
)
_NAMES = load_table()["pages"]
_MAX_LENGTH = 4000
_READ_ELSEWHERE = frozenset({"title", "abstract", "authors", "venue", "publisher", "doi"})


def read_citing_fields(record: Mapping[str, object], title: str) -> Cited:
    """Return what the fields of a record that cite its paper say of it, the first that says it counting.

    >>> record = {"citation": "**Doe A**, Roe RS. *Journal of Coastal Research*. 2021 Jan 3"}
    >>> read_citing_fields(record, "Sparse sampling of kelp forests from orbit")
    Cited(authors=('A Doe', 'RS Roe'), venue='Journal of Coastal Research', date='2021')
    """
    links = (_read_link(value) for value in record.values() if is_object(value))
    read = [cited for cited in links if cited is not None]
    texts = (
        value
        for key, value in record.items()
        if isinstance(value, str) and fact_of(key, "json") not in _READ_ELSEWHERE and value != title
    )
    return _join([*read, read_citing_texts(texts, title)])


def read_citing_texts(texts: Iterable[str], title: str) -> Cited:
    """Return what texts say of the paper with a title, the first that says it counting."""
    shown = [
        strip_tags(_EMPHASIS.sub("", text)).strip()
        for text in texts
        if 0 < len(text) <= _MAX_LENGTH and "://" not in text[:8]
    ]
    return _join([_read(text, title) for text in shown if _MAY_CITE.search(text)])


def _read(text: str, title: str) -> Cited:
    words = _LONG_WORD.findall(text)
    has_title = title.casefold() in text.casefold()
    # Names and venues have capitals; to read a sentence as one would be slow, and in vain.
    if not has_title and (sum(word[0].isupper() for word in words) * 2 < len(words) or " " not in text):
        return Cited()
    if text.casefold() in title.casefold():
        return Cited()
    read, numbered = read_citation(text, title), _VENUE_AND_PAGES.match(text)
    if numbered and not read.authors:
        read = read._replace(venue=numbered["venue"].strip(" ."))
    # Names alone may be those of anything, unless most have initials; a venue alone has a number.
    n_with_initials = sum(_INITIALS.search(name) is not None for name in read.authors)
    if not (read.venue or read.date) and n_with_initials * 2 <= len(read.authors):
        return Cited()
    return read if read.authors or any(map(str.isdigit, text)) else Cited()


def _join(read: Iterable[Cited]) -> Cited:
    joined = Cited()
    for one in read:
        joined = Cited(joined.authors or one.authors, joined.venue or one.venue, joined.date or one.date)
    return joined


def _read_link(link: JsonObject) -> Cited | None:
    """Return what the words of a link say, which sites show for the publication: `{url: …, display: Waves 3 (2021)}`.

    Words without a year are a label, or what no one can tell from one.
    """
    words = next((text for key in _NAMES["words_of_links"] if (text := text_of(link.get(key)))), "")[:_MAX_LENGTH]
    years = _YEAR.findall(words)
    named = _WORDS.search(words)
    if not (text_of(link.get("url")) or text_of(link.get("href"))) or not years or not named or "://" in words:
        return None
    return Cited(venue=named[0].strip(" ."), date=years[-1])


def year_of_venue(venue: str | None) -> str:
    """Return the only year in the words for a venue, of which two digits may be printed at the end.

    >>> year_of_venue("WAVES 2021"), year_of_venue("WAVES '98"), year_of_venue("Harbour Letters 21, 2001-2010")
    ('2021', '1998', '')
    """
    text = without_pages(venue or "")
    years = set(_YEAR.findall(text))
    if not years and (short := _SHORT_YEAR.search(text)):
        years = {f"{'19' if int(short[1]) >= _FIRST_SHORT_YEAR else '20'}{short[1]}"}
    return years.pop() if len(years) == 1 else ""


def names_presenter(record: Mapping[str, object]) -> bool:
    """Return whether a record names who presents its paper at a meeting, as those of reading groups do.

    >>> names_presenter({"title": "Tides", "presenter": "Ann Doe"}), names_presenter({"title": "Tides", "speaker": ""})
    (True, False)
    """
    return any(bool(record.get(key)) for key in _NAMES["presenters"])


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
    if name := _service_of_names(tuple(names)):
        return name
    if section("zotero").is_of(_inner(value, "data")):
        return "zotero"
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


@lru_cache(maxsize=4096)
def _service_of_names(names: tuple[str, ...]) -> str:
    """Return which service is known by the names of its records alone, or an empty string."""
    return next((name for name in ("openalex", "semantic-scholar", "zotero") if section(name).is_of(names)), "")


def _is_of_hugging_face(value: JsonObject) -> bool:
    layers = [value, _inner(value, "paper"), _inner(value, "details")]
    if "concepts" in value or not any(text_of(layer.get("title")) for layer in layers):
        return False
    if is_object(value.get("paper")) or any(map(section("hugging-face").is_of, layers)):
        return True
    texts = (held for layer in layers for held in layer.values() if isinstance(held, str))
    return any("co/papers/" in text and _leads_to_paper_page(text) for text in texts)


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
