"""Items that are nothing but titles, below a heading that names a meeting: `## WAVES 2021`, `- Tides of Small Bays`.

Remarks and counts stand below such headings as well, but they are sentences, or shorter.
"""

import re
from collections.abc import Sequence

from papertrace.listings.markdown.inline.item_content import ItemContent
from papertrace.listings.markdown.tree import Item

_WORD = re.compile(r"[^\W\d_]{2,}")
_REMARK = re.compile(r"[^:]{1,40}:\s*\d")
_MIN_ITEMS = 3
_MIN_WORDS, _MIN_WORDS_OF_MOST = 3, 6
_MIN_SHARE = 0.7
_LONG = 4


def are_bare_titles(items: Sequence[Item], contents: Sequence[ItemContent]) -> bool:
    """Return whether all items of a list are titles without links, and without text or items below them."""
    if len(items) < _MIN_ITEMS or any(
        item.children or "\n" in "".join(item.texts) or len(item.texts) > 1 for item in items
    ):
        return False
    titles = [content.title for content in contents]
    if any(piece.url for content in contents for piece in content.pieces) or not all(map(_may_be_title, titles)):
        return False
    n_words = sum(len(_WORD.findall(title)) for title in titles)
    n_capitalised = sum(map(_is_capitalised, titles))
    return n_words >= len(titles) * _MIN_WORDS_OF_MOST and n_capitalised >= len(titles) * _MIN_SHARE


def _may_be_title(title: str) -> bool:
    """Return whether several words do not begin as a sentence that goes on, or as a count with a label."""
    return not title[:1].islower() and not _REMARK.match(title) and len(_WORD.findall(title)) >= _MIN_WORDS


def _is_capitalised(title: str) -> bool:
    """Return whether most long words have the capitals of a title."""
    words: list[str] = [word for word in _WORD.findall(title) if len(word) >= _LONG]
    return sum(word[0].isupper() for word in words) * 2 > len(words)
