"""Headings that are titles of papers: digests with one section for each paper."""

import re
from collections import defaultdict
from collections.abc import Sequence

from papertrace.listings.markdown.blocks import Block, BlockKind
from papertrace.listings.markdown.inline.item_content import LETTERS
from papertrace.listings.markdown.sections import is_about_the_list
from papertrace.model.identifiers import identify_address

_ADDRESS = re.compile(r"https?://[^\s<>()\[\]{}\"'|`]+")
_MANY = 2
_MIN_SECTIONS = 3
_MIN_SHARE = 0.6
_MIN_WORDS = 3


def find_titled_sections(blocks: Sequence[Block], lines: Sequence[str]) -> set[int]:
    """Return the positions of the headings whose sections are each about one paper.

    Headings of one level are titles if most of them have several words and most of their sections lead to exactly one
    paper, each to another. Then each of them that leads to one is a title.
    """
    papers: defaultdict[int, dict[int, set[str]]] = defaultdict(dict)  # level, position of the heading, its papers
    open_headings: list[int] = []
    for position, block in enumerate(blocks):
        if block.kind is BlockKind.HEADING:
            while open_headings and blocks[open_headings[-1]].level >= block.level:
                open_headings.pop()
            open_headings.append(position)
            papers[block.level][position] = set()
        elif any(len(papers[blocks[heading].level][heading]) < _MANY for heading in open_headings):
            found = _find_papers(block, lines)
            for heading in open_headings:
                if len(papers[blocks[heading].level][heading]) < _MANY:
                    papers[blocks[heading].level][heading] |= found
    for level in sorted(papers):
        sections = papers[level]
        single = [position for position, found in sections.items() if len(found) == 1]
        distinct = {name for position in single for name in sections[position]}
        if (
            len(single) < _MIN_SECTIONS
            or len(single) < len(sections) * _MIN_SHARE
            or len(distinct) < len(single) * _MIN_SHARE
        ):
            continue
        titles = [position for position in single if _is_title(blocks[position].text)]
        if len(titles) >= len(sections) * _MIN_SHARE:
            return set(titles)
    return set()


def _find_papers(block: Block, lines: Sequence[str]) -> set[str]:
    """Return at most two of the papers that a block leads to, by their identifiers; a table counts as two."""
    if block.rows:
        return {"rows", "of a table"}
    found: set[str] = set()
    for line in lines[block.start : block.end]:
        for match in _ADDRESS.finditer(line):
            if ids := identify_address(match[0]):
                found.add(ids.names()[0])
                if len(found) > 1:
                    return found
    return found


def _is_title(text: str) -> bool:
    return len(LETTERS.findall(text)) >= _MIN_WORDS and not is_about_the_list(text)
