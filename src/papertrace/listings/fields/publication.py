"""Keywords, pages, counts and journals in the fields of bibliographies and databases."""

import re
from collections.abc import Iterable

from papertrace.listings.fields.venues import clean_venue

_SEPARATOR = re.compile(r"\s*[;|\n]\s*")
_COMMA = re.compile(r"\s*,\s+")
_PAGE = re.compile(r"\s*(?:pp?\.\s?)?([A-Za-z]{0,3}\d{1,8}[A-Za-z]?|[ivxlc]{1,8}(?=\W|$))")
_COUNT = re.compile(r"\s*(\d{1,9})(?:\.0+)?\s*")
# A volume, number or page, with the words before it; a year before a word with a capital is none.
_VOLUME_OF_REFERENCE = re.compile(
    r"(?:(?<=[\s,.;(])(?i:volume|vol|issue|no|pages|pp?)\b\.?\s?)?"
    r"(?<!\d)(?!(?:19|20)\d\d\s[^\W\d_a-z][^\W\d_]{3})\d+(?!\d|st\b|nd\b|rd\b|th\b)"
)
_LETTERS = re.compile(r"[^\W\d_]")
# An identifier, "arXiv:2101.00001", names no venue.
_SERVER = re.compile(r"[\s.,*_]*(?P<name>[a-z]{1,5}rxiv)\b(?!\s?:)", re.IGNORECASE)
_ISSUE = r"\s?\(\s?\d{1,5}(?:\s?[-–/&]\s?\d{1,5})?\s?\)|,?\s?no\.?\s?\d{1,5}"  # noqa: RUF001 - dashes as printed
_FIRST_PAGE = r"\s?[,:;]\s?(?:art\w{0,6}\.?\s?|pp?\.?\s?)?[A-Za-z]?\d{1,10}(?!\w)"
_VOLUME = rf"(?:vol(?:ume)?\.?\s?)?\d{{1,5}}[A-Z]?(?!\w)(?:{_ISSUE}|{_FIRST_PAGE})"
_PAGES = r"\(?(?:pp?\.?\s?)?[A-Za-z]?\d{1,8}\s?[-–]{1,2}\s?[A-Za-z]?\d{1,8}(?!\w)"  # noqa: RUF001 - dashes as printed
# Ordinals, and a year before a word with a capital, are parts of names.
_SOURCE = re.compile(
    r"[\s.,;:?!*_\"”]*(?:in:?\s)?"
    r"(?P<name>[^\W\d_](?:[^\d\n()\[\]|]|\d{1,3}(?:st|nd|rd|th)\b|(?:19|20)\d\d\s(?=[^\W\d_]{3})){2,150}?)"
    rf"[\s,.:;*_]+(?:{_VOLUME}|{_PAGES})",
    re.IGNORECASE,
)
_STOP = re.compile(r"[.?!]\s+")
_MAX_WORDS_WITH_STOP = 2  # of an abbreviated name: "Appl. Harb. Lett."
_MAX_REFERENCE_CHARS = 400
_MAX_KEYWORDS = 1_000
_MAX_KEYWORD_CHARS = 200
_NOTHING = frozenset({"", "n/a", "none", "nan", "null", "-"})


def split_keywords(texts: Iterable[str]) -> tuple[str, ...]:
    """Return the keywords of some fields, each once, in order.

    A field separates them by semicolons, bars or line breaks; by commas only if it has none of these.

    >>> split_keywords(["sparse grids; tiles", "memory"]), split_keywords(["grids, tiles"])
    (('sparse grids', 'tiles', 'memory'), ('grids', 'tiles'))
    """
    texts = list(texts)
    found: dict[str, None] = {}
    for text in texts:
        parts = _SEPARATOR.split(text.strip())
        if len(parts) == 1 and len(texts) == 1:
            parts = _COMMA.split(parts[0])
        for part in parts:
            word = " ".join(part.split()).strip(",.")
            if word.lower() not in _NOTHING and len(word) <= _MAX_KEYWORD_CHARS and len(found) < _MAX_KEYWORDS:
                found.setdefault(word)
    return tuple(found)


def first_page_of(text: str) -> str | None:
    """Return the first page of a range, or None.

    >>> first_page_of("349--69"), first_page_of("pp. e12-e20"), first_page_of("in press")
    ('349', 'e12', None)
    """
    found = _PAGE.match(text[:80])
    return found[1] if found else None


def count_of_field(text: str) -> int | None:
    """Return a count, or None if the field has none.

    >>> count_of_field("13"), count_of_field("4.0"), count_of_field("N/A")
    (13, 4, None)
    """
    found = _COUNT.fullmatch(text[:40])
    return int(found[1]) if found else None


def journal_of_reference(text: str) -> str | None:
    """Return the journal or conference of a reference to a publication, which ends before the volume, or None.

    Ordinals, and a year with further words of the name after it, are parts of names.

    >>> journal_of_reference("Phys. Harb. D112 (2025) 112022"), journal_of_reference("Harbour Letters, vol. 3, 2019")
    ('Phys. Harb. D', 'Harbour Letters')
    >>> journal_of_reference("Proceedings of the 3rd Conference on Waves, pp. 1-9"), journal_of_reference("2019")
    ('Proceedings of the 3rd Conference on Waves', None)
    """
    text = " ".join(text[:_MAX_REFERENCE_CHARS].split())
    volume = _VOLUME_OF_REFERENCE.search(text)
    name = text[: volume.start() if volume else len(text)].strip(" ,;:([-–—")  # noqa: RUF001 - as printed
    return name if len(_LETTERS.findall(name)) > 1 else None


def read_source(text: str) -> str | None:
    """Return the name of a journal that begins a text and is followed by a volume and pages, or None.

    Where the year precedes the title, nothing but these numbers says that a venue follows it.

    >>> read_source(". Harbour Letters, 36(6), 1411-1429."), read_source(". Harbours 177-192"), read_source(". Ice 2")
    ('Harbour Letters', 'Harbours', None)
    >>> read_source(". Ropes and sails of the north. Appl. Harb. Lett. 12: 3-9")
    'Appl. Harb. Lett'
    """
    if server := _SERVER.match(text):
        return server["name"]
    found = _SOURCE.match(text)
    if found is None:
        return None
    name = found["name"]
    while (stop := _STOP.search(name)) and len(name[: stop.start()].split()) > _MAX_WORDS_WITH_STOP:
        name = name[stop.end() :]
    return clean_venue(name, in_column=True)
