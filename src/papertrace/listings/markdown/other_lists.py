"""Lists and tables of other things among those of papers: tools, courses, people, further lists.

A list of papers says of some of them who wrote them, when or where they appeared, or links their texts. One that does
this of none, in a document in which most entries have it, is of something else if most of its titles are short. Papers
in paragraphs or below headings of their own stand alone, so that nothing follows from those beside them.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass

from papertrace.listings.markdown.group_dates import Group
from papertrace.listings.markdown.inline.addresses import leads_to_paper
from papertrace.model import Entry

_LABEL_OF_PAPER = re.compile(
    r"\W*(?:papers?|pdf|arxiv|doi|abs|abstract|preprint|article|link|论文|論文|논문).{0,12}", re.IGNORECASE
)
_MIN_PAPERS = 10
_MIN_SHARE = 0.5
_MIN_OTHERS = 3
_MIN_WORDS_OF_A_TITLE = 5


@dataclass(frozen=True, slots=True)
class EntriesOfBlock:
    """The entries of a block, whether it is a list or table, and what the headings around it say of them."""

    entries: Sequence[Entry]
    is_list: bool
    group: Group


def find_other_lists(blocks: Sequence[EntriesOfBlock]) -> list[EntriesOfBlock]:
    """Return the blocks that are lists, but not of papers.

    One or two items prove little, unless they stand above all papers, and long titles may be those of papers that are
    linked by the pages of their projects.
    """
    proven = [sum(_is_proven(entry, block.group) for entry in block.entries) for block in blocks]
    n_proven = sum(proven)
    if n_proven < max(_MIN_PAPERS, _MIN_SHARE * sum(len(block.entries) for block in blocks)):
        return []
    first = next(index for index, n in enumerate(proven) if n)
    return [
        block
        for index, block in enumerate(blocks)
        if block.is_list and not proven[index] and _are_names(block.entries, 1 if index < first else _MIN_OTHERS)
    ]


def _are_names(entries: Sequence[Entry], least: int) -> bool:
    """Return whether so many entries are mostly called by a few words."""
    n_short = sum(len(entry.title.split()) < _MIN_WORDS_OF_A_TITLE for entry in entries)
    return len(entries) >= least and n_short * 2 > len(entries)


def _is_proven(entry: Entry, group: Group) -> bool:
    """Return whether an entry says that it is a paper: by an identifier, its authors, venue or date, or by a link."""
    is_published = entry.venue not in (None, group.venue) or entry.date not in (None, group.date)
    if entry.identifiers or entry.authors or is_published:
        return True
    return any(leads_to_paper(target.raw) or _LABEL_OF_PAPER.fullmatch(target.words) for target in entry.targets)
