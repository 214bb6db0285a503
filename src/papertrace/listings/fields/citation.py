"""Papers cited in one line, as lists of references and of publications print them.

Five customs are read: names and a year in brackets before the title (`Doe, J. & Roe, R. (2020). Title. Venue`), the
same with a bare year (`Doe, J., 2020: Title. Venue`), a title in quotes after the names (`J. Doe and R. Roe, "Title,"
Venue, 2020`), names with initials (`Doe, J. & Roe, R. Title. Venue 1, 2-3 (2020)`), and with initials without stops
(`Doe J, Roe R. Title. Venue. 2020;1:2-3`).
"""

import re
import unicodedata
from dataclasses import dataclass, replace

from papertrace.records.dates import without_pages
from papertrace.records.people import AND, order_inverted_names

MAX_LENGTH = 4000

_MARK = re.compile(r"\s*(?:(?:\[[ xX]\]|\[\d{1,4}\]|\(\d{1,4}\)|\d{1,4}[.)]|[-*+•])\s+){1,3}")
_YEAR_IN_BRACKETS = re.compile(
    r",?\s*\((?P<year>(?:1[5-9]|20)\d\d)[a-z]?(?:,\s[A-Z][^()]{1,30})?\)\s*[.,:]?\s*(?:[-–—]\s*)?"  # noqa: RUF001 - dashes as printed
)
_QUOTED = re.compile(
    r"\s*(?:[\"“]\s*(?P<title>[^\s\"“”][^\"“”]{3,400}?)\s*[,.]?\s*[\"”]"
    r"|‘(?P<single>[^‘\n]{4,400}?)[,.]?’(?=[,.;)]|\s*$))"  # noqa: RUF001 - quotes as printed
)
# Words in quotes that begin a title in quotes: ""Sail On": A Study of Winds," in Proc.
_NESTED = re.compile(r"\s*[\"“](?P<title>[\"“][^\"“”]{2,200}[\"”][^\"“”]{1,300}?)[,.][\"”](?P<single>)")
_BARE_YEAR = re.compile(r"[.,]\s+(?P<year>(?:1[5-9]|20)\d\d)[a-z]?[.:]\s+(?=\S)")
_YEAR = re.compile(r"(?<!\d)(?:1[5-9]|20)\d\d(?!\d)")
_ADDRESS = re.compile(r"https?://\S+|\b10\.\d{4,9}/\S+")
_STOP = re.compile(
    r"[.?!](?=\s+\S|\s*$)|,\s(?=[*_])|\s(?=\(Doctoral|\(PhD|\(Master|\[\[?[^\[\]]{1,30}\]\]?\(|https?://)"
)
_ABBREVIATED = re.compile(r"(?:\b(?:vs|al|st|no|[dm]r|mrs|vol)|\b[A-Z])$", re.IGNORECASE)
_SEPARATOR = re.compile(rf"(?:(?<!\s)\s+)?(?:[;&]|,(?:\s*(?:{AND}|&)(?!\w))?|\b{AND}\b)\s*")
_PARTICLES = r"(?:(?:van|von|der|den|de|del|della|di|da|dos|du|la|le|el|al|bin|ibn|ter|ten)\s+){0,3}"
_SURNAME = r"[^\W\d_a-z][^\W\d_]{0,30}(?:['’-]\s?[^\W\d_]{1,30}){0,3}"  # noqa: RUF001 - as printed
_INITIALS = r"(?:[^\W\d_a-z]{1,4}|(?:[^\W\d_a-z]\.[ -]?){1,5})"
_ONE_NAME = re.compile(
    rf"(?:{_INITIALS}|{_PARTICLES}{_SURNAME}(?:\s{_PARTICLES}{_SURNAME}){{0,3}}(?:\s{_INITIALS})?"
    rf"|{_SURNAME}(?:\s[^\W\d_a-z]\.){{1,2}}\s{_PARTICLES}{_SURNAME}(?:\s{_SURNAME})?"
    rf"|{_INITIALS}\s?{_PARTICLES}{_SURNAME}(?:\s{_SURNAME}){{0,2}})\.?(?:\s+et\.? al\.?)?"
    r"|et\.? al\.?|[Cc]o-?authors|others|\.{2,3}|…"
)
_VANCOUVER_NAME = re.compile(rf"{_PARTICLES}{_SURNAME}(?:\s{_SURNAME}){{0,2}}\s[^\W\d_a-z]{{1,4}}|et al")
_STOPPED_INITIALS = r"[^\W\d_a-z]\.(?:[ -]?[^\W\d_a-z]\.){0,3}"
_INVERTED_NAME = rf"{_PARTICLES}{_SURNAME}(?:\s{_PARTICLES}{_SURNAME}){{0,2}},\s{_STOPPED_INITIALS}"
_NAME_WITH_INITIALS = rf"{_STOPPED_INITIALS}\s?{_PARTICLES}{_SURNAME}(?:\s{_SURNAME})?"
_NAMES_WITH_INITIALS = re.compile(
    rf"(?P<names>(?:{_INVERTED_NAME}(?:(?:,?\s(?:&|and)|,)\s{_INVERTED_NAME}){{0,299}}(?:,?\set\.?\sal\.)?"
    rf"|{_NAME_WITH_INITIALS}(?:(?:,?\s(?:&|and)|,)\s{_NAME_WITH_INITIALS}){{0,299}}(?:,?\set\.?\sal)?\.))\s+(?=[^\W_])"
)
_ONLY_INITIALS = re.compile(_INITIALS + r"\.?")
_INITIALS_AFTER = re.compile(
    rf"(?P<surname>{_PARTICLES}{_SURNAME}(?:\s{_SURNAME}){{0,2}})\s(?P<initials>[^\W\d_a-z]{{1,4}}|(?:[^\W\d_a-z]\.-?){{1,4}})"
)
_FINAL_STOP = re.compile(r"(?<=[^\W\d_]{2})[.:;]\s*$")
_ET_AL = re.compile(r"\bet\.? al\.?$")
_SURNAME_IN = re.compile(r"[^\W\d_a-z][^\W\d_A-Z]")
_LETTERS = re.compile(r"[^\W\d_]{2,}")
_ENDS_IN_INITIALS = re.compile(r"(?<![^\W_])[^\W\d_a-z]\.[ -]?[^\W\d_a-z]\.[ ,:]*$")
_INITIAL = re.compile(r"(?<![^\W_])[^\W\d_a-z]\.")
_MARKS_OF_NAMES = re.compile(r"(?<=[^\W\d_])[*†‡§]{1,3}(?=\s*(?:[,;&.]|and\b|$))")
_QUOTE_WITHIN = re.compile(r"[\"“][^\"“”]{2,200}[\"”][^\"“”]")
_MAX_NAMES = 300
_MIN_WORDS = 2
_MIN_WORDS_IN_LOWER_CASE = 3


@dataclass(frozen=True, slots=True, kw_only=True)
class Citation:
    """A paper as a line cites it; `start` and `end` are the position of the title in the line."""

    title: str
    authors: tuple[str, ...]
    year: str
    start: int
    end: int


def parse_citation(text: str) -> Citation | None:
    """Return the paper that a line cites by names, a year and a title, or None for any other line.

    >>> found = parse_citation("Doe J, Roe RS (2012) Tides of frost. Harbour 13:121-134.")
    >>> found.title, found.authors, found.year
    ('Tides of frost', ('J Doe', 'RS Roe'), '2012')
    >>> parse_citation("See the slides (2012) of the course.")
    """
    if len(text) > MAX_LENGTH:
        return None
    mark = _MARK.match(text)
    start = mark.end() if mark else len(text) - len(text.lstrip())
    return _by_year(text, start) or _by_quotes(text, start) or _by_initials(text, start) or _by_stops(text, start)


def read_names(text: str) -> tuple[str, ...]:
    """Return the names of a text that consists only of names, in whatever order and form; empty for any other text.

    >>> read_names("Doe, J., Roe, R."), read_names("Doe, Ann, Rob Roe"), read_names("Tides of frost")
    (('J. Doe', 'R. Roe'), ('Ann Doe', 'Rob Roe'), ())
    """
    if len(text) > MAX_LENGTH or not _are_names(text):
        return ()
    names = (name.strip("*†‡ ") for name in _order_names(text))
    return tuple(name for name in names if name)


def _by_year(text: str, start: int) -> Citation | None:
    """Read `Doe, J. & Roe, R. (2020). Title. Venue` and `Doe, J., and R. Roe, 2020: Title. Venue`."""
    bracket = text.find("(", start)
    year = _YEAR_IN_BRACKETS.match(text, len(text[:bracket].rstrip(" ,"))) if bracket > start else None
    year = year or _BARE_YEAR.search(text, start)
    if year is None or not _are_names(text[start : year.start()]):
        return None
    cited = _cut_title(text, year.end(), text[start : year.start()], year["year"])
    # "Sail R-X (2017), A. Doe et al.": the names may be those after the year.
    is_of_names = cited is not None and _ET_AL.search(cited.title.rstrip(".")) is not None and _are_names(cited.title)
    return None if is_of_names else cited


def _by_quotes(text: str, start: int) -> Citation | None:
    """Read `J. Doe and R. Roe, "Title," Venue, 2020`; several names with a stop or initials need no year."""
    starts = [found for sign in '"“‘' if (found := text.find(sign, start)) > start]  # noqa: RUF001 - quotes as printed
    quoted = (_NESTED.match(text, min(starts)) or _QUOTED.match(text, min(starts))) if starts else None
    if quoted is None:
        return None
    lead = text[start : quoted.start()].rstrip()
    names = lead.rstrip(" ,.:")
    years = _find_years(text[quoted.end() :])
    are_certain = lead.endswith(".") or (lead.endswith(",") and _INITIAL.search(names) is not None)
    if not (years or (are_certain and _are_several(names))) or not _are_names(names):
        return None
    group = "title" if quoted["title"] else "single"
    year = years[-1] if years else ""
    named = lead.rstrip(" ,:") if _ENDS_IN_INITIALS.search(lead) else names
    return _make(quoted[group], quoted.start(group), named, year, min_words=1 if lead != names else _MIN_WORDS)


def _by_initials(text: str, start: int) -> Citation | None:
    """Read `Doe, J., Roe, R. et al. Title. Venue 1, 2-3 (2020)` and `J. Doe and R. Roe. Title. In Venue, 2020`."""
    names = _NAMES_WITH_INITIALS.match(text, start)
    cited = _cut_title(text, names.end(), names["names"], "") if names else None
    years = _find_years(text[cited.end :]) if cited else []
    return replace(cited, year=years[-1]) if cited and years else None


def _by_stops(text: str, start: int) -> Citation | None:
    """Read `Doe J, Roe R. Title. Venue. 2020;1:2-3`."""
    stop = text.find(". ", start)
    names = text[start:stop] if stop > start else ""
    parts = [part.strip() for part in names.split(",")]
    if not 0 < len(parts) <= _MAX_NAMES or not all(map(_VANCOUVER_NAME.fullmatch, parts)):
        return None
    cited = _cut_title(text, stop + 2, names, "")
    years = _find_years(text[cited.end :]) if cited else []
    if (
        cited is None or not years or _are_several(cited.title)
    ):  # "Ann B. Doe, Rob Roe. Title": the stop is of an initial
        return None
    return _make(cited.title, cited.start, names, years[0])


def _cut_title(text: str, start: int, names: str, year: str) -> Citation | None:
    """Return the citation whose title begins at `start` and ends where its sentence or its quotation does."""
    if quoted := _NESTED.match(text, start) or _QUOTED.match(text, start):
        group = "title" if quoted["title"] else "single"
        return _make(quoted[group], quoted.start(group), names, year)
    end = len(text)
    for stop in _STOP.finditer(text, start):
        if stop[0] == "." and _ABBREVIATED.search(text[max(start, stop.start() - 6) : stop.start()]):
            continue
        end = stop.end() if stop[0] in ("?", "!") else stop.start()
        break
    return _make(text[start:end], start, names, year)


def _make(printed: str, start: int, names: str, year: str, min_words: int = _MIN_WORDS) -> Citation | None:
    title = printed.strip(" *_" if _QUOTE_WITHIN.match(printed) else " *_“”\"'")
    if len(_LETTERS.findall(title)) < min_words or (
        title[:1].islower() and len(title.split()) < _MIN_WORDS_IN_LOWER_CASE
    ):
        return None
    place = start + printed.find(title)
    return Citation(title=title, authors=_order_names(names), year=year, start=place, end=start + len(printed))


def _order_names(text: str) -> tuple[str, ...]:
    """Return the names in their natural order, whether initials follow a comma, a space or none follow."""
    names: list[str] = []
    shown = _MARKS_OF_NAMES.sub("", text) if "*" in text or "†" in text else text
    for part in _SEPARATOR.split(order_inverted_names(_FINAL_STOP.sub("", shown.strip(" ,:").lstrip(". ")))):
        name = _ET_AL.sub("", part).strip()
        glued = _INITIALS_AFTER.fullmatch(name)
        if names and _ONLY_INITIALS.fullmatch(name) and not _ONLY_INITIALS.fullmatch(names[-1].split(" ")[0]):
            names[-1] = f"{name} {names[-1]}"
        elif glued:
            names.append(f"{glued['initials']} {glued['surname']}")
        elif _LETTERS.search(name):
            names.append(name)
    return tuple(names)


def _find_years(text: str) -> list[str]:
    """Return the years of a text, without numbers of pages; those in addresses only where there are no others."""
    return _YEAR.findall(_ADDRESS.sub(" ", without_pages(text))) or _YEAR.findall(text)


def _are_several(text: str) -> bool:
    """Return whether a text consists of several names, at least one of which has two words."""
    return len(parts := _SEPARATOR.split(text)) > 1 and any(" " in part for part in parts) and _are_names(text)


def _are_names(text: str) -> bool:
    shown = _MARKS_OF_NAMES.sub("", unicodedata.normalize("NFC", text))
    parts = [part for part in _SEPARATOR.split(shown.strip(" ,.:")) if part]
    if len(parts) > _MAX_NAMES:
        return False
    return all(map(_ONE_NAME.fullmatch, parts)) and any(_SURNAME_IN.search(part) for part in parts)
