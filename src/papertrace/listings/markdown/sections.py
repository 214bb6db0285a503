"""Sections of a list that are about the list itself: contents, contributing, licences, citations."""

import re
from collections.abc import Iterable, Sequence

from papertrace.listings.markdown.blocks import Block, BlockKind
from papertrace.listings.markdown.customs.dated_items import dates_items
from papertrace.listings.markdown.inline.addresses import leads_to_paper
from papertrace.listings.markdown.tree import walk_items

_BOILERPLATE = re.compile(
    r"(?:table of )?contents?|toc|index|news|updates?|what'?s new|changelog|.*\bcontribut.*|licen[sc]e|star[- ]history"
    r"|.*\backnowledge?ments?|citations?|citing.*|cite.*|how to cite.*|sponsors?|support|contact( us)?|disclaimer",
)
_NO_LETTERS = re.compile(r"[^\w' -]+")
_ADDRESS = re.compile(r"\]\(\s*<?([^\s()<>]+)|(https?://[^\s()<>\[\]\"']+)|href=[\"']?([^\"'\s>]+)", re.IGNORECASE)
_LINK = re.compile(r"\[([^\[\]]{1,200})\]\(\s*<?([^\s()<>]+)")
_MIN_LINKS = 3
_MAX_CHARS_SEARCHED = 20_000


def is_about_the_list(heading: str) -> bool:
    """Return whether a heading opens a section without papers.

    >>> is_about_the_list("📖Contents"), is_about_the_list("Contents of Cells")
    (True, False)
    """
    return _BOILERPLATE.fullmatch(fold_heading(heading)) is not None


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


def is_contents(block: Block, headings: frozenset[str]) -> bool:
    """Return whether a list is a table of contents with whole addresses: parts of one page, named like its headings."""
    links = [link for item in walk_items(block.items) for text in item.texts[:1] for link in _LINK.findall(text)]
    pages = {url.partition("#")[0] for _, url in links if "#" in url}
    if len(links) < _MIN_LINKS or len(pages) != 1 or not all("#" in url for _, url in links):
        return False
    return sum(fold_heading(words) in headings for words, _ in links) * 2 > len(links)


def fold_heading(text: str) -> str:
    """Return the words of a heading in lower case, without signs."""
    return " ".join(_NO_LETTERS.sub(" ", text[:200].lower()).split())
