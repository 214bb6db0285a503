"""The blocks of a Markdown document in order: headings, paragraphs, lists, tables, HTML."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from enum import StrEnum, auto
from typing import TYPE_CHECKING

from papertrace.listings.markdown.tree import Item, collect_items

if TYPE_CHECKING:
    from markdown_it.token import Token


class BlockKind(StrEnum):
    """What a block of a document is."""

    HEADING = auto()
    PARAGRAPH = auto()
    LIST = auto()
    TABLE = auto()
    HTML = auto()


@dataclass(slots=True)
class Block:
    """One block with its lines, counted from 0; `end` is exclusive.

    A heading and a paragraph have a `text`, a list has `items`, and a table has `rows` of cells with the header first;
    `level` is the level of a heading.
    """

    kind: BlockKind
    start: int
    end: int
    text: str = ""
    level: int = 0
    items: list[Item] = field(default_factory=list)
    rows: list[tuple[int, list[str]]] = field(default_factory=list)


def collect_blocks(tokens: Sequence["Token"]) -> list[Block]:
    """Return the blocks of a document; block quotes are not blocks, but what they contain is."""
    blocks: list[Block] = []
    position = 0
    while position < len(tokens):
        token = tokens[position]
        start, end = token.map or (0, 0)
        if token.type == "heading_open":
            text = tokens[position + 1].content
            blocks.append(Block(BlockKind.HEADING, start, end, text, level=int(token.tag[1])))
        elif token.type in ("bullet_list_open", "ordered_list_open"):
            items, position = collect_items(tokens, position)
            blocks.append(Block(BlockKind.LIST, start, end, items=items))
        elif token.type == "table_open":
            block = Block(BlockKind.TABLE, start, end)
            position = _collect_rows(tokens, position, block.rows)
            blocks.append(block)
        elif token.type == "paragraph_open":
            blocks.append(Block(BlockKind.PARAGRAPH, start, end, tokens[position + 1].content))
        elif token.type == "html_block":
            blocks.append(Block(BlockKind.HTML, start, end, token.content))
        position += 1
    return blocks


def _collect_rows(tokens: Sequence["Token"], position: int, rows: list[tuple[int, list[str]]]) -> int:
    """Collect the rows of the table that opens at a token index and return the index of its end."""
    line = 0
    cells: list[str] = []
    while tokens[position].type != "table_close":
        token = tokens[position]
        if token.type == "tr_open":
            line, cells = token.map[0] if token.map else line, []
        elif token.type == "inline":
            cells.append(token.content)
        elif token.type == "tr_close":
            rows.append((line, cells))
        position += 1
    return position


def end_of_section(blocks: Sequence[Block], index: int) -> int:
    """Return the index after the last block of the section that a heading opens, subsections included."""
    level = blocks[index].level
    for after in range(index + 1, len(blocks)):
        if blocks[after].kind is BlockKind.HEADING and blocks[after].level <= level:
            return after
    return len(blocks)
