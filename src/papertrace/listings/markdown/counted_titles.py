"""Numbers before titles, as digests print them: `### 3. Title`, `**3. Title**`.

A title may begin with a number of its own. One that only counts is one more than that of the heading or paragraph
before, in a row of several.
"""

import re
from collections import defaultdict
from collections.abc import Iterable
from itertools import pairwise

from papertrace.listings.markdown.blocks import Block, BlockKind

_NUMBER = re.compile(r"(?P<marks>[*_\[]{0,4})(?:#|No\.?\s?)?(?P<number>\d{1,3})[.):]\s{1,3}(?=\S)")
_MIN_COUNTED = 3
_MIN_SHARE = 0.8


def remove_counts(blocks: Iterable[Block]) -> None:
    """Remove the numbers that count the headings of one level, or the paragraphs, of a document."""
    counted: defaultdict[int, list[tuple[Block, re.Match[str]]]] = defaultdict(list)
    for block in blocks:
        if block.kind in (BlockKind.HEADING, BlockKind.PARAGRAPH) and (found := _NUMBER.match(block.text)):
            counted[block.level].append((block, found))
    for pairs in counted.values():
        if _do_count([int(found["number"]) for _, found in pairs]):
            for block, found in pairs:
                block.text = f"{found['marks']}{block.text[found.end() :]}"


def _do_count(numbers: list[int]) -> bool:
    """Return whether most numbers are one more than the one before; each section may begin with 1 again."""
    n_next = sum(after == before + 1 or after == 1 for before, after in pairwise([0, *numbers]))
    return len(numbers) >= _MIN_COUNTED and max(numbers) > 1 and n_next >= len(numbers) * _MIN_SHARE
