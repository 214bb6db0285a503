"""Sections of a list that are about the list itself: contents, contributing, licences, citations."""

import re
from collections.abc import Iterable, Sequence

from papertrace.listings.markdown.blocks import Block, BlockKind
from papertrace.listings.markdown.dated_items import dates_items
from papertrace.listings.markdown.inline.addresses import leads_to_paper

_BOILERPLATE = re.compile(
    r"(?:table of )?contents?|toc|index|news|updates?|what'?s new|changelog|.*\bcontribut.*|licen[sc]e|star[- ]history"
    r"|.*\backnowledge?ments?|citations?|citing.*|cite.*|how to cite.*|sponsors?|support|contact( us)?|disclaimer",
)
_NO_LETTERS = re.compile(r"[^\w' -]+")
_ADDRESS = re.compile(r"\]\(\s*<?([^\s()<>]+)|(https?://[^\s()<>\[\]\"']+)|href=[\"']?([^\"'\s>]+)", re.IGNORECASE)
_MAX_CHARS_SEARCHED = 20_000


def is_about_the_list(heading: str) -> bool:
    """Return whether a heading opens a section without papers.

    >>> is_about_the_list("📖Contents"), is_about_the_list("Contents of Cells")
    (True, False)
    """
    words = " ".join(_NO_LETTERS.sub(" ", heading[:200].lower()).split())
    return _BOILERPLATE.fullmatch(words) is not None


def begins_papers(blocks: Sequence[Block], index: int, lines: Sequence[str]) -> bool:
    """Return whether the blocks directly below a heading list papers: a table, or items that lead to papers.

    Without a link, a venue and a year say that items are papers.
    """
    for block in _directly_below(blocks, index):
        if block.kind is BlockKind.HTML and "<" in block.text and "<t" not in block.text and "<li" not in block.text:
            continue
        if dates_items(block.items):
            return True
        text = "\n".join(lines[block.start : block.end])[:_MAX_CHARS_SEARCHED]
        addresses = (next(filter(None, found), "") for found in _ADDRESS.findall(text))
        if any(leads_to_paper(address) for address in addresses):
            return True
    return False


def _directly_below(blocks: Sequence[Block], index: int) -> Iterable[Block]:
    for block in blocks[index + 1 :]:
        if block.kind is BlockKind.HEADING:
            return
        yield block
