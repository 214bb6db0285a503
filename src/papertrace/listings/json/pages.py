"""Where the papers of a JSON page are: in a list under a usual name, deeper in it, or under names of their own."""

import re
from collections.abc import Mapping
from collections.abc import Set as AbstractSet
from typing import TypeGuard

JsonObject = Mapping[str, object]

PAGE_KEYS = frozenset(
    {"results", "data", "papers", "items", "entries", "articles", "records", "works", "publications", "notes"}
)
TITLES = frozenset({"title", "Title", "display_name", "paper_title", "paperTitle"})
# Services wrap the facts of a paper in one of these.
_WRAPPERS = ("content", "info", "paper", "details", "attributes", "citedPaper", "citingPaper", "_source")
# Lists of other papers that a record holds, be its own title missing or not.
_OF_A_PAPER = frozenset({"references", "reference", "citations", "related", "related_works", "cites", "cited_by"})
_MAX_PAGE_DEPTH = 4
# Names of fields, cut into words, that hold addresses of the paper, and those that hold addresses of the page.
ADDRESS_WORDS = frozenset(
    ["url", "urls", "link", "links", "repo", "repos", "repository", "homepage", "page", "website", "github", "gitlab"],
) | {"code", "demo", "href", "pdf", "abs"}
FURNITURE_WORDS = frozenset(
    ["avatar", "thumbnail", "thumbnails", "image", "images", "media", "logo", "icon", "cover", "next", "prev", "user"],
)
_WORDS = re.compile(r"[A-Z]?[a-z]+|[A-Z]+(?![a-z])")


def is_object(value: object) -> TypeGuard[JsonObject]:
    """Say whether a value is an object with names for keys."""
    return isinstance(value, dict) and all(isinstance(key, str) for key in value)


def holds_addresses(
    key: str, words: AbstractSet[str] = ADDRESS_WORDS, furniture: AbstractSet[str] = FURNITURE_WORDS
) -> bool:
    """Return whether a field holds addresses of the paper, by the words of its name.

    >>> holds_addresses("projectPage"), holds_addresses("pageThumbnail"), holds_addresses("title")
    (True, False, False)
    """
    found = {word.lower() for word in _WORDS.findall(key)}
    return bool(found & words) and not found & furniture


def find_items(value: JsonObject, depth: int = 0) -> list[JsonObject]:
    """Return the papers of a page in their order: the objects with titles in its lists, or those that it maps names to.

    An object that is a paper itself, or holds none that could be told, is returned alone.

    >>> find_items({"message": {"items": [{"title": "A"}, {"title": "B"}]}}), find_items({"id": 1})
    ([{'title': 'A'}, {'title': 'B'}], [{'id': 1}])
    """
    if _is_titled(value) or depth > _MAX_PAGE_DEPTH:
        return [value]
    for key in PAGE_KEYS & value.keys():
        items = value[key]
        if isinstance(items, list) and all(is_object(item) for item in items):
            return [item for item in items if is_object(item)]
    listed = [
        [item for item in items if is_object(item)]
        for key, items in value.items()
        if isinstance(items, list) and key.lower() not in _OF_A_PAPER
    ]
    found = [item for items in listed if sum(map(_is_titled, items)) * 2 > len(items) for item in items]
    inner = [one for one in value.values() if is_object(one)]
    fewest = 2 if depth else 1  # deeper down, one thing with a title is the site or the venue
    if not found and len(inner) == len(value) >= fewest and all(map(_is_titled, inner)):
        found = inner
    for one in (one for one in inner if not found and not _is_titled(one)):
        items = find_items(one, depth + 1)
        if any(map(_is_titled, items)):
            return items
    return found or [value]


def _is_titled(value: JsonObject) -> bool:
    if TITLES & value.keys():
        return True
    return any(is_object(inner := value.get(wrapper)) and TITLES & inner.keys() for wrapper in _WRAPPERS)
