"""Authors and date of a Markdown item, from the text after its title."""

import re
from collections.abc import Callable, Sequence
from itertools import islice, takewhile

from papertrace.listings.fields.citation import read_names, read_names_and_year, read_names_before_stop
from papertrace.listings.fields.labels import SEPARATORS, begins_with_venue, is_label, is_venue_among_names
from papertrace.listings.fields.venues import is_acronym
from papertrace.listings.markdown.inline.decoration import strip_marks
from papertrace.listings.markdown.inline.item_content import LETTERS, ItemContent
from papertrace.listings.markdown.inline.pieces import Piece
from papertrace.records.dates import without_pages
from papertrace.records.people import (
    parse_byline,
    read_east_asian_names,
    read_inverted_names,
    without_affiliations,
)

_DATE = re.compile(
    r"(?<!\d)(?P<year>19\d\d|20[0-4]\d)(?:[-/.](?P<month>0[1-9]|1[0-2])(?:[-/.](?P<day>[0-2]\d|3[01]))?)?(?!\d|\.\d{4})",
)
_ADDRESS = re.compile(r"https?://\S+|\b10\.\d{4,9}/\S+")
_AND_AT_END = re.compile(r"(?:\band|&)[ \t]*$")
_AND_INSIDE = re.compile(r"\band\b|&")
_BYLINE = re.compile(r"\s*[,;:-]?\s*by\s", re.IGNORECASE)
_DIGIT = re.compile(r"\d")
_ET_AL = re.compile(r",?\s*\bet\.? ?al\b", re.IGNORECASE)
_NAMES = re.compile(r"\s*,\s*(?:and\s+)?|\s+and\s+|\s*;\s*")
_END_OF_NAMES = re.compile(r"[\n\[(（]|(?<!\b\w)\.(?=\s|$)|,?\s(?=(?:19|20)\d\d\b)|,\s(?=[A-Z]{2,}|arXiv|In\s)")  # noqa: RUF001 - brackets as printed
_TAG = re.compile(r"\[[^\[\]]{0,40}\]|【[^【】]{0,40}】")
_GLUED_INITIAL = re.compile(r"[^\W\d_a-z]\.\S")
_SEVERAL = re.compile(r",\s|\sand\s|\s&\s|;\s")
_MAX_LENGTH_OF_LEAD = 400
_MARKS_OF_NAMES = re.compile(r"[*†‡§¶]")
_AROUND_NAMES = "".join(set(SEPARATORS) - {"."})
# "[Title](…) - Doe, Roe (2020)": a dash, one or more surnames, and the year in brackets.
_SURNAMES = re.compile(
    r"\s*[-–—]\s+(?P<names>[^\W\d_a-z][^\d()\[\]\n:.]{1,400}?)\s*\((?:19|20)\d\d[a-z]?\)"  # noqa: RUF001 - dashes as printed
)
_YEAR_AT_START = re.compile(r",?\s?(?:19|20)\d\d\b")
_BETWEEN_FIELDS = re.compile(r"[,·]")
_MAX_NAMES = 100


def find_lead(content: ItemContent) -> str:
    """Return the text before the title of an item, without emoji and tags."""
    return _TAG.sub("", strip_marks(content.text_before_title)).strip()


def find_lead_authors(content: ItemContent) -> tuple[str, ...]:
    """Return the authors before a title, as in `Ann Doe, Rob Roe. 1992. **Title**`; none if other words are there."""
    lead = _MARKS_OF_NAMES.sub("", find_lead(content).rstrip(' *_"“')).strip()
    if not lead.endswith((",", ":", ".", ";", ")", "–", "—", "-")):  # noqa: RUF001 - dashes as printed
        return ()
    if names := read_east_asian_names(lead):
        return names
    authors, _ = read_names_and_year(lead)
    # Single words are names of systems or venues.
    are_whole = all(" " in author or _GLUED_INITIAL.match(author) for author in authors)
    return authors if are_whole and not is_label(" ".join(authors)) else ()


def names_authors_first(text: str, read: Callable[[str], ItemContent]) -> bool:
    """Return whether an item names several authors before its linked title: `Ann Doe and Rob Roe, [Title](…)`."""
    lead = text[:_MAX_LENGTH_OF_LEAD].partition("[")[0].lstrip()
    return bool(_SEVERAL.search(lead)) and lead[:1].isupper() and len(find_lead_authors(read(text))) > 1


def read_surnames(rest: Sequence[Piece]) -> tuple[tuple[str, ...], str]:
    """Return the surnames of a text such as ` - Doe, Roe (2020)` after a title, and the text from the year on.

    One word with a capital may be anything, so that a document has to have this custom (`has_surnames`).
    """
    text = "".join(piece.text for piece in rest if not (piece.url is not None and piece.is_label))[:2000]
    found = _SURNAMES.match(text)
    if found is None or is_label(found["names"]) or begins_with_venue(found["names"]):
        return (), text
    names = tuple(filter(None, _NAMES.split(found["names"].replace("&", ","))))
    return (names, text[found.end("names") :]) if all(map(read_names, names)) else ((), text)


def read_byline(rest: Sequence[Piece], *, accepts_one: bool = False) -> tuple[tuple[str, ...], str]:
    """Return the authors named after a title (`by A, B et al., VENUE 2020`) and the text after them.

    Without authors, the text is everything after the title. `accepts_one` says whether a single name is enough before
    the link to a publication.
    """
    text = "".join(piece.text for piece in rest if not (piece.url is not None and piece.is_label))
    text = text[:2000]
    et_al = _ET_AL.search(text)
    begins = _BYLINE.match(text)
    if et_al is not None:
        names, after = text[begins.end() if begins else 0 : et_al.start()], text[et_al.end() :]
    elif begins is not None:
        several, after = _read_names(text[begins.end() :])
        if several:
            return several, after
        venue = _DATE.search(text)
        names = text[begins.end() : venue.start() if venue else len(text)]
        if venue is not None and "," in names:
            names = names.rpartition(",")[0]
        after = text[venue.start() :] if venue else ""
    else:
        before = _read_names_before_publication(rest, text, accepts_one=accepts_one)
        return before or _read_names(text, accepts_one=accepts_one)
    names = without_affiliations(names)
    authors = read_names(names.lstrip(SEPARATORS).rstrip(_AROUND_NAMES))
    authors = authors or tuple(name.strip(SEPARATORS) for name in _NAMES.split(names)[:_MAX_NAMES])
    return tuple(name for name in authors if LETTERS.search(name)), after


def _read_names_before_publication(
    rest: Sequence[Piece], text: str, *, accepts_one: bool
) -> tuple[tuple[str, ...], str] | None:
    """Return the names before a linked publication, whose words have a number: `, Ann Doe, [Phys. Lett. 3](…)`."""
    plain = "".join(piece.text for piece in takewhile(lambda piece: piece.url is None, rest))
    link = next((piece for piece in rest if piece.url is not None), None)
    if link is None or not _DIGIT.search(link.text) or not plain.rstrip().endswith((",", ".", ";", ":")):
        return None
    line = plain.strip(SEPARATORS)
    names = parse_byline(line)
    if not names:  # initials, or people with one name among others
        names = read_names(line)
        n_full = sum(" " in name for name in names)
        names = names if n_full > 1 and n_full * 2 > len(names) else ()
    if len(names) < (1 if accepts_one else 2) or (len(names) == 1 and begins_with_venue(line)) or is_label(line):
        return None
    return names, text[len(plain) :]


def _read_names(text: str, *, accepts_one: bool = False) -> tuple[tuple[str, ...], str]:
    """Return the names at the start of a text, in a line or sentence of their own, and the text after them.

    `accepts_one` says whether a single inverted name is enough before a year.
    """
    text = _join_names(text)
    start = len(text) - len(text.lstrip(SEPARATORS))
    glued, after = read_names_before_stop(text[start:])
    if glued:
        return glued, text[start + after :]
    end = _END_OF_NAMES.search(text, start)
    stop = _cut_venue(text, start, end.start() if end else len(text))
    line = text[start:stop].strip(_AROUND_NAMES)
    names = parse_byline(line.strip(SEPARATORS))
    if len(names) > 1:
        return names, text[stop:]
    is_before_year = _YEAR_AT_START.match(text, stop) is not None
    inverted = read_inverted_names(line, accepts_one=accepts_one and is_before_year)
    return (inverted, text[stop:]) if inverted and find_date(text[stop:]) else ((), text)


def _cut_venue(text: str, start: int, stop: int) -> int:
    """Return where names end that a journal, or a word with two capitals, follows after the last comma of their line.

    `, Ann Doe, Rob Roe, Harbour Letters 2020`: the words of the journal look like a name.
    """
    signs = (found.start() for found in islice(_BETWEEN_FIELDS.finditer(text, start, stop), _MAX_NAMES))
    if (first := next((sign for sign in signs if is_venue_among_names(text[sign + 1 : stop].strip())), 0)) > 0:
        return first
    comma = text.rfind(",", start, stop)
    words = text[comma + 1 : stop].strip()
    is_venue = begins_with_venue(words) or (" " not in words and is_acronym(words))
    return comma if comma > 0 and is_venue else stop


def _join_names(text: str) -> str:
    """Return a text whose first line goes on in the next one if that has further names and the first no last one."""
    start = len(text) - len(text.lstrip(SEPARATORS))
    line, ends, below = text[start:].partition("\n")
    line, below = line.rstrip(), below.lstrip()
    if not ends or not (_AND_AT_END.search(line) or (line.endswith(",") and not _AND_INSIDE.search(line))):
        return text
    end = _END_OF_NAMES.search(below)
    following = below[: end.start()] if end else below
    is_complete = _AND_AT_END.search(line) is None and _AND_INSIDE.search(following) is None
    if is_complete or begins_with_venue(below) or not parse_byline(following.strip(SEPARATORS)):
        return text
    return f"{text[:start]}{line} {below}"


def find_date(text: str) -> str | None:
    """Return the last date of a text in ISO 8601, with the printed precision (year, month or day).

    Addresses count only where no other text has a date, and numbers of arXiv are none.

    >>> find_date("ASPLOS 2023"), find_date("(2024/05/17)"), find_date("20230")
    ('2023', '2024-05-17', None)
    """
    text = text[:2000]
    dates = list(_DATE.finditer(_ADDRESS.sub(" ", without_pages(text)))) or list(_DATE.finditer(text))
    found = dates[-1] if dates else None
    if found is None:
        return None
    return "-".join(part for part in (found["year"], found["month"], found["day"]) if part)


def is_date(text: str) -> bool:
    """Return whether a text is nothing but a date with a year.

    >>> is_date("2024-05-17"), is_date("ASPLOS 2023")
    (True, False)
    """
    return _DATE.fullmatch(text.strip()) is not None
