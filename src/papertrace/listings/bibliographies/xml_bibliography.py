"""Bibliographies in XML: exports of EndNote and PubMed, Zotero's RDF, and dblp.

The name of a record's element tells whose export it is.
"""

import re
from collections.abc import Callable, Iterable, Iterator, Mapping

from papertrace.listings.bibliographies.xml_elements import (
    XmlRecord,
    find_all,
    split_xml,
    text_at,
    text_of,
    texts_at,
)
from papertrace.listings.fields.field_dates import make_date
from papertrace.listings.fields.html_text import strip_tags
from papertrace.listings.fields.identifiers import addresses_of_resolver, identify_first, make_identifiers
from papertrace.listings.fields.people import invert_name
from papertrace.listings.fields.publication import first_page_of, split_keywords
from papertrace.listings.fields.targets import find_targets, unique_targets
from papertrace.model import Entry, Problem, Target, advance

_DBLP = "article|inproceedings|incollection|book|phdthesis|mastersthesis"
_ZOTERO = (
    "bib:Article|bib:Book|bib:BookSection|bib:Document|bib:Report|bib:Thesis|bib:Manuscript|bib:Memo|bib:Image"
    "|rdf:Description|bib:Recording|bib:Patent"
)
_NAMES = f"record|PubmedArticle|PubmedBookArticle|{_ZOTERO}|{_DBLP}"
_HALLMARK = re.compile(
    r"<xml>\s{0,40}<records>|<records>\s{0,40}<record>|<PubmedArticle(?:Set)?[\s>]|<PubmedBookArticle[\s>]"
    r"|xmlns:z=[\"']http://www\.zotero\.org/|<dblp[\s>]|<dblpperson[\s>]"
)
_MAX_HEAD_CHARS = 200_000


def parse(lines: Iterable[str], source: str) -> Iterator[Entry | Problem]:
    """Yield the entries of a bibliography in order, and a problem for each record that is broken or no paper."""
    for record in split_xml(lines, source, _NAMES):
        yield record if isinstance(record, Problem) else _read_record(record)


def _read_record(record: XmlRecord) -> Entry | Problem:
    read = _READERS.get(record.name, _read_zotero)
    entry = read(record)
    if entry is not None:
        return entry
    n_lines = record.end_line - record.span.line + 1
    is_paper = record.name in _READERS
    return Problem(record.span, "a record without a title; left out", n_lines=n_lines, harmless=not is_paper)


def _make_entry(
    record: XmlRecord,
    *,
    title: str,
    abstract: str,
    authors: Iterable[str],
    date: str | None,
    dois: Iterable[str],
    addresses: Iterable[str],
    venue: str = "",
    publisher: str = "",
    kind: str = "",
    volume: str = "",
    pages: str = "",
    keywords: Iterable[str] = (),
    index_keywords: Iterable[str] = (),
) -> Entry | None:
    title = strip_tags(title)
    if not title:
        return None
    abstract = strip_tags(abstract)
    addresses = list(addresses)
    at = record.text.find(abstract[:40]) if abstract else -1
    return Entry(
        title=title,
        abstract=abstract,
        span=record.span,
        end_line=record.end_line,
        abstract_span=(advance(record.span, record.text, at) if at >= 0 else record.span) if abstract else None,
        authors=tuple(name for author in authors if (name := invert_name(author))),
        date=date,
        identifiers=make_identifiers(arxiv=addresses, doi=[*dois, *addresses_of_resolver(addresses)]).or_else(
            identify_first(addresses)
        ),
        targets=unique_targets(_find_targets(record, addresses)),
        venue=venue or None,
        publisher=publisher or None,
        type=kind or None,
        volume=volume or None,
        first_page=first_page_of(pages),
        keywords=split_keywords(keywords),
        index_keywords=split_keywords(index_keywords),
    )


def _find_targets(record: XmlRecord, addresses: Iterable[str]) -> Iterator[Target]:
    for text in addresses:
        at = record.text.find(text[:200])
        span = advance(record.span, record.text, at) if at >= 0 else record.span
        yield from find_targets(text, "url", span)


def _read_endnote(record: XmlRecord) -> Entry | None:
    one = record.element
    kind = next((found.get("name", "") for found in find_all(one, "ref-type")), "")
    printed = text_at(one, "dates", "pub-dates", "date")
    year = text_at(one, "dates", "year")
    return _make_entry(
        record,
        title=text_at(one, "titles", "title"),
        abstract=text_at(one, "abstract"),
        authors=texts_at(one, "contributors", "authors", "author"),
        date=(make_date(year, printed) if year else None) or make_date(printed),
        dois=texts_at(one, "electronic-resource-num"),
        addresses=texts_at(one, "urls", "**url"),
        venue=text_at(one, "periodical", "full-title") or text_at(one, "titles", "secondary-title"),
        publisher=text_at(one, "publisher"),
        kind=kind,
        volume=text_at(one, "volume"),
        pages=text_at(one, "pages"),
        keywords=texts_at(one, "keywords", "keyword"),
    )


def _read_pubmed(record: XmlRecord) -> Entry | None:
    one = record.element
    people = find_all(one, "**AuthorList")[:1]
    authors = [
        text_at(person, "CollectiveName") or f"{text_at(person, 'LastName')}, {text_at(person, 'ForeName')}".strip(", ")
        for listed in people
        for person in find_all(listed, "Author")
    ]
    dates = find_all(one, "**PubDate")[:1]
    year, month, day = (next((text_at(date, name) for date in dates), "") for name in ("Year", "Month", "Day"))
    ids = [*find_all(one, "PubmedData", "ArticleIdList", "ArticleId"), *find_all(one, "**ELocationID")]
    return _make_entry(
        record,
        title=text_at(one, "**ArticleTitle") or text_at(one, "**BookTitle") or text_at(one, "**VernacularTitle"),
        abstract=" ".join(texts_at(one, "**Abstract", "AbstractText")),
        authors=authors,
        date=make_date(year, month, day) or make_date(text_at(one, "**MedlineDate")),
        dois=[text_of(found) for found in ids if "doi" in (found.get("IdType"), found.get("EIdType"))],
        addresses=(),
        venue=text_at(one, "**Journal", "Title"),
        publisher=text_at(one, "**PublisherName"),
        kind=text_at(one, "**PublicationTypeList", "PublicationType"),
        volume=text_at(one, "**JournalIssue", "Volume"),
        pages=text_at(one, "**Pagination", "MedlinePgn") or text_at(one, "**Pagination", "StartPage"),
        keywords=texts_at(one, "**KeywordList", "Keyword"),
        index_keywords=texts_at(one, "**MeshHeadingList", "MeshHeading", "DescriptorName"),
    )


def _read_dblp(record: XmlRecord) -> Entry | None:
    one = record.element
    return _make_entry(
        record,
        title=text_at(one, "title").removesuffix("."),
        abstract="",
        authors=[name.rstrip("0123456789 ") for name in texts_at(one, "author")],
        date=make_date(text_at(one, "year"), text_at(one, "month")),
        dois=(),
        addresses=texts_at(one, "ee"),
        venue=text_at(one, "journal") or text_at(one, "booktitle"),
        publisher=text_at(one, "publisher"),
        kind=record.name,
        volume=text_at(one, "volume"),
        pages=text_at(one, "pages"),
    )


def _read_zotero(record: XmlRecord) -> Entry | None:
    """Return the entry of an item; notes, attachments and containers have no authors and no kind of their own."""
    one = record.element
    kind = text_at(one, "itemType")
    if kind in {"attachment", "note", "annotation"} or not (kind or find_all(one, "authors")):
        return None
    people = find_all(one, "authors", "Seq", "li", "Person")
    authors = [f"{text_at(person, 'surname')}, {text_at(person, 'givenName')}".strip(", ") for person in people]
    names = texts_at(one, "identifier")
    return _make_entry(
        record,
        title=text_at(one, "title"),
        abstract=text_at(one, "abstract"),
        authors=authors,
        date=make_date(text_at(one, "date")),
        dois=[*names, *texts_at(one, "isPartOf", "**identifier")],
        addresses=[text for text in names if "://" in text],
        venue=text_at(one, "isPartOf", "Journal", "title") or text_at(one, "isPartOf", "Book", "title"),
        publisher=text_at(one, "publisher", "**name"),
        kind=kind,
        volume=text_at(one, "isPartOf", "**volume"),
        pages=text_at(one, "pages"),
        keywords=texts_at(one, "subject"),
    )


_READERS: Mapping[str, Callable[[XmlRecord], Entry | None]] = {
    "record": _read_endnote,
    "PubmedArticle": _read_pubmed,
    "PubmedBookArticle": _read_pubmed,
    **dict.fromkeys(_DBLP.split("|"), _read_dblp),
}


def recognise(head: list[str]) -> float:
    """Return the confidence, 0 or 1, that a listing is an export of EndNote, PubMed, Zotero or dblp in XML."""
    text = "\n".join(line[:_MAX_HEAD_CHARS] for line in head)[:_MAX_HEAD_CHARS]
    return 1.0 if text.lstrip("\ufeff \t\r\n").startswith("<") and _HALLMARK.search(text) else 0.0
