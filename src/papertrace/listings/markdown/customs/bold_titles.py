"""Items that are nothing but a title in bold, where a document has this custom: `- **Fold: A Study of Paper**`.

Lists of what a program can do are bold as well, but shorter, so that the titles of a document have to be long.
"""

import re
from collections.abc import Iterable, Sequence

from papertrace.listings.markdown.tree import Item

_BOLD = re.compile(r"\*\*(?P<title>[^*\n]{12,300})\*\*")
_MARK = re.compile(r"(?:[-*+]|\d{1,4}[.)])\s+(?=\S)")
_WORD = re.compile(r"[^\W\d_]{2,}")
_MIN_WORDS = 3
_MIN_WORDS_OF_MOST = 6
_MIN_ITEMS = 5
_MIN_SHARE = 0.5


def is_bold_title(item: Item) -> bool:
    """Return whether the text of an item is nothing but words in bold that may be a title."""
    return bool(item.texts) and _count_words(item.texts[0]) >= _MIN_WORDS


def has_bold_titles(items: Iterable[Item]) -> bool:
    """Return whether most items of the first level are long titles in bold."""
    return _count([item.texts[0] for item in items if item.texts]) > 0


def count_bold_lines(lines: Sequence[str]) -> int:
    """Return the number of lines that are such items; none if most items are others."""
    return _count([line[found.end() :] for line in lines if (found := _MARK.match(line))])


def _count(texts: Sequence[str]) -> int:
    n_words = [n for text in texts if (n := _count_words(text)) >= _MIN_WORDS]
    are_titles = sum(n_words) >= len(n_words) * _MIN_WORDS_OF_MOST and len(set(texts)) > len(texts) * _MIN_SHARE
    return len(n_words) if len(n_words) >= max(_MIN_ITEMS, len(texts) * _MIN_SHARE) and are_titles else 0


def _count_words(text: str) -> int:
    found = _BOLD.fullmatch(text.strip())
    return len(_WORD.findall(found["title"])) if found and not found["title"][:1].islower() else 0
