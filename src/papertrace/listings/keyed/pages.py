"""Search for the papers in a JSON page: in a list under a common key, deeper inside, or under keys of their own."""

from collections.abc import Mapping
from typing import TypeGuard

from papertrace.listings.keyed.groups import facts_of_group, take_titles
from papertrace.records.table import fact_of

JsonObject = Mapping[str, object]

PAGE_KEYS = frozenset(
    {"results", "data", "papers", "items", "entries", "articles", "records", "works", "publications", "notes"}
)
TITLES = frozenset({"title", "Title", "display_name", "paper_title", "paperTitle"})
# Services wrap the metadata of a paper in one of these.
WRAPPERS = (
    "content",
    "info",
    "paper",
    "article",
    "details",
    "attributes",
    "data",
    "citedPaper",
    "citingPaper",
    "_source",
)
# Lists of other papers inside a record, which must not be mistaken for the papers of a page.
CITATION_KEYS = frozenset({"references", "reference", "citations", "related", "related_works", "cites", "cited_by"})
_MAX_PAGE_DEPTH = 4
_MIN_WORDS = 3


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
