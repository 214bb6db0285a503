"""Papers as HTML paragraphs in Markdown: a bold or linked title, then names, a venue and labelled links.

`<p><b>Fold: A Study of Paper</b><br>Ann Doe, Rob Roe<br>ICON 2015 <a href="…">[paper]</a></p>` is an entry where
several paragraphs of a document have this form and most of them lead to papers: the head of a page has it once.
"""

import re
from collections import Counter
from collections.abc import Callable, Sequence

from papertrace.listings.markdown.blocks import Block, BlockKind
from papertrace.listings.markdown.entries import Detail
from papertrace.listings.markdown.inline.item_content import ItemContent
from papertrace.listings.markdown.inline.marks import Mark
from papertrace.listings.markdown.layouts.paragraphs import form_of, has_evidence
from papertrace.listings.markdown.tree import Item

_OPENS = re.compile(r"\s*<p\b", re.IGNORECASE)
_LINK = re.compile(r"<a\s", re.IGNORECASE)
_CELL = re.compile(r"<(?:td|tr|li)\b", re.IGNORECASE)
_MIN_SIBLINGS = 3
_MIN_SHARE = 0.5


def find_html_papers(
    blocks: Sequence[Block], lines: Sequence[str], read_text: Callable[[str], ItemContent]
) -> dict[int, list[Detail]]:
    """Return the papers in the HTML blocks of a document, by the position of the block."""
    found: list[tuple[int, Item, ItemContent]] = []
    for position, block in enumerate(blocks):
        if block.kind is not BlockKind.HTML or not _LINK.search(block.text) or _CELL.search(block.text):
            continue
        found.extend((position, item, read_text(item.texts[0])) for item in _split(block, lines))
    forms = [form_of(content) for _, _, content in found]
    # A title is linked or bold, whatever the others are.
    leads = [form[1] if form is not None and form[0] is not Mark.PLAIN else None for form in forms]
    n_of_lead = Counter(leads)
    n_proven = Counter(
        form[1]
        for form, (_, _, content) in zip(forms, found, strict=True)
        if form is not None and form[0] is not Mark.PLAIN and has_evidence(content, form)
    )
    papers: dict[int, list[Detail]] = {}
    for lead, (position, item, content) in zip(leads, found, strict=True):
        if lead is None:
            continue
        if n_proven[lead] >= max(_MIN_SIBLINGS, _MIN_SHARE * n_of_lead[lead]):
            papers.setdefault(position, []).append((item, content))
    return papers


def _split(block: Block, lines: Sequence[str]) -> list[Item]:
    """Return the paragraphs of an HTML block, with their lines."""
    starts = [index for index in range(block.start, block.end) if _OPENS.match(lines[index])]
    if not starts or starts[0] != block.start:
        starts.insert(0, block.start)
    ends = [*starts[1:], block.end]
    return [Item(start, end, ["\n".join(lines[start:end])]) for start, end in zip(starts, ends, strict=True)]
