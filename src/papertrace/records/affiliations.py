"""Where the authors of a publication work: the institution, the city and the country.

Services print affiliations in notations that are rows of `addresses.toml`. An address goes from the institution or its
parts to the city and the country, with commas between them. What its parts are is told by words and names of
`addresses.toml` and `countries.toml`.
"""

import re
import shlex
import unicodedata
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import cache, lru_cache
from itertools import chain, islice, pairwise

from papertrace.model.papers.facts import Affiliation
from papertrace.word_lists import read_tables

_PACKAGE = "papertrace.records"
_MAX_CHARS_OF_ADDRESS = 1_000
_MAX_CHARS_OF_COUNTRY = 80
_MAX_WORDS_OF_COUNTRY = 6
_MAX_WORDS_OF_CITY = 4
_N_CODED = 3  # letters at most of the code of a state, or of a part of a postal code
_CONTACT = re.compile(r"\b(?:electronic address|e-?mail(?: address)?)\b.*", re.IGNORECASE | re.DOTALL)
_COMMA = re.compile(r",(?!\s?(?:Inc|LLC|(?:Co\.?,?\s?)?Ltd|Corp|Limited|GmbH|S\.A)\b\.?\s?(?:,|$))")
_NO_LETTERS = re.compile(r"[\W_]+")
_POSTCODE = re.compile(r"(?<!\d)\d{5,8}(?!\d)")  # shorter numbers are those of laboratories and houses, too
_NUMBER = re.compile(r"^\s*\d{1,2}\s+(?=[^\W\d])")  # of a footnote
_MAX_CHARS = 1_000_000  # of all values of an entry: papers of 3,000 authors print that much
_MAX_PRINTED = 20_000  # addresses of an entry
_MAX_CHARS_OF_NAME = 200
_BRACKETED_NAMES = re.compile(r"\[([^\[\]]*)\]([^\[]*)")
_LEADING_NAMES = re.compile(r"\s*\(([^()]+)\)\s*(?=\S)")
_CORRESPONDING = re.compile(r"\s?\((?:corresponding|reprint) author\),?", re.IGNORECASE)
_FULL_STOP = re.compile(r"\.\s+")
_INITIALS = re.compile(r"\s*(?:(?:[^\W\d_a-z]\.[ -]?){1,5}|[^\W\d_a-z]{1,3})")
_NOTHING = frozenset({"", "na", "n a", "none", "null"})
_MIN_PARTS = 3  # of an address whose parts do not tell that it is one


def read_affiliations(values: Sequence[object], authors: Sequence[str], form: str) -> tuple[Affiliation, ...]:
    """Return each affiliation of an entry once, in order, with the authors who work there as far as the export says so.

    `form` names the notation of the values, a key of `forms`. `authors` are the entry's, "First Last".

    >>> read_affiliations(["[Doe, Ann] Univ Harbour, Bay City, CA 94720 USA."], ["Ann Doe", "Rob Roe"], "wos-tagged")
    (Affiliation(institution='Univ Harbour', city='Bay City', country='US', authors=('Ann Doe',)),)
    """
    names = _Names(authors)
    found: dict[tuple[str, str, str], tuple[Affiliation, set[int]]] = {}
    for printed, place in islice(_read(values, names, forms()[form]), _MAX_PRINTED):
        if not place.institution and (place.city or not place.country):  # a street
            continue
        key = fold(place.institution), fold(place.city), place.country
        who = found.setdefault(key, (place, set()))[1]
        who.update(i for name in printed if (i := names.index(name)) is not None)
    return tuple(replace(place, authors=tuple(authors[i] for i in sorted(who))) for place, who in found.values())


class _Names:
    """The authors of an entry, found by the forms in which an export prints their names."""

    def __init__(self, authors: Sequence[str]) -> None:
        self.authors = authors
        self._whole: dict[tuple[str, ...], int] = {}
        self._short: dict[tuple[str, str], int | None] = {}  # by family name and initial; None if several are
        reversed_names: dict[tuple[str, str], int] = {}  # "Doe Ann"
        for i, author in enumerate(authors):
            if words := fold(author).split():
                self._whole.setdefault(tuple(sorted(words)), i)
                key = words[-1], words[0][0]
                self._short[key] = None if key in self._short else i
                reversed_names.setdefault((words[0], words[-1][0]), i)
        self._short = {**reversed_names, **self._short}

    def index(self, name: str, *, whole: bool = False) -> int | None:
        """Return which author a name is, by all its words or, unless `whole`, its family name and an initial."""
        if len(name) > _MAX_CHARS_OF_NAME:
            return None
        family, _, given = name.partition(",") if "," in name else name.rpartition(" ")
        words, family, given = fold(name).split(), fold(family), fold(given)
        found = self._whole.get(tuple(sorted(words)))
        if found is not None or whole or not family or not given:
            return found
        return self._short.get((family.split()[-1], given[0]))

    def split(self, text: str) -> tuple[list[str], str]:
        """Return the names before an address, and the address: "Doe, Ann; Roe, Rob, Univ Harbour, Bay City".

        A name ends where it is that of an author, else where it has as many parts as names in an export have.
        """
        *names, rest = text.split("; ")
        parts = rest.split(",", 3)
        heads = [",".join(parts[:n]) for n in (2, 1, 3)]
        known = [head for head in heads if self.index(head, whole=True) is not None]
        if not known and len(parts) > 1 and not _names_institution(parts[1]):
            known = [head for head in heads[:2] if self.index(head) is not None]
        if not known and (len(parts) == 1 or names or _INITIALS.fullmatch(parts[1])):
            known = heads[:1]
        if not known and _INITIALS.fullmatch(parts[0].rpartition(" ")[2]):
            known = heads[1:2]
        return ([*names, *known[:1]], rest[len(known[0]) :]) if known else (names, rest)


def _texts(values: Iterable[object]) -> Iterator[str]:
    """Yield the texts of values, `_MAX_CHARS` in all."""
    left = _MAX_CHARS
    for value in values:
        text = str(value)[:left]
        left -= len(text)
        if fold(text[:9]) not in _NOTHING:
            yield text


def _sentences(text: str) -> Iterator[str]:
    """Yield the addresses of a text, each of which ends with a line, or with a country and a full stop."""
    for line in text.split("\n"):
        begin = 0
        for stop in _FULL_STOP.finditer(line):
            tail = line[max(begin, stop.start() - 40) : stop.start()].rpartition(",")[2]
            if _is_country(tail) or _is_country(tail.rpartition(" ")[2]):
                yield line[begin : stop.start()].strip()
                begin = stop.end()
        yield line[begin:].strip()


def _has_digit(text: str) -> bool:
    return any(map(str.isdecimal, text))


def _addresses(text: str) -> Iterator[Affiliation]:
    """Yield the addresses of a text, with anything or nothing but their countries between them."""
    for address in (address for piece in text.replace("|", ";").split(";") for address in _sentences(piece)):
        parts, begin = _parts_of(address), 0
        for end, following in pairwise([i for i, part in enumerate(parts) if _is_country(part)]):
            if following - end >= _MIN_PARTS or any(map(_names_institution, parts[end + 1 : following])):
                yield parse_address(", ".join(parts[begin : end + 1]))
                begin = end + 1
        place = parse_address(", ".join(parts[begin:]))
        if fold(place.institution) not in _NOTHING:
            yield place


def _organisation_first(text: str) -> Iterator[Affiliation]:
    for address in text.split(";"):
        yield parse_address(address.lstrip(" ,"), organisation_first=True)


def _record(place: Mapping[str, object]) -> Iterator[Affiliation]:
    """Yield the institution of a nested record, which may be an address that is printed as a name."""
    name, city, country, code = (
        str(place.get(key) or "")[:_MAX_CHARS]
        for key in ("display_name" if "display_name" in place else "name", "city", "country", "country_code")
    )
    if city or country or code or "display_name" in place:
        yield Affiliation(institution=name, city=city, country=country_of(code or country))
    else:
        yield from _addresses(name)


def _list_of_countries(text: str) -> Iterator[Affiliation]:
    pieces = text.replace("|", ";").split(";")
    for piece in pieces if len(pieces) > 1 or _is_country(text) else text.split(","):
        yield Affiliation(institution="", country=country_of(piece))


_Pieces = Iterable[tuple[Iterable[str], str]]  # names, and the addresses of those who have them


def _in_square_brackets(text: str, _names: _Names) -> _Pieces:
    groups = _BRACKETED_NAMES.findall(text) if text.startswith("[") else [("", text)]
    return [(people.split(";"), addresses) for people, addresses in groups]


def _before(text: str, names: _Names) -> _Pieces:
    people, *rest = _CORRESPONDING.split(text.strip(), 1)
    return [(people.split(";"), rest[0]) if rest else names.split(people)]


def _in_brackets_before(text: str, _names: _Names) -> _Pieces:
    named = _LEADING_NAMES.match(text)
    return [(named[1].split(";"), text[named.end() :]) if named else ((), text)]


def _before_brackets(text: str, _names: _Names) -> _Pieces:
    begin, depth, opened = 0, 0, 0
    for at, sign in enumerate(text):
        if sign not in "()":
            continue
        depth = max(0, depth + (1 if sign == "(" else -1))
        if depth == 1 and sign == "(":
            opened = at + 1
        elif depth == 0 and opened > begin:
            yield (text[begin : opened - 1].strip(" ;"),), text[opened:at]
            begin = at + 1


_NAMES: Mapping[str, Callable[[str, _Names], _Pieces]] = {
    "before": _before,
    "before brackets": _before_brackets,
    "in brackets before": _in_brackets_before,
    "in square brackets": _in_square_brackets,
}
_PLACES: Mapping[str, Callable[[str], Iterator[Affiliation]]] = {
    "any order": _addresses,
    "countries": _list_of_countries,
    "organisation first": _organisation_first,
}


def forms() -> Mapping[str, Mapping[str, str]]:
    """Return the notations in which services print affiliations, by their names."""
    table: Mapping[str, Mapping[str, str]] = read_tables(_PACKAGE, "addresses.toml")["form"]
    return table


def _read(
    values: Sequence[object], names: _Names, row: Mapping[str, str]
) -> Iterator[tuple[Iterable[str], Affiliation]]:
    """Yield the names, as printed, of those who work at a place, and the place."""
    pairs = [value for value in values if isinstance(value, tuple)]
    for author, places in pairs:
        for place in places if isinstance(places, Sequence) and not isinstance(places, str) else (places,):
            found = [_record(place)] if isinstance(place, Mapping) else map(_addresses, _texts([place]))
            yield from (((str(author),), one) for one in chain.from_iterable(found))
    between, where = row["between"], row["names"]
    texts = [] if pairs else [*_texts(values)]
    pieces = [one for text in texts for one in (_sentences(text) if between == "\n" else text.split(between or "\0"))]
    for i, piece in enumerate(pieces):
        if where == "by position":
            printed: _Pieces = [(names.authors[i : i + 1] if len(pieces) == len(names.authors) else (), piece)]
        else:
            printed = _NAMES[where](piece, names)
        yield from ((who, place) for who, text in printed for place in _PLACES[row["addresses"]](text))


# Addresses


@lru_cache(8192)
def fold(text: str) -> str:
    """Return words in lower case without marks and punctuation, "&" as "and", without a leading "the".

    >>> fold("The U.S.A."), fold("Bosnia & Herceg"), fold("Türkiye")
    ('u s a', 'bosnia and herceg', 'turkiye')
    """
    plain = text.replace("&", " and ").casefold()
    if not plain.isascii():
        plain = "".join(mark for mark in unicodedata.normalize("NFKD", plain) if not unicodedata.combining(mark))
    words = _NO_LETTERS.sub(" ", plain).split()
    return " ".join(words[1:] if words[:1] == ["the"] and len(words) > 1 else words)


@cache
def _countries() -> tuple[Mapping[str, str], Mapping[str, str]]:
    """Return the codes of countries by name, "" for a state that has none, and by code."""
    table = read_tables(_PACKAGE, "countries.toml")
    names = dict.fromkeys(_words("country", "without_code"), "")
    names |= {fold(name): code for code, (_, *printed) in table.items() for name in printed}
    return names, {key: code for code, (alpha_3, *_) in table.items() for key in (code, alpha_3)}


@cache
def _words(table: str, name: str) -> frozenset[str]:
    return frozenset(shlex.split(read_tables(_PACKAGE, "addresses.toml")[table][name]))


@cache
def _pattern(table: str, name: str) -> re.Pattern[str]:
    words = sorted(_words(table, name))
    return re.compile("|".join(rf"\b{re.escape(word[:-1])}" if word[-1] == "*" else rf"\b{word}\b" for word in words))


@cache
def _regions() -> Mapping[str, str]:
    """Return the codes of countries by the names and codes of their states."""
    table = read_tables(_PACKAGE, "addresses.toml")["regions"]
    return {name: country for country in table if country.isupper() for name in _words("regions", country)}


def country_of(text: str) -> str:
    """Return the code of the country that ends an address, or that the text names; "" if there is none.

    A state that only one country has tells the country, too.

    >>> country_of("Univ Harbour, Bay City, CA 94720 USA."), country_of("Beijing, Peoples R China"), country_of("DEU")
    ('US', 'CN', 'DE')
    >>> country_of("Tide University, Atlanta, Georgia"), country_of("Tbilisi, Georgia"), country_of("Jordan Univ, Bay")
    ('US', 'GE', '')
    """
    code = _countries()[1].get(text.strip().upper()) if len(text) < len("[DEU]") else None
    return code or _before_country(_parts_of(text[-_MAX_CHARS_OF_ADDRESS:]))[1]


def parse_address(text: str, *, organisation_first: bool = False) -> Affiliation:
    """Return the institution, the city and the country of an address.

    `organisation_first` if the first part always is the institution, as in Web of Science; else it is the part that
    names a university, failing that an academy, an institute, a centre, or the first that is no department.

    >>> parse_address("Dept of Tides, University of Harbour, 2 Quay St, Bay City, CA 94720, United States")
    Affiliation(institution='University of Harbour', city='Bay City', country='US', authors=())
    """
    return _parse(text[:_MAX_CHARS_OF_ADDRESS], organisation_first=organisation_first)


def _is_country(text: str) -> bool:
    return len(text) < _MAX_CHARS_OF_COUNTRY and fold(text) in _countries()[0]


def _names_institution(part: str) -> bool:
    return _rank(part) > 1


def _parts_of(text: str) -> list[str]:
    """Return what stands between the commas of an address, without addresses of mail."""
    words = (word for word in _CONTACT.sub("", text).split() if "@" not in word)
    return [part for piece in _COMMA.split(" ".join(words)) if (part := piece.strip(" .;:*-\N{EN DASH}"))]


def _before_country(parts: list[str]) -> tuple[list[str], str]:
    """Return the parts of an address before its country, and the country's code."""
    names = _countries()[0]
    homonyms = read_tables(_PACKAGE, "addresses.toml")["homonyms"]
    for n in (2, 1):  # "Korea, Republic of" has a comma
        code = names.get(key := fold(" ".join(parts[-n:]))) if len(parts) >= n else None
        if code is not None:
            parts = parts[:-n]
            while parts and names.get(fold(parts[-1])) == code and not _can_be_city(parts[-1], code):  # "England, UK"
                parts = parts[:-1]
            return parts, "US" if parts and fold(parts[-1]) in homonyms.get(key, "").split() else code
    if not parts:
        return parts, ""
    if len(parts) > 1 and (code := _region(parts[-1])):
        return parts, code
    words = parts[-1].split()
    for i in range(max(1, len(words) - _MAX_WORDS_OF_COUNTRY), len(words)):
        key, before = fold(" ".join(words[i:])), fold(words[i - 1])
        code = names.get(key, _regions().get(key) if len(key) > _N_CODED else None)
        excluded = before not in homonyms[key].split() if key in homonyms else before in _words("country", "not_after")
        if code is not None and not excluded:
            rest = parts if _names_institution(parts[-1]) else [*parts[:-1], " ".join(words[:i])]
            return rest, "US" if key in homonyms else code
    return parts, ""


def _region(part: str) -> str | None:
    """Return the country of the state, province or prefecture that a part of an address is, if any."""
    state = " ".join(word for word in part.split() if not _has_digit(word))
    if len(state.strip(".")) < _N_CODED and not state.isupper():  # "OR" is a state
        return None
    words = fold(state).split()
    return _regions().get(" ".join(words[:-1] if words[-1:] and words[-1] in _words("regions", "kinds") else words))


def _rank(part: str) -> int:
    """Return how general an institution a part of an address names; 0 for a department, -1 for a street."""
    key = fold(part)
    if key.rpartition(" ")[2] in _words("no_city", "streets"):
        return -1
    if _pattern("institutions", "university").search(key) and key not in _words("units", "first"):
        return 3 if _pattern("institutions", "hospital").search(key) else 5
    if _pattern("units", "first").match(key):
        return 0
    for rank, name in ((4, "academy"), (3, "institute"), (3, "hospital"), (2, "centre")):
        if _pattern("institutions", name).search(key):
            return rank
    if _pattern("units", "department").search(key):
        return 0
    return -1 if _has_digit(key) else 1


@lru_cache(8192)
def _parse(text: str, *, organisation_first: bool) -> Affiliation:
    parts, country = _before_country(_parts_of(_NUMBER.sub("", text)))
    if not parts:
        return Affiliation(institution="", country=country)
    ranks = [_rank(part) for part in parts]
    if len(parts) > 1 and ranks[-1] == 1:
        ranks[-1] = -1  # the city
    # A campus follows its university; of smaller institutions the last contains the others.
    order = [(rank, i if rank in (2, 3, 4) else -i) for i, rank in enumerate(ranks)]
    at = 0 if organisation_first else order.index(max(order))
    city = _city(parts[at + 1 :], country, states_are_coded=organisation_first)
    is_street = ranks[at] < 0 and parts[at].split()[0].isdigit()
    return Affiliation(institution="" if is_street else parts[at], city=city, country=country)


def _city(parts: Sequence[str], country: str, *, states_are_coded: bool) -> str:
    """Return the part with the postal code, or the last that is no state, if it can be a city.

    Where states are printed as codes, "New York" is the city.
    """
    names = [_without_postcode(part) for part in parts]
    names = ["" if country and _region(name) == country else name for name in names]
    coded = [
        name for name, part in zip(names, parts, strict=True) if _POSTCODE.search(part) and _can_be_city(name, country)
    ]
    if coded:
        return coded[-1]
    for i, name in reversed([*enumerate(names)]):
        key = fold(name)
        if not key:
            continue
        if (
            i
            and not states_are_coded
            and key in _words("regions", "also_cities")
            and _can_be_city(names[i - 1], country)
        ):
            continue
        return name if _can_be_city(name, country) and (country or " " not in key) else ""
    return ""


def _can_be_city(name: str, country: str) -> bool:
    key = fold(name)
    if key in _words("cities", "of_country") or key in _words("cities", "of_other_words"):
        return True
    if not key or name[0].islower() or _countries()[0].get(key) == country or len(key.split()) > _MAX_WORDS_OF_CITY:
        return False
    return _rank(name) == 1 and _words("no_city", "words").isdisjoint(key.split())


def _without_postcode(part: str) -> str:
    """Return a part of an address without postal codes, codes of states, and what follows in brackets."""
    words = part.partition("(")[0].split()
    coded = _has_digit(part) or len(words) == 1
    kept = (w for w in words if not _has_digit(w) and not (coded and w.isupper() and len(w.strip(".:")) <= _N_CODED))
    return " ".join(word for word in kept if word.lower() != "cedex").strip(" .-")
