"""Journals that begin a text and are followed by their volumes and pages."""

import re

from papertrace.listings.fields.venues import clean_venue

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
