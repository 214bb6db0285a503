"""Addresses of those who publish: the institution, the city and the country.

An address goes from the institution or its parts to the city and the country, with commas between them. What its parts
are is told by words and names of `addresses.toml` and `countries.toml`.
"""

import re
import shlex
import unicodedata
from collections.abc import Mapping, Sequence
from functools import cache, lru_cache

from papertrace.model.papers.facts import Affiliation
from papertrace.word_lists import read_tables

_PACKAGE = "papertrace.records"
_MAX_CHARS = 1_000
_MAX_CHARS_OF_COUNTRY = 80
_MAX_WORDS_OF_COUNTRY = 6
_MAX_WORDS_OF_CITY = 4
_N_CODED = 3  # letters at most of the code of a state, or of a part of a postal code
_CONTACT = re.compile(r"\b(?:electronic address|e-?mail(?: address)?)\b.*", re.IGNORECASE | re.DOTALL)
_COMMA = re.compile(r",(?!\s?(?:Inc|LLC|(?:Co\.?,?\s?)?Ltd|Corp|Limited|GmbH|S\.A)\b\.?\s?(?:,|$))")
_NO_LETTERS = re.compile(r"[\W_]+")
_DIGIT = re.compile(r"\d")
_POSTCODE = re.compile(r"(?<!\d)\d{5,8}(?!\d)")  # shorter numbers are those of laboratories and houses, too
_NUMBER = re.compile(r"^\s*\d{1,2}\s+(?=[^\W\d])")  # of a footnote


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
    return code or _before_country(parts_of(text[-_MAX_CHARS:]))[1]


def parse_address(text: str, *, organisation_first: bool = False) -> Affiliation:
    """Return the institution, the city and the country of an address.

    `organisation_first` if the first part always is the institution, as in Web of Science; else it is the part that
    names a university, failing that an academy, an institute, a centre, or the first that is no department.

    >>> parse_address("Dept of Tides, University of Harbour, 2 Quay St, Bay City, CA 94720, United States")
    Affiliation(institution='University of Harbour', city='Bay City', country='US', authors=())
    """
    return _parse(text[:_MAX_CHARS], organisation_first=organisation_first)


def is_country(text: str) -> bool:
    """Return whether a text is the name of a country.

    >>> is_country("Peoples R China"), is_country("New Mexico")
    (True, False)
    """
    return len(text) < _MAX_CHARS_OF_COUNTRY and fold(text) in _countries()[0]


def names_institution(part: str) -> bool:
    """Return whether a part of an address is an institution by its words.

    >>> names_institution("Harbour Univ"), names_institution("Dept Tides"), names_institution("Bay City")
    (True, False, False)
    """
    return _rank(part) > 1


def parts_of(text: str) -> list[str]:
    """Return what stands between the commas of an address, without addresses of mail.

    >>> parts_of("Tide Labs, Inc., Bay City, France. Electronic address: ann@example.org.")
    ['Tide Labs, Inc', 'Bay City', 'France']
    """
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
            rest = parts if names_institution(parts[-1]) else [*parts[:-1], " ".join(words[:i])]
            return rest, "US" if key in homonyms else code
    return parts, ""


def _region(part: str) -> str | None:
    """Return the country of the state, province or prefecture that a part of an address is, if any."""
    state = " ".join(word for word in part.split() if not _DIGIT.search(word))
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
    return -1 if _DIGIT.search(key) else 1


@lru_cache(8192)
def _parse(text: str, *, organisation_first: bool) -> Affiliation:
    parts, country = _before_country(parts_of(_NUMBER.sub("", text)))
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
    coded = _DIGIT.search(part) or len(words) == 1
    kept = (w for w in words if not _DIGIT.search(w) and not (coded and w.isupper() and len(w.strip(".:")) <= _N_CODED))
    return " ".join(word for word in kept if word.lower() != "cedex").strip(" .-")
