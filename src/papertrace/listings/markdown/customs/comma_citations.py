"""Items that cite papers with commas only, where a document has this custom.

`* Fold [[Paper]](…)` above a nested `* Ann Doe, Rob Roe, Fold: A Study of Paper, ICLR, 2015.` is one paper, and the
nested item says its title: a name of a method or of a team is none.
"""

import re
from collections.abc import Iterable, Iterator
from itertools import islice

from papertrace.listings.fields.comma_citation import parse_comma_citation
from papertrace.listings.markdown.blocks import Block, BlockKind
from papertrace.listings.markdown.inline.item_content import LETTERS, ItemContent
from papertrace.listings.markdown.inline.pieces import Piece
from papertrace.listings.markdown.tree import Item, walk_items

_NUMBER = re.compile(r"\s{0,4}\[\d{1,4}\]\s+")
_LINKS = re.compile(r"\s*\[")
_MIN_CITATIONS = 3
_MAX_WORDS_OF_A_NAME = 5


def cites_with_commas(blocks: Iterable[Block]) -> bool:
    """Return whether several items of a document cite papers with names, a title and a venue between commas."""
    found = (parse_comma_citation(_LINKS.split(text, maxsplit=1)[0]) for text in _texts_of(blocks))
    return sum(1 for _ in islice((one for one in found if one), _MIN_CITATIONS)) == _MIN_CITATIONS


def _texts_of(blocks: Iterable[Block]) -> Iterator[str]:
    """Yield the texts of paragraphs, and of items at all levels, without the numbers before them."""
    for block in blocks:
        if block.kind is BlockKind.PARAGRAPH:
            number = _NUMBER.match(block.text)
            yield block.text[number.end() if number else 0 :].partition("\n")[0]
        yield from (item.texts[0] for item in walk_items(block.items) if item.texts)


def read_comma_citation(content: ItemContent, *, needs_names: bool = True) -> ItemContent:
    """Return an item read again as a citation with commas, or the item itself if it is none."""
    index = next((i for i, piece in enumerate(content.pieces) if LETTERS.search(piece.text)), None)
    if index is None or content.cited or content.pieces[index].url is not None or content.pieces[index].strong:
        return content
    piece = content.pieces[index]
    cited = parse_comma_citation(piece.text.partition("\n")[0].rstrip(" [("), is_custom=True, needs_names=needs_names)
    if cited is None:
        return content
    rest = [Piece(piece.text[cited.end :]), *content.pieces[index + 1 :]]
    return ItemContent(content.pieces, title=cited.title, title_piece=cited.title, rest=rest, cited=cited)


def read_named_paper(content: ItemContent, child: Item, below: ItemContent) -> ItemContent | None:
    """Return the content of an item whose title is cited by the first item below it, or None."""
    if not content.links or child.children or below.links:
        return None
    is_name = len(LETTERS.findall(content.title)) <= _MAX_WORDS_OF_A_NAME
    cited = read_comma_citation(below, needs_names=not is_name)
    if cited.cited is None:
        return None
    return ItemContent(
        [*content.pieces, *cited.pieces],
        title=cited.title,
        title_piece=cited.title_piece,
        rest=cited.rest,
        cited=cited.cited,
    )
