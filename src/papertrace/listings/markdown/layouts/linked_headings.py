"""Headings that are papers by themselves, since they print labelled links after their titles.

`##### Tides of Frost. [[PDF]](…) [[Code]](…)`, often with a line of authors below. Headings of sections may have links
as well; what tells them apart is that most headings of their level have the form of a paper.
"""

from collections import defaultdict

from papertrace.listings.markdown.blocks import BlockKind
from papertrace.listings.markdown.inline.addresses import leads_out
from papertrace.listings.markdown.inline.item_content import LETTERS, ItemContent
from papertrace.listings.markdown.parts import Part
from papertrace.listings.markdown.sections import is_about_the_list

_MIN_HEADINGS = 3
_MIN_SHARE = 0.5
_MIN_WORDS = 3


def find_linked_headings(part: Part) -> set[int]:
    """Return the positions of the headings that are papers by themselves.

    At least three headings of a level, and half of them, have several words and a labelled link after these.
    """
    n_headings: defaultdict[int, int] = defaultdict(int)
    found: defaultdict[int, set[int]] = defaultdict(set)
    for position, block in enumerate(part.blocks):
        if block.kind is not BlockKind.HEADING:
            continue
        n_headings[block.level] += 1
        if "](" in block.text and not is_about_the_list(block.text) and _is_paper(part.read_block(position)):
            found[block.level].add(position)
    levels = (level for level, positions in found.items() if len(positions) >= _MIN_HEADINGS)
    accepted = (level for level in levels if len(found[level]) >= n_headings[level] * _MIN_SHARE)
    return {position for level in accepted for position in found[level]}


def _is_paper(content: ItemContent) -> bool:
    labelled = any(piece.url and piece.is_label and leads_out(piece.url) for piece in content.rest)
    return labelled and len(LETTERS.findall(content.title)) >= _MIN_WORDS
