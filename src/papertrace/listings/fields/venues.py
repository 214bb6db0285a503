"""The journal or conference that a list prints after a title, or in a column of its own.

A venue stands between a title, or its authors, and a year: `, WAVES 2020`, `| **[WAVES' 20]**`, `In: Harbour Letters 3
(2020)`, `, Physics of Harbours, 2022`. All its words but small ones begin with a capital; a single word is a venue only
if it has two capitals or is the name of a journal, since `Doe 2020` and `Acme 2020` are people and companies.
"""

import re

from papertrace.listings.fields.citation import read_names
from papertrace.listings.fields.labels import begins_with_venue, is_label, says_nothing
from papertrace.records.dates import MONTHS
from papertrace.records.people import parse_byline

_YEAR = re.compile(r"(?<![\d.])(?:19|20)\d\d(?!\d|\.\d)|['’`]\s?\d\d(?!\w)")  # noqa: RUF001 - as printed
_YEAR_AT_END = re.compile(
    r"(?<!\s)[\s,.]*(?:(?<![\d.])(?:19|20)\d\d|['’`]\s?\d\d)[\s.,]*"  # noqa: RUF001 - as printed
    r"(?:\(?(?:workshops?|orals?|spotlights?|posters?|findings|demos?|highlights?|tutorials?)\)?)?$",
    re.IGNORECASE,
)
_PARTS = re.compile(r"[\n\[\](){}【】（）|]|\s[-–—·•]\s")  # noqa: RUF001 - brackets and dashes as printed
_LEAD = re.compile(
    r"(?:(?:accepted|published|appeared|to appear|presented|in proc)\b\s*)?(?:in|at|by|to)?\s?:?\s+", re.IGNORECASE
)
_BEFORE_WORDS = re.compile(r"^[^\w(]+")
# "2020. Harbour Letters", and the volume before a journal of law: "12 Harb. L. Rev. 3".
_NUMBER_BEFORE = re.compile(r"^(?:(?:19|20)\d\d[.,:]|\d{1,3}(?=\s[^\W\d_a-z]))\s+")
# "2020 WAVES": a year before a short name is none of its words.
_YEAR_BEFORE = re.compile(r"^(?:19|20)\d\d\s+(?=[A-Z][\w&-]*[A-Z][\w&-]*\b)")
_BETWEEN_PARTS = re.compile(r", |\n| / ")
_BARE_SHORT_YEAR = re.compile(
    r"(?<=[\[(（【])([A-Z]{3,9}|[A-Z][A-Za-z]{1,5}[A-Z]{1,3})\s?([0-2]\d|8[5-9]|9\d)(?=[\])）】])"  # noqa: RUF001 - as printed
)
_TAIL = re.compile(r"[\s,.:;]*(?:(?:vol(?:ume)?|no)\.?\s*)?\d{1,4}(?:[:.]\d{1,4})?$", re.IGNORECASE)
# arXiv, bioRxiv and other servers of preprints, which some lists print in small letters.
_SERVER = re.compile(r"[a-z]{1,5}rxiv\b", re.IGNORECASE)
# "Appl. Harb. Lett." and "Commun. Harbours": the initials of names are shorter.
_ABBREVIATED = re.compile(r"^[^\W\d_]{3,}\.\s|\s[^\W\d_]{3,}\.\s[^\W\d_]{3,}\.(?!\w)")
_WORD = re.compile(r"[^\W\d_]{2,}")
_CAPITALS = re.compile(r"[^\W\d_a-z]\S*[^\W\d_a-z]")
_SMALL = frozenset(
    ["&", "and", "at", "for", "in", "of", "on", "the", "to", "with", "de", "la", "der", "für", "und", "et"]
)
_NO_VENUE = re.compile(
    r"(?:best|award|with|last updated|under review|in submission|submitted|pdf|html|doi|url|bib)\b", re.IGNORECASE
)
_NAME_WITH_INITIALS = re.compile(r"[^\W\d_]{2,}\s(?:[^\W\d_a-z]\.[ -]?){1,3}[^\W\d_a-z]$")
_NEW = re.compile(r"new\b", re.IGNORECASE)
_MAX_WORDS, _MAX_LENGTH, _MAX_PARTS, _MAX_SMALL_WORDS = 16, 600, 2, 4
_SIGNS = " \t\n,.;:*_`\"'’“”-–—·•|~/"  # noqa: RUF001 - as printed


def with_apostrophes(text: str) -> str:
    """Return a text with an apostrophe before the year of two digits of an acronym that is alone in brackets.

    >>> with_apostrophes("Tides | **[WAVES 19]** | [WAVES20] (SARS-12) [GPT 40] [waves 20]")
    "Tides | **[WAVES'19]** | [WAVES'20] (SARS-12) [GPT 40] [waves 20]"
    """
    return _BARE_SHORT_YEAR.sub(r"\1'\2", text)


def find_venue(text: str, *, follows_names: bool = False) -> str | None:
    """Return the venue that a text after a title begins with, or None; a year has to stand in or after it.

    `follows_names` is true if the text follows the authors: otherwise words that may be names are no venue.

    >>> find_venue(", Physics of Harbours, 2022."), find_venue(" [] [WAVES' 20]"), find_venue(" Doe and Roe, 2020")
    ('Physics of Harbours', 'WAVES', None)
    >>> find_venue("In: Proceedings of the 2021 Harbour Conference (HC), 2021."), find_venue(" We weigh ropes of 2016")
    ('Proceedings of the 2021 Harbour Conference', None)
    """
    text = with_apostrophes(text[:_MAX_LENGTH])
    years = [found.start() for found in _YEAR.finditer(text)]
    if not years:
        return None
    start = 0
    # A sentence about a paper may name the venues of others.
    for end in [*(found.start() for found in _PARTS.finditer(text)), len(text)]:
        if start > years[-1]:
            break
        if name := clean_venue(text[start:end], follows_names=follows_names):
            return name
        if sum(word.islower() for word in text[start:end].split()) > _MAX_SMALL_WORDS:
            break
        start = end + 1
    return None


def clean_venue(printed: str, *, follows_names: bool = True, in_column: bool = False) -> str | None:
    """Return the name of a venue without the year, the volume and the signs around it; None for other words.

    In a column of venues, a single word may be one without two capitals, and words may begin with small letters.

    >>> clean_venue("*Inf. Harbours '17*"), clean_venue("In Harbour Letters 20, no. 1"), clean_venue("none of them")
    ('Inf. Harbours', 'Harbour Letters', None)
    """
    text = f"{_BEFORE_WORDS.sub('', printed[:_MAX_LENGTH].strip(_SIGNS))} "
    lead = _LEAD.match(text)
    text = text[lead.end() if lead else 0 :].strip(_SIGNS)
    year = _YEAR_BEFORE.match(text)
    number = year or _NUMBER_BEFORE.match(text)
    text = text[number.end() if number else 0 :]
    for part in _BETWEEN_PARTS.split(text, maxsplit=_MAX_PARTS)[:_MAX_PARTS]:
        name = _TAIL.sub("", _YEAR_AT_END.sub("", part)).strip(_SIGNS)
        if server := _SERVER.match(name):
            return server[0]
        if _is_venue(name, in_column=in_column, follows_number=number is not None) and (
            follows_names or year is not None or not _may_be_names(name)
        ):
            return name
    return None


def is_acronym(name: str) -> bool:
    """Return whether a word of a name has two capitals.

    >>> is_acronym("WAVES"), is_acronym("Harbours")
    (True, False)
    """
    return _CAPITALS.search(name) is not None


def _is_venue(name: str, *, in_column: bool, follows_number: bool) -> bool:
    words = name.split()
    if len(words) > _MAX_WORDS or not _WORD.search(name) or "://" in name or "@" in name:
        return False
    if _NO_VENUE.match(name) or says_nothing(name) or (is_label(name) and not is_acronym(name)):
        return False
    if (_NEW.match(name) or _NAME_WITH_INITIALS.search(name)) and not begins_with_venue(name):
        return False
    if all(word.strip(".").lower() in MONTHS or word.isdigit() for word in words):
        return False
    is_certain = in_column or follows_number
    if not is_certain and len(words) == 1 and not is_acronym(name) and not begins_with_venue(name):
        return False
    # Letters without capitals are words of a sentence in Chinese or Japanese.
    return in_column or all(word in _SMALL or word[:1].isupper() or not word[:1].isalpha() for word in words)


def _may_be_names(name: str) -> bool:
    """Return whether words may be names of people; the name of a kind of publication and abbreviated words are not."""
    if begins_with_venue(name) or _CAPITALS.fullmatch(name) or _ABBREVIATED.search(name):
        return False
    return bool(parse_byline(name) or read_names(name))
