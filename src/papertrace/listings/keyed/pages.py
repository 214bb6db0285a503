"""Papers in nested notations: in a list under a common key, deeper inside, or under keys of their own, and in groups.

Pages of groups list their papers by year (`"2021": […]`, `{"year": 2021, "papers": […]}`) or by conference (`"WAVES
2021": […]`), and some have a mapping whose keys are the titles. What the key of a group, or the record around it, says
of its papers is a fact of each of them.
"""

import re
from collections.abc import Mapping
from typing import TypeGuard

from papertrace.records.rows import text_of
from papertrace.records.table import fact_of, load_table

JsonObject = Mapping[str, object]

_NAMES = load_table()["pages"]
PAGE_KEYS = frozenset(_NAMES["lists"])
TITLES = frozenset(_NAMES["titles"])
WRAPPERS = tuple(_NAMES["wrappers"])
"""Services wrap the metadata of a paper in one of these."""
CITATION_KEYS = frozenset(_NAMES["cited"])
"""Lists of other papers inside a record, which must not be mistaken for the papers of a page."""
_MAX_PAGE_DEPTH = 4
_MIN_WORDS = 3
YEAR_OF_GROUP, VENUE_OF_GROUP = "year of the group", "venue of the group"
_YEAR = re.compile(r"(?:19|20)\d\d")
_VENUE_AND_YEAR = re.compile(r"(?P<venue>[^\W\d_][\w&/ -]{1,40}?)[\s_-]{0,2}(?P<year>(?:19|20)\d\d)")
_TWO_CAPITALS = re.compile(r"[^\W\d_a-z]\S*[^\W\d_a-z]")
FACTS = frozenset({"authors", "year", "date", "venue", "doi"})
_MIN_SHARE = 0.6
_MAX_KEYS = 30  # of the record around a group; a file may map thousands of keys to papers


def is_object(value: object) -> TypeGuard[JsonObject]:
    """Return whether a value is an object with string keys."""
    return isinstance(value, dict) and all(isinstance(key, str) for key in value)


def find_items(value: JsonObject, depth: int = 0, *, is_listed: bool = False) -> list[JsonObject]:
    """Return the papers of a page in order: the objects with titles in its lists, or those that it maps keys to.

    An object that is a paper itself, or in which no paper is found, is returned alone.

    >>> find_items({"message": {"items": [{"title": "A"}, {"title": "B"}]}}), find_items({"id": 1})
    ([{'title': 'A'}, {'title': 'B'}], [{'id': 1}])
    """
    if _is_titled(value) or depth > _MAX_PAGE_DEPTH:
        return [value]
    paged = [
        one
        for key, items in value.items()
        if key in PAGE_KEYS and isinstance(items, list) and items and all(map(is_object, items))
        for one in _name_group(
            [each for item in items for each in _take_group(item, depth)], key, value, is_listed=is_listed
        )
    ]
    if paged:
        return paged
    listed = {
        key: [one for item in items if is_object(item) for one in _take_group(item, depth)]
        for key, items in value.items()
        if isinstance(items, list) and key.lower() not in CITATION_KEYS
    }
    found = [
        item
        for key, items in listed.items()
        if sum(map(_is_titled, items)) * 2 > len(items)
        for item in _name_group(items, key, value, is_listed=is_listed)
    ]
    inner = {key: one for key, one in value.items() if is_object(one)}
    n_required = 2 if depth else 1  # deeper down, a single object with a title is the site or the venue
    if not found and len(inner) == len(value) >= n_required and all(map(_is_titled, inner.values())):
        found = [*inner.values()]
    found = found or [*take_titles(value)]
    if found:
        return found
    for key, one in inner.items():
        if not _is_titled(one):
            items = find_items(one, depth + 1)
            found += _name_group(items, key, value, is_listed=is_listed) if any(map(_is_titled, items)) else []
    return found or [value]


def _take_group(item: JsonObject, depth: int) -> list[JsonObject]:
    """Return the papers of an item that is a group of them, or the item itself."""
    if _is_titled(item):
        return [item]
    items = find_items(item, depth + 1, is_listed=True)
    return items if any(map(_is_titled, items)) else [item]


def _name_group(items: list[JsonObject], key: str, around: JsonObject, *, is_listed: bool) -> list[JsonObject]:
    """Return the papers of a group with what the group says of them; what they say themselves comes first."""
    facts = facts_of_group(key, around, is_listed=is_listed)
    return [{**facts, **item} for item in items] if facts else items


def _is_titled(value: JsonObject) -> bool:
    return _has_title(value) or any(is_object(inner := value.get(key)) and _has_title(inner) for key in WRAPPERS)


def _has_title(value: JsonObject) -> bool:
    return bool(TITLES & value.keys()) or any(names_title(key, held) for key, held in value.items())


def names_title(key: str, value: object) -> bool:
    """Return whether a field has the title of a paper, by its name, or by its words if it is named after the paper.

    >>> names_title("titulo", "Olas"), names_title("paper", "Tides of frost"), names_title("paper", "https://example.org/a")
    (True, True, False)
    """
    if key.lower() == "paper":
        return isinstance(value, str) and is_of_words(value)
    return fact_of(key, "json") == "title" and isinstance(value, str | list) and bool(value)


def is_of_words(text: str) -> bool:
    """Return whether a text consists of several words, and is no address."""
    return "://" not in text and "/" not in text.split(" ", 1)[0] and len(text.split()) >= _MIN_WORDS


def facts_of_group(key: str, around: Mapping[str, object], *, is_listed: bool = False) -> dict[str, object]:
    """Return the year and the venue that the key of a group and the record around it say of its papers.

    In one of several groups in a list, any field may have the year, and one named after venues has the venue; what is
    beside a single group may be said of a site.

    >>> facts_of_group("2021", {}), facts_of_group("papers", {"year": 2021, "note": "to be sorted"})
    ({'year of the group': '2021'}, {'year of the group': '2021'})
    >>> facts_of_group("WAVES 2021", {}), facts_of_group("Journals since 2021", {})
    ({'venue of the group': 'WAVES', 'year of the group': '2021'}, {})
    >>> facts_of_group("awards", {"conference": "WAVES", "town": "Ostermoor"}, is_listed=True)
    {'venue of the group': 'WAVES'}
    """
    facts: dict[str, object] = {}
    years = [text for text in _texts_around(around, is_listed=is_listed) if _YEAR.fullmatch(text)]
    if len(set(years)) == 1:
        facts[YEAR_OF_GROUP] = years[0]
    if _YEAR.fullmatch(key.strip()):
        facts[YEAR_OF_GROUP] = key.strip()
    elif (found := _VENUE_AND_YEAR.fullmatch(key.strip())) and _TWO_CAPITALS.search(found["venue"]):
        facts |= {VENUE_OF_GROUP: found["venue"], YEAR_OF_GROUP: found["year"]}
    if is_listed and (venue := _venue_around(around)):
        facts[VENUE_OF_GROUP] = venue
    return facts


def _venue_around(around: Mapping[str, object]) -> str:
    if len(around) > _MAX_KEYS:
        return ""
    held = {one.strip() for key, one in around.items() if fact_of(key, "json") == "venue" and isinstance(one, str)}
    return held.pop() if len(held) == 1 else ""


def _texts_around(around: Mapping[str, object], *, is_listed: bool) -> list[str]:
    if len(around) > _MAX_KEYS:
        return []
    held = [one for key, one in around.items() if is_listed or fact_of(key, "json") == "year"]
    return [text_of(one) for one in held if isinstance(one, str | int)]


def is_titled_by_key(key: str, value: Mapping[str, object]) -> bool:
    """Return whether a key is the title of the record it maps to: it is words, and the record has facts of a paper.

    >>> is_titled_by_key("Tides of frost", {"year": 2021}), is_titled_by_key("Our new office", {"text": "Welcome"})
    (True, False)
    """
    if len(key.split()) < _MIN_WORDS or "://" in key:
        return False
    return any(fact_of(name, "json") in FACTS and bool(held) for name, held in value.items())


def take_titles(value: Mapping[str, object]) -> list[dict[str, object]]:
    """Return the records of a mapping whose keys are their titles, or none of any other mapping."""
    records = {key: one for key, one in value.items() if isinstance(one, dict)}
    titled = [{**one, "title": key} for key, one in records.items() if is_titled_by_key(key, one)]
    return titled if len(titled) > 1 and len(titled) >= len(value) * _MIN_SHARE else []
