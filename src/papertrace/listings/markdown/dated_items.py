"""Items without a link whose titles are followed by a venue and a year: `* Fold: A Study of Paper (ICML 2020)`.

A line of words with a year in brackets may be anything, so that a document has to have this custom: most of its items
without a link are printed so.
"""

import re
from collections.abc import Iterable, Sequence

from papertrace.listings.markdown.inline.items import ItemContent, first_words, with_title
from papertrace.listings.markdown.tree import Item, walk_items

_VENUE_AND_YEAR = re.compile(
    r"(?P<before>.*\S)\s?(?P<bracket>[(（\[]\s*(?P<venue>[^()（）\[\]]{0,60}?(?:19|20)\d\d)[a-z]?(?:\s[^()（）\[\]]{1,40})?\s*[)）\]])[\s*_.,;]*(?:\[.*)?$",  # noqa: RUF001 - brackets as printed
    re.DOTALL,
)
_WORD = re.compile(r"[^\W\d_]{2,}")
_LINK = re.compile(r"\]\(|\]\[|://")
_MARK = re.compile(r"\s*(?:[-*+]|\d{1,4}[.)])\s+(?=\S)")
_MIN_WORDS = 3
_MIN_ITEMS = 3
_MAX_LENGTH = 1000


def is_dated(text: str) -> bool:
    """Return whether a text is a title of several words with a venue and a year, or a year, in brackets at its end.

    >>> is_dated("Fold: A Study of Paper (ICML 2020) [code](https://example.org)"), is_dated("Fold (2020)")
    (True, False)
    """
    found = _VENUE_AND_YEAR.match(text[:_MAX_LENGTH])
    return found is not None and len(_WORD.findall(found["before"])) >= _MIN_WORDS and "](" not in found["before"]


def read_dated(item: ItemContent) -> ItemContent:
    """Return an item read again with all before the venue and the year as its title, whatever signs are in it."""
    index = first_words(item)
    if index is None or item.cited or item.pieces[index].url is not None:
        return item
    text = item.pieces[index].text
    found = _VENUE_AND_YEAR.match(text[:_MAX_LENGTH])
    if found is None:
        return item
    before = found["before"].lstrip("*_ ")
    read = with_title(ItemContent(item.pieces), index, before, text[found.end("bracket") :])
    return read if read.title else item


def dates_items(items: Iterable[Item]) -> bool:
    """Return whether most items without a link, of those at all levels, have the venue and the year of a paper."""
    plain = [item.texts[0] for item in walk_items(items) if item.texts and not _LINK.search(item.texts[0])]
    n_dated = sum(map(is_dated, plain))
    return n_dated >= _MIN_ITEMS and n_dated * 2 > len(plain)


def count_dated_lines(lines: Sequence[str]) -> int:
    """Return the number of lines that are such items; none if most items are others."""
    items = [line[found.end() :] for line in lines if (found := _MARK.match(line))]
    plain = [text for text in items if not _LINK.search(text)]
    n_dated = sum(map(is_dated, plain))
    return n_dated if n_dated >= _MIN_ITEMS and n_dated * 2 > len(plain) else 0
