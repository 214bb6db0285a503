"""Fields that cite the paper of their record: names, the venue and the year in one text, whatever the field is called.

The text is recognised by its form: names before a venue in emphasis (`**Doe A**, Roe R. *Harbour Letters*. 2021`), a
whole citation with the title, nothing but names with initials (`Doe A., Roe R. & Poe E.`), or a venue with its volume
and pages (`Harbour Letters 73, 1195-203`). A link may show the venue and the year (`{url: …, display: Waves (2021)}`).
"""

import re
from collections.abc import Mapping
from dataclasses import dataclass

from papertrace.listings.fields.citation import parse_citation, read_names
from papertrace.listings.fields.venues import clean_venue, find_venue
from papertrace.listings.keyed.pages import JsonObject, is_object
from papertrace.model.html_text import strip_tags
from papertrace.records.dates import without_pages
from papertrace.records.rows import text_of
from papertrace.records.table import fact_of, load_table

_STRONG = re.compile(r"\*\*|__|</?(?:b|strong|u|span)\b[^<>]{0,200}>")
_EMPHASIS = re.compile(
    r"(?<![\w*\\])[*_](?=[^\s*_])(?P<marked>[^*_\n]{2,150}?)[*_](?![\w*])|<(?P<tag>i|em)>(?P<tagged>[^<>]{2,150})</(?P=tag)>"
)
_YEAR = re.compile(r"(?<![\d.:/-])(?:19|20)\d\d(?![\d-])")
# "WAVES '21"
_SHORT_YEAR = re.compile(r"[^\W_]\s?['’](\d\d)$")  # noqa: RUF001 - an apostrophe as printed
_FIRST_SHORT_YEAR = 50
_INITIALS = re.compile(r"(?<!\w)[^\W\d_a-z]\.|(?<=\s)[^\W\d_a-z]{1,3}$")
_VENUE_AND_PAGES = re.compile(
    r"(?P<venue>[^\W\d_][^\d,;:()]{1,100}?),?\s+(?:vol(?:ume)?\.?\s*)?"
    r"(?:\d{1,4}\s?(?:\(\d{1,4}\))?\s?[,:;]\s?(?:pp?\.\s?)?e?\d{1,6}|\d{1,6}\s?[-–]\s?\d{1,6})\b"  # noqa: RUF001 - dashes as printed
)
_IN = re.compile(r"In\b", re.IGNORECASE)
_BEFORE_NUMBERS = re.compile(r"[(;]|(?<![\d.:])(?:19|20)\d\d(?!\d)")
_NAMES = load_table()["pages"]
_MAX_LENGTH = 4000
_MIN_NAMES = 2
_READ_ELSEWHERE = frozenset({"title", "abstract", "authors", "venue", "doi"})


@dataclass(frozen=True, slots=True)
class Cited:
    """What a field says of the paper of its record; what it does not say is empty."""

    authors: tuple[str, ...] = ()
    venue: str = ""
    year: str = ""


def read_citing_fields(record: Mapping[str, object], title: str) -> Cited:
    """Return what the fields of a record that cite its paper say of it, the first that says it counting.

    >>> read_citing_fields({"citation": "**Doe A**, Roe RS. *Harbour Letters*. 2021 Jan 3"}, "Tides")
    Cited(authors=('A Doe', 'RS Roe'), venue='Harbour Letters', year='2021')
    >>> read_citing_fields({"creds": "Doe A., Roe R. & Poe E.", "mag": "Harbour Letters 73, 1195-203"}, "Tides")
    Cited(authors=('A. Doe', 'R. Roe', 'E. Poe'), venue='Harbour Letters', year='')
    """
    read = Cited()
    for key, value in record.items():
        if is_object(value):
            found = _read_link(value)
            read = Cited(read.authors, read.venue or found.venue, read.year or found.year)
        if not isinstance(value, str) or not 0 < len(value) <= _MAX_LENGTH or "://" in value[:8]:
            continue
        if fact_of(key, "json") in _READ_ELSEWHERE or value == title:
            continue
        found = _read(_STRONG.sub("", value).strip(), title)
        read = Cited(read.authors or found.authors, read.venue or found.venue, read.year or found.year)
    return read


def _read_link(link: JsonObject) -> Cited:
    """Return what the words of a link say, which sites show for the publication: `{url: …, display: Waves 3 (2021)}`.

    Words without a year are a label, or what no one can tell from one.
    """
    words = next((text for key in _NAMES["words_of_links"] if (text := text_of(link.get(key)))), "")[:_MAX_LENGTH]
    years = _YEAR.findall(words)
    if not (text_of(link.get("url")) or text_of(link.get("href"))) or not years or "://" in words:
        return Cited()
    heads = (part for part in _BEFORE_NUMBERS.split(words) if part.strip(" ,.:"))
    venue = next((name for head in heads if (name := clean_venue(head, in_column=True))), "")
    return Cited(venue=venue, year=years[-1])


def _read(text: str, title: str) -> Cited:
    plain = strip_tags(text)
    if cited := parse_citation(plain):
        venue = _venue_in_emphasis(text, title)[0] or find_venue(plain[cited.end :], follows_names=True) or ""
        return Cited(cited.authors, venue, cited.year)
    venue, start, end = _venue_in_emphasis(text, title)
    if venue:
        before = strip_tags(text[:start]).strip(" .,;:")
        names = () if _IN.match(before) else read_names(before)  # "In Doe and Roe, *Harbours*": editors
        years = _YEAR.findall(strip_tags(text[end:]))
        return Cited(names, venue, years[0] if len(set(years)) == 1 and names else "")
    names = read_names(plain)
    if len(names) >= _MIN_NAMES:
        n_with_initials = sum(_INITIALS.search(name) is not None for name in names)
        return Cited(names if n_with_initials * 2 > len(names) else ())
    found = _VENUE_AND_PAGES.match(plain)
    return Cited(venue=(clean_venue(found["venue"], in_column=True) or "") if found else "")


def _venue_in_emphasis(text: str, title: str) -> tuple[str, int, int]:
    """Return the venue that a citation emphasises, with its position; none if it emphasises the title or nothing."""
    for found in _EMPHASIS.finditer(text):
        words = found["marked"] or found["tagged"]
        if words.strip(" .,").casefold() != title.strip(" .").casefold():
            return clean_venue(words, in_column=True) or "", found.start(), found.end()
    return "", 0, 0


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
