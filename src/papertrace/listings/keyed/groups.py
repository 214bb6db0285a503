"""Papers in groups: what the key of a group, or the record around it, says of the papers in it, and titles as keys.

Pages of groups list their papers by year (`"2021": […]`, `{"year": 2021, "papers": […]}`) or by conference (`"WAVES
2021": […]`), and some have a mapping whose keys are the titles.
"""

import re
from collections.abc import Mapping

from papertrace.listings.fields.venues import is_acronym
from papertrace.records.rows import text_of
from papertrace.records.table import fact_of

YEAR_OF_GROUP, VENUE_OF_GROUP = "year of the group", "venue of the group"
_YEAR = re.compile(r"(?:19|20)\d\d")
_VENUE_AND_YEAR = re.compile(r"(?P<venue>[^\W\d_][\w&/ -]{1,40}?)[\s_-]{0,2}(?P<year>(?:19|20)\d\d)")
FACTS = frozenset({"authors", "year", "date", "venue", "doi"})
_MIN_WORDS_OF_A_TITLE = 3
_MIN_SHARE = 0.6
_MAX_KEYS = 30  # of the record around a group; a file may map thousands of keys to papers


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
    elif (found := _VENUE_AND_YEAR.fullmatch(key.strip())) and is_acronym(found["venue"]):
        facts |= {VENUE_OF_GROUP: found["venue"], YEAR_OF_GROUP: found["year"]}
    if is_listed and (venue := _venue_around(around)):
        facts[VENUE_OF_GROUP] = venue
    return facts


def _venue_around(around: Mapping[str, object]) -> str:
    """Return the only venue that the record around a group names."""
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
    if len(key.split()) < _MIN_WORDS_OF_A_TITLE or "://" in key:
        return False
    return any(fact_of(name, "json") in FACTS and bool(held) for name, held in value.items())


def take_titles(value: Mapping[str, object]) -> list[dict[str, object]]:
    """Return the records of a mapping whose keys are their titles, or none of any other mapping."""
    records = {key: one for key, one in value.items() if isinstance(one, dict)}
    titled = [{**one, "title": key} for key, one in records.items() if is_titled_by_key(key, one)]
    return titled if len(titled) > 1 and len(titled) >= len(value) * _MIN_SHARE else []
