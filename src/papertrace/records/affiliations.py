"""Where the authors of a publication work, from the notations in which services print it."""

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import chain, islice, pairwise

from papertrace.model.papers.facts import Affiliation
from papertrace.records.addresses import country_of, fold, is_country, names_institution, parse_address, parts_of
from papertrace.word_lists import read_tables

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
        if not known and len(parts) > 1 and not names_institution(parts[1]):
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
            if is_country(tail) or is_country(tail.rpartition(" ")[2]):
                yield line[begin : stop.start()].strip()
                begin = stop.end()
        yield line[begin:].strip()


def _addresses(text: str) -> Iterator[Affiliation]:
    """Yield the addresses of a text, with anything or nothing but their countries between them."""
    for address in (address for piece in re.split(r"[;|]", text) for address in _sentences(piece)):
        parts, begin = parts_of(address), 0
        for end, following in pairwise([i for i, part in enumerate(parts) if is_country(part)]):
            if following - end >= _MIN_PARTS or any(map(names_institution, parts[end + 1 : following])):
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


def _countries(text: str) -> Iterator[Affiliation]:
    pieces = re.split(r"[;|]", text)
    for piece in pieces if len(pieces) > 1 or is_country(text) else text.split(","):
        yield Affiliation(institution="", country=country_of(piece))


_Pieces = Iterator[tuple[Sequence[str], str]]  # names, and the addresses of those who have them


def _in_square_brackets(text: str, _names: _Names) -> _Pieces:
    groups = _BRACKETED_NAMES.findall(text) if text.startswith("[") else [("", text)]
    return ((people.split(";"), addresses) for people, addresses in groups)


def _before(text: str, names: _Names) -> _Pieces:
    people, *rest = _CORRESPONDING.split(text.strip(), 1)
    yield (people.split(";"), rest[0]) if rest else names.split(people)


def _in_brackets_before(text: str, _names: _Names) -> _Pieces:
    named = _LEADING_NAMES.match(text)
    yield (named[1].split(";"), text[named.end() :]) if named else ((), text)


def _before_brackets(text: str, _names: _Names) -> _Pieces:
    begin, depth, opened = 0, 0, 0
    for bracket in re.finditer(r"[()]", text):
        depth = max(0, depth + (1 if bracket[0] == "(" else -1))
        if depth == 1 and bracket[0] == "(":
            opened = bracket.end()
        elif depth == 0 and opened > begin:
            yield (text[begin : opened - 1].strip(" ;"),), text[opened : bracket.start()]
            begin = bracket.end()


_CUTS: Mapping[str, Callable[[str], Iterable[str]]] = {
    "nothing": lambda text: (text,),
    "semicolons": lambda text: text.split(";"),
    "sentences": _sentences,
}
_NAMES: Mapping[str, Callable[[str, _Names], _Pieces]] = {
    "before": _before,
    "before brackets": _before_brackets,
    "in brackets before": _in_brackets_before,
    "in square brackets": _in_square_brackets,
    "nowhere": lambda text, _names: iter([((), text)]),
}
_PLACES: Mapping[str, Callable[[str], Iterator[Affiliation]]] = {
    "any order": _addresses,
    "countries": _countries,
    "organisation first": _organisation_first,
}


def forms() -> Mapping[str, Mapping[str, str]]:
    """Return the notations in which services print affiliations, by their names."""
    table: Mapping[str, Mapping[str, str]] = read_tables("papertrace.records", "addresses.toml")["form"]
    return table


def _read(
    values: Sequence[object], names: _Names, form: Mapping[str, str]
) -> Iterator[tuple[Iterable[str], Affiliation]]:
    """Yield the names, as printed, of those who work at a place, and the place."""
    pairs = [value for value in values if isinstance(value, tuple)]
    for author, places in pairs:
        for place in places if isinstance(places, Sequence) and not isinstance(places, str) else (places,):
            found = [_record(place)] if isinstance(place, Mapping) else map(_addresses, _texts([place]))
            yield from (((str(author),), one) for one in chain.from_iterable(found))
    texts = () if pairs else _texts(values)
    pieces = [piece for text in texts for piece in _CUTS[form["between"]](text)]
    is_each_of_one = form["names"] == "by position" and len(pieces) == len(names.authors)
    for i, piece in enumerate(pieces):
        for who, text in _NAMES.get(form["names"], _NAMES["nowhere"])(piece, names):
            own = names.authors[i : i + 1] if is_each_of_one else who
            yield from ((own, place) for place in _PLACES[form["addresses"]](text))
