"""Items without a link whose titles stand beside a venue and a year.

They follow the title, `* Fold: A Study of Paper (ICML 2020)`, or precede it: `* [ICML'20] Fold: A Study of Paper`,
`* 20-ICML-Fold: A Study of Paper`. The name of a venue before a title has several capitals, or a year of two digits
after an apostrophe, since news and courses begin with dates as well.

A line of words with a year in brackets may be anything, so that a document has to have this custom: most of its items
without a link are printed so.
"""

import re
from collections.abc import Iterable, Sequence

from papertrace.listings.fields.title_first import parse_title_first
from papertrace.listings.fields.venues import with_apostrophes
from papertrace.listings.markdown.inline.item_content import ItemContent
from papertrace.listings.markdown.inline.items import first_words, with_title
from papertrace.listings.markdown.tree import Item, walk_items

_VENUE_AND_YEAR = re.compile(
    r"(?P<before>.*\S)\s?(?P<bracket>[(（\[]\s*(?P<venue>[^()（）\[\]]{0,60}?(?:19|20)\d\d)[a-z]?(?:\s[^()（）\[\]]{1,40})?\s*[)）\]])[\s*_.,;]*(?:\[.*)?$",  # noqa: RUF001 - brackets as printed
    re.DOTALL,
)
_CAPITALS = r"(?=[^\s\])）】-]*[A-Z][^\s\])）】-]*[A-Z])"  # noqa: RUF001 - brackets as printed
_VENUE_BEFORE = re.compile(
    rf"[\s*_]*(?:[\[(（【]\s*(?:{_CAPITALS}[A-Z][\w&/+. -]{{1,30}}?\s?(?P<year>(?:19|20)\d\d)"  # noqa: RUF001 - brackets as printed
    r"|[A-Z][\w&/+. -]{1,30}?\s?['’](?P<short>\d\d))(?:,[^\[\]()（）【】]{1,30})?\s*[\])）】]\s*(?:[:：–—-]\s+)?"  # noqa: RUF001 - brackets as printed
    rf"|(?P<first>(?:(?:19|20)\d\d|\d\d))-{_CAPITALS}[A-Z][\w&'’/+. ]{{1,30}}-\s?)(?P<title>[^\s\[(].*)",  # noqa: RUF001 - an apostrophe as printed
    re.DOTALL,
)
_SHORT_YEAR = re.compile(
    r"(?:\b[A-Z]\w*?[A-Z]\w*\s?['’]\s?|[\w.]\s?['’]\s?(?=\d\d\s?(?:[\])】）]|$)))(\d\d)(?!\w)"  # noqa: RUF001 - as printed
)
_LAST_SHORT_YEAR = 50  # of this century
_WORD = re.compile(r"[^\W\d_]{2,}")
_LINK = re.compile(r"\]\(|\]\[|://")
_MARK = re.compile(r"\s*(?:[-*+]|\d{1,4}[.)])\s+(?=\S)")
_MIN_WORDS = 3
_MIN_ITEMS = 3
_MAX_LENGTH = 1000


def is_dated(text: str) -> bool:
    """Return whether a text is a title of several words with a venue and a year, or a year, in brackets at its end.

    A venue and a year may also precede it.

    >>> is_dated("Fold: A Study of Paper (ICML 2020) [code](https://example.org)"), is_dated("Fold (2020)")
    (True, False)
    >>> is_dated("20-ICML-Fold: A Study of Paper"), is_dated("[May 2020] A study of paper is out")
    (True, False)
    """
    if _find_venue_before(text) is not None:
        return True
    found = _VENUE_AND_YEAR.match(text[:_MAX_LENGTH])
    return found is not None and len(_WORD.findall(found["before"])) >= _MIN_WORDS and "](" not in found["before"]


def read_dated(item: ItemContent) -> ItemContent:
    """Return an item read again with all before the venue and the year as its title, whatever signs are in it."""
    index = first_words(item)
    if index is None or item.cited or item.pieces[index].url is not None:
        return item
    lead = _find_venue_before("".join(piece.text for piece in item.pieces))
    if lead is not None:
        return _read_after_venue(item, index, lead)
    text = item.pieces[index].text
    found = _VENUE_AND_YEAR.match(text[:_MAX_LENGTH])
    if found is None:
        return item
    before = found["before"].lstrip("*_ ")
    read = with_title(ItemContent(item.pieces), index, before, text[found.end("bracket") :])
    return read if read.title else item


def _find_venue_before(text: str) -> re.Match[str] | None:
    """Return the venue and the year before a title of several words that is no link, or None."""
    found = _VENUE_BEFORE.match(text[:_MAX_LENGTH])
    words = found["title"].partition("[")[0] if found else ""
    return found if len(_WORD.findall(words)) >= _MIN_WORDS else None


def _read_after_venue(item: ItemContent, index: int, lead: re.Match[str]) -> ItemContent:
    """Return an item with the year before its title; a venue that is not in brackets is no part of the title."""
    read = item
    here = _VENUE_BEFORE.match(item.pieces[index].text) if lead["first"] else None
    if here is not None:
        title, _, below = here["title"].partition("\n")
        read = with_title(ItemContent(item.pieces), index, title, f"\n{below}" if below else "")
    read.year = lead["year"] or _complete_year(lead["short"] or lead["first"])
    return read if read.title else item


def find_short_year(text: str) -> str | None:
    """Return the last year of two digits after a venue and an apostrophe, in full, or None.

    The venue has two capitals, or the year ends a text or what is in brackets.

    >>> find_short_year("(OSDI'20, poster)"), find_short_year("NeurIPS '98"), find_short_year("the '20s")
    ('2020', '1998', None)
    >>> find_short_year("[Letters of the Harbour' 17]"), find_short_year("Inf. Harb. '04"), find_short_year("[WAVES19]")
    ('2017', '2004', '2019')
    """
    found = _SHORT_YEAR.findall(with_apostrophes(text[:_MAX_LENGTH]))
    return _complete_year(found[-1]) if found else None


def _complete_year(printed: str) -> str:
    if len(printed) != 2:  # noqa: PLR2004 - printed in full
        return printed
    return f"20{printed}" if int(printed) <= _LAST_SHORT_YEAR else f"19{printed}"


def dates_items(items: Iterable[Item]) -> bool:
    """Return whether most items without a link, of those at all levels, have the venue and the year of a paper.

    Items that cite a paper by its title and names do not count, since a document may have both customs.
    """
    texts = (item.texts[0] for item in walk_items(items) if item.texts)
    plain = [text for text in texts if not _LINK.search(text) and (is_dated(text) or not parse_title_first(text))]
    n_dated = sum(map(is_dated, plain))
    return n_dated >= _MIN_ITEMS and n_dated * 2 > len(plain)


def count_dated_lines(lines: Sequence[str]) -> int:
    """Return the number of lines that are such items; none if most items are others."""
    items = [line[found.end() :] for line in lines if (found := _MARK.match(line))]
    plain = [text for text in items if not _LINK.search(text)]
    n_dated = sum(map(is_dated, plain))
    return n_dated if n_dated >= _MIN_ITEMS and n_dated * 2 > len(plain) else 0
