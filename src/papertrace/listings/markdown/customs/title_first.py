"""Items that cite papers by title, names, venue and year with stops between them, where a document has this custom.

`1. Tides of Frost. Doe, Ann et al. ICLR 2015 [[pdf]](…)` needs no link to be a paper.
"""

import re
from collections.abc import Iterable, Sequence

from papertrace.listings.fields.title_first import parse_title_first
from papertrace.listings.markdown.inline.item_content import ItemContent
from papertrace.listings.markdown.inline.items import first_words, with_citation
from papertrace.listings.markdown.tree import Item, walk_items

_MARK = re.compile(r"\s*(?:[-*+]|\d{1,4}[.)])\s+(?=\S)")
_MIN_ITEMS = 3


def cites_titles_first(items: Iterable[Item]) -> bool:
    """Return whether most items that begin with plain words, of those at all levels, cite a paper by its title."""
    return _count_cited(item.texts[0] for item in walk_items(items) if item.texts) > 0


def count_title_first_lines(lines: Sequence[str]) -> int:
    """Return the number of lines that are such items; none if most items are others."""
    return _count_cited(line[found.end() :] for line in lines if (found := _MARK.match(line)))


def read_title_first(content: ItemContent) -> ItemContent:
    """Return an item read again as such a citation, or the item itself if it is none."""
    index = first_words(content)
    if index is None or content.cited or content.pieces[index].url is not None or content.pieces[index].strong:
        return content
    cited = parse_title_first(content.pieces[index].text, is_custom=True)
    return (with_citation(ItemContent(content.pieces), index, cited) if cited else None) or content


def _count_cited(texts: Iterable[str]) -> int:
    plain = [text for text in texts if not text.startswith(("[", "<", "!", "*", "_"))]
    n_cited = sum(parse_title_first(text.partition("[")[0]) is not None for text in plain)
    return n_cited if n_cited >= _MIN_ITEMS and n_cited * 2 > len(plain) else 0
