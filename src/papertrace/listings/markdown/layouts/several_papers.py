"""Items and cells of tables that name several papers.

Items say the year of each, `[Tides](…) (2003) and [Frost](…) (2006): two studies of the coast`; a cell of a schedule of
readings consists of linked titles, `[Tides of Frost](…), <br> [Ropes](…)`.
"""

import re
from collections.abc import Sequence
from itertools import pairwise

from papertrace.listings.markdown.inline.item_content import LETTERS, ItemContent
from papertrace.listings.markdown.inline.items import read_item
from papertrace.listings.markdown.inline.pieces import Piece

# Brackets with a year, and perhaps names, directly after a title.
_YEAR_AFTER = re.compile(r"\s{0,3}[(\[][^()\[\]\n]{0,60}?(?:19|20)\d\d[a-z]?\s?[)\]]")
_BETWEEN_PAPERS = re.compile(r"(?:<[^<>]{1,100}>|\([^()]{0,80}\)|\band\b|[\W_])*")
_MIN_WORDS = 3
_MIN_SHARE_OF_LONG = 0.5


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


def split_cells(cells: Sequence[ItemContent]) -> list[list[ItemContent]]:
    """Return the papers of each cell of a column: itself, unless it consists of several links in a column of titles.

    At least half of the links in such a column have several words: the models of a row are no papers.
    """
    links = [link for cell in cells for link in cell.links if not link.picture and not link.is_label]
    n_long = sum(len(LETTERS.findall(link.text)) >= _MIN_WORDS for link in links)
    if n_long < max(_MIN_WORDS, len(links) * _MIN_SHARE_OF_LONG):
        return [[cell] for cell in cells]
    return [_split_links(cell) for cell in cells]


def _split_links(cell: ItemContent) -> list[ItemContent]:
    linked = [piece for piece in cell.pieces if piece.url]
    around = "".join(piece.text for piece in cell.pieces if not piece.url)
    if len(linked) < 2 or any(piece.is_label for piece in linked) or not _BETWEEN_PAPERS.fullmatch(around):  # noqa: PLR2004 - several
        return [cell]
    found = [read_item([piece]) for piece in linked]
    do_differ = len({one.title.casefold() for one in found}) == len({piece.url for piece in linked}) == len(found)
    return found if do_differ and all(one.title for one in found) else [cell]


def _is_title(piece: Piece, after: Piece) -> bool:
    is_marked = (piece.url is not None or piece.strong) and not piece.is_label
    is_long = len(LETTERS.findall(piece.text)) >= _MIN_WORDS
    return is_marked and is_long and after.url is None and _YEAR_AFTER.match(after.text) is not None
