"""Fields that cite the paper of their record: names, the venue and the year in one text, whatever the field is called.

The tagger of lists reads them, given the title that the record states: `**Doe A**, Roe R. *Harbour Letters*. 2021`, a
whole citation, names alone, or a venue with its volume and pages. A link may show the venue and the year.
"""

import re
from collections.abc import Iterable, Mapping

from papertrace.listings.keyed.pages import JsonObject, is_object
from papertrace.listings.learned.entries import Cited, read_citation
from papertrace.model.text import strip_tags
from papertrace.records.dates import without_pages
from papertrace.records.rows import text_of
from papertrace.records.table import fact_of, load_table

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
