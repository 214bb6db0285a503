"""Where the authors of a publication work, from the notations in which services print it.

An address goes from the institution or its parts to the city and the country, with commas between them. What its parts
are is told by words and names of `affiliations.toml` and `countries.toml`.
"""

import re
import shlex
import unicodedata
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import cache, lru_cache
from itertools import pairwise, repeat

from papertrace.model.papers.facts import Affiliation
from papertrace.word_lists import read_tables

_MAX_CHARS = 4_000_000  # of all values of an entry: papers of 3,000 authors print 1 MB
_MAX_ADDRESS_CHARS = 1_000
_MAX_ADDRESSES = 5_000
_MAX_WORDS_OF_COUNTRY = 6
_MAX_WORDS_OF_CITY = 4
_CONTACT = re.compile(r"\b(?:electronic address|e-?mail)\s?:.*", re.IGNORECASE | re.DOTALL)
_BRACKETED_NAMES = re.compile(r"\[([^\[\]]*)\]([^\[]*)")
_CORRESPONDING = re.compile(r"\s*\((?:corresponding|reprint) author\)\s*,?\s*", re.IGNORECASE)
_NUMBER = re.compile(r"\d{1,2}\s+(?=[^\W\d])")  # of a footnote, before an institution
_FULL_STOP = re.compile(r"\.\s+")
_INITIALS = re.compile(r"\s*(?:[^\W\d_]\.?[ -]?){1,5}")
_NOTHING = frozenset({"", "na", "n a", "none", "null"})
_N_CODED = 3  # letters at most of a code of a state, or of half a postal code

_Places = Iterator[tuple[Iterable[str], Affiliation]]  # the names, as printed, of who works there; where


def fold(text: str) -> str:
    """Return words in lower case without marks and punctuation, "&" as "and", without a leading "the".

    >>> fold("The U.S.A."), fold("Bosnia & Herceg"), fold("Türkiye")
    ('u s a', 'bosnia and herceg', 'turkiye')
    """
    plain = unicodedata.normalize("NFKD", text.replace("&", " and ")).casefold()
    letters = (" " if not mark.isalnum() else mark for mark in plain if not unicodedata.combining(mark))
    words = "".join(letters).split()
    return " ".join(words[1:] if words[:1] == ["the"] and len(words) > 1 else words)


@cache
def _countries() -> tuple[Mapping[str, str], Mapping[str, str]]:
    """Return the codes of countries by name, and by code."""
    table = read_tables("papertrace.records", "countries.toml")
    names = {fold(name): code for code, (_, *printed) in table.items() for name in printed}
    return names, {key: code for code, (alpha_3, *_) in table.items() for key in (code, alpha_3)}


@cache
def _words(table: str, name: str) -> frozenset[str]:
    return frozenset(shlex.split(read_tables("papertrace.records", "affiliations.toml")[table][name]))


@cache
def _pattern(*lists: tuple[str, str]) -> re.Pattern[str]:
    words = sorted(word for table, name in lists for word in _words(table, name))
    return re.compile("|".join(rf"\b{re.escape(word[:-1])}" if word[-1] == "*" else rf"\b{word}\b" for word in words))


@cache
def _regions() -> Mapping[str, str]:
    """Return the codes of countries by the names and codes of their states."""
    table = read_tables("papertrace.records", "affiliations.toml")["regions"]
    return {name: country for country in table if country != "also_cities" for name in _words("regions", country)}


def country_of(text: str) -> str:
    """Return the code of the country that ends an address, or that the text names; "" if there is none.

    A state that only one country has tells the country, too.

    >>> country_of("Univ Harbour, Bay City, CA 94720 USA."), country_of("Beijing, Peoples R China"), country_of("DEU")
    ('US', 'CN', 'DE')
    >>> country_of("Tide University, Atlanta, Georgia"), country_of("Tbilisi, Georgia"), country_of("Jordan Univ, Bay")
    ('US', 'GE', '')
    """
    code = _countries()[1].get(text.strip().upper()) if len(text) < len("[DEU]") else None
    return code or _before_country(_parts(text[-_MAX_ADDRESS_CHARS:]))[1]


def parse_address(text: str, *, organisation_first: bool = False) -> Affiliation:
    """Return the institution, the city and the country of an address.

    `organisation_first` if the first part always is the institution, as in Web of Science; else it is the part that
    names a university, failing that an academy, an institute, a centre, or the first that is no department.

    >>> parse_address("Dept of Tides, University of Harbour, 2 Quay St, Bay City, CA 94720, United States")
    Affiliation(institution='University of Harbour', city='Bay City', country='US', authors=())
    """
    return _parse(text[:_MAX_ADDRESS_CHARS], organisation_first)


def read_affiliations(values: Sequence[object], authors: Sequence[str], form: str) -> tuple[Affiliation, ...]:
    """Return each affiliation of an entry once, in order, with the authors who work there as far as the export says so.

    `form` names the notation of the values, a key of `FORMS`. `authors` are the entry's, "First Last".

    >>> read_affiliations(["[Doe, Ann] Univ Harbour, Bay City, CA 94720 USA."], ["Ann Doe", "Rob Roe"], "wos-tagged")
    (Affiliation(institution='Univ Harbour', city='Bay City', country='US', authors=('Ann Doe',)),)
    """
    names = _Names(authors)
    found: dict[tuple[str, str, str], tuple[Affiliation, set[int]]] = {}
    for printed, place in FORMS[form](values, names):
        if not (place.institution or place.country):
            continue
        key = fold(place.institution), fold(place.city), place.country
        if key not in found and len(found) == _MAX_ADDRESSES:
            break
        found.setdefault(key, (place, set()))[1].update(
            i for i in (names.index(name) for name in printed) if i is not None
        )
    return tuple(
        Affiliation(
            institution=place.institution,
            city=place.city,
            country=place.country,
            authors=tuple(authors[i] for i in sorted(who)),
        )
        for place, who in found.values()
    )


def _parts(text: str) -> list[str]:
    """Return what stands between the commas of an address, without addresses of mail."""
    words = (word for word in _CONTACT.sub("", text).split() if "@" not in word)
    return [part for piece in " ".join(words).split(",") if (part := piece.strip(" .;:*"))]


def _before_country(parts: list[str]) -> tuple[list[str], str]:
    """Return the parts of an address before its country, and the country's code."""
    names, regions = _countries()[0], _regions()
    homonyms = read_tables("papertrace.records", "affiliations.toml")["homonyms"]
    for n in (2, 1):  # "Korea, Republic of" has a comma
        if len(parts) >= n and (code := names.get(key := fold(" ".join(parts[-n:])))):
            parts = parts[:-n]
            while parts and names.get(fold(parts[-1])) == code and not _can_be_city(parts[-1]):  # "England, UK"
                parts = parts[:-1]
            if parts and fold(parts[-1]) in homonyms.get(key, "").split():
                code = "US"
            return parts, code
    if not parts:
        return parts, ""
    words = parts[-1].split()
    state = " ".join(word for word in words if not _has_digit(word))
    if len(parts) > 1 and (code := regions.get(fold(state))) and (len(state) > _N_CODED or not state.islower()):
        if len(state.strip(".")) > 2 or state.isupper():  # noqa: PLR2004 - "OR", "IN" are codes, "or" is a word
            return parts, code
    for i in range(max(1, len(words) - _MAX_WORDS_OF_COUNTRY), len(words)):
        code, before = names.get(key := fold(" ".join(words[i:]))), fold(words[i - 1])
        if (
            code
            and before not in _words("no_country", "after")
            and (key not in homonyms or before in homonyms[key].split())
        ):
            return [*parts[:-1], " ".join(words[:i])], "US" if key in homonyms else code
    return parts, ""


def _has_digit(text: str) -> bool:
    return any(mark.isdigit() for mark in text)


def _rank(part: str) -> int:
    """Return how general an institution a part of an address names; 0 for a department, -1 for a street."""
    key = fold(part)
    if _pattern(("institutions", "university")).search(key):
        return 3 if _pattern(("institutions", "hospital")).search(key) else 5
    if _pattern(("units", "first")).match(key):
        return 0
    for rank, name in ((4, "academy"), (3, "institute"), (3, "hospital"), (2, "centre")):
        if _pattern(("institutions", name)).search(key):
            return rank
    if _pattern(("units", "department")).search(key):
        return 0
    return -1 if _has_digit(key) else 1


@lru_cache(8192)
def _parse(text: str, organisation_first: bool) -> Affiliation:
    parts, country = _before_country(_parts(text))
    if not parts:
        return Affiliation(institution="", country=country)
    ranks = [_rank(part) for part in parts]
    if len(parts) > 1 and ranks[-1] == 1:
        ranks[-1] = -1  # the city
    # A campus follows its university; of smaller institutions the last contains the others.
    order = [(rank, i if rank in (2, 3, 4) else -i) for i, rank in enumerate(ranks)]
    at = 0 if organisation_first else order.index(max(order))
    institution = _NUMBER.sub("", parts[at], count=1) if _NUMBER.match(parts[at]) else parts[at]
    city = _city(parts[at + 1 :], country, states_are_coded=organisation_first)
    return Affiliation(institution=institution, city=city, country=country)


def _city(parts: Sequence[str], country: str, *, states_are_coded: bool) -> str:
    """Return the last part that is neither a postal code nor a state, if it can be a city.

    Where states are printed as codes, "New York" is the city.
    """
    names = [_without_postcode(part) for part in parts]
    for i, name in reversed([*enumerate(names)]):
        key = fold(name)
        if not key or (country and _regions().get(key) == country):
            continue
        if i and not states_are_coded and key in _words("regions", "also_cities") and _can_be_city(names[i - 1]):
            continue
        return name if _can_be_city(name) and (country or " " not in key) else ""
    return ""


def _can_be_city(name: str) -> bool:
    key = fold(name)
    if key in _words("cities", "of_country") or key in _words("cities", "of_other_words"):
        return True
    if not key or key in _countries()[0] or len(key.split()) > _MAX_WORDS_OF_CITY:
        return False
    return _rank(name) == 1 and not _pattern(("no_city", "words")).search(key)


def _without_postcode(part: str) -> str:
    """Return a part of an address without postal codes, codes of states, and what follows in brackets."""
    words = part.partition("(")[0].split()
    coded = _has_digit(part) or len(words) == 1
    is_code = (coded and len(word.strip(".")) <= _N_CODED and word.isupper() or _has_digit(word) for word in words)
    return " ".join(word for word, code in zip(words, is_code, strict=True) if not code and word.lower() != "cedex")


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
        if not known and len(parts) > 1 and _rank(parts[1]) <= 1:
            known = [head for head in heads[:2] if self.index(head) is not None]
        if not known and (len(parts) == 1 or _INITIALS.fullmatch(parts[1]) or names):
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
    names = _countries()[0]
    for line in text.split("\n"):
        begin = 0
        for stop in _FULL_STOP.finditer(line):
            tail = line[max(begin, stop.start() - 40) : stop.start()].rpartition(",")[2]
            if fold(tail) in names or fold(tail.rpartition(" ")[2]) in names:
                yield line[begin : stop.start()].strip()
                begin = stop.end()
        yield line[begin:].strip()


def _addresses(text: str) -> Iterator[Affiliation]:
    """Yield the addresses of a text, with anything or nothing but their countries between them."""
    names = _countries()[0]
    for address in (address for piece in re.split(r"[;|]", text) for address in _sentences(piece)):
        parts, begin = _parts(address), 0
        ends = [i for i, part in enumerate(parts) if fold(part) in names]
        for end, following in pairwise(ends):
            if following - end > 2 or any(_rank(part) > 1 for part in parts[end + 1 : following]):  # noqa: PLR2004
                yield parse_address(", ".join(parts[begin : end + 1]))
                begin = end + 1
        yield parse_address(", ".join(parts[begin:]))


def _read_wos_tagged(values: Sequence[object], names: _Names) -> _Places:
    for line in (line.strip() for text in _texts(values) for line in text.split("\n")):
        groups = _BRACKETED_NAMES.findall(line) if line.startswith("[") else [("", line)]
        for people, text in groups:
            for address in text.split(";"):
                yield people.split(";"), parse_address(address, organisation_first=True)


def _read_wos_bibtex(values: Sequence[object], names: _Names) -> _Places:
    for line in (line for text in _texts(values) for line in _sentences(text)):
        people, *rest = _CORRESPONDING.split(line, 1)
        who, address = (people.split(";"), rest[0]) if rest else names.split(line)
        yield who, parse_address(address.lstrip(" ,"), organisation_first=True)


def _read_plain(values: Sequence[object], names: _Names) -> _Places:
    for text in _texts(values):
        yield from (((), place) for place in _addresses(text))


def _read_scopus_authors(values: Sequence[object], names: _Names) -> _Places:
    for person in (person for text in _texts(values) for person in text.split(";")):
        who, address = names.split(person.strip())
        yield from ((who, place) for place in _addresses(address))


def _read_by_position(values: Sequence[object], names: _Names) -> _Places:
    """Read addresses, the i-th of which is that of the i-th author if there are as many."""
    addresses = [address for text in _texts(values) for address in text.split(";")]
    authors = [(author,) for author in names.authors] if len(addresses) == len(names.authors) else repeat(())
    for who, address in zip(authors, addresses):
        yield from ((who, place) for place in _addresses(address))


def _read_dimensions(values: Sequence[object], names: _Names) -> _Places:
    for text in _texts(values):
        begin, depth, opened = 0, 0, 0
        for bracket in re.finditer(r"[()]", text):
            depth = max(0, depth + (1 if bracket[0] == "(" else -1))
            if depth == 1 and bracket[0] == "(":
                opened = bracket.end()
            elif depth == 0 and opened > begin:
                who = (text[begin : opened - 1].strip(" ;"),)
                yield from ((who, place) for place in _addresses(text[opened : bracket.start()]))
                begin = bracket.end()


def _read_per_author(values: Sequence[object], names: _Names) -> _Places:
    for author, places in (value for value in values if isinstance(value, tuple)):
        for place in places if isinstance(places, Sequence) and not isinstance(places, str) else (places,):
            if not isinstance(place, Mapping):
                yield from (((str(author),), found) for text in _texts([place]) for found in _addresses(text))
                continue
            name, city, country, code = (
                str(place.get(key) or "")[:_MAX_ADDRESS_CHARS]
                for key in ("display_name" if "display_name" in place else "name", "city", "country", "country_code")
            )
            if city or country or code or "display_name" in place:
                yield (str(author),), Affiliation(institution=name, city=city, country=country_of(code or country))
            else:
                yield from (((str(author),), found) for found in _addresses(name))


def _read_countries(values: Sequence[object], names: _Names) -> _Places:
    for text in _texts(values):
        pieces = re.split(r"[;|]", text)
        for piece in pieces if len(pieces) > 1 or country_of(text) else text.split(","):
            yield (), Affiliation(institution="", country=country_of(piece))


FORMS: Mapping[str, Callable[[Sequence[object], _Names], _Places]] = {
    "wos-tagged": _read_wos_tagged,
    "wos-bibtex": _read_wos_bibtex,
    "scopus": _read_plain,
    "scopus-authors": _read_scopus_authors,
    "dimensions": _read_dimensions,
    "per-author": _read_per_author,
    "by-position": _read_by_position,
    "plain": _read_plain,
    "countries": _read_countries,
}
