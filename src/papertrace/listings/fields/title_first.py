"""Papers cited by title, names, venue and year, with stops between them.

An example is `Tides of frost in harbours. Doe, Ann et al. ICLR 2015`. The names may be missing: `Tides of frost. ICLR
2015`. News and notes may have this form by chance, so that a reader asks first whether a document has it throughout.
"""

import re
from itertools import islice

from papertrace.listings.fields.citation import MAX_LENGTH, Citation, read_names
from papertrace.listings.fields.labels import begins_with_venue, is_label, is_venue_and_year
from papertrace.listings.fields.venues import clean_venue, is_acronym
from papertrace.records.people import invert_name, parse_byline, without_affiliations

_STOP = re.compile(r"(?<!\bvs)(?<!\bal)(?<!\b[^\W\d_a-z])[.?!](?=\s+[^\W\d_a-z]|\s+(?:arXiv|(?:19|20)\d\d)\b)")
_ET_AL = re.compile(r"[,.]?\s?\bet\.?\s?al\b\.?,?", re.IGNORECASE)
_ARXIV = re.compile(r"\barxiv(?:\s?preprint)?\s?[:\s]\s?(?:arxiv:)?\d{4}", re.IGNORECASE)
_ARXIV_BEFORE_VENUE = re.compile(r"\s*arxiv:\d{4}\.\d{4,5}(?:v\d{1,2})?[.,;]\s+(?=[^\W\d_])", re.IGNORECASE)
_BETWEEN_NAMES = re.compile(r"(?<!\s)\s*(?:&|\band\b)\s*")
_INVERTED = re.compile(r"[^\W\d_a-z][^\s,]{1,40},\s[^\W\d_a-z][^,]{0,60}")
_AFTER_INITIAL = re.compile(r"(?<=[^\W\d_a-z]\.)\s+(?=[A-Z][\w&-]{0,20}[A-Z][\w&-]{0,20}\s(?:19|20)\d\d\b)")
_FINAL_STOP = re.compile(r"(?<=[^\W\d_]{2})\.$")
_NUMBER = re.compile(r"(?<!\d)\d{4}\.\d{4,5}(?!\d)")
_YEAR = re.compile(r"(?<!\d)(?:19|20)\d\d(?!\d)")
_ORGANISATION = re.compile(r"[\s.]*\([^()]{1,60}\)")
_KIND_AT_END = re.compile(
    r"(?<!\s)\s*(?:\([^()]{1,30}\)|(?:workshops?|orals?|spotlights?|posters?|findings))$", re.IGNORECASE
)
_WORD = re.compile(r"[^\W\d_]{2,}")
_SIGNS = " \t\n.,;:-–—([（【"  # noqa: RUF001 - as printed
_MIN_WORDS = 2
_MAX_STOPS = 8


def parse_title_first(text: str, *, is_custom: bool = False) -> Citation | None:
    """Return the paper that a line without a mark cites by title, names, venue and year, or None.

    The position `end` of the citation is that of the names, after their stop. Where a document has this custom, titles
    that may be two names, "Soft Frost and Hard Ice", are titles.

    >>> found = parse_title_first("Tides of frost. Doe, Ann & Roe, Rob. ICLR 2015")
    >>> found.title, found.authors, found.year
    ('Tides of frost', ('Ann Doe', 'Rob Roe'), '2015')
    >>> parse_title_first("We fold paper. See us at ICLR 2015")
    """
    if len(text) > MAX_LENGTH:
        return None
    start, end = len(text) - len(text.lstrip()), len(text.rstrip(_SIGNS))
    for stop in islice(_STOP.finditer(text, start, end), _MAX_STOPS):
        title = text[start : stop.start() if stop[0] == "." else stop.end()]
        if len(_WORD.findall(title)) < _MIN_WORDS:
            continue
        found = _read_names_and_publication(text[stop.end() : end], is_custom=is_custom)
        if found is not None:
            authors, position = found
            if not is_custom and (len(parse_byline(title)) > 1 or len(read_names(title)) > 1):
                return None
            years = _YEAR.findall(_NUMBER.sub(" ", text[stop.end() + position : end]))
            return Citation(
                title=title,
                authors=authors,
                year=years[-1] if years else "",
                start=start,
                end=stop.end() + position,
            )
    return None


def _read_names_and_publication(text: str, *, is_custom: bool) -> tuple[tuple[str, ...], int] | None:
    """Return the names at the start of a text and their end, if nothing but a publication follows; None otherwise."""
    et_al, arxiv, stop = _ET_AL.search(text), _ARXIV.search(text), _AFTER_INITIAL.search(text) or _STOP.search(text)
    if et_al is not None:
        position, after = et_al.start(), et_al.end()
    elif arxiv is not None:
        position = after = arxiv.start()
    elif stop is not None:
        position, after = stop.end() if stop[0].isspace() else stop.start(), stop.end()
    else:
        position = after = 0
    printed = _FINAL_STOP.sub("", text[:position].strip(" ,"))
    names = _order_names(printed) or _order_names(" ".join(without_affiliations(printed).split()).replace(" ,", ","))
    if printed and not names:
        return None
    for skipped in (_ORGANISATION, _ARXIV_BEFORE_VENUE):
        found = skipped.match(text, after) if names else None
        after = found.end() if found else after
    return (names, after) if _is_publication(text[after:], is_certain=bool(names) or is_custom) else None


def _order_names(printed: str) -> tuple[str, ...]:
    """Return the names of a text; all of them are inverted if each has one comma, after a single word."""
    parts = _BETWEEN_NAMES.split(printed)
    if all(map(_INVERTED.fullmatch, parts)) and parse_byline(" and ".join(map(invert_name, parts))):
        return tuple(map(invert_name, parts))
    return read_names(printed) or parse_byline(printed)


def _is_publication(text: str, *, is_certain: bool) -> bool:
    """Return whether a text is a number of arXiv, or a venue and a year; if certain, a venue may lack capitals."""
    words = text.strip(_SIGNS)
    if _ARXIV.match(words):
        return True
    words = _KIND_AT_END.sub("", words).strip(_SIGNS)
    if not _YEAR.search(words[-4:]):
        return False
    if is_certain:
        return words.isdigit() or is_venue_and_year(words) or is_label(words)
    venue = clean_venue(words) if is_venue_and_year(words) else None
    return venue is not None and (is_acronym(venue) or begins_with_venue(venue))
