"""Titles above their details: a heading or short paragraph, then labelled links; or a section about one paper."""

import re
from collections.abc import Sequence

from papertrace.listings.captures.labels import read_label
from papertrace.listings.markdown.blocks import BlockKind, end_of_section
from papertrace.listings.markdown.entries import Detail
from papertrace.listings.markdown.inline.addresses import leads_to_paper
from papertrace.listings.markdown.inline.item_content import ItemContent
from papertrace.listings.markdown.inline.marks import Mark, mark_of
from papertrace.listings.markdown.layouts.paragraphs import is_lead
from papertrace.listings.markdown.parts import Part
from papertrace.listings.markdown.tree import Item
from papertrace.model import Entry

# Among labelled links any single word before an address is a label: "Homepgae: https://…".
_LABELLED_ADDRESS = re.compile(r"\**[^\W\d_]+(?:\s[^\W\d_]+)?\**\s*[:：]?\**\s*<?https?://\S+\s*")  # noqa: RUF001 - a colon as printed
_PAPER = re.compile(r"\b(?:papers?|pdf|arxiv|doi|abs|abstract|preprint|article)\b", re.IGNORECASE)
_MIN_WORDS_OF_A_HEADING = 3
_MAX_PARAGRAPHS_OF_A_LEAD = 3


def read_lead(part: Part, position: int, *, is_paper: bool = False) -> tuple[list[Entry], int]:
    """Read a heading or paragraph as the title of the labelled links below it, or a heading as a linked title.

    `is_paper` is true for a heading that prints such links itself, as those beside it do. Returns the entry, if it is
    one, and the position after its last block.
    """
    blocks = part.blocks
    block = blocks[position]
    is_heading = block.kind is BlockKind.HEADING
    if block.level == 1 or not _may_lead(part, position):
        return [], position + 1
    content = part.read_block(position)
    details, after = _find_details(part, position) if content.title else ([], position + 1)
    n_words = len(content.title.split())
    if is_heading:
        linked = [piece.text for piece in content.links]
        is_linked = content.title_piece in linked and n_words >= _MIN_WORDS_OF_A_HEADING
        # One or two words are the name of a system only if a paper is linked below, else that of a section.
        is_named = n_words >= _MIN_WORDS_OF_A_HEADING or any(_links_paper(detail) for _, detail in details)
        fits = is_linked or is_paper or (bool(details) and content.title != "" and is_named)
    else:
        fits = bool(details) and is_lead(content)
    if not fits:
        return [], position + 1
    item = Item(block.start, block.end, [block.text], [item for item, _ in details])
    below = [] if details else _read_line_below(part, after)
    return [part.maker.make(item, content, details, below)], after


def _read_line_below(part: Part, position: int) -> list[ItemContent]:
    """Return the paragraph at this position if it is a line without a link."""
    block = part.blocks[position] if position < len(part.blocks) else None
    if block is None or block.kind is not BlockKind.PARAGRAPH or "\n" in block.text:
        return []
    content = part.read_block(position)
    return [] if content.links else [content]


def _links_paper(content: ItemContent) -> bool:
    """Return whether a link leads to a paper, or is labelled as that of one."""
    text = "".join(piece.text for piece in content.pieces)
    return _PAPER.search(text) is not None or any(piece.url and leads_to_paper(piece.url) for piece in content.links)


def _may_lead(part: Part, position: int) -> bool:
    """Return whether a block may be a title: a heading, or a short paragraph above a list or other paragraph."""
    block = part.blocks[position]
    if block.kind is BlockKind.HEADING:
        return True
    after = part.blocks[position + 1].kind if position + 1 < len(part.blocks) else None
    return after in (BlockKind.LIST, BlockKind.PARAGRAPH)


def _is_quoted(part: Part, position: int) -> bool:
    """Return whether a block is in a block quote, in which lists print abstracts below the links of a paper."""
    return part.lines[part.blocks[position].start].lstrip().startswith(">")


def _find_details(part: Part, position: int) -> tuple[list[Detail], int]:
    """Return the details below a title: labelled lines and links, up to the last of them, and where they end.

    A block quote without a link, directly below these, is the abstract.
    """
    details: list[Detail] = []
    last: tuple[int, int] = (0, position + 1)  # the number of details, and the position after them
    n_paragraphs = 0
    for after in range(position + 1, len(part.blocks)):
        block = part.blocks[after]
        if block.kind is BlockKind.PARAGRAPH and n_paragraphs < _MAX_PARAGRAPHS_OF_A_LEAD:
            n_paragraphs += 1
            content = part.read_block(after)
            details.append((Item(block.start, block.end, [block.text]), content))
            is_below = last == (len(details) - 1, after) and last[0] > 0
            if content.is_details or (is_below and not content.links and _is_quoted(part, after)):
                last = (len(details), after + 1)
            elif content.links or (is_lead(content) and mark_of(content) is not Mark.PLAIN):
                break
        elif block.kind is BlockKind.LIST:
            below = [(item, part.read_text("\n".join(item.texts[:1]))) for item in block.items]
            if not _are_details(below):
                break
            details.extend(below)
            last = (len(details), after + 1)
            break
        else:
            break
    return details[: last[0]], last[1]


def read_section(part: Part, position: int) -> tuple[Entry, int]:
    """Read a heading and all that is below it as one entry."""
    heading = part.blocks[position]
    end = end_of_section(part.blocks, position)
    below: list[Detail] = []
    for after in range(position + 1, end):
        block = part.blocks[after]
        if block.kind is BlockKind.PARAGRAPH:
            below.append((Item(block.start, block.end, [block.text]), part.read_block(after)))
        elif block.kind is BlockKind.LIST:
            below.extend((item, part.read_text("\n".join(item.texts))) for item in block.items)
    item = Item(heading.start, part.blocks[end - 1].end, [heading.text])
    return part.maker.make(item, part.read_block(position), below), end


def _are_details(below: Sequence[Detail]) -> bool:
    """Return whether the items of a list only add to a title above them: labelled lines and links, at least one."""
    if any(item.children for item, _ in below):
        return False
    n_labelled = sum(content.is_details for _, content in below)
    return n_labelled > 0 and all(
        content.is_detail
        or (n_labelled * 2 >= len(below) and content.is_short_link)
        or (item.texts and (read_label(item.texts[0])[0] or _LABELLED_ADDRESS.fullmatch(item.texts[0])))
        for item, content in below
    )
