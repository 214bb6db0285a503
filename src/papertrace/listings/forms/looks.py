"""What a segment of an entry looks like by itself: names of people, a publication, words of a title.

A segment is judged twice: beyond doubt, which is evidence of what its place in the list holds, and leniently, which is
how it is read once the place is known. `Zhang et al. ISSTA.` is names beyond doubt, with a publication after them;
`Olaf Sporns` may be names, and `Mobisys` may be a venue.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from itertools import islice

from papertrace.listings.fields.citation import read_names
from papertrace.listings.fields.labels import SEPARATORS, begins_with_venue, is_label, says_nothing
from papertrace.listings.fields.venues import clean_venue
from papertrace.records.dates import MONTHS
from papertrace.records.people import parse_byline, read_inverted_names, split_names
from papertrace.word_lists import read_word_lists

_LISTS = read_word_lists(__package__, "venues.toml")
_SIGNS_OF_NAMES = re.compile(r"[^\w&+]")
_KNOWN = frozenset(
    _SIGNS_OF_NAMES.sub("", word).lower() for name in ("conferences", "journals") for word in _LISTS[name].split()
)
_DATE = re.compile(
    r"(?<![\d.])(?P<year>19\d\d|20[0-4]\d)(?:[-/.](?P<month>0[1-9]|1[0-2])(?:[-/.](?P<day>0[1-9]|[12]\d|3[01]))?)?(?!\d|\.\d{3})"
)
_SHORT_YEAR = re.compile(r"(?<=[A-Za-z])\s?['’`]\s?(?P<year>\d\d)(?!\w)")  # noqa: RUF001 - as printed
_GLUED_YEAR = re.compile(r"(?<=[A-Z]{3})(?=(?:19|20)\d\d\b)|(?<=[A-Za-z]{4})(?=(?:19|20)\d\d\b)")
_BY = re.compile(r"(?:authors?\s*[:：]|by)\s+", re.IGNORECASE)  # noqa: RUF001 - a colon as printed
_INITIAL = re.compile(r"(?<![^\W_])[^\W\d_a-z]\.|\s[A-Z]{1,3}$")
_ENDS_IN_INITIAL = re.compile(r"(?<![^\W_])[^\W\d_a-z]\.\Z")
_ET_AL = re.compile(r"[,.]?\s?\bet\.?\s?al\b[.,]?|\s等", re.IGNORECASE)
_MARKS_OF_NAMES = re.compile(r"[*†‡§¶]|\([^()]{1,40}\)")
_KIND_AT_END = re.compile(
    r"\s+\(?(?:oral|spotlight|poster|highlight|demo|short paper|outstanding paper|best paper|honorable mention)s?\)?$",
    re.IGNORECASE,
)
_VOLUME = re.compile(r"\s\d{1,4}(?:[(:,].*)?$")
_FIRST_YEAR_OF_ARXIV = 1991
_MARK_WITHIN = re.compile(r"(?<!\b[A-Z])[.,;:](?=\s)|\n|\s(?=(?:19|20)\d\d\b)|\s(?=[(\[])")
_WORD = re.compile(r"[^\W\d_]{2,}")
_CAPITALS = re.compile(r"[^\W\d_a-z]\S*[^\W\d_a-z]")
_NO_VENUE = re.compile(r"(?:accepted|best|oral|spotlight|poster|highlight|outstanding|new|todo)\b", re.IGNORECASE)
_PARTICLE = re.compile(r"(?:van|von|de|der|den|del|della|di|da|dos|du|la|le|el|al|bin|ibn|ter|ten)\s")
_ANGLES = ' \t\n<>*_`"“”'
# Segments are judged with those of their section and of the whole list, and venues recur.
_N_CACHED = 4096
_MAX_LENGTH = 600
_MAX_MARKS = 12
_MAX_WORDS_OF_A_VENUE = 12
_MAX_LETTERS_OF_NUMBERS = 3
_LAST_SHORT_YEAR = 50
_MIN_SHARE_OF_NAMES = 0.6


@dataclass(frozen=True, slots=True, kw_only=True)
class Publication:
    """A venue, a date in ISO 8601, or both; `is_certain` if the words alone prove it."""

    venue: str | None
    date: str | None
    is_certain: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class People:
    """Names of people and the publication after them, if any; `is_certain` if the words alone prove them.

    `is_no_title` if they cannot be words of a title either, as `Data Analysis and Machine Learning` can: initials,
    "et al." or a publication stand beside them.
    """

    names: tuple[str, ...]
    publication: Publication | None
    is_certain: bool
    is_no_title: bool


def is_known_venue(words: str) -> bool:
    """Return whether words begin with a short name of a venue that is in the list, in whatever case.

    >>> is_known_venue("Mobisys 2014"), is_known_venue("IEEE RAL"), is_known_venue("Harbours 2014")
    (True, True, False)
    """
    shown = [_SIGNS_OF_NAMES.sub("", word).lower() for word in _GLUED_YEAR.sub(" ", words).split()[:3]]
    return any(word in _KNOWN for word in shown[:2]) or "".join(shown[:2]) in _KNOWN


def _is_printed_as_known(words: str) -> bool:
    """Return whether words begin with a known short name in its capitals that is no word or field as well."""
    return any(_CAPITALS.search(word) and is_known_venue(word) for word in _GLUED_YEAR.sub(" ", words).split()[:2])


@lru_cache(maxsize=_N_CACHED)
def read_publication(text: str) -> Publication | None:
    """Return the venue and the date that a short text consists of, or None for any other text.

    >>> read_publication("Mobisys 2014").venue, read_publication("2024.06").date, read_publication("paper")
    ('Mobisys', '2024-06', None)
    """
    # Of a preprint and its publication, `arXiv 2005; WAVES 2021`, the last one counts.
    last = text[:_MAX_LENGTH].strip(SEPARATORS + _ANGLES).rpartition("; ")[2]
    shown = _GLUED_YEAR.sub(" ", last)
    if not shown or len(text) > _MAX_LENGTH or ": " in shown:
        return None
    dates = list(_DATE.finditer(shown)) or list(_SHORT_YEAR.finditer(shown))
    date = _write_date(dates[-1]) if dates else None
    words = shown
    for found in reversed(dates):
        words = f"{words[: found.start()]} {words[found.end() :]}"
    words = " ".join(words.split()).strip(SEPARATORS + _ANGLES)
    words = _VOLUME.sub("", _KIND_AT_END.sub("", words)).strip(SEPARATORS + _ANGLES)
    letters = _WORD.findall(words)
    if not letters or all(word.lower() in MONTHS for word in letters):
        is_date = sum(map(len, letters)) <= _MAX_LETTERS_OF_NUMBERS or bool(letters)
        return Publication(venue=None, date=date, is_certain=True) if date and is_date else None
    if says_nothing(words) or (is_label(words) and not is_known_venue(words)) or len(letters) > _MAX_WORDS_OF_A_VENUE:
        return None
    venue = clean_venue(words, in_column=True)
    if venue is None or _NO_VENUE.match(venue):
        return None
    if date and venue.lower() == "arxiv" and int(date[:4]) < _FIRST_YEAR_OF_ARXIV:
        date = None  # a month in the numbers of arXiv
    is_named = is_known_venue(venue) or begins_with_venue(venue)
    first = letters[0]
    # In scripts without capitals, any note looks like a name.
    if first == first.lower() and not is_named and (first.islower() or date is None):
        return None
    # Descriptions begin with the same words as names of venues do: "Fast parser", "Conference on ropes in Harbour".
    is_written_as_name = clean_venue(shown, follows_names=is_named) is not None
    is_certain = (date is not None and (is_written_as_name or is_known_venue(venue))) or (
        is_written_as_name and (_is_printed_as_known(venue) or begins_with_venue(venue))
    )
    return Publication(venue=venue, date=date, is_certain=is_certain)


def _write_date(found: re.Match[str]) -> str:
    year = found["year"]
    if len(year) == 2:  # noqa: PLR2004 - of this or the last century
        year = f"20{year}" if int(year) <= _LAST_SHORT_YEAR else f"19{year}"
    parts = found.groupdict()
    return "-".join(part for part in (year, parts.get("month"), parts.get("day")) if part)


@lru_cache(maxsize=_N_CACHED)
def read_people(text: str) -> People | None:
    """Return the names of people that a text begins with, if nothing but a publication follows; None for other texts.

    >>> read_people("Zhang et al. ISSTA.").publication.venue, read_people("by Doe, A. and Roe, R.B.").names
    ('ISSTA', ('A. Doe', 'R.B. Roe'))
    >>> read_people("Olaf Sporns").is_certain, read_people("We fold paper, and more")
    (False, None)
    """
    shown = text[:_MAX_LENGTH].strip(_ANGLES + " ,;:()")
    by = _BY.match(shown)
    shown = shown[by.end() :] if by else shown
    if not shown or len(text) > _MAX_LENGTH or "://" in shown or (shown[:1].islower() and not _PARTICLE.match(shown)):
        return None
    for names, rest, is_cut in _cut_names(_MARKS_OF_NAMES.sub("", shown)):
        after = rest.strip(SEPARATORS + _ANGLES)
        publication = read_publication(rest) if after else None
        if after and (publication is None or not (is_cut or publication.is_certain)):
            continue
        if (
            publication
            and publication.venue
            and not is_known_venue(publication.venue)
            and parse_byline(publication.venue)
        ):
            continue
        found = _read_names(names)
        if found:
            is_credit = by is not None
            n_whole = sum(" " in name for name in found)
            # "Ropes, Salt and Old Ships" may be a title.
            are_names = is_cut if len(found) == 1 else n_whole * 2 >= len(found)
            return People(
                names=found,
                publication=publication,
                is_certain=is_credit or are_names,
                is_no_title=is_cut or is_credit or after != "" or any(map(_INITIAL.search, found)),
            )
    return None


def _cut_names(text: str) -> Iterator[tuple[str, str, bool]]:
    """Yield a text cut into names and what follows them: after "et al.", before a venue, before a year, and whole."""
    et_al = _ET_AL.search(text)
    if et_al:
        yield text[: et_al.start()], text[et_al.end() :], True
        return
    marks = [found.start() for found in islice(_MARK_WITHIN.finditer(text), 200)][-_MAX_MARKS:]
    yield from ((text[:mark], text[mark:], False) for mark in reversed(marks) if _WORD.search(text, mark))
    yield from ((text[:mark], text[mark:], False) for mark in reversed(marks) if not _WORD.search(text, mark))
    yield _without_stop(text), "", False


def _without_stop(text: str) -> str:
    """Return a text without the full stop at its end, unless that is the one of an initial."""
    return text if _ENDS_IN_INITIAL.search(text) else text.rstrip(".")


def _read_names(text: str) -> tuple[str, ...]:
    """Return the names of a text that consists of names, in whatever order and form, or of mostly such parts."""
    line = _without_stop(text.strip(" ,;:*")).strip(" ,;:*")
    if not line or is_label(line):
        return ()
    inverted = read_inverted_names(line)
    names = inverted or parse_byline(line)
    if names and not inverted and "," in line and len(names) == 1:
        names = ()
    return names or read_names(text.strip(" ,;:*")) or _read_most(line)


def _read_most(line: str) -> tuple[str, ...]:
    """Return the parts of a list of three or more if most of them are full names and none is a sentence."""
    parts = [part.strip() for part in split_names(line)]
    n_names = sum(" " in part and bool(parse_byline(part)) for part in parts)
    are_short = all(len(part.split()) <= 5 for part in parts)  # noqa: PLR2004 - a name with particles
    return tuple(parts) if len(parts) > 2 and are_short and n_names >= len(parts) * _MIN_SHARE_OF_NAMES else ()  # noqa: PLR2004
