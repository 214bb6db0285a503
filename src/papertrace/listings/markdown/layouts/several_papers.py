"""Items that name several papers: `[Tides](…) (2003) and [Frost](…) (2006): two studies of the coast`."""

import re
from itertools import pairwise

from papertrace.listings.markdown.inline.item_content import LETTERS, ItemContent
from papertrace.listings.markdown.inline.items import read_item
from papertrace.listings.markdown.inline.pieces import Piece

# Brackets with a year, and perhaps names, directly after a title.
_YEAR_AFTER = re.compile(r"\s{0,3}[(\[][^()\[\]\n]{0,60}?(?:19|20)\d\d[a-z]?\s?[)\]]")
_MIN_WORDS = 3


def split_papers(content: ItemContent) -> list[ItemContent]:
    """Return the papers of an item: itself, unless a year in brackets follows each of several marked titles in it."""
    pieces = content.pieces
    starts = [index for index, piece in enumerate(pieces[:-1]) if _is_title(piece, pieces[index + 1])]
    are_alike = len({pieces[index].url is None for index in starts}) == 1
    if len(starts) < 2 or not are_alike or content.cited:  # noqa: PLR2004 - several
        return [content]
    bounds = [0, *starts[1:], len(pieces)]
    found = [read_item(pieces[start:end]) for start, end in pairwise(bounds)]
    # One title with several links is one paper: "[Tides](…) (WAVES 2020), [Tides](…) (arXiv 2019)".
    do_differ = len({one.title.casefold() for one in found}) == len(found)
    return found if do_differ and all(one.title for one in found) else [content]


def _is_title(piece: Piece, after: Piece) -> bool:
    is_marked = (piece.url is not None or piece.strong) and not piece.is_label
    is_long = len(LETTERS.findall(piece.text)) >= _MIN_WORDS
    return is_marked and is_long and after.url is None and _YEAR_AFTER.match(after.text) is not None
